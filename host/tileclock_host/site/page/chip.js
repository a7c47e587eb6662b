// @ts-check
// The chip: this worker runs the clock's firmware on MicroPython, until its power goes.

import { loadMicroPython } from "./micropython/micropython.mjs";
import { Ring } from "./ring.js";

const FLASH = "/flash";
const BLOCK = 4096;
const PRINTED = 0x4f;
const HEAP = 2 ** 20; // it grows by itself where a board's would be full

/** @typedef {{ parcel: Uint8Array, begin: string, up: SharedArrayBuffer, down: SharedArrayBuffer,
 *   written: Int32Array, files: Map<string, Uint8Array | null> }} Start */

/** @type {(start: Start) => Promise<void>} */
async function run({ parcel, begin, up, down, written, files }) {
  const [told, heard] = [new Ring(up), new Ring(down)];

  /** @param {string} line */
  function print(line) {
    const text = new TextEncoder().encode(`${line}\r\n`).subarray(0, 60_000);
    const message = new Uint8Array(16 + text.length);
    message[0] = PRINTED;
    new DataView(message.buffer).setUint16(2, text.length, true);
    message.set(text, 16);
    told.write(message);
  }

  const python = await loadMicroPython({ heapsize: HEAP, pystack: 32 * 1024, stdout: print, stderr: print });
  const disk = python.FS;
  disk.mkdir("/wire");
  device(disk, "/wire/out", 1, (data) => told.write(data), () => null);
  device(disk, "/wire/in", 2, () => false, (most) => heard.read(most));
  disk.writeFile("/wire/parcel", parcel);
  disk.mkdir(FLASH);
  lay(disk, files);
  python.registerJsModule("flash", flashOf(disk, written));
  try {
    python.runPython("import vfs; vfs.mount(vfs.VfsPosix('/wire'), '/wire')"); // stays when the root goes
    python.runPython(begin);
  } catch (error) {
    if (error instanceof Error && !/SystemExit/.test(String(error))) print(error.message);
    if (/SystemExit/.test(String(error))) told.close();
  }
}

/** A file whose bytes go to the supervisor, or come from it.
 * @type {(disk: any, path: string, number: number, write: (data: Uint8Array) => unknown, read: (most: number) => Uint8Array | null) => void} */
function device(disk, path, number, write, read) {
  const id = disk.makedev(64, number);
  disk.registerDevice(id, {
    /** @type {(stream: unknown, buffer: Int8Array, offset: number, length: number) => number} */
    write(_, buffer, offset, length) {
      write(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length));
      return length;
    },
    /** @type {(stream: unknown, buffer: Int8Array, offset: number, length: number) => number} */
    read(_, buffer, offset, length) {
      const data = read(length) ?? new Uint8Array();
      buffer.set(data, offset);
      return data.length;
    },
  });
  disk.mkdev(path, 0o666, id);
}

/** What was there when the power came; null is a folder.
 * @type {(disk: any, files: Map<string, Uint8Array | null>) => void} */
function lay(disk, files) {
  for (const [path, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    disk.mkdirTree(FLASH + (content ? path.replace(/\/[^/]*$/, "") : path));
    if (content) disk.writeFile(FLASH + path, content);
  }
}

/** What the file system in there asks for: each change is kept before the chip goes on.
 * @type {(disk: any, written: Int32Array) => object} */
function flashOf(disk, written) {
  const path = (/** @type {string} */ each) => `/${each.replace(/^\/+/, "")}`;

  /** @param {import("./kept.js").Change} change */
  function last(change) {
    const before = Atomics.load(written, 0);
    self.postMessage(change);
    Atomics.wait(written, 0, before);
  }

  return {
    keep: (/** @type {string} */ each) => last({ put: path(each), content: disk.readFile(FLASH + path(each)) }),
    mkdir: (/** @type {string} */ each) => last({ put: path(each), content: null }),
    remove: (/** @type {string} */ each) => last({ gone: path(each) }),
    rename: (/** @type {string} */ old, /** @type {string} */ name) => last({ from: path(old), to: path(name) }),
    size: (/** @type {string} */ each) => disk.stat(FLASH + path(each)).size,
    blocks: () => blocks(disk, FLASH),
  };
}

/** How many blocks of a flash that takes: one for each pair of a folder, those of each file.
 * @type {(disk: any, folder: string) => number} */
function blocks(disk, folder) {
  let count = 2;
  for (const name of disk.readdir(folder)) {
    if (name === "." || name === "..") continue;
    const each = disk.stat(`${folder}/${name}`);
    count += disk.isDir(each.mode) ? blocks(disk, `${folder}/${name}`) : Math.ceil(each.size / BLOCK);
  }
  return count;
}

self.onmessage = ({ data }) => run(data).catch((error) => self.postMessage({ trouble: String(error) }));
self.postMessage({ ready: true });
