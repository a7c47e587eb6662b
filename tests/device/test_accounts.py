"""Every millisecond is on exactly one account, however long the evening and whatever happens."""

import random
from itertools import pairwise

import pytest

from tests.device.probe import Probe
from tests.device.table import MS, S
from tileclock.core import records as r

pytestmark = pytest.mark.needs_models

HOUR = 3600 * S


class Evening:
    """Four who play game after game, and do everything one can do with the clock, at random."""

    def __init__(self, table, seed):
        self.table, self.rnd = table, random.Random(seed)
        self.spans = []  # of each game: its first contact, and the last that changed something

    def play(self, until):
        self.table.deal()
        self._game(until)
        while self.table.now < until:
            self._next_game()
            self._game(until)

    def _lit(self):
        """Who is on turn, or begins; None when the game is over."""
        lit = [seat for seat in "ABCD" if self.table.light(seat) != "dark"]
        return lit[0] if len(lit) == 1 else None

    def _game(self, until):
        self.table.wait(s=1)  # the deal is written down
        first = last = self.table.seat(self._lit()).press()
        left, began = 40 * S, first
        while last < until:
            self.table.wait_until(self.table.now + self.rnd.randrange(400 * MS, 30 * S))
            seat = self._lit()
            if seat is None:
                break
            what = self.rnd.random()
            if what < 0.1:
                self.table.seat("ABCD"["ABCD".index(seat) - 1]).press()  # not on turn
            elif what < 0.2 and self.table.now - began < left - 2 * S:
                last = self.table.back.press()
                left -= last - began
                self.table.wait(s=self.rnd.choice([1, 20, 900]))
                began = last = self.table.ok.press()
            elif what < 0.3:
                self.table.wait(s=45)  # time is up
                began, left = self.table.seat(seat).press(), 40 * S
                last = began
            else:
                began, left = self.table.seat(seat).press(ms=self.rnd.choice([100, 100, 700])), 40 * S
                last = began
        self.spans.append((first, last))

    def _next_game(self):
        """Everybody has something left; then the same again."""
        self.table.ok.press()
        self.table.wait(s=1)
        for seat in "ABCD":
            self.table.seat(seat).press()
        while not self.table.screen.says("begins"):
            self.table.ok.press()
            self.table.wait(ms=300)  # else a second OK would start the clock


def booked_again(events, players):
    """The accounts once more, from nothing but the events and their times."""
    thought, paused, resolving = [0] * 6, 0, 0
    place, phase = first_place(events), r.BEGIN
    for before, after in pairwise(events):
        span = (after.at - before.at) // MS
        if phase == r.PAUSE:
            paused += span
        elif phase == r.EXPIRE:
            resolving += span
        else:
            thought[place] += span
        if after.kind in (r.END_TURN, r.RESOLVE):
            place = (place + 1) % players
        if after.kind not in (r.DREW, r.PASSED):
            phase = after.kind
    return thought, paused, resolving


@pytest.mark.parametrize(
    ("played", "skim"),
    [
        (2 * HOUR, True),
        (HOUR // 3, False),
        pytest.param(10 * HOUR, True, marks=pytest.mark.slow),
        pytest.param(10 * HOUR, False, marks=pytest.mark.slow),
    ],
    ids=[
        "two hours",
        "20 minutes with every look at the keys",
        "ten hours",
        "ten hours with every look at the keys",
    ],
)
def test_a_long_evening_adds_up_over_the_wrap_of_the_ticks(lay_table, played, skim):
    wrap = played // 2
    table = lay_table(start=False, ticks_left_ms=wrap // MS)
    probe = Probe(table, skim=skim)
    evening = Evening(table, seed=1)
    evening.play(played)
    table.box.pull_plug()

    events = probe.events
    kinds = {event.kind for event in events}
    assert kinds >= {r.END_TURN, r.DREW, r.EXPIRE, r.RESOLVE, r.PAUSE, r.RESUME}
    games = split(events)
    assert len(games) == len(evening.spans)
    assert any(game[0].at < wrap < game[-1].at for game in games), "the wrap must fall into a game"
    for game, (first, last) in zip(games, evening.spans, strict=True):
        for event in game:
            assert event.accounted == (event.at - game[0].at) // MS, f"{event} does not add up"
        played = until_the_last(game, r.END_TURN, r.RESOLVE, r.PAUSE, r.RESUME)
        end = played[-1]
        assert booked_again(played, 4) == (end.thought, end.paused, end.resolving)
        assert abs((end.at - game[0].at) - (last - first)) <= 6 * MS, "it may not drift from true time"


def until_the_last(events, *kinds):
    """Without what comes after the last of these: a game that is over is scored, in nobody's time."""
    last = max(number for number, event in enumerate(events) if event.kind in kinds)
    return events[: last + 1]


def first_place(events):
    """Who began: the first whose account grew."""
    for event in events:
        if any(event.thought):
            return next(seat for seat, ms in enumerate(event.thought) if ms)
    return 0


def split(events):
    """The events game by game."""
    starts = [number for number, event in enumerate(events) if event.kind == r.BEGIN]
    return [events[start:end] for start, end in pairwise([*starts, len(events)])]
