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
draw();
follow();
