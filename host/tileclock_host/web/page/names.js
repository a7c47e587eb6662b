// @ts-check
// Who sits where: names on the tiles, and the dialog in which they are given and put right.

import { ask, HEADERS } from "./server.js";
import { byId, text } from "./shared.js";
import { say } from "./texts.js";

/** @type {Map<string, HTMLButtonElement>} */
const labels = new Map(); // by seat
const dialog = /** @type {HTMLDialogElement} */ (byId("who"));
const field = /** @type {HTMLInputElement} */ (byId("who-name"));
/** @type {(name: string) => Promise<void>} */
let take = async () => {};
let asking = false;

/** @type {(seats: HTMLElement[]) => void} */
export function makeLabels(seats) {
  for (const seat of seats) {
    const letter = seat.dataset.key ?? "";
    const label = document.createElement("button");
    label.type = "button";
    label.className = "label";
    label.dataset.seat = letter;
    label.addEventListener("click", () => askWho(say("who_sits", { seat: letter }), label.dataset.name ?? "", (name) => tell(letter, name)));
    seat.after(label);
    labels.set(letter, label);
  }
}

// While a turn runs a finger that misses the tile's middle must still end it: then the labels give way.
/** @type {(names: string[] | null | undefined, playing: boolean) => void} */
export function showNames(names, playing) {
  for (const [index, [letter, label]] of [...labels].entries()) {
    const name = names?.[index] ?? "";
    label.dataset.name = name;
    label.hidden = !names || (playing && !name);
    label.disabled = playing;
    const shown = name || say("name");
    if (label.textContent !== shown) label.textContent = shown;
    label.classList.toggle("nobody", !name);
    label.setAttribute("aria-label", say(name ? "another_name" : "name_for", { seat: letter, name }));
  }
}

// They are asked for once; a clock that cannot answer now may do so when it shows something else.
/** @param {string} screen */
export async function learnNames(screen) {
  if (asking || screen === asked) return;
  asking = true;
  asked = screen;
  await ask("names").catch(() => null);
  asking = false;
}
let asked = "";

/** @type {(letter: string, name: string) => Promise<void>} */
async function tell(letter, name) {
  const answer = await ask(`names/${letter}?name=${encodeURIComponent(name)}`, { method: "POST", headers: HEADERS });
  const said = say(name ? "sits" : "nobody_sits", { seat: letter, name });
  byId("named").textContent = (await answer.json()).playing ? `${said} ${say("next_deal")}` : said;
}

// ---- the dialog ----

/** @type {(title: string, name: string, taken: (name: string) => Promise<void>) => Promise<void>} */
export async function askWho(title, name, taken) {
  take = taken;
  byId("who-title").textContent = title;
  byId("who-said").textContent = "";
  field.value = name;
  byId("people").replaceChildren();
  dialog.showModal();
  field.select();
  const told = await ask("people").then((answer) => answer.json()).catch(() => ({ people: [] }));
  byId("people").replaceChildren(...told.people.map(person));
}

/** @param {string} name */
function person(name) {
  const button = text("button", name);
  button.setAttribute("type", "button");
  button.addEventListener("click", () => finish(name));
  return button;
}

/** @param {string} name */
async function finish(name) {
  byId("who-said").textContent = say("telling");
  try {
    await take(name.trim());
    dialog.close();
  } catch (error) {
    byId("who-said").textContent = error instanceof Error ? error.message : String(error);
  }
}

byId("who-form").addEventListener("submit", (event) => {
  event.preventDefault();
  finish(field.value);
});
byId("who-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
