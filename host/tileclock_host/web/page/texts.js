// @ts-check
// What the page says, in the language of the box: a file for each, and elements that name what they say.

import { all, keep, kept } from "./shared.js";

const LANGUAGES = ["en", "pl", "cs", "uk"];

/** @type {Record<string, Record<string, string>>} */
let words = {};
export let language = "";
let coming = "";

/** @type {(key: string, facts?: Record<string, string | number>) => string} */
export function say(key, facts = {}) {
  return filled(words.page[key] ?? key, facts);
}

/** A number of things, with the form of the word that the language wants.
 * @type {(key: string, count: number) => string} */
export function sayCount(key, count) {
  const form = `${key}.${new Intl.PluralRules(language).select(count)}`;
  return say(form in words.page ? form : `${key}.other`, { count });
}

/** What a phone says that has a seat, or wants one.
 * @type {(key: string, facts?: Record<string, string | number>) => string} */
export function phone(key, facts = {}) {
  return filled(words.phone[key] ?? key, facts);
}

/** @type {(screen: string | undefined, seat: string | undefined) => string} */
export function hint(screen, seat) {
  return filled(words.hints[screen ?? ""] ?? "", { seat: seat ?? "" });
}

/** @type {(text: string, facts: Record<string, string | number>) => string} */
function filled(text, facts) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name] ?? ""));
}

/** From now on this language; who has texts of its own hears of it by the event `spoken`.
 * @param {string} wanted */
export async function speak(wanted) {
  if (!LANGUAGES.includes(wanted) || wanted === (coming || language)) return;
  coming = wanted;
  const answer = await fetch(new URL(`texts/${wanted}.json`, import.meta.url)).catch(() => null);
  const found = answer?.ok ? await answer.json() : null;
  if (coming !== wanted) return; // another one is wanted by now
  coming = "";
  if (!found) return;
  words = found;
  language = wanted;
  keep("box", wanted); // a page that is opened again speaks it from its first word
  document.documentElement.lang = wanted;
  dress(document);
  document.title = say("title");
  document.dispatchEvent(new Event("spoken"));
}

/** Elements that name what they say get their texts.
 * @param {ParentNode} part */
export function dress(part) {
  for (const element of all("[data-say]", part)) element.textContent = say(element.dataset.say ?? "");
  for (const element of all("[data-alt]", part)) element.setAttribute("alt", say(element.dataset.alt ?? ""));
  for (const element of all("[data-title]", part)) element.title = say(element.dataset.title ?? "");
  for (const element of all("[data-label]", part)) {
    const [key, count] = (element.dataset.label ?? "").split(" ");
    element.setAttribute("aria-label", say(key, { count }));
  }
}

const first = kept("box") ?? LANGUAGES.find((each) => navigator.language.startsWith(each)) ?? "en";
await speak(first);
if (!language) await speak("en");
