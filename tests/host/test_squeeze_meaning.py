"""Squeezed programs do what they did, on the real MicroPython; what cannot be judged is refused."""

import random

import pytest

from tests.host.squeezing import both, said, squeezed
from tileclock_host.build import squeeze

KEYS = "OK = 8\nBACK = 9\n"
SEATS = """
class Seat:
    LETTER = 7
    def __init__(self, wanted):
        self._papers, self.wanted = [], wanted
    def note(self, text, often=2):
        self._papers.append(text * often)
        return self
    @property
    def told(self):
        self._papers.append('told')
        return len(self._papers)
class Judge(Seat):
    LETTER = 8
    def note(self, text, often=3):
        self._last = text
        return Seat.note(self, text, often)
    def all(self):
        return self._papers, self._last, self.LETTER, Seat.LETTER
"""

SAME = {
    "constants": {
        "keys": KEYS,
        "app": "from micropython import const\nfrom clock import keys\nfrom clock.keys import BACK\n"
        "_ROW = (4, 5)\n_A, _B = range(len(_ROW), 4)\n_MANY = const(1 << 5)\n"
        "_FILE = '/data/settings.json'\n_NONE = ()\n"
        "def run():\n    from clock.keys import OK\n"
        "    return keys.OK + OK * BACK, _ROW, _A, _B, -_MANY ** 2, _FILE, _NONE\n",
    },
    "a class constant called like one of C code": {
        "screen": "class Screen:\n    MONO_VLSB = 77\n    GS8 = 5\n",
        "app": "import framebuf\nfrom clock.screen import Screen\ndef run():\n"
        "    return framebuf.MONO_VLSB, framebuf.GS8, Screen.MONO_VLSB, Screen().GS8\n",
    },
    "a module imported for its effect": {
        "bell": "import sys\nsys.ps1 = 'rang'\n",
        "app": "import sys\nfrom clock import bell\ndef run():\n    return sys.ps1\n",
    },
    "a name imported from a module with an effect, of which only a constant is used": {
        "bell": "import sys\nTIMES = 3\nsys.ps1 = 'rang'\n",
        "app": "import sys\nfrom clock.bell import TIMES\ndef run():\n    return sys.ps1, TIMES\n",
    },
    "a property read for its effect": {
        "seats": SEATS,
        "app": "from clock.seats import Seat\ndef run():\n"
        "    seat = Seat(1)\n    seat.told\n    return seat.told, seat.wanted\n",
    },
    "an argument that a nonlocal callback changes": {
        "app": "def later(work, value):\n    work()\n    return value\n"
        "def run():\n    count = 1\n    def more():\n        nonlocal count\n        count += 1\n"
        "        return count\n"
        "    return count, later(more, count), count, [more() for more in (more, more)], more()\n",
    },
    "what is inherited": {
        "seats": SEATS,
        "app": "from clock import seats\ndef run():\n    judge = seats.Judge(3)\n"
        "    return judge.note('a').note('b', often=1).all(), judge.wanted, seats.Seat(4).note('c').told\n",
    },
    "methods that other objects borrow": {
        "app": "class A:\n    def __init__(self):\n        self._x = 1\n"
        "    def look(self):\n        return self._x\n"
        "class B:\n    def __init__(self):\n        self._y, self._x = 2, 3\n    def see(self):\n"
        "        return A.look(self), self._y\n"
        "def run():\n    return A().look(), B().see()\n",
    },
    "scopes": {
        "app": "size = [1]\nwords = 'a b'\n"
        "def run(step=size[0]):\n    global words\n    words = words + ' c'\n"
        "    class Local:\n        size = step + 4\n        def get(self, step):\n"
        "            return size, self.size, step\n"
        "    pick = lambda size, *rest: (size, rest, step)\n"
        "    try:\n        raise ValueError('no')\n    except ValueError as error:\n"
        "        said = str(error)\n"
        "    return Local().get(9), pick(5, 6, 7), said, words, [size for size in range(step)], size\n",
    },
    "a module that is passed on": {
        "desk": "from clock import keys\npapers = [keys.OK]\ndef tidy(times):\n    return papers * times\n",
        "keys": KEYS,
        "app": "from clock import desk\ndef any_desk():\n    return desk\n"
        "def run():\n    return any_desk().tidy(2), any_desk().papers\n",
    },
    "packages": {
        "ui__page": "WIDTH = [128]\ndef title(text):\n    return 'page ' + text\n",
        "ui__menu": "from clock.ui import page\nfrom clock.ui.page import title as line\n"
        "WIDTH = [len('menu')]\n"
        "def title():\n    return page.title('of menu'), line('x'), WIDTH, page.WIDTH\n",
        "ui__late": "from clock.ui import page\ndef go(text):\n    return page.title(text)\n",
        "app": "from clock.ui import menu\nWIDTH = [3]\ndef run():\n    from clock.ui import late\n"
        "    return menu.title(), WIDTH, late.go('late')\n",
    },
    "modules found by a text": {
        "ui__home": "class Screen:\n    def show(self):\n        return 'home'\n",
        "ui__turn": "class Screen:\n    def show(self):\n        return 'turn'\n",
        "app": "NAMES = ('home', 'turn')\ndef run():\n    return [load(name) for name in NAMES]\n"
        "def load(name):\n"
        "    return __import__('clock.ui.' + name, None, None, ('Screen',)).Screen().show()\n",
    },
    "attributes found by texts": {
        "app": "FIELDS = (('sound', 1), ('limit', 2))\nclass Settings:\n    def __init__(self):\n"
        "        for name, value in FIELDS:\n            setattr(self, name, value)\n"
        "    def all(self):\n        return [getattr(self, name) for name, _ in FIELDS], self.sound\n"
        "def run():\n    return Settings().all()\n",
    },
    "errors": {
        "app": "class Torn(ValueError):\n    pass\ndef run():\n    try:\n        raise Torn('paper')\n"
        "    except ValueError as error:\n        return type(error).__name__, str(error), error.args\n",
    },
}


@pytest.mark.parametrize("name", SAME)
def test_the_program_does_the_same(name, tmp_path):
    plain, done = both(tmp_path, **SAME[name])
    assert plain.strip()
    assert done == plain


DEF = "def run(it):\n    "
REFUSED = {
    "a constant set from another module": (
        "from clock import keys\ndef run():\n    keys.OK = 5\n", 3, "OK is set from another module"),
    "a constant set with setattr": (
        "from clock import keys\ndef run():\n    setattr(keys, 'OK' + 'AY', 5)\n", 3, "cannot be judged"),
    "asked for under except AttributeError": (
        DEF + "try:\n        return it.x\n    except AttributeError:\n        pass\n", 4, "who has which"),
    "hasattr": (DEF + "return hasattr(it, 'x')\n", 2, "who has which name"),
    "getattr with another value": (DEF + "return getattr(it, 'x', 0)\n", 2, "who has which name"),
    "format": (DEF + "return '{seats}'.format(seats=it)\n", 2, "format makes texts"),
    "a dict of keywords": (DEF + "return dict(it, seats=3)\n", 2, "dict makes texts"),
    "**": (DEF + "return it(**{'a': 1})\n", 2, r"\*\* takes texts"),
    "**arguments": ("def run(**more):\n    return more\n", 1, r"\*\* makes texts"),
    "a star import": ("from clock.keys import *\ndef run():\n    return OK\n", 1, "keys has no"),
    "a star import of MicroPython's": ("from os import *\n", 1, "not written here"),
    "a relative import": ("from . import keys\n", 1, "not written here|not known"),
    "a name that is made": (DEF + "return getattr(it, 'x' + it)\n", 2, "which name getattr asks for"),
    "a name that is set": (DEF + "setattr(it, it, 1)\n", 2, "which name setattr asks for"),
    "globals": (DEF + "return globals()[it]\n", 2, "what globals tells"),
    "eval": (DEF + "return eval(it)\n", 2, "what eval tells"),
    "getattr passed on": (DEF + "return map(getattr, it)\n", 2, "what getattr tells"),
    "__dict__": (DEF + "return it.__dict__\n", 2, "__dict__ tells names"),
    "a class's name": (DEF + "return type(it).__name__\n", 2, "__name__ tells names"),
    "__getattr__": ("class It:\n    def __getattr__(self, name):\n        return name\n", 2, "told names"),
    "a class made of texts": (DEF + "return type(it, (), {})\n", 2, "write it as a class"),
    "a module by any text": (DEF + "return __import__(it).x\n", 2, "which module"),
    "a module from sys.modules": ("import sys\n" + DEF + "return sys.modules[it]\n", 3, "which module"),
    "a module named by a text": ("def run():\n    return 'clock.keys'\n", 1, "only imports name"),
    "an unknown module": ("import nowhere\ndef run():\n    nowhere\n", 1, "enter them in build/squeeze"),
    "a walrus": (DEF + "return [(x := 1), x]\n", 2, "write a statement"),
    "a name that is two things": (
        "from clock import keys\ndef run():\n    return keys\nkeys = 3\n", 1, "keys means several things"),
    "a name a module has not": ("from clock.keys import UP\ndef run():\n    return UP\n", 1, "has no UP"),
    "a name that changes, imported": (
        "from clock.count import times\ndef run():\n    return times\n", 1, "times changes"),
    "a class that imports": ("class It:\n    from clock.keys import OK\n", 1, "in front of the class"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_judged_is_refused_with_its_place(name):
    code, line, why = REFUSED[name]
    count = "times = 0\ndef more():\n    global times\n    times += 1\n"
    with pytest.raises(squeeze.SqueezeError, match=rf"^clock/app\.py:{line}: .*({why})"):
        squeezed(app=code + ("" if "run" in code else "def run():\n    pass\n"), keys=KEYS, count=count)


def test_a_package_with_an_effect_is_refused():
    with pytest.raises(squeeze.SqueezeError, match=r"^clock/ui/__init__\.py:1: .*only define"):
        squeeze.squeeze(
            {"main.py": "import clock\n", "clock/__init__.py": "", "clock/ui/__init__.py": "print(1)\n"}
        )


def test_a_package_says_where_its_modules_are(tmp_path):
    look = "def look_in(folder):\n    global __path__\n    __path__ = folder\n"
    run = (
        "from clock import look_in\nlook_in('/there')\n"
        "def ask():\n    from clock import keys\n    return keys.BACK\n"
        "try:\n    print(ask())\nexcept ImportError:\n    print('not here')\n"
    )
    plain = {"main.py": run, "clock/__init__.py": look, "clock/keys.py": "BACK = [2]\nOK = len(BACK)\n"}
    done = squeeze.squeeze(plain, ()).sources
    assert said(tmp_path / "plain", plain) == said(tmp_path / "squeezed", done) == "not here\n"


# ---- any program ----

NAMES = ("a", "b", "c", "count", "E")


class _Program:
    """Makes a program of modules, classes and scopes that all call their names the same."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def value(self, known: list[str], depth: int = 2) -> str:
        kind = self._random.randrange(6 if depth else 2)
        if kind == 0 or not known:
            return str(self._random.randrange(9))
        if kind in (1, 2):
            return self._random.choice(known)
        if kind == 3:
            return f"({self.value(known, depth - 1)} + {self.value(known, depth - 1)})"
        one = self._random.choice(NAMES)
        if kind == 4:
            return f"(lambda {one}: {self.value([*known, one], depth - 1)})({self.value(known, depth - 1)})"
        return f"sum([{self.value([*known, one], depth - 1)} for {one} in range({self.value([], 0)})])"

    def function(self, name: str, known: list[str], indent: str) -> list[str]:
        args = self._random.sample(NAMES, 2)
        inner = [*known, *args]
        lines = [f"{indent}def {name}({args[0]}, {args[1]}={self.value(known, 1)}):"]
        if self._random.random() < 0.5 and len(indent) < 8:
            lines += [
                *self.function("inner", inner, indent + "    "),
                f"{indent}    {args[0]} += inner({self.value(inner)})",
            ]
        elif self._random.random() < 0.5:
            kept = self._random.choice(NAMES)
            lines += [
                f"{indent}    class E_:",
                f"{indent}        {kept} = {self.value([each for each in inner if each != kept], 0)}",
                f"{indent}        def get(self, {args[1]}):",
                f"{indent}            self.b = {self.value(inner, 1)}",
                f"{indent}            return self.{kept} + self.b",
                f"{indent}    {args[1]} = E_().get({self.value(inner, 1)})",
            ]  # fmt: skip
        return [*lines, f"{indent}    return {self.value(inner)}"]

    def modules(self) -> dict[str, str]:
        low = [f"{name} = {self.value([])}" for name in ("a", "c")]
        low += self.function("b", ["a", "c"], "")
        top = ["from clock import low", "from clock.low import a, b as E", f"c = [{self.value(['a'])}][0]"]
        top += self.function("count", ["a", "c", "low.c"], "")
        top += [
            "def run():",
            "    return " + ", ".join(f"count({i}), E({i}), low.b({i}, {i})" for i in range(3)),
        ]
        return {"low": "\n".join(low) + "\n", "app": "\n".join(top) + "\n"}


def test_any_program_does_the_same(tmp_path):
    for seed in range(7300, 7310):
        program = _Program(seed).modules()
        plain, done = both(tmp_path / str(seed), **program)
        assert done == plain, f"seed {seed}: {program}"
