// The start of the page and its state: the chosen person and place, and the reactions to
// clicks. The other modules have one subject each.

import { follow, get, gone, post } from "./api.js";
import { append, dismissMessage, isEmpty, showAll, showMessage } from "./channel.js";
import { typed } from "./commandline.js";
import { fill, run, say, startComposer } from "./composer.js";
import { startDaily } from "./daily.js";
import { countRules, startGallery, startRules } from "./dialogs.js";
import { avatar, byID, el, icon } from "./dom.js";
import { openForm } from "./form.js";
import { anchor, drawFailure, markFailed } from "./message.js";
import { keepTime, readIn, setNow } from "./moment.js";
import { startServerEvents } from "./serverevents.js";
import { welcome } from "./welcome.js";

const scene = await get("/api/scene"); // sceneJSON of scene.go
const { commands, messageCommands, personCommands, examples } = await get("/api/commands");
const channels = scene.places.filter((p) => !p.direct);
const inServer = new Map(scene.people.map((u) => [u.id, typed(commands.filter((c) => sees(u, c)), { people: scene.people, roles: scene.roles, channels })]));
const inDirect = typed(commands, { people: scene.people }); // which offer neither roles nor channels

/** In a server, people see a command if they have one of its default permissions. */
function sees(person, command) {
  const needed = command.default_member_permissions;
  return !needed || (BigInt(needed) & BigInt(person.permissions)) !== 0n;
}

let who = scene.people[0];
let place = scene.places[0];
let locale = scene.locales[0]; // of the person and of the server
let leave = () => {}; // stops following the last place
let aim = ""; // the id of a message to scroll to once the place is shown
const homes = new Map(); // link to a message → its channel

/** The functions and data that messages need. */
const world = {
  people: scene.people,
  me: () => who.id,
  name: (id) => [...scene.people, scene.bot].find((u) => u.id === id)?.name,
  role: (id) => scene.roles.find((r) => r.id === id)?.name,
  channel: (id) => channels.find((c) => c.id === id)?.name,
  visit,
  jump: (url) => {
    const [, channel, id] = /^\/channels\/[^/]+\/(\d+)\/(\d+)$/.exec(url.pathname) ?? [];
    if (url.hostname !== "discord.com" || !id) return undefined;
    homes.set("#" + anchor(id), channel);
    return "#" + anchor(id);
  },
  messageCommands,
  personCommands: personCommands ?? [],
  use: (message, command, control) => act("/api/use", { person: message.author.id, command }, message, control),
  apply: (message, command, control) => act("/api/apply", { message: message.id, command }, message, control),
  press: (message, customID, button) => act("/api/press", { message: message.id, customID }, message, button),
  choose: (message, customID, value, control) => act("/api/select", { message: message.id, customID, value }, message, control),
  dismiss: (id) => {
    dismissMessage(id);
    byID("line").focus();
    greet();
  },
};

/** Shows the chosen place as the chosen person. */
function enter() {
  leave();
  markUnread(place.id, false);
  describePlace();
  leave = follow(who.id, place.id, {
    snapshot: ({ now, messages }) => {
      setNow(now);
      showAll(messages, world);
      greet();
      say("");
      takeAim();
      document.body.dataset.at = who.id + " " + place.id;
    },
    message: (message) => {
      showMessage(message, world);
      greet();
    },
    elsewhere: (id) => markUnread(id, true),
    daily: showDaily,
    lost: () => say(gone),
  });
}

/** Shows a channel. If the id of a message is given, scrolls to it. */
function visit(channel, message = "") {
  const there = scene.places.find((p) => p.id === channel);
  if (!there) return;
  aim = message;
  if (there === place) return takeAim();
  place = there;
  document.querySelector(`#places input[value="${there.id}"]`).checked = true;
  enter();
}

/** Shows or hides the mark of a place that has new messages. */
function markUnread(id, unread) {
  byID("unread-" + id).hidden = !unread;
}

function takeAim() {
  const article = aim && byID(anchor(aim));
  aim = "";
  if (!article) return;
  location.hash = article.id;
  article.scrollIntoView();
}

// A link to a message of another channel first opens that channel.
document.addEventListener("click", (e) => {
  const href = e.target.closest?.("a")?.getAttribute("href");
  if (!homes.has(href) || byID(href.slice(1))) return;
  e.preventDefault();
  visit(homes.get(href), href.slice(anchor("").length + 1));
});

function describePlace() {
  delete document.body.dataset.at;
  byID("title").replaceChildren(icon(place.direct ? "at" : "hash"), place.direct ? scene.bot.name : place.name);
  byID("topic").textContent = topic();
}

function topic() {
  if (place.direct) return `${who.name} and the bot alone`;
  return place.name === "daily" ? "The position of the day" : "Start positions of Fischer random chess";
}

const greet = () => welcome(isEmpty(), { scene, place, examples, attempt: run, fill });

/** Who asks, where and in which language. */
const here = () => ({ who: who.id, place: place.id, locale: locale.id });

/** Sends a command. Returns a sentence if that was not possible. */
async function send(command, options) {
  const asker = who;
  try {
    await post("/api/slash", { ...here(), command, options });
  } catch (error) {
    if (!error.silent) return { sentence: error.message, refused: true };
    append(drawFailure(asker, command, error.message), true);
    greet();
  } finally {
    countRules();
  }
  return {};
}

/** Writes a message, which bots do not read. Returns a sentence about that. */
async function write(content) {
  try {
    await post("/api/write", { ...here(), content });
  } catch (error) {
    return { sentence: error.message, refused: true };
  }
  return { sentence: "The bot reads only commands, which begin with /. It reads a message when you use an app in the menu ⋯ of the message." };
}

/** Presses a button, chooses in a menu or uses a command of a message. */
async function act(path, body, message, control) {
  control.setAttribute("aria-busy", "true");
  try {
    const { form } = await post(path, { ...here(), ...body });
    if (form) openForm(form, world, (inputs) => submit(body.message ?? "", form, inputs));
  } catch (error) {
    markFailed(byID(anchor(message.id)), error.message);
  } finally {
    control.removeAttribute("aria-busy");
    countRules();
  }
}

/** Submits a form that opened under a message, or from the menu of a person. */
async function submit(message, form, inputs) {
  try {
    await post("/api/submit", { ...here(), message, form, inputs });
  } finally {
    countRules();
  }
}

async function choices(command, options, focused) {
  return (await post("/api/autocomplete", { ...here(), command, options, focused })).choices;
}

/** Returns a shorter name for direct messages on narrow screens. */
const placeName = (p) => (p.direct ? ["Direct", el("span", { class: "roomy" }, " message")] : [p.name]);

const unreadMark = (p) => el("span", { class: "unread", id: "unread-" + p.id, role: "img", "aria-label": "new messages", hidden: true });

/** A row of radio buttons for a list. */
function choice(fieldset, list, face, choose) {
  byID(fieldset).append(...list.map((item, i) => el("label", {},
    el("input", { type: "radio", name: fieldset, value: item.id, checked: i === 0, onchange: () => choose(item) }), ...face(item))));
}

choice("places", scene.places, (p) => [icon(p.direct ? "at" : "hash"), el("span", {}, ...placeName(p)), unreadMark(p)], (chosen) => {
  place = chosen;
  enter();
});
choice("people", scene.people, (u) => [avatar(u, "avatar small"), el("span", {}, u.name, u.role ? el("small", { class: "rank" }, u.role) : null)], (chosen) => {
  who = chosen;
  enter();
});
if (scene.locales.length > 1) {
  byID("locales").hidden = false;
  choice("locales", scene.locales, (l) => [el("span", { lang: l.id, "data-code": l.id.slice(0, 2), title: l.name }, l.name)], (chosen) => {
    locale = chosen;
    readIn(locale.id);
  });
}
startComposer({ commands: () => (place.direct ? inDirect : inServer.get(who.id)), send, write, choices });
const showDaily = startDaily({ channel: world.channel, visit, fill });
startGallery(scene.themes, fill);
startServerEvents(world);
startRules();
keepTime();
countRules();
enter();
if (!matchMedia("(pointer: coarse)").matches) byID("line").focus(); // on a phone the keyboard would cover the page
