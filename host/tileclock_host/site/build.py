"""Builds the page that needs no server into a folder: `make site`."""

import hashlib
import importlib.util
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from tileclock_host.build import bundle

from . import icon

_HERE = Path(__file__).parent
_HOST = _HERE.parents[1]
_PAGE = _HERE.parent / "web" / "page"
_OWN = _HERE / "page"
# What the table needs of others, all of it Python alone; faster parts that are not stay behind.
_PACKAGES = (
    "sqlalchemy",
    "jinja2",
    "markupsafe",
    "typing_extensions",
    "segno",
    "xlsxwriter",
    "click",
    "platformdirs",
)
_OF_OTHERS = {"pyodide": "pyodide", "micropython": "@micropython/micropython-webassembly-pyscript"}
_TAKEN = {
    "pyodide": (
        "pyodide.mjs",
        "pyodide.asm.mjs",
        "pyodide.asm.wasm",
        "python_stdlib.zip",
        "pyodide-lock.json",
    ),
    "micropython": ("micropython.mjs", "micropython.wasm"),
}
_UNUSED = ("testing/", "orm/", "ext/", "dialects/mssql", "dialects/mysql", "dialects/oracle")  # of sqlalchemy
_NOT_HERE = ("key.html", "seat")  # those of a server, for its key and for phones
_WORKER = "offline.js"
# WebAssembly runs, a script that is made on the way does not. The worker adds this to each answer; the page
# says it for the first time, before that worker is there. Only a header can refuse frames.
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
UNFRAMED = "frame-ancestors 'none'"
GROUND, ICON_SIZE = "#0c2b20", 192  # as the manifest says


def build(out: Path, packages: Path) -> None:
    """Whole or not at all; `packages` is where npm has put those of others."""
    draft = out.with_name(out.name + ".new")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(_PAGE, draft, ignore=shutil.ignore_patterns(*_NOT_HERE))
    shutil.copytree(_OWN, draft, dirs_exist_ok=True)
    svg = (draft / "icon.svg").read_text(encoding="utf-8")
    (draft / "icon.png").write_bytes(icon.png(svg, ICON_SIZE, GROUND))
    index = draft / "index.html"
    index.write_text(_without_server(index.read_text(encoding="utf-8")), encoding="utf-8")
    for folder, package in _OF_OTHERS.items():
        (draft / folder).mkdir()
        for name in _TAKEN[folder]:
            shutil.copyfile(packages / package / name, draft / folder / name)
    _pack(draft / "python.zip")
    compiler = str(_HERE / "compile.mjs")
    subprocess.run(["node", compiler, str(draft / "pyodide"), str(draft / "python.zip")], check=True)
    _list(draft)
    shutil.rmtree(out, ignore_errors=True)
    draft.rename(out)


def _without_server(html: str) -> str:
    """The same page, but for what is not possible here; and it can be installed."""
    html, count = re.subn(r'\n *<a data-name="scores.pdf".*</a>', "", html)
    assert count == 1, "the page has no PDF any more, or more of them"
    html, count = re.subn(r"(<a [^>]*) download\b", r"\1", html)  # its requests pass by the worker
    assert count, "the page has no files to take away"
    scripts = [f'<script type="module" src="{name}.js"></script>' for name in ("page", "scores")]
    assert all(script in html for script in scripts), "the page begins otherwise"
    html = html.replace(scripts[0], '<script type="module" src="begin.js"></script>').replace(scripts[1], "")
    head = (
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n  '
        '<link rel="manifest" href="manifest.webmanifest">\n'
        f'  <meta name="theme-color" content="{GROUND}">\n'
        '  <link rel="apple-touch-icon" href="icon.png">\n  '
    )
    return html.replace('<link rel="icon"', head + '<link rel="icon"', 1)


def _pack(archive: Path) -> None:
    """The Python of the table, with the firmware; the same bytes from the same files."""
    firmware = archive.with_name("firmware.zip")
    bundle.pack(bundle.ensure(), firmware)
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in sorted({**dict(_files()), "tileclock_host/firmware.zip": firmware}.items()):
            packed.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        for each in ("sqlalchemy", "jinja2", "markupsafe"):  # they ask for their own version
            info = zipfile.ZipInfo(f"{each}.dist-info/METADATA")
            packed.writestr(info, f"Metadata-Version: 2.1\nName: {each}\nVersion: {metadata.version(each)}\n")
    firmware.unlink()


def _files() -> Iterator[tuple[str, Path]]:
    """By where they lie in the archive."""
    for name in ("tileclock", "tileclock_host", *_PACKAGES):
        spec = importlib.util.find_spec(name)
        assert spec and spec.origin
        if not spec.submodule_search_locations:
            yield f"{name}.py", Path(spec.origin)
            continue
        folder = Path(spec.submodule_search_locations[0])
        for path in folder.rglob("*"):
            inner = path.relative_to(folder)
            if path.is_file() and _is_wanted(inner):
                yield f"{name}/{inner.as_posix()}", path


def _is_wanted(path: Path) -> bool:
    if "__pycache__" in path.parts or path.suffix in (
        ".so",
        ".pyd",
        ".pyx",
        ".pxd",
        ".pyi",
        ".c",
        ".h",
        ".zip",
    ):
        return False
    if path.as_posix().startswith(_UNUSED):
        return False
    texts = path.parts[:2] == ("web", "page") and path.parts[2:3] != ("texts",)
    return not texts and path.parts[:2] != ("site", "page")


def _list(draft: Path) -> None:
    """Tells the worker what there is, and a number that another build has not."""
    digest = hashlib.sha256()
    names = []
    for path in sorted(draft.rglob("*")):
        name = path.relative_to(draft).as_posix()
        if path.is_file():
            digest.update(name.encode() + b"\0" + path.read_bytes())
            if name != _WORKER:
                names.append("" if name == "index.html" else name)
    worker = draft / _WORKER
    text = worker.read_text(encoding="utf-8")
    for old, new in (
        ("/** @type {string[]} */ ([])", json.dumps(names)),
        ('BUILD = ""', f'BUILD = "{digest.hexdigest()[:16]}"'),
        ('POLICY = ""', f'POLICY = "{POLICY}; {UNFRAMED}"'),
    ):
        assert old in text, f"{_WORKER} has no {old} to fill in"
        text = text.replace(old, new)
    worker.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]), Path(sys.argv[2]))
    print(f"Any web server may give away {sys.argv[1]}; here: python3 -m http.server -d {sys.argv[1]}")
