// The welcome in an empty channel, with commands to click.

import { avatar, byID, el } from "./dom.js";

const most = 4; // examples

/** Shows the welcome at a place, or hides it. */
export function welcome(shown, { scene, place, examples, attempt, fill }) {
  const panel = byID("welcome");
  panel.hidden = !shown;
  if (!shown) return;
  panel.replaceChildren(
    avatar(scene.bot, "avatar large"),
    el("h2", {}, place.direct ? `Alone with ${scene.bot.name}` : `Welcome to #${place.name}`),
    el("p", {}, place.direct
      ? "Nobody else reads what you ask here. Pick a command, or type / below."
      : "Ask the bot for a Chess960 start position by its number, for the number of a position, or for one drawn at random. Pick a command, or type / below."),
    el("div", { class: "examples" }, ...examples.slice(0, most).map((line) =>
      el("button", { type: "button", class: "example", onclick: () => attempt(line) }, line))),
    ...(place.direct ? [] : dailyHint(fill)));
}

/** A line that sets a daily post. People can change it before sending. */
export const dailyLine = "/daily-posts set channel:daily time:19:30 timezone:Europe/Berlin";

function dailyHint(fill) {
  return [
    el("p", { class: "hint" }, "Whoever manages the server can have the position of the day posted; “Daily” winds the clock forward to see it come."),
    el("div", { class: "examples" }, el("button", { type: "button", class: "example", onclick: () => fill(dailyLine) }, dailyLine)),
  ];
}
