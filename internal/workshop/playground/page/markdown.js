// Turns Discord's Markdown, as far as bots use it, into DOM nodes. All text ends up in
// text nodes. The only attributes made from the text are the addresses of http and https
// links.
//
// This file has the blocks; inline.js has the marks within a line.

import { el, icon } from "./dom.js";
import { inline } from "./inline.js";

/**
 * Renders a text. The world resolves its references:
 *   name(id)    the name of a person, or undefined
 *   jump(url)   the place in this page for an address, or undefined
 */
export function markdown(text, world = {}) {
  const fragment = document.createDocumentFragment();
  const fence = /```(?:[\w+#.-]*\n)?([\s\S]*?)```\n?/g;
  let from = 0;
  for (const found of text.matchAll(fence)) {
    if (found[1].trim() === "") continue;
    fragment.append(...blocks(text.slice(from, found.index), world), codeBlock(found[1].replace(/^\n|\n$/g, "")));
    from = found.index + found[0].length;
  }
  fragment.append(...blocks(text.slice(from), world));
  return fragment;
}

/** A block of code with a button that copies it. */
function codeBlock(code) {
  const pre = el("pre", {}, el("code", {}, code));
  const button = el("button", { type: "button", class: "copy" });
  const face = (name, label) => {
    button.replaceChildren(icon(name));
    button.setAttribute("aria-label", label);
  };
  face("copy", "Copy");
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code);
      face("check", "Copied");
    } catch {
      getSelection().selectAllChildren(pre); // copying is not allowed: select the text for Ctrl-C
    }
  });
  button.addEventListener("blur", () => face("copy", "Copy"));
  const table = code.includes("\n") && !code.startsWith("["); // PGN is no table
  return el("div", { class: table ? "code table" : "code" }, pre, button);
}

const listItem = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

// A line that matches one of these begins a block. All other lines are paragraphs.
const starts = [
  { is: /^#{1,3} +\S/, read: heading },
  { is: /^-# +\S/, read: subtext },
  { is: /^> /, read: quote },
  { is: listItem, read: list },
];

function blocks(text, world) {
  const lines = text.split("\n");
  const out = [];
  while (lines.length > 0) {
    const start = starts.find((s) => s.is.test(lines[0]));
    if (start) out.push(start.read(lines, world));
    else if (lines[0].trim() === "") lines.shift();
    else out.push(paragraph(lines, world));
  }
  return out;
}

// Each of these functions removes the lines of its block from the front.

function heading(lines, world) {
  const [, marks, text] = /^(#{1,3}) +(.*)$/.exec(lines.shift());
  return el("h" + (marks.length + 1), {}, ...inline(text, world)); // h1 is the channel's
}

function subtext(lines, world) {
  return el("p", { class: "subtext" }, ...inline(lines.shift().replace(/^-# +/, ""), world));
}

function quote(lines, world) {
  const text = takeWhile(lines, (line) => line.startsWith("> ")).map((line) => line.slice(2));
  return el("blockquote", {}, ...inline(text.join("\n"), world));
}

function paragraph(lines, world) {
  const text = takeWhile(lines, (line) => line.trim() !== "" && !starts.some((s) => s.is.test(line)));
  return el("p", {}, ...inline(text.join("\n"), world));
}

function list(lines, world) {
  const items = takeWhile(lines, (line) => listItem.test(line)).map((line) => {
    const [, indent, mark, text] = listItem.exec(line);
    return { depth: indent.length, ordered: /\d/.test(mark), number: parseInt(mark, 10), text };
  });
  return nested(items, world);
}

/** A list. Items with more indentation than the first item are a nested list. */
function nested(items, world) {
  const { depth, ordered, number } = items[0];
  const element = el(ordered ? "ol" : "ul", { start: ordered && number !== 1 ? number : null });
  while (items.length > 0 && items[0].depth >= depth) {
    if (items[0].depth > depth) element.lastChild.append(nested(items, world));
    else element.append(el("li", {}, ...inline(items.shift().text, world)));
  }
  return element;
}

function takeWhile(lines, fits) {
  const taken = [lines.shift()]; // the caller has checked the first line
  while (lines.length > 0 && fits(lines[0])) taken.push(lines.shift());
  return taken;
}
