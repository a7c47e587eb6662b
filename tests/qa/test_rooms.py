"""The rooms of the firmware: who may know whom, how much one object may be; and the page on it is true."""

import ast
import re

import pytest

from tests.qa.house import FIRMWARE, PACKAGE

DATA = "rules"  # sheets, of which none is code
FLAT = {"__init__", "app", "board", "files", "memory", "pins"}
MAY = {
    "core": set(),
    "device": {"pins", "files"},
    "storage": {"core", "files"},
    "table": {"core", "storage", "memory", "service", "files"},
    "cable": {"core", "storage", "table", "service", "device", "memory", "files"},
    "service": {"core", "storage", "device", "ui", "lang", "files"},
    "ui": {"core", "storage", "table", "service", "device", "lang", "memory"},
    "lang": {"memory", "files"},
}
MOST_NAMES = 25
LOADERS = {"ui/navigator.py"}  # what loads by name
MOST_HOLDERS = 4  # places that hold modules beyond a moment
ARCHITECTURE = FIRMWARE / "docs" / "architecture.md"
ROOMS = sorted(MAY)
FILES = sorted(PACKAGE.rglob("*.py"))


def named(path):
    return path.relative_to(PACKAGE).as_posix()


def known(path):
    """Rooms and flat modules a file imports from, wherever in it; its own room left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tileclock":
            parts = (node.module or "").split(".")[1:]
            yield from [parts[0]] if parts else (alias.name for alias in node.names if alias.name.islower())


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_knows_only_the_rooms_below_it(room):
    for path in sorted((PACKAGE / room).glob("*.py")):
        wrong = set(known(path)) - MAY[room] - {room}
        assert not wrong, (
            f"{named(path)} imports {wrong}: {room} may know {MAY[room] or 'nothing but itself'}"
        )


def test_only_what_belongs_to_no_room_is_flat():
    assert {path.stem for path in PACKAGE.glob("*.py")} == FLAT
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir()}
    assert folders - {"__pycache__", DATA} == set(MAY)
    assert {path.suffix for path in (PACKAGE / DATA).iterdir()} == {".json"}


def test_the_board_knows_no_rules():
    assert "core" not in set(known(PACKAGE / "board.py"))


def names_of(cls):
    """What a class gives to others: its functions and attributes without an underscore."""
    for node in cls.body:
        if isinstance(node, ast.Assign):
            yield from (target.id for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.FunctionDef):
            yield node.name
            for inner in ast.walk(node):
                if isinstance(inner, ast.Attribute) and isinstance(inner.ctx, ast.Store) and of_self(inner):
                    yield inner.attr


def of_self(attribute):
    return isinstance(attribute.value, ast.Name) and attribute.value.id == "self"


@pytest.mark.parametrize("path", [path for path in FILES if path.parent.name != "lang"], ids=named)
def test_no_object_is_everything(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            public = {name for name in names_of(node) if not name.startswith("_")}
            assert len(public) <= MOST_NAMES, (
                f"{named(path)}: {node.name} has {len(public)} public names, more than {MOST_NAMES}: "
                f"split it by what it knows. {sorted(public)}"
            )


@pytest.mark.parametrize(
    "path", [path for path in FILES if path.parent.name not in ("core", "lang")], ids=named
)
def test_no_object_is_changed_from_elsewhere(path):
    """The core builds its own records and states, `lang` its words; else an object changes itself."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            assert of_self(node), (
                f"{named(path)}:{node.lineno} sets {ast.unparse(node)}: give the object a function for that"
            )


@pytest.mark.parametrize("path", FILES, ids=named)
def test_modules_are_named_as_texts_only_where_they_are_loaded_by_name(path):
    if named(path) in LOADERS:
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        assert not text.startswith("tileclock."), f"{named(path)}:{node.lineno} names a module: {text}"


def test_few_hold_modules_and_only_one_file_takes_them_out():
    """Whoever needs code for a while says `with moment()`; `Held`, the level below, is for a few owners."""
    holders = []
    for path in FILES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("Held"):
                holders.append(f"{named(path)}:{node.lineno}")
            out = isinstance(node, ast.Attribute) and ast.unparse(node) == "sys.modules"
            assert not out or named(path) == "memory.py", (
                f"{named(path)}:{node.lineno} looks into sys.modules: memory.py alone lets modules go"
            )
    assert 0 < len(holders) <= MOST_HOLDERS, f"{holders}: load it for a moment instead"


def test_the_page_on_the_house_names_files_that_are_there():
    text = ARCHITECTURE.read_text(encoding="utf-8")
    there = {named(path) for path in FILES} | {"main.py"}
    for name in re.findall(r"`((?:[a-z]+/)?[a-z_]+\.py)`", text):
        assert name in there or (FIRMWARE / name).exists(), (
            f"architecture.md names {name}, which is not there"
        )
    for name in re.findall(r"`(tests/[a-z_/]+\.py)`", text):
        assert (FIRMWARE.parent / name).exists(), f"architecture.md names {name}, which is not there"
    for room in MAY:
        assert f"`{room}/`" in text, f"architecture.md says nothing of {room}/"
