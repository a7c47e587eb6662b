"""A season against a plain model: all evenings, the best of them, the average; and two against each other."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.host.commands import called, says, sentence
from tests.host.evening_desk import NAMES, event, lines, seats
from tileclock_host.desk.season import AVERAGE, BEST, SUM, Evening, Way, against, season
from tileclock_host.desk.standings import Played, Score
from tileclock_host.facts.words import LANGUAGES, load

PEOPLE = ("Ala", "Bolek", "Celina", "Дмитро")
EVENING = st.builds(
    Evening, st.just("Tuesday"), st.integers(1, 4), st.integers(0, 4), st.integers(-99, 99), st.integers(1, 5)
)
SEASONS = st.dictionaries(st.sampled_from(PEOPLE), st.lists(EVENING, min_size=1, max_size=6), min_size=1)
WAYS = st.builds(
    Way, st.sampled_from([SUM, AVERAGE, BEST]), st.integers(1, 4), st.integers(1, 3), st.booleans()
)


def worth(evenings, way):
    """What somebody's evenings come to: big points, if they count, and points."""
    columns = [[(e.big_points, e.points) if way.by_big_points else (e.points,)] for e in evenings]
    rows = sorted([row for (row,) in columns], reverse=True)
    if way.kind == BEST:
        rows = rows[: way.best]
    games = sum(e.games for e in evenings) if way.kind == AVERAGE else 1
    return tuple(sum(column) / games for column in zip(*rows, strict=True))


@given(SEASONS, WAYS)
@settings(max_examples=200, deadline=None)
def test_every_place_is_that_of_the_plain_model(evenings, way):
    ranked = {who: worth(own, way) for who, own in evenings.items() if len(own) >= way.least}
    for line in season(evenings, way):
        if line.person not in ranked:
            assert not line.place
            continue
        assert line.place == 1 + sum(other > ranked[line.person] for other in ranked.values())
        shown = (line.big_points, line.points) if way.by_big_points else (line.points,)
        assert shown == pytest.approx(ranked[line.person])


@given(st.lists(st.permutations(PEOPLE), max_size=6), st.data())
@settings(max_examples=60, deadline=None)
def test_two_against_each_other_are_counted_where_they_met(seatings, data):
    games, expected = [], [0, 0, 0]
    for seated in seatings:
        there = seated[: data.draw(st.integers(2, 4))]
        points = {who: data.draw(st.integers(-9, 9)) for who in there}
        games.append(Played(1, 1, tuple([Score(who, got, 0, got > 0) for who, got in points.items()])))
        if {"Ala", "Bolek"} <= set(there):
            expected[0] += 1
            expected[1] += points["Ala"] > points["Bolek"]
            expected[2] += points["Ala"] < points["Bolek"]
    found = against(games, "Ala", "Bolek")
    assert [found.games, found.ahead, found.behind] == expected
    mirrored = against(games, "Bolek", "Ala")
    assert (mirrored.points, mirrored.wins) == (found.points[::-1], found.wins[::-1])


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "store.sqlite")


def tuesday(file, name, points):
    """An evening of four with one game; the points are those of the seats."""
    says("event", "new", name, "--preset", "pl", "--rounds", 1, "--games", 1, "--db", file)
    says("event", "add", *NAMES[:4], "--db", file)
    says("event", "draw", "--seed", 1, "--db", file)
    says("event", "result", "--table", 1, "--game", 1, *points, "--db", file)
    return dict(zip(seats(file, 1), points, strict=True))


def told(file, *options):
    return {
        line["player"]: line for line in json.loads(says("event", "season", *options, "--json", "--db", file))
    }


def test_a_season_of_evenings_by_the_command(file):
    played = [tuesday(file, f"Tuesday {n}", [30 * n, -5, -20 * n, 5 - 10 * n]) for n in (1, 2, 3)]
    total = {who: sum(each[who] for each in played) for who in played[0]}
    assert {who: line["points"] for who, line in told(file).items()} == total
    best = told(file, "--best", 1)
    assert all(best[who]["points"] == max(each[who] for each in played) for who in total)
    average = told(file, "--average")
    assert all(average[who]["points"] == pytest.approx(total[who] / 3) for who in total)
    assert {line["place"] for line in told(file, "--least", 4).values()} == {None}
    one = told(file, "--only", "Tuesday 2")
    assert all(line["points"] == played[1][who] for who, line in one.items())
    ahead = json.loads(says("event", "versus", "Ala", "Bolek", "--json", "--db", file))
    assert ahead["games"] == 3 and ahead["points"] == [total["Ala"], total["Bolek"]]
    said = {each: says("event", "season", "--lang", each, "--average", "--db", file) for each in LANGUAGES}
    assert all(load(each).evenings in text and load(each).provisional in text for each, text in said.items())
    sentence(called("event", "versus", "Ala", "Ala", "--db", file), "is one person")
    assert "not both" in says("event", "season", "--best", 2, "--average", "--db", file, status=2)


def test_who_was_excluded_has_no_evening_there(file):
    event(file, "--rounds", 1)
    says("event", "draw", "--seed", 1, "--db", file)
    there = seats(file, 1)
    says("event", "result", "--table", 1, "--game", 1, 30, -10, -10, -10, "--db", file)
    says("judge", "exclude", there[0], "left with a tile", "--db", file)
    assert lines(file)[there[0]]["place"] is None
    assert set(told(file)) == set(there[1:])
