// @ts-check
// CPython in a worker, with the table's own Python and the files that the browser keeps for it.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const HOME = "/home/table";

/** @typedef {Map<string, Uint8Array>} Files by path */

/** @type {(home: Files) => Promise<any>} */
export async function beginPython(home) {
  const program = fetch("python.zip").then((answer) => answer.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href, env: { HOME } });
  python.FS.mkdirTree(HOME);
  for (const [path, content] of home) {
    python.FS.mkdirTree(`${HOME}${path}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(HOME + path, content);
  }
  python.unpackArchive(await program, "zip", { extractDir: "/program" });
  python.runPython("import sys; sys.path.insert(0, '/program')");
  return python;
}

/** What is there now.
 * @type {(python: any) => Files} */
export function homeOf(python) {
  /** @type {Files} */
  const files = new Map();
  walk(python.FS, HOME, (path) => files.set(path.slice(HOME.length), python.FS.readFile(path)));
  return files;
}

/** @type {(disk: any, folder: string, visit: (path: string) => void) => void} */
function walk(disk, folder, visit) {
  for (const name of disk.readdir(folder)) {
    if (name === "." || name === ".." || name === ".cache") continue;
    const path = `${folder}/${name}`;
    if (disk.isDir(disk.stat(path).mode)) walk(disk, path, visit);
    else visit(path);
  }
}

/** Bytes of Python's.
 * @type {(bytes: any) => Uint8Array} */
export function taken(bytes) {
  const data = bytes.toJs();
  bytes.destroy?.();
  return data;
}
