// @ts-check
// The page for everybody: takes the news of the desk and has each part of it drawn.

import { forget, heard } from "./now.js";
import { drawPlan, drawSeats, showMine } from "./seating.js";
import { drawStandings } from "./standings.js";
import { drawTables } from "./tables.js";
import { scenes } from "./scenes.js";
import { byId, keep, kept, setText } from "./shared.js";
import { language, say, speak } from "./texts.js";

/** @typedef {import("./parts.js").Parts} Parts */

/** @type {Parts} */
let parts = {};
let fresh = true;

const AGAIN_MS = 5000;
// Letters of an announcement, in hundredths of the wall's height, and how much of it they may take.
const LARGEST = 4.4;
const SMALLEST = 1.6;
const SHARE = 0.25;

function draw() {
  const event = parts.event;
  setText(byId("name"), event?.name || say("waiting"));
  const rounds = Math.max(event?.rounds ?? 0, event?.round ?? 0); // a final may be one more
  const drawn = event?.round ? say("status", { round: event.round, rounds }) : say("before", { rounds });
  const sure = event?.provisional ? say("provisional") : say("final");
  setText(byId("status"), event?.name ? (event.round ? `${drawn} · ${sure}` : drawn) : "");
  const announced = byId("announced");
  announced.hidden = !parts.announced;
  setText(announced, parts.announced ?? "");
  drawStandings(parts);
  drawTables(parts);
  drawPlan(parts);
  drawSeats(parts);
  showMine(parts);
  scenes(parts);
  fit(announced);
}

/** On the wall a long announcement is written smaller, until it leaves room for the rest; nothing is cut.
 * @type {(announced: HTMLElement) => void} */
function fit(announced) {
  announced.style.fontSize = "";
  if (!document.body.classList.contains("wall")) return;
  for (let size = LARGEST; size >= SMALLEST && announced.offsetHeight > innerHeight * SHARE; size -= 0.2) {
    announced.style.fontSize = `${size}vh`;
  }
}

function follow() {
  const source = new EventSource("events");
  source.onopen = () => {
    fresh = true;
    forget();
    byId("offline").hidden = true;
  };
  source.addEventListener("now", (event) => heard(Number(event.data)));
  source.onmessage = (event) => {
    parts = { ...(fresh ? {} : parts), ...JSON.parse(event.data) };
    fresh = false;
    byId("offline").hidden = !parts.old;
    draw();
  };
  source.onerror = () => {
    byId("offline").hidden = false;
    if (source.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    setTimeout(follow, AGAIN_MS);
  };
}

const find = byId("find");
const languages = byId("language");
if (find instanceof HTMLInputElement) {
  find.value = kept("mine") ?? "";
  find.addEventListener("input", () => {
    keep("mine", find.value);
    draw();
  });
}
if (languages instanceof HTMLSelectElement) {
  languages.value = language;
  languages.addEventListener("change", () => speak(languages.value));
}
document.addEventListener("spoken", draw);
document.addEventListener("viewed", draw);
addEventListener("resize", () => fit(byId("announced")));
draw();
follow();
