// The list of messages of a channel, kept up to date.

import { byID } from "./dom.js";
import { anchor, drawMessage } from "./message.js";
import { tellAgain } from "./moment.js";

const log = byID("log"), scroll = byID("scroll");

const dismissed = new Set(); // ids of private messages that the person has dismissed
const newest = new Map(); // message id → its latest state, also while its pictures load

/** Empties the channel and shows a list of messages. */
export function showAll(messages, world) {
  newest.clear();
  const shown = messages.filter((message) => !dismissed.has(message.id));
  for (const message of shown) newest.set(message.id, message);
  log.replaceChildren(...shown.map((message) => drawMessage(message, world)));
  toEnd();
}

/** Shows a new message, or the new state of an edited one. */
export async function showMessage(message, world) {
  if (dismissed.has(message.id)) return;
  newest.set(message.id, message);
  const article = drawMessage(message, world);
  const former = byID(anchor(message.id));
  if (!former) return append(article, (message.asker ?? message.author).id === world.me());
  await picturesOf(article); // so that a replaced page does not flicker
  if (newest.get(message.id) !== message || !former.isConnected) return;
  replace(former, article);
}

function removeMessage(id) {
  newest.delete(id);
  byID(anchor(id))?.remove();
}

export function dismissMessage(id) {
  dismissed.add(id);
  removeMessage(id);
}

/** Adds an article. Scrolls to it if it is the person's own or the end was visible. */
export function append(article, own) {
  const near = 200; // pixels
  const atEnd = [bottom(), end()].some((place) => Math.abs(place - scroll.scrollTop) < near);
  log.append(article);
  if (own || atEnd) toEnd();
}

const bottom = () => scroll.scrollHeight - scroll.clientHeight;

/** Scrolls to the newest message, or to its top if it is higher than the view. */
const end = () => Math.min(bottom(), log.lastElementChild?.offsetTop ?? bottom());

function toEnd() {
  scroll.scrollTop = end();
}

export const isEmpty = () => log.childElementCount === 0;

/** Waits a short time for the pictures of an article. */
function picturesOf(article) {
  const pictures = [...article.querySelectorAll("img")].map((image) => image.decode());
  return Promise.race([Promise.allSettled(pictures), new Promise((done) => setTimeout(done, 500))]);
}

/** Replaces an article. The focus stays on the same control, or goes to the first button. */
function replace(former, article) {
  const controls = (a) => [...a.querySelectorAll("button, a, select, summary")].reverse(); // those above come and go with the pictures
  const focused = controls(former).indexOf(document.activeElement?.closest("select") ?? document.activeElement); // or on an option
  tellAgain(article); // the time may have been wound since it was drawn
  former.replaceWith(article);
  if (focused >= 0) (controls(article)[focused] ?? article.querySelector(".button:enabled"))?.focus({ preventScroll: true });
}
