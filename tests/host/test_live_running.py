"""The clock of a table as the page tells it, from a journal that comes in pieces and late."""

import random

from hypothesis import given
from hypothesis import strategies as st

from tests import presets
from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock_host.live.running import Running

RULES = presets.built_in("tournament")
POLL_MS = 150


def played(dice, began):
    """A game by chance: when each record came to be, by the page's time, and the state behind it."""
    play, now = Play(RULES), 0
    play.happen(r.DEAL, now, 0b1111, 0, 40)
    now += dice.randint(1_000, 60_000)
    play.happen(r.BEGIN, now)
    story = [(began + now, play.journal.size, play.game.seat, play.game.clock.left_ms(now))]
    for _ in range(dice.randint(1, 12)):
        now += dice.randint(400, 30_000)
        play.happen(r.END_TURN, now)
        if dice.random() < 0.4:
            now += 600
            play.happen(r.DREW, now, 0)
        story.append((began + now, play.journal.size, play.game.seat, play.game.clock.left_ms(now)))
    return bytes(play.journal.part(0, play.journal.size)), story


@given(st.randoms(use_true_random=False), st.integers(0, 10_000_000))
def test_a_turn_is_shown_as_it_runs_and_never_further(dice, began):
    """However late the box answers, the page is behind by no more than that."""
    data, story = played(dice, began)
    running, seen, latest = Running(RULES), 0, 0
    for at, size, seat, left in story:
        late = dice.randint(1, POLL_MS)
        latest = max(latest, late)
        running.take(1, seen, data[seen:size], at + late, seen_before=seen > 0)
        seen = running.size
        assert running.told["seat"] == seat and running.runs
        if running.told["known"]:
            shown = running.told["left"] - (at + late - running.told["since"])
            assert left - late - 1 <= shown <= left + latest
    assert running.told["known"] == (len(story) > 1), "where nothing came live there is no time"


def test_after_a_cut_the_time_is_found_anew():
    play, running = Play(RULES), Running(RULES)
    play.happen(r.DEAL, 0, 0b1111, 0, 40)
    play.happen(r.BEGIN, 1_000)
    data = bytes(play.journal.part(0, play.journal.size))
    running.take(1, 0, data, 5_000, seen_before=True)
    assert running.told["since"] == 5_000
    for kind, at in ((r.CUT, 3_000), (r.RESUME, 4_000)):
        play.happen(kind, at)
    more = bytes(play.journal.part(len(data), play.journal.size))
    running.take(1, len(data), more, 905_000, seen_before=True)  # it was off for a quarter of an hour
    assert running.told["since"] == 905_000 and running.runs


def test_another_game_begins_anew_and_one_that_was_put_away_is_gone():
    play, running = Play(RULES), Running(RULES)
    play.happen(r.DEAL, 0, 0b1111, 0, 40)
    play.happen(r.BEGIN, 1_000)
    data = bytes(play.journal.part(0, play.journal.size))
    running.take(1, 0, data, 5_000, seen_before=True)
    running.take(2, 0, data[:3], 6_000, seen_before=True)
    assert running.size == 3 and not running.runs
    running.take(2, 0, data, 7_000, seen_before=True)
    assert running.runs
    running.take(2, 0, b"", 8_000, seen_before=True)
    assert running.told == {} and running.size == 0


@given(st.binary(max_size=300), st.integers(0, 40))
def test_what_is_no_journal_tells_nothing_and_ends_nothing(noise, at):
    data, _ = played(random.Random(1), 0)
    running = Running(RULES)
    running.take(1, 0, data[:at] + noise, 1_000, seen_before=True)
    assert running.told == {} or running.told["phase"]
    for rules in ({}, {"game": "numbers"}):
        poor = Running(rules)
        poor.take(1, 0, data, 1_000, seen_before=True)
        assert poor.told == {}
