// @ts-check
// The computer at the clock's cable: this worker never rests, it lets the clock follow the wall.

import { beginPython, homeOf, taken } from "./python.js";
import { newRing, Ring } from "./ring.js";

/** @type {Ring} */
let orders;
/** @type {any} */
let python;

/** @type {(said: object) => void} */
const post = (said) => self.postMessage(said);

const page = {
  now: () => performance.timeOrigin + performance.now(),

  /** The page's next wish as JSON, waiting so long for one.
   * @param {number} ms */
  next(ms) {
    const size = orders.read(4, ms);
    if (!size?.length) return undefined;
    const count = new DataView(size.buffer).getUint32(0);
    return new TextDecoder().decode(orders.read(count) ?? undefined);
  },

  /** @param {string} news */
  tell: (news) => post({ news }),

  /** @type {(id: number, status: number, kind: string, body: any, headers: string) => void} */
  answer: (id, status, kind, body, headers) => post({ id, status, kind, body: taken(body), headers: JSON.parse(headers) }),

  /** @type {(id: number, body: string) => void} */
  piece: (id, body) => post({ id, body }),

  /** @param {string} sheets for the desk */
  store: (sheets) => post({ sheets }),

  // ---- the chip ----

  newWire() {
    const [up, down] = [newRing(1 << 16), newRing(1 << 14)];
    const [heard, told] = [new Ring(up), new Ring(down)];
    return {
      up,
      down,
      send: (/** @type {any} */ note) => void told.write(taken(note)),
      read: (/** @type {number} */ ms) => heard.read(undefined, ms) ?? undefined,
    };
  },

  /** @type {(parcel: any, begin: string, wire: { up: SharedArrayBuffer, down: SharedArrayBuffer }) => void} */
  startChip: (parcel, begin, { up, down }) => post({ start: { parcel: taken(parcel), begin, up, down } }),
  stopChip: () => post({ stop: true }),

  /** What the chip has on its flash beside what the browser keeps of it.
   * @type {(path: string, content: any) => void} */
  layFile: (path, content) => post({ path, content: taken(content) }),

  /** A file of a new clock's own.
   * @type {(path: string, content: string) => void} */
  keepFirst: (path, content) => post({ first: path, content: new TextEncoder().encode(content) }),

  saveHome: () => post({ home: homeOf(python) }),
};

/** @type {(event: MessageEvent<{ orders: SharedArrayBuffer, home: import("./python.js").Files }>) => Promise<void>} */
self.onmessage = async ({ data }) => {
  try {
    orders = new Ring(data.orders);
    python = await beginPython(data.home);
    python.registerJsModule("page", page);
    python.runPython("from tileclock_host.site import table; import page; table.begin(page)");
  } catch (error) {
    post({ trouble: String(error) });
  }
};
