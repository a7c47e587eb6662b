// @ts-check
// Whose page it is: who has typed a name is looked for everywhere.

import { kept } from "./shared.js";

/** @type {(name: string) => string} */
function plain(name) {
  return name.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();
}

/** @type {(name: string | undefined) => boolean} */
export function isMine(name) {
  const wanted = plain(kept("mine") ?? "");
  return wanted.length > 1 && plain(name ?? "").includes(wanted);
}
