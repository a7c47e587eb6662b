"""A journal folds to the same game on the PC, on the 64-bit VM and on the 32-bit VM."""

import json
from pathlib import Path

import pytest

from tests.core.turns_random import PRESETS, Hands
from tests.vms import vm32, vm64
from tileclock.core import game

FIRMWARE = Path(game.__file__).parents[2]
SEEDS = [range(7000, 7012), pytest.param(range(7012, 7036), marks=pytest.mark.slow)]
AT_ONCE = 6  # journals that fit into the smaller VM together with the program

# What every interpreter runs: one line per journal, with all a game is made of.
RUNNER = """
import binascii
import json
from tileclock.core import play, records

def told(thing):
    if isinstance(thing, (list, tuple, bytearray)):
        return [told(each) for each in thing]
    if hasattr(thing, "__dict__"):
        names = [name for name in sorted(thing.__dict__) if name.lstrip("_") != "preset"]
        return [(name, told(getattr(thing, name))) for name in names]
    return thing

for line in LINES:
    document, data = line.split("|")
    journal = records.Journal.of(binascii.unhexlify(data))
    folded = play.Play(json.loads(document), journal).game
    print(told(folded), folded.accounts.total_ms(), folded.clock.deadline(), folded.ending.turns_left)
"""


@pytest.fixture(scope="module", params=SEEDS, ids=lambda seeds: f"from {seeds[0]}")
def seeds(request):
    return request.param


@pytest.fixture(scope="module")
def programs(seeds):
    """The runner with some journals each."""
    lines = []
    for seed in seeds:
        hands = Hands(seed).play(300)
        journal = hands.core.journal
        lines.append(f"{json.dumps(hands.preset)}|{bytes(journal.part(0, journal.size)).hex()}")
    parts = [lines[start : start + AT_ONCE] for start in range(0, len(lines), AT_ONCE)]
    return [f"LINES = {part!r}\n{RUNNER}" for part in parts]


@pytest.fixture(scope="module")
def on_the_pc(programs):
    printed = []
    for program in programs:
        exec(program, {"print": lambda *what: printed.append(" ".join(map(str, what)))})
    return "\n".join(printed) + "\n"


def test_the_journals_are_worth_folding(seeds, on_the_pc):
    games = on_the_pc.splitlines()
    assert len(set(games)) == len(games) == len(seeds)
    assert sum("'lap', 'lap'" in line or "'lap', 'round'" in line for line in games) > 1


def same(seeds, there, here):
    for seed, one, other in zip(seeds, there.splitlines(), here.splitlines(), strict=True):
        assert one == other, f"the game of seed {seed} is another one there"


def test_they_fold_to_the_same_games_on_the_64_bit_vm(seeds, programs, on_the_pc):
    same(seeds, "".join(vm64(program, FIRMWARE) for program in programs), on_the_pc)


def test_they_fold_to_the_same_games_on_the_32_bit_vm(seeds, programs, on_the_pc):
    same(seeds, "".join(vm32(program, FIRMWARE)[0] for program in programs), on_the_pc)


# ---- while a clock runs nothing may allocate ----

LOCKED = """
import json
import micropython
from tileclock.core import play, records as r

def turn(game, at):
    game.happen(r.END_TURN, at)
    game.happen(r.BLIPS, at + 100, 3, 2)
    game.happen(r.DREW if game.game.pool.left else r.PASSED, at + 600, 0)
    game.game.ends_turn(0, at + 700)
    game.game.clock.deadline()
    game.happen(r.ANNOUNCE, at + 800)
    game.happen(r.OPENED, at + 900)

def evening(game):
    for i in range(1, 9):
        turn(game, i * 10000)
    game.happen(r.END_TURN, 91000)
    game.happen(r.END_TURN, 91300)
    game.happen(r.DREW, 91600, 1)
    game.happen(r.PAUSE, 92000, r.BY_HAND)
    game.happen(r.RESUME, 93000)
    game.happen(r.EXPIRE, 153000)
    game.happen(r.RESOLVE, 154000, 0, 1)

for document in PRESETS:
    preset = json.loads(document)
    game = play.Play(preset)
    game.happen(r.DEAL, 0, 15, 0, preset["total"] or preset["limit"])
    game.happen(r.BEGIN, 0)
    micropython.heap_lock()
    try:
        evening(game)
    finally:
        micropython.heap_unlock()
    print(game.game.turns, game.game.pool.left, game.game.accounts.total_ms())
"""


def test_presses_holds_switches_pauses_and_expiries_do_not_allocate():
    """An error here names the line that does: a tuple, a float, an attribute that is new, a slice."""
    presets = [preset for preset in PRESETS if preset["sets"][0]["max_players"] >= 4]
    program = f"PRESETS = {[json.dumps(preset) for preset in presets]!r}\n{LOCKED}"
    told = vm64(program, FIRMWARE)
    assert told == vm32(program, FIRMWARE)[0]
    assert len(told.splitlines()) == len(presets) > 10
