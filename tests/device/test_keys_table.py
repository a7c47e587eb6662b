"""Every cell of firmware/docs/keys.md: bring a box into that state, press that key, see what happens."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.device.table import MS, S

PAGE = (Path(__file__).parents[2] / "firmware" / "docs" / "keys.md").read_text(encoding="utf-8")
SECTIONS = {
    name: [
        [cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", text, re.M)
    ]
    for name, text in re.findall(r"^## (.*?)$(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
}
ROWS = "The rows of the pause menu"
LONG = "↩ held for two seconds"
CONSOLE = {"▲": "up", "▼": "down", "OK": "ok", "↩": "back"}
BLIP = 300  # Hz
BOTTOM = 6 * 128  # bytes of a frame above the line at the bottom


# ---- how a box gets there: each begins on the first screen, with the tournament's rules ----


def to_time(table):
    table.to_players()
    table.ok.press()


def to_first(table):
    to_time(table)
    table.ok.press()


def to_turn(table):
    table.start_game()
    table.wait(s=2)


def to_word(table):
    """Six tiles are drawn and two first words entered, so that the pool is 50 and A is on turn."""
    to_waiting_entry(table)
    table.ok.press()
    table.wait(s=5)


def to_waiting_entry(table):
    """The same, but the second of the words, D's, is not entered yet."""
    table.settings(preset="word", limit=90)
    table.deal("ABCD")
    table.seat("A").press()
    for seat in "ABCDAB":
        table.wait(s=1)
        table.seat(seat).hold()
    table.wait(s=1)
    table.seat("C").press()
    table.wait(s=1)
    table.ok.press()
    table.wait(s=5)
    table.seat("D").press()
    table.wait(s=1)


def to_entries(table):
    to_waiting_entry(table)
    table.back.press()
    table.choose("Entries")


def to_pause(table):
    """B has played, C is on turn: there is a turn to undo, and a mistake to charge for."""
    to_turn(table)
    for seat in "AB":
        table.seat(seat).press()
        table.wait(s=1)
    table.back.press()


def to_pause_row(row):
    def lead(table):
        to_pause(table)
        table.choose(row)

    return lead


def to_time_is_up(after_ms):
    def lead(table):
        began = table.start_game()
        table.wait_until(began + 40 * S + after_ms * MS)

    return lead


def to_out(table):
    to_turn(table)
    for seat in "AB":
        table.seat(seat).press()
        table.wait(s=1)
    table.ok.press()


def to_over(table):
    to_pause_row(table.words.END_ROUND)(table)
    table.ok.press()  # on with the turn of C
    for seat in "CDABC":
        table.wait(s=1)
        table.seat(seat).press()
    table.wait(s=1)


def to_abandoned(table):
    to_pause_row(table.words.ABANDON)(table)
    table.choose(table.words.YES_ABANDON)


def to_racks(table):
    to_out(table)
    table.ok.press()
    table.wait(s=1)


def to_result(table):
    to_racks(table)
    for seat in "ABD":
        table.seat(seat).press()
    for _ in range(3):
        table.ok.press()


def to_sheets(table):
    to_result(table)
    table.ok.press()
    table.back.press()
    table.choose(table.words.SHEETS)


def to_last_sheet(table):
    to_sheets(table)
    for _ in range(9):
        if table.screen.chosen.startswith("game"):
            return
        table.down.press()


def to_end_of_match(table):
    to_sheets(table)
    table.choose(table.words.END_MATCH)


def to_settings(table):
    table.choose(table.words.SETTINGS)
    table.down.press()  # not the language: the test can read only one


def to_name(table):
    table.choose(table.words.SETTINGS)
    table.choose(table.words.NAMES)
    table.ok.press()  # A's name
    table.down.press()
    table.ok.press()  # begins with A


def to_first_word(table):
    table.settings(preset="word", limit=90)
    to_first(table)
    table.seat("A").press()
    table.ok.press()


CODE = {"preset": "tournament", "code": "ABC", "locked": True}


def to_code(table):
    table.settings(**CODE)
    table.choose(table.words.SETTINGS)


def to_lock(table):
    table.back.hold(ms=2_200)


def to_self_test(table):
    table.choose(table.words.SELF_TEST)


def to_key_test(table):
    to_self_test(table)
    table.ok.press()


def to_guide(table):
    table.choose(table.words.GUIDE)
    table.down.press()


# ---- what is shown ----


def title(table):
    return " ".join(item.text for item in table.screen.items if item.y < 14)


def titled(text):
    return lambda table: title(table).startswith(text)


def running(table):
    return any(item.font == "seat" for item in table.screen.items)


def result(table):
    return title(table).startswith("game") and "match" in title(table)


def setting_up(row):
    return lambda table: title(table).startswith("New game") and table.screen.chosen.startswith(row)


def everything(table):
    return [(item.y, item.x, item.inverse, item.text) for item in table.screen.items]


def all_but_notes(table):
    """The notes of the sheet follow each other by themselves."""
    return [item.text for item in table.screen.items if item.y < 50]


def all_but_time(table):
    bottom = [item.text for item in table.screen.items if item.y > 50]
    return table.screen.seat, table.screen.pool, bottom


A_SEAT = {"a seat": "AF"}


class State(NamedTuple):
    """A screen of the page: how to get there, how to know it, the seats its rows mean, what must stay."""

    lead: Callable | None  # of a screen that is only led to, none
    shown: Callable
    seats: dict[str, str] = A_SEAT
    look: Callable = everything


OTHERS = "any other seat"
CHOICES = ("Mistake", "A player", "Abandon", "game")
STATES = {
    "Home": State(lambda table: None, titled("tileclock")),
    "New game: rules": State(lambda table: table.ok.press(), setting_up("Rules")),
    "New game: players": State(lambda table: table.to_players(), setting_up("Players"), {"a seat": "DE"}),
    "New game: time": State(to_time, setting_up("Time")),
    "New game: first": State(to_first, setting_up("Begins"), {"another player": "B", "an empty seat": "F"}),
    "Deal": State(
        lambda table: table.deal(), titled("Deal"), {"who begins": "A", OTHERS: "BF"}, all_but_notes
    ),
    "Turn": State(to_turn, running, {"who is on turn": "A", OTHERS: "BDF"}, all_but_time),
    "Turn of Word": State(to_word, running, {"who is on turn": "A", OTHERS: "BDF"}, all_but_time),
    "Turn of Word, an entry waits": State(
        to_waiting_entry,
        running,
        {"who is on turn": "A", "who has an entry to make": "D", OTHERS: "BF"},
        all_but_time,
    ),
    "Entries of Word": State(to_entries, titled("Entries")),
    "Pause": State(to_pause, titled("PAUSE")),
    "Dispute": State(None, titled("DISPUTE")),
    "Number": State(to_pause_row("Correct the pool"), lambda table: table.screen.says("…")),
    "Choice": State(
        to_pause_row("Mistake this turn"),
        lambda table: title(table).startswith(CHOICES) and not result(table),
    ),
    "How it is set": State(to_pause_row("How it is set"), titled("How it is set")),
    "Time is up, the first 1.5 seconds": State(
        to_time_is_up(100), titled("TIME IS UP"), {"who was on turn": "A", OTHERS: "BF"}
    ),
    "Time is up": State(to_time_is_up(2500), titled("TIME IS UP"), {"who was on turn": "A", OTHERS: "BF"}),
    "Who is out?": State(to_out, titled("Who is out?")),
    "Game over": State(to_over, titled("Game over")),
    "Game abandoned": State(to_abandoned, titled("Game over")),
    "Racks": State(to_racks, titled("Number tiles"), {"who has a rack": "AD", OTHERS: "CF"}),
    "Opened?": State(None, titled("Opened?")),
    "Result": State(to_result, result),
    "Sheets": State(to_last_sheet, titled("Sheets")),
    "End of the match": State(to_end_of_match, titled("FINAL")),
    "Settings": State(to_settings, titled("Settings")),
    "Name": State(to_name, titled("Names")),
    "New game: first word": State(to_first_word, setting_up("First word")),
    "Code": State(to_code, titled("Judge's code")),
    "The lock": State(to_lock, titled(("It has no lock yet", "Locked", "Unlocked"))),
    "Self-test": State(to_self_test, titled("Self-test")),
    "Self-test: keys": State(to_key_test, titled("Keys")),
    "Guide": State(to_guide, lambda table: title(table).endswith("/4")),
}
FLEETING = {"Time is up, the first 1.5 seconds"}  # over before the next press can be tried


# ---- what can happen ----


class Before(NamedTuple):
    """What there was before the press, and when that was."""

    state: str
    at: int
    look: list
    frame: bytes
    chosen: str | None
    number: int | None
    pool: int


def number(table):
    shown = [item.text for item in table.screen.items if item.font == "mid" and item.text.isdigit()]
    return int(shown[0]) if len(shown) == 1 else None


def marked(table):
    try:
        return table.screen.chosen
    except AssertionError:
        return None


def before(table, state):
    look = STATES[state].look(table)
    return Before(state, table.now, look, table.screen.frame, marked(table), number(table), 50)


def same(table, was):
    return STATES[was.state].shown(table) and STATES[was.state].look(table) == was.look


def heard(table, was):
    return table.heard_since(was.at)


def still(table, was):
    return STATES[was.state].shown(table)


def next_turn(table, pool):
    return STATES["Turn"].shown(table) and (table.screen.seat, table.screen.pool) == ("B", pool)


def by(table, was):
    """By how much the number has changed."""
    return number(table) - was.number


def mark_appears(table, was):
    """In the bottom line; the time above it is not looked at."""
    return still(table, was) and table.screen.frame[BOTTOM:] != was.frame[BOTTOM:]


EFFECTS = {
    "nothing": lambda table, was: same(table, was) and not heard(table, was),
    "blip": lambda table, was: same(table, was) and set(heard(table, was)) == {BLIP},
    "moves": lambda table, was: still(table, was) and marked(table) != was.chosen,
    "changes": lambda table, was: still(table, was) and table.screen.frame != was.frame,
    "complains": lambda table, was: title(table) == "A is missing" and BLIP in heard(table, was),
    "one more": lambda table, was: still(table, was) and by(table, was) == 1,
    "one less": lambda table, was: still(table, was) and by(table, was) == -1,
    "many more": lambda table, was: still(table, was) and by(table, was) >= 11,
    "many less": lambda table, was: still(table, was) and by(table, was) <= -11,
    "next turn": lambda table, was: next_turn(table, was.pool),
    "next turn, a tile less": lambda table, was: next_turn(table, was.pool - 1),
    "sign !": mark_appears,
    "sign ✓": lambda table, was: mark_appears(table, was) and "✓" in table.screen.text,
}


def happened(effect, table, was):
    if effect.startswith("→ "):
        return STATES[effect[2:]].shown(table)
    return EFFECTS[effect](table, was)


# ---- the walk ----


def effect_of(cell):
    """What is bold in a cell, first of all."""
    return re.findall(r"\*\*(.*?)\*\*", cell)[0]


def keys_of(state, label):
    """The keys a row of the page is about, as the tests call them."""
    if label in STATES[state].seats:
        return list(STATES[state].seats[label])
    return [CONSOLE[sign] for sign in label.split()]


CELLS = [
    pytest.param(state, keys_of(state, label), how, effect_of(cell), id=f"{state}-{label}-{how}")
    for state, table_rows in SECTIONS.items()
    if state in STATES
    for label, *cells in table_rows[2:]
    for how, cell in zip(("pressed", "held"), cells, strict=True)
]


@pytest.fixture
def box_in(lay_table):
    """A box in that state, with the tournament's rules."""

    def bring(lead):
        table = lay_table(start=False)
        table.box.put({"/data/settings.json": json.dumps({"preset": "tournament"}).encode()})
        table.box.start()
        lead(table)
        return table

    return bring


def press(table, key, how):
    button = table.seat(key) if len(key) == 1 else getattr(table, key)
    if how == "held":
        button.hold()
    else:
        button.press()


@pytest.mark.needs_models
@pytest.mark.parametrize(("state", "keys", "how", "effect"), CELLS)
def test_the_cell(box_in, state, keys, how, effect):
    table = None
    for key in keys:
        if table is None or state in FLEETING or effect not in ("nothing", "blip"):
            table = box_in(STATES[state].lead)
            assert STATES[state].shown(table), (
                f"the test does not get to {state!r} but to\n{table.screen.text}"
            )
        was = before(table, state)
        press(table, key, how)
        assert happened(effect, table, was), (
            f"firmware/docs/keys.md says of {state!r} that {key}, {how}, does this: {effect!r}. "
            f"Heard was {heard(table, was)}, the screen says\n{table.screen.text}"
        )


@pytest.mark.needs_models
@pytest.mark.parametrize(("row", "cell"), SECTIONS[ROWS][2:], ids=lambda text: text.partition(":")[0])
def test_the_row_of_the_pause_menu(box_in, row, cell):
    table = box_in(to_pause_row(row))
    assert happened(effect_of(cell), table, None), f"firmware/docs/keys.md says: {cell}\n{table.screen.text}"


@pytest.mark.needs_models
@pytest.mark.parametrize(("lock", "cell"), SECTIONS[LONG][2:], ids=lambda text: text.partition(":")[0])
def test_the_key_held_for_two_seconds(box_in, lock, cell):
    stored = {"there is no code": {}, "open": {**CODE, "locked": False}, "closed": CODE}[lock]
    table = box_in(lambda table: table.settings(**stored))
    table.back.hold(ms=2_200)
    assert happened(effect_of(cell), table, None), f"firmware/docs/keys.md says: {cell}\n{table.screen.text}"


def test_the_page_lists_the_rows_of_the_pause_menu(box_in):
    table = box_in(to_pause)
    shown = []
    while table.screen.chosen not in shown:
        shown.append(table.screen.chosen)
        table.down.press()
    listed = [row for row, _ in SECTIONS[ROWS][2:]]
    assert len(listed) == len(shown), f"firmware/docs/keys.md: the menu has these rows: {shown}"
    for row, text in zip(listed, shown, strict=True):
        assert text.startswith(row), (
            f"list the rows of firmware/docs/keys.md in the order of the menu: {shown}"
        )


def test_the_page_has_every_screen_with_every_key():
    walked = {state for state, how in STATES.items() if how.lead}
    assert walked == set(SECTIONS) - {ROWS, LONG}, (
        "a screen needs a section in firmware/docs/keys.md and a state here"
    )
    for state in walked:
        labels = [row[0] for row in SECTIONS[state][2:]]
        missing = set(CONSOLE) - set(" ".join(labels).split())
        assert not missing, f"firmware/docs/keys.md does not say what {missing} does in {state!r}"
        assert set(STATES[state].seats) <= set(labels), f"the seats of {state!r} are not all on the page"
