// @ts-check
// The wall shows one scene after the other, each in pages that a room can read; a phone shows all below each other.

import { running } from "./parts.js";
import { all, byId, keep, kept, one, setText } from "./shared.js";
import { say } from "./texts.js";

/** @typedef {import("./parts.js").Parts} Parts */

const STAYS_MS = 10_000;
const WALL = matchMedia("(min-width: 75rem) and (min-height: 37rem)");
const SIZES = /** @type {Record<string, [string, number]>} */ ({
  standings: [".rows", 24],
  tables: [".cards", 16],
  plan: [".plans", 9],
  seats: [".seats", 36],
});

/** @type {Parts} */
let parts = {};
let at = 0;
let since = performance.now();
let stays = false;

function isWall() {
  const chosen = kept("view");
  return chosen ? chosen === "wall" : WALL.matches;
}

/** What is worth showing now, a page each: before its first game who sits where, then how it goes.
 * @type {() => { scene: string, page: number, pages: number }[]} */
function pages() {
  const begun = (parts.played ?? []).some(({ games }) => games > 0);
  const plays = (parts.seating ?? []).some((_, table) => running(parts, table + 1));
  const wanted = ["standings"];
  if (begun || plays) wanted.unshift("tables");
  if (!begun && parts.seating?.length) wanted.unshift("plan", "seats");
  return wanted.flatMap((scene) => {
    const [list, size] = SIZES[scene];
    const count = Math.max(1, Math.ceil(one(list, byId(scene)).children.length / size));
    return Array.from({ length: count }, (_, page) => ({ scene, page, pages: count }));
  });
}

/** @type {(now: Parts) => void} */
export function scenes(now) {
  parts = now;
  const wall = isWall();
  document.body.className = wall ? "wall" : "list";
  setText(byId("view"), say(wall ? "view_list" : "view_wall"));
  const found = pages();
  at %= found.length;
  const shown = found[at];
  for (const section of all("[data-scene]")) {
    const scene = section.dataset.scene ?? "";
    section.hidden = wall ? scene !== shown.scene : scene === "plan" && !parts.seating?.length;
    const [list, size] = SIZES[scene];
    const first = wall && scene === shown.scene ? shown.page * size : 0;
    [...one(list, section).children].forEach((each, place) => {
      if (each instanceof HTMLElement) each.hidden = wall && (place < first || place >= first + size);
    });
  }
  const { page, pages: count } = shown;
  setText(byId("scenes"), wall && count > 1 ? say("page_of", { page: page + 1, pages: count }) : "");
  const join = byId("join");
  join.hidden = !wall || !parts.join;
  if (parts.join && join instanceof HTMLImageElement && !join.getAttribute("src")) join.src = "join.svg";
  join.setAttribute("alt", say("join"));
}

/** @type {(by: number) => void} */
function turn(by) {
  at = (at + by + pages().length) % pages().length;
  since = performance.now();
  scenes(parts);
}

setInterval(() => {
  if (isWall() && !stays && performance.now() - since >= STAYS_MS) turn(1);
}, 250);

document.addEventListener("keydown", (event) => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  if (event.key === "ArrowRight") turn(1);
  else if (event.key === "ArrowLeft") turn(-1);
  else if (event.key === "p") stays = !stays; // a director talks about what stands there
});

byId("view").addEventListener("click", () => {
  keep("view", isWall() ? "list" : "wall");
  document.dispatchEvent(new Event("viewed"));
});
WALL.addEventListener("change", () => document.dispatchEvent(new Event("viewed")));
