// @ts-check
// The desk's side: what is ruled and announced goes on record from here, and what stands is listed.

import { ask, HEADERS } from "./server.js";
import { all, byId, one, setText, text } from "./shared.js";
import { say } from "./texts.js";

/** @typedef {{ entry: number, kind: string, person: string, round: number, table: number, words: string, at: string }} Judged */
/** @typedef {{ port: string, table: number, trouble: string }} Box */
/** @typedef {{ people?: string[], judged?: Judged[], boxes?: Box[] }} State */

const SOON_MS = 150; // a piece of news brings several
const BOXES_MS = 3000;

/** @type {State} */
let state = {};
let coming = 0;

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
  return text("li", [`${each.port}: ${where}`, each.trouble].filter(Boolean).join(" – "));
}

/** @type {(id: string) => HTMLFormElement} */
function form(id) {
  const found = byId(id);
  if (!(found instanceof HTMLFormElement)) throw new Error(`${id} is no form`);
  return found;
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

function fields() {
  const what = typed(form("rule")).what;
  for (const label of all("[data-for]", form("rule"))) {
    label.hidden = !(label.dataset.for ?? "").split(" ").includes(what);
  }
}

on("announce", async (said) => {
  if (await wish("announce", said)) form("announce").reset();
});
on("rule", async ({ what, ...said }) => {
  if (await wish(what, said)) form("rule").reset();
  fields();
});
on("seat", async () => {
  const boxes = (await wish("seat")) ?? [];
  byId("seated").replaceChildren(...boxes.filter((each) => each.trouble).map(box));
});
on("start", (said) => wish("start", said));
form("rule").addEventListener("change", fields);

const news = new EventSource("events");
news.addEventListener("message", (event) => {
  const parts = JSON.parse(event.data);
  if (parts.event) setText(byId("name"), parts.event.name || say("waiting"));
  if (!("event" in parts || "standings" in parts || "announced" in parts)) return;
  clearTimeout(coming);
  coming = setTimeout(look, SOON_MS);
});
setInterval(look, BOXES_MS);
document.addEventListener("spoken", draw);
fields();
look();
