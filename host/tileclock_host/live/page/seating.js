// @ts-check
// Who sits where in the latest round: as a plan of the tables, by name, and whoever this page belongs to.

import { listed, made, put } from "./keyed.js";
import { isMine } from "./mine.js";
import { SEATS } from "./parts.js";
import { byId, one, setText, text } from "./shared.js";
import { language, say } from "./texts.js";

/** @typedef {import("./parts.js").Parts} Parts */

const plan = made("li", ["number", "people"]);
const person = made("span", ["seat", "name"]);
const line = made("li", ["name", "number", "seat"]);

/** @type {(parts: Parts) => void} */
export function drawPlan(parts) {
  const part = byId("plan");
  const tables = (parts.seating ?? []).map((names, at) => ({ names, table: String(at + 1) }));
  setText(byId("plan-head"), say("plan", { round: parts.event?.round ?? 0 }));
  listed(one(".plans", part), tables, ({ table }) => table, plan, (element, { names, table }) => {
    put(element, "number", table);
    const seats = [...SEATS].slice(0, Math.max(names.length, 2));
    listed(one(".people", element), seats, String, person, (each, seat) => {
      const name = names[SEATS.indexOf(seat)];
      put(each, "seat", seat);
      put(each, "name", name || say("empty_seat"));
      each.className = `at-${seat}${name ? "" : " nobody"}${isMine(name) ? " mine" : ""}`;
    });
  });
}

/** Everybody who has a seat, by name.
 * @type {(parts: Parts) => { name: string, table: number, seat: string }[]} */
export function seated(parts) {
  const found = (parts.seating ?? []).flatMap((names, at) =>
    names.map((name, seat) => ({ name, table: at + 1, seat: SEATS[seat] })).filter(({ name }) => name),
  );
  return found.sort((one, other) => one.name.localeCompare(other.name, language || "en"));
}

/** @type {(parts: Parts) => void} */
export function drawSeats(parts) {
  setText(byId("seats-head"), say("by_name", { round: parts.event?.round ?? 0 }));
  const list = one(".seats", byId("seats"));
  listed(list, seated(parts), ({ table, seat }) => `${table}${seat}`, line, (element, { name, table, seat }) => {
    put(element, "name", name);
    put(element, "number", String(table));
    put(element, "seat", seat);
    element.setAttribute("aria-label", `${name}: ${say("seat", { table, seat })}`);
    element.classList.toggle("mine", isMine(name));
  });
}

/** Phones are asked that more than anything else.
 * @type {(parts: Parts) => void} */
export function showMine(parts) {
  const part = byId("mine");
  const people = (parts.standings ?? []).filter(({ name }) => isMine(name));
  const shown = people.length <= 3 ? people : []; // more are nobody's name
  const seats = seated(parts);
  part.hidden = !shown.length;
  part.replaceChildren(
    ...shown.map(({ name, place, mark }) => {
      const line = text("p", "");
      const seat = seats.find((each) => each.name === name);
      const where = text("strong", seat ? say("mine", { ...seat }) : say("mine_none"));
      line.append(text("bdi", name), where, text("span", mark ? say(mark) : `${say("place")} ${place}`));
      return line;
    }),
  );
}
