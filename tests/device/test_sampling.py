"""The timer that has the keys looked at stops: the clock notices, goes on, and nobody is charged for it."""

import random
import re

import pytest

from tests.device.probe import Probe
from tests.device.states import STATES, seconds_left
from tests.device.table import MS, S
from tests.device.test_cable import request
from tileclock.core import records as r

pytestmark = pytest.mark.needs_models

# A clock is blind until it waits the next time, at most a whole picture later, and then for 50 ms.
BLIND = 130 * MS
TAP = 150 * MS  # longer than that
WRITTEN = 250 * MS  # the same, with a write to the flash in it
STARTED_ANEW = r"keys were not looked at for (\d+) ms"
WATCHDOG, RESET = b"TG1WDT_SYS_RESET", b"SW_CPU_RESET"


def tap(table, key, at, us=TAP):
    table.box.press(key, at)
    table.box.release(key, at + us)
    return at


def blind(table):
    """For how long the clock says it was, in ms, time after time."""
    return [int(ms) for ms in re.findall(STARTED_ANEW, table.log)]


@pytest.mark.parametrize(
    ("screen", "key"),
    [
        ("Home", "ok"),
        ("Deal", "A"),
        ("Turn", "A"),
        ("Turn of Word, an entry waits", "D"),
        ("Pause", "ok"),
        ("Time is up", "ok"),
        ("Racks", "A"),
        ("Result", "ok"),
    ],
)
def test_whatever_is_shown_the_keys_work_again_at_once(table, screen, key):
    STATES[screen].lead(table)
    assert STATES[screen].shown(table)
    table.box.stop_timers()
    table.wait(ms=BLIND // MS)
    table.wait_for_log("not looked at for")
    assert len(blind(table)) == 1
    look, lights = STATES[screen].look(table), table.lights
    tap(table, key, table.now)
    table.wait(ms=TAP // MS + 300)
    assert (STATES[screen].look(table), table.lights) != (look, lights), "a key that does nothing"


def test_while_racks_are_entered_no_press_is_lost(table):
    """Presses that begin in the gap and outlast it count, each once."""
    STATES["Racks"].lead(table)
    for _ in range(5):
        table.box.stop_timers()
        tap(table, "A", table.now + 20 * MS)
        table.wait(ms=400)
    assert "5" in table.screen.text.splitlines(), table.screen.text


@pytest.mark.parametrize("after_ms", [0, 7, 33, 49])
def test_a_press_in_the_gap_counts_from_the_last_look_before_it(lay_table, after_ms):
    table = lay_table(start=False)
    table.steady()
    probe = Probe(table)
    table.deal()
    began = tap(table, "A", 6 * S)
    stopped = began + 3 * S
    table.wait_until(stopped)
    table.box.stop_timers()
    pressed = tap(table, "A", stopped + after_ms * MS)
    table.wait(s=2)
    assert table.screen.seat == "B"
    table.box.pull_plug()
    begin, turn, *_ = probe.events
    assert stopped - 2 * MS <= turn.at <= min(stopped, pressed)
    assert turn.accounted == (turn.at - begin.at) // MS, "the accounts do not add up"


def test_a_limit_that_passes_in_the_gap_passes_in_time(lay_table):
    table = lay_table(start=False)
    table.steady()
    probe = Probe(table)
    table.deal()
    began = tap(table, "A", 6 * S)
    table.wait_until(began + 40 * S - 20 * MS)
    table.box.stop_timers()
    table.wait(s=1)
    assert table.screen.time_is_up
    table.box.pull_plug()
    begin, expired = probe.events
    assert (begin.kind, expired.kind) == (r.BEGIN, r.EXPIRE)
    assert expired.at - begin.at == 40 * S
    assert expired.thought[0] == 40_000


@pytest.mark.parametrize("us", [45 * MS, 400 * MS])
def test_during_a_flash_write(lay_table, us):
    """It stops in the middle of an erase, and somebody presses before that is over."""
    table = lay_table(start=False)
    table.steady()
    began = 6 * S
    probe = Probe(table, [(began + 3 * S, "erase", us)])
    table.deal()
    tap(table, "A", began)
    table.wait_until(began + 3 * S + us // 3)
    table.box.stop_timers()
    pressed = table.box.press("A", table.now + us // 3)
    table.wait(ms=600)
    table.box.release("A")
    table.wait(s=2)
    assert table.screen.seat == "B"
    table.box.pull_plug()
    (work,) = probe.work
    assert work.begin < pressed < work.end
    begin, turn, *_ = probe.events
    assert work.begin - 5 * MS <= turn.at <= pressed
    assert turn.accounted == (turn.at - begin.at) // MS


def test_at_any_moment_of_a_game(lay_table):
    """It stops again and again, in redraws, writes and waits, before, at and after presses."""
    seed = random.randrange(1 << 16)
    print("seed", seed)
    dice = random.Random(seed)
    table = lay_table(start=False)
    table.steady()
    probe = Probe(table)
    table.deal()
    contacts, stops = [tap(table, "A", 6 * S, WRITTEN)], []
    for turn in range(50):
        last = contacts[-1]
        contacts.append(tap(table, "ABCD"[turn % 4], last + dice.randrange(600 * MS, 2500 * MS), WRITTEN))
        for at in sorted(dice.randrange(last + 300 * MS, contacts[-1] + 300 * MS) for _ in range(2)):
            table.wait_until(at)
            stops.append(at)
            table.box.stop_timers()
    table.wait_until(contacts[-1] + S)
    table.box.pull_plug()
    stamps = [event.at for event in probe.events if event.kind in (r.BEGIN, r.END_TURN)]
    assert len(stamps) == len(contacts), "a press was lost, or counted twice"
    for contact, stamp in zip(contacts, stamps, strict=True):
        gap = any(contact - WRITTEN <= at <= contact for at in stops)
        assert 0 <= contact - stamp <= (WRITTEN if gap else 5 * MS)
    first, last = probe.events[0], probe.events[-1]
    assert last.accounted == (last.at - first.at) // MS
    assert len(blind(table)) > 60
    assert max(blind(table)) <= WRITTEN // MS


@pytest.mark.parametrize("asked", [False, True])
def test_a_timer_that_is_dead_for_good_ends_in_a_restart_and_the_game_goes_on(table, asked):
    """A clock that is blind does not look alive: it is not fed, whatever it answers on the cable."""
    table.start_game()
    table.wait(s=7)
    left = int(table.screen.time)
    table.box.stop_timers(for_good=True)
    for _ in range(90):
        if asked:
            table.box.incoming.send(request(1, b"status"))
        table.wait(ms=100)
    log = table.log.encode()
    assert WATCHDOG in log or (asked and RESET in log)
    table.box.await_picture()
    table.take_up()
    assert left - 1 <= seconds_left(table) <= left + 2


def test_a_timer_that_stops_again_and_again_ends_in_a_restart_before_the_chip_loses_its_time(table):
    """The 255th start of a timer resets the chip's clock, and its watchdog with it."""
    table.start_game(limit=0)
    for _ in range(260):
        table.box.stop_timers()
        table.wait(ms=BLIND // MS)
        if RESET in table.log.encode():
            break
    assert 150 < len(blind(table)) < 255
    table.box.await_picture()
    table.take_up()
    assert table.screen.says("PAUSE")
    table.choose("Resume")
    table.wait(s=1)
    table.seat("A").press()
    assert table.screen.seat == "B"


def test_self_tests_start_no_timer(table):
    """Each used to start it twice; the clock was dead after 127 of them."""
    table.wait(s=1)
    for number in range(130):
        table.box.incoming.send(request(number, b"self-test"))
        table.wait(ms=700)
    table.ok.press()
    assert table.screen.says("Rules")
    assert table.log.count("missed=0") == 130
