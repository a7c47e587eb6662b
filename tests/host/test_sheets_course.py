"""What is kept of a game's turns is what its journal tells, and exports ask for nothing else."""

import json

import pytest

from tests import evenings
from tests.host.commands import called, says
from tileclock_host.sheets import course, schema, turns, verify
from tileclock_host.sheets.store import Store
from tileclock_host.sheets.text import read

FORMATS = ("csv", "turns", "json", "html")


@pytest.fixture
def place(tmp_path):
    with Store(tmp_path / "store", lambda _: ()) as store:
        store.add_many((text, "") for text in [*evenings.mixed(), *evenings.nasty()])
    return tmp_path / "store"


def exported(place):
    return {name: says("export", "--format", name, "--db", place) for name in FORMATS}


def changed(place, text):
    """The store, with this course for every game."""
    with Store(place, lambda _: ()) as store, store.engine.begin() as connection:
        connection.execute(schema.checks.update().values(course=text))


@pytest.mark.parametrize("text", [*evenings.mixed(), *evenings.evening("cs", count=2)])
def test_what_is_kept_of_a_game_is_what_its_journal_tells(text):
    sheet = read(text)
    story = turns.story_of(sheet)
    kept = course.Course(sheet, course.of(sheet).text)
    assert kept.turns == story.turns and kept.stops == story.stops
    whole = kept.whole
    assert (whole.think_ms, whole.pool) == (story.think_ms, story.replay.game.pool.start)
    for seat in sheet.result.seats:
        own = [turn for turn in story.turns if turn.seat == seat and not turn.undone]
        assert whole.counts.get(seat, (0, 0)) == (len(own), sum(turn.timed_out for turn in own))


def test_an_export_plays_no_game_again(place, monkeypatch):
    before = exported(place)
    monkeypatch.setattr(verify, "fold", lambda *_: pytest.fail("a game was played again"))
    assert exported(place) == before


@pytest.mark.parametrize("edited", ["nonsense", "[]\n[]", "null\n[[2,9],[1]]", "\n", "[[1],2]\n{}"])
def test_a_course_that_cannot_be_is_played_anew(place, edited):
    before = exported(place)
    changed(place, edited)
    assert exported(place) == before


def test_verify_names_a_course_that_is_another_games_and_makes_it_anew(place):
    before = exported(place)
    with Store(place, lambda _: ()) as store:
        other = next(game for game in store.games() if len(game.result.seats) == 2)
    changed(place, other.course.text)
    assert exported(place)["csv"] != before["csv"]
    result = called("verify", "--json", "--db", place)
    said = [wrong["said"] for wrong in json.loads(result.stdout)["wrong"] if wrong["what"] == "store"]
    assert said and all("course is not what follows from its text" in each for each in said)
    assert exported(place) == before
