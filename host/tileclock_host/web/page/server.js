// @ts-check
// What the page asks of its server, and the sentences in which that says no.

import { say } from "./texts.js";

export const HEADERS = { "X-Tileclock": "page" };

/** What went wrong: in the page's language where it has a text for it, else in the words of the clock's client.
 * @typedef {{ error?: string, key?: string, facts?: Record<string, string | number> }} Trouble */

/** @type {(told: Trouble) => string} */
export function sentence(told) {
  return told.key ? say(told.key, told.facts) : (told.error ?? say("went_wrong"));
}

/** @type {(path: string, options?: RequestInit) => Promise<Response>} */
export async function ask(path, options) {
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error(say("offline"));
  }
  if (answer.ok) return answer;
  throw new Error(sentence(await answer.json().catch(() => ({}))));
}
