"""Fetches the new sheets of several clocks side by side; a clock is told only once the store has them."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Protocol

from tileclock.core import reading

from .abreast import abreast
from .clock import ACKS, Busy, Clock, Refused
from .errors import DeviceError


class Store(Protocol):
    def add(self, text: str, source: str, clock: str) -> Any:
        """Keep a sheet that this clock has sent; the outcome has `kind`, `sentence`, `kept` and `good`."""


@dataclass
class Report:
    """What became of one clock."""

    port: str
    device: str = ""
    table: int = 0
    found: int = 0  # sheets it had for us
    kept: int = 0
    told: int = 0  # sheets the clock knows now to be stored
    undated: list[str] = field(default_factory=list)  # games new to the store, whose clock was not set
    notes: list[str] = field(default_factory=list)  # what is worth saying, yet no failure
    errors: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not self.errors


@dataclass(frozen=True)
class Progress:
    """How far one clock is, in characters of sheets."""

    port: str
    done: int
    total: int


Tell = Callable[[Progress], None]


def sync(
    clocks: Iterable[Clock], store: Store, tell: Tell = lambda _: None, *, every: bool = False
) -> list[Report]:
    """All of them side by side; a clock that fails does not hold up the others."""
    lock = threading.Lock()
    return abreast(lambda clock: _sync(clock, store, lock, tell, every), list(clocks))


def _sync(clock: Clock, store: Store, lock: threading.Lock, tell: Tell, every: bool) -> Report:
    report = Report(clock.name, clock.identity.device, clock.identity.table)
    stored: dict[str, str] = {}
    try:
        wanted = clock.sheets(every=every)
        report.found = len(wanted)
        total, done = sum(size for _, size in wanted), 0
        for name, size in wanted:
            tell(Progress(clock.name, done, total))
            before = done
            text = clock.fetch(name, lambda at, before=before: tell(Progress(clock.name, before + at, total)))  # type: ignore[misc]
            with lock:
                outcome = store.add(text, f"{clock.name} {name}", clock.identity.device)
            done += size
            if not outcome.kept:
                report.errors.append(f"{clock.name}: {outcome.sentence}")
                continue
            report.kept += 1
            stored[name] = text
            if outcome.kind == "new":
                _note_undated(text, report)
            if not outcome.good:
                report.errors.append(f"{clock.name}: {outcome.sentence}")
            if len(stored) == ACKS:
                _tell_clock(clock, stored, report)
        tell(Progress(clock.name, total, total))
        _tell_clock(clock, stored, report)
        with contextlib.suppress(Refused):
            clock.set_clock(int(time.time()))  # sheets of games to come have their date from it
    except DeviceError as error:
        report.errors.append(str(error))
    return report


def _note_undated(text: str, report: Report) -> None:
    head = reading.head(text.partition("\n")[0])
    if head.get("date") is None:
        report.undated.append(f"{head['device']}-{head['game']}")


def _tell_clock(clock: Clock, stored: dict[str, str], report: Report) -> None:
    if not stored:
        return
    try:
        clock.ack(stored)
        report.told += len(stored)
    except Busy:
        report.notes.append(
            f"{clock.name}: a turn's clock runs, so the clock does not know yet that its sheets are stored:"
            " sync again in a pause or after the game"
        )
    stored.clear()
