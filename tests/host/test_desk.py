"""The tournament desk from the command line: people, rounds, sheets at their tables, paper, the judge."""

import csv
import io
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.evenings import NASTY
from tests.host.commands import called, says, sentence
from tests.host.evening_desk import NAMES, bring, event, lines, seats, sheets, shown
from tileclock_host.desk.desk import Desk
from tileclock_host.desk.errors import DeskError
from tileclock_host.desk.rules import rules_of
from tileclock_host.facts.words import LANGUAGES
from tileclock_host.sheets.store import Store


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "store.sqlite")


def refused(place, *words):
    return called(*words, "--db", place)


def test_a_whole_evening_of_sheets_and_paper_has_the_standings_of_a_plain_model(place, tmp_path):
    event(place)
    dice, model = random.Random(2027), {name: [0, 0] for name in NAMES}
    for number in (1, 2, 3):
        says("event", "draw", "--seed", number, "--db", place)
        for table in (1, 2):
            names = seats(place, table)
            if dice.random() < 0.5:
                winners = [dice.randrange(4), dice.randrange(4)]
                texts = sheets(names, winners, table, number)
                bring(place, tmp_path, *texts)
                for text in texts:
                    result = json.loads(text.split("\n")[1])
                    for seat, points in enumerate(result["points"]):
                        model[names[seat]][0] += points
                        model[names[seat]][1] += seat in result["winners"]
            else:
                for game in (1, 2):
                    points = [-dice.randrange(40) for _ in range(3)]
                    points.insert(game, -sum(points))
                    where = ("--table", table, "--game", game)
                    says("event", "result", *where, *points, "--db", place)
                    for seat, got in enumerate(points):
                        model[names[seat]][0] += got
                        model[names[seat]][1] += got > 0
        assert shown(place)["troubles"] == []
        assert "provisional" in says("event", "standings", "--db", place)
        assert "2 tables confirmed, 0 to come" in says("event", "confirm", "--db", place)
    found = lines(place)
    assert {name: [found[name]["points"], found[name]["big_points"]] for name in NAMES} == model
    best = sorted(NAMES, key=lambda name: (-model[name][1], -model[name][0]))
    assert sorted(NAMES, key=lambda name: found[name]["place"])[0] == best[0]
    assert "Warszawa: standings\n" in says("event", "standings", "--db", place)
    met = [tuple(sorted(seats(place, table, number))) for number in (1, 2, 3) for table in (1, 2)]
    assert len(set(met)) == 6


def test_the_same_seed_draws_the_same_round_again(file):
    event(file)
    first = says("event", "draw", "--seed", 2027, "--db", file)
    says("event", "undo", len(NAMES) + 2, "once more", "--db", file)
    assert says("event", "draw", "--seed", 2027, "--db", file) == first
    assert "seed 2027" in first and "round 1 of 3" in first


def test_who_comes_late_leaves_or_does_not_come_has_no_line_lost(file):
    event(file, names=NAMES[:7])
    says("event", "draw", "--seed", 1, "--db", file)
    empty = next(at for at in (1, 2) if len(seats(file, at)) == 3)
    says("event", "add", "Iga", "--db", file)
    says("event", "fill", "Iga", "--table", empty, "--seat", "D", "--db", file)
    assert seats(file, empty)[3] == "Iga"
    says("event", "absent", "Iga", "--db", file)
    assert seats(file, empty)[3] == ""
    at = next(at for at in (1, 2) if "Ala" in seats(file, at))
    says("event", "withdraw", "Ala", "--round", 1, "--db", file)
    assert "" in seats(file, at) and "Ala" not in seats(file, at)
    assert "Ala" not in says("event", "draw", "--yes", "--db", file)
    assert {"Ala", "Iga"} <= set(lines(file))
    says("event", "add", "Ala", "--db", file)
    assert "Ala" in says("event", "draw", "--yes", "--db", file)


def test_a_table_goes_on_with_three_and_its_games_count(file, tmp_path):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    there = seats(file, 1)
    says("event", "withdraw", there[3], "--round", 1, "--db", file)
    bring(file, tmp_path, *sheets(there[:3], [0, 1]))
    assert not [said for said in shown(file)["troubles"] if "table 1" in said]
    assert lines(file)[there[0]]["games"] == 2 and lines(file)[there[3]]["games"] == 0


def test_what_is_missing_or_was_not_played_as_drawn_is_named(file, tmp_path):
    event(file)
    says("event", "draw", "--seed", 3, "--db", file)
    one, two = seats(file, 1), seats(file, 2)
    bring(file, tmp_path, *sheets([one[1], one[0], *one[2:]], [0], preset="pl"))
    bring(file, tmp_path, *sheets([*two[:3], "Nobody known"], [0], table=2))
    said = "\n".join(shown(file)["troubles"])
    assert f"round 1, table 1: {one[0]} was drawn to seat A and played at B" in said
    assert "was played by the rules pl, not tournament" in said
    assert "round 1, table 1: 1 of 2 games are here" in said
    assert "round 1, table 2: no game is here yet" in said
    assert "names Nobody known, whom nobody knows: `tileclock players match`" in said
    says("players", "alias", two[3], "Nobody known", "--db", file)
    assert "table 2: 1 of 2 games are here" in "\n".join(shown(file)["troubles"])


def test_a_sheet_without_names_belongs_to_its_table_and_what_is_unclear_is_asked(file, tmp_path):
    event(file, names=NAMES[:4])
    says("event", "draw", "--seed", 1, "--db", file)
    says("event", "draw", "--seed", 2, "--yes", "--db", file)
    bring(file, tmp_path, *sheets([""] * 4, [0, 1], date=None))
    (said, *_) = [each for each in shown(file)["troubles"] if "may be of round" in each]
    assert "may be of round 1, 2: say which, `tileclock event place" in said
    says("event", "place", "21", "--round", 1, "--table", 1, "--db", file)
    assert shown(file, "event", "show", "--round", 1)["troubles"] == []
    says("event", "place", "21", "--round", 0, "--db", file)
    assert "no game is here" in shown(file, "event", "show", "--round", 1)["troubles"][0]


def test_games_of_other_days_are_not_those_of_the_event(file, tmp_path):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    bring(file, tmp_path, *sheets(seats(file, 1), [0, 1], date=1_790_000_000))
    assert lines(file)["Ala"]["games"] == 0


def test_a_result_that_does_not_balance_is_refused_and_nothing_is_kept(file):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    where = ("event", "result", "--table", 1, "--game", 1)
    sentence(refused(file, *where, 24, -5, -16, -4), "add up to -1", "paper")
    sentence(refused(file, *where, 24, -24), "has 4 players")
    assert refused(file, *where, "much", 1, 2, 3).exit_code == 2
    sentence(refused(file, *where, 29, -5, -10, -15, "--nobody-out"), "add up to -1")
    says(*where, "8*", "8*", -5, -11, "--db", file)
    sentence(refused(file, *where, 8, 8, -5, -11), "typed already", "tileclock event undo")
    assert sum(line["big_points"] for line in lines(file).values()) == 2


def test_equal_winners_may_leave_a_rest_that_is_nobodys(file):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    where = ("event", "result", "--table", 1, "--game", 1)
    sentence(refused(file, *where, 9, 9, -4, -16), "add up to -2")
    sentence(refused(file, *where, 10, 8, -4, -15), "add up to -1")
    says(*where, 9, 9, -4, -15, "--db", file)
    found = lines(file)
    winners = [found[name] for name in seats(file, 1)[:2]]
    assert {(line["place"], line["points"], line["big_points"]) for line in winners} == {(1, 9, 1)}


def test_where_the_rules_take_off_the_winners_own_rack_a_game_without_a_finisher_need_not_balance(file):
    event(file, preset="pl")
    says("event", "draw", "--seed", 1, "--db", file)
    where = ("event", "result", "--table", 1, "--game", 1, 29, -5, -10, -15)
    sentence(refused(file, *where), "If nobody was out, say --nobody-out")
    assert "*" in says(*where, "--nobody-out", "--db", file)


def test_everything_the_judge_rules_is_on_record_and_can_be_taken_back(place):
    event(place, "--after-exclusion", "void")
    says("event", "draw", "--seed", 1, "--db", place)
    there = seats(place, 1)
    for game in (1, 2):
        says("event", "result", "--table", 1, "--game", game, 30, -10, -10, -10, "--db", place)
    first = there[0]
    assert "warned, the first time" in says("judge", "warn", first, "too", "late", "--db", place)
    assert "2 times now" in says("judge", "warn", first, "again", "--db", place)
    says("judge", "rule", "the move stands", "--table", 2, "--db", place)
    says("judge", "correct", first, "--points", -20, "wrong count", "--db", place)
    assert lines(place)[first]["points"] == 40
    says("judge", "annul", "--table", 1, "--game", 2, "a tile was missing", "--db", place)
    assert lines(place)[first]["points"] == 10
    assert "round 1, table 1: 1 of 2 games are here" in shown(place)["troubles"]
    says("event", "result", "--table", 1, "--game", 3, 3, -1, -1, -1, "--db", place)
    assert lines(place)[first]["points"] == 13
    says("judge", "exclude", first, "left the room with a tile", "--db", place)
    line = lines(place)[first]
    assert line["place"] is None and line["excluded"] and line["games"] == 0
    assert first not in says("event", "draw", "--seed", 2, "--yes", "--db", place)
    ruled = shown(place, "judge")
    assert [(each["kind"], each["table"]) for each in ruled][:3] == [
        ("warning", 1),
        ("warning", 1),
        ("ruling", 2),
    ]
    assert ruled[0]["words"] == "too late" and ruled[0]["person"] == first
    number = next(each["number"] for each in ruled if each["kind"] == "annulment")
    says("judge", "undo", number, "the tile was on the floor", "--db", place)
    assert number not in [each["number"] for each in shown(place, "judge")]
    kept = {entry["number"]: entry["kind"] for entry in shown(place, "event", "log")}
    assert kept[number] == "annulment", "nothing is erased"
    back = max(kept)
    says("event", "undo", back, "it was missing after all", "--db", place)
    assert number in [each["number"] for each in shown(place, "judge")]


def test_what_later_entries_stand_on_is_not_taken_back_before_them(file):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    says("event", "result", "--table", 1, "--game", 1, 9, -3, -3, -3, "--db", file)
    drawn = len(NAMES) + 2
    sentence(refused(file, "event", "undo", drawn), f"Entry {drawn} is needed by a later one")
    says("event", "undo", drawn + 1, "--db", file)
    says("event", "undo", drawn, "--db", file)
    sentence(refused(file, "event", "undo", drawn), "taken back already")
    sentence(refused(file, "event", "show"), "No round of Warszawa is drawn yet")


def test_names_are_matched_to_the_letter_and_never_guessed(file, tmp_path):
    event(file)
    sentence(refused(file, "event", "add", "ala"), "ala is nearly Ala", "--new")
    says("event", "add", "ala", "--new", "--db", file)
    sentence(refused(file, "event", "withdraw", "Alla"), "Nobody is called Alla: do you mean")
    says("players", "add", "Ala", "--db", file)
    sentence(refused(file, "event", "withdraw", "Ala"), "Several are called Ala: say which")
    bring(file, tmp_path, *sheets(["Ala", "Bolek", "Janek"], [1]))
    found = {each["name"]: each["is"] for each in shown(file, "players")["unknown"]}
    assert found == {"Ala": "several", "Janek": "nobody"}


def test_players_have_games_wins_points_and_time_by_whatever_name(file, tmp_path):
    says("players", "add", "Jan Nowak", "--db", file)
    bring(file, tmp_path, *sheets(["Janek", "Bolek", "Celina"], [0, 1]))
    asked = says("players", "match", "--db", file, typed="new\n\nJan Nowak\n")
    assert "Bolek: a person, 'new', or nothing" in asked
    by_name = {each["name"]: each for each in shown(file, "players")["players"]}
    assert set(by_name) == {"Jan Nowak", "Bolek"}
    assert (by_name["Jan Nowak"]["games"], by_name["Jan Nowak"]["wins"]) == (2, 1)
    assert by_name["Jan Nowak"]["think_s"] > 0
    assert "?       Celina     (nobody)" in says("players", "--db", file)


def test_merging_and_splitting_can_be_taken_back(place, tmp_path):
    for name in ("Janek", "Jan Nowak"):
        says("players", "add", name, "--db", place)
    bring(place, tmp_path, *sheets(["Janek", "Jan Nowak", "Bolek"], [0]))
    one = says("players", "merge", "Janek", "Jan Nowak", "--db", place)
    (both,) = shown(place, "players")["players"]
    assert both["games"] == 2 and both["aliases"] == ["Janek"]
    said = says("players", "split", "Jan Nowak", "Janek", "--db", place)
    assert len(shown(place, "players")["players"]) == 2
    for output in (said, one):
        says("players", "undo", output.split("undo ")[1].split("`")[0], "--db", place)
    found = {each["name"]: each["games"] for each in shown(place, "players")["players"]}
    assert found == {"Janek": 1, "Jan Nowak": 1}


def test_two_who_were_at_one_event_are_two(file):
    event(file)
    sentence(refused(file, "players", "merge", "Ala", "Bolek"), "were both at Warszawa: they are two")


def test_the_final_is_of_the_first_and_a_tie_at_its_line_is_not_decided_by_the_draw(file):
    event(file, "--cut", 4)
    says("event", "draw", "--seed", 1, "--db", file)
    sentence(refused(file, "event", "draw", "--mode", "final", "--yes"), "is shared by some before")
    for table in (1, 2):
        for game, points in enumerate(([40, -10, -10, -20], [-12, 30, -8, -10]), 1):
            says("event", "result", "--table", table, "--game", game, *points, "--db", file)
    (final,) = says("event", "draw", "--mode", "final", "--db", file).splitlines()[2:3]
    assert {name for name, line in lines(file).items() if line["final"]} == {
        each for each in NAMES if each in final
    }
    assert "----" in says("event", "standings", "--db", file)


@pytest.mark.parametrize("language", LANGUAGES)
def test_standings_speak_four_languages(file, language):
    event(file)
    said = {each: says("event", "standings", "--lang", each, "--db", file) for each in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
    assert all("Дмитро" in each for each in said.values())
    assert language in said


def test_nobodys_name_is_a_formula_or_controls_a_terminal(file, tmp_path):
    names = [name for name in NASTY if name.strip()] + ["a\x1b[2Jb"]
    listed = tmp_path / "players.csv"
    with listed.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([name, "a club"] for name in names)
    event(file, names=["Ala"])
    says("event", "add", "--from", listed, "--new", "--db", file)
    says("event", "draw", "--seed", 1, "--db", file)
    for words in (("event", "show"), ("event", "standings"), ("players",), ("event", "log")):
        assert "\x1b" not in says(*words, "--db", file)
    rows = list(csv.reader(io.StringIO(says("event", "standings", "--format", "csv", "--db", file))))
    assert len(rows) == 2 + len(names)
    assert not [row[1] for row in rows if row[1].startswith(("=", "@", "+", "-"))]


def test_a_list_of_people_that_cannot_be_read_adds_nobody(file, tmp_path):
    event(file, names=["Ala"])
    listed = tmp_path / "players.csv"
    listed.write_bytes(b"\xff\xfe\x00")
    sentence(
        refused(file, "event", "add", "--from", listed),
        "is no text: save it as CSV",
        "Nobody was added",
    )
    sentence(refused(file, "event", "add", "--from", tmp_path), "is not a file", "Nobody was added")
    sentence(refused(file, "event", "add", "Bolek", "Bolek"), "Bolek is named twice")
    sentence(refused(file, "event", "add", "Bolek", "Ala"), "Ala is at Warszawa already")
    assert len(shown(file, "players")["players"]) == 1


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--rounds", 0), "rounds must be 1 to 50"),
        (("--games", 99), "games must be 1 to 20"),
        (("--order", "points,luck"), "order must be some of"),
        (("--cut", -1), "cut must be 0 to"),
    ],
)
def test_an_event_that_cannot_be_is_refused_with_the_field(file, options, said):
    sentence(called("event", "new", "Warszawa", *options, "--db", file), said)
    assert not Path(file).exists()


def test_an_event_has_a_name_of_its_own(file):
    event(file)
    sentence(refused(file, "event", "new", "warszawa"), "another name")
    says("event", "new", "Kraków", "--order", "points", "--db", file)
    says("event", "add", "Ala", "--event", "Kraków", "--db", file)
    sentence(refused(file, "event", "add", "Ala", "--event", "Łódź"), "There is no event Łódź")
    assert [each["name"] for each in shown(file, "event")] == ["Warszawa", "Kraków"]


def test_what_is_said_to_the_command_above_holds_for_the_one_below(file, tmp_path, monkeypatch):
    event(file)
    says("event", "new", "Kraków", "--db", file)
    monkeypatch.setenv("TILECLOCK_DB", str(tmp_path / "another.sqlite"))
    says("judge", "--db", file, "--event", "Warszawa", "warn", "Ala", "late")
    ruled = shown(file, "judge", "--event", "Warszawa")
    assert [each["person"] for each in ruled] == ["Ala"]
    assert not (tmp_path / "another.sqlite").exists()


# ---- the record ----


def test_two_desks_enter_rulings_at_once_and_nothing_is_lost_or_double(place):
    event(place)
    says("event", "draw", "--seed", 1, "--db", place)
    many = 12

    def rule(desk):
        with Store(place) as store:
            for number in range(many):
                record = Desk(store).read().event(None)
                said = {"person": "", "round": 1, "table": 1, "words": f"{desk}/{number}"}
                Desk(store).add(lambda _, e=record, s=said: [(e.id, "ruling", s)])

    with ThreadPoolExecutor(2) as desks:
        list(desks.map(rule, range(2)))
    ruled = shown(place, "judge")
    assert sorted(each["words"] for each in ruled) == sorted(f"{d}/{n}" for d in (0, 1) for n in range(many))
    assert len({each["number"] for each in ruled}) == 2 * many


def test_two_desks_that_draw_one_round_at_once_draw_it_once(place):
    event(place)
    with ThreadPoolExecutor(2) as desks:
        given = ("event", "draw", "--yes", "--db", place)
        with Store(place) as store:
            here = Desk(store).read().event(None)
            said = {"round": 1, "mode": "social", "seed": 1, "tables": [here.persons[:4], here.persons[4:]]}

            def draw(_):
                with Store(place) as other:
                    try:
                        Desk(other).add(lambda record: [(here.id, "drawn", said)])
                    except DeskError as error:
                        return str(error)
                    return ""

            found = sorted(desks.map(draw, range(2)))
    assert found[0] == "" and "Round 1 cannot be drawn now" in found[1]
    assert called(*given).exit_code == 0


def test_an_event_goes_to_another_store_and_what_came_since_follows(file, tmp_path):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    other, out = str(tmp_path / "other.sqlite"), tmp_path / "event.json"
    says("event", "export", "--out", out, "--db", file)
    assert "entries are new" in says("event", "import", out, "--db", other)
    assert shown(other) == shown(file) and lines(other) == lines(file)
    assert says("event", "import", out, "--db", other) == "0 entries are new.\n"
    says("judge", "warn", "Ala", "late", "--db", file)
    says("event", "export", "--out", out, "--force", "--db", file)
    assert says("event", "import", out, "--db", other) == "1 entry is new.\n"
    says("judge", "warn", "Bolek", "late", "--db", other)
    says("judge", "warn", "Celina", "late", "--db", file)
    says("event", "export", "--out", out, "--force", "--db", file)
    sentence(refused(other, "event", "import", out), "gone on here in another way", "--db")


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[]",
        "{}",
        '{"format": "tileclock-event", "version": 2, "entries": []}',
        '{"format": "tileclock-event", "version": 1, "entries": [{"kind": "made"}]}',
        '{"format": "tileclock-event", "version": 1, "entries": [7]}',
        "[" * 100_000,
    ],
)
def test_a_file_that_is_no_event_is_refused(file, tmp_path, content):
    found = tmp_path / "event.json"
    found.write_text(content)
    event(file)
    before = shown(file, "event", "log")
    result = refused(file, "event", "import", found)
    assert result.exit_code == 1 and result.output.startswith("Error: "), result.output
    assert shown(file, "event", "log") == before


def test_a_backup_has_the_events_too(place, tmp_path):
    event(place)
    says("event", "draw", "--seed", 1, "--db", place)
    says("backup", tmp_path / "copy", "--db", place)
    says("restore", tmp_path / "copy", "--db", tmp_path / "new")
    assert shown(tmp_path / "new") == shown(place)
    sentence(refused(tmp_path / "new", "restore", tmp_path / "copy"), "already")


def test_rules_of_ones_own_are_named_by_their_file_and_needed_on_each_box(file, tmp_path):
    own = tmp_path / "club.json"
    document = rules_of("tournament") | {"id": "club", "ranking": ["rounds", "points"]}
    own.write_text(json.dumps(document))
    said = says("event", "new", "Cup", "--preset", own, "--db", file)
    assert "wins, points" in said and f"tileclock preset put {own}" in said
    (made,) = shown(file, "event")
    assert made["preset"] == "club"
    assert "preset put" not in says("event", "new", "Other", "--db", file)


def test_rules_that_nobody_has_make_no_event(file, tmp_path):
    sentence(
        called("event", "new", "Cup", "--preset", "tournamnet", "--db", file), "no rule sheet tournamnet"
    )
    assert not Path(file).exists()
    event(file)
    bad = tmp_path / "club.json"
    bad.write_text('{"id": "club", "game": "numbers"}')
    sentence(refused(file, "event", "new", "Cup", "--preset", bad), f"{bad}: ", "preset get pl")
    sentence(refused(file, "event", "new", "Cup", "--preset", tmp_path / "none.json"), "is not a file")
    assert [each["name"] for each in shown(file, "event")] == ["Warszawa"], "the one that commands mean"
