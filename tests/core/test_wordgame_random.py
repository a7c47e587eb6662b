"""Thousands of games of Word, with entries in any order and mistakes everywhere, agree with a plain game."""

import random

import pytest

from tests.core.play import WORD, changed
from tests.core.turns import bones
from tests.core.words import PlainWord, seen
from tileclock.core import records as r
from tileclock.core.clock import EXPIRED, OVER, PAUSED, RUNNING
from tileclock.core.play import Play

MANY_GAMES, BATCH = 15_000, 100
PARTS = 2  # of the many games; of each a batch is played in every run
LETTERS = {"min_players": 2, "max_players": 4, "tiles": 22, "jokers": 2, "stacks": 7, "stack": 3, "odd": 1}
FEW = {"sets": [LETTERS], "deal": 3, "opening": 3, "openings": [], "shortest": 2, "refill": 3, "double": 3}
PRESETS = [
    WORD,
    changed(WORD, **FEW),
    changed(WORD, **FEW, back="pool"),
    changed(WORD, **FEW, limit=0, limits=[], timing="none"),
    changed(WORD, **FEW, timeouts=[{"choice": "undo", "tiles": 2}, {"choice": "valid", "tiles": 0}]),
]


class Hands:
    """Plays one game with the core and in plain; `check` is called after every record."""

    def __init__(self, seed, check):
        rnd = self.rnd = random.Random(seed)
        self.check = check
        self.preset = rnd.choice(PRESETS)
        seats = sorted(rnd.sample(range(6), rnd.choice([2, 3, 4])))
        first = rnd.choice(seats)
        self.now = 0
        self.core = Play(self.preset)
        self.plain = PlainWord(self.preset, seats, first)
        self.happen(r.DEAL, sum(1 << seat for seat in seats), first, 0)
        self.mischief = rnd.choice([0.03, 0.1, 0.3])
        self.drawing = rnd.choice([0.1, 0.4, 0.8])
        self.diligence = rnd.choice([0.2, 0.6, 0.9])  # how soon entries are made

    def happen(self, kind, a=0, b=0, c=0):
        self.now += self.rnd.randrange(300, 20_000)
        self.core.happen(kind, self.now, a, b, c)

    def play(self):
        self.happen(r.BEGIN)
        for _ in range(self.rnd.randrange(160)):
            if self.core.game.clock.phase == OVER and self.rnd.random() < 0.3:
                break
            self._act()
            self.check(self)
        return self

    def _act(self):
        phase = self.core.game.clock.phase
        if phase == RUNNING:
            self._running()
        elif phase == EXPIRED:
            self._penalty(r.RESOLVE)
        elif phase == PAUSED:
            self._paused()
        else:
            self.happen(r.REOPEN)
            self.plain.looked_for = True

    def _running(self):
        rnd = self.rnd
        pending = self.core.game.pending()
        if rnd.random() < self.mischief:
            self.happen(*rnd.choice([(r.PAUSE, r.BY_HAND), (r.EXPIRE,)]))
        elif pending >= 0 and rnd.random() < self.diligence:
            self._enter(rnd.choice(self.plain.stand()["pending"]))
        else:
            self._end()

    def _end(self):
        self.happen(r.END_TURN)
        turn = self.plain.end()
        if self.rnd.random() < self.drawing:
            ago = 0
            if self.rnd.random() < 0.1 and self.core.game.clock.phase == RUNNING:
                self.happen(r.END_TURN)
                self.plain.end()
                ago = 1
            self.happen(self.rnd.choice([r.DREW, r.PASSED]), ago)
            self.plain.draws(turn, 1)

    def _enter(self, number):
        """Mostly what can be; what a press of a button cannot make may still be on record."""
        rnd, game = self.rnd, self.core.game
        game.look_at(number)
        for _ in range(5):
            tiles = rnd.randrange(0, game.entry.rack + 2)
            letters = tiles if rnd.random() < 0.5 else rnd.randrange(0, 9)
            if not game.entry.fault(letters, tiles):
                break
        letters = letters if tiles else 0
        if number == game.pending() and game.clock.phase == RUNNING:
            self._foretold(number, letters, tiles)
        else:
            self.happen(r.ENTRY, number, letters, tiles)
        self.plain.turns()[number].told = (letters, tiles)

    def _foretold(self, number, letters, tiles):
        """The oldest entry: what the screen says of it before it is made is what follows from it."""
        game = self.core.game
        player, word = game.players.seats.index(game.turn_seat(number)), game.word
        points, rack = word.points[player], word.racks[player]
        entry = game.entry
        possible = not entry.fault(letters, tiles)
        worth, takes = entry.points(letters, tiles), entry.takes(tiles, game.pool.left)
        latest = self.plain.line[-1] is self.plain.turns()[number]
        self.happen(r.ENTRY, number, letters, tiles)
        assert possible != game.entered(number)[3], f"refused on the screen, or by the fold\n{told(self)}"
        if possible and latest:
            assert word.points[player] - points == (worth if tiles else 0)
            assert word.racks[player] - rack == takes - tiles

    def _penalty(self, kind):
        choice = self.rnd.randrange(len(self.preset["timeouts"]))
        tiles = self.preset["timeouts"][choice]["tiles"]
        figures = (choice, tiles) if kind == r.RESOLVE else (0, choice, tiles)
        self.happen(kind, *figures)
        turn = self.plain.end()
        if tiles:
            self.plain.draws(turn, tiles)

    def _mistake_last(self):
        tiles = self.preset["timeouts"][0]["tiles"]
        self.plain.draws(self.plain.turns()[-1], tiles)
        self.happen(r.MISTAKE, 1, 0, tiles)

    def _paused(self):
        turns = self.plain.turns()
        acts = [self._resume] * 6 + [self._end, self._back, self._end_round]
        acts += [lambda: self._penalty(r.MISTAKE), self._count]
        if turns:
            acts += [self._undo] * 4 + [self._mistake_last]
            acts += [lambda: self._enter(self.rnd.randrange(len(turns)))] * 4
        if len(self.plain.present()) > 2 and self.rnd.random() < 0.2:
            acts.append(self._leave)
        self.rnd.choice(acts)()

    def _resume(self):
        self.happen(r.RESUME)
        self.plain.looked_for = False

    def _undo(self):
        self.happen(r.UNDO)
        self.plain.undo()

    def _back(self):
        tiles = self.rnd.randrange(1, 5)
        self.plain.line.append(("back", self.plain.seat, tiles))
        self.happen(r.BACK, tiles)

    def _count(self):
        tiles = max(0, self.core.game.pool.left + self.rnd.choice([-2, -1, 1, 3]))
        self.plain.line.append(("count", tiles))
        self.happen(r.CORRECT_POOL, self.core.game.pool.left, tiles)

    def _leave(self):
        seat = self.rnd.choice(self.plain.present())
        self.plain.leave(seat)
        self.happen(self.rnd.choice([r.LEAVE, r.GONE]), seat)

    def _end_round(self):
        if self.rnd.random() < 0.2:
            self.happen(r.END_ROUND)
            self.plain.line.append(("round",))


def told(hands):
    journal, lines = hands.core.journal, []
    journal.rewind()
    while journal.read():
        lines.append(f"{journal.kind} {journal.figures}")
    return f"{len(lines)} records:\n" + "\n".join(lines)


def agree(hands):
    expected, got = hands.plain.stand(), seen(hands.core.game)
    wrong = {what: (got[what], expected[what]) for what in expected if got[what] != expected[what]}
    assert not wrong, f"(core, plain) disagree: {wrong}\n{told(hands)}"
    assert hands.core.game.seat == hands.plain.seat


def skeleton(game):
    """All it is made of, but for what `look_at` was asked last."""
    whole = bones(game)
    del whole["entry"], whole["word"]["entry"]
    return whole


def folds(hands):
    """What became of the game record by record is what a fold of the whole journal gives."""
    again = Play(hands.preset, hands.core.journal).game
    assert skeleton(again) == skeleton(hands.core.game), f"a resumed game would differ\n{told(hands)}"


def now_and_then(hands):
    agree(hands)
    if hands.rnd.random() < 0.1:
        folds(hands)


def play_batch(start):
    for seed in range(start, start + BATCH):
        folds(Hands(seed, now_and_then).play())


@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_agree_with_the_plain_one(part):
    """Others in each run."""
    size = MANY_GAMES // PARTS
    play_batch(part * size + random.randrange(size - BATCH))


@pytest.mark.slow
@pytest.mark.parametrize("start", range(0, MANY_GAMES, BATCH))
def test_many_random_games_agree_with_the_plain_one(start):
    play_batch(start)
