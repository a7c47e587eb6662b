// @ts-check
// The lights of the seats, as a screen can show them: their colour, and a sign for what it means.

import { say } from "./texts.js";

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
/** @type {(name: string, screen: string) => string} */
function sign(name, screen) {
  if (screen === "time is up") return name === "red" ? "up" : "";
  return /^turn/.test(screen) && !/off|white|blue/.test(name) ? "turn" : "";
}

// A WS2812 is bright at values that a screen shows as nearly black: keep the hue, stretch the strength.
/** @type {(seat: HTMLElement, colour?: number[], screen?: string, who?: string) => void} */
export function light(seat, colour = [0, 0, 0], screen = "", who = "") {
  const most = Math.max(...colour);
  const name = colourName(colour);
  seat.style.setProperty("--light", most ? `rgb(${colour.map((part) => Math.round((part / most) * 255)).join(" ")})` : "");
  seat.style.setProperty("--strength", String(most ? 0.5 + 0.5 * (most / 255) ** 0.5 : 0));
  seat.dataset.light = name;
  seat.dataset.sign = sign(name, screen);
  const up = seat.dataset.sign === "up" && say("time_is_up");
  const where = say("seat", { seat: seat.dataset.key ?? "" });
  const label = [where, who, say("light", { colour: say(name) }), up].filter(Boolean).join(", ");
  if (seat.ariaLabel !== label) seat.ariaLabel = label;
}
