// The dialogs of the page: the themes and the broken rules.

import { get } from "./api.js";
import { byID, el } from "./dom.js";

/** Makes a button open a dialog. A cross, or a click beside the dialog, closes it. */
export function dialog(id, opener, prepare = () => {}) {
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
    el("img", { src: theme.picture, alt: "The classical array on a board in the theme " + theme.name, width: 756, height: 756, loading: "lazy" }),
    el("figcaption", {}, el("div", {}, theme.name, el("code", {}, "theme:" + theme.id)),
      el("button", {
        type: "button", class: "button primary", "aria-label": "Try " + theme.name,
        onclick: () => {
          sheet.close();
          attempt("/sp number:518 theme:" + theme.id);
        },
      }, "Try")))));
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
