"""Boxes at the cables of the live page: their clocks run on it, their sheets come, they are told."""

import binascii
import re
import threading

import pytest

from tests.e2e.table import HURRY, runs
from tests.host.cable import live
from tests.host.commands import says
from tests.host.evening_desk import BOX, event, seats, shown
from tests.host.liar import HELLO, lying_box, whole
from tests.host.test_live import ask, wish
from tests.host.watching import Watcher, page
from tests.patience import PATIENCE, eventually
from tileclock.core import frames
from tileclock_host.live import cables, desk_side
from tileclock_host.live.cables import Cables
from tileclock_host.live.following import Following
from tileclock_host.live.hall import Hall, clock_ms
from tileclock_host.panel.reading import Reader, lines
from tileclock_host.sheets.store import Store

LISTENS_MS = 1_300  # a screen on which something is entered or stored hears nobody in its first second
RESULT = re.compile(r"^A .*  [+-]\d+  [+-]\d+$", re.MULTILINE)  # points of the game, of the match
GUARD_MS = 400  # a turn that has just begun cannot be ended yet


@pytest.fixture
def file(tmp_path):
    place = str(tmp_path / "store.sqlite")
    event(place)
    says("event", "draw", "--seed", 1, "--db", place)
    return place


def screen(it):
    return "\n".join(lines(Reader().read(it.picture().frame)))


def tap(it, key):
    """As short as a finger can, at the box's usual speed: told in one piece it never becomes a hold."""
    it.press(key)
    it.release(key).result(PATIENCE)


def pass_time(it, ms):
    """Of the box, which on a busy computer is slower than the page's."""
    end = it.picture().time_ms + ms
    eventually(lambda: it.picture().time_ms >= end, f"the end of {ms} ms")


def press_until(it, key, seen):
    """As often as it takes; the box has time to do something about it each time."""
    eventually(seen, lambda: screen(it), lambda: (tap(it, key), pass_time(it, 300)))


def hears_the_start(it):
    eventually(lambda: it.picture().tone, "the sound of the start")


def clock_of(table):
    """How the clock of a table stands, by what a watcher was told."""
    return lambda parts: parts.get(f"table {table}") or {}


def at(table, **wanted):
    """Whether it is so."""

    def seen(parts):
        found = clock_of(table)(parts)
        return all(found.get(name) == value for name, value in wanted.items())

    return seen


def test_a_table_is_followed_from_its_seating_to_the_standings(prepared_flash, file, tmp_path, monkeypatch):
    monkeypatch.setattr(cables, "CHECK_MS", 500)
    with (
        live(prepared_flash, tmp_path / "box", device=BOX.format(1), speed=1) as it,
        page(file, ports=[it.serial_port]) as (port, key),
    ):
        watcher = Watcher(port)
        told = eventually(lambda: wish(port, key, "seat")[1].get("told"), "the box")
        assert told == [{"port": it.serial_port, "table": 1}]
        assert wish(port, key, "start", minutes=60)[0] == 200
        hears_the_start(it)
        it.reset().result(PATIENCE)
        hears_the_start(it)  # it is told again: it has forgotten
        press_until(it, "ok", lambda: runs(it))
        watcher.wait(at(1, phase="runs", seat=0, known=True), "A's turn")
        first = clock_of(1)(watcher.parts)
        assert 35_000 < first["left"] <= 40_000 and 3_500_000 < first["round"] < 3_600_000
        pass_time(it, GUARD_MS)
        tap(it, "A")
        watcher.wait(at(1, phase="runs", seat=1), "B's turn")
        assert first["since"] < clock_of(1)(watcher.parts)["since"] <= clock_ms(), "it runs since the press"
        pass_time(it, GUARD_MS)
        it.press("B").result(PATIENCE)
        pass_time(it, 800)
        it.release("B").result(PATIENCE)
        watcher.wait(at(1, seat=2, pool=clock_of(1)(watcher.parts)["pool"] - 1), "the tile that was drawn")
        tap(it, "back")
        watcher.wait(at(1, phase="stands"), "the pause")
        pass_time(it, GUARD_MS)
        tap(it, "back")
        watcher.wait(at(1, phase="runs"), "it goes on")
        it.speed = HURRY
        for _ in range(2):  # out; who
            pass_time(it, GUARD_MS)
            tap(it, "ok")
        watcher.wait(at(1, phase="over"), "the end")
        assert watcher.parts["played"][0]["games"] == 0
        pass_time(it, LISTENS_MS)
        for seat in "ABD":
            tap(it, seat)
            pass_time(it, 100)
        press_until(it, "ok", lambda: RESULT.search(screen(it)))
        pass_time(it, LISTENS_MS)
        tap(it, "ok")
        watcher.wait(at(1, stored=True), "the result")
        watcher.wait(lambda parts: parts["played"][0]["games"] == 1, "the sheet")
        winner = seats(file, 1)[2]
        assert {line["name"] for line in watcher.parts["standings"] if line["place"] == 1} == {winner}
        assert shown(file, "event", "show")["troubles"][0].endswith("1 of 2 games are here")
        it.pull_plug().result(PATIENCE)


def test_the_desk_gives_all_boxes_the_judges_code_and_takes_it_away(prepared_flash, file, tmp_path):
    with live(prepared_flash, tmp_path / "box") as it, page(file, ports=[it.serial_port]) as (port, key):
        eventually(lambda: wish(port, key, "lock", code="CAFE")[0] == 200, "the box")
        assert wish(port, key, "seat")[0] == 200
        assert wish(port, key, "undraw", round=1, words="Ewa is late")[0] == 200, "with what boxes were told"
        says("event", "draw", "--seed", 1, "--db", file)
        anew = (200, {"told": [{"port": it.serial_port, "table": 1}]})
        eventually(lambda: wish(port, key, "seat") == anew, "that it is told anew")
        press_until(it, "ok", lambda: runs(it))
        it.press("back").result(PATIENCE)
        eventually(lambda: "locked" in screen(it).lower(), lambda: screen(it))
        it.release("back").result(PATIENCE)
        (told,) = wish(port, key, "lock", none=1)[1]["told"]
        assert told["trouble"]["key"] == "box_locked", told


class Patient:
    """A box that keeps back its answers to requests of that name, until it is let go."""

    def __init__(self):
        self.asked = []
        self.held = ""
        self.let_go = threading.Event()

    def __call__(self, request):
        word = request.split()[0]
        self.asked.append(word)
        if word == self.held:
            self.let_go.wait(PATIENCE)
        if word == "hello":
            return whole(HELLO)
        return [(frames.DONE, b"0 0 0")] if word == "events" else whole("game=0")

    def wait_for(self, word, times):
        """Until it was asked that, so many times more."""
        wanted = self.asked.count(word) + times
        eventually(lambda: self.asked.count(word) >= wanted, lambda: f"after {self.asked[-20:]} {word}")


def test_a_wish_that_the_box_has_not_taken_up_in_time_is_not_done_later(file, monkeypatch):
    monkeypatch.setattr(desk_side, "PATIENCE_S", 0.1)
    box = Patient()
    with lying_box(box) as name, page(file, ports=[name]) as (port, key):
        box.wait_for("events", 2)
        box.held = "events"
        box.wait_for("events", 1)
        (told,) = wish(port, key, "lock", code="CAFE")[1]["told"]
        assert told["trouble"]["key"] == "box_silent"
        box.held = ""
        box.let_go.set()
        box.wait_for("events", 3)
        assert "lock" not in box.asked, "nobody waits for it any more"


def test_a_wish_that_the_box_has_taken_up_says_what_became_of_it(file, monkeypatch):
    box = Patient()
    box.held = "lock"

    def patience_ends(*_):
        eventually(lambda: "lock" in box.asked, "lock")
        threading.Timer(0.2, box.let_go.set).start()

    monkeypatch.setattr(desk_side, "wait", patience_ends)
    with lying_box(box) as name, page(file, ports=[name]) as (port, key):
        box.wait_for("events", 2)
        (told,) = wish(port, key, "lock", code="CAFE")[1]["told"]
        assert "trouble" not in told


def test_a_fault_of_the_program_ends_no_box(file, monkeypatch, caplog):
    monkeypatch.setattr(cables, "TROUBLED_S", 0.05)
    box, step, faults = Patient(), cables._Game.step, ["a fault", "a fault", "another"]

    def faulty(game):
        if faults:
            raise KeyError(faults.pop(0))
        return step(game)

    monkeypatch.setattr(cables._Game, "step", faulty)
    with lying_box(box) as name, page(file, ports=[name]) as (port, key):
        box.wait_for("events", 3)
        assert [each.exc_info[0] for each in caplog.records] == [KeyError, KeyError], "each once"
        said = ask(port, "/desk/state", Cookie=f"tileclock-{port}={key.cookie}")[1].decode()
        assert name in said and "fault" not in said, "it is over"


def test_a_fault_that_stays_is_said_at_the_desk(file, monkeypatch, caplog):
    monkeypatch.setattr(cables, "TROUBLED_S", 0.05)
    monkeypatch.setattr(cables._Game, "step", lambda _: 1 // 0)
    with lying_box(Patient()) as name, page(file, ports=[name]) as (port, key):

        def state():
            return ask(port, "/desk/state", Cookie=f"tileclock-{port}={key.cookie}")[1].decode()

        eventually(lambda: "A fault of tileclock" in state(), state)
    assert len(caplog.records) == 1


def test_looking_for_boxes_goes_on_after_a_fault(file, monkeypatch, caplog):
    monkeypatch.setattr(cables, "LOOK_S", 0.05)
    box, looks = Patient(), [lambda: 1 // 0]

    def candidates():
        return looks.pop()() if looks else [name]

    with lying_box(box) as name:
        monkeypatch.setattr(cables, "candidates", candidates)
        with Store(file) as store:
            hall = Hall()
            with Following(store, None, hall, print) as following, Cables((), store, following, hall):
                box.wait_for("events", 2)
    assert [each.exc_info[0] for each in caplog.records] == [ZeroDivisionError]


def test_a_game_that_never_ends_is_not_followed_for_ever(file, monkeypatch):
    monkeypatch.setattr(cables, "LONGEST_GAME", 3_000)
    asked = []

    def endless(request):
        word, *figures = request.split()
        if word == "hello":
            return whole(HELLO)
        if word != "events":
            return whole("")
        asked.append(int(figures[1]))
        line = binascii.b2a_base64(bytes(frames.BYTES), newline=False)
        lines = [(frames.FIRST + place, line) for place in range(frames.LINES)]
        return [*lines, (frames.DONE, b"1 %d 9999999" % asked[-1])]

    with lying_box(endless) as name, page(file, ports=[name]) as (port, key):

        def state():
            return ask(port, "/desk/state", Cookie=f"tileclock-{port}={key.cookie}")[1].decode()

        eventually(lambda: "longer than any" in state(), state)
    assert max(asked) < 3_000 + frames.LINES * frames.BYTES
