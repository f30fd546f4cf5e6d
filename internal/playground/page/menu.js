// Select menus of a message. Only string selects are supported.

import { el } from "./dom.js";

export function menu(c, at) {
  return (c.max_values ?? 1) > 1 ? many(c, at) : one(c, at);
}

/** An option's label, with its description below. */
const words = (option) => el("span", {}, option.label, option.description ? el("small", {}, " " + option.description) : null);

/**
 * A menu with one choice. The button shows the label of the chosen line:
 * see "base-select" in message.css. Browsers without base-select show each line as
 * plain text.
 */
function one(c, { message, world }) {
  const chosen = c.options.some((o) => o.default);
  const select = el("select", { class: "menu", disabled: c.disabled, "aria-label": c.placeholder ?? "Choose" },
    el("button", {}, document.createElement("selectedcontent")),
    chosen ? null : el("option", { value: "", selected: true, disabled: true }, c.placeholder ?? "Choose"),
    ...c.options.map((o) => el("option", { value: o.value, selected: o.default }, words(o))));
  select.dataset.customId = c.custom_id;
  select.addEventListener("change", () => world.choose(message, c.custom_id, [select.value], select));
  return select;
}

/** A menu with several choices: checkboxes, sent when the menu closes. */
function many(c, { message, world }) {
  const boxes = c.options.map((o) => el("input", { type: "checkbox", value: o.value, checked: o.default, disabled: c.disabled }));
  const done = el("button", { type: "button", class: "button secondary" }, "Done");
  const menu = el("details", { class: "menu", "data-custom-id": c.custom_id }, el("summary", {}, c.placeholder ?? "Choose"),
    ...c.options.map((o, i) => el("label", {}, boxes[i], words(o))), done);
  const check = () => {
    const n = boxes.filter((b) => b.checked).length;
    done.disabled = n < (c.min_values ?? 1) || n > c.max_values;
  };
  menu.addEventListener("change", check);
  check();
  done.addEventListener("click", () => world.choose(message, c.custom_id, boxes.filter((b) => b.checked).map((b) => b.value), done));
  return menu;
}
