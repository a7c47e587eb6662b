// @ts-check
// Bytes from one thread to another through memory that both see: who reads may wait for them.

const [WRITTEN, READ, CLOSED] = [0, 1, 2];
const CONTROL = 16; // bytes before those that are carried

/** @type {(size: number) => SharedArrayBuffer} A ring for so many bytes, a power of two. */
export function newRing(size) {
  return new SharedArrayBuffer(CONTROL + size);
}

export class Ring {
  /** @param {SharedArrayBuffer} memory */
  constructor(memory) {
    this.control = new Int32Array(memory, 0, 4);
    this.bytes = new Uint8Array(memory, CONTROL);
  }

  /** All of it at once, or nothing where there is no room and no waiting.
   * @type {(data: Uint8Array, waits?: boolean) => boolean} */
  write(data, waits = true) {
    const { control, bytes } = this;
    const written = Atomics.load(control, WRITTEN);
    for (let read = Atomics.load(control, READ); ((written - read) | 0) + data.length > bytes.length; read = Atomics.load(control, READ)) {
      if (!waits) return false;
      Atomics.wait(control, READ, read);
    }
    for (let i = 0; i < data.length; i++) bytes[(written + i) & (bytes.length - 1)] = data[i];
    Atomics.store(control, WRITTEN, (written + data.length) | 0);
    Atomics.notify(control, WRITTEN);
    return true;
  }

  /** What has come, as many as that at most, waiting so many ms for something; null at the end of all.
   * @type {(most?: number, ms?: number) => Uint8Array | null} */
  read(most = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY) {
    const { control, bytes } = this;
    const read = Atomics.load(control, READ);
    if (Atomics.load(control, WRITTEN) === read) {
      if (Atomics.load(control, CLOSED)) return null;
      Atomics.wait(control, WRITTEN, read, ms);
    }
    const count = Math.min((Atomics.load(control, WRITTEN) - read) | 0, most);
    if (!count && Atomics.load(control, CLOSED) && Atomics.load(control, WRITTEN) === read) return null;
    const data = new Uint8Array(count);
    for (let i = 0; i < count; i++) data[i] = bytes[(read + i) & (bytes.length - 1)];
    Atomics.store(control, READ, (read + count) | 0);
    Atomics.notify(control, READ);
    return data;
  }

  /** Nothing comes any more. */
  close() {
    Atomics.store(this.control, CLOSED, 1);
    Atomics.notify(this.control, WRITTEN);
  }
}
