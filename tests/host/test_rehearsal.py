"""A whole tournament with simulated boxes: killed, gone on with, and its standings those of a plain model."""

import json
import random
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest

from tests.host.commands import called, says, sentence
from tests.host.evening_desk import NAMES, event, lines, shown
from tests.patience import PATIENCE, eventually
from tileclock_host.rehearsal import round as rehearsal_round
from tileclock_host.rehearsal.players import JOKER, Players
from tileclock_host.rehearsal.table import Table

TILECLOCK = Path(sys.executable).with_name("tileclock")
CORES, WITHIN = 2, 600  # seconds of the whole one, on a computer that does nothing else


def begin(folder, *options):
    command = [TILECLOCK, "event", "rehearse", "--out", folder, *map(str, options)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def kill_within(folder, running, after, seconds):
    """When so many tables have played, and a moment later: in the middle of whatever that is."""
    said = [running.stdout.readline() for _ in range(1 + after)]
    assert all(said), running.communicate()
    played = {box: box.stat().st_mtime_ns for box in (folder / "boxes").glob("*.img")}
    eventually(
        lambda: played != {box: box.stat().st_mtime_ns for box in (folder / "boxes").glob("*.img")},
        "somebody's game",
    )
    time.sleep(seconds)
    how = random.choice([signal.SIGKILL, signal.SIGINT])
    running.send_signal(how)
    _, errors = running.communicate(timeout=PATIENCE)
    assert "Traceback" not in errors, errors
    assert running.returncode == (130 if how == signal.SIGINT else -signal.SIGKILL)


def processor_seconds():
    """Of the programs that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def sheets(place):
    """What each sheet says, taken out of its text: names by seat, points, and who has won."""
    for row in json.loads(says("sheets", "--json", "--db", place)):
        head, result, *_ = says("show", row["sheet"], "--text", "--db", place).split("\n")
        head, result = json.loads(head), json.loads(result)
        yield (
            head,
            {
                head["names"][seat]: points
                for seat, points in zip(result["seats"], result["points"], strict=True)
            },
        )


def model(place):
    """Big points and points by name: of the sheets, and what the judge has given."""
    points, big = Counter(), Counter()
    for _, found in sheets(place):
        assert sum(found.values()) == 0
        points.update(found)
        most = max(found.values())
        big.update([name for name, got in found.items() if got == most])
    for each in shown(place, "event", "log"):
        if each["kind"] == "correction":
            said = each["said"]
            (name,) = [p["name"] for p in shown(place, "players")["players"] if p["id"] == said["person"]]
            points[name] += said["points"]
    return {name: (big[name], points[name]) for name in points}


def is_whole(place, tables, rounds, games):
    """Every game of every table is there once, and the standings are those of the plain model."""
    played = Counter((head["table"], head["match"]) for head, _ in sheets(place))
    assert played == {
        (table, match): games for table in range(1, tables + 1) for match in range(1, rounds + 1)
    }
    for number in range(1, rounds + 1):
        assert shown(place, "event", "show", "--round", number)["troubles"] == []
    expected, found = model(place), lines(place)
    assert {name: (line["big_points"], line["points"]) for name, line in found.items()} == expected
    ranked = sorted(expected.values(), reverse=True)
    assert [expected[name] for name in sorted(found, key=lambda name: found[name]["place"])] == ranked
    assert [line["player"] for line in found.values() if line["final"]] != []
    kinds = Counter(entry["kind"] for entry in shown(place, "event", "log"))
    assert kinds["drawn"] == rounds and kinds["seated"] == kinds["confirmed"] == tables * rounds
    assert kinds["correction"] == 1
    verified = json.loads(says("verify", "--json", "--db", place))
    assert verified["games"] == tables * rounds * games and verified["wrong"] == []


def test_a_rehearsal_that_was_killed_goes_on_and_has_the_standings_of_a_plain_model(tmp_path):
    seed = random.randrange(1_000)
    place = tmp_path / "store.sqlite"
    running = begin(tmp_path, "--tables", 2, "--rounds", 2, "--games", 1, "--seed", seed)
    kill_within(tmp_path, running, random.randrange(3), random.uniform(0, 1))
    before = {head["game"]: head for head, _ in sheets(place)}
    rest = says("event", "rehearse", "--out", tmp_path)
    assert rest.startswith(f"Rehearsal {seed}: 2 tables, 2 rounds, 1 game each")
    is_whole(place, 2, 2, 1)
    page = (tmp_path / "standings.html").read_text(encoding="utf-8")
    assert all(f"<bdi>{name}</bdi>" in page for name in model(place))
    assert (tmp_path / "standings.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "standings.xlsx").read_bytes().startswith(b"PK")
    assert {head["game"]: head for head, _ in sheets(place)}.items() >= before.items()
    log = shown(place, "event", "log")
    again = says("event", "rehearse", "--out", tmp_path, "--seed", seed)
    assert again.count("\n") == 2 and "table 1" not in again, "nothing is left to be played"
    assert shown(place, "event", "log") == log
    sentence(called("event", "rehearse", "--out", tmp_path, "--tables", 3), "has --tables 2, not 3", "--out")


class UndoesTheDeal(Table):
    """People who deal their tiles, go back to the first screen, and play then."""

    def play(self, *arguments):
        deal = self._words["DEAL"]
        while deal not in self.text():
            self._go_on()
        while not self._says(self.text(), "TITLE"):
            self._fingers.press("back")
        super().play(*arguments)


def test_a_deal_that_was_undone_is_no_game(tmp_path, monkeypatch):
    place = tmp_path / "store.sqlite"
    event(place, "--games", 1, names=NAMES[:4])
    says("event", "draw", "--seed", 1, "--db", place)
    monkeypatch.setattr(rehearsal_round, "Table", UndoesTheDeal)
    job = rehearsal_round.Job(str(place), str(tmp_path), "Warszawa", 1, 1, 1, time.time())
    assert rehearsal_round.play(job).sheets == 1
    assert [head["game"] for head, _ in sheets(place)] == [2]


@pytest.mark.slow
def test_sixteen_tables_play_four_rounds_of_four_games_in_ten_minutes(tmp_path):
    begun = processor_seconds()
    running = begin(tmp_path, "--tables", 16, "--rounds", 4, "--games", 4)
    kill_within(tmp_path, running, random.randrange(40), random.uniform(0, 2))
    said = says("event", "rehearse", "--out", tmp_path)
    assert processor_seconds() - begun < CORES * WITHIN
    assert said.count("round") >= 24
    is_whole(tmp_path / "store.sqlite", 16, 4, 4)


def test_people_of_a_rehearsal_play_with_the_tiles_of_one_box():
    seed = random.randrange(1_000_000)
    players = Players(random.Random(seed), "ABCD")
    for turn in range(400):
        seat = "ABCD"[turn % 4]
        before = len(players.racks[seat])
        did = players.turn(seat, 40)
        change = len(players.racks[seat]) - before
        assert (-change >= 1) == did.lays and (not players.racks[seat]) == did.out, f"seed {seed}"
        assert 0 < did.seconds <= 41 and change <= 1
        every = Counter(tile for rack in players.racks.values() for tile in rack)
        assert every[JOKER] <= 2 and all(count <= 8 for count in every.values()), f"seed {seed}"
        if did.out:
            return
    raise AssertionError(f"nobody was out, seed {seed}")
