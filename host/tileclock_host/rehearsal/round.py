"""One round at one table of a rehearsal: its box is told who sits there, games are played, sheets fetched.

Everything that is done can be found again, in the store and on the flash of the box. So who does this once
more, after it was killed at whatever moment, goes on there.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from random import Random

from tileclock_host.build import bundle
from tileclock_host.desk import boxes
from tileclock_host.desk.desk import Desk
from tileclock_host.desk.event import Event
from tileclock_host.desk.prices import NOBODY
from tileclock_host.desk.rules import rules_of
from tileclock_host.device.clock import Clock
from tileclock_host.device.sync import Report, sync
from tileclock_host.locks import alone
from tileclock_host.panel.reading import Reader
from tileclock_host.sheets.store import Store
from tileclock_host.sheets.text import LETTERS
from tileclock_host.sim import flash
from tileclock_host.sim.board import Board
from tileclock_host.sim.virtual_port import VirtualPort

from .table import Table

_BREAKS_AFTER = 1_500  # bytes that come through a cable that is pulled then


@dataclass(frozen=True)
class Job:
    """What is to be played, and what goes wrong there."""

    db: str
    folder: str  # of the boxes' flashes
    event: str
    seed: int
    round: int
    table: int
    began: float  # when this round begins, in seconds since 1970
    pull_plug_at: int = 0  # the turn; 0: at none
    lose_cable: bool = False


@dataclass(frozen=True)
class Played:
    """What came of it."""

    round: int
    table: int
    sheets: int
    turns: int
    plugs_pulled: int
    cables_lost: int
    errors: list[str]


class _Cable(VirtualPort):
    """One that is pulled once in the middle of what the box says, where that is wanted."""

    def __init__(self, box: Board, breaks: list[int]) -> None:
        super().__init__(box)
        self._breaks = breaks  # bytes that are left until then, if any

    def hear(self, data: bytes) -> None:
        super().hear(data)
        if self._breaks:
            self._breaks[0] -= len(data)
            if self._breaks[0] <= 0:
                self._breaks.clear()
                self.pulled = True


class _Round:
    def __init__(self, job: Job, store: Store, box: Board) -> None:
        self._job, self._store, self._box = job, store, box
        self._desk = Desk(store, lambda: datetime.fromtimestamp(job.began).astimezone())
        self._plugs = 0
        self._parent = os.getppid()

    def play(self) -> Played:
        job = self._job
        event = self._event()
        seats = [p != NOBODY for p in event.table(job.round, job.table)]
        letters = "".join([LETTERS[seat] for seat, taken in enumerate(seats) if taken])
        self._table = Table(self._box, _reader(), letters, rules_of(event.settings.preset)["limit"])
        self._table.switch_on()
        clock = self._cable([])
        with clock:
            if self._first_game(clock) is None:
                boxes.seat(self._desk, job.event, (job.round, job.table), clock, _reader().knows)
            clock.set_clock(int(job.began))
            self._table.play(lambda: self._dice(clock), lambda: self._is_over(clock), self._at_turn)
        breaks = [_BREAKS_AFTER] if job.lose_cable else []
        with self._cable(breaks) as clock:
            (report,) = sync([clock], self._store)
        return self._told(report, job.lose_cable and not breaks)

    def _told(self, report: Report, lost: bool) -> Played:
        job = self._job
        return Played(
            job.round, job.table, report.kept, self._table.turns, self._plugs, int(lost), report.errors
        )

    def _event(self) -> Event:
        return self._desk.read().event(self._job.event)

    def _cable(self, breaks: list[int]) -> Clock:
        clock = Clock(_Cable(self._box, breaks), lambda: _Cable(self._box, breaks))
        clock.hello()
        return clock

    def _first_game(self, clock: Clock) -> int | None:
        """The last game of this box before the round; None, if it was not told yet who sits there."""
        here = self._job.round, self._job.table
        for (device, game), place in self._event().boxes.items():
            if device == clock.identity.device and place == here:
                return game
        return None

    def _games(self, clock: Clock) -> int:
        """Count the games of this round by their sheets: a deal that was undone has a number, too."""
        first = self._first_game(clock)
        assert first is not None
        return len({name[:5] for name, _ in clock.sheets(every=True) if int(name[:5]) > first})

    def _is_over(self, clock: Clock) -> bool:
        return self._games(clock) >= self._event().settings.games and not clock.status()["playing"]

    def _dice(self, clock: Clock) -> Random:
        """Dice of the game that is on at this table, the same ones whenever it is played."""
        job = self._job
        return Random(f"{job.seed}/{job.round}/{job.table}/{self._games(clock) + 1}")

    def _at_turn(self) -> None:
        if os.getppid() != self._parent:
            raise SystemExit(1)  # the rehearsal was killed
        if self._table.turns == self._job.pull_plug_at:
            self._box.pull_plug()
            self._plugs += 1


@cache
def _reader() -> Reader:
    return Reader()


def play(job: Job) -> Played:
    """Play that round at that table, or the rest of it."""
    image = Path(job.folder) / f"table-{job.table:02}.img"
    lock = image.with_suffix(".lock")  # who was killed may still be at it for a moment
    with alone(lock), Store(job.db) as store:
        if not image.exists():
            flash.create(image, bundle.ensure())
        number = hashlib.sha256(f"{job.seed}/{job.table}".encode()).hexdigest()[:12]
        box = Board(image, device=number, seed=job.seed + job.table)
        try:
            return _Round(job, store, box).play()
        finally:
            box.close()
