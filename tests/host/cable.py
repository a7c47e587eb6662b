"""A cable to a simulated box in the box's own time: what a transfer takes is exact, and nobody waits."""

import contextlib
import json
import random

from tests import games
from tests.device.box import Box
from tests.patience import eventually
from tileclock_host.device.clock import Clock
from tileclock_host.sim.live import Live
from tileclock_host.sim.virtual_port import VirtualPort

SPEED = 10  # of a box at ports: nobody who talks to it has a clock of his own to compare, and all wait less


class Cable(VirtualPort):
    """The port of a box. `spoil` sees every piece of both directions."""

    def __init__(self, box, spoil=lambda data: data):
        self.spoil = spoil
        super().__init__(box)

    def hear(self, data):
        super().hear(self.spoil(data))

    def write(self, data):
        super().write(self.spoil(data))


class Spoiler:
    """Loses, flips and doubles bytes, repeatably."""

    def __init__(self, seed, share):
        self._chance = random.Random(seed)
        self._share = share
        self.spoiled = 0

    def __call__(self, data):
        out = bytearray()
        for byte in data:
            if self._chance.random() < self._share:
                self.spoiled += 1
                what = self._chance.randrange(3)
                if what == 1:
                    flipped = byte ^ 1 << self._chance.randrange(7)
                    out.append(flipped if flipped > 5 else 0x20)  # a Ctrl-C would stop the program
                elif what == 2:
                    out += bytes([byte, byte])
            else:
                out.append(byte)
        return bytes(out)


@contextlib.contextmanager
def box_with(prepared_flash, folder, sheets=(), files=None, **settings):
    """A box that is switched on, with these sheets on it."""
    box = Box(prepared_flash, folder / "flash.img")
    stored = _on_flash(sheets)
    if settings:
        stored["/data/settings.json"] = json.dumps(settings).encode()
    box.put({**stored, **(files or {})})
    box.start()
    try:
        yield box
    finally:
        box.close()


def plugged(box, spoil=lambda data: data):
    """A clock that said hello."""
    clock = Clock(Cable(box, spoil), lambda: Cable(box, spoil))
    clock.hello(tries=6)
    return clock


@contextlib.contextmanager
def running(image, *, speed=SPEED, **options):
    """The box of a flash as it is, at ports that other programs open; the flash may be of no clock."""
    it = Live(flash=image, speed=speed, **options)
    it._prepare_image = it._refuse_foreign = lambda: None
    it.start()
    try:
        yield awake(it)
    finally:
        it.stop()


@contextlib.contextmanager
def live(  # noqa: PLR0913, PLR0917 – what there is of a box
    prepared_flash, folder, sheets=(), files=None, gone=(), device=games.DEVICE, **options
):
    """The same of a box with these sheets and files on it, and without others."""
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "flash.img.id").write_text(device)
    box = Box(prepared_flash, folder / "flash.img")
    box.put(_on_flash(sheets) | (files or {}))
    box.drop(gone)
    box.close()
    with running(folder / "flash.img", **options) as it:
        yield it


def _on_flash(sheets):
    return {f"/data/sheets/{number:05}-01": text.encode() for number, text in enumerate(sheets, 1)}


def awake(it):
    """Until the clock runs, or has broken: while it starts nobody gets to its prompt."""
    console = it.board.console
    eventually(lambda: console.uart or not console.program_runs(), lambda: it.picture().log_tail)
    return it
