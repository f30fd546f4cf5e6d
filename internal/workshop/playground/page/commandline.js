// Parses command lines: a command and the values of its options. This file does not
// use the page.
//
// A line is a command's name and then values. "name:" begins the value of the
// option with that name. The value ends at the next "name:" or, in quotes, at the
// closing quote. A value without a name belongs to the first required option for
// free text or numbers, or else to the first option that offers the value as a
// choice, or else to the first other option. So "/sp 518 black" is
// "/sp number:518 view:black". The value of an option for a number or a choice is
// one word; the next word is the next value.

/** The types of options that are used here. */
const subcommand = 1, group = 2, integer = 4, boolean = 5, decimal = 10;

// The options for people, channels and roles, by option type: the name, the sign, and
// the server's list.
const chosen = {
  6: { noun: "person", sign: "@", list: "people" },
  7: { noun: "channel", sign: "#", list: "channels" },
  8: { noun: "role", sign: "@", list: "roles" },
};

/**
 * Returns the commands as they are typed, with each subcommand as a command. server
 * has the people, channels and roles, each with id and name, which are the choices
 * of some options.
 */
export function typed(commands, server = {}) {
  return commands.filter((c) => (c.type ?? 1) === 1).flatMap((c) => spread(c.name, c, server));
}

function spread(name, { description, options = [] }, server) {
  const inner = options.filter((o) => o.type === subcommand || o.type === group);
  if (inner.length > 0) return inner.flatMap((o) => spread(name + " " + o.name, o, server));
  return [{ name, description, options: options.map((o) => withChoices(o, server)) }];
}

function withChoices(option, server) {
  const kind = chosen[option.type];
  if (!kind) return option;
  return { ...option, noun: kind.noun, choices: (server[kind.list] ?? []).map(({ id, name }) => ({ name: kind.sign + name, value: id, typed: name })) };
}

/** The words for a choice. */
export const wordsOf = (choice) => [choice.name, String(choice.value), ...(choice.typed ? [choice.typed] : [])];

const choiceOf = (text, option) => option.choices?.find((c) => wordsOf(c).some((word) => word.toLowerCase() === text.toLowerCase()));

/** The command at the beginning of a line, or undefined. */
export function commandOf(line, commands) {
  const fits = commands.filter((c) => line.slice(1, c.name.length + 1).toLowerCase() === c.name && line.startsWith("/") && /^(\s|$)/.test(line.slice(c.name.length + 1)));
  return fits.sort((a, b) => b.name.length - a.name.length)[0];
}

/**
 * Reads a line. The result has the command; its values, each with option,
 * text, from, to (where the text stands) and named; the required options that
 * are missing; and a problem, a sentence, if there is one.
 */
export function parse(line, commands) {
  const command = commandOf(line, commands);
  if (!command) return { values: [], missing: [], problem: "There is no such command. Type / to see them all." };
  const result = { command, values: [], missing: [], problem: "" };
  for (let at = command.name.length + 1; at < line.length;) at = readValue(line, at, result);
  result.missing = command.options.filter((o) => o.required && !result.values.some((v) => v.option === o && v.text !== ""));
  result.problem ||= emptyValue(result.values) || strangeValue(result.values);
  return result;
}

function emptyValue(values) {
  const empty = values.find((v) => v.text === "" && v.named);
  return empty ? `A value is missing after ${empty.option.name}:` : "";
}

/** Returns a problem if a value is not a choice: in Discord people cannot type it. */
function strangeValue(values) {
  const strange = values.find((v) => v.option.noun && v.text !== "" && !choiceOf(v.text, v.option));
  return strange ? `There is no ${strange.option.noun} “${strange.text}” here.` : "";
}

/** Reads one value from an index on and returns the index after it. */
function readValue(line, at, result) {
  at += /^\s*/.exec(line.slice(at))[0].length;
  if (at >= line.length) return at;
  const label = labelAt(line, at, result.command);
  const open = result.command.options.filter((o) => !isGiven(o, line, at, result));
  const free = (o) => !(o.choices || o.type === boolean);
  const option = label?.option ?? open.find((o) => o.required && free(o)) ?? open.find((o) => !free(o) && oneWord(line.slice(at), o)) ?? open.find(free) ?? open[0];
  const from = at + (label?.length ?? 0);
  if (!option) {
    result.problem ||= `“${line.slice(from).trim()}” is more than /${result.command.name} takes.`;
    return line.length;
  }
  if (result.values.some((v) => v.option === option)) result.problem ||= `${option.name}: is given twice.`;
  const value = valueAt(line, from, option, result.command);
  result.values.push({ option, named: label !== undefined, ...value });
  return value.end;
}

function isGiven(option, line, at, result) {
  return result.values.some((v) => v.option === option) || laterLabels(line, at, result.command).some((l) => l.option === option);
}

/** The "name:" of an option at an index. */
function labelAt(line, at, command) {
  const found = /^([^\s:]+):\s*/.exec(line.slice(at));
  const option = found && command.options.find((o) => o.name === found[1].toLowerCase());
  return option ? { option, length: found[0].length, at } : undefined;
}

function laterLabels(line, from, command) {
  const labels = [];
  for (const space of line.slice(from).matchAll(/\s+/g)) {
    const label = labelAt(line, from + space.index + space[0].length, command);
    if (label) labels.push(label);
  }
  return labels;
}

function valueAt(line, from, option, command) {
  const quoted = /^"([^"]*)"(?=\s|$)/.exec(line.slice(from));
  if (quoted) return { text: quoted[1], from, to: from + quoted[0].length, end: from + quoted[0].length };
  const label = labelAt(line, from, command);
  const next = label ? from : laterLabels(line, from, command)[0]?.at ?? line.length;
  const all = line.slice(from, next).trimEnd();
  const text = oneWord(all, option) ?? all;
  return { text, from, to: from + text.length, end: text === all ? next : from + text.length };
}

/** The part of a text that is a value for an option of one word, if any. */
function oneWord(text, option) {
  const follows = (word) => text.toLowerCase().startsWith(word.toLowerCase()) && /^(\s|$)/.test(text.slice(word.length));
  const words = option.choices
    ? option.choices.flatMap(wordsOf)
    : { [integer]: [/^[-+]?\d+/.exec(text)?.[0]], [decimal]: [/^[-+]?\d+(\.\d+)?/.exec(text)?.[0]], [boolean]: ["true", "false"] }[option.type] ?? [];
  const word = words.filter((w) => w !== undefined && follows(w)).sort((a, b) => b.length - a.length)[0];
  return word && text.slice(0, word.length);
}

/** The values as they are sent to the bot. Wrong values are sent as typed. */
export function optionsOf(values) {
  return Object.fromEntries(values.filter((v) => v.text !== "").map((v) => [v.option.name, convert(v.text, v.option)]));
}

function convert(text, option) {
  const choice = choiceOf(text, option);
  if (choice) return choice.value;
  const number = Number(text);
  if (option.type === integer && /^[-+]?\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  if (option.type === decimal && text !== "" && Number.isFinite(number)) return number;
  if (option.type === boolean && /^(true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return text;
}
