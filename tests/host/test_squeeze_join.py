"""One module of several, and functions put where they are called: the program stays the same."""

import pytest

from tests.host.squeezing import ran, squeezed
from tileclock_host import squeeze
from tileclock_host.squeeze import rename

PAGE = "def title(text):\n    return 'page ' + text\ndef row():\n    return 'a row'\n"
MENU = (
    "from clock import page\nfrom clock.page import row as line\nSIZES = [len('menu')]\n"
    "def title():\n    return page.title('of menu')\ndef lines():\n    return line(), SIZES\n"
)
APP = (
    "from clock import menu\nfrom clock.menu import lines\nSIZES = [len('app')]\n"
    "def run():\n    from clock import late\n    title = menu.title()\n"
    "    return title, lines(), SIZES, late.go(title), late.go(title)\n"
)
LATE = "from clock import page\ndef go(text):\n    return page.title(text), page.row()\n"
SAME = ("page of menu", ("a row", [4]), [3], *[("page page of menu", "a row")] * 2)


def test_a_home_takes_in_what_it_imports_and_all_find_it_there(tmp_path):
    sources, key = squeezed(homes=["clock.app"], page=PAGE, menu=MENU, app=APP, late=LATE)
    assert sources.keys() == {"__init__", "app", "late"}
    assert key.joined.members("clock.app") == ["clock.page", "clock.menu", "clock.app"]
    assert ran(sources, tmp_path) == SAME


def test_a_later_home_imports_from_an_earlier_one():
    sources, _ = squeezed(homes=["clock.menu", "clock.app"], page=PAGE, menu=MENU, app=APP, late=LATE)
    assert sources.keys() == {"__init__", "menu", "app", "late"}
    assert "from clock.menu import " in sources["app"] and "from clock import menu as " in sources["late"]


def test_a_module_that_a_function_imports_and_deletes_again_is_known(tmp_path):
    late = (
        "def go(text):\n    from clock import page\n    it = page.title(text)\n    del page\n    return it\n"
    )
    app = "from clock import page\ndef run():\n    from clock import late\n    return late.go(page.row())\n"
    sources, _ = squeezed(homes=["clock.app"], page=PAGE, app=app, late=late)
    assert "from clock import app as page" in sources["late"]
    assert ran(sources, tmp_path) == "page a row"


def test_a_module_that_is_passed_on_as_an_object_is_not_taken_in():
    with pytest.raises(squeeze.SqueezeError, match=r"clock\.page is used as a whole, as page"):
        squeezed(homes=["clock.app"], page=PAGE, app="from clock import page\ndef run(f):\n    f(page)\n")


def test_a_module_that_somebody_outside_imports_is_not_taken_in():
    with pytest.raises(squeeze.SqueezeError, match=r"clock\.page is imported from outside"):
        squeezed(
            "from clock.page import row\n", homes=["clock.app"], page=PAGE, menu=MENU, app=APP, late=LATE
        )


def test_code_from_outside_finds_what_was_taken_in():
    _, key = squeezed(homes=["clock.app"], page=PAGE, menu=MENU, app=APP, late=LATE)
    told = squeeze.translate("from clock import page\nfrom clock.page import row\npage.title(row())\n", key)
    assert "from clock import app as page\n" in told and "from clock.app import " in told
    assert f"page.{key.names.of('clock.page').get('page_title')}(" in told


def test_a_crash_in_a_home_names_whatever_it_can_be():
    names = rename.Names({}, {"clock.a": {"_draw": "T", "_show": "U"}, "clock.app": {"_tell": "T"}})
    joined = squeeze.Joined({"clock.a": "clock.app", "clock.app": "clock.app"})
    key = squeeze.Key(["clock.a", "clock.app"], names, joined=joined)
    crash = '  File "clock.app", line 1, in T\n  File "clock.app", line 1, in U\n'
    assert squeeze.restore(crash, key) == crash.replace("T", "_draw|_tell").replace("U", "_show")


# ---- functions that are put where they are called ----

DESK = """
class Desk:
    def __init__(self, found):
        self.found = found
        self.mark = 0
    def note(self, what):
        self.found.append(what)
        return what
    def _early(self, low, high=5):
        if low > high:
            return
        if low == high:
            self.note("same")
        else:
            for each in range(low, high):
                self.note(each)
    def _value(self, low):
        if low:
            at = low + 1
            return at * 2
    def _rest(self, first, second):
        while first:
            first -= 1
            if first == second:
                return "met"
        return "missed"
    def use(self, at):
        self._early(self.note(at), high=self.note(7))
        self.mark = self._value(at)
        at = self._value_too(at)
        return self._rest(at, 3)
    def _value_too(self, at):
        at += 1
        return at
def run(found):
    desks = [Desk(found) for _ in range(2)]
    return [(desk.use(at), desk.mark) for desk in desks for at in (0, 4, 7, 9)], found
"""


def executed(source, name, *given):
    place = {}
    exec(source, place)
    return place[name](*given)


def test_functions_called_from_one_place_are_put_there():
    sources, key = squeezed(app=DESK)
    assert executed(sources["app"], "run", []) == executed(DESK, "run", [])
    assert {"_early", "_value", "_value_too", "_rest"} <= set(key.dropped)
    assert sources["app"].count("def ") == 4


@pytest.mark.parametrize(
    ("why", "source"),
    [
        ("called twice", "def once(a):\n    a.b()\ndef run(a):\n    once(a)\n    once(a)\n"),
        ("in an expression", "def once(a):\n    a.b()\n    return a\ndef run(a):\n    return [once(a)]\n"),
        ("passed on", "def once(a):\n    a.b()\ndef run(a):\n    a.c(once)\n"),
        ("a scope of its own", "def once(a):\n    a.b(lambda: a)\ndef run(a):\n    once(a)\n"),
        (
            "returns in a loop",
            "def once(a):\n    for b in a:\n        if b:\n            return\n    a.c()\n"
            "def run(a):\n    once(a)\n    a.d()\n",
        ),
        ("calls itself", "def once(a):\n    a.b()\n    once(a)\ndef run(a):\n    a.c()\n    a.d = once\n"),
        (
            "a global that the caller hides",
            "size = [1]\ndef once(a):\n    a.b(size)\n"
            "def run(a):\n    size = a.c()\n    once(a)\n    return size\n",
        ),
        ("looked up by a text", "def once(a):\n    a.b()\ndef run(a):\n    once(a)\n    return 'once'\n"),
        ("several arguments at once", "def once(a, b):\n    a.b(b)\ndef run(a):\n    once(*a)\n"),
        (
            "two methods of one name",
            "class A:\n    def once(self):\n        self.b = 1\n"
            "class B(A):\n    def once(self):\n        self.b = 2\n"
            "def run(a):\n    a.once()\n    return A(), B()\n",
        ),
    ],
)
def test_where_it_would_not_be_the_same_a_function_stays(why, source):
    sources, _ = squeezed(app=source)
    assert sources["app"].count("def ") == source.count("def "), why


def test_what_is_put_into_another_module_needs_nothing_of_its_own():
    sources, _ = squeezed(
        desk="SIZES = [1]\nclass Desk:\n    def _lone(self):\n        self.x = 1\n"
        "    def _bound(self):\n        self.y = SIZES\n",
        app="from clock.desk import Desk\ndef run():\n    desk = Desk()\n    desk._lone()\n"
        "    desk._bound()\n    return desk.x, desk.y\n",
    )
    assert sources["desk"].count("def ") == 1 and "SIZES" not in sources["app"]


def test_names_used_most_come_first_where_there_are_many():
    many = "".join(f"    a.n{i}()\n" for i in range(200))
    sources, _ = squeezed(app=f"def run(a):\n{many}    a.often(a.often, a.often)\n")
    first = sources["app"].splitlines()
    assert first[0].endswith(" in ():") and first[1].count(".") == 127
    sources, _ = squeezed(app="def run(a):\n    a.often()\n")
    assert sources["app"].startswith("def run")
