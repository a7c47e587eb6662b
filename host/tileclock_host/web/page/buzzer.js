// @ts-check
// The buzzer: each tone the clock makes, as long as it makes it. Browsers allow sound only after a touch.

import { byId, keep, kept } from "./shared.js";
import { say } from "./texts.js";

/** When it began, in ms of the clock's time, and its pitch in Hz; 0 is silence.
 * @typedef {[number, number]} Tone */

const ONE_PATTERN_MS = 300; // what follows so soon belongs to what is playing, and keeps its distance
const LOUD = 0.06;

/** @type {{ context: AudioContext, wave: OscillatorNode, volume: GainNode } | null} */
let buzzer = null;
let wanted = kept("sound") !== "off";
/** @type {number | null} */
let heard = null; // when the last tone began that was played, by the clock; null before the first news
let due = 0; // and by the browser

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

function hush() {
  buzzer?.volume.gain.cancelScheduledValues(0);
  buzzer?.volume.gain.setTargetAtTime(0, buzzer.context.currentTime, 0.003);
}

/** The last tones, how fast the clock's time runs, and whether they are to be heard here. null: nobody knows, and
 * what comes next is no news.
 * @type {(tones: Tone[] | null, speed: number, aloud: boolean) => void} */
export function buzz(tones, speed, aloud) {
  const newest = tones?.at(-1)?.[0] ?? 0;
  const fresh = heard === null || !aloud ? [] : (tones ?? []).filter(([at]) => at > (heard ?? 0));
  for (const tone of fresh) play(tone, speed);
  heard = tones && newest;
  if (!tones || !aloud) hush();
}

/** @type {(tone: Tone, speed: number) => void} */
function play([at, pitch], speed) {
  const since = at - (heard ?? 0);
  heard = at;
  if (!buzzer || !wanted) return;
  const now = buzzer.context.currentTime;
  due = Math.max(now, since < ONE_PATTERN_MS ? due + since / 1000 / (speed || 1) : 0);
  if (pitch) buzzer.wave.frequency.setValueAtTime(pitch, due);
  buzzer.volume.gain.setTargetAtTime(pitch ? LOUD : 0, due, 0.003); // a ramp this short is no click
}

export function showSound() {
  const on = wanted && buzzer;
  byId("sound").setAttribute("aria-pressed", String(Boolean(on)));
  byId("sound").textContent = say(on ? "sound_on" : wanted ? "sound_touch" : "sound_off");
}

byId("sound").addEventListener("click", () => {
  wanted = !(wanted && buzzer);
  keep("sound", wanted ? "on" : "off");
  startBuzzer();
  showSound();
  if (!wanted) hush();
});
for (const touch of ["pointerdown", "pointerup", "keydown"]) {
  const firstTouch = (/** @type {Event} */ event) => {
    if (event.target !== byId("sound")) startBuzzer();
    buzzer?.context.resume();
  };
  window.addEventListener(touch, firstTouch, { capture: true });
}
