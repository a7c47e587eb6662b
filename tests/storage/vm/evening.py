"""An evening at the table as the flash sees it: first boot, settings, games, corrections, old sheets that go.

Each step is a call of the firmware; before and after it the state that the flash must stand for is known.
"""

import random
from os import remove  # noqa: F401 – for whoever clears away

from flashmodel import mount

from tileclock import found as found_at_boot
from tileclock import resume, shelf
from tileclock.core import preset as rules
from tileclock.core import presets, sheet
from tileclock.core import records as r
from tileclock.core.match import Match
from tileclock.core.play import Play
from tileclock.settings import Settings
from tileclock.storage import Storage

TURN_MS = 7_000


class Memory:
    """What outlives a reset, here: nothing."""

    def write(self, game, size, ms):
        pass

    def read(self):
        return None


class Clock:
    def unix(self):
        return None


class Board:
    memory, clock = Memory(), Clock()

    def device(self):
        return "240ac40051ac"


said = []


def log(text):
    said.append(text)


class State:
    """What a box must know after it was switched on: the running game, the sheets, the settings."""

    def __init__(self, number, journal, sheets, limit):
        self.number, self.journal, self.sheets, self.limit = number, journal, sheets, limit

    def __eq__(self, other):
        return (self.number, self.journal, self.sheets, self.limit) == (
            other.number,
            other.journal,
            other.sheets,
            other.limit,
        )

    def __repr__(self):
        return "game %s with %d bytes, sheets %s, limit %s" % (
            self.number,
            len(self.journal),
            self.sheets,
            self.limit,
        )


def read_back(now=0):
    """Switch the box on: what it finds; and what is needed to go on."""
    storage = Storage(Board(), log)
    found_at_boot.look(storage, log)
    storage.settle()
    settings = Settings(log)
    taken = None
    journal = b""
    if storage.unfinished:
        taken = resume.take_up(storage, now, None, log)
        data = taken.play.journal
        journal = bytes(memoryview(data.data)[: data.size])
    names = sorted([name for name, _, _ in storage.sheets()])
    number = storage.unfinished or 0
    return State(number, journal, names, settings.limit), storage, taken


class Evening:
    """`steps` gets (operations so far, state before, state after) of each step."""

    def __init__(self, flash, seed):
        self._flash = flash
        self._random = random
        random.seed(seed)
        self.steps = []
        self._state = State(0, b"", [], 40)
        self.now = 0

    def steps_of(self, turns):
        self.boot()
        self.set_limit(60)
        self.game("pl", turns)
        self.correct()
        self.set_limit(90)
        self.boot()
        self.game("tournament", turns // 3)
        self.storage.synced("00001-02")
        self.boot()

    def _step(self, work, **changes):
        begin = len(self._flash.operations)
        work()
        old = self._state
        values = {"number": old.number, "journal": old.journal, "sheets": old.sheets, "limit": old.limit}
        values.update(changes)
        self._state = State(**values)
        self.steps.append((begin, len(self._flash.operations), old, self._state))

    def boot(self):
        def work():
            mount(self._flash)
            self.storage = Storage(Board(), log)
            found_at_boot.look(self.storage, log)
            self.storage.settle()

        self._step(work)

    def set_limit(self, seconds):
        def work():
            settings = Settings(log)
            settings.limit = seconds
            settings.save(log)

        self._step(work, limit=seconds)

    def game(self, name, turns):
        """Dealt, played with everything that can happen, scored and stored."""
        self.running_game(turns, name)
        self.score()

    def running_game(self, turns, name="pl"):
        self.preset = presets.built_in(name)
        self.play = Play(self.preset)
        self.number = self.storage.game + 1
        self.happen(r.DEAL, 0b111, 0, 40)
        head = {"v": 1, "device": "240ac40051ac", "firmware": "0", "boot": 1, "game": self.number, "match": 1}
        head.update({"number": self.number, "table": 0, "date": None, "names": [""] * 6, "until": [0, 0]})
        head["checksum"] = rules.checksum(self.preset)
        self.written(lambda: shelf.deal(self.storage, head, self.preset, self.play.journal))
        self.happen(r.BEGIN)
        for _ in range(turns):
            self.turn()

    def happen(self, kind, a=0, b=0, c=0):
        self.play.happen(kind, self.now, a, b, c)

    def written(self, work=None):
        """What happened is written down: by that work, or in a moment in which nobody presses."""
        journal = self.play.journal
        data = bytes(memoryview(journal.data)[: journal.size])
        self._step(
            work or (lambda: self.storage.step(self.now, self.play.game.phase == 1, True)),
            number=self.number,
            journal=data,
        )

    def turn(self):
        """Played or drawn; now and then something else happens in it."""
        what = self._random.randrange(12)
        self.now += self._random.randrange(400, TURN_MS)
        if what == 0:
            self._pause(r.PAUSE, r.BY_HAND)
        elif what == 1:
            self.happen(r.BLIPS, self._random.randrange(3), 3)
            self.happen(r.ANNOUNCE)
        elif what == 2 and self.play.can_undo():
            self.happen(r.PAUSE)
            self.written()
            self.happen(r.UNDO)
            self.written()
            self.happen(r.RESUME)
        elif what == 3:
            self.happen(r.EXPIRE)
            self.written()
            self.now += 2_000
            self.happen(r.RESOLVE, 0, 1)
        elif what == 4:
            self.happen(r.PAUSE)
            self.happen(r.CORRECT_POOL, self.play.game.pool.left, max(20, self.play.game.pool.left - 1))
            self.happen(r.CORRECT_TIME, 10, 20)
            self.happen(r.RESUME)
        self.written()
        self.now += 10_500
        self.written()  # the time of the running turn
        self.now += 300
        self.happen(r.END_TURN)
        self.written()
        if what % 2 and self.play.game.pool.left:
            self.now += 600
            self.happen(r.DREW, 0)
        self.written()

    def _pause(self, kind, why):
        self.happen(kind, why)
        self.written()
        self.now += 3_000
        self.happen(r.RESUME)

    def score(self):
        if not self.play.game.reason:
            self.happen(r.PAUSE, r.ASKED_OUT)
            self.written()
            self.happen(r.OUT, self.play.game.seat)
        winner = self.play.game.winner
        for seat in self.play.game.seats:
            if seat != winner:
                self.happen(r.RACK, seat, 5 + seat, 0)
                self.happen(r.MARK, seat, 0)
        self.written()
        self.store()

    def store(self):
        self.happen(r.STORE)
        result = sheet.result(self.preset, self.play.game)
        match = Match(self.preset)
        match.add(result, self.play.game.seats)
        text = sheet.summary(self.play.game, result, match)
        revision = self.play.game.revision
        names = [name for name in self._state.sheets if int(name[:5]) != self.number]
        names = sorted(names + ["%05d-%02d" % (self.number, revision)])
        self._step(
            lambda: shelf.keep(self.storage, text, self.play.journal, revision),
            number=0,
            journal=b"",
            sheets=names,
        )

    def correct(self):
        """A stored game is a running one again, and gets a second sheet."""
        journal, revision = self.play.journal, self.play.game.revision
        self._step(lambda: shelf.again(self.storage, "%05d-%02d" % (self.number, revision)))
        self.storage.live.open(self.number, journal)
        self.storage.live.revision = revision
        data = bytes(memoryview(journal.data)[: journal.size])
        self._step(lambda: self.storage.step(self.now, False, True), number=self.number, journal=data)
        loser = [seat for seat in self.play.game.seats if seat != self.play.game.winner][0]
        self.happen(r.RACK, loser, 9, 0)
        self.written()
        self.store()


def play(flash, seed, turns):
    """All of it; the evening with its steps."""
    evening = Evening(flash, seed)
    evening.steps_of(turns)
    return evening


def go_on(storage, taken, now):
    """A game that was taken up is played on, scored and stored; the text of its sheet."""
    storage.live.open(taken.number, taken.play.journal, taken.kept)
    evening = Evening(None, 1)
    play = taken.play
    resume.cut(play, now, 0)
    game = play.game
    if game.phase == 4 and game.revision == taken.revision:
        pass
    elif game.phase == 0:
        play.happen(r.BEGIN, now)
    elif game.phase in (2, 3):
        play.happen(r.RESUME if game.phase == 2 else r.RESOLVE, now, 0, 1)
        if play.game.phase == 3:
            play.happen(r.RESOLVE, now, 0, 1)
    storage.step(now, play.game.phase == 1, True)
    for _ in range(9):
        now += 5_000
        if play.game.phase == 1:
            play.happen(r.END_TURN, now)
            storage.step(now, True, True)
    if not play.game.reason:
        play.happen(r.OUT, now, play.game.seat)
    for seat in play.game.seats:
        if seat != play.game.winner:
            play.happen(r.RACK, now, seat, 3, 0)
            play.happen(r.MARK, now, seat, 0)
    storage.step(now, False, True)
    if play.game.revision == taken.revision:
        play.happen(r.STORE, now)
    found = sheet.result(taken.preset, play.game)
    match = Match(taken.preset)
    match.add(found, play.game.seats)
    shelf.keep(storage, sheet.summary(play.game, found, match), play.journal, play.game.revision)
    del evening
    return found
