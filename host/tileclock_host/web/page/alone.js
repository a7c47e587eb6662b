// @ts-check
// Full screen: nothing but the table, if wanted with the seats turned to who sits there.

import { byId, keep, kept } from "./shared.js";

const FULL = byId("full");
const TURN = byId("turn");

/** @param {boolean} alone */
async function setAlone(alone) {
  document.body.classList.toggle("alone", alone);
  FULL.setAttribute("aria-pressed", String(alone));
  // A phone that knows no full screen, or refuses it, shows the table alone in its window.
  if (alone) await document.documentElement.requestFullscreen?.().catch(() => null);
  else if (document.fullscreenElement) await document.exitFullscreen();
}

export function leaveAlone() {
  if (document.body.classList.contains("alone")) setAlone(false);
}

/** @param {boolean} turned */
function turn(turned) {
  document.body.classList.toggle("turned", turned);
  TURN.setAttribute("aria-pressed", String(turned));
  keep("turned", turned ? "on" : "off");
}

FULL.addEventListener("click", () => setAlone(!document.body.classList.contains("alone")));
TURN.addEventListener("click", () => turn(TURN.getAttribute("aria-pressed") !== "true"));
document.addEventListener("fullscreenchange", () => document.fullscreenElement || leaveAlone());
turn(kept("turned") === "on");
