// The server's own list of events, with what people do there.

import { get, post } from "./api.js";
import { dialog } from "./dialogs.js";
import { byID, el } from "./dom.js";
import { moment } from "./moment.js";

let me; // returns the id of the chosen person
let channel; // returns the name of a channel

export function startServerEvents(world) {
  me = world.me;
  channel = world.channel;
  const sheet = dialog("server-events", "open-server-events", load);
  setInterval(() => sheet.open && load(), 2000);
}

async function load() {
  await get("/api/server-events").then(show).catch(() => {}); // other requests report the failure
}

async function act(id, what) {
  show(await post("/api/server-events", { who: me(), id, do: what }));
}

let shown = ""; // the last list

function show(list) {
  if (JSON.stringify(list) === shown) return;
  shown = JSON.stringify(list);
  byID("no-server-events").hidden = list.events.length > 0;
  byID("server-event-list").replaceChildren(...list.events.map((e) => el("li", { class: "server-event " + e.state },
    e.picture ? el("img", { src: e.picture + "?" + e.interested + encodeURIComponent(e.name + e.ends + e.description.length), alt: "The picture of " + e.name, width: 792, height: 306 }) : null,
    el("h3", {}, e.name, el("span", { class: "state " + (e.final ? "" : "active") }, e.state)),
    el("p", {}, time(e.starts), " – ", time(e.ends), " · ", e.place),
    el("p", { class: "said" }, e.description.replace(/<#(\d+)>/g, (all, id) => "#" + (channel(id) ?? "channel"))),
    el("p", {}, e.interested === 1 ? "1 person is interested" : e.interested + " people are interested"),
    e.final ? null : el("div", { class: "ends" },
      el("button", { type: "button", class: "button", onclick: () => act(e.id, "delete") }, "Delete, as a moderator"),
      el("button", { type: "button", class: "button primary", onclick: () => act(e.id, "interest") }, "Interested")))));
}

const time = (iso) => moment(Date.parse(iso) / 1000, "f");
