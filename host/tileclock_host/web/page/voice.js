// @ts-check
// The browser's own voice: says what the display means whenever that changes, and if wanted how much time is left.

import { byId, keep, kept } from "./shared.js";
import { language as spoken, say } from "./texts.js";

const MARKS_S = [30, 10]; // of a turn: more often nobody could bear it, and in the last seconds the clock ticks
const BESIDE_S = 5; // a turn that begins so near to a mark has been told by its rules

/** @type {{ button: HTMLElement, name: string, on: boolean }[]} */
const [voice, time] = ["voice", "voice-time"].map((name) => ({ button: byId(name), name, on: kept(name) === "on" }));
let said = "";
let most = 0; // of the turn that runs, in seconds
let before = 0;

/** @type {(text: string, language: string) => void} */
function speak(text, language) {
  if (!voice.on || !("speechSynthesis" in window) || !text) return;
  const speech = new SpeechSynthesisUtterance(text);
  speech.lang = language;
  speechSynthesis.speak(speech);
}

/** @type {(text: string, language: string) => void} */
export function announce(text, language) {
  if (text === said) return;
  said = text;
  most = before = 0;
  if (voice.on && "speechSynthesis" in window) speechSynthesis.cancel(); // what was meant before is no news any more
  speak(text, language);
}

/** @param {string} left as the digits have it: seconds, with a tenth, or minutes and seconds */
export function announceTime(left) {
  const [, minutes = "0", seconds] = /^(?:(\d+):)?(\d+)(?:\.\d)?$/.exec(left) ?? [];
  if (seconds === undefined) return;
  const now = 60 * Number(minutes) + Number(seconds);
  most = Math.max(most, now);
  const mark = MARKS_S.find((each) => before > each && now <= each && now > each - BESIDE_S && most > each + BESIDE_S);
  before = now;
  if (mark && time.on) speak(say("seconds_left", { count: mark }), spoken);
}

function show() {
  voice.button.hidden = !("speechSynthesis" in window);
  time.button.hidden = voice.button.hidden || !voice.on;
  for (const { button, on } of [voice, time]) button.setAttribute("aria-pressed", String(on));
}

for (const each of [voice, time]) {
  each.button.addEventListener("click", () => {
    each.on = !each.on;
    keep(each.name, each.on ? "on" : "off");
    if (!voice.on) speechSynthesis.cancel();
    show();
  });
}
show();
