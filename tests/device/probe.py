"""A box whose firmware also says when things happened in the game, and does blocking work when a test asks.

Only the box's first file differs from the one that is deployed: it wraps two methods of the firmware and
starts it. What it prints costs the virtual chip no time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from tests import words
from tests.device.table import MS, Table
from tileclock.core import records as r
from tileclock_host.build import bundle
from tileclock_host.sim import wire
from tileclock_host.sim.flash import BLOCK, BLOCKS

_MAIN = """
import json
from time import ticks_diff, ticks_ms
from tileclock import app
from tileclock.core.records import BEGIN
from tileclock.table import table

WORK = {work}
START = []  # ticks at which the firmware's timeline begins


def happen(self, event, at, *more, original=table.Table.happen):
    original(self, event, at, *more)
    if event < BEGIN:
        return
    game = self.game
    own = game.accounts
    accounts = [own.thought_ms, own.undone_ms, own.paused_ms, own.resolving_ms]
    print("probe:", json.dumps(["event", event, at, START[0], accounts]))


def erase(what):
    import esp32
    from _chip import chip
    block, chip.erase_us = what
    esp32.Partition.find(esp32.Partition.TYPE_DATA, label="vfs")[0].ioctl(6, block)


def transfer(size):
    import machine
    bus = machine.I2C(0, scl=machine.Pin(22), sda=machine.Pin(21), freq=400_000)
    bus.writeto(0x3C, b"\\x00" + b"\\xe3" * size)  # so many commands to do nothing


def collect(_):
    import gc
    gc.collect()


class Whole:
    def __init__(self, loop, poll):
        self.loop, self.poll = loop, poll

    def ipoll(self, timeout):
        return self.poll.ipoll(max(timeout, min(self.loop._due - self.loop.go.stage.now, 1000)))


class Busy(app.App):
    def __init__(self, board):
        START.append(board.keys.seen)
        super().__init__(board)
        if {skim}:
            self._poll = Whole(self, self._poll)

    def step(self):
        if WORK:
            wait = ticks_diff(WORK[0][0], ticks_ms())
            if wait <= 0:
                at, work, amount = WORK.pop(0)
                begin = ticks_ms()
                globals()[work](amount)
                print("probe:", json.dumps(["work", work, begin, ticks_ms()]))
            else:
                self._due = min(self._due, self.go.stage.now + wait)
        super().step()


def skim(chip):
    plain = type(chip).wait

    def wait(self, until, ready=None):
        if ready is not None and not self.in_callback:
            (timer,) = self.timers
            still = min(until, self.horizon)
            if self._edge_first != self._edge_next:
                still = min(still, self._edge_at[self._edge_first])
            looks = (still - timer.due) // timer.period - 1
            if looks > 0:
                timer.due = self.due = timer.due + looks * timer.period
        plain(self, until, ready)

    type(chip).wait = wait


table.Table.happen = happen
app.App = Busy
if {skim}:
    from _chip import chip
    skim(chip)
app.run()
"""

_MASK = (1 << 30) - 1
_ROOM = 32 * 1024  # bytes of heap for the probe itself, so that the firmware has what it has on a board


class Event(NamedTuple):
    """What happened in the game: the time the firmware gave it, and the accounts after it, in ms."""

    kind: int
    at: int  # µs since the box was first switched on
    thought: list[int]  # by seat
    undone: int
    paused: int
    resolving: int

    @property
    def accounted(self) -> int:
        return sum(self.thought) + self.undone + self.paused + self.resolving


class Work(NamedTuple):
    """Time in which the chip could not look at its keys, µs since the box was first switched on."""

    kind: str
    begin: int
    end: int


class Probe:
    """Makes a table talk: `Probe(table, work=[(at, "erase", 45_000)])`, before it is switched on.

    With `skim`, looks at the keys that cannot see anything new are left out, and the loop waits in one piece,
    which makes long evenings short.
    """

    def __init__(self, table: Table, work: list[tuple[int, str, int]] = (), *, skim: bool = False) -> None:
        self._box = table.box
        self._box.heap += _ROOM
        self._said = bytearray()
        self._box.console.listen(self._said.extend)
        plan = []
        for at, kind, us in sorted(work):
            amount = us
            if kind == "erase":
                amount = (_unused_block(self._box.flash), us)
            elif kind == "collect":
                self._box.turn_knob(wire.KNOB_COLLECT_US, us)
            elif kind == "transfer":
                amount = us // 23  # at 400 kHz a byte takes 22.5 µs
            plan.append(((at - self._rom // MS * MS) // MS, kind, amount))
        wrapped = [((at - self._box.ticks_left_ms) & _MASK, *rest) for at, *rest in plan]
        main = _MAIN.format(work=wrapped, skim=skim)
        self._box.put({"/main.py": words.translate(main, bundle.key()).encode()})
        self._box.start()

    @property
    def _rom(self) -> int:
        """When the chip's own time began; it is switched on only once here."""
        return 350 * MS

    def _since_on(self, ticks: int) -> int:
        return self._rom + (ticks + self._box.ticks_left_ms & _MASK) * MS

    def _notes(self, kind: str):
        """What the firmware said so far; the box is switched off, so that all of it has come through."""
        assert not self._box.powered, "pull the plug before you read the probe"
        for line in self._said.decode().splitlines():
            if line.startswith("probe: "):
                note = json.loads(line.removeprefix("probe: "))
                if note[0] == kind:
                    yield note[1:]

    @property
    def events(self) -> list[Event]:
        """From the first turn on."""
        return [
            Event(kind, self._since_on(base) + at * MS, *accounts)
            for kind, at, base, accounts in self._notes("event")
            if kind >= r.BEGIN
        ]

    @property
    def work(self) -> list[Work]:
        return [
            Work(kind, self._since_on(begin), self._since_on(end)) for kind, begin, end in self._notes("work")
        ]


def _unused_block(flash: Path) -> int:
    """The last erased block: nothing is lost with it."""
    image = flash.read_bytes()
    blank = b"\xff" * BLOCK
    return next(n for n in reversed(range(BLOCKS)) if image[n * BLOCK : (n + 1) * BLOCK] == blank)
