"""The steps of the squeezer, one by one, and the words it leaves for whoever talks to the firmware."""

import ast
import json
import re

import pytest

from tests import words
from tests.bench import vm32
from tests.core.turns_random import Hands
from tests.host.squeezing import squeezed
from tests.vms import vm64
from tileclock_host.build import bundle, squeeze
from tileclock_host.build.squeeze import rom

pytestmark = pytest.mark.usefixtures("firmware")


def test_constants_are_put_where_they_are_used():
    sources, _ = squeezed(
        pins="ROW = (4, 5, 6)\nCOUNT = len(ROW)\nUP, DOWN = range(COUNT, COUNT + 2)\nBELOW = -UP\n",
        app="from clock import pins\nfrom clock.pins import DOWN\nOFF = const(1)\n"
        "def run():\n    return pins.UP + DOWN * OFF, pins.BELOW ** 2\n",
    )
    assert sources["app"].splitlines()[1].strip() == "return (3 + 4 * 1, (-3) ** 2)"
    assert "pins" not in sources


def test_a_variable_that_is_called_like_a_constant_is_none():
    sources, _ = squeezed(
        app="SIZE = 3\ndef run(SIZE=1):\n    return [SIZE for SIZE in f()], SIZE, (lambda SIZE: SIZE)\n"
        "def f():\n    SIZE = 5\n    return SIZE\n"
    )
    assert "3" not in sources["app"] and sources["app"].count("5") == 1


def test_what_is_given_another_value_is_no_constant():
    sources, _ = squeezed(
        app="on = 1\nlate = 2\nif on:\n    late = 3\n"
        "def run():\n    global on\n    on = 2\n    return on + late\n"
    )
    assert not re.search(r"return \d|\+ \d", sources["app"])


def test_what_nothing_refers_to_is_dropped_with_all_that_only_it_needs():
    sources, key = squeezed(
        app="try:\n    import nowhere\nexcept ImportError:\n    pass\nimport machine\nfrom os import stat\n"
        "def helper():\n    return stat\ndef idle():\n    return helper()\n"
        "class It:\n    def used(self):\n        pass\n    def unused(self):\n        return machine.go()\n"
        "def run():\n    It().used()\n"
    )
    assert "nowhere" not in sources["app"] and "import" not in sources["app"]
    assert sources["app"].count("def ") == 2
    with pytest.raises(squeeze.SqueezeError, match=r"clock\.app has no idle in the bundle"):
        words.translate("from clock.app import idle\nidle()\n", key)


def test_what_has_an_effect_stays():
    sources, _ = squeezed(app="import machine\n_pin = machine.Pin(3)\ndef run():\n    pass\n")
    assert ".Pin(3)" in sources["app"]


PAGE = "def title(text):\n    return 'page ' + text\n"
LATE = "from clock.ui import page\ndef go(text):\n    return page.title(text)\n"


def test_what_is_always_loaded_together_is_one_file_and_packages_are_flat():
    sources, key = squeezed(
        ui__page=PAGE,
        ui__late=LATE,
        app="from clock.ui import page\ndef run():\n    from clock.ui import late\n"
        "    return late.go(page.title('x'))\n",
    )
    assert sources.keys() == {"__init__", "app", "u_lat", "main"}
    assert key.places["clock.ui.page"] == "clock.app" and key.places["clock.ui.late"] == "clock.u_lat"


@pytest.mark.parametrize(
    "app",
    [
        "def run():\n    from clock.ui import page, late\n    return page.title(late.go('x'))\n",
        "from clock.ui import page\ndef run(x=1):\n    from clock.ui import late\n    return late.go(page)\n",
    ],
)
def test_a_module_that_somebody_else_may_ask_for_first_is_a_file_of_its_own(app):
    sources, _ = squeezed(ui__page=PAGE, ui__late=LATE, app=app)
    assert {"u_pag", "u_lat", "app"} < sources.keys()


def test_a_name_is_new_unless_it_is_somebody_elses():
    sources, key = squeezed(
        "class Pin:\n    def levels(self, wanted=None): pass\n",
        app="import machine\nclass Desk:\n    def __init__(self, wanted):\n"
        "        self.levels, self.papers, self.reset_ms = 1, wanted, machine.reset_ms\n"
        "    def read(self, *, wanted):\n        return self.papers.sort(key=wanted)\n"
        "def run():\n    desk = Desk(2)\n    return desk.read(wanted=3), desk.levels, desk.reset_ms\n",
    )
    assert re.search(r"\w\.levels, \w\.\w+, \w\.reset_ms = 1, wanted, \w+\.reset_ms\n", sources["app"])
    assert key.names["papers"] != "papers" and "papers" not in sources["app"]
    assert ".sort(key=wanted)" in sources["app"]


def test_a_name_that_also_stands_as_a_text_is_kept():
    sources, _ = squeezed(app="def run(value=0):\n    value.hidden = value.shown = 1\n    return 'hidden'\n")
    assert ".hidden = " in sources["app"] and "shown" not in sources["app"]


TWO_KINDS = {
    "seat": "class Seat:\n    def __init__(self):\n        self._letter = self.free = 1\n"
    "    def sit(self):\n        self._letter += 1\n        return self\n",
    "chair": "from clock.seat import Seat\nclass Chair(Seat):\n    def __init__(self):\n"
    "        Seat.__init__(self)\n        self._legs = 4\n    def stand(self):\n        return self._legs\n",
    "pool": "class Pool:\n    def __init__(self):\n        self._left, self.free = 9, 2\n"
    "    def draw_one(self):\n        self._left -= 1\n        return self\n",
    "app": "from clock import pool, chair\ndef run():\n"
    "    who, where = chair.Chair(), pool.Pool()\n"
    "    return who.sit().stand(), who.free, where.draw_one().free\n",
}


def test_only_what_is_asked_of_nothing_but_self_shares_its_name_with_other_objects_names():
    _, key = squeezed(**TWO_KINDS)
    new = key.names
    asked = [new[name] for name in ("sit", "stand", "draw_one", "free")]
    assert len(set(asked)) == len(asked), "these may be asked of any object"
    assert new["_letter"] != new["_legs"], "a chair is a seat"
    assert new["_left"] in {new["_letter"], new["_legs"]}
    assert not {new[name] for name in ("_left", "_letter", "_legs")} & set(asked)
    _, key = squeezed(
        **TWO_KINDS | {"pool": TWO_KINDS["pool"] + "def peek(it):\n    return it._left\npeek(Pool())\n"}
    )
    assert key.names["_left"] not in {key.names["_letter"], key.names["_legs"]}, "it is asked of anything"


def test_arguments_have_the_same_few_names_and_globals_may_be_called_like_attributes():
    app = "".join(f"def f{i}(first{i}, second{i}):\n    return first{i} - second{i}\n" for i in range(9))
    calls = " + ".join(f"f{i}({i}, 1)" for i in range(9))
    app = f"from clock import seat\n{app}def run():\n    return {calls}, seat.Seat().sit().free\n"
    sources, key = squeezed(app=app, seat=TWO_KINDS["seat"])
    functions = [node for node in ast.walk(ast.parse(sources["app"])) if isinstance(node, ast.FunctionDef)]
    assert len({each.arg for node in functions for each in node.args.args}) <= 4
    of_globals = {new for old, new in key.names.items() if ":f" in old}
    assert of_globals & {new for old, new in key.names.items() if ":" not in old}


def test_names_used_most_come_first_where_there_are_many():
    many = "".join(f"    a.n{i}()\n" for i in range(200))
    often = "    a.often(a.usual)\n"  # one of the two is the argument's name as well, and met first
    sources, _ = squeezed(app=f"def run(a=0):\n{many}{often * 300}")
    first = sources["app"].splitlines()
    assert first[0].endswith(" in ():") and first[1].count(".") == 127
    few, _ = squeezed(app=f"def run(a=0):\n{many}{often}")
    assert " in ():" not in few["app"], "saying 127 names costs more than two names that are used once save"


def test_micropythons_own_modules_are_not_looked_for_on_the_flash():
    sources, _ = squeezed(app="import os, sys\nfrom json import dump\ndef run():\n    return os, sys, dump\n")
    assert "import uos as " in sources["app"] and "from ujson import dump" in sources["app"]


# ---- from outside ----


def test_code_of_tests_is_brought_into_the_words_of_the_bundle():
    _, key = squeezed(
        app="from clock.keys import OK\nclass Desk:\n    def tidy(self):\n        return OK\n"
        "def run():\n    return Desk().tidy()\n",
        keys="OK = 8\nBACK = 9\n",
    )
    code = "from clock.keys import OK\nfrom clock.app import Desk\nDesk.tidy = OK\ntidy = Desk\nprint(tidy)"
    desk, tidy = key.names["clock.app:Desk"], key.names["tidy"]
    told = [f"from clock.app import {desk} as Desk", f"Desk.{tidy} = 8", "tidy = Desk", "print(tidy)"]
    assert words.translate(code, key).split("\n")[:-1] == told
    assert words.translate(code, squeeze.Key.decode(key.encode())).split("\n")[:-1] == told
    assert words.translate(code, squeeze.Key()) == code, "plain sources speak their own words"


# ---- the firmware ----

# Names are looked up by a text that is made of parts, so that the program does not intern them itself.
INTERN = """
import micropython
class Some_thing: pass
some_thing = Some_thing()
for some_name in {names!r}.split(" "):
    getattr(some_thing, some_name, None)
    micropython.qstr_info()
    print(some_name)
"""


def free_on(vm, names):
    """Those of the names that the VM need not put on its heap."""
    free = set()
    for start in range(0, len(names), 300):
        part = ["some_thing", *names[start : start + 300]]
        printed = vm(INTERN.format(names=" ".join(part)), bundle.FIRMWARE)
        counts = re.findall(r"n_qstr=(\d+).*\n(?:.*\n)*?(\w+)\n", printed)
        before = 0
        for count, name in counts:
            if int(count) == before:
                free.add(name)
            before = int(count)
    return free


VMS = pytest.mark.parametrize(
    "vm",
    [lambda code, path: vm64(code, f"{path}:{path}/lib"), lambda *of: vm32.run(*of).stdout],
    ids=["64-bit", "32-bit"],
)


@VMS
def test_the_names_said_to_be_in_the_rom_are(vm):
    names = sorted(rom.COMMON)
    assert set(names) - free_on(vm, names) == set()


@VMS
def test_no_name_that_micropython_has_was_given_away(vm):
    """It may be the name of something that the firmware calls; enter it in rom.py."""
    names = sorted(name for name, new in bundle.key().names.items() if ":" not in name and name != new)
    assert len(names) > 500
    assert free_on(vm, names) == set()


FOLD = """
import json
from tileclock.core import play, records
import binascii
for line in LINES:
    document, data = line.split("|")
    journal = records.Journal.of(binascii.unhexlify(data))
    game = play.Play(json.loads(document), journal).game
    clock, own, racks = game.clock, game.accounts, game.racks
    print(clock.phase, clock.why, game.seat, game.turns, game.reason, game.winner)
    print(game.pool.left, game.ending.turns_left, game.opened, game.players.announced, own.blips)
    print(own.thought_ms, own.undone_ms, own.paused_ms, own.resolving_ms, own.late)
    print(racks.tiles, racks.jokers, racks.marks)
"""


@VMS
def test_squeezed_games_are_the_same_games(vm):
    lines = []
    for seed in range(9100, 9106):
        hands = Hands(seed).play(200)
        journal = hands.core.journal
        lines.append(f"{json.dumps(hands.preset)}|{bytes(journal.part(0, journal.size)).hex()}")
    program = f"LINES = {lines!r}\n{FOLD}"
    here = vm(program, bundle.FIRMWARE)
    there = vm(words.translate(program, bundle.key()), bundle.ensure())
    assert there == here
    assert len(here.splitlines()) == 4 * len(lines)


def test_what_is_kept_of_the_names_is_read_back():
    key = bundle.key()
    assert squeeze.Key.decode(key.encode()).encode() == key.encode()
