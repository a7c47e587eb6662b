"""The rooms of the firmware: who may know whom, how much one object may be; and the page on it is true."""

import ast
import re

from tests.qa.house import FIRMWARE, PACKAGE, for_each, parsed

DATA = "rules"  # sheets, of which none is code
FLAT = {"__init__", "app", "board", "files", "memory", "pins"}
ALSO = {"service": "ui/page"}  # the one file that a room below knows: safe mode draws a page
MOST_NAMES = 25
LOADERS = {"ui/navigator.py"}  # what loads by name
MOST_HOLDERS = 4  # places that hold modules beyond a moment
ARCHITECTURE = FIRMWARE / "docs" / "architecture.md"
ROOMS = {path.name for path in PACKAGE.iterdir() if path.is_dir()} - {"__pycache__", DATA}
FILES = sorted(PACKAGE.rglob("*.py"))


def named(path):
    return path.relative_to(PACKAGE).as_posix()


def known(path):
    """The files and rooms that a file imports from, wherever in it: core/game, ui/page, lang, pins."""
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tileclock":
            place = "/".join((node.module or "").split(".")[1:])
            names = [alias.name for alias in node.names] if place in ROOMS | {""} else []
            yield from [f"{place}/{name}".strip("/") for name in names if name.islower()] or [place]


def room_of(place):
    return place.split("/")[0].removesuffix(".py")


def arrows():
    """(who, whom) of each import from one room, or flat file, to another."""
    for path in FILES:
        room = room_of(named(path))
        yield from ((room, place) for place in known(path) if room_of(place) not in {"", room})


def drawn():
    """The table on the page: its columns, and of each line the columns that have a dot, and a circle."""
    lines = ARCHITECTURE.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("| imports |"))
    columns = re.findall(r"`(\w+)`", lines[first])
    dots, circles = {}, {}
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            break
        room, *cells = [cell.strip() for cell in line.strip("|").split("|")]
        found = [[name for name, cell in zip(columns, cells, strict=True) if cell == sign] for sign in "●○"]
        dots[room.strip("`")], circles[room.strip("`")] = map(set, found)
    return columns, dots, circles


def test_the_table_of_the_rooms_has_each_import_and_no_other():
    columns, dots, circles = drawn()
    assert set(columns) == (ROOMS | FLAT) - {"app", "__init__"}
    assert set(dots) == (ROOMS | FLAT) - {"pins", "files", "memory", "__init__"}
    there = {room: set() for room in dots}
    for room, place in arrows():
        there[room].add(room_of(place))
    for room, others in there.items():
        shown = dots[room] | circles[room]
        assert others == shown, f"architecture.md: {room} imports {others}, the table has {shown}"
    assert {room: others for room, others in circles.items() if others} == {
        room: {room_of(place)} for room, place in ALSO.items()
    }


def test_a_room_knows_only_the_rooms_below_it():
    columns, dots, _ = drawn()
    order = [*columns, "app"]
    for room, others in dots.items():
        above = {other for other in others if order.index(other) >= order.index(room)}
        assert not above, f"{room} may not know {above}: those are above it, or beside"
    assert not dots["core"], "the rules are pure"
    assert "ui" not in dots["cable"] | dots["table"] | dots["storage"], "they answer, and screens ask"


def test_of_what_is_above_it_a_room_knows_one_file():
    for room, place in arrows():
        beyond = room in ALSO and room_of(place) == room_of(ALSO[room])
        assert not beyond or place == ALSO[room], f"{room} imports {place}: it may know {ALSO[room]} alone"


def test_only_what_belongs_to_no_room_is_flat():
    assert {path.stem for path in PACKAGE.glob("*.py")} == FLAT
    assert {path.suffix for path in (PACKAGE / DATA).iterdir()} == {".json"}


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


@for_each([path for path in FILES if path.parent.name != "lang"])
def test_no_object_is_everything(path):
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.ClassDef):
            public = {name for name in names_of(node) if not name.startswith("_")}
            assert len(public) <= MOST_NAMES, (
                f"{named(path)}: {node.name} has {len(public)} public names, more than {MOST_NAMES}: "
                f"split it by what it knows. {sorted(public)}"
            )


@for_each([path for path in FILES if path.parent.name not in ("core", "lang")])
def test_no_object_is_changed_from_elsewhere(path):
    """The core builds its own records and states, `lang` its words; else an object changes itself."""
    tree = parsed(path)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            assert of_self(node), (
                f"{named(path)}:{node.lineno} sets {ast.unparse(node)}: give the object a function for that"
            )


@for_each(FILES)
def test_modules_are_named_as_texts_only_where_they_are_loaded_by_name(path):
    if named(path) in LOADERS:
        return
    for node in ast.walk(parsed(path)):
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        assert not text.startswith("tileclock."), f"{named(path)}:{node.lineno} names a module: {text}"


def test_few_hold_modules_and_only_one_file_takes_them_out():
    """Whoever needs code for a while says `with moment()`; `Held`, the level below, is for a few owners."""
    holders = []
    for path in FILES:
        for node in ast.walk(parsed(path)):
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
    for room in ROOMS:
        assert f"`{room}/`" in text, f"architecture.md says nothing of {room}/"
