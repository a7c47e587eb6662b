"""What is kept of a game's turns is what its journal tells, and exports ask for nothing else."""

import io
import json

import pytest

from tests import evenings
from tests.host.commands import called, says
from tileclock.core import records
from tileclock_host.export import as_csv
from tileclock_host.facts import words
from tileclock_host.facts.match import MatchFacts
from tileclock_host.sheets import course, load, played, schema, turns, verify
from tileclock_host.sheets.amend import Changes
from tileclock_host.sheets.filter import Filter
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


def test_a_csv_reads_no_sheet(place, monkeypatch):
    before = says("export", "--format", "csv", "--db", place)
    monkeypatch.setattr(load, "read", lambda _: pytest.fail("a sheet was read"))
    assert says("export", "--format", "csv", "--db", place) == before


def test_a_csv_of_tallies_is_that_of_the_matches(place):
    with Store(place, lambda _: ()) as store:
        before = io.BytesIO()
        as_csv.write(map(MatchFacts, store.each_match()), words.load("en"), before)
        game = next(game for game in store.games() if game.result.scored and len(game.result.seats) == 3)
        store.amend(game, Changes(racks={game.result.seats[-1]: (40, 0)}, names={0: "=Zoë"}, table=7))
        after = io.BytesIO()
        as_csv.write(map(MatchFacts, store.each_match()), words.load("en"), after)
        tallies = io.BytesIO()
        as_csv.write_tallies(store.each_tally(), words.load("en"), tallies)
        one = io.BytesIO()
        wanted = Filter(table=7)
        as_csv.write(map(MatchFacts, store.each_match(wanted)), words.load("en"), one)
        chosen = io.BytesIO()
        as_csv.write_tallies(store.each_tally(wanted), words.load("en"), chosen)
    assert tallies.getvalue() == after.getvalue() != before.getvalue()
    assert chosen.getvalue() == one.getvalue()


@pytest.mark.parametrize("edited", ['["pl",2,"out",[]]', '["pl",2,"out",[[0,"x",1,1,0,1]]]', "[" * 5000, "x"])
def test_a_tally_that_cannot_be_is_named_and_made_anew(place, edited):
    before = says("export", "--format", "csv", "--db", place)
    with Store(place, lambda _: ()) as store, store.engine.begin() as connection:
        table = schema.games
        connection.execute(table.update().where(table.c.game == 1).values(tally=edited))
    result = called("export", "--format", "csv", "--db", place)
    assert result.exit_code == 1 and "tally is not what is written there" in " ".join(result.stderr.split())
    assert called("verify", "--db", place).exit_code == 1
    assert says("export", "--format", "csv", "--db", place) == before


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
    assert exported(place)["turns"] != before["turns"]
    result = called("verify", "--json", "--db", place)
    said = [wrong["said"] for wrong in json.loads(result.stdout)["wrong"] if wrong["what"] == "store"]
    assert said and all("course is not what follows from its text" in each for each in said)
    assert exported(place) == before


def test_an_import_parses_each_record_once_and_reads_no_course_that_it_has_told(monkeypatch):
    text = evenings.evening("pl", 4, 1)[0]
    count = records.Journal.of(read(text).journal).count
    parsed, reads = [], []
    parse, whole = records.Journal.read, course.Course._read
    monkeypatch.setattr(
        records.Journal, "read", lambda journal: parse(journal) and not parsed.append(journal)
    )
    monkeypatch.setattr(course.Course, "_read", lambda *told: reads.append(told) or whole(*told))
    found = played.play(text)
    assert len(parsed) == count and not reads
    assert found.course and found.game.tally and not found.findings
