// @ts-check
// What the browser keeps: the files of the clock's flash, and those of the computer at its cable.

const [FLASH, HOME] = ["flash", "home"];

/** @typedef {{ put?: string, content?: Uint8Array | null, gone?: string, from?: string, to?: string }} Change */
/** @typedef {Map<string, any>} Files by path; null is a folder */

export class Kept {
  /**
   * @param {IDBDatabase} database
   * @param {() => void} fail
   */
  constructor(database, fail) {
    this.database = database;
    this.fail = fail;
    /** @type {Files} */
    this.flash = new Map();
    /** @type {Files} */
    this.home = new Map();
    /** @type {Promise<unknown>} the last change */
    this.done = Promise.resolve();
  }

  /** @param {() => void} fail is called when something could not be kept */
  static async open(fail) {
    const request = indexedDB.open("tileclock", 1);
    request.onupgradeneeded = () => {
      for (const each of [FLASH, HOME]) request.result.createObjectStore(each);
    };
    const kept = new Kept(await result(request), fail);
    kept.flash = await kept.all(FLASH);
    kept.home = await kept.all(HOME);
    return kept;
  }

  /** @type {(where: string) => Promise<Files>} */
  async all(where) {
    const store = this.database.transaction(where).objectStore(where);
    const [paths, contents] = await Promise.all([result(store.getAllKeys()), result(store.getAll())]);
    const found = paths.map((path, at) => /** @type {[string, any]} */ ([String(path), contents[at]]));
    return new Map(found.filter(([path, content]) => path.startsWith("/") && isKept(where, content)));
  }

  /** Whether a change of the flash lasts now; until this says so nobody may believe it.
   * @type {(change: Change) => Promise<boolean>} */
  change(change) {
    const changes = meaning(change, this.flash);
    for (const [path, content] of changes) {
      if (content === undefined) this.flash.delete(path);
      else this.flash.set(path, content);
    }
    return this.write(FLASH, changes);
  }

  /** @type {(files: Files) => Promise<boolean>} */
  keepHome(files) {
    /** @type {Files} */
    const changes = new Map();
    for (const path of this.home.keys()) if (!files.has(path)) changes.set(path, undefined);
    for (const [path, content] of files) if (!same(content, this.home.get(path))) changes.set(path, content);
    this.home = files;
    return this.write(HOME, changes);
  }

  /** All of them or none. A content that is undefined goes.
   * @type {(where: string, changes: Files) => Promise<boolean>} */
  write(where, changes) {
    const written = new Promise((resolve) => {
      const work = this.database.transaction(where, "readwrite", { durability: "strict" });
      const store = work.objectStore(where);
      for (const [path, content] of changes) {
        if (content === undefined) store.delete(path);
        else store.put(content, path);
      }
      work.oncomplete = () => resolve(true);
      work.onabort = () => {
        this.fail();
        resolve(false);
      };
    });
    // Who waits for the last waits for ever where one failed: it may not pass for written.
    this.done = Promise.all([this.done, written.then((good) => good || new Promise(() => {}))]);
    return written;
  }
}

/**
 * @template T
 * @param {IDBRequest<T>} request
 * @returns {Promise<T>}
 */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Somebody may have edited what the browser keeps: anything else is no file.
 * @type {(where: string, content: unknown) => boolean} */
const isKept = (where, content) => content instanceof Uint8Array || (where === FLASH && content === null);

/** @type {(one: Uint8Array, other: Uint8Array | undefined) => boolean} */
function same(one, other) {
  return one.length === other?.length && one.every((byte, at) => byte === other[at]);
}

/** What a change means for the files there are.
 * @type {(change: Change, files: Files) => Files} */
function meaning({ put, content, gone, from = "", to = "" }, files) {
  if (put) return new Map([[put, content]]);
  if (gone) return new Map([[gone, undefined]]);
  const changes = new Map();
  for (const path of files.keys()) if (path === to || path.startsWith(`${to}/`)) changes.set(path, undefined);
  for (const [path, had] of files) {
    if (path !== from && !path.startsWith(`${from}/`)) continue;
    changes.set(path, undefined);
    changes.set(to + path.slice(from.length), had);
  }
  return changes;
}
