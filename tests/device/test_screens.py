"""Every screen looks as it was recorded, pixel for pixel; `make screens` records them anew."""

import pytest

from tests.device import pictures
from tests.device.scenes import SCENES

EACH = [
    pytest.param(
        name,
        language,
        id=f"{name}.{language}",
        marks=pytest.mark.needs_models if name == "crash" else (),
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


def test_a_changed_screen_is_shown_as_text_and_as_a_picture(table, monkeypatch):
    """The message must say what to look at and what to type, without another tool."""
    monkeypatch.setattr(pictures, "DIFFERENCES", pictures.DIFFERENCES / "self-test")
    monkeypatch.setattr(table.pictures, "record", False)
    table.down.press()
    with pytest.raises(AssertionError) as failure:
        table.screen.shows("home")
    said = str(failure.value)
    assert "make screens" in said and "expected:" in said and "got:" in said and "home.en.png" in said
    assert (pictures.DIFFERENCES / "home.en.png").stat().st_size > 500


def test_a_screen_without_a_picture_asks_for_one(table, monkeypatch):
    monkeypatch.setattr(table.pictures, "record", False)
    with pytest.raises(AssertionError, match="run make screens"):
        table.screen.shows("nobody-recorded-this")
