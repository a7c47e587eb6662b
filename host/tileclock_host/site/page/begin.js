// @ts-check
// Before the table: the browser gets a worker that answers without a network, and only one page has the clock.

import { byId, setText } from "./shared.js";
import { say } from "./texts.js";

const RELOADED = "reloaded"; // at most once: a browser that keeps no worker would go on for ever

// The worker also gives the page those headers without which no memory is shared between threads.
async function beOffline() {
  if (!("serviceWorker" in navigator)) throw new Error(say("no_worker"));
  if (!navigator.serviceWorker.controller) setText(byId("state"), say("first_time"));
  await navigator.serviceWorker.register("offline.js", { type: "module" });
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller && crossOriginIsolated) {
    sessionStorage.removeItem(RELOADED);
    return;
  }
  if (sessionStorage.getItem(RELOADED)) throw new Error(say("no_worker"));
  sessionStorage.setItem(RELOADED, "yes");
  location.reload();
  await new Promise(() => {}); // the page that comes goes on
}

// Until that worker is there, nothing else keeps a foreign page from showing this one as its own.
function beUnframed() {
  if (self !== top) throw new Error(say("in_a_frame"));
}

// Two pages on one flash would write over each other.
async function beAlone() {
  await new Promise((resolve, reject) => {
    navigator.locks.request("clock", { ifAvailable: true }, (lock) => {
      if (!lock) return reject(new Error(say("other_page")));
      resolve(undefined);
      return new Promise(() => {}); // as long as this page is there
    });
  });
}

try {
  beUnframed();
  await beOffline();
  await beAlone();
  navigator.storage?.persist?.(); // so that a browser short of room does not take it first
  await import("./page.js");
  await import("./scores.js");
} catch (error) {
  document.body.classList.add("dead");
  setText(byId("state"), error instanceof Error ? error.message : String(error));
}
