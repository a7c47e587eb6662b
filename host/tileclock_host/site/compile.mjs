// Compiles the table's Python with the very Python that will run it, so that no visitor waits for that.
// node compile.mjs PYODIDE ARCHIVE

import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const [pyodide, archive] = process.argv.slice(2);
const { loadPyodide } = await import(resolve(pyodide, "pyodide.mjs"));
const python = await loadPyodide({ indexURL: resolve(pyodide) });
python.FS.writeFile("/archive.zip", readFileSync(archive));
python.runPython(`
import py_compile, zipfile
from pathlib import Path

with zipfile.ZipFile("/archive.zip") as archive:
    archive.extractall("/program")
with zipfile.ZipFile("/compiled.zip", "w", zipfile.ZIP_DEFLATED) as archive:
    for path in sorted(Path("/program").rglob("*")):
        name = path.relative_to("/program").as_posix()
        if path.suffix == ".py" and "/chip/" not in name:  # the chip's own is for another Python
            name += "c"
            unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
            path = Path(py_compile.compile(path, "/compiled", f"/program/{name[:-1]}", True, 2, unchecked))
        if path.is_file():
            archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
`);
writeFileSync(archive, python.FS.readFile("/compiled.zip"));
