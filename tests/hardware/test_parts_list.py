"""The parts list, the breadboard's table and the emulator's file are what the design makes them."""

import re

import pytest

from hardware import bom, design, figures, kept, wiring, wokwi
from hardware.outside import OUTSIDE

PAGES = {bom.FILE: bom.text, figures.FILE: figures.text, wiring.TABLE: wiring.table, wokwi.FILE: wokwi.text}
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
    places = {*design.CONNECTORS, *(it.ref for it in OUTSIDE)}
    for it in OUTSIDE:
        named = re.findall(r"[A-Z]+\d+", it.plugs_into)
        assert named and set(named) <= places, it.ref


def test_loudness_and_legibility_are_named_where_the_part_is_chosen():
    text = " ".join(bom.text().split())
    for figure in ("20 mm high", "from 3 m", "11 mm", "8 mm", "40 dB at 1 m", "70 dB at 10 cm"):
        assert figure in text, figure


def test_no_cell_breaks_the_table():
    assert {len(row) for row in ROWS} == {9}
    assert not re.search(r"\| +\|", bom.text())
