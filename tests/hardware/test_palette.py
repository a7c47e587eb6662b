"""The seats' colours are the page's, and told apart by all kinds of eyes."""

import pytest

from hardware import bom, design, palette


def test_all_pairs_are_apart_for_all_eyes():
    assert list(palette.seats()) == list(design.SEATS)
    assert not palette.wrong()


def test_so_are_those_of_the_sheet_on_paper_and_white_letters_are_read_on_them():
    assert all(far >= palette.APART for far, _ in palette.nearest(palette.LIGHT).values())
    for colour in palette.seats(palette.LIGHT).values():
        assert 1.05 / (palette.brightness(colour) + 0.05) >= 4.5, colour


@pytest.mark.parametrize(
    ("one", "other", "eyes", "far"),
    [
        ("#000000", "#ffffff", "usual eyes", 100),
        # Red and green of one brightness: far apart for most, near for who lacks the cones for green.
        ("#c04000", "#6e7000", "usual eyes", 50),
        ("#c04000", "#6e7000", "eyes without green", 12),
    ],
)
def test_distances_are_those_that_others_compute(one, other, eyes, far):
    assert palette.apart(one, other, eyes) == pytest.approx(far, rel=0.35)


def test_two_like_colours_are_named(monkeypatch):
    colours = palette.seats() | {"B": "#2ad0a0"}
    monkeypatch.setattr(palette, "seats", lambda ground=palette.DARK: colours)
    assert any("the colours of B and C are" in words for words in palette.wrong())


def test_filament_is_bought_for_each_of_them():
    assert all(name in bom.text() for name in palette.NAMES.values())
