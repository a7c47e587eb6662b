// @ts-check
// The table on the screen: what the clock shows and sounds, and fingers on its keys.

import { keepAwake } from "./alone.js";
import { drawDisplay } from "./display.js";
import { join } from "./line.js";
import { goesOn, showMoment } from "./moment.js";
import { learnNames, makeLabels, showNames } from "./names.js";
import { laySeats } from "./seats.js";
import { all, byId, keep, kept, one, setText } from "./shared.js";
import { hint, say, speak } from "./texts.js";
import { announce } from "./voice.js";

/**
 * What the server tells of the clock.
 * @typedef {object} Device
 * @property {string} frame the panel's picture, base 64
 * @property {number} contrast
 * @property {boolean} awake
 * @property {number[][]} lights red, green and blue of each seat
 * @property {number} tone in Hz; 0 is silent
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
 * @property {number} speed
 * @property {string | null} serial
 * @property {string | null} tcp
 */

const TAP_MS = 100;
const HELD_MS = 900; // longer than what the clock takes for a hold
/** @type {Record<string, string>} */
const KEYBOARD = { ArrowUp: "up", ArrowDown: "down", Enter: "ok", Backspace: "back", Escape: "back" };
const seats = all(".seat");
const keys = new Map(all("[data-key]").map((button) => [button.dataset.key ?? "", button]));
/** @type {Partial<Device>} */
const device = {}; // the newest state the server told us, field by field

makeLabels(seats);

// ---- the line to the clock ----

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

// ---- fingers: a key is down while at least one pointer or keyboard key holds it ----

/** @type {Map<string, string>} */
const fingers = new Map(); // pointer id or keyboard code → key of the clock

/** @type {(finger: string, key: string) => void} */
function press(finger, key) {
  if (fingers.has(finger)) return;
  const wasUp = ![...fingers.values()].includes(key);
  fingers.set(finger, key);
  if (wasUp) {
    keys.get(key)?.classList.add("down");
    send?.({ press: key });
  }
}

/** @param {string} finger */
function release(finger) {
  const key = fingers.get(finger);
  if (key === undefined) return;
  fingers.delete(finger);
  if ([...fingers.values()].includes(key)) return;
  send?.({ release: key });
  // A tap that is shorter than a picture is seen in one all the same.
  requestAnimationFrame(() => requestAnimationFrame(() => showUp(key)));
}

// A click of assistive technology has no length: whoever wants a hold says so before it.
let holdsNext = false;

/** @param {boolean} wanted */
function holdNext(wanted) {
  holdsNext = wanted;
  byId("hold").setAttribute("aria-pressed", String(wanted));
}
byId("hold").addEventListener("click", () => holdNext(!holdsNext));

/** @param {string} key */
function showUp(key) {
  if (![...fingers.values()].includes(key)) keys.get(key)?.classList.remove("down");
}

function letAllGo() {
  for (const finger of [...fingers.keys()]) release(finger);
}

for (const [key, button] of keys) {
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    button.setPointerCapture(event.pointerId); // the key stays down when the finger slides off it
    press(`pointer ${event.pointerId}`, key);
  });
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"])) {
    button.addEventListener(end, (event) => release(`pointer ${event.pointerId}`));
  }
  button.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch is a hold
  button.addEventListener("click", (event) => {
    // Assistive technology clicks without a pointer; a real pointer was handled above.
    if (event.detail || (event instanceof PointerEvent && event.pointerType)) return;
    press("click", key);
    setTimeout(release, holdsNext ? HELD_MS : TAP_MS, "click");
    holdNext(false);
  });
}

// A button clicked with the mouse takes no focus, so Enter goes on meaning the clock's OK.
document.addEventListener("mousedown", (event) => {
  if (event.target instanceof Element && event.target.closest("a, button, summary")) event.preventDefault();
});

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

window.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const key = keyFor(event);
  if (!key) return;
  event.preventDefault();
  if (!event.repeat) press(event.code, key);
});
window.addEventListener("keyup", (event) => release(event.code));
window.addEventListener("blur", letAllGo);
window.addEventListener("pagehide", letAllGo);
document.addEventListener("visibilitychange", () => document.hidden && letAllGo());

// ---- the lights ----

/** @type {(colour: number[]) => string} */
function colourName([red, green, blue]) {
  const most = Math.max(red, green, blue);
  if (!most) return "off";
  if (Math.min(red, green, blue) > 0.6 * most) return "white";
  if (most === blue) return red > 0.6 * most ? "purple" : "blue";
  if (most === green) return red > 0.7 * most ? "yellow" : "green";
  return green > 0.25 * most ? "amber" : "red";
}

// What a light's colour means.
/** @param {string} name */
function sign(name) {
  if (device.screen === "time is up") return name === "red" ? "up" : "";
  return /^turn/.test(device.screen ?? "") && !/off|white|blue/.test(name) ? "turn" : "";
}

// A WS2812 is bright at values that a screen shows as nearly black: keep the hue, stretch the strength.
/** @type {(seat: HTMLElement, colour: number[], who: string) => void} */
function light(seat, colour, who) {
  const most = Math.max(...colour);
  const name = colourName(colour);
  seat.style.setProperty("--light", most ? `rgb(${colour.map((part) => Math.round((part / most) * 255)).join(" ")})` : "");
  seat.style.setProperty("--strength", String(most ? 0.5 + 0.5 * (most / 255) ** 0.5 : 0));
  seat.dataset.light = name;
  seat.dataset.sign = sign(name);
  const up = seat.dataset.sign === "up" && say("time_is_up");
  const where = say("seat", { seat: seat.dataset.key ?? "" });
  const label = [where, who, say("light", { colour: say(name) }), up].filter(Boolean).join(", ");
  if (seat.ariaLabel !== label) seat.ariaLabel = label;
}

// ---- the buzzer: browsers allow sound only after somebody touched the page ----

/** @type {{ context: AudioContext, wave: OscillatorNode, volume: GainNode } | null} */
let buzzer = null;
let wanted = kept("sound") !== "off";

function startBuzzer() {
  if (buzzer || !wanted) return;
  const context = new AudioContext();
  const wave = new OscillatorNode(context, { type: "square" });
  const volume = new GainNode(context, { gain: 0 });
  wave.connect(volume).connect(context.destination);
  wave.start();
  buzzer = { context, wave, volume };
  showSound();
}

function buzz() {
  if (!buzzer) return;
  const now = buzzer.context.currentTime;
  const tone = (wanted && device.powered && device.tone) || 0;
  if (tone) buzzer.wave.frequency.setValueAtTime(tone, now);
  buzzer.volume.gain.setTargetAtTime(tone ? 0.06 : 0, now, 0.003); // a ramp this short is no click
}

function showSound() {
  const on = wanted && buzzer;
  byId("sound").setAttribute("aria-pressed", String(Boolean(on)));
  byId("sound").textContent = say(on ? "sound_on" : wanted ? "sound_touch" : "sound_off");
}

byId("sound").addEventListener("click", () => {
  wanted = !(wanted && buzzer);
  keep("sound", wanted ? "on" : "off");
  startBuzzer();
  showSound();
  buzz();
});
for (const touch of ["pointerdown", "pointerup", "keydown"]) {
  const firstTouch = (/** @type {Event} */ event) => {
    if (event.target !== byId("sound")) startBuzzer();
    buzzer?.context.resume();
  };
  window.addEventListener(touch, firstTouch, { capture: true });
}

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
    light(seat, (device.powered && device.lights?.[index]) || [0, 0, 0], device.names?.[index] ?? "");
  }
  buzz();
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
