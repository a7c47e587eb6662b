"""Pictures of the panel are read on the PC: which screen it is, in which language, and what to do there."""

import pytest

from tests.device import pictures
from tests.qa import house
from tileclock_host.panel.moment import Moment
from tileclock_host.panel.reading import HEIGHT, WIDTH
from tileclock_host.panel.screens import LANGUAGES, Screens
from tileclock_host.panel.seats import Seats
from tileclock_host.panel.texts import load

RECORDED = sorted(pictures.FOLDER.glob("*.txt"))
# Screens of a game that are walked to in tests/device/test_hints.py, and those that seldom are.
WALKED = {
    "", "set up: rules", "set up: time", "entry of letters", "nobody moves", "impossible", "missing", "racks",
    "who leaves", "surely leaves", "whose mistake", "dispute", "turn without a pool", "final ranking",
}  # fmt: skip


def frame(rows: list[list[int]]) -> bytes:
    """The pixels as the panel has them."""
    return bytes(
        sum(rows[y + bit][x] << bit for bit in range(8)) for y in range(0, HEIGHT, 8) for x in range(WIDTH)
    )


def recorded(name: str) -> bytes:
    return frame(pictures.undrawn((pictures.FOLDER / f"{name}.txt").read_text(encoding="utf-8")))


@pytest.fixture
def screens(reader):
    return Screens(reader)


def test_every_recorded_screen_is_known_by_its_picture(screens):
    kinds = set()
    for path in RECORDED:
        name, language = path.stem.rsplit(".", 1)
        screens.of_word, screens.confirms = "word" in name, False
        shown = screens.look(recorded(path.stem))
        assert shown.kind, f"{path.name} is not known: {shown.lines}"
        assert shown.language in (language, ""), path.name
        assert "{seat}" not in load(language)["hints"][shown.kind] or shown.seat, path.name
        assert shown.said, path.name
        kinds.add(shown.kind)
    assert kinds | WALKED == set(load("en")["hints"])


def test_an_entry_of_word_says_whose_it_is_what_it_says_and_whose_clock_runs(screens):
    shown = screens.look(recorded("word_entry.uk"))
    assert (shown.kind, shown.seat, shown.entries, shown.turn) == ("entry of tiles", "B", (("B", "7"),), "C")
    shown = screens.look(recorded("word_entry-told.en"))
    assert (shown.kind, shown.seat, shown.entries, shown.turn) == ("turn of Word", "B", (), "B")


def test_what_ticks_means_nothing_new(screens):
    said = {screens.look(recorded(f"{name}.en")) for name in ("turn-39s", "turn-7.4s", "turn-1m48")}
    assert len(said) == 1
    assert "39" not in said.pop().lines


def test_a_language_that_is_added_is_asked_for():
    assert sorted(LANGUAGES) == house.LANGUAGES


def test_who_sits_down_in_the_set_up_plays_from_the_deal_to_the_next_set_up(screens):
    seats = Seats()
    told = []
    for name in ("setup", "turn-39s", "winner", "setup"):
        seats.look(screens.look(recorded(f"{name}.en")))
        told.append(seats.told)
    assert told == ["", "ABCDF", "ABCDF", ""]


def test_the_winner_is_there_at_their_screen_and_gone_with_the_next_game(screens):
    moment = Moment()
    told = []
    for name in ("racks", "result", "winner", "ranking", "setup"):
        moment.look(screens.look(recorded(f"{name}.en")))
        told.append(moment.told)
    assert told[0] is told[1] is told[4] is None
    assert told[2] == told[3]
    assert told[2] == {"winner": "C", "points": "+360"}
