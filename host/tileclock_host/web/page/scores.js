// @ts-check
// The scores below the table: fetched from the clock over its cable, looked at, taken away as files.
// Every text of a sheet is foreign: it becomes text, never markup.

import { askWho } from "./names.js";
import { ask, HEADERS, sentence } from "./server.js";
import { all, byId, keep, kept, one, text } from "./shared.js";
import { dress, say as inWords, sayCount, language as spoken } from "./texts.js";

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
 * @property {Line[]} last
 * @property {string | null} date
 * @property {string} rules
 * @property {string[]} findings
 * @property {string} bgstats
 * @property {string} no_bgstats
 */
/**
 * What a player got in the last game, and has in the match.
 * @typedef {{ seat: string, name: string, game: string, match: string }} Line
 */
/**
 * A line of what a fetch tells: how far it is, or what came of it.
 * @typedef {{ done?: number, total?: number, notes?: string[], stored?: number } & import("./server.js").Trouble} Told
 */

const languages = all("button", byId("languages"));
const LANGUAGES = languages.map((button) => button.dataset.lang ?? "");
let language = kept("language") ?? "";
if (!LANGUAGES.includes(language)) language = spoken;

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

// ---- the list ----

async function list() {
  const told = await (await ask(`scores?lang=${spoken}`)).json();
  shown.clear();
  /** @type {HTMLElement[]} */
  const fresh = told.matches.map(card);
  byId("matches").replaceChildren(...fresh);
  byId("way").hidden = fresh.length > 0;
  byId("more").hidden = !told.more;
  byId("more").textContent = inWords("older", { count: told.more });
  showLanguage();
}

/** @type {(match: Match) => HTMLElement} */
function card(match) {
  const template = /** @type {HTMLTemplateElement} */ (byId("match"));
  const item = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
  item.dataset.match = String(match.match);
  dress(item);
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
  part(".places").replaceChildren(...match.places.map((place) => row(item, place)));
  const games = sayCount("games", match.games);
  const locale = spoken === "en" ? "en-GB" : spoken;
  const day = match.date && new Date(match.date).toLocaleString(locale, { dateStyle: "long", timeStyle: "short" });
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

/** @type {(card: HTMLElement, place: Place) => HTMLElement} */
function row(card, place) {
  const item = document.createElement("li");
  item.className = place.place === 1 ? "first" : "";
  const named = place.name !== place.seat;
  const name = document.createElement("button");
  name.type = "button";
  name.className = "name";
  name.title = inWords("put_right", { name: place.name });
  name.append(text("bdi", named ? place.name : inWords("seat", { seat: place.seat })));
  name.addEventListener("click", () => {
    const title = inWords("who_played", { seat: place.seat, match: shown.get(card)?.title ?? "" });
    askWho(title, named ? place.name : "", (right) => renamed(card, place.seat, right));
  });
  const beside = text("span", place.beside);
  beside.className = "beside";
  const points = text("span", place.points);
  points.className = "points";
  const seat = text("span", place.seat);
  seat.className = "tile";
  item.append(text("span", `${place.place}.`), seat, name, beside, points);
  return item;
}

// In all games of the match at once.
/** @type {(item: HTMLElement, seat: string, name: string) => Promise<void>} */
async function renamed(item, seat, name) {
  const path = `scores/${item.dataset.match}/names/${seat}?lang=${spoken}&name=${encodeURIComponent(name)}`;
  fill(item, await (await ask(path, { method: "POST", headers: HEADERS })).json());
  say(inWords(name ? "was" : "nobody_was", { seat, name, match: shown.get(item)?.title ?? "" }));
}

/** @param {HTMLElement} item */
async function dated(item) {
  try {
    const answer = await ask(`scores/${item.dataset.match}/today?lang=${spoken}`, { method: "POST", headers: HEADERS });
    /** @type {Match} */
    const match = await answer.json();
    fill(item, match);
    say(inWords("dated", { match: match.title }));
    one("[data-name]", item).focus();
  } catch (error) {
    complain(error);
  }
}

// ---- over the cable ----

/** @type {Promise<string> | null} */
let fetching = null;
let looking = false; // somebody wants to see what comes

/** @type {(look?: boolean) => Promise<string>} Gives what went wrong, or "". */
export function fetchSheets(look = false) {
  looking ||= look;
  fetching ??= overTheCable();
  return fetching;
}

/** @type {() => Promise<string>} */
async function overTheCable() {
  const button = byId("fetch");
  const progress = /** @type {HTMLProgressElement} */ (byId("scores-progress"));
  button.setAttribute("aria-disabled", "true"); // not disabled, which would take the focus from it
  progress.hidden = false;
  progress.removeAttribute("value");
  say(inWords("asking"));
  try {
    const end = await toTheEnd(await ask("scores/fetch", { method: "POST", headers: HEADERS }), (line) => {
      if (!line.total) return;
      progress.max = line.total;
      progress.value = line.done ?? 0;
      say(inWords("they_come"));
    });
    await list();
    if (end.error) throw new Error(sentence(end));
    const found = end.stored ? sayCount("new", end.stored) : inWords("new.zero");
    const none = !end.stored && !byId("matches").children.length;
    say([found, ...(end.notes ?? []), none && inWords("game_comes")].filter(Boolean).join(" "));
    if (end.stored && looking) reveal(one("#matches > :first-child"));
    return "";
  } catch (error) {
    complain(error);
    return String(byId("scores-said").textContent);
  } finally {
    fetching = null;
    looking = false;
    progress.hidden = true;
    button.removeAttribute("aria-disabled");
  }
}

// Lines of JSON: how far it is, and last what came of it.
/** @type {(answer: Response, progress: (line: Told) => void) => Promise<Told>} */
async function toTheEnd(answer, progress) {
  /** @type {Told} */
  let end = { error: "offline", key: "offline" };
  if (!answer.body) return end;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
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
    return { error: "offline", key: "offline" };
  }
  return end;
}

export function showScores() {
  byId("scores").scrollIntoView({ behavior: still() ? "auto" : "smooth" });
  fetchSheets(true);
}

/** @returns {Line[]} of the newest match */
export function lastGame() {
  return [...shown.values()][0]?.last ?? [];
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
  byId("code-title").textContent = inWords("for_bgstats", { match: match.title });
  byId("code-picture").setAttribute("src", picture);
  byId("code-file").setAttribute("href", picture);
  byId("code-link").setAttribute("href", match.bgstats);
  code.showModal();
}

byId("code-close").addEventListener("click", () => code.close());
code.addEventListener("click", (event) => event.target === code && code.close());
byId("fetch").addEventListener("click", () => fetchSheets(true));
one(".to-scores").addEventListener("click", (event) => {
  event.preventDefault(); // the address stays as it was
  showScores();
});
for (const button of languages) {
  button.addEventListener("click", () => {
    language = button.dataset.lang ?? "en";
    keep("language", language);
    showLanguage();
  });
}

document.addEventListener("spoken", () => {
  if (!kept("language")) language = spoken;
  list().catch(complain);
});
showLanguage();
list().catch(complain);
