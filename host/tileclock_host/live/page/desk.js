// @ts-check
// The desk's side: rounds are drawn and started, boxes told, rulings put on record; what stands is listed.

import { ask, HEADERS, sentence } from "./server.js";
import { all, byId, one, setText, text } from "./shared.js";
import { say } from "./texts.js";

/** @typedef {{ entry: number, kind: string, person: string, round: number, table: number, words: string, at: string }} Judged */
/** @typedef {import("./server.js").Trouble} Trouble */
/** @typedef {{ port: string, table: number, trouble?: Trouble }} Box */
/** @typedef {{ number: number, rounds: number, wanted: string, size: number, mode?: string, seed?: number, again?: number, minutes?: number }} Round */
/** @typedef {{ round?: Round, people?: string[], judged?: Judged[], boxes?: Box[] }} State */

const SOON_MS = 150; // a piece of news brings several
const BOXES_MS = 3000;

/** @type {State} */
let state = {};
let coming = 0;
/** @type {import("./parts.js").Parts} */
let parts = {};
let wanted = ""; // what the draw's fields were set for

async function look() {
  try {
    state = await (await ask("desk/state", { headers: HEADERS })).json();
    draw();
  } catch (error) {
    told(String(error instanceof Error ? error.message : error), true);
  }
}

/** @type {(said: string, wrong?: boolean) => void} */
function told(said, wrong = false) {
  const line = byId("told");
  line.classList.toggle("wrong", wrong);
  setText(line, said);
}

/** @type {(what: string, said?: Record<string, string>) => Promise<Box[] | null>} */
async function wish(what, said = {}) {
  byId("troubles").replaceChildren();
  try {
    const answer = await ask(`desk/${what}?${new URLSearchParams(said)}`, { method: "POST", headers: HEADERS });
    told(say("desk_done"));
    await look();
    return (await answer.json()).told;
  } catch (error) {
    told(String(error instanceof Error ? error.message : error), true);
    return null;
  }
}

function draw() {
  drawRound(state.round ?? { number: 0, rounds: 0, wanted: "social", size: 0 });
  const people = (state.people ?? []).map((name) => {
    const option = document.createElement("option");
    option.value = name;
    return option;
  });
  byId("people").replaceChildren(...people);
  byId("no-rulings").hidden = Boolean(state.judged?.length);
  one(".judged").replaceChildren(...(state.judged ?? []).map(ruling));
  byId("no-boxes").hidden = Boolean(state.boxes?.length);
  byId("boxes").replaceChildren(...(state.boxes ?? []).map(box));
}

/** @type {(now: Round) => void} */
function drawRound(now) {
  const rounds = Math.max(now.rounds, now.number);
  const facts = [say(`mode_${now.mode}`), say("desk_seed", { seed: now.seed ?? 0 })];
  if (now.again) facts.push(say("desk_again", { count: now.again }));
  const drawn = [say("status", { round: now.number, rounds }), ...facts].join(" · ");
  setText(byId("drawn"), now.number ? drawn : say("no_round"));
  const played = parts.played ?? [];
  const confirmed = played.filter((each) => each.confirmed).length;
  const games = { done: played.length - lacking(), tables: played.length, confirmed };
  setText(byId("played"), now.number ? say("desk_played", games) : "");
  setText(one("button", form("draw")), say("desk_draw", { round: now.number + 1 }));
  setText(one("button", form("undraw")), say("desk_undraw", { round: now.number }));
  form("undraw").hidden = form("start").hidden = !now.number;
  byId("anew").hidden = !now.minutes;
  if (wanted === `${now.wanted} ${now.number}`) return; // else what somebody chooses would be undone
  wanted = `${now.wanted} ${now.number}`;
  field("draw", "mode").value = now.wanted;
  field("draw", "size").value = now.size ? String(now.size) : "";
  field("start", "minutes").value = now.minutes ? String(now.minutes) : field("start", "minutes").value;
  fields();
}

/** Tables of the round that have not all their games. */
function lacking() {
  return (parts.played ?? []).filter((each) => each.games < (parts.event?.games ?? 0)).length;
}

/** @type {(each: Judged) => HTMLElement} */
function ruling(each) {
  const line = document.createElement("li");
  const where = each.table ? say("table", { table: each.table }) : "";
  const kind = say(`kind_${each.kind}`);
  const head = text("span", [`${each.entry}`, each.at, kind, where].filter(Boolean).join(" · "));
  head.className = "head";
  const said = text("span", "");
  said.className = "said";
  const who = text("bdi", each.person);
  const words = text("bdi", each.words);
  if (each.person) said.append(who, ": ");
  said.append(words);
  const undo = text("button", say("desk_undo"));
  undo.setAttribute("aria-label", `${say("desk_undo")}: ${each.entry}`);
  undo.addEventListener("click", () => {
    const why = prompt(say("desk_why"));
    if (why) wish("undo", { entry: String(each.entry), words: why });
  });
  line.append(head, undo, said);
  return line;
}

/** @type {(each: Box) => HTMLElement} */
function box(each) {
  const where = each.table ? say("desk_box", { table: each.table }) : say("desk_no_table");
  const trouble = each.trouble ? sentence(each.trouble) : "";
  return text("li", [`${each.port}: ${where}`, trouble].filter(Boolean).join(" – "));
}

/** @type {(id: string) => HTMLFormElement} */
function form(id) {
  const found = byId(id);
  if (!(found instanceof HTMLFormElement)) throw new Error(`${id} is no form`);
  return found;
}

/** @type {(id: string, name: string) => HTMLInputElement | HTMLSelectElement} */
function field(id, name) {
  const found = form(id).elements.namedItem(name);
  if (found instanceof HTMLInputElement || found instanceof HTMLSelectElement) return found;
  throw new Error(`${id} has no ${name}`);
}

/** What was typed, without what is hidden and what is empty.
 * @type {(from: HTMLFormElement) => Record<string, string>} */
function typed(from) {
  /** @type {Record<string, string>} */
  const found = {};
  for (const [name, value] of new FormData(from)) {
    const field = from.elements.namedItem(name);
    const shown = field instanceof HTMLElement && !field.closest("label")?.hidden;
    if (shown && typeof value === "string" && value.trim()) found[name] = value.trim();
  }
  return found;
}

/** @type {(id: string, done: (said: Record<string, string>) => Promise<unknown>) => void} */
function on(id, done) {
  form(id).addEventListener("submit", (event) => {
    event.preventDefault();
    done(typed(form(id)));
  });
}

/** What a form asks for depends on what is chosen first. */
function fields() {
  for (const from of [form("rule"), form("draw")]) {
    const { what, mode } = typed(from);
    for (const label of all("[data-for]", from)) {
      label.hidden = !(label.dataset.for ?? "").split(" ").includes(what ?? mode);
    }
  }
}

/** To all boxes; those that were not told are named.
 * @type {(what: string, said?: Record<string, string>) => Promise<boolean>} */
async function tell(what, said = {}) {
  const boxes = await wish(what, said);
  const troubled = (boxes ?? []).filter((each) => each.trouble);
  byId("troubles").replaceChildren(...troubled.map(box));
  if (boxes) told(say(troubled.length ? "desk_not_all" : "desk_told"), troubled.length > 0);
  return Boolean(boxes) && !troubled.length;
}

on("announce", async (said) => {
  if (await wish("announce", said)) form("announce").reset();
});
on("rule", async ({ what, ...said }) => {
  if (await wish(what, said)) form("rule").reset();
  fields();
});
on("draw", async (said) => {
  const next = (state.round?.number ?? 0) + 1;
  const missing = lacking();
  if (missing && !confirm(say("desk_sure", { count: missing, round: next }))) return;
  await wish("draw", { ...said, round: String(next) });
});
on("undraw", async () => {
  const why = prompt(say("desk_why"));
  if (why) await wish("undraw", { round: String(state.round?.number ?? 0), words: why });
});
on("seat", () => tell("seat"));
on("lock", async (said) => {
  if (await tell("lock", said)) form("lock").reset();
});
on("unlock", () => tell("lock", { none: "1" }));
on("start", async (said) => {
  if (await wish("start", said)) form("start").reset();
});
form("rule").addEventListener("change", fields);
form("draw").addEventListener("change", fields);

const news = new EventSource("events");
news.addEventListener("message", (event) => {
  const come = JSON.parse(event.data);
  parts = { ...parts, ...come };
  if (come.event) setText(byId("name"), come.event.name || say("waiting"));
  if (!["event", "standings", "announced", "played"].some((name) => name in come)) return;
  clearTimeout(coming);
  coming = setTimeout(look, SOON_MS);
});
setInterval(look, BOXES_MS);
document.addEventListener("spoken", draw);
fields();
look();
