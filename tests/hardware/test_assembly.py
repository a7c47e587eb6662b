"""A house could set the parts: positions, paste, copper, drills and outline count from one corner."""

import re

import pytest

from hardware import assembly, bom, design
from tests.hardware import gerber


@pytest.fixture(scope="module")
def files(built):
    return built / "fabrication"


@pytest.fixture(scope="module")
def rows(files):
    return gerber.table(files / "carrier-positions.csv")


def test_every_foot_comes_down_on_its_own_pad_in_its_own_paste(files, rows):
    assert len(rows) > 70
    assert not gerber.misplaced(files, rows)


@pytest.mark.parametrize(
    ("ref", "change", "words"),
    [
        ("R101", {"Mid X": "83.000"}, "R101.1 comes down on 0 openings"),
        ("D901", {"Rotation": "0"}, "D901.1 comes down on [('D901', '2')]"),
        ("C901", {"Rotation": "180"}, "C901.1 comes down on [('C901', '2')]"),
        ("U801", {"Rotation": "270"}, "U801.1 comes down on [('U801', '11')]"),
        ("D102", {"Rotation": "90"}, "D102.1 comes down on"),
        ("Q901", {"Rotation": "180"}, "Q901.1 comes down on"),
        ("U831", {"Rotation": "180"}, "U831.1 comes down on [('U831', '5')]"),
        ("U821", {"Rotation": "180"}, "U821.1 comes down on"),
    ],
)
def test_a_part_set_wrongly_is_named(files, rows, ref, change, words):
    changed = [row | change if row["Designator"] == ref else row for row in rows]
    assert changed != rows
    assert any(words in said for said in gerber.misplaced(files, changed))


def test_a_forgotten_part_is_named(files, rows):
    kept = [row for row in rows if row["Designator"] != "F301"]
    assert gerber.misplaced(files, kept) == ["F301 gets paste, and nothing is set there"]


def test_another_origin_is_noticed(files, rows):
    shifted = [row | {"Mid X": f"{float(row['Mid X']) + 50}"} for row in rows]
    assert len(gerber.misplaced(files, shifted)) > len(rows)


def test_outline_and_drills_count_from_the_same_corner(files):
    assert gerber.outline(files / "carrier-Edge_Cuts.gbr") == pytest.approx((0, 0, *design.BOARD), abs=0.01)
    holes = gerber.drilled(files / "carrier-PTH.drl")
    legs = [
        flash
        for flash in gerber.flashes(files / "carrier-F_Cu.gbr")
        if flash.of[:1] and re.match(r"J\d", flash.of[0])
    ]
    assert len(legs) > 90
    assert not [flash.of for flash in legs if not any(flash.covers(*hole) for hole in holes)]
    screws = {(round(x, 2), round(y, 2)) for x, y in gerber.drilled(files / "carrier-NPTH.drl")}
    assert {(x, round(design.BOARD[1] - y, 2)) for x, y in design.HOLES} <= screws


def test_three_bare_dots_tell_a_machine_how_the_board_lies(files):
    """Bare copper 1 mm across and 2 mm free of mask, at the corners of a wide triangle."""
    copper, mask, paste = (
        gerber.flashes(files / f"carrier-F_{layer}.gbr") for layer in ("Cu", "Mask", "Paste")
    )
    dots = [it for it in copper if (it.wide, it.high) == (0.5, 0.5)]
    assert len(dots) == 3
    for dot in dots:
        (free,) = [it for it in mask if it.covers(dot.x, dot.y)]
        assert free.wide == free.high == 1
        assert not [it for it in paste if it.covers(dot.x, dot.y)]
    (a, b), (c, d), (e, f) = ((dot.x, dot.y) for dot in dots)
    assert abs((c - a) * (f - b) - (e - a) * (d - b)) / 2 > 0.25 * design.BOARD[0] * design.BOARD[1]


def test_the_lists_have_the_columns_that_houses_read(files, rows):
    assert list(rows[0]) == ["Designator", "Mid X", "Mid Y", "Layer", "Rotation"]
    for name in ("bom", "bom-by-hand"):
        head = list(gerber.table(files / f"carrier-{name}.csv")[0])
        assert head[:3] == ["Comment", "Designator", "Footprint"]
        assert {"Manufacturer Part Number", "Supplier Part Number"} <= set(head)


def test_every_part_of_the_board_is_on_one_list_with_its_numbers(files, rows):
    lists = [gerber.table(files / f"carrier-{name}.csv") for name in ("bom", "bom-by-hand")]
    listed = [ref for rows in lists for row in rows for ref in row["Designator"].split(",")]
    assert sorted(listed) == sorted(part.ref for part in design.PARTS if part.kind not in bom.FREE)
    assert all(cell for rows in lists for row in rows for cell in row.values())
    set_by_machine = {ref for row in lists[0] for ref in row["Designator"].split(",")}
    assert set_by_machine == {row["Designator"] for row in rows}


UNITS = {"n": 1e-9, "u": 1e-6, "k": 1e3, "": 1.0}


def _size(value):
    number, unit, rest = re.fullmatch(r"(\d+)([nuk]?)(\d*)", value).groups()
    return float(f"{number}.{rest or 0}") * UNITS[unit]


def test_the_makers_number_says_the_value_that_is_drawn():
    """Makers write a size as digits and a power of ten: 1002 is 100 × 10², 106 is 10 × 10⁶ pF."""
    read = {
        "resistor": (r"0805W8F(\d{3})(\d)T5E", 1.0),
        "capacitor": (r"(?:CC0805KRX7R9BB|CL21B)(\d\d)(\d)(?:KOQNNNE)?", 1e-12),
    }
    seen = set()
    for comment, _, footprint, _, number, *_ in assembly.articles(
        [part for part in design.PARTS if part.kind in read]
    ):
        kind = "resistor" if footprint.startswith("R_") else "capacitor"
        pattern, unit = read[kind]
        digits, power = re.fullmatch(pattern, number).groups()
        assert int(digits) * 10 ** int(power) * unit == pytest.approx(_size(comment))
        seen.add(kind)
    assert seen == set(read)
