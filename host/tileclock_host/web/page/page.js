// @ts-check
// The table on the screen: what the clock shows and sounds, and fingers on its keys.

import { keepAwake } from "./awake.js";
import { buzz, showSound } from "./buzzer.js";
import { drawDisplay } from "./display.js";
import { layFingers, letAllGo, press, release, TAP_MS } from "./fingers.js";
import { showPhones } from "./join.js";
import { light } from "./lights.js";
import { join } from "./line.js";
import { goesOn, showMoment } from "./moment.js";
import { learnNames, makeLabels, showNames } from "./names.js";
import { laySeats } from "./seats.js";
import { all, byId, one, setText } from "./shared.js";
import { hint, say, speak } from "./texts.js";
import { announce, announceTime } from "./voice.js";

/**
 * What the server tells of the clock.
 * @typedef {object} Device
 * @property {string} frame the panel's picture, base 64
 * @property {number} contrast
 * @property {boolean} awake
 * @property {number[][]} lights red, green and blue of each seat
 * @property {import("./buzzer.js").Tone[]} tones the last ones
 * @property {boolean} powered
 * @property {string} log
 * @property {string} fault
 * @property {string[]} text what the panel says, line by line
 * @property {string} said what it means, in a sentence
 * @property {string} language of both; "" is not known
 * @property {string} screen how it is called
 * @property {string} seat whom it is about
 * @property {import("./moment.js").Moment | null} moment the end of a game, as long as it lasts
 * @property {string[] | null} names of those who sit at the seats; null is not known
 * @property {string} playing letters of the seats; "" is not known
 * @property {string} left the time that the digits of a running turn say
 * @property {string} join where phones take a seat; "" is nowhere, and where there is no such thing it is not said
 * @property {Record<string, boolean>} phones seats they have, and whether they are there
 * @property {number} speed
 * @property {string | null} serial
 * @property {string | null} tcp
 */

/** @type {Record<string, string>} */
const KEYBOARD = { ArrowUp: "up", ArrowDown: "down", Enter: "ok", Backspace: "back", Escape: "back" };
const seats = all(".seat");
const keys = new Map(all("[data-key]").map((button) => [button.dataset.key ?? "", button]));
/** @type {Partial<Device>} */
const device = {}; // the newest state the server told us, field by field

makeLabels(seats);

/** @type {import("./line.js").Send | null} */
let send = null;

/** @param {Partial<Device>} news */
function told(news) {
  Object.assign(device, news);
  show();
}

function lost() {
  letAllGo();
  device.powered = undefined;
  show();
}

/** @type {(event: KeyboardEvent) => string | undefined} */
function keyFor(event) {
  if (document.querySelector("dialog[open]")) return undefined; // it lies over the table
  const focused = document.activeElement?.closest("a, button, summary, pre");
  if (event.key === "Enter" || event.key === " ") {
    if (focused instanceof HTMLElement) return focused.dataset.key; // reached with Tab: it is this button that Enter presses
  } else if (focused?.tagName === "PRE" && event.key.startsWith("Arrow")) return undefined; // scrolls the log
  // A keyboard with other letters has A to F where the Latin one has them.
  const letter = /^[a-z]$/i.test(event.key) ? event.key.toUpperCase() : event.code.replace(/^Key/, "");
  return /^[A-F]$/.test(letter) ? letter : KEYBOARD[event.key];
}

layFingers(keys, keyFor, (key, down) => send?.(down ? { press: key } : { release: key }));

// ---- around the clock: cable, time, power ----

/** @param {HTMLElement} row */
async function copy(row) {
  const code = one("code", row);
  const button = one("button", row);
  const label = button.getAttribute("aria-label");
  try {
    await navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = button.ariaLabel = say("copied");
  } catch {
    getSelection()?.selectAllChildren(code); // no clipboard over plain http from another computer
    button.textContent = button.ariaLabel = say("selected");
  }
  setTimeout(() => {
    button.textContent = say("copy");
    button.ariaLabel = label;
  }, 1500);
}

for (const row of all(".port")) {
  one("button", row).addEventListener("click", () => copy(row));
}
for (const button of all("button", byId("speeds"))) {
  button.addEventListener("click", () => send?.({ speed: Number(button.dataset.speed) }));
}
byId("reset").addEventListener("click", () => send?.({ reset: true }));
byId("plug").addEventListener("click", () => send?.({ plug: !device.powered }));

/** @type {(row: HTMLElement, name: string | null | undefined) => void} */
function showPort(row, name) {
  row.hidden = !name;
  one("code", row).textContent = name ?? "";
}

function showLog() {
  const log = byId("log");
  const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
  log.textContent = device.log || say("nothing_yet");
  if (atEnd) log.scrollTop = log.scrollHeight;
}

function sentence() {
  if (device.powered === undefined) return say(send ? "no_connection" : "connecting");
  if (device.fault) return device.fault;
  if (!device.powered) return say("plug_is_out");
  return say(device.speed === 0 ? "frozen_now" : "running");
}

function whatNow() {
  if (device.powered === undefined) return send ? say("start_again") : "";
  if (device.fault) return say("reset_helps");
  if (!device.powered) return say("plug_helps");
  if (device.speed === 0) return say("speed_helps");
  return hint(device.screen, device.seat);
}

// Who does not see the picture hears what it means, when that is something else: not every second.
function tell() {
  const language = device.language || "en";
  if (device.language) speak(device.language);
  const on = device.powered && device.awake;
  byId("said").lang = byId("oled").lang = language;
  const said = (on && device.said) || "";
  setText(byId("said"), said);
  const name = /^turn/.test(device.screen ?? "") && device.names?.["ABCDEF".indexOf(device.seat ?? "")];
  announce(said && name ? `${said}: ${name}` : said, language);
  announceTime(on && /^(turn|entry)/.test(device.screen ?? "") ? (device.left ?? "") : "");
  byId("oled").setAttribute("aria-label", [say("the_display"), ...((on && device.text) || [])].join("\n"));
}

/** @type {string | null} */
let goingOn = null; // the screen on which OK was pressed for who wants the next game

// One OK for each screen on the way; on any other one, the clock is where it should be.
function goOn() {
  if (goingOn === null) return;
  goingOn = goesOn(device.screen, pressOk) ? (device.screen ?? "") : null;
}

function pressOk() {
  press("next game", "ok");
  setTimeout(release, TAP_MS, "next game");
}

byId("next-game").addEventListener("click", () => {
  goingOn = "";
  goOn();
});

function show() {
  const connected = device.powered !== undefined;
  document.body.classList.toggle("dead", !device.powered || Boolean(device.fault));
  const on = device.powered && device.awake;
  if (device.frame) drawDisplay(device.frame, on ? 0.3 + 0.7 * ((device.contrast ?? 0) / 255) : 0);
  keepAwake(Boolean(on && device.speed));
  laySeats(device.playing ?? "");
  for (const [index, seat] of seats.entries()) {
    light(seat, device.powered ? device.lights?.[index] : undefined, device.screen, device.names?.[index]);
  }
  buzz(connected ? (device.tones ?? []) : null, device.speed ?? 1, Boolean(device.powered));
  showPort(byId("serial"), device.serial);
  showPort(byId("tcp"), device.tcp);
  showLog();
  for (const button of all("button", byId("speeds"))) {
    button.setAttribute("aria-pressed", String(Number(button.dataset.speed) === device.speed));
    button.toggleAttribute("disabled", !connected);
  }
  byId("reset").toggleAttribute("disabled", !device.powered);
  byId("plug").toggleAttribute("disabled", !connected);
  setText(byId("plug"), say(device.powered === false ? "plug_in" : "pull"));
  setText(byId("state"), sentence());
  setText(byId("hint"), whatNow());
  tell();
  const screen = device.screen ?? "";
  showNames(device.names, /^(turn|entry|time is up)/.test(screen));
  showMoment(device.moment);
  showPhones(device.join, device.phones);
  if (goingOn !== screen) goOn();
  if (!device.names && device.powered && device.speed && screen) learnNames(screen);
}

document.addEventListener("spoken", () => {
  showSound();
  show();
});
showSound();
show();
send = join(told, lost);
