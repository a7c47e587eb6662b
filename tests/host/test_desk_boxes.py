"""Boxes are told over their cables who sits at them; a sheet is of the round its box was told of."""

import json

import pytest

from tests.e2e.table import begin_game
from tests.host.cable import live
from tests.host.commands import called, says, sentence
from tests.host.evening_desk import BOX, bring, event, seats, sheets, shown
from tests.host.liar import HELLO, lying_box, whole
from tileclock_host.desk.rules import rules_of
from tileclock_host.device.clock import Clock
from tileclock_host.live.running import Running

LONG = ("Aleksandra Wiśniewska", "Aleksandra Wójcik", "Ala", "🙂 Žofie Nováková-Dvořáková")


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "store.sqlite")


def told(it):
    """What a box knows of its table."""
    roster = json.loads(says("roster", "--port", it.serial_port, "--json"))
    names = ("preset", "match_games", "sitting", "limit")
    return roster, json.loads(says("config", "get", *names, "--port", it.serial_port, "--json"))


def test_the_boxes_are_told_who_sits_where_and_which_table_is_next(prepared_flash, file, tmp_path):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    with (
        live(prepared_flash, tmp_path / "one", device=BOX.format(1)) as one,
        live(prepared_flash, tmp_path / "two", device=BOX.format(2)) as two,
    ):
        says("roster", "--table", 2, "--port", two.serial_port)
        said = says("event", "seat", "--port", two.serial_port, "--lock", "cafe", "--db", file)
        assert f"table 2, {', '.join(seats(file, 2))}" in said and "Table 1 is next, 1 to come" in said
        said = says("event", "seat", "--port", one.serial_port, "--port", two.serial_port, "--db", file)
        assert f"{one.serial_port}: table 1" in said and f"{two.serial_port}: table 2" in said
        assert "The boxes of all tables know who sits there in round 1." in said
        for table, it in ((1, one), (2, two)):
            roster, settings = told(it)
            assert roster == {"table": table, "names": [*seats(file, table), "", ""]}
            assert settings == {"preset": "tournament", "match_games": 2, "sitting": 15, "limit": 40}
        gone = seats(file, 1)[1]
        says("event", "withdraw", gone, "--round", 1, "--db", file)
        says("event", "seat", "--port", one.serial_port, "--db", file)
        roster, settings = told(one)
        assert roster["names"][1] == "" and settings["sitting"] == 0b1101
        kinds = [entry["kind"] for entry in shown(file, "event", "log")]
        assert kinds.count("seated") == 2, "a box that stands there already is on record once"
        both = ("--port", one.serial_port, "--port", two.serial_port)
        sentence(called("event", "seat", "--table", 1, *both, "--db", file), "Several boxes", "--port")


def test_names_too_long_for_a_box_are_shortened_and_nobody_elses(prepared_flash, file, tmp_path):
    event(file, names=LONG)
    says("event", "draw", "--seed", 1, "--db", file)
    with live(prepared_flash, tmp_path / "box", device=BOX.format(1)) as it:
        says("event", "seat", "--port", it.serial_port, "--db", file)
        names = told(it)[0]["names"][:4]
    assert sorted(names) == ["Ala", "Aleksandr W2", "Aleksandra W", "Žofie N"]
    by_seat = dict(zip(seats(file, 1), names, strict=True))
    known = {each["name"]: each["aliases"] for each in shown(file, "players")["players"]}
    assert all(by_seat[name] in [name, *known[name]] for name in LONG)
    bring(file, tmp_path, *sheets(names, [0, 1]))
    assert shown(file)["troubles"] == []


def test_a_sheet_belongs_to_the_round_its_box_was_told_of(prepared_flash, file, tmp_path):
    """The same four meet twice, and the box knows no date: who it is tells the rounds apart."""
    event(file, names=("Ala", "Bolek", "Celina", "Ewa"))
    with live(prepared_flash, tmp_path / "box", device=BOX.format(1)) as it:
        says("event", "draw", "--seed", 1, "--db", file)
        says("event", "seat", "--port", it.serial_port, "--db", file)
        says("event", "draw", "--seed", 2, "--yes", "--db", file)
        bring(file, tmp_path, *sheets(seats(file, 1, 1), [0, 1], date=None))
    assert shown(file, "event", "show", "--round", 1)["troubles"] == []
    assert "no game is here" in shown(file)["troubles"][0]


def test_a_round_starts_in_all_boxes_at_once_and_is_none_of_the_next_round(prepared_flash, file, tmp_path):
    event(file, names=("Ala", "Bolek", "Celina", "Ewa"))
    sentence(called("event", "start", "--minutes", 60, "--db", file), "No round", "is drawn yet")
    says("event", "draw", "--seed", 1, "--db", file)
    with live(prepared_flash, tmp_path / "box", device=BOX.format(1), speed=1) as it:
        port = ("--port", it.serial_port, "--db", file)
        says("event", "seat", *port)
        said = says("event", "start", "--minutes", 60, *port)
        assert "Round 1 ends at" in said and "Boxes that were told: 1." in said
        before = [entry["kind"] for entry in shown(file, "event", "log")]
        says("event", "start", "--minutes", 60, *port)
        assert [entry["kind"] for entry in shown(file, "event", "log")] == before, "it began once"
        says("event", "draw", "--seed", 2, "--yes", "--db", file)
        says("event", "seat", *port)
        assert round_of(it) is None, "the signal was for the round before"


def round_of(it):
    """ms of its round that a game has which begins now."""
    begin_game(it)
    with Clock.open(it.serial_port) as clock:
        number, _, data = clock.events()
    game = Running(rules_of("tournament"))
    game.take(number, 0, data, 0, seen_before=False)
    assert game.runs
    return game.told["round"]


@pytest.mark.parametrize("status", ["phase=0 playing=0", "game=99999999999999", "game=many", ""])
def test_a_box_that_counts_no_games_is_named_and_the_boxes_behind_it_are_told(file, status):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)

    def box(device, table, said):
        hello = HELLO.replace("device=240ac4", f"device={device}").replace("table=7", f"table={table}")

        def answer(request):
            word = request.split()[0]
            return whole({"hello": hello, "status": said}.get(word, ""))

        return lying_box(answer)

    with box("aaaa", 1, status) as odd, box("bbbb", 2, "game=3") as good:
        result = called("event", "seat", "--port", odd, "--port", good, "--db", file)
    assert result.exit_code == 1 and isinstance(result.exception, SystemExit), result.exception
    assert f"Error: {odd}: " in result.stderr
    assert f"{good}: table 2" in result.stdout and "Table 1 is next" in result.stdout


def test_a_code_that_is_none_is_refused_before_any_box_is_told(file):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    assert "is not a code" in says("event", "seat", "--lock", "XYZ", "--db", file, status=2)
