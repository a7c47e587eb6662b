"""The parts list, the breadboard's table and the emulator's file are what the design makes them."""

import dataclasses
import json
import re
import struct

import pytest

from hardware import bom, breadboard, circuits, design, effort, figures, kept, sources, wokwi
from hardware.outside import OUTSIDE

PAGES = {
    bom.FILE: bom.text,
    figures.FILE: figures.text,
    breadboard.FILE: breadboard.text,
    wokwi.FILE: wokwi.text,
}
ROWS = [row.split("|") for row in bom.text().splitlines() if row.startswith("| ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages_are_current(page):
    assert kept.current(page, PAGES[page]()), f"{page.name} is not what hardware/ makes it: run its generator"


def test_every_part_of_the_board_is_bought_once():
    listed = [ref for row in ROWS for ref in row[1].split()]
    bought = [part.ref for part in design.PARTS if part.kind not in bom.FREE]
    assert sorted(ref for ref in listed if ref in design.BY_REF) == sorted(bought)


def test_the_number_of_pieces_is_the_number_of_references():
    for row in bom.on_board():
        assert row.count == len(row.refs.split())


def test_parts_of_one_row_are_the_same():
    for row in bom.on_board():
        kinds = {(design.BY_REF[ref].kind, bom.worth(design.BY_REF[ref])) for ref in row.refs.split()}
        assert len(kinds) == 1


def test_everything_has_a_price():
    wanted = {part.kind for part in design.PARTS} - bom.FREE | {it.ref for it in OUTSIDE}
    assert wanted == set(bom.PRICES)


def test_what_is_plugged_in_is_listed():
    listed = {row[1].strip() for row in ROWS}
    assert {it.ref for it in OUTSIDE} <= listed


def test_what_is_plugged_in_goes_to_something_that_is_there():
    places = {*design.CONNECTORS, "BT831", *(it.ref for it in OUTSIDE)}
    for it in OUTSIDE:
        named = re.findall(r"[A-Z]+\d+", it.plugs_into)
        assert named and set(named) <= places, it.ref


def test_loudness_and_legibility_are_named_where_the_part_is_chosen():
    text = " ".join(bom.text().split())
    for figure in ("20 mm high", "from 3 m", "11 mm", "8 mm", "40 dB at 1 m", "92 dB at 10 cm"):
        assert figure in text, figure


def test_no_cell_breaks_the_table():
    assert {len(row) for row in ROWS if len(row) != 5} == {9}, "5 have those of the costs"
    assert not re.search(r"\| +\|", bom.text())


# ---- where it is bought ------------------------------------------------------------------------------------

WANTED = {(it.kind, it.value): it.made.footprint for it in design.PARTS if it.kind not in bom.FREE}
BESIDE = {it.ref for it in OUTSIDE} | {row.refs for row in bom.of_the_box()}


def test_everything_has_two_sources_whose_numbers_say_what_is_wanted():
    assert sources.faults(WANTED, BESIDE) == []


@pytest.mark.parametrize(
    ("key", "change", "words"),
    [
        (("resistor", "4k7"), {"number": "0805W8F4702T5E"}, "is 47000, and resistor 4k7 is wanted"),
        (("resistor", "10k"), {"number": "RC0603FR-0710KL"}, "is a 0603"),
        (("capacitor", "10u"), {"number": "CL21B105KOQNNNE"}, "is 1e-06, and capacitor 10u is wanted"),
        (("capacitor", "100n"), {"number": "CC0603KRX7R9BB104"}, "is a 0603"),
        (("bulk", ""), {"number": "EEE-FK1E101P"}, "is 0.0001, and bulk 220u is wanted"),
        (("xh 4", ""), {"number": "B5B-XH-A(LF)(SN)"}, "has 5 contacts"),
        (("guard", ""), {"shop_number": "7519"}, "7519 is no number of LCSC"),
        (("regulator", ""), {"shop": "DigiKey"}, "C51118 is no number of DigiKey"),
        (
            ("seat jack", ""),
            {"shop": "Mouser", "shop_number": "54602-908LF"},
            "54602-908LF is no number of Mouser",
        ),
    ],
)
def test_a_wrong_number_is_named(monkeypatch, key, change, words):
    first, second = sources.ON_BOARD[key]
    monkeypatch.setitem(sources.ON_BOARD, key, (dataclasses.replace(first, **change), second))
    assert any(words in fault for fault in sources.faults(WANTED, BESIDE))


def test_one_source_is_not_two(monkeypatch):
    only, _ = sources.ON_BOARD["guard", ""]
    monkeypatch.setitem(sources.ON_BOARD, ("guard", ""), (only, only))
    assert sources.faults(WANTED, BESIDE) == ["guard  has one source only"]


def test_what_is_bought_and_not_listed_is_named():
    assert "A9 has no source" in sources.faults(WANTED, BESIDE | {"A9"})
    assert "resistor 2k has no source" in sources.faults(WANTED | {("resistor", "2k"): "_0805_"}, BESIDE)


def test_numbers_that_nobody_confirms_are_marked():
    marked = bom.text().count(sources.UNSEEN) - 1  # once where the sign is explained
    pairs = [*sources.ON_BOARD.values(), *sources.BESIDE.values()]
    unseen = [it for pair in pairs for it in pair if isinstance(it, sources.Source) and not it.seen]
    assert marked == len(unseen) > 0


# ---- what it costs and how long it takes -------------------------------------------------------------------


def test_the_total_is_the_sum_of_what_is_listed():
    listed = sum(float(row[2]) * float(row[7]) for row in ROWS if len(row) == 9 and row[2].strip().isdigit())
    more = bom.SPARES * sum(row.each * row.count for row in bom.on_board())
    more += bom.BOARDS + bom.BOARDS_POSTAGE + bom.SHOPS * bom.SHOP_POSTAGE
    (total,) = re.findall(r"\*\*all together\*\* \| (\d+)", bom.text())
    assert abs(int(total) - listed - more) < 1


def test_joints_are_counted_as_they_are_on_the_board(built):
    counted = {}
    for pad in json.loads((built / "pads.json").read_text()):
        ref = pad["name"].split(".")[0]
        counted[ref] = counted.get(ref, 0) + 1
    wrong = {
        ref: (counted[ref], effort.JOINTS[part.kind])
        for ref, part in design.BY_REF.items()
        if part.kind not in bom.FREE and counted[ref] != effort.JOINTS[part.kind]
    }
    assert wrong == {}
    assert set(effort.JOINTS) == {part.kind for part in design.PARTS} - bom.FREE


def test_printing_is_computed_from_the_parts_that_are_built(built):
    """Up to what a change of a wall makes; more, and the list is to be made anew."""
    kept_ones = {it.name: it for it in effort.printed()}
    found = [effort.measure(path) for path in sorted((built / "enclosure").glob("*.stl"))]
    assert {it.name for it in found} == set(kept_ones)
    for it in found:
        old = kept_ones[it.name]
        for new, was in ((it.volume, old.volume), (it.area, old.area), (it.height, old.height)):
            assert abs(new - was) <= 0.1 * was + 0.5, f"{it.name}: run `make hardware-pictures`"


def test_a_block_is_measured_as_a_ruler_does(tmp_path):
    """20 × 30 × 40 mm, twelve triangles."""
    corners = [(x, y, z) for x in (0, 20) for y in (0, 30) for z in (0, 40)]
    sides = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    triangles = [corner for a, b, c, d in sides for corner in ((a, b, c), (a, c, d))]
    body = bytes(80) + len(triangles).to_bytes(4, "little")
    for triangle in triangles:
        body += bytes(12) + b"".join(_floats(corners[at]) for at in triangle) + bytes(2)
    (tmp_path / "block.stl").write_bytes(body)
    it = effort.measure(tmp_path / "block.stl")
    assert (round(it.volume, 3), round(it.area, 3), it.height) == (24.0, 52.0, 40.0)


def _floats(place):
    return struct.pack("<3f", *place)


def test_printing_takes_what_printers_are_known_to_take():
    """At 0.2 mm and a nozzle of 0.4 mm some 10 to 20 g an hour on old ones, 30 to 60 on new ones."""
    for speed, (least, most) in zip(effort.SPEEDS, ((10, 20), (30, 60)), strict=True):
        big = [it for it in effort.printed() if it.plastic > 20]
        assert big
        for it in big:
            assert least <= it.plastic * effort.DENSITY / it.hours(speed) <= most, it.name


def test_the_work_is_the_sum_of_its_steps():
    *steps, (_, total, _) = effort.work()
    assert total == sum(hours for _, hours, _ in steps)
    flat, legs = effort.soldered(legs=False), effort.soldered(legs=True)
    assert flat[0] + legs[0] == sum(row.count for row in bom.on_board())


def test_the_rows_of_what_is_printed_add_up():
    rows = re.findall(
        r"^\| (.+?) \| (\d* ?)\| (\d+) \| ([\d.]+) \| ([\d.]+) \|$", effort.text(), re.MULTILINE
    )
    *parts, total = [(name, *map(float, figures)) for name, _, *figures in rows]
    assert len(parts) > 5 and "all together" in total[0]
    for column, sum_of_all in enumerate(total[1:], 1):
        assert abs(sum(row[column] for row in parts) - sum_of_all) < 0.05 * sum_of_all


def test_each_plug_of_the_console_has_its_lead():
    leads = {ref: it.value for it in OUTSIDE if it.ref.startswith("W") for ref in it.plugs_into.split(", ")}
    for part in design.PARTS:
        if part.kind.startswith("xh "):
            assert leads[part.ref].startswith(f"XH lead, {part.kind.removeprefix('xh ')} contacts"), part.ref
    in_all = sum(it.count for it in OUTSIDE if it.value.startswith("XH lead"))
    assert in_all == effort.LEADS == sum(part.kind.startswith("xh ") for part in design.PARTS)


def test_spice_gets_values_that_it_reads_as_people_do():
    assert circuits.value("R903") == "4700"
    assert float(circuits.value("C901")) == pytest.approx(220e-6)
