"""Every setting and every name that can be entered: by the keys and by the cable, then the power goes.

Both ways leave the same files, and the box goes on with what they say. The date is in test_clock_chip.py.
"""

import json

import pytest

from tests.device.locked import CODE, LONG_MS
from tests.device.states import title
from tests.host.cable import plugged
from tests.qa.house import LANGUAGES, module
from tests.qa.test_settings_page import ROWS as DOCUMENTED
from tileclock.storage.settings import FIELDS, LETTERS, LONGEST_NAME, SECRET
from tileclock_host.device.clock import Refused

pytestmark = pytest.mark.needs_models

FILES = ("/data/settings.json", "/data/code")
USUAL = {name: usual for name, usual, _ in FIELDS}
CHOICES = {name: allowed for name, _, allowed in FIELDS if isinstance(allowed, tuple)}
BEAT_MS = 300  # of an arrow that is held while a number is asked for
RULES, PLAYERS, LIMIT, FIRST, OPENING = range(5)  # rows of the set-up
NAMES = ["Ala", "", "Bolek", "C", "D.-E", "Zyx"]


# ---- the keys ----


def off(table):
    """The plug is pulled at once; what the files say."""
    table.box.pull_plug()
    files = table.box.files()
    return {path: files.get(path) for path in FILES}


def open_row(table, label):
    table.choose(table.words.SETTINGS)
    table.choose(label)


def enter_number(table, before, value):
    """A press is a step of one; as it becomes a hold it goes by tens."""
    more, less = (table.up, table.down) if value > before else (table.down, table.up)
    tens, ones = divmod(abs(value - before), 10)
    if tens:
        more.hold(ms=600 + BEAT_MS * (tens - 1) + BEAT_MS // 2)
        ones -= 1
    for _ in range(abs(ones)):
        (more if ones > 0 else less).press()
    assert table.screen.says(str(value)), table.screen.text
    table.ok.press()


def cycle(name):
    """A row that OK leads from one value to the next."""

    def enter(table, value):
        table.choose("Settings")
        for _ in range(list(CHOICES).index(name)):
            table.down.press()
        steps = CHOICES[name].index(value) - CHOICES[name].index(USUAL[name])
        for _ in range(steps % len(CHOICES[name])):
            table.ok.press()

    return enter


def number(name):
    def enter(table, value):
        open_row(table, table.words.SETTING[name])
        enter_number(table, USUAL[name], value)

    return enter


def handicaps(table, values):
    open_row(table, table.words.HANDICAPS)
    for row, value in enumerate(values):
        for _ in range(row):
            table.down.press()
        table.ok.press()
        enter_number(table, 0, value)
        table.choose(table.words.HANDICAPS)


def names(table, values, before=USUAL["names"]):
    """Letter by letter, each with as few steps as there are from the one before."""
    letters = " " + table.words.ALPHABET
    open_row(table, table.words.NAMES)
    for row, value in enumerate(values):
        for _ in range(row):
            table.down.press()
        table.ok.press()
        for _ in before[row]:
            table.back.press()
        place = 0
        for letter in value + " ":
            to = letters.index(letter if letter in letters else letter.upper())
            if len(value) == LONGEST_NAME and letter == " ":
                place = 0  # there is no room for more: the mark is at the end already
            steps = (to - place + len(letters) // 2) % len(letters) - len(letters) // 2
            for _ in range(abs(steps)):
                (table.down if steps > 0 else table.up).press()
            table.ok.press()
            place = to
        table.choose(table.words.NAMES)


def set_up(row, change):
    """In the set-up of a game, which is kept once its tiles are dealt."""

    def enter(table, value):
        table.choose(table.words.NEW_GAME)
        for at in range(OPENING + 1):
            if at == row:
                change(table, value)
            if at == FIRST:
                table.seat("B").press()  # drew the highest tile
            if table.screen.says(table.words.DEAL_START):
                break
            table.ok.press()
        table.wait(ms=300)

    return enter


def turn_to(table, label, text):
    """In the row of that label: the value that reads so."""
    for _ in range(10):
        if table.screen.says(f"{label}  {text}"):
            return
        table.down.press()
    raise AssertionError(f"no {text!r} in this row; the screen says\n{table.screen.text}")


def choose_rules(table, value):
    turn_to(table, table.words.RULES, table.words.RULES_NAMES[value])


def choose_limit(table, value):
    table.ok.hold()
    enter_number(table, table.usual["limit"], value)


def choose_opening(table, value):
    turn_to(table, table.words.FIRST_WORD, str(value))


def sit(table, value):
    table.sit("".join(letter for seat, letter in enumerate(LETTERS) if value >> seat & 1))


def code(table, value):
    open_row(table, table.words.CODE)
    for _ in range(2):
        for seat in value:
            table.seat(seat).press()
        table.ok.press()
    assert title(table) == table.words.SETTINGS


# What is entered, and how; a list of values one after the other, each from the start.
BY_KEYS = {
    **{name: (cycle(name), [v for v in allowed if v != USUAL[name]]) for name, allowed in CHOICES.items()},
    "limit": (set_up(LIMIT, choose_limit), [75]),
    "preset": (set_up(RULES, choose_rules), ["tournament", "uk"]),
    "sitting": (set_up(PLAYERS, sit), [0b001011, 0b100110]),
    "round": (number("round"), [45]),
    "match_games": (number("match_games"), [99]),
    "match_target": (number("match_target"), [203]),
    "names": (names, [NAMES]),
    "handicaps": (handicaps, [[75, 0, 120, 0, 0, 5]]),
    "opening": (set_up(OPENING, choose_opening), [4]),
    "code": (code, [CODE]),
}
BEFORE = {"opening": {"preset": "word", "limit": 90}}  # what has to be set already
ONLY_CABLE, ONLY_KEYS = {"table": [7, 999]}, {"locked"}


def test_every_setting_has_its_doors():
    assert {*BY_KEYS, *ONLY_CABLE, *ONLY_KEYS} == set(USUAL), "say here how a setting is entered"
    assert {name for name, row in DOCUMENTED.items() if row[0] == "–"} == set(ONLY_CABLE)


def by_cable(table, name, value):
    with plugged(table.box) as clock:
        if name == "code":
            clock.set_lock(value)
        else:
            clock.set({name: value})
    return off(table)


def read_back(table, name):
    """What the box says of it after it was switched on again; of the code only whether there is one."""
    table.box.start()
    table.wait(ms=300)
    if name == "code":
        open_row(table, table.words.CODE)
        return title(table) == table.words.CODE
    with plugged(table.box) as clock:
        return clock.settings()[name]


@pytest.mark.parametrize(
    ("name", "value"),
    [pytest.param(n, v, id=f"{n}={v}") for n, (_, values) in BY_KEYS.items() for v in values],
)
def test_what_is_entered_outlives_the_power_by_either_door(lay_table, name, value):
    left = []
    for door in ("keys", "cable"):
        table = lay_table(start=False)
        table.settings(**BEFORE.get(name, {}))
        table.wait(s=1)
        if door == "keys":
            BY_KEYS[name][0](table, value)
            left.append(off(table))
        else:
            left.append(by_cable(table, name, value))
        assert read_back(table, name) == (value if name != "code" else True), door
    assert left[0] == left[1], "the two doors leave other files"


@pytest.mark.parametrize("name", ONLY_CABLE)
def test_what_only_the_pc_sets_outlives_the_power(table, name):
    for value in ONLY_CABLE[name]:
        by_cable(table, name, value)
        assert read_back(table, name) == value


def test_that_the_box_is_locked_outlives_the_power_and_no_cable_sets_it(table):
    table.settings(code=CODE)
    table.wait(s=1)
    with plugged(table.box) as clock:
        for name in SECRET:
            with pytest.raises(Refused, match=f"there is no setting {name}"):
                clock.set({name: USUAL[name]})
    table.back.hold(ms=LONG_MS)
    assert off(table)["/data/code"] == f"{CODE} locked".encode()
    table.box.start()
    table.choose("Settings")
    assert title(table) == table.words.CODE


# ---- names, in every alphabet ----


def spelled(language):
    """Names with every letter the keys offer there, as long as they may be; and what may join two names."""
    alphabet = module(language).ALPHABET.rstrip(".-")
    small = module(language).SMALL
    pieces = [range(i, min(i + LONGEST_NAME, len(alphabet))) for i in range(0, len(alphabet), LONGEST_NAME)]
    found = ["".join([alphabet[piece[0]], *(small[i] for i in piece[1:])]) for piece in pieces]
    found.append(f"{alphabet[0]}.-{alphabet[-1]}{small[1]}")
    return found + [""] * (len(LETTERS) - len(found))


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_in_every_letter_outlive_the_power_by_either_door(lay_table, language):
    wanted, left = spelled(language), []
    for door in ("keys", "cable"):
        table = lay_table(start=False)
        table.settings(language=language)
        table.wait(s=1)
        if door == "keys":
            names(table, wanted)
            left.append(off(table))
        else:
            left.append(by_cable(table, "names", wanted))
        assert read_back(table, "names") == wanted
    assert left[0] == left[1]
    assert json.loads(left[0][FILES[0]])["names"] == wanted
