// @ts-check
// The standings: a row for each, which moves when its place changes; a line behind those of the final.

import { listed, made, put } from "./keyed.js";
import { isMine } from "./mine.js";
import { signed } from "./parts.js";
import { byId, one, setText } from "./shared.js";
import { say } from "./texts.js";

/** @typedef {import("./parts.js").Parts} Parts */

const NAMES = /** @type {Record<string, string>} */ ({ big_points: "big" });
const row = made("li", ["place", "name", "rounds", "big", "points"]);

/** @type {(parts: Parts) => void} */
export function drawStandings(parts) {
  const part = byId("standings");
  const lines = parts.standings ?? [];
  const order = parts.event?.order ?? [];
  const big = order.includes("big_points");
  const begun = lines.some((line) => line.rounds.some((points) => points !== null));
  const cut = begun ? lines.filter((line) => line.cut).length : 0;
  one(".empty", part).hidden = lines.length > 0;
  part.classList.toggle("big-points", big);
  listed(one(".rows", part), lines, (line) => line.id, row, (element, line) => {
    const rounds = line.rounds.map(signed).join("  ");
    put(element, "place", line.place && begun ? String(line.place) : "–");
    put(element, "name", line.name);
    put(element, "rounds", [line.place ? rounds : "", line.mark && say(line.mark)].join("  ").trim());
    put(element, "big", big ? String(line.big) : "");
    put(element, "points", signed(line.points) || "0");
    element.classList.toggle("first", begun && line.place === 1);
    element.classList.toggle("out", line.mark !== "");
    element.classList.toggle("cut", begun && line.cut);
    element.classList.toggle("last", line === lines[cut - 1] && cut < lines.length);
    element.classList.toggle("mine", isMine(line.name));
  });
  setText(byId("order"), order.map((each) => say(NAMES[each] ?? each)).join(" › "));
}
