"""Every screen looks as it was recorded, pixel for pixel; `make screens` records them anew."""

import pytest

from tests.device import pictures
from tests.device.scenes_end import SCENES

EACH = [
    pytest.param(
        name,
        language,
        id=f"{name}.{language}",
        marks=pytest.mark.needs_models
        if name.startswith(("crash", "safe", "battery", "turn-battery")) or name.endswith("date")
        else (),
    )
    for name, (_, languages) in SCENES.items()
    for language in languages
]


@pytest.mark.parametrize(("name", "language"), EACH)
def test_it_looks_as_recorded(table, name, language):
    lead_there, _ = SCENES[name]
    table.settings(language=language)
    lead_there(table)
    table.screen.shows(name)


@pytest.fixture
def own_pictures(table, tmp_path, monkeypatch):
    """A place with no recorded pictures, whatever this run was asked to do with the others."""
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(pictures, "DIFFERENCES", tmp_path)
    monkeypatch.setattr(table.pictures, "record", False)


def test_a_changed_screen_is_shown_as_text_and_as_a_picture(table, own_pictures, tmp_path):
    """The message must say what to look at and what to type, without another tool."""
    (tmp_path / "home.en.txt").write_text(pictures.drawn(table.screen.frame), encoding="utf-8")
    table.screen.shows("home")
    table.down.press()
    with pytest.raises(AssertionError) as failure:
        table.screen.shows("home")
    said = str(failure.value)
    for part in ("make screens", "expected:", "got:", str(tmp_path / "home.en.png")):
        assert part in said
    assert (tmp_path / "home.en.png").stat().st_size > 500


def test_a_screen_without_a_picture_asks_for_one(table, own_pictures):
    with pytest.raises(AssertionError, match="run make screens"):
        table.screen.shows("home")


def test_a_picture_reads_back_as_its_pixels(table):
    frame = table.screen.frame
    assert pictures.undrawn(pictures.drawn(frame)) == pictures.pixels(frame)
