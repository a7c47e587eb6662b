"""Results stay with the people who sat there: who leaves, comes, or turns out to be somebody changes none."""

import random
import re
from pathlib import Path

import pytest

from tests.host.commands import called, says
from tests.host.evening_desk import BOX, NAMES, bring, event, lines, seats, sheets, shown
from tileclock_host.desk import seating
from tileclock_host.rehearsal.evening import _Evening
from tileclock_host.rehearsal.plan import Plan
from tileclock_host.sheets.store import Store

DOCS = Path(__file__).parents[2] / "host" / "docs" / "desk.md"
POINTS = (24, -5, -16, -3)


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "store.sqlite")


def drawn(file, names=NAMES, *options):
    """An event with its first round; who sits at its first table."""
    event(file, *options, names=names)
    says("event", "draw", "--seed", 1, "--db", file)
    return seats(file, 1)


def typed(file, table=1, game=1, points=POINTS):
    says("event", "result", "--table", table, "--game", game, *points, "--db", file)


def points(file, names):
    found = lines(file)
    return [(found[name]["points"], found[name]["games"]) for name in names]


@pytest.mark.parametrize("who", range(4), ids="ABCD")
@pytest.mark.parametrize("what", ["withdraw", "absent"])
def test_a_typed_game_stays_with_its_people_whoever_leaves(file, who, what):
    there = drawn(file)
    typed(file)
    says("event", what, there[who], "--round", 1, "--db", file)
    assert points(file, there) == [(each, 1) for each in POINTS]
    assert lines(file)[there[0]]["big_points"] == 1
    rest = [name for name in there if name != there[who]]
    typed(file, game=2, points=(7, -3, -4))
    expected = {name: (each, 1) for name, each in zip(there, POINTS, strict=True)}
    for name, more in zip(rest, (7, -3, -4), strict=True):
        expected[name] = (expected[name][0] + more, 2)
    assert points(file, there) == [expected[name] for name in there]


def test_a_table_of_three_that_somebody_late_has_filled_shows_its_typed_game(file):
    event(file, names=NAMES[:7])
    says("event", "draw", "--seed", 1, "--db", file)
    small = next(at for at in (1, 2) if len(seats(file, at)) == 3)
    there = seats(file, small)
    typed(file, small, 1, (9, -4, -5))
    says("event", "add", "Iga", "--db", file)
    says("event", "fill", "Iga", "--table", small, "--seat", "D", "--db", file)
    assert points(file, [*there, "Iga"]) == [(9, 1), (-4, 1), (-5, 1), (0, 0)]
    for words in (("show",), ("standings",), ("season",), ("draw", "--yes")):
        says("event", *words, "--db", file)


@pytest.mark.parametrize("fetched", [True, False], ids=["fetched before", "fetched after"])
@pytest.mark.parametrize("what", ["withdraw", "absent", "fill"])
def test_a_game_of_a_box_stays_with_its_people_whoever_leaves_or_comes(file, tmp_path, what, fetched):
    there = drawn(file)
    (text,) = sheets(there, [2])
    if fetched:
        bring(file, tmp_path, text)
    says("event", what if what != "fill" else "absent", there[2], "--round", 1, "--db", file)
    if what == "fill":
        says("event", "add", "Iga", "--db", file)
        says("event", "fill", "Iga", "--table", 1, "--seat", "C", "--db", file)
    if not fetched:
        bring(file, tmp_path, text)
    found = lines(file)
    assert [found[name]["games"] for name in there] == [1] * 4 and found[there[2]]["big_points"] == 1
    assert not [said for said in shown(file)["troubles"] if "sheet" in said]


def test_a_sheet_without_names_stays_with_those_who_sat_there(file, tmp_path):
    there = drawn(file)
    bring(file, tmp_path, *sheets([""] * 4, [1]))
    assert lines(file)[there[1]]["big_points"] == 1
    says("event", "absent", there[1], "--db", file)
    says("event", "add", "Iga", "--db", file)
    says("event", "fill", "Iga", "--table", 1, "--seat", "B", "--db", file)
    found = lines(file)
    assert found[there[1]]["big_points"] == 1 and found["Iga"]["games"] == 0


def test_a_round_drawn_later_takes_no_game_that_was_there_before(file, tmp_path):
    """The same four meet again; of an undated sheet nobody need be asked, since it came before the draw."""
    there = drawn(file, NAMES[:4])
    bring(file, tmp_path, *sheets(there, [0, 1], date=None))
    before = lines(file)
    with Store(file) as store, store.writing() as connection:  # a while ago
        connection.exec_driver_sql("UPDATE texts SET received = received - 60")
        connection.exec_driver_sql("UPDATE entries SET made = made - 120")
    says("event", "draw", "--seed", 2, "--db", file)
    assert lines(file) == before


def test_an_event_of_the_same_day_takes_no_game_of_the_one_before(file, tmp_path):
    there = drawn(file, NAMES[:4])
    bring(file, tmp_path, *sheets(there, [0, 1]))
    with Store(file) as store, store.writing() as connection:  # a while ago
        connection.exec_driver_sql("UPDATE texts SET received = received - 60")
        connection.exec_driver_sql("UPDATE entries SET made = made - 120")
    says("event", "new", "Evening", "--games", 2, "--db", file)
    says("event", "add", *there, "--db", file)
    says("event", "draw", "--seed", 2, "--db", file)
    assert {line["games"] for line in lines(file).values()} == {0}


def test_a_sheet_at_changed_seats_keeps_its_people_when_one_gets_the_others_name_too(file, tmp_path):
    there = drawn(file)
    bring(file, tmp_path, *sheets([there[1], there[0], *there[2:]], [0]))
    before = lines(file)
    assert before[there[1]]["big_points"] == 1
    says("players", "alias", there[0], there[1], "--db", file)
    assert [lines(file)[name]["points"] for name in there] == [before[name]["points"] for name in there]


@pytest.mark.parametrize("into", [True, False])
def test_merging_with_somebody_known_moves_no_points(file, tmp_path, into):
    there = drawn(file)
    typed(file)
    bring(file, tmp_path, *sheets(there, [2], game=22, number=2))
    before = lines(file)
    says("players", "add", "Known", "--db", file)
    says("players", "merge", *((there[0], "Known") if into else ("Known", there[0])), "--db", file)
    after = lines(file)
    name = "Known" if into else there[0]
    for old, new in zip(there, [name, *there[1:]], strict=True):
        assert (after[new]["points"], after[new]["games"]) == (before[old]["points"], before[old]["games"])


def test_a_game_typed_again_for_one_that_was_taken_back_counts(file):
    there = drawn(file)
    typed(file)
    entry = shown(file, "event", "log")[-1]["number"]
    says("judge", "annul", "--table", 1, "--game", "paper-1", "a tile was missing", "--db", file)
    says("event", "undo", entry, "not theirs", "--db", file)
    typed(file, points=(9, -2, -3, -4))
    assert points(file, there) == [(9, 1), (-2, 1), (-3, 1), (-4, 1)]


def test_a_typed_game_that_came_as_a_sheet_too_still_counts_first(file, tmp_path):
    there = drawn(file)
    typed(file)
    typed(file, game=2)
    bring(file, tmp_path, *sheets(there, [0]))
    assert points(file, there) == [(2 * each, 2) for each in POINTS]
    said = shown(file)["troubles"]
    assert [each for each in said if "game 1 is typed and came as sheet" in each]


def test_an_old_log_is_read_by_who_sat_there_then(file):
    """Its entry of a result names nobody."""
    there = drawn(file)
    typed(file)
    says("event", "withdraw", there[0], "--round", 1, "--db", file)
    (entry,) = [each for each in shown(file, "event", "log") if each["kind"] == "result"]
    assert set(entry["said"]) == {"round", "table", "game", "points", "won"}
    assert points(file, there) == [(each, 1) for each in POINTS]


# ---- who stands where ----


def test_a_player_who_never_came_stands_behind_all_who_played(file):
    drawn(file, [*NAMES, "Iga"], "--cut", 3)
    sitting = [seats(file, at) for at in (1, 2, 3)]
    for table in (1, 2, 3):
        typed(file, table, 1, (-POINTS[2] - POINTS[1], POINTS[2], POINTS[1]))
        typed(file, table, 2, (-POINTS[2] - POINTS[1], POINTS[2], POINTS[1]))
    for name in ("Zenon", "Petr"):
        says("event", "add", name, "--db", file)
    says("event", "withdraw", "Zenon", "--db", file)
    best = sitting[0][0]
    says("event", "withdraw", best, "--db", file)
    found = lines(file)
    places = {name: line["place"] for name, line in found.items()}
    played = [name for there in sitting for name in there if name != best]
    assert max(places[name] for name in played) < places[best] < places["Petr"] < places["Zenon"]
    marks = {name: line["mark"] for name, line in found.items() if line["mark"]}
    assert marks == {best: "left", "Zenon": "left", "Petr": "no_games"}
    final = [name for name, line in found.items() if line["final"]]
    assert set(final) >= {there[0] for there in sitting[1:]} and not set(final) & set(marks)
    printed = says("event", "standings", "--lang", "pl", "--db", file)
    assert f"{best} (wycofanie)" in printed and "Petr (bez gier)" in printed
    final = says("event", "draw", "--mode", "final", "--size", 8, "--json", "--db", file)
    assert "Petr" not in final and best not in final


def test_an_event_before_its_first_game_marks_nobody(file):
    drawn(file, NAMES, "--cut", 4)
    assert {(line["place"], line["mark"], line["final"]) for line in lines(file).values()} == {(1, "", False)}


def test_players_who_wait_for_their_first_game_are_no_absentees(file):
    drawn(file)
    waiting = seats(file, 2)
    typed(file)
    assert {lines(file)[name]["mark"] for name in waiting} == {""}
    for game in (1, 2):
        typed(file, 2, game)
    assert {line["mark"] for line in lines(file).values()} == {""}


# ---- the draw ----


def evening(place, names, seed):
    """Three rounds of these people with the points that go by name; who sat where."""
    event(place, names=names)
    sat = []
    for number, mode in enumerate(("social", "swiss", "random"), 1):
        says("event", "draw", "--mode", mode, "--seed", seed + number, "--db", place)
        tables = [seats(place, at) for at in range(1, len(names) // 4 + 1)]
        sat.append(tables)
        for table, there in enumerate(tables, 1):
            for game in (1, 2):
                winner = there.index(max(there))
                given = [-len(name) - game for name in there]
                given[winner] -= sum(given)
                typed(place, table, game, given)
    return sat


def test_the_same_names_and_seed_draw_the_same_in_another_store(tmp_path):
    seed = random.randrange(1000)
    names = [*NAMES, "Iga", "Jiří", "Krystyna", "Łukasz"]
    other = random.sample(names, len(names))
    print(seed, other)
    assert evening(tmp_path / "one.sqlite", names, seed) == evening(tmp_path / "other.sqlite", other, seed)


def test_the_draw_in_the_docs_is_that_of_its_seed(file):
    (shown_there,) = re.findall(
        r"(?s)tileclock event draw\n(Warszawa.*?)```", DOCS.read_text(encoding="utf-8")
    )
    says("event", "new", "Warszawa 2027", "--db", file)
    says("event", "add", *NAMES, "--db", file)
    seed = re.search(r"seed (\d+)", shown_there)[1]
    assert says("event", "draw", "--seed", seed, "--db", file) == shown_there


def test_namesakes_are_drawn_as_they_came_to_the_event(tmp_path):
    """Both are Ala: the first who came sits where the first one sits in any store."""
    found = []
    for name in ("one.sqlite", "other.sqlite"):
        place = tmp_path / name
        event(place, names=NAMES[1:7])
        for _ in range(2):
            said = says("players", "add", "Ala", "--db", place)
            says("event", "add", said.split()[-1].rstrip("."), "--db", place)
        says("event", "draw", "--seed", 7, "--db", place)
        came = [each["said"]["person"] for each in shown(place, "event", "log") if each["kind"] == "added"]
        tables = shown(place)["tables"]
        found.append([[came.index(each["id"]) for each in table["seats"]] for table in tables])
    assert found[0] == found[1]


def test_a_rehearsal_with_the_same_seed_draws_the_same(tmp_path):
    plan = Plan(tables=3, rounds=2, games=1, seed=random.randrange(seating.SEEDS))
    found = []
    for name in ("one.sqlite", "other.sqlite"):
        with Store(str(tmp_path / name)) as store:
            rehearsal = _Evening(store, plan, print)
            rehearsal.invite()
            rehearsal.draw(1)
        found.append([seats(tmp_path / name, at) for at in (1, 2, 3)])
    assert found[0] == found[1]


# ---- a round that is not over ----


def test_a_draw_over_a_round_without_its_games_asks_first(file):
    drawn(file)
    typed(file, 2)
    refused = called("event", "draw", "--db", file)
    assert refused.exit_code == 1
    assert "Error: Round 1 lacks games of tables 1, 2: give --yes to draw round 2" in refused.output
    refused = called("event", "draw", "--json", "--db", file, typed="y\n")
    assert refused.exit_code == 1 and refused.output.startswith("Error: Round 1 lacks games")
    assert shown(file)["round"] == 1
    assert called("event", "draw", "--db", file, typed="n\n").exit_code == 1
    assert "round 2 of 3" in says("event", "draw", "--db", file, typed="y\n")
    assert shown(file, "event", "draw", "--yes", "--seed", 5)["seed"] == 5
    assert [shown(file, "event", "show", "--round", at)["round"] for at in (1, 2, 3)] == [1, 2, 3]


def test_a_draw_after_all_games_asks_nothing(file):
    drawn(file)
    for table in (1, 2):
        for game in (1, 2):
            typed(file, table, game)
    assert "round 2" in says("event", "draw", "--db", file)


# ---- a slip of the pen ----


@pytest.mark.parametrize(
    ("preset", "given", "said"),
    [
        ("tournament", (-30, 10, 10, 10), "3 players have points above 0 and one below: check the signs"),
        ("tournament", (20, 15, -15, -20), "share the points equally"),
        ("tournament", ("20*", 15, -15, -20), "points above 0: check the signs"),
        ("tournament", ("-20*", "20", 15, -15), "points above 0"),
        ("tournament", (9, "-3*", -3, -3), "points above 0"),
        ("pl", (-9, -3, -3, -3, "--nobody-out"), "points above 0"),
        ("word", (120, "80*", 99, 101), "The most points win"),
    ],
)
def test_winners_whom_the_rules_do_not_know_are_refused(file, preset, given, said):
    event(file, preset=preset)
    says("event", "draw", "--seed", 1, "--db", file)
    before = shown(file, "event", "log")
    result = called("event", "result", "--table", 1, "--game", 1, *given, "--db", file)
    assert result.exit_code == 1 and said in result.output
    assert shown(file, "event", "log") == before


@pytest.mark.parametrize(
    ("preset", "given", "won"),
    [
        ("tournament", ("-30", "10*", "10*", "10*"), [1, 2, 3]),
        ("tournament", (9, 9, -4, -15), [0, 1]),
        ("tournament", (0, 0, 0, 0), [0, 1, 2, 3]),
        ("pl", ("8*", "7*", -5, -10), [0, 1]),
        ("pl", ("-10*", "-10*", -12, -14, "--nobody-out"), [0, 1]),
        ("word", (120, 80, 120, 101), [0, 2]),
    ],
)
def test_winners_whom_the_rules_know_are_taken(file, preset, given, won):
    event(file, preset=preset)
    says("event", "draw", "--seed", 1, "--db", file)
    says("event", "result", "--table", 1, "--game", 1, *given, "--db", file)
    assert shown(file, "event", "log")[-1]["said"]["won"] == won


def test_a_game_by_other_rules_says_that_it_gives_no_big_point(file, tmp_path):
    there = drawn(file)
    bring(file, tmp_path, *sheets(there, [0], preset="pl"))
    (said,) = [each for each in shown(file)["troubles"] if "played by the rules" in each]
    assert said.endswith("by the rules pl, not tournament: it counts, and gives no big point")
    assert sum(line["big_points"] for line in lines(file).values()) == 0
    assert BOX.format(1) in said
