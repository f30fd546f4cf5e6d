// The layout of a message: Discord's components, by their type numbers. Components that
// the bot cannot send are not drawn.

import { el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { menu } from "./menu.js";
import { picture } from "./picture.js";

const draw = {
  1: row,
  2: button,
  3: menu,
  10: (c, at) => el("div", { class: "text" }, markdown(c.content, at.world)),
  12: gallery,
  13: file,
  17: container,
};

/** Draws a message's components. at has the message and its world. */
export function layout(message, world) {
  return all(message.components, { message, world });
}

function all(components, at) {
  return components.flatMap((c) => draw[c.type]?.(c, at) ?? []);
}

function row(c, at) {
  return el("div", { class: "row" }, ...all(c.components, at));
}

/** A box with a bar in the accent colour on the left. */
function container(c, at) {
  const box = el("div", { class: "container" }, ...all(c.components, at));
  if (Number.isInteger(c.accent_color)) {
    box.style.setProperty("--accent", "#" + c.accent_color.toString(16).padStart(6, "0"));
  }
  return box;
}

function gallery(c, at) {
  return el("div", { class: "pictures", "data-count": c.items.length }, ...c.items.map((item) => picture(item, at.message)));
}

function file(c, at) {
  const attachment = at.message.attachments.find((a) => a.id === c.file.attachment_id);
  return attachment ? el("p", { class: "file" }, el("a", { href: attachment.url, download: attachment.name }, attachment.name)) : null;
}

const buttonStyles = { 1: "primary", 2: "secondary", 3: "success", 4: "danger" };

function button(c, { message, world }) {
  if (c.style === 5) return linkButton(c);
  return el("button", {
    type: "button", class: "button " + (buttonStyles[c.style] ?? "secondary"), disabled: c.disabled, "data-custom-id": c.custom_id,
    onclick: (e) => world.press(message, c.custom_id, e.currentTarget),
  }, c.label);
}

function linkButton(c) {
  const url = URL.parse(c.url);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return null;
  return el("a", { class: "button secondary link", href: url.href, target: "_blank", rel: "noopener noreferrer" }, c.label, icon("out"));
}
