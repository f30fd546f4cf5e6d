// The dialogs: the themes, the broken rules, and the forms of the bot.

import { get } from "./api.js";
import { byID, el } from "./dom.js";

/** Makes a button open a dialog. A cross, or a click beside the dialog, closes it. */
function dialog(id, opener, prepare = () => {}) {
  const sheet = byID(id);
  byID(opener).addEventListener("click", async () => {
    await prepare();
    sheet.showModal();
  });
  sheet.querySelector(".close").addEventListener("click", () => sheet.close());
  sheet.addEventListener("click", (e) => e.target === sheet && sheet.close());
  return sheet;
}

/** Shows the board in every theme, with a button to try each. */
export function startGallery(themes, attempt) {
  const sheet = dialog("gallery", "open-gallery");
  byID("boards").append(...themes.map((theme) => el("figure", { class: "board" },
    el("img", { src: theme.picture, alt: "The classical array on a board in the theme " + theme.name, width: 720, height: 720, loading: "lazy" }),
    el("figcaption", {}, el("div", {}, theme.name, el("code", {}, "theme:" + theme.id)),
      el("button", {
        type: "button", class: "button primary", "aria-label": "Try " + theme.name,
        onclick: () => {
          sheet.close();
          attempt("/sp number:518 theme:" + theme.id);
        },
      }, "Try")))));
}

/** Opens a form of the bot and submits the typed values. */
export function fillForm(form, submit) {
  const sheet = byID("form");
  byID("form-title").textContent = form.title;
  const inputs = form.components.flatMap((row) => row.components).map((input) => el("label", {}, input.label,
    el("input", { name: input.custom_id, placeholder: input.placeholder ?? "", maxlength: input.max_length ?? 4000, required: input.required !== false, autocomplete: "off" })));
  byID("form-inputs").replaceChildren(...inputs);
  sheet.querySelector("form").onsubmit = (e) => submit(Object.fromEntries(new FormData(e.target)));
  sheet.querySelector(".close").onclick = () => sheet.close();
  sheet.showModal();
}

export function startRules() {
  dialog("rules", "open-rules", countRules);
}

/** Updates the list of broken rules and their number. */
export async function countRules() {
  const { broken } = await get("/api/rules").catch(() => ({})); // other requests report the failure
  if (!broken) return;
  byID("rules-count").textContent = broken.length === 0 ? "none" : String(broken.length);
  byID("open-rules").classList.toggle("some", broken.length > 0);
  byID("rules-list").replaceChildren(...(broken.length === 0 ? [el("li", { class: "none" }, "None.")] : broken.map((rule) => el("li", {}, rule))));
}
