"""Pictures of the panel are read on the PC: which screen it is, in which language, and what to do there."""

import pytest

from tests.device import pictures
from tests.qa import house
from tileclock_host.panel.hints import HINTS, hint
from tileclock_host.panel.reading import HEIGHT, WIDTH
from tileclock_host.panel.screens import LANGUAGES, Screens

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


@pytest.fixture
def screens(reader):
    return Screens(reader)


def test_every_recorded_screen_is_known_by_its_picture(screens):
    kinds = set()
    for path in RECORDED:
        name, language = path.stem.rsplit(".", 1)
        screens.of_word = "word" in name
        shown = screens.look(frame(pictures.undrawn(path.read_text(encoding="utf-8"))))
        assert shown.kind, f"{path.name} is not known: {shown.lines}"
        assert shown.language in (language, ""), path.name
        assert "{" not in hint(shown)
        assert shown.said, path.name
        kinds.add(shown.kind)
    assert kinds | WALKED == set(HINTS)


def test_what_ticks_means_nothing_new(screens):
    said = {
        screens.look(
            frame(pictures.undrawn((pictures.FOLDER / f"{name}.en.txt").read_text(encoding="utf-8")))
        )
        for name in ("turn-39s", "turn-7.4s", "turn-1m48")
    }
    assert len(said) == 1
    assert "39" not in said.pop().lines


def test_a_language_that_is_added_is_asked_for():
    assert sorted(LANGUAGES) == house.LANGUAGES
