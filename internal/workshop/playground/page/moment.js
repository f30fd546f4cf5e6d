// Instants, in Discord's form <t:seconds:style>.

import { el } from "./dom.js";

// The options of Intl.DateTimeFormat for each style.
const styles = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

let reader; // the language of times, as the browser's if nobody has chosen one

/** Sets the language of times. */
export function readIn(language) {
  reader = language;
}

let ahead = 0; // how far the playground's clock is ahead of this machine's, in milliseconds

/** The playground's time, in milliseconds since 1970. */
export const now = () => Date.now() + ahead;

/** Sets the playground's time, and updates all times in the page. */
export function setNow(iso) {
  ahead = Date.parse(iso) - Date.now();
  tellAgain(document);
}

/** A <time> element, or undefined if the time is outside the range of Date. */
export function moment(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return undefined;
  const text = style === "R" ? ago(date) : new Intl.DateTimeFormat(reader, styles[style]).format(date);
  return el("time", { class: "moment", datetime: date.toISOString(), title: exact(date), "data-ago": style === "R" }, text);
}

/** The time of a message, with the day unless it is today. */
export function stamp(iso) {
  const date = new Date(iso);
  return el("time", { class: "stamp", datetime: iso, title: exact(date) }, stampText(date));
}

function stampText(date) {
  const time = new Intl.DateTimeFormat(undefined, styles.t).format(date);
  const today = date.toDateString() === new Date(now()).toDateString();
  return today ? "Today at " + time : new Intl.DateTimeFormat(undefined, styles.d).format(date) + " " + time;
}

/** The day and the time of a date in words. */
export const exact = (date) => new Intl.DateTimeFormat(reader, { dateStyle: "full", timeStyle: "long" }).format(date);

const units = [["year", 31557600], ["month", 2629800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

function ago(date) {
  const seconds = (date.getTime() - now()) / 1000;
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? units.at(-1);
  return new Intl.RelativeTimeFormat(reader, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}

/** Updates texts such as "5 minutes ago" and "Today" every 15 seconds. */
export function keepTime() {
  setInterval(() => tellAgain(document), 15000);
}

/** Writes the times in a part of the page for the current time. */
export function tellAgain(part) {
  for (const time of part.querySelectorAll("time[data-ago]")) time.textContent = ago(new Date(time.dateTime));
  for (const time of part.querySelectorAll("time.stamp")) time.textContent = stampText(new Date(time.dateTime));
}
