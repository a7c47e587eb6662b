// The scores below the table: fetched from the clock over its cable, looked at, taken away as files.
// Every text of a sheet is foreign: it becomes text, never markup.

const byId = (id) => document.getElementById(id);
const languages = [...byId("languages").querySelectorAll("button")];
const LANGUAGES = languages.map((button) => button.dataset.lang);
const HEADERS = { "X-Tileclock": "page" };
const OFFLINE = "No connection to the simulator: start it again with tileclock sim.";
let language = localStorage.getItem("language");
if (!LANGUAGES.includes(language)) language = LANGUAGES.find((each) => navigator.language.startsWith(each)) ?? "en";

function say(text, trouble = false) {
  byId("scores-said").classList.toggle("trouble", trouble);
  if (byId("scores-said").textContent !== text) byId("scores-said").textContent = text;
}

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
  const fresh = told.matches.map(card);
  byId("matches").replaceChildren(...fresh);
  byId("way").hidden = fresh.length > 0;
  byId("more").hidden = !told.more;
  byId("more").textContent = `And ${told.more} older: “tileclock sheets” lists them all.`;
  showLanguage();
}

function card(match) {
  const item = byId("match").content.firstElementChild.cloneNode(true);
  item.dataset.match = match.match;
  fill(item, match);
  item.querySelector(".qr").addEventListener("click", () => showCode(item.told));
  item.querySelector(".today").addEventListener("click", () => dated(item));
  return item;
}

function fill(item, match) {
  item.told = match;
  const part = (name) => item.querySelector(name);
  part("h3").textContent = match.title;
  part(".headline").textContent = match.headline;
  part(".places").replaceChildren(...match.places.map(row));
  const games = `${match.games} ${match.games === 1 ? "game" : "games"}`;
  const day = match.date && new Date(match.date).toLocaleString("en-GB", { dateStyle: "long", timeStyle: "short" });
  part(".played").textContent = [day, games, match.rules].filter(Boolean).join(" · ");
  part(".wrong").replaceChildren(...match.findings.map((sentence) => text("li", sentence)));
  part(".wrong").hidden = !match.findings.length;
  part(".qr").disabled = !match.bgstats;
  part(".qr").title = match.no_bgstats;
  part(".undated").hidden = Boolean(match.date);
  for (const link of item.querySelectorAll("[data-name], .qr, .today")) {
    link.setAttribute("aria-label", `${link.textContent}, ${match.title}`);
  }
}

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

function text(kind, content) {
  const element = document.createElement(kind);
  element.textContent = content;
  return element;
}

async function dated(item) {
  try {
    const answer = await ask(`scores/${item.dataset.match}/today`, { method: "POST", headers: HEADERS });
    fill(item, await answer.json());
    say(`${item.told.title} has today's date.`);
    item.querySelector("[data-name]").focus();
  } catch (error) {
    say(error.message, true);
  }
}

// ---- over the cable ----

let fetching = false;

async function fetchSheets() {
  if (fetching) return;
  fetching = true;
  const button = byId("fetch");
  const progress = byId("scores-progress");
  button.setAttribute("aria-disabled", "true"); // not disabled, which would take the focus from it
  progress.hidden = false;
  progress.removeAttribute("value");
  say("Asking the clock …");
  try {
    const end = await toTheEnd(await ask("scores/fetch", { method: "POST", headers: HEADERS }), (line) => {
      if (!line.total) return;
      progress.max = line.total;
      progress.value = line.done;
      say("The sheets are coming …");
    });
    await list();
    if (end.error) throw new Error(end.error);
    say(end.stored || byId("matches").children.length ? end.said : `${end.said} A game comes when its result is stored.`);
    if (end.stored) reveal(byId("matches").firstElementChild);
  } catch (error) {
    say(error.message, true);
  } finally {
    fetching = false;
    progress.hidden = true;
    button.removeAttribute("aria-disabled");
  }
}

// Lines of JSON: how far it is, and last what came of it.
async function toTheEnd(answer, progress) {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let end = { error: OFFLINE };
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      const lines = (rest + piece.value).split("\n");
      rest = lines.pop();
      for (const line of lines.map((each) => JSON.parse(each))) {
        if ("done" in line) progress(line);
        else end = line;
      }
    }
  } catch {
    return { error: OFFLINE };
  }
  return end;
}

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
    button.setAttribute("aria-pressed", button.dataset.lang === language);
  }
  for (const link of document.querySelectorAll("#matches [data-name]")) {
    const match = link.closest(".match").dataset.match;
    link.href = `scores/${match}/${link.dataset.name}?lang=${language}`;
  }
}

function showCode(match) {
  const picture = `scores/${match.match}/bgstats.svg?lang=${language}`;
  byId("code-title").textContent = `${match.title} for BG Stats`;
  byId("code-picture").src = byId("code-file").href = picture;
  byId("code-link").href = match.bgstats;
  byId("code").showModal();
}

byId("code-close").addEventListener("click", () => byId("code").close());
byId("code").addEventListener("click", (event) => event.target === byId("code") && byId("code").close());
byId("fetch").addEventListener("click", fetchSheets);
document.querySelector(".to-scores").addEventListener("click", (event) => {
  event.preventDefault(); // the address stays as it was
  byId("scores").scrollIntoView({ behavior: still() ? "auto" : "smooth" });
  fetchSheets();
});
for (const button of languages) {
  button.addEventListener("click", () => {
    language = button.dataset.lang;
    localStorage.setItem("language", language);
    showLanguage();
  });
}

showLanguage();
list().catch((error) => say(error.message, true));
