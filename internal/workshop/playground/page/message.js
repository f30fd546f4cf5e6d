// A message of the channel: its asker, its author and its content.

import { avatar, el, icon } from "./dom.js";
import { layout } from "./layout.js";
import { markdown } from "./markdown.js";
import { exact, stamp } from "./moment.js";

/** The id of a message's element, for links within the page. */
export const anchor = (id) => "message-" + id;

/**
 * Draws a message (see message.go for its fields). The world has the functions for
 * markdown.js, the current person me(), and the actions on a message:
 *   press(message, customID), choose(message, customID, values), dismiss(id),
 *   apply(message, command), where messageCommands lists the commands
 *   use(message, command), on its author, where personCommands lists the commands
 */
export function drawMessage(message, world) {
  const { author, created } = message;
  const article = el("article", { class: message.private ? "message private" : "message", id: anchor(message.id), tabindex: "-1", "aria-label": title(message) },
    occasion(message),
    avatar(author),
    el("header", { class: "by" },
      el("span", { class: "name" }, author.name),
      author.bot ? el("span", { class: "app" }, "APP") : null,
      stamp(created),
      message.edited ? el("span", { class: "edited", title: exact(new Date(message.edited)) }, "(edited)") : null),
    apps(message, world),
    el("div", { class: "body" }, ...body(message, world)),
    message.thread ? el("p", { class: "thread" }, icon("hash"), "Thread: ", el("b", {}, message.thread)) : null,
    message.private ? privateLine(message, world) : null);
  levelHeadings(article);
  return article;
}

/**
 * Sets the levels of a message's headings for screen readers. The largest ones are level 2,
 * below the channel's title, and no level is left out, whatever sizes the text has.
 */
function levelHeadings(article) {
  const headings = [...article.querySelectorAll("h2, h3, h4")];
  const sizes = [...new Set(headings.map((heading) => heading.tagName))].sort();
  for (const heading of headings) heading.setAttribute("aria-level", 2 + sizes.indexOf(heading.tagName));
}

/** A command as people see it: a message command has no slash. */
const shown = ({ command, target }) => (target ? "" : "/") + command;

/** The name of a message for screen readers: its author, and its command or its time. */
function title(message) {
  return message.author.name + ", " + (message.command ? `${shown(message)} for ${message.asker.name}` : exact(new Date(message.created)));
}

const link = (id) => (id ? el("a", { href: "#" + anchor(id) }, "this message") : "a message");

/** The line above a message about the command or message that it answers. */
function occasion(message) {
  const { asker, command, target, pressed } = message;
  if (!asker) return null;
  const did = command
    ? [" used ", el("span", { class: "command" }, shown(message)), ...(target ? [" on ", link(target)] : [])]
    : [" pressed a button of ", link(pressed)];
  return el("p", { class: "occasion" }, icon("reply", "hook"), avatar(asker, "avatar small"), el("span", {}, el("b", {}, asker.name), ...did));
}

/** The menu of a public message, with the message commands, and those for the person who wrote it. */
function apps(message, world) {
  if (message.private || !world.messageCommands?.length) return null;
  const menu = el("details", {
    class: "apps",
    ontoggle: () => menu.open && menu.lastChild.scrollIntoView({ block: "nearest" }),
    onkeydown: (e) => e.key === "Escape" && leave(),
    onfocusout: (e) => menu.contains(e.relatedTarget) || close(),
  },
    el("summary", { "aria-label": "Menu of the message", title: "More" }, "⋯"),
    el("div", { class: "list" },
      el("p", {}, "Apps"),
      ...world.messageCommands.map((command) => entry(command, command, world.apply)),
      ...(message.author.bot ? [] : world.personCommands.map((command) => entry(command, `${message.author.name}: ${command}`, world.use)))));
  function entry(command, label, act) {
    return el("button", { type: "button", onclick: () => {
      leave();
      act(message, command, menu);
    } }, icon("bot"), label);
  }
  const close = () => (menu.open = false);
  const leave = () => {
    close();
    menu.firstChild.focus();
  };
  return menu;
}

function body(message, world) {
  const parts = message.content === "" ? [] : [el("div", { class: "text" }, markdown(message.content, world))];
  return [...parts, ...layout(message, world)];
}

function privateLine(message, world) {
  return el("p", { class: "private-line" }, icon("eye"), "Only you can see this", el("span", { "aria-hidden": "true" }, "·"),
    el("button", { type: "button", class: "plain", onclick: () => world.dismiss(message.id) }, "Dismiss"));
}

/** A note in the channel: the bot did not answer a command. */
export function drawFailure(asker, command, sentence) {
  const note = el("article", { class: "message failure", "aria-label": `/${command} for ${asker.name}, no answer` },
    occasion({ asker, command }),
    el("p", { class: "failed" }, icon("alert"), sentence, el("span", { "aria-hidden": "true" }, "·"),
      el("button", { type: "button", class: "plain", onclick: () => note.remove() }, "Dismiss")));
  return note;
}

/** Shows under a message that a press of one of its buttons failed. */
export function markFailed(article, sentence) {
  article.querySelector(".body > .failed")?.remove();
  article.querySelector(".body").append(el("p", { class: "failed", role: "alert" }, icon("alert"), sentence));
}
