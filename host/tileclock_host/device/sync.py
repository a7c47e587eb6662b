"""Fetches the new sheets of several clocks side by side; a clock is told only once the store has them."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

from tileclock.core import reading

from .abreast import abreast
from .clock import ACKS, Busy, Clock, Refused
from .errors import DeviceError


class Store(Protocol):
    def add_many(self, sheets: Iterable[tuple[str, str]], clock: str) -> Sequence[Any]:
        """Keep texts of this clock, with where they came from, all in one go.

        What became of each has `kind`, `sentence`, `kept` and `good`.
        """


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
    return abreast(lambda clock: sync_one(clock, store, tell, lock=lock, every=every), list(clocks))


def sync_one(
    clock: Clock, store: Store, tell: Tell, *, lock: threading.Lock | None = None, every: bool = False
) -> Report:
    """`lock`: the others wait meanwhile, who use the store, too."""
    report = Report(clock.name, clock.identity.device, clock.identity.table)
    fetched: dict[str, str] = {}  # and not stored yet

    def keep() -> dict[str, str]:
        some = dict(fetched)
        fetched.clear()
        with lock or contextlib.nullcontext():
            return _kept(clock, store, some, report)

    try:
        try:
            wanted = clock.sheets(every=every)
            report.found = len(wanted)
            total, done = sum(size for _, size in wanted), 0
            for name, size in wanted:
                tell(Progress(clock.name, done, total))
                fetched[name] = clock.fetch(name, partial(_tell_more, tell, clock.name, done, total))
                done += size
                if len(fetched) == ACKS:
                    _tell_clock(clock, keep(), report)
            tell(Progress(clock.name, total, total))
        finally:  # a cable that was pulled takes nothing away of what has come through it
            kept = keep()
        _tell_clock(clock, kept, report)
        with contextlib.suppress(Refused):
            clock.set_clock(int(time.time()))  # sheets of games to come have their date from it
    except DeviceError as error:
        report.errors.append(str(error))
    return report


def _tell_more(tell: Tell, port: str, before: int, total: int, at: int) -> None:
    tell(Progress(port, before + at, total))


def _kept(clock: Clock, store: Store, texts: dict[str, str], report: Report) -> dict[str, str]:
    """Store these, in one go; those that are stored now."""
    if not texts:
        return {}
    sheets = [(text, f"{clock.name} {name}") for name, text in texts.items()]
    kept = {}
    outcomes = store.add_many(sheets, clock.identity.device)
    for (name, text), outcome in zip(texts.items(), outcomes, strict=True):
        if not outcome.good:
            report.errors.append(f"{clock.name}: {outcome.sentence}")
        if outcome.kept:
            report.kept += 1
            kept[name] = text
        if outcome.kind == "new":
            _note_undated(text, report)
    return kept


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
