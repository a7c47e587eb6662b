"""The box without its screens: its table, what that does with the flash, and people who play at it."""

from binascii import crc32
from errno import ENODEV
from os import listdir
from sys import path

import tileclock
from tileclock import memory

# What the program has brought along is packed only in the bundle, which comes last on the path.
tileclock.__file__ = "%s/tileclock/__init__.mpy" % [folder for folder in path if folder[0] != "."][-1]

memory._drop = lambda names: None  # here is heap enough, and each would be compiled anew every time

from tileclock.cable import requests  # noqa: E402
from tileclock.core import clock as states  # noqa: E402
from tileclock.core import records as r  # noqa: E402
from tileclock.core import sheet  # noqa: E402
from tileclock.core.play import Play  # noqa: E402
from tileclock.storage import retention, saved_game  # noqa: E402
from tileclock.storage.settings import FIELDS  # noqa: E402
from tileclock.table.games import Games  # noqa: E402
from tileclock.table.table import Table  # noqa: E402

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


class Watchdog:
    def feed(self):
        pass


class Bus:
    """No clock chip hangs on it."""

    def readfrom_mem(self, address, register, size):
        raise OSError(ENODEV)

    def writeto_mem(self, address, register, data):
        raise OSError(ENODEV)


class Board:
    memory, clock, i2c, watchdog = Memory(), Clock(), Bus(), Watchdog()

    def device(self):
        return "240ac40051ac"

    def switched_on(self):
        return True

    def close_prompt(self, shut):
        pass


class Kit:
    """No display: a face that has every letter."""

    def __init__(self):
        self.text = self

    def glyph(self, letter):
        return letter


class Box:
    """Switched on: it looks at its flash, as the clock does."""

    def __init__(self, now=0):
        self.now = now
        self.table = Table(Board(), log)
        self.games = Games(self.table)
        self.trouble = self.games.trouble
        self.upload, self.kit = bytearray(), Kit()  # for requests, which know the cable
        self.refusal = None  # what the flash, or what is on it, kept from being done
        if not self.trouble:
            self.settle()

    def settle(self):
        """As the clock does once its first screen is shown, which then says what went wrong."""
        try:
            self.games.settle()
        except (OSError, MemoryError) as error:
            log("the boot could not look at the sheets: %s" % error)

    @property
    def storage(self):
        return self.table.storage

    @property
    def settings(self):
        return self.table.settings

    @property
    def match(self):
        return self.table.match

    @property
    def play(self):
        return self.table.play

    @property
    def game(self):
        return self.table.game

    def take_settings(self, changed):
        self.table.next.take(changed)

    def drop_upload(self):
        self.upload = bytearray()

    def ask(self, request):
        """A request of the PC, while the judge stands by."""
        word, _, rest = request.partition(" ")
        self.table.lock.session = True
        try:
            return requests.obey(self, word, rest)
        finally:
            self.table.lock.session = False

    def upload_of(self, text):
        """A document goes over the cable in pieces; what the request that takes it says of it."""
        for at in range(0, len(text), 150):
            self.ask("put %d %s" % (at, text[at : at + 150]))
        return "%d %08x" % (len(text), crc32(text.encode()))

    # ---- a game ----

    def deal(self, preset, seats, first, seconds, now):
        """As those who sit have it, whatever was chosen before; it is not on the flash yet."""
        table = self.table
        settings = table.settings
        settings.change("preset", preset)
        table.next.take({"preset": preset, "limit": 0})
        if not table.match.games:
            table.new_match()
        table.lay(Play(table.next.preset), list(settings.names))
        table.happen(r.DEAL, now, seats, first, seconds)

    def happen(self, kind, at, a=0, b=0, c=0):
        self.table.happen(kind, at, a, b, c)

    def step(self, now):
        """A moment in which nobody presses: what happened is written down."""
        self.storage.live.step(now, self.game.clock.phase == states.RUNNING, 0)

    def enter(self, now, tiles=5):
        """The racks of all who are not out."""
        for seat in self.game.players.seats:
            if seat != self.game.winner:
                self.happen(r.RACK, now, seat, tiles + seat, 0)
                self.happen(r.MARK, now, seat, 0)

    def score(self, now):
        """What the game was worth, which is on record from now on."""
        if self.game.revision == self.storage.live.revision:  # else it was tried before
            self.happen(r.STORE, now)
        self.table.score(sheet.result(self.play.preset, self.game))
        return self.table.result

    def store(self, now):
        self.refusal = self.games.store(now)

    def find_room(self):
        """Whether a game can be dealt."""
        self.refusal = None if self.storage.free() else self.games.find_room()
        return not self.refusal

    def resume(self, now):
        self.refusal = self.games.resume(now)

    def end_match(self):
        self.games.stop_match()
        self.table.new_match()

    # ---- what was cut goes on ----

    def finish(self, now):
        """Whatever phase the game is in, it is played to its end and stored; whether its sheet balances."""
        if self.game.reason == "abandoned":
            self.games.drop()
            return True
        self._go_on(now)
        for _ in range(4):
            now += 5_000
            if self.game.clock.phase == states.RUNNING:
                self.happen(r.END_TURN, now)
                self.step(now)
        if self.game.of_word:
            self._finish_word(now)
        elif not self.game.reason:
            self.happen(r.OUT, now, self.game.seat)
        if not self.game.of_word:
            self.enter(now, 3)
        self.step(now)
        result = self.score(now)
        self.store(now)
        return result.expected is None or sum(result.points) == result.expected

    def _go_on(self, now):
        game = self.game
        if game.clock.phase == states.READY:
            self.happen(r.BEGIN, now)
        if game.clock.phase == states.EXPIRED:
            self.happen(r.RESOLVE, now, 0, 1)
        if self.game.clock.phase == states.PAUSED:
            self.happen(r.RESUME, now)
        self.step(now)

    def _finish_word(self, now):
        """Nobody lays anything any more until all turns are told and the lap is over."""
        if not self.game.reason:
            self.happen(r.END_ROUND, now)
        for _ in range(40):
            for seat in self.game.players.seats:
                turn = self.game.pending(seat)
                while turn is not None and turn >= 0 and not self.game.reason:
                    self.happen(r.ENTRY, now, turn, 0, 0)
                    turn = self.game.pending(seat)
            if self.game.reason:
                return
            now += 1_000
            if self.game.clock.phase == states.PAUSED:
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
        "settings": {name: _as_sent(value) for name, value in settings.items() if value != usual[name]},
        "presets": {name: crc_of("/data/presets/" + name) for name in _own()},
        "sheets": sheets,
        "totals": _totals(),
        "game": _running(box),
    }


def _as_sent(value):
    """As JSON has it: a list for a tuple."""
    return list(value) if isinstance(value, tuple) else value


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
    data = bytes(journal.part(0, journal.size))
    return [taken.number, taken.revision, data.hex(), box.now - journal.at, crc_of("/data/live/head")]
