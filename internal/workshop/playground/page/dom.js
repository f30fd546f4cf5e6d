// Makes elements. Texts become text nodes, and values become attributes or properties.
// No text in the page is ever parsed as HTML.

/**
 * Makes an element: el("a", {class: "x", href: "#"}, "text", child, …).
 * A function becomes a listener, such as "onclick". true makes an empty attribute.
 * false, null and undefined make no attribute.
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** An icon of index.html, such as icon("copy"). Screen readers ignore it. */
export function icon(name, className = "icon") {
  const space = "http://www.w3.org/2000/svg";
  const svg = document.createElementNS(space, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(space, "use");
  use.setAttribute("href", "#i-" + name);
  svg.append(use);
  return svg;
}

/** The avatar of a person (an initial on a colour) or of the bot. */
export function avatar(user, className = "avatar") {
  if (user.bot) return icon("bot", className);
  const disc = el("span", { class: className + " initial", "aria-hidden": "true" }, user.name.slice(0, 1).toUpperCase());
  disc.style.setProperty("--hue", hue(user.name));
  return disc;
}

/** A hue for a name, always the same. */
function hue(name) {
  let sum = 0;
  for (const c of name) sum = (sum * 31 + c.codePointAt(0)) % 360;
  return String(sum);
}

export const byID = (id) => document.getElementById(id);
