"""The box without its screens: what its table does with the flash, and people who play at it."""

from binascii import crc32
from os import listdir

from tileclock import memory

memory.forget = lambda names: None  # here is heap enough, and each would be compiled anew every time

from tileclock import lang  # noqa: E402
from tileclock.cable import requests  # noqa: E402
from tileclock.core import game as states  # noqa: E402
from tileclock.core import records as r  # noqa: E402
from tileclock.core import sheet, summary  # noqa: E402
from tileclock.core.match import Match  # noqa: E402
from tileclock.core.play import Play  # noqa: E402
from tileclock.storage import retention, rule_files, saved_game  # noqa: E402
from tileclock.storage.flash import Storage  # noqa: E402
from tileclock.storage.settings import FIELDS, Settings  # noqa: E402
from tileclock.table.kept import Kept  # noqa: E402

said = []


def log(text):
    said.append(text)


class Memory:
    """What outlives a reset, here: nothing."""

    def write(self, game, size, ms):
        pass

    def read(self):
        return None


class Clock:
    def unix(self):
        return None


class Quiet:
    """Stands for whatever only shows something."""

    def __getattr__(self, name):
        return self

    def __call__(self, *what):
        return self


class Board:
    memory, clock, keys = Memory(), Clock(), Quiet()

    def device(self):
        return "240ac40051ac"

    def cause(self):
        return r.POWER

    def bitten(self):
        return False


class Choice:
    """A question the box would ask."""

    asked = None

    def ask(self, title, rows, *more):
        self.asked = title, rows


class Box(Kept):
    """Switched on: it looks at its flash, as the table does."""

    def __init__(self, now=0):
        self.log, self.board, self.now = log, Board(), now
        self.storage = Storage(self.board, log)
        self.settings = Settings(log)
        self.words = lang.load("en")
        self.screens = Quiet()
        self.screens.choice = Choice()
        self.lock = Quiet()
        self.lock.closed = lambda: False
        self.upload = bytearray()
        self.preset, self.checksum = rule_files.load(self.settings.preset, log)
        self.names = list(self.settings.names)
        self.new_match()
        self.look_back()
        self.play = Play(self.preset)
        self.result = None
        self.sitting = self.first = None
        if not self.trouble:
            self.settle()

    @property
    def table(self):
        return self  # for requests, which know the cable

    @property
    def game(self):
        return self.play.game

    @property
    def games(self):
        return self.match.games

    def take_settings(self, *what):
        """The screens do."""

    go = show = sit = _warm_up = _show_over = take_settings
    screen = None

    def new_match(self):
        self.match = Match(self.preset, self.settings.match_games, self.settings.match_target)
        self.match_over = self.corrects = ""

    def ask(self, request):
        """A request of the PC."""
        word, _, rest = request.partition(" ")
        return requests.obey(self, word, rest)

    def upload_of(self, text):
        """A document goes over the cable in pieces; what the request that takes it says of it."""
        for at in range(0, len(text), 150):
            self.ask("put %d %s" % (at, text[at : at + 150]))
        return "%d %08x" % (len(text), crc32(text.encode()))

    # ---- a game ----

    def choose(self, preset):
        self.preset, self.checksum = rule_files.load(preset, log)

    def deal(self, at):
        """For whom there was room."""
        self.dealt = True

    def deal_to(self, seats, first, seconds, now):
        if not self.games:
            self.new_match()
        self.play = Play(self.preset)
        self.result = None
        self.play.happen(r.DEAL, now, seats, first, seconds)

    def happen(self, kind, at, a=0, b=0, c=0):
        self.play.happen(kind, at, a, b, c)

    def step(self, now):
        """A moment in which nobody presses: what happened is written down."""
        self.storage.step(now, self.game.phase == states.RUNNING, 0)

    def enter(self, now, tiles=5):
        """The racks of all who are not out."""
        for seat in self.game.seats:
            if seat != self.game.winner:
                self.happen(r.RACK, now, seat, tiles + seat, 0)
                self.happen(r.MARK, now, seat, 0)

    def book(self, now):
        """The sheet stands in memory: what is to be written of it."""
        if self.game.revision == self.storage.live.revision:  # else it was tried before
            self.happen(r.STORE, now)
        self.result = sheet.result(self.preset, self.game)
        self.match.add(self.result, self.game.seats)
        self.match_over = self.match.over(self.game.reason == "round")
        return summary.scored(self.game, self.result, self.match)

    def store(self, result):
        """If the flash refuses the sheet, it is as if nobody had stored it."""
        if not self._keep(result, None):
            self.match.take_back(self.result, self.game.seats)
        elif self.corrects:
            self._put_away()

    def end_match(self):
        self.storage.try_to(lambda: self.storage.count(self.storage.game, self.storage.match, False))
        self.new_match()

    # ---- what was cut goes on ----

    def finish(self, now):
        """Whatever phase the game is in, it is played to its end and stored; whether its sheet balances."""
        if self.game.reason == "abandoned":
            self.drop(now)
            return True
        self._go_on(now)
        for _ in range(4):
            now += 5_000
            if self.game.phase == states.RUNNING:
                self.happen(r.END_TURN, now)
                self.step(now)
        if self.game.of_word:
            self._finish_word(now)
        elif not self.game.reason:
            self.happen(r.OUT, now, self.game.seat)
        if not self.game.of_word:
            self.enter(now, 3)
        self.step(now)
        written, result = self.book(now), self.result
        self.store(written)
        return result.expected is None or sum(result.points) == result.expected

    def _go_on(self, now):
        game = self.game
        if game.phase == states.READY:
            self.happen(r.BEGIN, now)
        if game.phase == states.EXPIRED:
            self.happen(r.RESOLVE, now, 0, 1)
        if self.game.phase == states.PAUSED:
            self.happen(r.RESUME, now)
        self.step(now)

    def _finish_word(self, now):
        """Nobody lays anything any more until all turns are told and the lap is over."""
        if not self.game.reason:
            self.happen(r.END_ROUND, now)
        for _ in range(40):
            for seat in self.game.seats:
                turn = self.game.pending(seat)
                while turn is not None and turn >= 0 and not self.game.reason:
                    self.happen(r.ENTRY, now, turn, 0, 0)
                    turn = self.game.pending(seat)
            if self.game.reason:
                return
            now += 1_000
            if self.game.phase == states.PAUSED:
                self.happen(r.RESUME, now)
            self.happen(r.END_TURN, now)
            self.step(now)


# ---- what a box knows ----


def crc_of(path):
    with open(path, "rb") as file:
        return crc32(file.read())


def stands(box):
    """What a box that was switched on finds on its flash, in plain words and figures."""
    storage = box.storage
    settings = {name: getattr(box.settings, name) for name, _, _ in FIELDS}
    usual = {name: value for name, value, _ in FIELDS}
    sheets = {}
    for name, _, synced in storage.sheets():
        sheets[name + ("+" if synced else "")] = crc_of(storage.path(name))
    return {
        "count": [storage.game, storage.match, int(storage.goes_on)],
        "settings": {name: value for name, value in settings.items() if value != usual[name]},
        "presets": {name: crc_of("/data/presets/" + name) for name in _own()},
        "sheets": sheets,
        "totals": _totals(),
        "game": _running(box),
    }


def _own():
    try:
        return [name for name in listdir("/data/presets") if name.endswith(".json")]
    except OSError:
        return []


def _totals():
    return list(retention.totals())


def _running(box):
    """The game that waits to be taken up: number, revision, journal, time since the last record, head."""
    if not box.storage.unfinished:
        return None
    taken = saved_game.take_up(box.storage, box.now, None, log)
    journal = taken.play.journal
    data = bytes(memoryview(journal.data)[: journal.size])
    return [taken.number, taken.revision, data.hex(), box.now - journal.at, crc_of("/data/live/head")]
