// The command line at the bottom: an ARIA combobox with completions, and a history of
// the sent lines.

import { choiceOffer, complete } from "./completion.js";
import { optionsOf, parse } from "./commandline.js";
import { byID } from "./dom.js";
import { drawOffers, drawUsage } from "./popup.js";

const input = byID("line"), popup = byID("popup"), status = byID("status");

let app; // commands(), send(command, options), write(text), choices(command, options, focused)
let state = { offers: [] }; // the result of complete for the line
let active = -1; // the offer that Enter accepts
let history = [], remembered = 0; // the sent lines, and the index of the one shown

export function startComposer(given) {
  app = given;
  input.addEventListener("input", () => refresh());
  input.addEventListener("focus", () => refresh());
  input.addEventListener("blur", close);
  input.addEventListener("keydown", onKey);
  byID("send").addEventListener("click", submit);
}

/** Replaces the typed text by a line. */
export function fill(line) {
  input.value = line;
  input.focus();
  input.setSelectionRange(line.length, line.length);
  refresh();
}

/** Sends a line as if it had been typed. */
export function run(line) {
  fill(line);
  submit();
}

/** Shows a sentence under the line. */
export function say(sentence) {
  status.textContent = sentence;
}

function refresh() {
  say("");
  const line = input.value.slice(0, input.selectionStart);
  state = complete(line, app.commands());
  show(state.command ? -1 : 0); // Enter completes the beginning of a command's name
  if (state.ask) askBot(line, state);
}

/** Adds the choices that the bot offers for the value being typed. */
async function askBot(line, asked) {
  const value = asked.values.find((v) => v.option === asked.current);
  try {
    const choices = await app.choices(asked.command.name, { ...optionsOf(asked.values), [value.option.name]: value.text }, value.option.name);
    if (state !== asked) return; // the line has changed in the meantime
    state.offers = [...choices.map((c) => choiceOffer(c, value.text === "" ? line.length : value.from)), ...state.offers];
    show(active);
  } catch (error) {
    if (state === asked) say(error.message);
  }
}

function show(which) {
  const { offers, command } = state;
  const open = offers.length > 0 || (command && input.value.length > command.name.length + 1);
  popup.hidden = !open || document.activeElement !== input;
  byID("usage").hidden = !command;
  if (command) drawUsage(byID("usage"), state);
  drawOffers(byID("offers"), offers, accept);
  input.setAttribute("aria-expanded", String(!popup.hidden && offers.length > 0));
  activate(offers.length > 0 ? which : -1);
}

function close() {
  popup.hidden = true;
  input.setAttribute("aria-expanded", "false");
  activate(-1);
}

/** Closes the list. Choices of the bot that arrive later are ignored. */
function forget() {
  state = { offers: [] };
  close();
}

function activate(which) {
  active = which;
  [...byID("offers").children].forEach((offer, i) => {
    offer.setAttribute("aria-selected", String(i === active));
    if (i === active) offer.scrollIntoView({ block: "nearest" });
  });
  if (active >= 0) input.setAttribute("aria-activedescendant", byID("offers").children[active].id);
  else input.removeAttribute("aria-activedescendant");
}

/** Accepts an offer. */
function accept(offer) {
  const rest = input.value.slice(input.selectionStart).trimStart();
  const line = input.value.slice(0, offer.from) + offer.text;
  input.value = line + rest;
  input.focus();
  input.setSelectionRange(line.length, line.length);
  refresh();
}

const keys = {
  ArrowDown: () => move(1),
  ArrowUp: () => (showsHistory() ? recall(-1) : move(-1)),
  Tab: (e) => !e.shiftKey && !popup.hidden && take(Math.max(active, 0)),
  Enter: () => {
    if (popup.hidden || active < 0 || !take(active)) submit();
    return true;
  },
  Escape: () => !popup.hidden && (close(), true),
};

/** Handles a key if it has a meaning now. Otherwise the browser handles it. */
function onKey(e) {
  if (!e.isComposing && keys[e.key]?.(e)) e.preventDefault();
}

function take(which) {
  const offer = state.offers[which];
  if (offer) accept(offer);
  return Boolean(offer);
}

function move(step) {
  if (showsHistory()) return recall(step);
  if (state.offers.length === 0) return false;
  if (popup.hidden) show(-1);
  const places = state.offers.length + 1; // one more, for no offer
  activate(((active + 1 + step + places) % places) - 1);
  return true;
}

const showsHistory = () => (input.value === "" || input.value === history[remembered]) && history.length > 0;

/** Shows an earlier line, or a later one. */
function recall(step) {
  remembered = Math.min(Math.max(remembered + step, 0), history.length);
  input.value = history[remembered] ?? "";
  forget();
  return true;
}

/** Sends the line, or shows its problem. */
function submit() {
  const line = input.value.trim();
  if (line === "") return;
  if (!line.startsWith("/")) return deliver(line, () => app.write(line));
  const read = parse(line, app.commands());
  if (read.missing.length > 0) {
    fill(line + " ");
    return say(`/${read.command.name} needs ${read.missing.map((o) => o.name).join(" and ")}.`);
  }
  if (read.problem) return say(read.problem);
  deliver(line, () => app.send(read.command.name, optionsOf(read.values)));
}

/** Empties the line and sends it. A line that could not be sent is restored. */
async function deliver(line, send) {
  if (history.at(-1) !== line) history.push(line);
  remembered = history.length;
  input.value = "";
  say("");
  forget();
  const { sentence = "", refused = false } = await send();
  if (refused && input.value === "") input.value = line;
  if (sentence) say(sentence);
}
