// @ts-check
// The browser's own voice: says what the display means whenever that changes, if somebody wants it.

import { byId, keep, kept } from "./shared.js";

const button = byId("voice");
let wanted = kept("voice") === "on";
let said = "";

/** @type {(text: string, language: string) => void} */
export function announce(text, language) {
  if (text === said) return;
  said = text;
  if (!wanted || !("speechSynthesis" in window)) return;
  speechSynthesis.cancel(); // what was meant before is no news any more
  if (!text) return;
  const speech = new SpeechSynthesisUtterance(text);
  speech.lang = language;
  speechSynthesis.speak(speech);
}

function show() {
  button.hidden = !("speechSynthesis" in window);
  button.setAttribute("aria-pressed", String(wanted));
}

button.addEventListener("click", () => {
  wanted = !wanted;
  keep("voice", wanted ? "on" : "off");
  if (!wanted) speechSynthesis.cancel();
  show();
});
show();
