// @ts-check
// Phones that take a seat: the way there as a code, and which seats they have.

import { ask, HEADERS } from "./server.js";
import { byId, setText, text } from "./shared.js";
import { say } from "./texts.js";

const dialog = /** @type {HTMLDialogElement} */ (byId("phones"));
const open = byId("join");
let shown = "";
let opened = () => {}; // what is known of them is shown

/** The address for phones, "" where they cannot come; and the seats they have, and whether they are there.
 * @type {(address: string | undefined, phones: Record<string, boolean> | undefined) => void} */
export function showPhones(address, phones = {}) {
  opened = () => showPhones(address, phones);
  open.hidden = address === undefined;
  const news = JSON.stringify([address, phones, say("join")]);
  if (news === shown || !dialog.open) return;
  shown = news;
  byId("phones-way").hidden = !address;
  byId("phones-how").hidden = Boolean(address);
  setText(byId("phones-link"), address ?? "");
  byId("phones-link").setAttribute("href", address ?? "");
  if (address) byId("phones-code").setAttribute("src", "join.svg");
  byId("phones-seats").replaceChildren(...Object.entries(phones).map(seatRow));
}

/** @type {(row: [string, boolean]) => HTMLElement} */
function seatRow([seat, there]) {
  const item = text("li", "");
  const free = text("button", say("free_seat"));
  free.setAttribute("type", "button");
  free.setAttribute("aria-label", say("free_which", { seat }));
  free.addEventListener("click", () => ask(`phones/${seat}/free`, { method: "POST", headers: HEADERS }).catch(() => null));
  item.append(text("span", say(there ? "on_phone" : "phone_away", { seat })), free);
  return item;
}

open.addEventListener("click", () => {
  dialog.showModal();
  opened();
});
byId("phones-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
