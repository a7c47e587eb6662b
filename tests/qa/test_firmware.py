"""The rules of the house: which room may import which, and that every file says what it is for."""

import ast
import re

from tests.device.pictures import ROOT
from tests.qa.house import FIRMWARE, PACKAGE, for_each, parsed

FILES = sorted(FIRMWARE.rglob("*.py"))
OURS = sorted(
    [*FILES, *(path for room in ("host", "hardware", "tests") for path in (ROOT / room).rglob("*.py"))]
)
CORE = sorted((PACKAGE / "core").glob("*.py"))

CHIP = {"machine", "esp32"}
CORE_MAY = {"binascii", "hashlib", "json"}  # beside the core itself: what both Pythons have
UI_MAY_NOT = {"tileclock.board", "tileclock.app"}
HOST = ROOT / "host" / "tileclock_host"
# The rooms of the PC side, and the others each may know.
HOST_MAY = {
    "build": set(),
    "sheets": set(),
    "facts": {"sheets"},
    "export": {"sheets", "facts"},
    "report": {"sheets", "facts", "export"},
    "device": {"sheets", "build"},
    "sim": {"sheets", "device", "build"},
    "web": {"sheets", "facts", "export", "report", "device", "sim"},
}


def name(path):
    return str(path.relative_to(ROOT))


def imports(path):
    """Modules a file imports, wherever in it."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module
            if node.module in ("tileclock", "tileclock.core", "tileclock.ui"):
                yield from (f"{node.module}.{alias.name}" for alias in node.names if alias.name.islower())


@for_each(FILES)
def test_only_the_board_knows_the_chip(path):
    if path != PACKAGE / "board.py":
        known = CHIP & set(imports(path))
        assert not known, f"{name(path)} imports {known}: let board.py do it and pass on an object"


@for_each(CORE)
def test_the_core_imports_nothing_but_the_core(path):
    foreign = {
        module
        for module in imports(path)
        if not module.startswith("tileclock.core") and module not in CORE_MAY | {"micropython"}
    }
    assert not foreign, f"{name(path)} imports {foreign}: the rules must run wherever Python does"


@for_each(sorted((PACKAGE / "ui").glob("*.py")))
def test_screens_reach_the_hardware_only_through_the_table(path):
    wrong = (UI_MAY_NOT | CHIP) & set(imports(path))
    assert not wrong, f"{name(path)} imports {wrong}: a screen uses what lies on the table"


@for_each([path for path in PACKAGE.glob("*.py") if path.name not in ("app.py", "board.py")])
def test_nothing_imports_the_loop(path):
    assert "tileclock.app" not in set(imports(path)), f"{name(path)} imports the loop: imports go one way"


@for_each(HOST_MAY)
def test_the_rooms_of_the_pc_side_import_one_way(room):
    others = HOST_MAY.keys() - HOST_MAY[room] - {room}
    for path in sorted((HOST / room).rglob("*.py")):
        wrong = {
            each
            for each in others
            for module in imports(path)
            if f"{module}.".startswith(f"{HOST.name}.{each}.")
        }
        assert not wrong, (
            f"{name(path)} imports {wrong}: {room} may import {HOST_MAY[room] or 'none of them'}"
        )


def private(node):
    """The private names a node asks somebody else for."""
    if isinstance(node, ast.Attribute) and not (isinstance(node.value, ast.Name) and node.value.id == "self"):
        return {node.attr} if node.attr.startswith("_") else set()
    if isinstance(node, ast.ImportFrom):
        return {alias.name for alias in node.names if alias.name.startswith("_")}
    return set()


def test_the_pc_side_asks_the_firmware_for_public_names_only():
    """What it replays with may be renamed by nobody who looks at the firmware alone."""
    own = {
        each for path in FILES for each in re.findall(r"\b_[a-z]\w*", path.read_text(encoding="utf-8"), re.I)
    }
    own -= {"_replace", "_fields"}  # of named tuples and syntax trees
    for path in HOST.rglob("*.py"):
        for node in ast.walk(parsed(path)):
            wrong = private(node) & own
            assert not wrong, f"{name(path)}:{node.lineno} asks for {wrong}: give it a public name"


@for_each(CORE)
def test_the_core_counts_in_whole_numbers(path):
    """Floats allocate on the board, and rounding is nobody's time."""
    for node in ast.walk(parsed(path)):
        where = f"{name(path)}:{getattr(node, 'lineno', 0)}"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{where}: a float"
        assert not isinstance(getattr(node, "op", None), ast.Div), f"{where}: / makes floats, use //"
        assert not (isinstance(node, ast.Name) and node.id == "float"), f"{where}: float"


def test_every_file_says_what_it_is_for():
    silent = [name(path) for path in OURS if path.stat().st_size and not says_what_it_is_for(path)]
    assert not silent, f"begin each with a docstring, one sentence on what it is for: {silent}"


def says_what_it_is_for(path):
    if path == PACKAGE / "__init__.py":
        return True  # one line, the version
    return ast.get_docstring(parsed(path))
