// @ts-check
// Fingers on the keys: one is down while at least one pointer or key of the keyboard holds it.

import { byId } from "./shared.js";

export const TAP_MS = 100;
const HELD_MS = 900; // longer than what the clock takes for a hold

/** @type {Map<string, HTMLElement>} */
let keys = new Map();
/** @type {Map<string, string>} */
const fingers = new Map(); // pointer id or keyboard code → key of the clock
/** @type {(key: string, down: boolean) => void} */
let told = () => {};

/** @type {(finger: string, key: string) => void} */
export function press(finger, key) {
  if (fingers.has(finger)) return;
  const wasUp = ![...fingers.values()].includes(key);
  fingers.set(finger, key);
  if (wasUp) {
    keys.get(key)?.classList.add("down");
    told(key, true);
  }
}

/** @param {string} finger */
export function release(finger) {
  const key = fingers.get(finger);
  if (key === undefined) return;
  fingers.delete(finger);
  if ([...fingers.values()].includes(key)) return;
  told(key, false);
  // A tap that is shorter than a picture is seen in one all the same.
  requestAnimationFrame(() => requestAnimationFrame(() => showUp(key)));
}

/** @param {string} key */
function showUp(key) {
  if (![...fingers.values()].includes(key)) keys.get(key)?.classList.remove("down");
}

export function letAllGo() {
  for (const finger of [...fingers.keys()]) release(finger);
}

// A click of assistive technology has no length: whoever wants a hold says so before it.
let holdsNext = false;

/** @param {boolean} wanted */
function holdNext(wanted) {
  holdsNext = wanted;
  byId("hold").setAttribute("aria-pressed", String(wanted));
}
byId("hold").addEventListener("click", () => holdNext(!holdsNext));

/** @type {(key: string, button: HTMLElement) => void} */
function lay(key, button) {
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

/** The buttons that are keys of the clock, what a key of the keyboard means, and who is told.
 * @type {(buttons: Map<string, HTMLElement>, keyFor: (event: KeyboardEvent) => string | undefined, tell: typeof told) => void} */
export function layFingers(buttons, keyFor, tell) {
  keys = buttons;
  told = tell;
  for (const [key, button] of buttons) lay(key, button);
  window.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const key = keyFor(event);
    if (!key) return;
    event.preventDefault();
    if (!event.repeat) press(event.code, key);
  });
  window.addEventListener("keyup", (event) => release(event.code));
}

// A button clicked with the mouse takes no focus, so Enter goes on meaning the clock's OK.
document.addEventListener("mousedown", (event) => {
  if (event.target instanceof Element && event.target.closest("a, button, summary")) event.preventDefault();
});
window.addEventListener("blur", letAllGo);
window.addEventListener("pagehide", letAllGo);
document.addEventListener("visibilitychange", () => document.hidden && letAllGo());
