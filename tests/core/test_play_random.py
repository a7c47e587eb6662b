"""Thousands of games of random presses agree with a plain game on every seat, tile and millisecond."""

import random
from collections import Counter

import pytest

from tests.core.turns import bones, seen
from tests.core.turns_random import Hands
from tileclock.core import records as r
from tileclock.core.clock import RUNNING
from tileclock.core.play import Play

MANY_GAMES, BATCH = 60_000, 250
PARTS, SAMPLE = 4, 100  # of the many games, and how many of each part are played in every run
# What undoing every turn brings back; what remains is time that went by, and presses that meant nothing.
BROUGHT_BACK = [
    *("on turn", "next", "before", "turns", "playing", "pool", "lap", "turns to come", "reason", "winner"),
    *("opened", "announced", "late", "time of the turn"),
]


def told(hands):
    """The records so far, for whoever has to find out what went wrong."""
    journal, lines = hands.core.journal, []
    journal.rewind()
    while journal.read():
        lines.append(f"kind {journal.kind} {journal.figures} at {journal.read_at - journal.start} ms")
    return f"seed {hands.seed}, preset {hands.preset['name']}, {len(lines)} records:\n" + "\n".join(lines)


def agree(hands):
    """Both games tell the same, and every millisecond since the start is on an account."""
    expected, got = hands.plain.seen(), seen(hands.core.game, hands.now)
    wrong = {what: (got[what], expected[what]) for what in expected if got[what] != expected[what]}
    assert not wrong, f"(core, plain) disagree: {wrong}\n{told(hands)}"
    game = hands.core.game
    assert game.accounts.total_ms() == hands.now - game.round.began_at, f"time is missing\n{told(hands)}"


def folds(hands):
    """What became of the game record by record is what a fold of the whole journal gives."""
    again = Play(hands.preset, hands.core.journal).game
    assert bones(hands.core.game) == bones(again), f"a resumed game would differ\n{told(hands)}"


def now_and_then(hands):
    """Not after every record: both looks take longer than the record itself."""
    if hands.look.random() < 0.1:
        agree(hands)
    if hands.look.random() < 0.05:
        folds(hands)


def always(hands):
    agree(hands)
    folds(hands)


def batches(games):
    return [pytest.param(start, id=f"from {start}") for start in range(0, games, BATCH)]


def sample(part):
    """The seeds of some games of that part, others in each run."""
    size = MANY_GAMES // PARTS
    start = part * size + random.randrange(size - SAMPLE)
    return range(start, start + SAMPLE)


def play(seeds, check):
    for seed in seeds:
        always(Hands(seed, check).play())


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_agree_with_the_plain_one(part):
    play(sample(part), now_and_then)


@pytest.mark.slow
@pytest.mark.parametrize("start", batches(MANY_GAMES))
def test_many_random_games_agree_after_every_record(start):
    play(range(start, start + BATCH), always)


def test_the_games_have_seen_everything():
    """Else the test above proves less than it says: play them longer, or with more mischief."""
    seen_kinds, met = Counter(), Counter()
    for seed in range(150):
        hands = Hands(seed).play()
        met[hands.plain.reason()] += 1
        journal = hands.core.journal
        journal.rewind()
        while journal.read():
            seen_kinds[journal.kind] += 1
            if journal.kind in (r.DREW, r.PASSED):
                met[journal.kind, journal.figures[0]] += 1
    engine = set(range(r.DEAL, r.REOPEN + 1)) | {r.CUT, r.ROUND, r.GONE}
    assert set(seen_kinds) == engine, f"never happened: {engine - set(seen_kinds)}"
    assert {"", "lap", "round", "blocked", "out", "abandoned"} <= set(met), f"no game ended so: {met}"
    late_holds = {(kind, ago) for kind in (r.DREW, r.PASSED) for ago in range(4)}
    assert late_holds <= set(met), f"no hold was decided so late: {late_holds - set(met)}"


def test_there_is_a_way_back_to_playing_from_everywhere():
    way_back(sample(0))


@pytest.mark.slow
@pytest.mark.parametrize("start", batches(4 * BATCH))
def test_there_is_a_way_back_from_many_games(start):
    way_back(range(start, start + BATCH))


def way_back(seeds):
    for seed in seeds:
        hands = Hands(seed).play()
        if hands.plain.closed == "abandoned":
            continue
        presses = 0
        while hands.plain.phase() != RUNNING:
            hands.go_on()
            presses += 1
            assert presses < 200, f"there is no way out\n{told(hands)}"
        agree(hands)


def test_undoing_everything_brings_back_the_beginning():
    undo(sample(1))


@pytest.mark.slow
@pytest.mark.parametrize("start", batches(4 * BATCH))
def test_undoing_many_games_brings_back_their_beginnings(start):
    undo(range(start, start + BATCH))


def undo(seeds):
    undone = 0
    for seed in seeds:
        hands = Hands(seed, now_and_then).play()
        if hands.plain.closed == "abandoned" or not hands.plain.ends():
            continue
        undone += len(hands.plain.ends())
        hands.undo_everything()
        got = seen(hands.core.game, hands.now)
        wrong = {what: (got[what], hands.beginning[what]) for what in BROUGHT_BACK}
        wrong = {what: pair for what, pair in wrong.items() if pair[0] != pair[1]}
        assert not wrong, f"(now, at the beginning) differ: {wrong}\n{told(hands)}"
        always(hands)
    assert undone > 300
