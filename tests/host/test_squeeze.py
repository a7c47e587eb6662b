"""The squeezer: the same behaviour from fewer names, and a refusal where it cannot know that."""

import ast
import json
import re

import pytest

from tests.bench import vm32
from tests.core.turns_random import Hands
from tests.host.squeezing import ran, squeezed
from tests.vms import vm64
from tileclock_host import bundle, squeeze
from tileclock_host.squeeze import rename, rom, source

pytestmark = pytest.mark.usefixtures("firmware")


def firmware_key():
    return bundle.key()


# ---- each step ----


def test_constants_are_put_where_they_are_used():
    sources, _ = squeezed(
        pins="ROW = (4, 5, 6)\nCOUNT = len(ROW)\nUP, DOWN = range(COUNT, COUNT + 2)\nBELOW = -UP\n",
        app="from clock import pins\nfrom clock.pins import DOWN\nOFF = const(1)\n"
        "def run():\n    return pins.UP + DOWN * OFF, pins.BELOW ** 2\n",
    )
    assert sources["app"].strip() == "def run():\n    return (3 + 4 * 1, (-3) ** 2)"


def test_a_variable_that_is_called_like_a_constant_is_none():
    sources, _ = squeezed(
        app="SIZE = 3\ndef run(SIZE):\n    return [SIZE for SIZE in f()], SIZE, (lambda SIZE: SIZE)\n"
        "def f():\n    SIZE = 5\n    return SIZE\n"
    )
    assert sources["app"].count("3") == sources["app"].count("5") == 1


def test_what_is_given_another_value_is_no_constant():
    sources, _ = squeezed(
        app="on = 1\nlate = 2\nif on:\n    late = 3\n"
        "def run():\n    global on\n    on = 2\n    return on + late\n"
    )
    assert not re.search(r"return \d|\+ \d", sources["app"])


def test_a_constant_of_a_class_is_put_in_only_if_nothing_else_has_its_name():
    sources, _ = squeezed(
        app="class Lamp:\n    DIM = 7\n    LIT = 8\nclass Sun(Lamp):\n    LIT = 9\n"
        "def run(value):\n    return value.lamp.DIM, value.LIT, Lamp(), Sun()\n"
    )
    assert sources["app"].count("7") == 1 and "return (7, " in sources["app"]
    assert "= 8" in sources["app"] and "= 9" in sources["app"]


@pytest.mark.parametrize("how", ["machine.Pin.IN", "machine.IN"])
def test_a_constant_of_a_class_is_refused_where_something_outside_has_its_name(how):
    """Else its value would stand in the place of the chip's own, and every key would be dead."""
    with pytest.raises(
        squeeze.SqueezeError, match=r"clock/screen\.py:2: IN is also an attribute of something"
    ):
        squeezed(
            screen="class Screen:\n    IN = 0\n",
            app=f"import machine\nfrom clock.screen import Screen\ndef run():\n    return {how}, Screen()\n",
        )


@pytest.mark.parametrize("store", ["pins.LED = 5", "setattr(pins, 'LED', 5)", "pins.LED += 1"])
def test_a_constant_that_another_module_changes_is_refused(store):
    with pytest.raises(squeeze.SqueezeError, match=r"clock/app\.py:3: LED is a constant of another module"):
        squeezed(
            pins="LED = 4\ndef lit():\n    return LED\n",
            app=f"from clock import pins\ndef run():\n    {store}\n    return pins.lit()\n",
        )


def test_what_nothing_refers_to_is_dropped_with_all_that_only_it_needs():
    sources, key = squeezed(
        app="import nowhere\nfrom nowhere import thing\n"
        "def helper():\n    return thing\ndef idle():\n    return helper()\n"
        "class It:\n    def used(self):\n        pass\n    def unused(self):\n        return nowhere.go()\n"
        "def run():\n    It().used()\n"
    )
    assert "nowhere" not in sources["app"] and sources["app"].count("def ") == 2
    assert {"helper", "idle", "unused"} <= set(key.dropped)


def test_what_has_an_effect_stays():
    sources, _ = squeezed(app="import machine\n_pin = machine.Pin(3)\ndef run():\n    pass\n")
    assert "machine.Pin(3)" in sources["app"]


def test_names_are_new_unless_they_are_somebody_elses():
    sources, key = squeezed(
        "class Pin:\n    def levels(self, wanted=None): pass\n",
        app="class Desk:\n    def __init__(self, wanted):\n        self.levels, self.papers = 1, wanted\n"
        "    def read(self, *, wanted):\n        return self.papers.sort(key=wanted)\n"
        "def run():\n    desk = Desk(2)\n    return desk.read(wanted=3), desk.levels\n",
    )
    assert re.search(r"self\.levels, self\.\w+ = 1, wanted\n", sources["app"]), "brackets would cost a tuple"
    assert "papers" in key.names.of("clock.app") and "papers" not in sources["app"]
    assert ".sort(key=wanted)" in sources["app"] and "def read(self, *, wanted)" in sources["app"]


def test_a_name_that_also_stands_as_a_text_is_kept():
    sources, _ = squeezed(app="def run(value):\n    value.hidden = value.shown = 1\n    return 'hidden'\n")
    assert ".hidden = " in sources["app"]
    assert "shown" not in sources["app"]


def test_families_of_modules_share_new_names_but_not_with_their_relatives():
    _, key = squeezed(
        base="class Base:\n    def __init__(self):\n        self._first = self._second = 0\n"
        "    def look(self):\n        return self._first + self._second\n",
        heir="from clock.base import Base\nclass Heir(Base):\n    def look(self):\n        self._third = 3\n"
        "        return self._third\n",
        other="class Other:\n    def look(self):\n        self._lonely = 3\n        return self._lonely\n",
        app="from clock import heir, other\ndef run():\n    heir.Heir().look()\n    other.Other().look()\n",
    )
    names = key.names.private
    assert names["clock.base"] == names["clock.heir"] != names["clock.other"]
    assert len(set(names["clock.base"].values())) == len(names["clock.base"])
    assert set(names["clock.other"].values()) <= set(names["clock.base"].values()), (
        "shared as far as possible"
    )


TWO_KINDS = {
    "seat": "class Seat:\n    def __init__(self):\n        self.letter_a = 1\n"
    "    def sit(self):\n        self.letter_a += 1\n        return self\n",
    "pool": "class Pool:\n    def __init__(self):\n        self.tiles_left = 9\n"
    "    def draw_one(self):\n        self.tiles_left -= 1\n        return self\n",
}
PLAY = (
    "from clock import pool, seat\ndef run():\n    who, where = seat.Seat(), pool.Pool()\n"
    "    return who.sit().sit().letter_a, where.draw_one().tiles_left\n"
)


def new_names(key):
    return {old: new for module in key.modules for old, new in key.names.of(module).items()}


def test_attributes_of_different_objects_share_new_names(tmp_path):
    sources, key = squeezed(**TWO_KINDS, app=PLAY)
    new = new_names(key)
    assert {new["letter_a"], new["sit"]} == {new["tiles_left"], new["draw_one"]}
    assert new["letter_a"] != new["sit"] and new["tiles_left"] != new["draw_one"]
    assert ran(sources, tmp_path) == (3, 8)


@pytest.mark.parametrize(
    ("other", "why"),
    [
        ("def use(who):\n    who.tiles_left = 3\n", "somebody else gives it to an object, which may be any"),
        ("def use(it):\n    tiles_left = [it]\n    return tiles_left\n", "it is a variable, too"),
        ("def use(it):\n    return it(tiles_left=it)\n", "it is an argument, too"),
        ("class Deep:\n    tiles_left = letter_a = sit = 0\nuse = Deep\n", "an object has both"),
    ],
)
def test_an_attribute_that_another_object_may_have_shares_no_name_with_its_attributes(other, why, tmp_path):
    play = PLAY.replace("def run", "from clock.other import use\ndef idle():\n    return use\ndef run")
    sources, key = squeezed("from clock.app import idle", **TWO_KINDS, other=other, app=play)
    new = new_names(key)
    assert new["tiles_left"] not in {new["letter_a"], new["sit"]}, why
    assert ran(sources, tmp_path) == (3, 8)


def test_functions_of_one_file_share_no_name_so_a_crash_tells_which_it_was():
    _, key = squeezed(**TWO_KINDS, app=PLAY, homes=["clock.app"])
    new = new_names(key)
    assert new["sit"] != new["draw_one"]
    text = f'  File "clock.app", line 1, in {new["draw_one"]}\n'
    assert squeeze.restore(text, key) == '  File "clock.app", line 1, in draw_one\n'


def test_micropythons_own_modules_are_not_looked_for_on_the_flash():
    sources, _ = squeezed(app="import os, sys\nfrom json import dump\ndef run():\n    return os, sys, dump\n")
    assert "import uos as os, sys\n" in sources["app"] and "from ujson import dump" in sources["app"]


def test_a_variable_of_code_from_outside_is_not_taken_for_an_attribute():
    _, key = squeezed(**TWO_KINDS, app=PLAY)
    code = squeeze.translate("letter_a, draw_one = it.letter_a, it.draw_one\nprint(letter_a, draw_one)", key)
    new = new_names(key)
    assert f"it.{new['letter_a']}" in code
    assert "print(letter_a, draw_one)" in code


# ---- what is refused ----


@pytest.mark.parametrize(
    "line",
    ["getattr(it, 'x' + it)", "setattr(it, it, 1)", "globals()[it]", "eval(it)", "it.__dict__[it]"],
)
def test_a_name_made_at_run_time_is_refused_until_somebody_has_looked(line):
    with pytest.raises(squeeze.SqueezeError, match=r"clock/app\.py.*(BY_TEXT|own)"):
        squeezed(app=f"def run(it):\n    {line}\n")


def test_every_place_that_was_looked_at_is_still_there():
    """Strike it off the list in tileclock_host/squeeze when it is gone."""
    calls = {
        f"{path.relative_to(bundle.FIRMWARE)}: {ast.unparse(node)}"
        for path in bundle.FIRMWARE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
    }
    assert set(squeeze.BY_TEXT) <= calls


def test_two_names_that_would_become_one_are_refused():
    file = source.File("clock/app.py", ast.parse("left = right = 1"))
    with pytest.raises(squeeze.SqueezeError, match=r"clock/app\.py: left and right would both become left"):
        rename.refuse_clashes(file, rename.Names({"right": "left"}))


# ---- from outside ----


def test_a_constant_imported_by_a_function_is_one_too():
    sources, key = squeezed(
        keys="OK = 8\nBACK = 9\n", app="def run():\n    from clock.keys import BACK\n    return BACK\n"
    )
    assert sources["app"].split() == ["def", "run():", "return", "9"]
    assert "OK" not in squeeze.translate("def f():\n    from clock.keys import OK\n    return OK\n", key)


def test_code_from_outside_is_brought_into_the_words_of_the_bundle():
    _, key = squeezed(
        app="from clock.keys import OK\nclass Desk:\n    def tidy(self):\n        return OK\n"
        "def run():\n    return Desk().tidy()\n",
        keys="OK = 8\n",
    )
    new = key.names.of("clock.app")
    code = "from clock.keys import OK\nfrom clock.app import Desk\nDesk.tidy = OK\n"
    told = squeeze.translate(code, key).splitlines()
    assert told[1:] == [f"from clock.app import {new['Desk']}", f"{new['Desk']}.{new['tidy']} = 8"]
    assert squeeze.translate(code, squeeze.decode(key.encode())).splitlines() == told
    plain = squeeze.translate(code, squeeze.Key())
    assert plain == code, "the source variant speaks the words of its sources"


def test_what_the_bundle_has_dropped_cannot_be_asked_for():
    _, key = squeezed(app="def idle():\n    pass\ndef run():\n    pass\n")
    with pytest.raises(squeeze.SqueezeError, match=r"clock\.app has no idle in the bundle"):
        squeeze.translate("from clock.app import idle\n", key)


def test_a_private_name_of_several_modules_needs_to_be_said_of_which():
    same = "class It{0}:\n    def go(self):\n        self._{1} = 3\n        return self._{1}\n"
    _, key = squeezed(
        a=same.format(1, "x1") + same.format(3, "x3"),
        app="from clock import a\ndef run():\n    a.It1().go() + a.It3().go()\n",
    )
    key.names.private["clock.b"] = {"_x1": "other"}
    with pytest.raises(squeeze.SqueezeError, match="_x1 is a private name of several modules"):
        squeeze.translate("it._x1", key)
    assert squeeze.translate("it._x1", key, within="clock.b") == "it.other\n"


def test_a_crash_is_told_with_the_names_of_the_sources():
    names = rename.Names(
        {"happen": "P", "winner": "W"}, {"clock.app": {"_draw": "T"}, "clock.b": {"_x": "T"}}
    )
    key = squeeze.Key(["clock.app", "clock.b"], names)
    crash = """Traceback (most recent call last):
  File "clock.app", line 1, in T
  File "clock.b", line 1, in T
  File "clock.app", line 1, in P
AttributeError: 'P' object has no attribute 'T'\r
the letter 'T' is not theirs
"""
    told = """Traceback (most recent call last):
  File "clock.app", line 1, in _draw
  File "clock.b", line 1, in _x
  File "clock.app", line 1, in happen
AttributeError: 'happen' object has no attribute '_draw'\r
the letter 'T' is not theirs
"""
    assert squeeze.restore(crash, key) == told


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


VMS = pytest.mark.parametrize("vm", [vm64, lambda *of: vm32.run(*of).stdout], ids=["64-bit", "32-bit"])


@VMS
def test_the_names_said_to_be_in_the_rom_are(vm):
    names = sorted(rom.COMMON)
    assert set(names) - free_on(vm, names) == set()


@VMS
def test_no_name_that_micropython_has_was_given_away(vm):
    """It may be the name of something that the firmware calls; enter it in rom.py."""
    key = firmware_key()
    several = [*key.names.private.values(), *key.names.attributes.values()]
    names = sorted({*key.names.public, *(name for own in several for name in own)})
    assert len(names) > 500
    assert free_on(vm, names) == set()


FOLD = """
import json
from tileclock.core import play, records
import binascii
for line in LINES:
    document, data = line.split("|")
    journal = records.Journal()
    journal.data = bytearray(binascii.unhexlify(data))
    journal.size = len(journal.data)
    journal.rewind()
    while journal.read():
        journal.count += 1
    game = play.Play(json.loads(document), journal).game
    print(game.phase, game.seat, game.turns, game.reason, game.winner, game.pool.left, game.ending.turns_left)
    print(game.thought_ms, game.undone_ms, game.paused_ms, game.resolving_ms, game.late)
    print(game.tiles, game.jokers, game.marks, game.opened, game.announced, game.blips, game.why)
"""


@VMS
def test_squeezed_games_are_the_same_games(vm):
    lines = []
    for seed in range(9100, 9106):
        hands = Hands(seed).play(200)
        journal = hands.core.journal
        lines.append(f"{json.dumps(hands.preset)}|{bytes(journal.data[: journal.size]).hex()}")
    program = f"LINES = {lines!r}\n{FOLD}"
    here = vm(program, bundle.FIRMWARE)
    there = vm(squeeze.translate(program, firmware_key(), within="tileclock.core.game"), bundle.ensure())
    assert there == here
    assert len(here.splitlines()) == 3 * len(lines)


def test_what_is_kept_of_the_names_is_read_back():
    assert squeeze.decode(firmware_key().encode()).encode() == firmware_key().encode()
