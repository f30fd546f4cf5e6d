// Select menus of a message. Only string selects are supported.

import { el } from "./dom.js";

/** An option's label, with its description below. */
const words = (option) => el("span", {}, option.label, option.description ? el("small", {}, " " + option.description) : null);

/**
 * A menu with one choice. The button shows the label of the chosen line:
 * see "base-select" in message.css. Browsers without base-select show each line as
 * plain text.
 */
export function menu(c, { message, world }) {
  const chosen = c.options.some((o) => o.default);
  const select = el("select", { class: "menu", disabled: c.disabled, "aria-label": c.placeholder ?? "Choose" },
    el("button", {}, document.createElement("selectedcontent")),
    chosen ? null : el("option", { value: "", selected: true, disabled: true }, c.placeholder ?? "Choose"),
    ...c.options.map((o) => el("option", { value: o.value, selected: o.default }, words(o))));
  select.dataset.customId = c.custom_id;
  select.addEventListener("change", () => world.choose(message, c.custom_id, select.value, select));
  return select;
}
