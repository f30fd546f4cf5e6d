// The panel of daily posts: the playground's time, buttons that wind the clock forward,
// and the state of the posts (dailyJSON of dailyjson.go).

import { post } from "./api.js";
import { countRules } from "./dialogs.js";
import { byID, el } from "./dom.js";
import { now, setNow } from "./moment.js";
import { dailyLine } from "./welcome.js";

const panel = byID("daily"), opener = byID("open-daily"), progress = byID("progress");

let app; // channel(id), visit(channel, message), fill(line)
let state; // the last dailyJSON
let winding; // an AbortController while the clock is wound

/** Prepares the panel. Returns a function that shows a new state. */
export function startDaily(given) {
  app = given;
  opener.addEventListener("click", () => open(panel.hidden));
  byID("close-daily").addEventListener("click", () => open(false));
  panel.addEventListener("keydown", (e) => e.key === "Escape" && open(false));
  byID("wind").addEventListener("click", (e) => e.target.dataset.by && wind(e.target));
  byID("stop-winding").addEventListener("click", () => winding?.abort());
  byID("no-subs").append("None yet. As Anna, try ", el("button", { type: "button", class: "plain", onclick: () => app.fill(dailyLine) }, dailyLine));
  setInterval(showTime, 250);
  return show;
}

function open(wanted) {
  panel.hidden = !wanted;
  opener.setAttribute("aria-expanded", String(wanted));
  showTime();
  if (wanted) panel.focus();
  else opener.focus();
}

/** Winds the clock forward by the time of a button. */
async function wind(button) {
  if (winding) return;
  winding = new AbortController();
  panel.classList.add("winding");
  button.setAttribute("aria-busy", "true");
  progress.textContent = "The clock is being wound …";
  const long = setTimeout(() => (byID("stop-winding").hidden = false), 1000);
  try {
    const answer = await post("/api/wind", { by: button.dataset.by, down: byID("down").checked }, winding.signal);
    setNow(answer.now); // the event with the new state may come later
    progress.textContent = "It is " + wall(state.zone).time + " on " + wall(state.zone).day + ".";
  } catch (error) {
    progress.textContent = winding.signal.aborted ? "Stopped on the way." : error.message;
  } finally {
    clearTimeout(long);
    byID("stop-winding").hidden = true;
    button.removeAttribute("aria-busy");
    panel.classList.remove("winding");
    winding = undefined;
    countRules();
  }
}

function show(given) {
  state = given;
  setNow(state.now);
  showTime();
  byID("clock-change").textContent = state.change ? changeText(state.change) : "";
  byID("subs").replaceChildren(...state.subs.flatMap(subRows));
  byID("posts").replaceChildren(...state.posts.map(postRow));
  for (const list of ["subs", "posts"]) {
    byID(list).parentElement.hidden = state[list].length === 0;
    byID("no-" + list).hidden = state[list].length > 0;
  }
}

/** The current time and day in a time zone, in words. */
function wall(zone) {
  const parts = (options) => new Intl.DateTimeFormat("en-GB", { timeZone: zone, ...options }).formatToParts(now());
  const part = (list, type) => list.find((p) => p.type === type).value;
  const day = parts({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return {
    time: parts({ timeStyle: "medium" }).map((p) => p.value).join(""),
    day: ["weekday", "day", "month", "year"].map((type) => part(day, type)).join(" "),
    offset: part(parts({ timeZoneName: "longOffset" }), "timeZoneName").replace("GMT", "UTC"),
  };
}

function showTime() {
  if (panel.hidden || !state) return;
  const here = wall(state.zone), utc = wall("UTC");
  set("clock-time", here.time);
  set("clock-day", here.day);
  set("clock-utc", `${state.zone.replaceAll("_", " ")}, ${here.offset} · ${utc.time} UTC${utc.day === here.day ? "" : ", " + utc.day}`);
}

/** Changes a text only if it differs, so that a selection in it stays. */
function set(id, text) {
  if (byID(id).textContent !== text) byID(id).textContent = text;
}

function changeText({ zone, before, after }) {
  return `Clocks change next in ${zone.replaceAll("_", " ")}: ${after.day}, ${before.time} → ${after.time}`;
}

/** The rows of a subscription: one, and a second one for its trouble. */
function subRows(sub) {
  const row = el("tr", {},
    el("th", { scope: "row" }, channelButton(sub.channel), chip(sub.status)),
    el("td", {}, sub.time, el("small", {}, sub.zone.replaceAll("_", " "))),
    el("td", {}, ...(sub.next ? [sub.next.day, el("small", {}, sub.next.time + " " + sub.next.offset)] : ["–"])));
  return sub.trouble ? [row, el("tr", { class: "trouble" }, el("td", { colspan: 3 }, "Trouble: " + sub.trouble))] : [row];
}

function postRow(item) {
  return el("tr", {},
    el("th", { scope: "row" }, dayOf(item.date), el("small", {}, "#" + (app.channel(item.channel) ?? "channel"))),
    el("td", {}, item.message
      ? el("button", { type: "button", class: "plain", onclick: () => app.visit(item.channel, item.message) }, "SP\u00a0" + item.sp)
      : "SP\u00a0" + item.sp),
    el("td", {}, chip(item.state), item.error ? el("small", {}, item.error) : null),
    el("td", {}, item.due.time, el("small", {}, item.due.offset)));
}

const channelButton = (id) => el("button", { type: "button", class: "plain", onclick: () => app.visit(id) }, "#" + (app.channel(id) ?? "channel"));

const chip = (status) => el("span", { class: "state " + status }, status);

/** "2027-03-28" as "Sun 28 Mar 2027". */
function dayOf(date) {
  const parts = new Intl.DateTimeFormat("en-GB", { timeZone: "UTC", weekday: "short", day: "numeric", month: "short", year: "numeric" }).formatToParts(Date.parse(date));
  return ["weekday", "day", "month", "year"].map((type) => parts.find((p) => p.type === type).value).join(" ");
}
