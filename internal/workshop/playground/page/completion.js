// Completions of a line. commandline.js parses lines.

import { commandOf, parse, wordsOf } from "./commandline.js";

/**
 * Completes the end of a line. The result has
 *   command, values, missing   as parse does
 *   current    the option whose value is being typed, if any
 *   offers     each with label, detail, note, and the text that replaces the
 *              line from index "from" on
 *   ask        true if the bot knows the choices of the current option
 */
export function complete(line, commands) {
  if (!line.startsWith("/")) return { offers: [], values: [], missing: [] };
  const command = commandOf(line, commands);
  if (!command || line.length === command.name.length + 1) return { ...parse(line, commands), offers: commandOffers(line, commands) };
  const read = parse(line, commands);
  const last = read.values.at(-1);
  const typing = last && (last.to === line.length || last.text === "") ? last : undefined;
  const current = typing?.option ?? read.missing[0];
  if (typing?.named) return { ...read, current, offers: valueOffers(typing, line), ask: current.autocomplete };
  return { ...read, current, offers: [...optionOffers(command, line, commands), ...valueOffers(typing, line)], ask: Boolean(typing && current.autocomplete) };
}

function commandOffers(line, commands) {
  return commands.filter((c) => ("/" + c.name).startsWith(line.trimEnd().toLowerCase()))
    .map((c) => ({ kind: "command", label: "/" + c.name, detail: c.description, from: 0, text: "/" + c.name + " " }));
}

/**
 * The options that are not given yet and begin with the word being typed. They come before
 * choices: a choice of any option can begin with the same letters.
 */
function optionOffers(command, line, commands) {
  const from = line.length - /\S*$/.exec(line)[0].length;
  const word = line.slice(from).toLowerCase();
  const given = parse(line.slice(0, from), commands).values.map((v) => v.option.name);
  return command.options.filter((o) => o.name.startsWith(word) && !given.includes(o.name))
    .map((o) => ({ kind: "option", label: o.name, detail: o.description, note: o.required ? "required" : "", from, text: o.name + ":" }));
}

/** The choices that begin with the text typed so far. */
function valueOffers(value, line) {
  if (!value) return [];
  const begun = value.text.toLowerCase();
  return choicesOf(value.option).filter((c) => wordsOf(c).some((word) => word.toLowerCase().startsWith(begun)))
    .map((c) => choiceOffer(c, value.text === "" ? line.length : value.from));
}

function choicesOf(option) {
  const isBoolean = option.type === 5;
  return option.choices ?? (isBoolean ? [{ name: "True", value: true }, { name: "False", value: false }] : []);
}

/** A choice to offer. The bot's choices have the same form. */
export function choiceOffer(choice, from) {
  const value = choice.typed ?? String(choice.value);
  return { kind: "choice", label: choice.name, detail: choice.typed || value.toLowerCase() === choice.name.toLowerCase() ? "" : value, from, text: (/\s/.test(value) ? `"${value}"` : value) + " " };
}
