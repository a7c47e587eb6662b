// @ts-check
// The table on the screen: what the clock shows and sounds, and fingers on its keys.

import { all, byId, keep, kept, one } from "./shared.js";

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
 * @property {string} hint what can be done there
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

for (const seat of seats) {
  const letter = document.createElement("span");
  const lamp = document.createElement("span");
  letter.textContent = seat.dataset.key ?? "";
  lamp.className = "lamp";
  seat.append(letter, lamp);
}

// ---- the connection: always the newest state, nothing while we are busy ----

// The key was taken to heart when this page came: who looks over a shoulder need not read it.
if (location.search) history.replaceState(null, "", location.pathname);

/** @type {WebSocket | null} */
let socket = null;

function connect() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  socket = new WebSocket(`${scheme}://${location.host}/device`);
  socket.onmessage = (message) => {
    Object.assign(device, JSON.parse(message.data));
    show();
    send({ seen: true });
  };
  socket.onclose = () => {
    letAllGo();
    device.powered = undefined;
    show();
    setTimeout(connectAgain, 1000);
  };
}

// A clock that was started anew in the network has another key: this page, loaded again, asks for it.
async function connectAgain() {
  const answer = await fetch(".", { method: "HEAD" }).catch(() => null);
  if (answer?.status === 401) location.reload();
  else connect();
}

/** @param {Record<string, unknown>} order */
function send(order) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(order));
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
    send({ press: key });
  }
}

/** @param {string} finger */
function release(finger) {
  const key = fingers.get(finger);
  if (key === undefined) return;
  fingers.delete(finger);
  if ([...fingers.values()].includes(key)) return;
  keys.get(key)?.classList.remove("down");
  send({ release: key });
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
    setTimeout(release, 100, "click");
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

// ---- the display, pixel for pixel ----

const oled = /** @type {HTMLCanvasElement} */ (byId("oled"));
const pen = /** @type {CanvasRenderingContext2D} */ (oled.getContext("2d"));
const image = pen.createImageData(128, 64);
const dots = new Uint32Array(image.data.buffer); // one for each, red in the lowest byte
const GLASS = 0xff0b0705;
let drawn = "";

function drawDisplay(frame = "") {
  const lit = device.powered && device.awake ? 0.3 + 0.7 * ((device.contrast ?? 0) / 255) : 0;
  if (drawn === `${lit} ${frame}`) return; // another field has changed
  drawn = `${lit} ${frame}`;
  const on = (0xff000000 | (Math.round(255 * lit) << 16) | (Math.round(232 * lit) << 8) | Math.round(206 * lit)) >>> 0;
  const columns = atob(frame);
  for (let at = 0; at < columns.length; at++) {
    const column = lit ? columns.charCodeAt(at) : 0;
    const top = (at >> 7) * 1024 + (at & 127); // eight dots of a column are a byte, the topmost its lowest bit
    for (let row = 0; row < 8; row++) dots[top + row * 128] = (column >> row) & 1 ? on : GLASS;
  }
  pen.putImageData(image, 0, 0);
}

// The largest scale at which a pixel of the panel is a whole number of pixels of this screen.
function fitDisplay() {
  const room = byId("room");
  const ratio = window.devicePixelRatio;
  const scale = Math.max(1, Math.floor(Math.min(room.clientWidth / 128, room.clientHeight / 64) * ratio)) / ratio;
  oled.style.width = `${128 * scale}px`;
  oled.style.height = `${64 * scale}px`;
  byId("glass").style.setProperty("--dot", `${scale}px`);
  byId("glass").classList.toggle("fine", scale * ratio < 3);
}
new ResizeObserver(fitDisplay).observe(byId("room"));
window.addEventListener("resize", fitDisplay);

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

// A WS2812 is bright at values that a screen shows as nearly black: keep the hue, stretch the strength.
/** @type {(seat: HTMLElement, colour: number[]) => void} */
function light(seat, colour) {
  const most = Math.max(...colour);
  const name = colourName(colour);
  seat.style.setProperty("--light", most ? `rgb(${colour.map((part) => Math.round((part / most) * 255)).join(" ")})` : "");
  seat.style.setProperty("--strength", String(most ? 0.5 + 0.5 * (most / 255) ** 0.5 : 0));
  seat.dataset.light = name;
  seat.setAttribute("aria-label", `Seat ${seat.dataset.key}, light ${name}`);
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
  byId("sound").textContent = on ? "Sound on" : wanted ? "Touch for sound" : "Sound off";
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
    button.textContent = button.ariaLabel = "Copied";
  } catch {
    getSelection()?.selectAllChildren(code); // no clipboard over plain http from another computer
    button.textContent = button.ariaLabel = "Selected";
  }
  setTimeout(() => {
    button.textContent = "Copy";
    button.ariaLabel = label;
  }, 1500);
}

for (const row of all(".port")) {
  one("button", row).addEventListener("click", () => copy(row));
}
for (const button of all("button", byId("speeds"))) {
  button.addEventListener("click", () => send({ speed: Number(button.dataset.speed) }));
}
byId("reset").addEventListener("click", () => send({ reset: true }));
byId("plug").addEventListener("click", () => send({ plug: !device.powered }));

/** @type {(row: HTMLElement, name: string | null | undefined) => void} */
function showPort(row, name) {
  row.hidden = !name;
  one("code", row).textContent = name ?? "";
}

function showLog() {
  const log = byId("log");
  const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 4;
  log.textContent = device.log || "Nothing yet.";
  if (atEnd) log.scrollTop = log.scrollHeight;
}

function sentence() {
  if (device.powered === undefined) return "No connection to the simulator – trying again …";
  if (device.fault) return device.fault;
  if (!device.powered) return "The plug is out";
  return device.speed === 0 ? "Time is frozen" : "Running";
}

function whatNow() {
  if (device.powered === undefined) return "Start it again with tileclock sim, and this page comes back by itself.";
  if (device.fault) return "Reset starts the clock again.";
  if (!device.powered) return "Plug it in again: a game that was running can be resumed.";
  if (device.speed === 0) return "Time stands still: choose a speed to go on.";
  return device.hint ?? "";
}

// Who does not see the picture hears what it means, when that is something else: not every second.
function tell() {
  const language = device.language || "en";
  const on = device.powered && device.awake;
  byId("said").lang = oled.lang = language;
  setText(byId("said"), (on && device.said) || "");
  oled.setAttribute("aria-label", ["The clock's display", ...((on && device.text) || [])].join("\n"));
}

/** @type {(element: HTMLElement, text: string) => void} */
function setText(element, text) {
  if (element.textContent !== text) element.textContent = text; // a live region speaks only when it changes
}

function show() {
  const connected = device.powered !== undefined;
  document.body.classList.toggle("dead", !device.powered || Boolean(device.fault));
  if (device.frame) drawDisplay(device.frame);
  for (const [index, seat] of seats.entries()) {
    light(seat, (device.powered && device.lights?.[index]) || [0, 0, 0]);
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
  setText(byId("plug"), device.powered === false ? "Plug it in" : "Pull the plug");
  setText(byId("state"), sentence());
  setText(byId("hint"), whatNow());
  tell();
}

showSound();
show();
connect();
