// @ts-check
// The scores below the table: fetched from the clock over its cable, looked at, taken away as files.
// Every text of a sheet is foreign: it becomes text, never markup.

import { all, byId, keep, kept, one } from "./shared.js";

/**
 * A place in the ranking of a match, in the words of the page.
 * @typedef {object} Place
 * @property {number} place
 * @property {string} seat
 * @property {string} name
 * @property {string} beside
 * @property {string} points
 */
/**
 * A match in the list.
 * @typedef {object} Match
 * @property {number} match
 * @property {string} title
 * @property {string} headline
 * @property {Place[]} places
 * @property {number} games
 * @property {string | null} date
 * @property {string} rules
 * @property {string[]} findings
 * @property {string} bgstats
 * @property {string} no_bgstats
 */
/**
 * A line of what a fetch tells: how far it is, or what came of it.
 * @typedef {{ done?: number, total?: number, said?: string, stored?: number, error?: string }} Told
 */

const languages = all("button", byId("languages"));
const LANGUAGES = languages.map((button) => button.dataset.lang ?? "");
const HEADERS = { "X-Tileclock": "page" };
const OFFLINE = "No connection to the simulator: start it again with tileclock sim.";
let language = kept("language") ?? "";
if (!LANGUAGES.includes(language)) language = LANGUAGES.find((each) => navigator.language.startsWith(each)) ?? "en";

/** @type {Map<HTMLElement, Match>} */
const shown = new Map(); // by card

function say(text = "", trouble = false) {
  byId("scores-said").classList.toggle("trouble", trouble);
  if (byId("scores-said").textContent !== text) byId("scores-said").textContent = text;
}

/** @type {(error: unknown) => void} */
function complain(error) {
  say(error instanceof Error ? error.message : String(error), true);
}

/** @type {(path: string, options?: RequestInit) => Promise<Response>} */
async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error(OFFLINE);
  }
  if (answer.ok) return answer;
  const told = await answer.json().catch(() => ({}));
  throw new Error(told.error ?? "That went wrong: load this page again.");
}

// ---- the list ----

async function list() {
  const told = await (await ask("scores")).json();
  shown.clear();
  /** @type {HTMLElement[]} */
  const fresh = told.matches.map(card);
  byId("matches").replaceChildren(...fresh);
  byId("way").hidden = fresh.length > 0;
  byId("more").hidden = !told.more;
  byId("more").textContent = `And ${told.more} older: “tileclock sheets” lists them all.`;
  showLanguage();
}

/** @type {(match: Match) => HTMLElement} */
function card(match) {
  const template = /** @type {HTMLTemplateElement} */ (byId("match"));
  const item = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  item.dataset.match = String(match.match);
  fill(item, match);
  one(".qr", item).addEventListener("click", () => showCode(shown.get(item) ?? match));
  one(".today", item).addEventListener("click", () => dated(item));
  return item;
}

/** @type {(item: HTMLElement, match: Match) => void} */
function fill(item, match) {
  shown.set(item, match);
  const part = (/** @type {string} */ name) => one(name, item);
  part("h3").textContent = match.title;
  part(".headline").textContent = match.headline;
  part(".places").replaceChildren(...match.places.map(row));
  const games = `${match.games} ${match.games === 1 ? "game" : "games"}`;
  const day = match.date && new Date(match.date).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
  part(".played").textContent = [day, games, match.rules].filter(Boolean).join(" · ");
  part(".wrong").replaceChildren(...match.findings.map((sentence) => text("li", sentence)));
  part(".wrong").hidden = !match.findings.length;
  part(".qr").toggleAttribute("disabled", !match.bgstats);
  part(".qr").title = match.no_bgstats;
  part(".undated").hidden = Boolean(match.date);
  for (const link of all("[data-name], .qr, .today", item)) {
    link.setAttribute("aria-label", `${link.textContent}, ${match.title}`);
  }
}

/** @type {(place: Place) => HTMLElement} */
function row(place) {
  const item = document.createElement("li");
  item.className = place.place === 1 ? "first" : "";
  const name = text("bdi", place.name === place.seat ? `Seat ${place.seat}` : place.name);
  name.className = "name";
  name.title = place.name;
  const beside = text("span", place.beside);
  beside.className = "beside";
  const points = text("span", place.points);
  points.className = "points";
  const seat = text("span", place.seat);
  seat.className = "tile";
  item.append(text("span", `${place.place}.`), seat, name, beside, points);
  return item;
}

/** @type {(kind: string, content: string) => HTMLElement} */
function text(kind, content) {
  const element = document.createElement(kind);
  element.textContent = content;
  return element;
}

/** @param {HTMLElement} item */
async function dated(item) {
  try {
    const answer = await ask(`scores/${item.dataset.match}/today`, { method: "POST", headers: HEADERS });
    /** @type {Match} */
    const match = await answer.json();
    fill(item, match);
    say(`${match.title} has today's date.`);
    one("[data-name]", item).focus();
  } catch (error) {
    complain(error);
  }
}

// ---- over the cable ----

let fetching = false;

async function fetchSheets() {
  if (fetching) return;
  fetching = true;
  const button = byId("fetch");
  const progress = /** @type {HTMLProgressElement} */ (byId("scores-progress"));
  button.setAttribute("aria-disabled", "true"); // not disabled, which would take the focus from it
  progress.hidden = false;
  progress.removeAttribute("value");
  say("Asking the clock …");
  try {
    const end = await toTheEnd(await ask("scores/fetch", { method: "POST", headers: HEADERS }), (line) => {
      if (!line.total) return;
      progress.max = line.total;
      progress.value = line.done ?? 0;
      say("The sheets are coming …");
    });
    await list();
    if (end.error) throw new Error(end.error);
    say(end.stored || byId("matches").children.length ? end.said : `${end.said} A game comes when its result is stored.`);
    if (end.stored) reveal(one("#matches > :first-child"));
  } catch (error) {
    complain(error);
  } finally {
    fetching = false;
    progress.hidden = true;
    button.removeAttribute("aria-disabled");
  }
}

// Lines of JSON: how far it is, and last what came of it.
/** @type {(answer: Response, progress: (line: Told) => void) => Promise<Told>} */
async function toTheEnd(answer, progress) {
  if (!answer.body) return { error: OFFLINE };
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  /** @type {Told} */
  let end = { error: OFFLINE };
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + piece.value).split("\n");
      rest = lines.pop() ?? "";
      for (const each of lines) {
        /** @type {Told} */
        const line = JSON.parse(each);
        if ("done" in line) progress(line);
        else end = line;
      }
    }
  } catch {
    return { error: OFFLINE };
  }
  return end;
}

/** @param {HTMLElement} item */
function reveal(item) {
  item.classList.add("fresh");
  item.scrollIntoView({ block: "nearest", behavior: still() ? "auto" : "smooth" });
}

function still() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// ---- files, and their language ----

function showLanguage() {
  for (const button of languages) {
    button.setAttribute("aria-pressed", String(button.dataset.lang === language));
  }
  for (const [item, { match }] of shown) {
    for (const link of all("[data-name]", item)) {
      link.setAttribute("href", `scores/${match}/${link.dataset.name}?lang=${language}`);
    }
  }
}

const code = /** @type {HTMLDialogElement} */ (byId("code"));

/** @param {Match} match */
function showCode(match) {
  const picture = `scores/${match.match}/bgstats.svg?lang=${language}`;
  byId("code-title").textContent = `${match.title} for BG Stats`;
  byId("code-picture").setAttribute("src", picture);
  byId("code-file").setAttribute("href", picture);
  byId("code-link").setAttribute("href", match.bgstats);
  code.showModal();
}

byId("code-close").addEventListener("click", () => code.close());
code.addEventListener("click", (event) => event.target === code && code.close());
byId("fetch").addEventListener("click", fetchSheets);
one(".to-scores").addEventListener("click", (event) => {
  event.preventDefault(); // the address stays as it was
  byId("scores").scrollIntoView({ behavior: still() ? "auto" : "smooth" });
  fetchSheets();
});
for (const button of languages) {
  button.addEventListener("click", () => {
    language = button.dataset.lang ?? "en";
    keep("language", language);
    showLanguage();
  });
}

showLanguage();
list().catch(complain);
