"""The game that a box plays, as its journal tells it: whose turn it is, what is left of it, pool and round.

The journal says how long things took, not when they were. That follows from when they came: a record cannot
have happened after it was seen, and of many some are seen at once.
"""

from typing import Any

from tileclock.core import clock as states
from tileclock.core import records as r
from tileclock.core.play import fold
from tileclock_host.sheets.verify import HOSTILE, Journal

PHASES = {
    states.READY: "ready",
    states.RUNNING: "runs",
    states.PAUSED: "stands",
    states.EXPIRED: "expired",
    states.OVER: "over",
}


class Running:
    """One game; `rules` are those of the event."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self._rules = rules
        self._data = b""
        self.number = 0  # of the game
        self._count = 0
        self._began: int | None = None  # when its first record was, by our own time
        self.stored = 0  # how often its sheet was
        self.told: dict[str, Any] = {}

    @property
    def runs(self) -> bool:
        """Whether somebody's time runs."""
        return self.told.get("phase") == PHASES[states.RUNNING]

    @property
    def size(self) -> int:
        """How much of its journal is here."""
        return len(self._data)

    def take(self, number: int, begin: int, data: bytes, now: int, *, seen_before: bool) -> None:
        """More of a journal; `seen_before`: the box was asked a moment ago, so this is new.

        What cannot be a journal tells nothing.
        """
        if number != self.number or begin != len(self._data):
            if begin:
                return
            self._data, self._count, self._began, self.stored = b"", 0, None, 0
            self.number = number
        elif not data:
            return  # nothing has happened since
        self._data += data
        try:
            self._look(now, seen_before=seen_before)
        except (*HOSTILE, r.Unreadable):
            self.told = {}

    def _look(self, now: int, *, seen_before: bool) -> None:
        journal = Journal.of(self._data)
        if not journal.count:
            self.told = {}
            return
        kinds = list(journal.kinds())
        fresh = kinds[self._count :]
        if r.CUT in fresh:
            self._began = None  # what lies between is no time of the game
        if fresh and seen_before:
            came = now - journal.at
            self._began = came if self._began is None else min(self._began, came)
        self._count, self.stored = len(kinds), kinds.count(r.STORE)
        self.told = self._state(fold(self._rules, journal), journal.at)

    def _state(self, game: Any, at: int) -> dict[str, Any]:
        """As of the last record; what runs on from there says since when."""
        clock = game.clock
        runs = clock.phase == states.RUNNING
        since = self._began + at if self._began is not None else None
        left = None if clock.given_ms is None else clock.left_ms(at)
        return {
            "phase": PHASES[clock.phase],
            "why": "judge" if clock.phase == states.PAUSED and clock.why == r.DISPUTE else "",
            "seat": game.seat,
            "left": left,
            "spent": clock.spent_ms(at),
            "since": since if runs else None,
            "known": since is not None or not runs,
            "pool": game.pool.left,
            "round": game.round.left_ms(at) if game.round.began_at or runs else None,
            "turns": game.turns,
            "stored": bool(self.stored),
        }
