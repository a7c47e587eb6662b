// @ts-check
// The panel's picture, as large as there is room for: each dot lies on whole dots of this screen.

import { byId } from "./shared.js";

const WIDTH = 128;
const HEIGHT = 64;
const GLASS = "#05070b";
const FEW = 0.94; // of the room: with so much of it dots that are all of one size look best
const oled = /** @type {HTMLCanvasElement} */ (byId("oled"));
const pen = /** @type {CanvasRenderingContext2D} */ (oled.getContext("2d", { alpha: false }));
let drawn = "";
let picture = "";
let colour = GLASS;

/** @type {(frame: string, lit: number) => void} `lit` from 0, dark, to 1; the frame is base 64. */
export function drawDisplay(frame, lit) {
  const key = `${lit} ${frame}`;
  if (drawn === key) return; // another field has changed
  drawn = key;
  picture = lit ? atob(frame) : "";
  colour = `rgb(${Math.round(206 * lit)} ${Math.round(232 * lit)} ${Math.round(255 * lit)})`;
  draw();
}

/** @type {(dots: number, size: number) => number[]} Where each dot begins, and where the last one ends. */
function edges(dots, size) {
  return Array.from({ length: dots + 1 }, (_, at) => Math.round((at * size) / dots));
}

function draw() {
  const left = edges(WIDTH, oled.width);
  const top = edges(HEIGHT, oled.height);
  // the thin dark lines between the dots of a real panel; small dots have no room for them
  const gap = oled.width < 4 * WIDTH ? 0 : Math.max(1, Math.round(oled.width / WIDTH / 9));
  pen.fillStyle = GLASS;
  pen.fillRect(0, 0, oled.width, oled.height);
  pen.fillStyle = colour;
  for (let at = 0; at < picture.length; at++) {
    const x = at % WIDTH; // eight dots of a column are a byte, the topmost its lowest bit
    const y = (at >> 7) * 8;
    for (let column = picture.charCodeAt(at), row = y; column; column >>= 1, row++) {
      if (column & 1) pen.fillRect(left[x], top[row], left[x + 1] - left[x] - gap, top[row + 1] - top[row] - gap);
    }
  }
}

function fitDisplay() {
  const room = byId("room");
  const box = byId("box");
  const ratio = window.devicePixelRatio;
  // Where it is larger than the keys beside it, what is left of the box is its frame.
  oled.style.width = `${room.clientWidth}px`;
  oled.style.height = `${room.clientHeight}px`;
  const wide = room.clientWidth - (box.offsetWidth - oled.offsetWidth);
  const high = room.clientHeight - (box.offsetHeight - oled.offsetHeight);
  const most = Math.max(1, Math.min(wide / WIDTH, high / HEIGHT) * ratio);
  const whole = Math.floor(most);
  const scale = whole >= FEW * most ? whole : Math.floor(most * HEIGHT) / HEIGHT;
  oled.width = Math.round(WIDTH * scale);
  oled.height = Math.round(HEIGHT * scale);
  oled.style.width = `${oled.width / ratio}px`;
  oled.style.height = `${oled.height / ratio}px`;
  draw();
}
new ResizeObserver(fitDisplay).observe(byId("room"));
window.addEventListener("resize", fitDisplay);
