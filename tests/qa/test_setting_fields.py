"""Every setting has a usual value that is possible, and a name in every language if people can see it."""

import json

import pytest

from tests.qa.house import LANGUAGES, module
from tileclock.storage import settings

EACH = pytest.mark.parametrize(
    ("name", "usual", "allowed"), settings.FIELDS, ids=[f[0] for f in settings.FIELDS]
)


@EACH
def test_the_usual_value_is_possible(name, usual, allowed):
    assert settings.fits(usual, usual, allowed), f"{name}: {usual!r} is not among what is allowed"


@EACH
def test_the_usual_value_survives_being_stored(name, usual, allowed):
    again = json.loads(json.dumps(usual))
    assert settings.fits(again, usual, allowed), f"{name}: a JSON file cannot hold {usual!r}"


@EACH
def test_the_usual_value_cannot_be_changed_in_place(name, usual, allowed):
    """Or whoever changes it changes what is compared with it when the settings are saved."""
    hash(usual)


@EACH
def test_it_is_declared_for_those_who_read_it(name, usual, allowed):
    declared = settings.Settings.__annotations__.get(name)
    assert declared is type(usual), f"declare {name}: {type(usual).__name__} in class Settings"


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_row_of_the_settings_screen_has_a_label(language):
    rows = [name for name, _, allowed in settings.FIELDS if isinstance(allowed, tuple)]
    assert rows == [name for name, *_ in settings.FIELDS[: len(rows)]], "those with a row come first"
    numbers = ["round", "match_games", "match_target"]
    labels = [*module(language).SETTING, "auto"]  # which has a text of its own, for a pause says it too
    assert sorted(labels) == sorted(rows + numbers), (
        f"lang/{language}.json: SETTING must have a text for each"
    )
