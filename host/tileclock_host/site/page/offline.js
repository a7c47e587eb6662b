// @ts-check
// Answers for the page without any network: what it is made of from the browser's memory, and what it would
// ask a server – names, scores and their files – from the clock in that page.

/// <reference lib="webworker" />
const FILES = /** @type {string[]} */ ([]); // made by the build, as what follows
const BUILD = "";
const POLICY = "";
const ASKED = /^(names|people|scores)(\/|$)/;
const OURS = "X-Tileclock"; // no other page can send it: a form has no headers
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
};
const CACHE = `tileclock-${BUILD}`;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("fetch", (event) => {
  const path = pathOf(event.request.url);
  if (path === null) return;
  event.respondWith(answer(event.request, path));
});

/** @type {(request: Request, path: string) => Promise<Response>} */
async function answer(request, path) {
  if (!/^(GET|HEAD)$/.test(request.method) && !request.headers.has(OURS)) return refused(403, "Only a page of this clock may ask that.\n");
  return ASKED.test(path) ? ask(request) : stored(request, path);
}

/** What a host of plain files cannot say: who may show this, and what may run in it. A document has its own policy.
 * @type {(found?: HeadersInit) => Headers} */
function guarded(found) {
  const headers = new Headers(found);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return headers;
}

/** @type {(status: number, why: string) => Response} */
function refused(status, why) {
  return new Response(why, { status, headers: guarded({ "Content-Security-Policy": POLICY }) });
}

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((path) => new Request(path || "./", { cache: "reload" })));
  await worker.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name.startsWith("tileclock-") && name !== CACHE) await caches.delete(name);
  await worker.clients.claim();
}

/** Below this page's own folder; null for what is none of its business.
 * @type {(url: string) => string | null} */
function pathOf(url) {
  const scope = worker.registration.scope;
  return url.startsWith(scope) ? url.slice(scope.length).split(/[?#]/)[0] : null;
}

/** @type {(request: Request, path: string) => Promise<Response>} */
async function stored(request, path) {
  const cache = await caches.open(CACHE);
  const found = (await cache.match(path || "./", { ignoreSearch: true })) ?? (await fetch(request));
  const headers = guarded(found.headers);
  headers.set("Content-Security-Policy", POLICY);
  return new Response(found.body, { status: found.status, headers });
}

/** @type {(request: Request) => Promise<Response>} */
async function ask(request) {
  const path = request.url.slice(worker.registration.scope.length);
  const all = await worker.clients.matchAll({ type: "window" });
  const tables = all.filter(({ url }) => /^(index\.html)?$/.test(pathOf(url) ?? "no"));
  const answers = tables.map((table) => heard(table, { method: request.method, path }));
  return answers.length ? Promise.race(answers) : refused(503, "Open the clock first.\n");
}

/** What that page answers: pieces as they come, and last the whole.
 * @type {(table: Client, asked: object) => Promise<Response>} */
function heard(table, asked) {
  const { port1, port2 } = new MessageChannel();
  const { readable, writable } = new TransformStream();
  const writer = writable.getWriter();
  table.postMessage(asked, [port2]);
  return new Promise((resolve) => {
    port1.onmessage = ({ data: { status, kind, body, headers } }) => {
      if (!status) {
        writer.write(new TextEncoder().encode(body));
        resolve(new Response(readable, { headers: guarded({ "Content-Security-Policy": POLICY }) }));
        return;
      }
      writer.write(body);
      writer.close();
      port1.close();
      const own = { "Content-Type": `${kind}; charset=utf-8`, "Content-Security-Policy": POLICY, ...headers };
      resolve(new Response(readable, { status, headers: guarded(own) }));
    };
  });
}
