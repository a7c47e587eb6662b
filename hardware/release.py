"""Packs what somebody needs who builds a box: python -m hardware.release [--micropython FILE] [FOLDER]

From what `make hardware` and `make wheel` built. Each file is said on a page, and their checksums in a list.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt

from hardware import design, tools
from tileclock_host.build import bundle as bundles
from tileclock_host.device import board_image
from tileclock_host.device import deploy as deploying

HARDWARE = tools.ROOT / "hardware"
BUILT = tools.ROOT / ".build" / "hardware"
WHEELS = tools.ROOT / ".build" / "wheel"
BUNDLE = tools.ROOT / ".build" / "bundle"
FOLDER = tools.ROOT / ".build" / "release"
FILES_AT, FILES_SIZE = (
    0x200000,
    0x200000,
)  # of the flash: where MicroPython's own image for 4 MB has its files
SUMS, PAGE = "SHA256SUMS", "index.html"
GUIDE = ("README.md", "BOM.md", "BREADBOARD.md", "FIGURES.md", "CHANGELOG.md")
_EPOCH = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True)
class Item:
    """One file of the release, and what it is for."""

    name: str
    says: str


ITEMS = (
    Item("guide.pdf", "Begin here: how the box is built, what to buy, what changed."),
    Item(
        "carrier-fabrication.zip",
        "For the maker of the circuit board: Gerbers and drills. Upload it as it is.",
    ),
    Item("carrier-bom.csv", "For the same house, if it is to set the flat parts: which they are."),
    Item("carrier-positions.csv", "And where and which way round each lies."),
    Item("carrier-bom-by-hand.csv", "What has legs: you order and solder it yourself."),
    Item("carrier-parts.html", "Where each part goes: a click shows it on the board. Opens in a browser."),
    Item("schematic.pdf", "What is wired to what, on three pages."),
    Item("carrier-kicad.zip", "The same for KiCad 6, if you want to change something."),
    Item("printed-parts-3mf.zip", "For a slicer: letters are parts of their own, in another colour."),
    Item("printed-parts-stl.zip", "The same for slicers that do not know 3MF."),
    Item("printed-parts-step.zip", "The same for a program in which you change them."),
    Item(
        "firmware-files.bin",
        "Only if you do without the program for the PC: the clock's files as one image, for a controller with"
        f" 4 MB of flash and MicroPython {bundles.MICROPYTHON} or newer:"
        f" esptool --chip esp32 write-flash {FILES_AT:#x} firmware-files.bin. The first `tileclock deploy`"
        " gives it the secret by which your PC knows its sheets.",
    ),
)
WHEEL = (
    "The program for the PC, for Windows, macOS and Linux, with the firmware in it:"
    ' pipx install "./{name}[flash,pdf]" (on Windows: py -m pipx install ".\\{name}[flash,pdf]").'
    " Then `tileclock flash` makes a bare controller a clock. Step 7 of the guide has both word by word."
)
WHOLE = Item(
    "firmware-board.bin",
    "MicroPython and the clock's files for one board with 4 MB of flash or more:"
    " esptool --chip esp32 write-flash 0x1000 firmware-board.bin",
)


# ---- what is packed --------------------------------------------------------------------------------------


def pack(folder: Path, micropython: Path | None = None) -> list[Item]:
    """Fills the folder; returns what is in it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name in ("carrier-bom.csv", "carrier-positions.csv", "carrier-bom-by-hand.csv"):
        shutil.copy(_there(BUILT / "fabrication" / name), folder)
    shutil.copy(_there(BUILT / "carrier-parts.html"), folder)
    shutil.copy(_there(BUILT / "carrier.pdf"), folder / "schematic.pdf")
    boards = [path for path in (BUILT / "fabrication").iterdir() if path.suffix in (".gbr", ".drl")]
    _zip(folder / "carrier-fabrication.zip", boards)
    kicad = [*BUILT.glob("*.kicad_sch"), *BUILT.glob("*.kicad_sym"), BUILT / "sym-lib-table"]
    _zip(folder / "carrier-kicad.zip", [*kicad, BUILT / "carrier.kicad_pcb", BUILT / "carrier.kicad_pro"])
    for kind in ("3mf", "stl", "step"):
        _zip(folder / f"printed-parts-{kind}.zip", (BUILT / "enclosure").glob(f"*.{kind}"))
    guide(folder / "guide.pdf")
    files = _firmware()
    (folder / "firmware-files.bin").write_bytes(board_image.file_system(FILES_SIZE, files))
    items = [*ITEMS, _wheel(folder)]
    if micropython:
        base = board_image.stock(micropython)
        (folder / WHOLE.name).write_bytes(board_image.made(base, files))
        items.append(WHOLE)
    (folder / PAGE).write_text(page(items, folder), encoding="utf-8")
    (folder / SUMS).write_text(sums(folder), encoding="utf-8")
    return items


def _there(path: Path) -> Path:
    if not path.exists():
        raise SystemExit(
            f"{path.relative_to(tools.ROOT)} is not there: run `make release`, which builds it first"
        )
    return path


def _zip(path: Path, files: Iterable[Path]) -> None:
    """The same bytes for the same files, whenever they were made."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for file in sorted(files):
            packed.writestr(
                zipfile.ZipInfo(file.name, _EPOCH), _there(file).read_bytes(), zipfile.ZIP_DEFLATED
            )


def _firmware() -> dict[str, bytes]:
    return deploying.contents(BUNDLE, bundles.load(_there(BUNDLE)))


def _wheel(folder: Path) -> Item:
    found = sorted(WHEELS.glob("*.whl"))
    if not found:
        raise SystemExit("there is no wheel: run `make release`, which builds it first")
    shutil.copy(found[-1], folder)
    return Item(found[-1].name, WHEEL.format(name=found[-1].name))


# ---- the page, and the guide on paper --------------------------------------------------------------------

_STYLE = """
body { font: 11pt/1.45 "DejaVu Sans", sans-serif; color: #222; max-width: 46em; margin: 2em auto; }
h1, h2, h3 { line-height: 1.2; break-after: avoid; }
h1 { break-before: page; } h1:first-of-type { break-before: auto; }
img { max-width: 100%; max-height: 15cm; display: block; margin: .6em auto; }
img[src$="breadboard.png"] { max-height: 20.5cm; }
table { border-collapse: collapse; font-size: 8.5pt; } tr { break-inside: avoid; }
td, th { border: 1px solid #bbb; padding: .25em .45em; text-align: left; vertical-align: top; }
pre, code { font: 9pt "DejaVu Sans Mono", monospace; } pre { white-space: pre-wrap; }
dt { font-weight: bold; margin-top: .8em; } dd { margin: 0 0 0 1.2em; }
"""


def page(items: list[Item], folder: Path) -> str:
    """What each file is for, as a page beside them."""
    rows = "".join(
        f'<dt><a href="{html.escape(it.name)}">{html.escape(it.name)}</a>'
        f" ({(folder / it.name).stat().st_size / 1000:,.0f} kB)</dt><dd>{html.escape(it.says)}</dd>\n"
        for it in items
    )
    tried = ", ".join(f"{name} {version}" for name, version in tools.versions().items())
    return (
        '<!doctype html>\n<html lang="en"><meta charset="utf-8">'
        f"<title>tileclock, rev {design.REVISION}</title>\n"
        f"<style>{_STYLE}</style>\n<h1>tileclock: a box to build, rev {design.REVISION}</h1>\n"
        "<p>Nobody has built this box yet: build one, not ten. Begin with the guide.</p>\n"
        f'<dl>{rows}</dl>\n<p>The checksums of all files are in <a href="{SUMS}">{SUMS}</a>:'
        f" <code>sha256sum --check {SUMS}</code>, on macOS <code>shasum -a 256 --check {SUMS}</code>, on"
        " Windows <code>certutil -hashfile NAME SHA256</code> for one of them."
        f" Built with {html.escape(tried)}.</p>\n</html>\n"
    )


def guide(path: Path) -> None:
    """The pages of the guide as they are read here, printed by a browser."""
    render = MarkdownIt("commonmark", {"html": False}).enable("table").render
    text = "".join(render((HARDWARE / name).read_text(encoding="utf-8")) for name in GUIDE)
    # Pictures lie beside the pages; what leads to other pages leads nowhere on paper.
    text = re.sub(r'<a href="(?!https?:)[^"]*">(.*?)</a>', r"\1", text, flags=re.DOTALL)
    with tempfile.TemporaryDirectory() as home:
        source = Path(home, "guide.html")
        base = HARDWARE.as_uri() + "/"
        source.write_text(
            f'<!doctype html><meta charset="utf-8"><base href="{base}"><title>Build the box</title>'
            f"<style>{_STYLE}</style>{text}",
            encoding="utf-8",
        )
        browser = [
            "chromium",
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={home}/profile",
        ]
        done = subprocess.run(
            [*browser, "--no-pdf-header-footer", f"--print-to-pdf={path}", source.as_uri()],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
    if done.returncode or not path.exists():
        raise SystemExit(f"the guide was not printed:\n{done.stderr[-2000:]}")


# ---- what must hold of it --------------------------------------------------------------------------------


def sums(folder: Path) -> str:
    """A line for each file, as `sha256sum` reads it."""
    files = sorted(path for path in folder.iterdir() if path.name != SUMS)
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def faults(folder: Path, items: Iterable[Item]) -> list[str]:
    """What somebody who downloads it would miss."""
    found = [f"{it.name} is not there" for it in items if not (folder / it.name).exists()]
    for path in sorted(folder.glob("*.zip")):
        with zipfile.ZipFile(path) as packed:
            if packed.testzip() or not packed.namelist():
                found.append(f"{path.name} is empty or broken")
    for path in sorted(folder.glob("*.pdf")):
        if not path.read_bytes().startswith(b"%PDF-") or path.stat().st_size < 20_000:
            found.append(f"{path.name} is no page to read")
    if not (folder / SUMS).exists() or (folder / SUMS).read_text(encoding="utf-8") != sums(folder):
        found.append(f"{SUMS} is not that of the files")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--micropython", type=Path, help="MicroPython for the ESP32: then with an image of a whole board"
    )
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    choice = parser.parse_args()
    if not shutil.which("chromium"):
        raise SystemExit(
            "Chromium is not installed, and prints the guide. On Debian: apt-get install chromium"
        )
    items = pack(choice.folder, choice.micropython)
    wrong = faults(choice.folder, items)
    for it in items:
        print(f"{(choice.folder / it.name).stat().st_size / 1000:8,.0f} kB  {it.name}")
    sys.exit("\n".join(wrong) or None)


if __name__ == "__main__":
    main()
