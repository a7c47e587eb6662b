"""Writes tests/storage/images: python -m tests.storage.make_images; what is there stays as it is.

An image is the flash of a box as people left it, made by the firmware of its time, and without the firmware.
It is never made anew: it is what boxes out there have. Who changes a format adds images with the new number.
"""

import json
import lzma
import tempfile
from pathlib import Path

from littlefs import LittleFS, UserContext

from tests import presets
from tests.device.box import Box, opened
from tests.device.locked import enter
from tests.device.pictures import Pictures
from tests.device.scorer import Scorer, to_correction
from tests.device.table import Table
from tileclock.core import preset as rules
from tileclock_host.build import bundle
from tileclock_host.panel.reading import Reader
from tileclock_host.sim import flash

IMAGES = Path(__file__).parent / "images"
VERSION = 1  # of the formats, as the box writes it into /data/format
SECRET = "5a" * 32
CODE = "CAFE"
NAMES = ["Ala", "Bořek", "Їжак", "", "", ""]


def unpacked(name: str) -> bytes:
    return lzma.decompress((IMAGES / name).read_bytes())


def _correct(table: Table, number: int) -> None:
    """One point more on B's rack."""
    to_correction(table, number)
    table.seat("B").press()
    for _ in range(4):
        table.ok.press()
    table.wait(s=1)
    table.back.press()


def _reduce(table: Table) -> None:
    """The flash is full of something else: the oldest match shrinks to its totals."""
    table.box.pull_plug()
    free = flash.BLOCKS - opened(table.box.flash).used_block_count
    table.box.put({"/data/big": bytes(flash.BLOCK * (free - 17))})
    table.box.start()
    table.wait(s=1)
    table.choose("New game")
    for _ in range(3):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    table.wait(s=1)
    table.choose("Match 1: totals only")
    table.choose("yes")
    table.wait(s=1)
    table.box.pull_plug()
    table.box.remove("/data/big")
    table.box.start()
    table.wait(s=1)


def evening(table: Table) -> None:
    """A match reduced to totals; two games of the next, both corrected, one synced; another is running."""
    club = rules.canonical(rules.check({**presets.built_in("pl"), "id": "club", "name": "Club"}))
    table.box.pull_plug()
    table.box.put({"/data/presets/club.json": club.encode(), "/data/secret": SECRET.encode()})
    scorer = Scorer(table, "club", names=NAMES, match_games=0, limit=60, sound=False)
    scorer.whole({"B": 12, "C": 5})
    table.back.press()
    table.choose("Sheets")
    table.wait(s=1)
    table.choose("End of the match")
    table.ok.press()
    table.choose("New game")
    scorer.whole({"B": 3, "C": 40})
    scorer.whole({"B": 20, "C": 7})
    table.back.press()
    _reduce(table)
    _correct(table, 2)
    _correct(table, 1)
    table.choose("New game")
    scorer.begin("ABC", "B")
    for seat in "BCA":
        table.wait(s=5)
        table.seat(seat).hold()
    table.wait(s=3)
    table.up.press()
    table.seat("B").press()
    table.wait(s=7)


def word(table: Table) -> None:
    """A game of Word, locked, with an entry that waits."""
    table.settings(preset="word", limit=90, names=NAMES, code=CODE, locked=True, language="en")
    table.deal("ABC")
    table.seat("A").press()
    table.wait(s=4)
    table.seat("A").press()
    table.wait(s=2)


def racks(table: Table) -> None:
    """The last game of a match that is over is being corrected; the judge's code was asked for."""
    table.box.pull_plug()
    table.box.put({"/data/secret": SECRET.encode()})
    scorer = Scorer(table, "pl", names=NAMES, match_games=1, code=CODE, locked=True)
    scorer.whole({"B": 12, "C": 5})
    table.ok.press()
    table.choose("Sheets")
    table.wait(s=1)
    table.choose("game 1")
    table.choose("Correct this sheet")
    enter(table, CODE)
    table.wait(s=1)
    for _ in range(2):
        table.back.press()
    table.seat("C").press()
    table.wait(s=2)


SCENES = {"evening": evening, "word": word, "racks": racks}


def _only_data(image: Path) -> bytes:
    """A flash with the files of /data alone, as littlefs writes them on an erased one."""
    old = opened(image)
    context = UserContext(flash.BLOCK * flash.BLOCKS)
    options = {"block_size": flash.BLOCK, "block_count": flash.BLOCKS, "prog_size": 32, "read_size": 32}
    new = LittleFS(context=context, lookahead_size=32, **options)
    for folder, _, names in old.walk("/data"):
        new.makedirs(folder, exist_ok=True)
        for name in names:
            path = f"{folder}/{name}"
            with old.open(path, "rb") as source, new.open(path, "wb") as target:
                target.write(source.read())
    if "00002-02" in new.listdir("/data/sheets"):  # the PC has got it
        new.rename("/data/sheets/00002-02", "/data/sheets/00002-02+")
    new.unmount()
    return bytes(context.buffer)


def make(name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        firmware = bundle.ensure()
        image = Path(folder, "new.img")
        flash.create(image, firmware)
        box = Box(image, Path(folder, "box.img"))
        table = Table(box, Reader(firmware), Pictures(False))
        try:
            box.start()
            table.wait(s=1)
            SCENES[name](table)
            box.pull_plug()
            assert box.read("/data/format") == str(VERSION).encode(), "the formats have another version now"
            return _only_data(box.flash)
        finally:
            box.close()


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    for name in SCENES:
        path = IMAGES / f"format-{VERSION}-{name}.img.xz"
        if not path.exists():
            path.write_bytes(lzma.compress(make(name), preset=9))
            print(path, json.dumps({"bytes": path.stat().st_size}))


if __name__ == "__main__":
    main()
