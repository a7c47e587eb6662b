// @ts-check
// The tables of the round: who sits there, how many games are played, and how their clocks run.

import { listed, made, put } from "./keyed.js";
import { deskNow, timed } from "./now.js";
import { running, SEATS, signed } from "./parts.js";
import { byId, one, setText } from "./shared.js";
import { say } from "./texts.js";

/** @typedef {import("./parts.js").Parts} Parts */
/** @typedef {import("./parts.js").Running} Running */

const LOOK_MS = 100; // a tenth is as exact as a wall needs to be
const LOW_MS = 10_000; // the clock's own ticks begin then

const card = made("li", ["number", "turn", "time", "people", "state"]);
const person = made("span", ["seat", "name", "got"]);

/** @type {Parts} */
let known = {};

/** @type {(parts: Parts) => void} */
export function drawTables(parts) {
  known = parts;
  const part = byId("tables");
  const tables = (parts.seating ?? []).map((names, at) => ({ names, table: at + 1 }));
  one(".empty", part).hidden = tables.length > 0;
  listed(one(".cards", part), tables, ({ table }) => String(table), card, (element, { names, table }) => {
    const now = running(parts, table);
    const played = parts.played?.[table - 1];
    const turn = now && ["runs", "stands", "expired"].includes(now.phase ?? "") ? now.seat : -1;
    put(element, "number", String(table));
    put(element, "turn", turn < 0 ? "" : (names[turn] ?? ""));
    put(element, "state", stated(now, played, parts.event?.games ?? 0));
    element.className = `${now?.phase ?? "quiet"} ${played?.confirmed ? "confirmed" : ""}`;
    listed(one(".people", element), [...names.keys()], String, person, (each, seat) => {
      put(each, "seat", SEATS[seat]);
      put(each, "name", names[seat] || say("empty_seat"));
      put(each, "got", signed(played?.points[seat]));
      each.classList.toggle("on", seat === turn);
      each.classList.toggle("nobody", !names[seat]);
    });
  });
  tick();
}

/** @type {(now: Running | null, played: import("./parts.js").Played | undefined, games: number) => string} */
function stated(now, played, games) {
  const done = played?.games ?? 0;
  const all = say("games_done", { done, games });
  if (played?.confirmed) return `${all} · ${say("confirmed_table")}`;
  if (!now) return all;
  const game = done < games ? say("game", { game: done + 1, games }) : all;
  if (now.phase === "over") return `${now.stored ? all : game} · ${say(now.stored ? "stored" : "counting")}`;
  if (now.phase === "ready") return `${game} · ${say("deal")}`;
  const why = now.phase === "expired" ? "expired" : now.phase === "stands" ? now.why || "stands" : "";
  return [why && say(why), game, say("pool", { count: now.pool })].filter(Boolean).join(" · ");
}

/** What is left of the turn, or used where it counts up; nothing while nobody knows.
 * @type {(now: Running, desk: number | null) => number | null} */
function onTheClock(now, desk) {
  if (!now.known || (now.since !== null && desk === null)) return null;
  const ran = now.since === null || desk === null ? 0 : Math.max(0, desk - now.since);
  return now.left === null ? now.spent + ran : now.left - ran;
}

function tick() {
  const desk = deskNow();
  for (const element of byId("tables").querySelectorAll(".cards > li")) {
    if (!(element instanceof HTMLElement)) continue;
    const now = running(known, Number(element.dataset.key));
    const shown = now && now.phase !== "over" && now.phase !== "ready";
    const left = shown ? onTheClock(now, desk) : null;
    put(element, "time", left === null ? (shown ? "··" : "") : timed(left, true));
    element.classList.toggle("low", left !== null && now?.left !== null && left <= LOW_MS);
  }
  const ends = known.round?.ends;
  const round = byId("round");
  round.hidden = ends === undefined || desk === null;
  if (ends === undefined || desk === null) return;
  setText(round, ends > desk ? say("round_left", { time: timed(ends - desk) }) : say("round_over"));
  round.classList.toggle("over", ends <= desk);
}

setInterval(tick, LOOK_MS);
