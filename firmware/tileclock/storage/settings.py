"""What the people at the table have set: each setting one line, checked whenever it is read."""

import json

from tileclock.core import signs
from tileclock.core.seats import SEATS
from tileclock.files import find, read, replace

_FILE = "/data/settings.json"
CODE = "/data/code"  # the judge's, and whether it is locked: apart, so that it outlives the other file
_LONGEST = 2048  # characters; all settings together take some 400

LONGEST_NAME = 12
LONGEST_CODE = 8
LONGEST_ID = 12
NOBODY = ("",) * SEATS
LETTERS = "ABCDEF"  # of the seats


def are_names(value):
    """Six names, for the seats; empty where a seat has none."""
    for name in value:
        if type(name) is not str or len(name) > LONGEST_NAME or name.strip() != name or not signs.shown(name):
            return False
    return len(value) == len(NOBODY)


def are_seconds(value):
    """Six limits in seconds, for the seats; 0 where a seat has that of the table."""
    for seconds in value:
        if type(seconds) is not int or not 0 <= seconds <= 3600:
            return False
    return len(value) == len(NOBODY)


def is_code(value):
    """The judge's: three to eight presses of seats, as their letters; or none."""
    return not value or (3 <= len(value) <= LONGEST_CODE and not value.strip(LETTERS))


def is_id(value):
    """That of a preset; whoever looks for it sees whether it is there."""
    return len(value) <= LONGEST_ID


def fits(value, usual, allowed):
    """Whether a setting may be that; a list stands for a tuple, which JSON does not have."""
    # A bool is an int in Python, and True is in range(2): kinds must agree too.
    kind = tuple if type(value) is list else type(value)
    if kind is not type(usual) or allowed is None:
        return kind is type(usual)
    return allowed(value) if callable(allowed) else value in allowed


# Name, default, what is allowed. Those with a plain tuple have a row on the settings screen, and
# come first, in the order of their texts.
# All together are never longer than _LONGEST, or they could not be read again. No default can be changed in
# place: whoever did that would change what the setting is compared with when it is saved.
FIELDS = (
    ("language", "en", ("en", "pl", "cs", "uk")),
    ("sound", True, (True, False)),
    ("brightness", 100, (100, 60, 30, 10)),  # of the panel, in percent
    ("lights", 100, (100, 60, 30, 10, 0)),  # brightness of the seats' lights, in percent
    ("flip", False, (False, True)),  # the panel hangs upside down
    ("auto", False, (False, True)),  # when time is up the usual choice is taken at once
    ("confirm", False, (False, True)),  # each player confirms his line of the result with his own button
    ("hold", 600, (400, 500, 600, 800, 1000)),  # ms after which a press is a hold
    ("spans", False, (False, True)),  # the round time is one for all games of a match
    (
        "restart",
        5,
        (5, 0, 3, 10, 20),
    ),  # first seconds of a turn in which all may restart it in spite of a lock
    ("limit", 60, range(0, 3601)),  # seconds per turn, chosen last; at first those of the preset; 0: none
    ("preset", "pl", is_id),  # chosen last
    ("sitting", 0b1111, range(0b11, 0b1000000)),  # seats taken last, a bit each
    ("round", 0, range(0, 241)),  # minutes until the last lap begins, where the preset names none; 0: no end
    ("match_games", 0, range(0, 100)),  # a match ends after so many; 0: it does not
    ("match_target", 0, range(0, 10000)),  # or when somebody has so many points
    ("table", 0, range(0, 1000)),  # number of the table, which is on the sheets; 0: it has none
    ("names", NOBODY, are_names),
    ("handicaps", (0,) * SEATS, are_seconds),
    ("opening", 0, range(0, 15)),  # letters of a first word, as chosen last; 0: as the preset has it
    ("code", "", is_code),
    ("locked", False, None),
)
SECRET = ("code", "locked")  # never leave the box, and nobody can set them from outside


class Settings:
    """Values by name. What an old or damaged file says wrongly is as if it had said nothing."""

    language: str
    sound: bool
    brightness: int
    lights: int
    flip: bool
    auto: bool
    confirm: bool
    hold: int
    spans: bool
    restart: int
    limit: int
    preset: str
    sitting: int
    round: int
    match_games: int
    match_target: int
    table: int
    names: tuple
    handicaps: tuple
    opening: int
    code: str
    locked: bool

    frozen = False

    def __init__(self, log):
        stored = _load(log)
        for name, default, allowed in FIELDS:
            value = stored.get(name, default)
            if not fits(value, default, allowed):
                log("setting %s: %r is not possible, %r is used" % (name, value, default))
                value = default
            self.change(name, value)
        self.locked = self.locked and bool(self.code)  # a lock without a key would stay closed for ever

    def change(self, name, value):
        """Have it hold from now on; `save` keeps it."""
        for known, _, _ in FIELDS:
            if known == name:
                setattr(self, known, tuple(value) if type(value) is list else value)

    def value(self, name):
        return [getattr(self, known) for known, _, _ in FIELDS if known == name][0]

    def change_seat(self, name, seat, value):
        """Have it hold for that seat, of a setting that has a value for each."""
        values = list(self.value(name))
        values[seat] = value
        self.change(name, values)

    def freeze(self):
        """Keep nothing: what is on the flash is not for this program."""
        self.frozen = True

    def save(self, log):
        """Keep what differs from the defaults. The old file stands until the new one is whole."""
        if self.frozen:
            log("the settings are not kept: the flash has something else")
            return
        stored = {
            name: getattr(self, name)
            for name, default, _ in FIELDS
            if getattr(self, name) != default and name not in SECRET
        }
        code = self.code + " locked" * self.locked
        try:
            if read(CODE) != code:  # before what may hold the code of an earlier program
                replace(CODE, code)
            replace(_FILE, json.dumps(stored))
        except OSError as error:
            log("the settings could not be kept (%s): they hold until the power goes" % error)


def locked():
    """Whether the box is locked, for whoever has no settings: before the program runs, or once it broke."""
    return Settings(lambda text: None).locked


def _load(log):
    try:
        text = find(_FILE, _LONGEST)
        stored = json.loads(text) if text is not None else {}  # nobody has set anything yet
    except (ValueError, MemoryError):
        stored = None
    if not isinstance(stored, dict):
        log("the settings file is damaged: all settings are as they were at first")
        stored = {}
    code = read(CODE)
    if code:  # else it may stand among the settings, where earlier programs had it
        stored["code"], _, closed = code.partition(" ")
        stored["locked"] = bool(closed)
    return stored
