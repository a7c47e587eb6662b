"""Writes the samples of host/docs/exports.md, and pictures of papers: python -m tests.host.samples [--check]

The samples are what the exports really are for one small match; a test compares them.
"""

import difflib
import io
import json
import random
import re
import sys
import tempfile
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import openpyxl
import pypdfium2

from tests import evenings, presets
from tests.host.commands import says
from tests.host.evening_desk import NAMES, event
from tests.host.opening import exported

DOCS = Path(__file__).parents[2] / "host" / "docs"
PAGE = DOCS / "exports.md"
PEOPLE = (*NAMES, "Iga", "Jiří", "Kateřina", "Łukasz", "Наталка", "Olek", "Petr", "Šárka")
_BLOCK = re.compile(r"(<!-- sample: (\w+) -->\n+```\w*\n)(.*?)(^```\n)", re.S | re.M)


def match() -> list[str]:
    """Two games of three people; the first was corrected."""
    rules = presets.built_in("pl")
    first = evenings.corrected(evenings.lively(rules, 3, 1, 4, (30, 0, 9)), 0, 21)
    return evenings.sheets([first, evenings.lively(rules, 3, 0, 2, (0, 12, 40))])


def samples() -> dict[str, str]:
    texts = match()
    link = exported("bgstats", texts).decode().strip()
    data = parse_qs(urlsplit(link).query)["data"][0]
    return {
        "csv": exported("csv", texts).decode().replace("\r\n", "\n").strip(),
        "turns": "\n".join(exported("turns", texts).decode().split("\r\n")[:6]),
        "json": _json(texts),
        "xlsx": _formulas(texts),
        "link": link,
        "play": json.dumps(json.loads(data), indent=2, ensure_ascii=False),
    }


def _json(texts: list[str]) -> str:
    """The document, cut where it only repeats itself."""
    document = json.loads(exported("json", texts))
    found = document["matches"][0]
    found["players"] = found["players"][:1]
    found["games"] = found["games"][:1]
    game = found["games"][0]
    game["turns"] = game["turns"][:1]
    game["lines"] = game["lines"][:1]
    game["sheet"] = game["sheet"][:40] + "…"
    told = json.dumps(document, indent=1, ensure_ascii=False)
    return re.sub(r"\[\s+([^\[\]{}]*?)\s+\]", lambda listed: f"[{' '.join(listed[1].split())}]", told)


def _formulas(texts: list[str]) -> str:
    """The cells of the score table as they stand in the file."""
    sheet = openpyxl.load_workbook(io.BytesIO(exported("xlsx", texts))).active
    lines = []
    for row in sheet.iter_rows(min_row=4, max_row=9, max_col=7):
        cells = ["" if c.value is None else f"{c.value:%Y-%m-%d}" if c.is_date else str(c.value) for c in row]
        lines.append(" | ".join(cell.replace("$", "") for cell in cells).rstrip())
    return "\n".join(lines)


def page() -> str:
    """The page with the samples of today."""
    found = samples()
    return _BLOCK.sub(
        lambda block: f"{block[1]}{found[block[2]]}\n{block[4]}", PAGE.read_text(encoding="utf-8")
    )


def standings(folder: Path) -> bytes:
    """Sixteen people after two rounds, as the wall has them."""
    place, dice = str(folder / "store.sqlite"), random.Random(2027)
    event(place, "--rounds", 4, "--games", 1, "--cut", 4, "--date", "2027-05-08", names=PEOPLE)
    for number in (1, 2):
        says("event", "draw", "--seed", number, "--db", place)
        for table in range(1, 5):
            lost = [dice.randrange(5, 90) for _ in range(3)]
            points = [-each for each in lost]
            points.insert(dice.randrange(4), sum(lost))
            says("event", "result", "--table", table, "--game", 1, *points, "--db", place)
    says("event", "standings", "--out", folder / "wall.pdf", "--lang", "pl", "--db", place)
    return (folder / "wall.pdf").read_bytes()


def picture(paper: bytes, height: int) -> bytes:
    """The top of its first page."""
    page = pypdfium2.PdfDocument(paper)[0].render(scale=1).to_pil()
    out = io.BytesIO()
    page.crop((0, 0, page.width, height)).convert("RGB").quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


def main() -> None:
    if "--check" in sys.argv:
        before, now = PAGE.read_text(encoding="utf-8"), page()
        sys.stdout.writelines(difflib.unified_diff(before.splitlines(True), now.splitlines(True)))
        sys.exit(before != now)
    PAGE.write_text(page(), encoding="utf-8")
    (DOCS / "pictures").mkdir(exist_ok=True)
    (DOCS / "pictures" / "sheet.png").write_bytes(picture(exported("pdf", match()), 450))
    with tempfile.TemporaryDirectory() as folder:
        wall = picture(standings(Path(folder)), 640)
    (DOCS / "pictures" / "standings.png").write_bytes(wall)


if __name__ == "__main__":
    main()
