"""Every cell of firmware/docs/keys.md: bring a box into that state, press that key, see what happens."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.device.states import CODE, FLEETING, STATES, number, running, title, to_pause, to_pause_row

PAGE = (Path(__file__).parents[2] / "firmware" / "docs" / "keys.md").read_text(encoding="utf-8")
TIMING = "How exactly a press is timed"  # says nothing of a screen
SECTIONS = {
    name: [
        [cell.strip() for cell in line.strip("|").split("|")] for line in re.findall(r"^\|.*\|$", text, re.M)
    ]
    for name, text in re.findall(r"^## (.*?)$(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    if name != TIMING
}
ROWS = "The rows of the pause menu"
LONG = "↩ held for two seconds"
CONSOLE = {"▲": "up", "▼": "down", "OK": "ok", "↩": "back"}
BLIP = 300  # Hz
BOTTOM = 6 * 128  # bytes of a frame above the line at the bottom


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


def starts_anew(table, was):
    """The program has reset the chip, and then the panel has a first screen."""
    table.box.await_picture()
    return "SW_CPU_RESET" in table.log


EFFECTS = {
    "starts anew": starts_anew,
    "nothing": lambda table, was: same(table, was) and not heard(table, was),
    "blip": lambda table, was: same(table, was) and set(heard(table, was)) == {BLIP},
    "moves": lambda table, was: still(table, was) and marked(table) != was.chosen,
    "changes": lambda table, was: still(table, was) and table.screen.frame != was.frame,
    "complains": lambda table, was: title(table) == "A: points?" and BLIP in heard(table, was),
    "one more": lambda table, was: still(table, was) and by(table, was) == 1,
    "one less": lambda table, was: still(table, was) and by(table, was) == -1,
    "many more": lambda table, was: still(table, was) and by(table, was) >= 11,
    "many less": lambda table, was: still(table, was) and by(table, was) <= -11,
    "next turn": lambda table, was: next_turn(table, was.pool),
    "next turn, a tile less": lambda table, was: next_turn(table, was.pool - 1),
    "objects": lambda table, was: table.screen.says("DISPUTE") and running(table),
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


def cells_of(state, rows):
    """What to press, and what that does. All that stays on the screen is for one box, one after the other."""
    stays = []
    for label, *cells in rows:
        for how, cell in zip(("pressed", "held"), cells, strict=True):
            effect = effect_of(cell)
            steps = [(key, how, effect) for key in keys_of(state, label)]
            if effect in STAYS and state not in FLEETING:
                stays += steps
            else:
                yield from (pytest.param(state, [step], id=f"{state}-{label}-{how}") for step in steps)
    if stays:
        yield pytest.param(state, sorted(stays, key=lambda step: STAYS.index(step[-1])), id=f"{state}-stays")


STAYS = ("nothing", "blip", "changes", "moves")  # first what leaves everything as it is
CELLS = [param for state, rows in SECTIONS.items() if state in STATES for param in cells_of(state, rows[2:])]


@pytest.fixture
def box_in(lay_table):
    """A box in that state, with the tournament's rules."""

    def bring(lead):
        table = lay_table(start=False)
        table.settings(preset="tournament")
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
@pytest.mark.parametrize(("state", "steps"), CELLS)
def test_the_cell(box_in, state, steps):
    table, changed = None, set()
    for key, how, effect in steps:
        if table is None or changed - {"up", "down"} or key in changed:
            table, changed = box_in(STATES[state].lead), set()
            assert STATES[state].shown(table), (
                f"the test does not get to {state!r} but to\n{table.screen.text}"
            )
        if effect == "changes":
            changed.add(key)  # after ▲ comes ▼; after others there may be nothing left to change
        was = before(table, state)
        press(table, key, how)
        if state == "Deal" and key == "back":
            table.wait(ms=500)  # what was dealt is cleared away
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
