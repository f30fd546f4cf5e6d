// The list above the command line: the command's options, which of them are given, and
// the completions.

import { el, icon } from "./dom.js";

/** Shows the options of a command, and the description of the current one. */
export function drawUsage(place, { command, values, current }) {
  const given = values.filter((v) => v.text !== "").map((v) => v.option);
  const chips = command.options.map((o) => el("span", { class: chipClass(o, o === current, given.includes(o)) }, o.name));
  place.replaceChildren(
    el("p", { class: "synopsis" }, el("span", { class: "command" }, "/" + command.name), ...chips),
    el("p", { class: "explained" }, ...explained(current, command)));
}

function chipClass(option, current, given) {
  const state = given ? "given" : option.required ? "missing" : "open";
  return "chip " + state + (current ? " current" : "");
}

function explained(option, command) {
  return option ? [el("b", {}, option.name), " " + option.description + "." + (option.required ? " Required." : "")] : [command.description + "."];
}

const icons = { command: "slash", option: "option", choice: "choice" };

/** Lists the offers. accept is called with the chosen one. */
export function drawOffers(list, offers, accept) {
  list.hidden = offers.length === 0;
  list.replaceChildren(...offers.map((offer, i) => el("li", {
    role: "option", id: "offer-" + i, class: "offer", "aria-selected": "false",
    onpointerdown: (e) => e.preventDefault(), // the line keeps the focus
    onclick: () => accept(offer),
  },
  icon(icons[offer.kind]), el("span", { class: "label" }, offer.label),
  offer.note ? el("span", { class: "note" }, offer.note) : null,
  el("span", { class: "detail" }, offer.detail))));
}
