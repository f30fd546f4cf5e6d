// Pictures of a message, with a button for their description.

import { el } from "./dom.js";

/**
 * Draws a picture of a gallery. It shows only the message's own files: the page loads
 * nothing from other machines.
 */
export function picture(item, message) {
  const attachment = message.attachments.find((a) => a.id === item.media.attachment_id);
  if (!attachment) return el("p", { class: "subtext" }, "A picture from elsewhere, which the playground does not fetch.");
  const alt = item.description ?? attachment.alt;
  const image = el("img", { src: attachment.url, alt, width: attachment.width, height: attachment.height, decoding: "async" });
  const shape = attachment.width > 1.5 * attachment.height ? " wide" : attachment.width === attachment.height ? " square" : "";
  const [button, text] = alt ? description(alt) : [];
  return el("div", { class: "picture item" + shape }, el("div", { class: "frame" }, image, button), text);
}

/**
 * The ALT button, and the text that the button shows and hides. They are no figcaption:
 * screen readers would say the button before the picture.
 */
function description(alt) {
  const text = el("p", { hidden: true }, alt);
  const button = el("button", { type: "button", class: "alt", "aria-expanded": "false", "aria-label": "ALT text of the picture" }, "ALT");
  button.addEventListener("click", () => {
    text.hidden = !text.hidden;
    button.setAttribute("aria-expanded", String(!text.hidden));
  });
  return [button, text];
}
