// The inline part of Discord's Markdown: see markdown.js.

import { el } from "./dom.js";
import { moment } from "./moment.js";

const deepest = 12; // nested marks; deeper ones are shown as text

// The rules in the order in which they are tried at each place. Each pattern is
// sticky; make returns a node, or undefined for "take it as text".
const rules = [
  { is: /\\([^\sA-Za-z0-9])/y, make: ([, mark]) => document.createTextNode(mark) },
  { is: /(`{1,2})(?!`)([^`]|[^`][\s\S]*?[^`])\1(?!`)/y, make: ([, , code]) => el("code", {}, code.trim()) },
  { is: /<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, make: ([, seconds, style]) => moment(Number(seconds), style) },
  { is: /<@!?(\d{1,20})>/y, make: ([, id], { world }) => mention("@" + (world.name?.(id) ?? "unknown")) },
  { is: /<@&(\d{1,20})>/y, make: ([, id], { world }) => mention("@" + (world.role?.(id) ?? "role")) },
  { is: /<#(\d{1,20})>/y, make: ([, id], { world }) => channel(id, world) },
  { is: /<\/([-_' \p{L}\p{N}]{1,98}):\d{1,20}>/yu, make: ([, name]) => mention("/" + name) },
  { is: /<(https?:\/\/[^\s<>]+)>/y, make: ([, url], { world }) => link(url, [url], world) },
  { is: /\[((?:[^[\]\\]|\\.)+)\]\(<?(https?:\/\/(?:[^\s()<>]|\([^\s()<>]*\))+)>?\)/y,
    make: ([, text, url], { world, depth }) => link(url, inline(text, world, depth + 1, true), world), links: true },
  { is: /https?:\/\/[^\s<>]*[^\s<>.,:;!?"')\]*_~|]/y, make: ([url], { world }) => link(url, [url], world), links: true },
  { is: /\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/ys, make: within("strong") },
  { is: /__((?:\\.|[^\\])+?)__(?!_)/ys, make: within("u") },
  { is: /~~((?:\\.|[^\\])+?)~~/ys, make: within("s") },
  { is: /\*(?![\s*])((?:\*\*|\\.|[^*\\])+?)(?<!\s)\*(?!\*)/ys, make: within("em") },
  { is: /(?<![\p{L}\p{N}])_(?![\s_])((?:__|\\.|[^_\\])+?)_(?![\p{L}\p{N}])/ysu, make: within("em") },
];

function within(tag) {
  return ([, text], { world, depth, linked }) => el(tag, {}, ...inline(text, world, depth + 1, linked));
}

/** Renders a text to a list of nodes. linked: the text is inside a link. */
export function inline(text, world, depth = 0, linked = false) {
  const nodes = [];
  let plain = "";
  const flush = () => {
    if (plain !== "") nodes.push(...broken(plain));
    plain = "";
  };
  for (let i = 0; i < text.length;) {
    const [length, node] = depth < deepest ? first(text, i, { world, depth, linked }) : [0];
    if (!node) {
      plain += text[i++];
      continue;
    }
    flush();
    nodes.push(node);
    i += length;
  }
  flush();
  return nodes;
}

/** The first rule that matches the text at i. */
function first(text, i, at) {
  if (!/[\\`<[h*_~]/.test(text[i])) return [0]; // no rule begins with another character
  for (const rule of rules) {
    if (rule.links && at.linked) continue;
    rule.is.lastIndex = i;
    const found = rule.is.exec(text);
    const node = found && rule.make(found, at);
    if (node) return [found[0].length, node];
  }
  return [0];
}

/** Text with its line breaks. */
function broken(text) {
  return text.split("\n").flatMap((line, i) => (i === 0 ? [line] : [el("br"), line]));
}

function mention(text) {
  return el("span", { class: "mention" }, text);
}

/** A channel's name. For a channel of this page it is a link. */
function channel(id, world) {
  const name = world.channel?.(id);
  return name ? el("button", { type: "button", class: "mention", onclick: () => world.visit(id) }, "#" + name) : mention("#channel");
}

/** A link, if the address is http or https. */
function link(address, children, world) {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) return undefined;
  const jump = world.jump?.(url);
  if (jump) return el("a", { href: jump }, ...children);
  return el("a", { href: url.href, target: "_blank", rel: "noopener noreferrer" }, ...children);
}
