// The forms of the bot: questions with a text input, a radio group or a menu of people, and texts.

import { byID, el } from "./dom.js";
import { markdown } from "./markdown.js";

let input; // of the form: the one that had the focus last
byID("form-parts").addEventListener("focusin", (e) => (input = e.target));

/**
 * Opens a form. submit gets the values by the inputs' custom ids, and returns a promise.
 * The form closes once the promise is fulfilled. If the promise is rejected, the form
 * stays open and shows the error's sentence, and the focus is in the last input again.
 */
export function openForm(form, world, submit) {
  const sheet = byID("form"), failure = byID("form-failure"), parts = byID("form-parts");
  const under = document.activeElement.closest("article")?.id;
  byID("form-title").textContent = form.title;
  parts.replaceChildren(...form.components.map((part, i) => draw(part, "form-part-" + i, world)));
  failure.hidden = true;
  sheet.querySelectorAll("[data-cancel]").forEach((button) => (button.onclick = () => sheet.close()));
  const send = byID("form-submit");
  let clicked = false;
  input = send;
  send.onclick = (e) => { clicked = e.detail > 0; }; // the browser also clicks for the key Enter
  sheet.querySelector("form").onsubmit = async (e) => {
    e.preventDefault();
    if (send.hasAttribute("aria-busy")) return;
    send.setAttribute("aria-busy", "true");
    try {
      await submit(Object.fromEntries(new FormData(e.target)));
      sheet.close();
      goOn(under, clicked);
    } catch (error) {
      failure.textContent = error.message;
      failure.hidden = false;
      input.focus();
    } finally {
      send.removeAttribute("aria-busy");
    }
  };
  sheet.onclose = () => goOn(under, false); // by Escape or Cancel, too
  sheet.showModal();
  const first = parts.querySelector("input, textarea, select");
  (first?.closest("fieldset")?.querySelector(":checked") ?? first ?? send).focus();
}

/**
 * Gives the focus to what is used next, so that no key is lost: after a click the command
 * line. After a key it is the control that opened the form. If the answer has replaced
 * that control, it is the first one of the message.
 */
function goOn(message, clicked) {
  const keyboardCovers = matchMedia("(pointer: coarse)").matches; // on a phone, if the line has the focus
  const lost = document.activeElement === document.body || byID("form").contains(document.activeElement); // in a closed form: until the browser paints
  if (clicked && !keyboardCovers) byID("line").focus();
  else if (lost) (byID(message)?.querySelector(".button:enabled") ?? byID("line")).focus();
}

/** Draws a part by its component type in Discord. An action row has one text input. */
function draw(part, id, world) {
  switch (part.type) {
    case 10: return el("div", { class: "text" }, markdown(part.content, world));
    case 18: return question(part.component, part.label, part.description, id, world);
    default: return question(part.components[0], part.components[0].label, "", id, world);
  }
}

function question(input, label, description, id, world) {
  const required = input.required !== false;
  const about = description ? el("p", { class: "hint", id: id + "-about" }, description) : null;
  const name = [label, required ? null : el("span", { class: "hint" }, " (optional)")].filter(Boolean);
  const described = { "aria-describedby": about?.id };
  if (input.type === 21) {
    return el("fieldset", { class: "field", ...described }, el("legend", {}, ...name), about,
      ...input.options.map((option) => radio(option, input.custom_id, required)));
  }
  if (input.type === 5) {
    const chosen = input.default_values?.[0]?.id;
    return el("div", { class: "field" }, el("label", { for: id }, ...name), about, el("select", { id, name: input.custom_id, required, ...described },
      el("option", { value: "nobody" }, "–"), ...world.people.map((u) => el("option", { value: u.id, selected: u.id === chosen }, u.name))));
  }
  return el("div", { class: "field" }, el("label", { for: id }, ...name), about,
    el(input.style === 2 ? "textarea" : "input", {
      id, name: input.custom_id, value: input.style === 2 ? undefined : input.value, placeholder: input.placeholder, required, autocomplete: "off",
      minlength: input.min_length, maxlength: input.max_length ?? 4000, rows: input.style === 2 ? 10 : undefined, ...described,
    }, input.style === 2 ? input.value : undefined));
}

function radio(option, name, required) {
  return el("label", { class: "option" }, el("input", { type: "radio", name, value: option.value, checked: option.default, required }),
    el("span", {}, option.label, option.description ? el("small", {}, option.description) : null));
}
