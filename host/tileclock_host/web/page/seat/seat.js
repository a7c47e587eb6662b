// @ts-check
// A phone that has a seat: one big key, its time and light, what it has to do; the clock's display if wanted.

import { keepAwake } from "../awake.js";
import { buzz, showSound } from "../buzzer.js";
import { drawDisplay } from "../display.js";
import { layFingers, letAllGo } from "../fingers.js";
import { light } from "../lights.js";
import { hangUp, join } from "../line.js";
import { ask, HEADERS } from "../server.js";
import { byId, setText, text } from "../shared.js";
import { phone, say, speak } from "../texts.js";
import { late, listen, pressed, roundTrip, silent } from "./network.js";

/**
 * What the server tells the phone of a seat.
 * @typedef {object} Device
 * @property {string} mine the letter of this seat
 * @property {number[]} light red, green and blue
 * @property {string} left the time of the turn that runs
 * @property {string} entry what this seat has entered, where all do
 * @property {string} frame
 * @property {number} contrast
 * @property {boolean} awake
 * @property {import("../buzzer.js").Tone[]} tones
 * @property {boolean} powered
 * @property {string[]} text
 * @property {string} language
 * @property {string} screen
 * @property {string} seat whom it is about
 * @property {string} turn whose clock runs
 * @property {import("../moment.js").Moment | null} moment
 * @property {string[] | null} names
 * @property {string} playing
 * @property {number} speed
 * @property {number} felt
 * @property {number} heard
 */
/** @typedef {{ seat: string, name: string, free: boolean }} Seat */

const key = byId("press");
/** @type {Partial<Device>} */
const device = {};
/** @type {import("../line.js").Send | null} */
let send = null;
let offered = ""; // of seats
let wanted = false; // somebody wants to see the display
let lit = false;
let toned = 0; // when the last tone began that was felt

// ---- the seat ----

async function begin() {
  /** @type {{ mine: string, seats: Seat[], language: string }} */
  const found = await (await ask("seats")).json();
  if (found.language) await speak(found.language);
  byId("chooser").hidden = Boolean(found.mine);
  for (const id of ["mine", "show", "leave"]) byId(id).hidden = !found.mine;
  if (found.mine) return found;
  setText(byId("title"), "tileclock");
  setText(byId("state"), "");
  const news = JSON.stringify([found.seats, say("seat")]);
  if (news !== offered) byId("seats").replaceChildren(...found.seats.map(choice)); // else a focus would be lost
  offered = news;
  return found;
}

/** @type {(seat: Seat) => HTMLElement} */
function choice({ seat, name, free }) {
  const button = document.createElement("button");
  button.type = "button";
  button.disabled = !free;
  const tile = text("span", seat);
  tile.className = "tile";
  button.append(tile, text("bdi", name || say("seat", { seat })), text("small", free ? "" : phone("taken")));
  button.addEventListener("click", () => take(seat));
  return button;
}

/** @param {string} seat */
async function take(seat) {
  try {
    await ask(`take/${seat}`, { method: "POST", headers: HEADERS });
    setText(byId("chooser-said"), "");
    await sit();
  } catch (error) {
    const found = await begin().catch(() => null); // who has which seat has changed
    if (found) setText(byId("chooser-said"), error instanceof Error ? error.message : String(error));
  }
}

async function sit() {
  const { mine } = await begin();
  if (mine) send = join(told, lost, "/seat/device");
}

/** @param {Partial<Device>} news */
function told(news) {
  if (device.powered === undefined && wanted) send?.({ picture: true }); // a new line knows nothing of it
  Object.assign(device, news);
  listen(device.felt, device.heard);
  if (news.names === null) begin().catch(() => null); // that has the clock asked
  show();
}

/** The seat may be somebody else's by now: then there is nothing to join. */
async function lost() {
  letAllGo();
  device.powered = undefined;
  silent();
  show();
  const found = await begin().catch(() => null);
  if (!found || found.mine) return false;
  setText(byId("chooser-said"), phone("free_again"));
  return true;
}

byId("leave").addEventListener("click", () => ask("leave", { method: "POST", headers: HEADERS }));

// Who chooses a seat sees which ones the others have taken meanwhile.
setInterval(() => byId("chooser").hidden || document.hidden || begin().catch(() => null), 2000);
setInterval(() => {
  if (device.powered === undefined || document.hidden) return;
  if (!roundTrip((number) => send?.({ ping: number }))) hangUp();
  showNetwork();
}, 2000);

// ---- the key ----

/** @type {(event: KeyboardEvent) => string | undefined} */
function keyFor(event) {
  const focused = document.activeElement?.closest("button");
  if (byId("mine").hidden || (focused && focused !== key)) return undefined;
  return [" ", "Enter"].includes(event.key) || event.key.toUpperCase() === device.mine ? "mine" : undefined;
}

layFingers(new Map([["mine", key]]), keyFor, (_, down) => send?.(pressed(down)));

byId("show").addEventListener("click", () => {
  wanted = !wanted;
  send?.({ picture: wanted });
  byId("show").setAttribute("aria-pressed", String(wanted));
  byId("room").hidden = !wanted;
});

// ---- what it shows ----

/** Texts for who it is about, and for everybody else. @type {Record<string, string>} */
const ABOUT = {
  deal: "deal",
  turn: "turn",
  "turn without a pool": "turn",
  "turn of Word": "turn",
  "entry of letters": "letters",
  "entry of tiles": "tiles",
  "time is up": "time_up",
  missing: "missing",
};
/** What a hold means there. @type {Record<string, string>} */
const HINTS = { "turn without a pool": "passes", "turn of Word": "lays_none" };
/** Texts that are the same for all. @type {Record<string, string>} */
const FOR_ALL = {
  "set up: players": "players",
  "set up: first player": "first",
  "who is out": "out",
  "who leaves": "leaves",
  "whose mistake": "mistake",
  points: "points",
  jokers: "jokers",
  marks: "marks",
  racks: "racks",
  impossible: "missing",
  lines: "confirm",
  unconfirmed: "confirm",
  pause: "pause",
  dispute: "pause",
};

/** @returns {[string, string]} the headline, and what to do */
function words() {
  if (device.powered === undefined) return [phone("no_line"), ""];
  if (!device.powered) return [phone("asleep"), ""];
  if (device.moment) return [say("wins", { name: device.moment.winner }), device.moment.points];
  const entered = entersWord();
  const onTurn = device.turn === device.mine && !entered; // also while somebody enters what was laid before
  const screen = onTurn && /^entry/.test(device.screen ?? "") ? "turn of Word" : (device.screen ?? "");
  const about = ABOUT[screen];
  if (about && (onTurn || device.seat === device.mine)) return [phone(`${about}.mine`), phone(`${HINTS[screen] ?? about}.do`)];
  if (about) return [phone(`${about}.others`, { name: called(device.seat ?? "") }), ""];
  if (/^(points|jokers)$/.test(screen) && !device.entry) return [phone("nothing.mine"), phone("nothing.do")];
  const all = FOR_ALL[screen];
  return all ? [phone(`${all}.mine`), phone(`${all}.do`)] : [phone("look.mine"), phone("look.do")];
}

/** Whether what stands on the display of Word is this seat's own to enter. */
function entersWord() {
  return Boolean(device.powered && /^entry/.test(device.screen ?? "") && device.seat === device.mine);
}

/** @param {string} seat */
function called(seat) {
  return device.names?.["ABCDEF".indexOf(seat)] || say("seat", { seat });
}


function show() {
  const mine = device.mine ?? "";
  const [head, hint] = words();
  document.body.classList.toggle("dead", !device.powered);
  setText(byId("head"), head);
  setText(byId("hint"), hint);
  setText(byId("title"), called(mine));
  setText(byId("letter"), mine);
  setText(byId("state"), device.powered ? "" : head);
  key.dataset.key = mine;
  light(key, device.powered ? device.light : undefined, device.screen, device.names?.["ABCDEF".indexOf(mine)]);
  const runs = device.powered && /^(turn|entry)/.test(device.screen ?? "");
  setText(byId("left"), (runs && !entersWord() ? device.left : device.entry) ?? "");
  document.body.classList.toggle("mine", Boolean(runs && [device.turn, device.seat].includes(mine)));
  if (wanted && device.frame) {
    const on = device.powered && device.awake;
    drawDisplay(device.frame, on ? 0.3 + 0.7 * ((device.contrast ?? 0) / 255) : 0);
    byId("oled").setAttribute("aria-label", [say("the_display"), ...((on && device.text) || [])].join("\n"));
  }
  keepAwake(Boolean(device.powered && device.speed));
  feel();
  showNetwork();
  if (device.language) speak(device.language);
}

// The box is heard by all: a phone sounds for its own seat, and moves where that can be felt.
function feel() {
  const down = key.classList.contains("down");
  const lights = Boolean(device.powered && device.light?.some(Boolean));
  const [at, pitch] = device.tones?.at(-1) ?? [0, 0];
  if (lights && !lit) navigator.vibrate?.(180);
  else if (down && pitch && at !== toned) navigator.vibrate?.(25);
  lit = lights;
  toned = at;
  buzz(device.powered === undefined ? null : (device.tones ?? []), device.speed ?? 1, lights || down);
}

// Said in any case: what the network takes is taken from this player.
function showNetwork() {
  const said = [];
  if (late.trip !== null) said.push(phone("round_trip", { count: late.trip }));
  if (late.press !== null) said.push(phone("late", { count: late.press }));
  setText(byId("network"), said.join(" "));
}

function dress() {
  document.title = phone("title");
  setText(byId("which"), phone("which_seat"));
  setText(byId("show"), phone("display"));
  setText(byId("leave"), phone("leave"));
  showSound();
  show();
}

document.addEventListener("spoken", dress);
dress();
sit().catch(() => {
  setText(byId("state"), phone("no_line"));
  setTimeout(() => location.reload(), 3000);
});
