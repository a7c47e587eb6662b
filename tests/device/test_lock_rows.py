"""Every row of every list, locked, with the code, without a lock: who may do it, what it leaves on record."""

import ast

import pytest

from tests.device.locked import Locked, asked, enter, unfinished
from tests.device.states import STATES, title, to_last_sheet, to_pause, to_sheets, to_word
from tests.qa.house import PACKAGE
from tileclock.core import records as r
from tileclock_host.build import languages

FREE, GUARDED, INSIDE = "free", "asks for the code", "reached through what asks for the code"

# The rows of all lists by the module that makes them, as the words are named. A row that is added must be
# said to be one of these; what is not a row of a list, or does nothing, is only shown.
SHOWN = "does nothing"
CLASSES = {
    "ui/battery": {"DATE": GUARDED},
    "ui/flash_questions": {"USE_PC": FREE, "TRY_AGAIN": FREE, "YES": GUARDED},
    "ui/home": {
        "RESUME": FREE,
        "NEW_GAME": FREE,  # as long as none waits to be taken up again, which it would abandon
        "SHEETS": FREE,
        "GUIDE": FREE,
        "SETTINGS": GUARDED,
        "SELF_TEST": FREE,
        "YES_ABANDON": INSIDE,
    },
    "ui/navigator": {"SHEETS": FREE},
    "ui/pause": {
        "RESUME": FREE,
        "UNDO": GUARDED,
        "RESTART": FREE,
        "END_PLAYED": GUARDED,
        "END_DREW": GUARDED,
        "MISTAKE": GUARDED,
        "TILES_BACK": GUARDED,
        "CORRECT_POOL": GUARDED,
        "CORRECT_TIME": GUARDED,
        "DISPUTE": FREE,
        "LEAVES": GUARDED,
        "END_ROUND": GUARDED,
        "ADD_ROUND": GUARDED,
        "PROOF": FREE,
        "ABANDON": GUARDED,
        "YES": FREE,
        "YES_ABANDON": INSIDE,
        "ENTRIES": FREE,
        "RACKS": FREE,
        "TILES_RACK": GUARDED,
    },
    "ui/preferences": dict.fromkeys(
        ("NAMES", "HANDICAPS", "CODE", "CODE_NEW", "CODE_REMOVE", "DATE"), INSIDE
    ),
    "ui/rules_in_force": dict.fromkeys(("RULES", "CHECKSUM", "LIMIT", "AUTO", "RECORDS", "BATTERY"), SHOWN),
    "ui/result": dict.fromkeys(("RULES", "CHECK", "REST", "PAUSE"), SHOWN),
    "ui/setup": {
        "RULES": GUARDED,
        "PLAYERS": FREE,
        "LIMIT": GUARDED,
        "BEGINS": FREE,
        "FIRST_WORD": GUARDED,
        "YES": FREE,  # a new match: other rules than those of the present one were the judge's to choose
        "SAME_PLAYERS": FREE,
    },
    "ui/stage": {"NO": FREE},  # above each row that has to be meant
    "ui/sheets": {
        "END_MATCH": GUARDED,
        "CORRECT_SHEET": GUARDED,
        "REMOVE_FETCHED": GUARDED,
        "YES": INSIDE,
        "OLDER": FREE,
        "NO_GAMES": SHOWN,
    },
    "ui/data_trouble": {"TRY_AGAIN": FREE, "BEGIN_ANEW": GUARDED},
}


# What begins with a title, or with those of a screen's three steps: these are no rows.
TITLES = {
    "ui/battery": {"BATTERY_LOW", "BATTERY_EMPTY"},
    "ui/judge_code": {"CODE"},
    "ui/racks": {"STEP_TILES", "TILES_HINTS"},
}


def rows_of(path):
    """The labels of rows, which are (words.LABEL, what it does, text at the right[, whether the judge's])."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Tuple)
            and len(node.elts) in (3, 4)
            and isinstance(node.elts[0], ast.Attribute)
        ):
            words = ast.unparse(node.elts[0].value).removesuffix("()")
            if words.rpartition(".")[2] in ("words", "between", "seldom"):
                yield node.elts[0].attr


def test_every_row_of_every_list_is_free_or_guarded():
    found = {}
    for path in PACKAGE.rglob("*.py"):
        module = str(path.relative_to(PACKAGE).with_suffix(""))
        if labels := set(rows_of(path)) - TITLES.get(module, set()):
            found[module] = labels
    assert found == {module: set(rows) for module, rows in CLASSES.items()}, (
        "say of each row here whether it is free while the box is locked, and in firmware/docs/lock.md"
    )


# ---- the pause menu ----


def pause(table):
    to_pause(table)


def pause_of_word(table):
    to_word(table)
    table.back.press()


TOURNAMENT, TO_POOL, WORD = {"round": 60}, {"preset": "pl"}, {"preset": "word", "limit": 90}
# What choosing it, and OK to whatever it asks, leaves on record; None: nothing.
PAUSE_ROWS = {
    "RESUME": r.RESUME,
    "UNDO": r.UNDO,
    "RESTART": r.RESTART,
    "END_PLAYED": r.END_TURN,
    "END_DREW": r.DREW,
    "MISTAKE": r.MISTAKE,
    "TILES_BACK": r.BACK,
    "CORRECT_POOL": r.CORRECT_POOL,
    "CORRECT_TIME": r.CORRECT_TIME,
    "DISPUTE": r.PAUSE,
    "LEAVES": r.GONE,
    "END_ROUND": r.END_ROUND,
    "ADD_ROUND": r.ADD_ROUND,
    "PROOF": None,
    "ABANDON": r.ABANDON,
}
WORD_ROWS = {"ENTRIES": None, "RACKS": None, "TILES_RACK": r.BACK}
ROWS = [
    (pause, TO_POOL if row == "TILES_BACK" else TOURNAMENT, row, kind) for row, kind in PAUSE_ROWS.items()
] + [(pause_of_word, WORD, row, kind) for row, kind in WORD_ROWS.items()]
INSIDE_IT = {
    "Whose",
    "Who leaves",
    "A mistake",
    "Abandon",
    "Tiles",
    "Correct",
    "Add",
}  # what a row asks further


def chosen(table, row):
    table.choose(getattr(table.words, row))


def answer(table):
    """OK to what it asks, and yes to whether it is meant."""
    if title(table).startswith("Abandon"):
        table.down.press()
    if title(table).startswith(table.words.CORRECT_TIME):
        table.up.press()  # or nothing is corrected
    while title(table).startswith(tuple(INSIDE_IT)):
        table.ok.press()
    if title(table).endswith(table.words.SURELY_LEAVES % ""):
        table.down.press()
        table.ok.press()


@pytest.mark.needs_models
@pytest.mark.parametrize("walk", ROWS, ids=lambda walk: walk[2])
@pytest.mark.parametrize("lock", ["locked", "with the code", "open"])
def test_a_row_of_the_pause_menu(locked, walk, lock):
    lead, stored, row, kind = walk
    it = locked(lead, **stored, locked=lock != "open")
    table = it.table
    before = it.kinds()
    chosen(table, row)
    guarded = CLASSES["ui/pause"][row] == GUARDED
    assert asked(table) == (guarded and lock != "open"), f"{row}, {lock}:\n{table.screen.text}"
    if asked(table) and lock == "locked":
        for code in ("FFF", ""):
            enter(table, code)
        table.back.press()
        assert title(table).startswith("PAUSE")
        assert it.kinds() == before, "what asks for the code and gets none must leave no record"
        return
    if asked(table):
        enter(table)
    answer(table)
    made = it.kinds()[len(before) :]
    assert (r.JUDGE in made) == (guarded and lock == "with the code"), "the judge, and only he"
    left = [one for one in made if one != r.JUDGE]
    assert left[-1:] == ([kind] if kind else []), f"on record is {left}"
    if r.JUDGE in made:
        assert made.index(r.JUDGE) < made.index(kind)


def pause_after(table, ms):
    table.wait(ms=ms)
    table.back.press()


@pytest.mark.needs_models
@pytest.mark.parametrize(
    ("ms", "stored", "closed"),
    [
        (4_800, {}, False),
        (5_200, {}, True),
        (38_500, {}, True),
        (200, {"restart": 0}, True),
        (9_500, {"restart": 10}, False),
    ],
)
def test_a_turn_is_restarted_by_anybody_in_its_first_seconds_and_then_by_the_judge(
    locked, ms, stored, closed
):
    it = locked(STATES["Turn"].lead, **stored)
    table = it.table
    table.seat("A").press()
    pause_after(table, ms)
    chosen(table, "RESTART")
    assert asked(table) == closed
    if closed:
        enter(table)
    assert table.screen.says("B  40 s")
    assert [kind for kind in it.kinds() if kind in (r.RESTART, r.JUDGE)] == [r.JUDGE] * closed + [r.RESTART]


@pytest.mark.needs_models
def test_restarts_of_one_turn_give_no_more_than_its_first_seconds_without_the_judge(locked):
    it = locked(STATES["Turn"].lead)
    table = it.table
    table.seat("A").press()
    for _ in range(2):
        pause_after(table, 2_000)
        chosen(table, "RESTART")
        assert not asked(table)
        table.ok.press()
    pause_after(table, 2_000)
    chosen(table, "RESTART")
    assert asked(table), "the turn has run for six seconds"
    table.back.press()
    table.back.press()
    table.wait(ms=400)
    table.seat("B").press()
    pause_after(table, 2_000)
    chosen(table, "RESTART")
    assert not asked(table), "it is another turn"


def test_every_row_of_the_pause_menu_is_walked():
    walked = {row for row, how in CLASSES["ui/pause"].items() if how in (FREE, GUARDED)} - {"NO", "YES"}
    assert walked == {*PAUSE_ROWS, *WORD_ROWS}


@pytest.mark.needs_models
def test_after_a_dispute_the_same_rows_ask(locked):
    it = locked(STATES["Pause"].lead, **TOURNAMENT)
    table = it.table
    table.choose(table.words.DISPUTE)
    before, seen = it.kinds(), set()
    free = tuple(getattr(table.words, row) for row, how in CLASSES["ui/pause"].items() if how == FREE)
    while table.screen.chosen not in seen:
        row = table.screen.chosen
        seen.add(row)
        if not row.startswith(free):
            table.ok.press()
            assert asked(table), f"{row!r} must ask for the code but the screen says\n{table.screen.text}"
            table.back.press()
        table.down.press()
    assert len(seen) > 10 and it.kinds() == before


@pytest.mark.needs_models
def test_two_rows_with_the_same_text_are_guarded_each_for_itself(lay_table):
    """A translation may call two things the same: that must not open a row of the judge's."""
    texts = (PACKAGE / "lang" / "en.json").read_text(encoding="utf-8")
    for guarded, free in (("Undo last turn", "Restart this turn"), ("Settings", "Sheets")):
        assert texts.count(f'"{guarded}"') and texts.count(f'"{free}"')
        texts = texts.replace(f'"{guarded}"', f'"{free}"')
    table = lay_table(start=False)
    Locked(table, {"/tileclock/lang/en": languages.pack(texts)})
    for _ in range(3):
        table.down.press()
    assert table.screen.chosen == "Sheets", "the row of the settings, as that translation has it"
    table.ok.press()
    assert asked(table)
    table.back.press()
    for _ in range(2):
        table.down.press()  # round to the first row
    to_pause(table)
    table.down.press()
    assert table.screen.chosen == "Restart this turn", "the row that takes the turn of B back"
    table.ok.press()
    assert asked(table)


# ---- the other lists ----


@pytest.mark.needs_models
@pytest.mark.parametrize("row", ["NEW_GAME", "SHEETS", "GUIDE", "SETTINGS", "SELF_TEST"])
@pytest.mark.parametrize("closed", [True, False])
def test_a_row_of_the_first_screen(locked, row, closed):
    table = locked(locked=closed).table
    chosen(table, row)
    assert asked(table) == (closed and CLASSES["ui/home"][row] == GUARDED)
    assert asked(table) or title(table) != "tileclock"


@pytest.mark.needs_models
@pytest.mark.parametrize("closed", [True, False])
def test_a_game_that_waits_is_given_up_by_the_judge(locked, closed):
    it = locked(unfinished, locked=closed)
    table = it.table
    chosen(table, "NEW_GAME")
    assert asked(table) == closed, f"else the power switch would abandon a game\n{table.screen.text}"
    if closed:
        enter(table, "FFF")
        table.back.press()
        assert title(table) == "tileclock" and table.screen.says("Resume")
        chosen(table, "NEW_GAME")
        enter(table)
    chosen(table, "YES_ABANDON")
    table.wait(s=1)
    assert it.kinds()[-1] == r.ABANDON
    assert (r.JUDGE in it.kinds()) == closed, "it must be on record that the judge did it"


@pytest.mark.needs_models
@pytest.mark.parametrize("closed", [True, False])
def test_a_game_that_waits_is_resumed_by_anybody(locked, closed):
    table = locked(unfinished, locked=closed).table
    chosen(table, "RESUME")
    assert title(table).startswith("PAUSE B")


@pytest.mark.needs_models
@pytest.mark.parametrize(("lead", "row"), [(to_sheets, "END_MATCH"), (to_last_sheet, "CORRECT_SHEET")])
@pytest.mark.parametrize("closed", [True, False])
def test_a_row_of_the_sheets(locked, lead, row, closed):
    table = locked(lead, locked=closed).table
    if lead is to_last_sheet:
        table.ok.press()
    chosen(table, row)
    assert asked(table) == closed
