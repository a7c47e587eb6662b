"""What the wire carries while sheets are fetched, and how long that takes beside `mpremote fs cp`.

The sync runs on the modelled UART and takes its true time. Of mpremote only the characters are counted, as if
the line were never idle and the board's prompt took no time at all.
"""

import subprocess
import tempfile
from pathlib import Path

from tests import games
from tests.bench.figure import Figure
from tests.device.box import Box
from tests.host.cable import box_with, plugged, running
from tests.host.commands import MPREMOTE
from tileclock_host.build import bundle
from tileclock_host.device import sync
from tileclock_host.sim import flash

BYTE_US = 86.806
SHEETS = 10


class Kept:
    """A store that takes everything."""

    kept = good = True
    kind, sentence = "new", ""

    def __init__(self):
        self.texts = []

    def add_many(self, sheets, clock):
        self.texts += [text for text, _ in sheets]
        return [self for _ in sheets]


def measure() -> list[Figure]:
    texts = games.match_of(SHEETS)
    size = sum(map(len, texts))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        flash.create(folder / "new.img", bundle.ensure())
        wire, seconds = synced(folder, texts)
        other = copied(folder, texts)
    return [
        Figure(
            "sync: share of the wire's characters that are sheet text",
            size / wire,
            "",
            limit=0.85,
            at_least=True,
        ),
        Figure("sync: use of the line at 115,200 baud", size * BYTE_US / 1e6 / seconds, ""),
        Figure("sync: one sheet", 1000 * seconds / SHEETS, "ms"),
        Figure("sync: speed against mpremote fs cp", other / seconds, "×", limit=1.05, at_least=True),
    ]


def synced(folder: Path, texts: list[str]) -> tuple[int, float]:
    """Characters both ways, and seconds of the box, from the first request to the last answer."""
    store = Kept()
    with box_with(folder / "new.img", folder, texts) as box, plugged(box) as clock:
        clock.sent = clock.received = 0
        begun = box.now
        (report,) = sync.sync([clock], store)
        assert report.good and report.told == len(texts) and store.texts == texts
        return clock.sent + clock.received, (box.now - begun) / 1e6


def copied(folder: Path, texts: list[str]) -> float:
    """Seconds that mpremote's characters take on the line, its opening of the prompt left out."""
    image = folder / "copied.img"
    box = Box(folder / "new.img", image)
    box.put({f"/data/sheets/{number:05}-01": text.encode() for number, text in enumerate(texts, 1)})
    box.close()
    with running(image) as live:
        subprocess.run([MPREMOTE, "connect", live.serial_port, "exec", "pass"], check=True, timeout=60)
        count = [0]
        stop = live.board.console.listen(lambda data: add(count, len(data)))
        write = live.board.console.write

        def counted(data: bytes) -> None:
            add(count, len(data))
            write(data)

        live.board.console.write = counted
        into = folder / "copies"
        into.mkdir()
        arguments = ["connect", live.serial_port, "resume", "fs", "cp", "-r", ":/data/sheets", str(into)]
        subprocess.run([MPREMOTE, *arguments], check=True, capture_output=True, timeout=120)
        stop()
    found = sorted(path.read_text() for path in into.rglob("*-01"))
    assert found == sorted(texts), "mpremote did not copy the sheets"
    return count[0] * BYTE_US / 1e6


def add(count: list[int], size: int) -> None:
    count[0] += size
