// @ts-check
// The desk: this worker keeps the store of the sheets and makes documents of them, however long that takes.

import { beginPython, homeOf, taken } from "./python.js";

/** @type {Promise<{ python: any, desk: any }>} */
let ready;

/** @param {import("./python.js").Files} home */
async function begin(home) {
  const python = await beginPython(home);
  const desk = python.runPython("from pathlib import Path; from tileclock_host.site.desk import Desk; Desk(Path.home())");
  return { python, desk };
}

/** @type {(event: MessageEvent<any>) => Promise<void>} */
self.onmessage = async ({ data }) => {
  try {
    ready ??= begin(data.home);
    const { python, desk } = await ready;
    if (data.sheets) {
      const stored = desk.store(data.sheets);
      self.postMessage({ home: homeOf(python) });
      self.postMessage({ stored });
    } else if (data.id) {
      const answer = desk.answer(data.method, data.path);
      const [status, kind, body, headers] = answer.toJs({ depth: 1 });
      if (data.method === "POST") self.postMessage({ home: homeOf(python) });
      self.postMessage({ id: data.id, status, kind, body: body instanceof Uint8Array ? body : taken(body), headers: JSON.parse(headers) });
      answer.destroy();
    }
  } catch (error) {
    self.postMessage({ trouble: String(error) });
  }
};
