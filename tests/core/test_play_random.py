"""Thousands of games of random presses agree with a plain game on every seat, tile and millisecond."""

import pytest

from tests.core.turns import bones, seen
from tests.core.turns_random import Hands
from tileclock.core.play import Play

GAMES = 2_000
BATCH = 100


def told(hands):
    """The records so far, for whoever has to find out what went wrong."""
    journal, lines = hands.core.journal, []
    journal.rewind()
    while journal.read():
        lines.append(f"{journal.kind} {journal.figures} at {journal.read_at - journal.start} ms")
    return f"preset {hands.preset['name']}, {len(lines)} records:\n" + "\n".join(lines)


def agree(hands):
    """Both games tell the same, and every millisecond since the start is on an account."""
    expected, got = hands.plain.seen(), seen(hands.core.game, hands.now)
    wrong = {what: (got[what], expected[what]) for what in expected if got[what] != expected[what]}
    assert not wrong, f"(core, plain) disagree: {wrong}\n{told(hands)}"
    game = hands.core.game
    assert game.accounted_ms() == hands.now - game.began_at, f"time is missing\n{told(hands)}"


def folds(hands):
    """What became of the game record by record is what a fold of the whole journal gives."""
    again = Play(hands.preset, hands.core.journal).game
    assert bones(hands.core.game) == bones(again), f"a resumed game would differ\n{told(hands)}"


def now_and_then(hands):
    if hands.rnd.random() < 0.25:
        agree(hands)
    if hands.rnd.random() < 0.1:
        folds(hands)


def batches(games):
    return [pytest.param(start, id=f"from {start}") for start in range(0, games, BATCH)]


@pytest.mark.parametrize("start", batches(GAMES))
def test_random_games_agree_with_the_plain_one(start):
    for seed in range(start, start + BATCH):
        hands = Hands(seed, now_and_then).play()
        agree(hands)
        folds(hands)
