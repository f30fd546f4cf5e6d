// The forms of the bot: questions with a text input or a radio group, and texts.

import { byID, el } from "./dom.js";
import { markdown } from "./markdown.js";

/**
 * Opens a form. submit gets the values by the inputs' custom ids, and returns a promise.
 * The form closes once the promise is fulfilled. If the promise is rejected, the form
 * stays open and shows the error's sentence.
 */
export function openForm(form, world, submit) {
  const sheet = byID("form"), failure = byID("form-failure");
  byID("form-title").textContent = form.title;
  byID("form-parts").replaceChildren(...form.components.map((part, i) => draw(part, "form-part-" + i, world)));
  failure.hidden = true;
  sheet.querySelectorAll("[data-cancel]").forEach((button) => (button.onclick = () => sheet.close()));
  const send = byID("form-submit");
  sheet.querySelector("form").onsubmit = async (e) => {
    e.preventDefault();
    if (send.hasAttribute("aria-busy")) return;
    send.setAttribute("aria-busy", "true");
    try {
      await submit(Object.fromEntries(new FormData(e.target)));
      sheet.close();
    } catch (error) {
      failure.textContent = error.message;
      failure.hidden = false;
    } finally {
      send.removeAttribute("aria-busy");
    }
  };
  sheet.showModal();
  const first = byID("form-parts").querySelector("input, textarea");
  (first?.closest("fieldset")?.querySelector(":checked") ?? first ?? send).focus();
}

/** Draws a part by its component type in Discord. An action row has one text input. */
function draw(part, id, world) {
  switch (part.type) {
    case 10: return el("div", { class: "text" }, markdown(part.content, world));
    case 18: return question(part.component, part.label, part.description, id);
    default: return question(part.components[0], part.components[0].label, "", id);
  }
}

function question(input, label, description, id) {
  const required = input.required !== false;
  const about = description ? el("p", { class: "hint", id: id + "-about" }, description) : null;
  const name = [label, required ? null : el("span", { class: "hint" }, " (optional)")].filter(Boolean);
  const described = { "aria-describedby": about?.id };
  if (input.type === 21) {
    return el("fieldset", { class: "field", ...described }, el("legend", {}, ...name), about,
      ...input.options.map((option) => radio(option, input.custom_id, required)));
  }
  return el("div", { class: "field" }, el("label", { for: id }, ...name), about,
    el(input.style === 2 ? "textarea" : "input", {
      id, name: input.custom_id, placeholder: input.placeholder, required, autocomplete: "off",
      minlength: input.min_length, maxlength: input.max_length ?? 4000, ...described,
    }));
}

function radio(option, name, required) {
  return el("label", { class: "option" }, el("input", { type: "radio", name, value: option.value, checked: option.default, required }),
    el("span", {}, option.label, option.description ? el("small", {}, option.description) : null));
}
