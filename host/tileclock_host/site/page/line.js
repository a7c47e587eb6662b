// @ts-check
// The line to a clock that runs in this very page: its chip, the computer at its cable and the desk with the
// scores are workers. What the page asks by an address comes back here through offline.js.

import { Kept } from "./kept.js";
import { newRing, Ring } from "./ring.js";
import { say } from "./texts.js";

/** @typedef {(order: Record<string, unknown>) => void} Send */
/** @typedef {import("./python.js").Files} Files */

const OVER_THE_CABLE = /^(names|scores\/fetch)\b/;

/** @type {(told: (news: object) => void, lost: () => void) => Send} */
export function join(told) {
  line.told = told;
  line.begin().catch(() => line.fail(say("no_memory")));
  return (order) => line.want({ order, at: performance.timeOrigin + performance.now() });
}

class Line {
  constructor() {
    /** @type {(news: object) => void} */
    this.told = () => {};
    const orders = newRing(1 << 16);
    this.orders = orders;
    this.wishes = new Ring(orders);
    /** @type {Map<number, MessagePort>} */
    this.asking = new Map();
    this.asked = 0;
    /** @type {Promise<unknown>} the computer at the cable has what is its own */
    this.begun = new Promise((resolve) => {
      this.isBegun = resolve;
    });
    /** @type {Worker | null} */
    this.chip = null;
    /** @type {object | null} what is told of a chip that ended by itself */
    this.darkness = null;
    /** @type {Worker | null} */
    this.desk = null;
    /** @type {Files} */
    this.bundle = new Map();
    navigator.serviceWorker.onmessage = ({ data, ports }) => {
      this.asking.set(++this.asked, ports[0]);
      const wish = { ...data, id: this.asked };
      if (OVER_THE_CABLE.test(data.path)) this.want(wish);
      else this.askDesk(wish);
    };
  }

  async begin() {
    this.kept = await Kept.open(() => this.fail(say("no_memory")));
    this.worker("pc.js").postMessage({ orders: this.orders, home: this.kept.home });
  }

  /** @param {string} name */
  worker(name) {
    const worker = new Worker(name, { type: "module" });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = () => this.fail(say("went_wrong"));
    return worker;
  }

  /** @param {string} sentence */
  fail(sentence) {
    this.told({ powered: true, fault: sentence });
  }

  /** @param {object} wish of the computer at the cable, which is never in its event loop */
  want(wish) {
    const text = new TextEncoder().encode(JSON.stringify(wish));
    const message = new Uint8Array(4 + text.length);
    new DataView(message.buffer).setUint32(0, text.length);
    message.set(text, 4);
    this.wishes.write(message, false);
  }

  /** It begins when it is first asked: the clock comes before it. @param {object} wish */
  async askDesk(wish) {
    await this.begun;
    if (!this.desk) {
      this.desk = this.worker("desk.js");
      this.desk.postMessage({ home: this.kept?.home });
    }
    this.desk.postMessage(wish);
  }

  /** @param {any} said by a worker */
  hear(said) {
    if (said.news) this.told({ ...JSON.parse(said.news), ...this.darkness });
    else if (said.id) this.answer(said);
    else if (said.sheets) this.askDesk(said);
    else if (said.home) this.kept?.keepHome(said.home).then(this.isBegun);
    // Only now may the clock hear that they are stored.
    else if (said.stored) this.kept?.done.then(() => this.want({ stored: JSON.parse(said.stored) }));
    else if (said.path) this.bundle.set(said.path, said.content);
    else if (said.first) this.kept?.change({ put: said.first, content: said.content });
    else if (said.start) this.startChip(said.start);
    else if (said.stop) this.stopChip();
    else if (said.trouble) this.fail(said.trouble);
  }

  /** @param {any} said */
  answer(said) {
    this.asking.get(said.id)?.postMessage(said);
    if (said.status) this.asking.delete(said.id);
  }

  // ---- the chip: its power goes at whatever it was doing ----

  /** @param {object} start */
  startChip(start) {
    this.stopChip();
    if (this.darkness) this.told({ fault: "" });
    this.darkness = null;
    const chip = new Worker("chip.js", { type: "module" });
    const written = new Int32Array(new SharedArrayBuffer(4));
    this.chip = chip;
    chip.onerror = () => this.chipFails(chip, "the chip's program does not load");
    chip.onmessage = async ({ data }) => {
      if (data.trouble) this.chipFails(chip, data.trouble);
      else if (data.ready) chip.postMessage({ ...start, written, files: new Map([...this.bundle, ...(this.kept?.flash ?? [])]) });
      else if (chip === this.chip && (await this.kept?.change(data))) {
        Atomics.add(written, 0, 1);
        Atomics.notify(written, 0);
      }
    };
  }

  /** Without its chip the clock is dark for good; the computer at its cable would call that running.
   * @type {(chip: Worker, why: string) => void} */
  chipFails(chip, why) {
    if (chip !== this.chip) return;
    console.warn(why);
    this.stopChip();
    this.darkness = { powered: true, fault: say("went_wrong") };
    this.told(this.darkness);
  }

  stopChip() {
    this.chip?.terminate();
    this.chip = null;
  }
}

const line = new Line(); // at once: other parts of the page ask before this one has begun
