// @ts-check
// The seats round the table, clockwise whatever the shape of the screen; who does not play is put away.

import { all } from "./shared.js";

const seats = all(".seat");
const PARTS = 12; // of a side: one, two or three seats share it

for (const seat of seats) {
  const face = document.createElement("span");
  const letter = document.createElement("span");
  const lamp = document.createElement("span");
  face.className = "face";
  letter.textContent = seat.dataset.key ?? "";
  lamp.className = "lamp";
  face.append(letter, lamp);
  seat.append(face);
}

let laid = "";

/** @param {string} playing letters; "" is everybody */
export function laySeats(playing) {
  if (laid === (playing || "all")) return;
  laid = playing || "all";
  const there = seats.filter((seat) => !playing || playing.includes(seat.dataset.key ?? ""));
  for (const seat of seats) seat.hidden = !there.includes(seat);
  const half = Math.ceil(there.length / 2);
  document.documentElement.style.setProperty("--most", String(half));
  // upright: the first half along the top, the others back along the bottom
  side(there.slice(0, half), "top", "1");
  side(there.slice(half).reverse(), "top", "3");
  // on its side: the first one at the left, the next ones down the right, the others up the left
  side([...there.slice(0, 1), ...there.slice(1 + half).reverse()], "side", "1");
  side(there.slice(1, 1 + half), "side", "3");
}

/** @type {(row: HTMLElement[], name: string, line: string) => void} */
function side(row, name, line) {
  const share = PARTS / row.length;
  for (const [index, seat] of row.entries()) {
    for (const part of [seat, seat.nextElementSibling]) {
      if (!(part instanceof HTMLElement)) continue;
      part.style.setProperty(`--${name}-line`, line);
      part.style.setProperty(`--${name}-at`, `${1 + index * share} / span ${share}`);
      part.dataset[name] = line === "1" ? "first" : "last";
    }
  }
}
