"""The same games give the same scores on the PC, on the 64-bit VM and on the 32-bit VM."""

import ast
import io
import json
import random
from contextlib import redirect_stdout
from pathlib import Path

import pytest

from tests.core.play import ALL, CS, NUMBER_PRESETS, PL, UK, WORD, changed
from tests.core.test_preset_refusals import CONTRADICTIONS
from tests.presets import text_of
from tests.vms import vm32, vm64
from tileclock.core import preset
from tileclock.core.preset import canonical

FIRMWARE = Path(preset.__file__).parents[2]
CORE = FIRMWARE / "tileclock" / "core"
RULES = sorted(
    [*CORE.glob("preset*.py"), *(CORE / f"{name}.py" for name in ("pool", "scoring", "match", "word"))]
)

# What every interpreter runs: it prints one line per vector.
RUNNER = """
import json
from tileclock.core import match, pool, preset, preset_box, preset_time, scoring, word

def numbers(rules, table):
    entries = scoring.Entries(len(table["racks"]), table["first"])
    entries.racks = [tuple(rack) for rack in table["racks"]]
    entries.marks, entries.late = table["marks"], table["late"]
    winner = table["winner"]
    if winner is None:
        return scoring.score_unfinished(rules, entries, "lap")
    return scoring.score_out(rules, entries, winner)

def told(action, *args):
    try:
        return action(*args)
    except preset_box.Refused as refused:
        return "%s / %s / %s" % (refused.field, refused.player, refused)

def play_match(rules, tables):
    series = match.Match(rules)
    for table in tables:
        result = numbers(rules, table)
        result.check()
        seats = list(range(len(result.points)))
        series.add(result, seats)
        print(result.lines, result.winners, result.expected, result.rest, result.big_points)
        print(told(scoring.check_racks, rules, table["racks"], 30, table["winner"]))
        print(told(scoring.check_balance, 3, result.points, 0))
    print(series.points, series.rounds, series.big_points, series.places())

def play_word(rules, turns):
    table = word.Word(rules, 3, 3)
    for i, (letters, tiles) in enumerate(turns):
        drawn = told(table.lay, i % 3, letters, tiles)
        if isinstance(drawn, str):
            table.draw(i % 3)
        print(drawn, table.racks, table.points, table.turns, table.opened, table.pool.left)
        end, pool = table.ending, table.pool
        print(end.waiting, end.lap, end.over, pool.stack_left, pool.new_stack_due)

def play_time(rules, turns):
    allowance = preset_time.Allowance(rules, rules["total" if rules["timing"] == "total" else "limit"])
    for used in turns:
        print(allowance.turn(), preset_time.late_minutes(used, allowance.turn()))
        allowance.spend(used)
    print(preset_time.limits(rules), preset_time.usual_time_out(rules), match.notes(rules, True))

for what, rules, data in json.loads(VECTORS):
    if what == "refuse":
        rules = told(preset.check, rules)
        print(rules if isinstance(rules, str) else preset.canonical(rules))
        continue
    rules = preset.check(rules)
    print(preset.checksum(rules), preset.canonical(rules))
    {"match": play_match, "word": play_word, "time": play_time}[what](rules, data)
"""


def a_table(dice, most):
    players = dice.randint(2, 6)
    winner = dice.choice([None, *range(players)])
    racks = [(dice.choice([dice.randint(0, most), 0, 1, most]), dice.randint(0, 2)) for _ in range(players)]
    if winner is not None:
        racks[winner] = (0, 0)
    return {
        "racks": racks,
        "winner": winner,
        "first": dice.randrange(players),
        "marks": [dice.randrange(3) for _ in range(players)],
        "late": [dice.randrange(3) for _ in range(players)],
    }


def vectors():
    """Games of every preset: small and tied racks, and sums beyond what small integers hold."""
    dice = random.Random(13)
    league = changed(PL, cap=25, winner_bonus=50, second_bonus=5, overtime=10, ties="first", name="Ligá Їжак")
    for rules in [*NUMBER_PRESETS, league, changed(CS, bonus="instead", winner_bonus=70)]:
        yield "match", rules, [a_table(dice, most) for most in (3, 20, 150, 2**29, 2**30, 2**31, 2**45)]
    yield "word", WORD, [(dice.randint(0, 14), dice.randint(0, 9)) for _ in range(60)]
    bank = changed(UK, timing="bank", bank=90)
    chess = changed(UK, timing="total", limit=0, total=36000, delay=10)
    for rules in (PL, bank, chess):
        yield "time", rules, [dice.choice([1000, 59_999, 130_000, 2**30 + 5, 2**31]) for _ in range(8)]
    for base, fields, _ in CONTRADICTIONS:
        yield "refuse", {**base, **fields}, None
    for broken in ({}, [], None, {**PL, "zeta": 1, "eta": 2, "omega": 3}, {**PL, "joker": 2**40}):
        yield "refuse", broken, None
    for name in ("Żółć", "Їжак", "a\u00a0b", " a", "a\u009f", "\u00a0a"):
        yield "refuse", {**PL, "name": name}, None
    for rules in ALL:
        yield "refuse", {**rules, "joker": True}, None


PROGRAM = f"VECTORS = {json.dumps(list(vectors()), ensure_ascii=False)!r}\n{RUNNER}"


@pytest.fixture(scope="module")
def on_the_pc():
    printed = io.StringIO()
    with redirect_stdout(printed):
        exec(PROGRAM, {"__name__": "vectors"})
    return printed.getvalue().splitlines()


def test_the_vectors_reach_beyond_small_integers_and_every_kind_of_answer(on_the_pc):
    text = "\n".join(on_the_pc)
    assert (
        max(int(word) for word in text.replace(",", " ").replace("]", " ").split() if word.isdigit()) > 2**31
    )
    for wanted in ("must be", "is unknown", "is missing", "is wrong", canonical(WORD)):
        assert wanted in text


def test_the_64_bit_vm_agrees_with_the_pc(on_the_pc):
    assert vm64(PROGRAM, FIRMWARE).splitlines() == on_the_pc


def test_the_32_bit_vm_agrees_with_the_pc(on_the_pc):
    assert vm32(PROGRAM, FIRMWARE)[0].splitlines() == on_the_pc


# Everything the rules do while a clock runs. Under a locked heap any allocation raises MemoryError.
TURNS = """
import gc, micropython
from tileclock.core import pool, preset, preset_time
rules = preset.read(%r)
draw_pile = pool.Pool(rules, 4)
ending = pool.Ending(rules, (0, 1, 2, 3))
allowance = preset_time.Allowance(rules, 60)

def game():
    for turn in range(200):
        seat = turn %% 4
        allowance.turn()
        allowance.spend(1234)
        taken = draw_pile.draw(1)
        draw_pile.stack_left
        draw_pile.new_stack_due
        ending.turn(seat, taken == 0, draw_pile.left, False)
        ending.turns_left
        preset_time.late_minutes(61000, 60000)
        if ending.over:
            return

micropython.heap_lock()
game()
micropython.heap_unlock()
print(ending.over, draw_pile.left)
"""


@pytest.mark.parametrize("name", ["pl", "cs"])
def test_a_whole_game_of_turns_allocates_nothing(name):
    over = {"pl": "lap 0\n", "cs": "blocked 0\n"}[name]
    assert vm64(TURNS % text_of(name), FIRMWARE) == over
    assert vm32(TURNS % text_of(name), FIRMWARE)[0] == over


@pytest.mark.parametrize("path", RULES, ids=[path.stem for path in RULES])
def test_the_rules_know_no_floats_and_import_nothing_of_a_machine(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        assert not isinstance(node, ast.Div), f"{path.name}: use //, a score is a whole number"
        assert not isinstance(getattr(node, "value", None), float), f"{path.name}:{node.lineno}: no floats"
        if isinstance(node, ast.Import):
            assert {name.name for name in node.names} <= {"json", "binascii"}, path.name
        if isinstance(node, ast.ImportFrom):
            assert node.module.startswith("tileclock.core"), f"{path.name} imports {node.module}"


WHILE_PLAYING = ("preset_box", "preset_time", "pool", "scoring", "match", "word")


def test_a_device_that_plays_need_not_hold_what_checks_presets():
    imports = "".join(f"import tileclock.core.{name}\n" for name in WHILE_PLAYING)
    code = imports + "import sys\nprint(sorted(sys.modules))"
    loaded = vm64(code, FIRMWARE)
    assert "tileclock.core.word" in loaded
    assert "tileclock.core.preset'" not in loaded, "it takes 16 kB: import preset_box instead"
