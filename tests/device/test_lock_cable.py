"""The judge's lock at the cable: no way to the prompt but through the code or safe mode."""

import contextlib
import json
import subprocess

import pytest

from tests.device.locked import (
    CODE,
    LONG_MS,
    asked,
    enter,
)
from tests.device.states import title
from tests.device.table import MS, S
from tests.host.commands import MPREMOTE
from tests.host.paced import Paced
from tests.patience import PATIENCE, eventually
from tileclock_host.sim.ports import PtyPort

pytestmark = pytest.mark.needs_models


# ---- the cable ----


@contextlib.contextmanager
def on_the_cable(table, speed=1.0):
    """The box runs by the wall clock, and mpremote can be tried on it."""
    paced = Paced(table.box, speed)
    try:
        with contextlib.closing(PtyPort(table.box.console)) as port:
            yield paced, port.name
    finally:
        paced._ending = True
        paced._thread.join()


def mpremote(port, *arguments, timeout=PATIENCE):
    try:
        done = subprocess.run(
            [MPREMOTE, "connect", port, *arguments],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            timeout=timeout,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return None
    return done.stdout.decode() if done.returncode == 0 else None


def test_nobody_gets_to_the_prompt_of_a_locked_box(table):
    table.may_crash = True  # what a Ctrl-C ends, says where
    table.settings(code=CODE, locked=True)
    with on_the_cable(table) as (paced, port):
        for bytes_ in (b"\x03", b"\x03\x03\x03", b"\x04", b"\r\x03\x01", b"\x02\x03\x04", b"\x05A\x01"):
            table.box.console.write(bytes_)
            eventually(lambda: not table.box.console._waiting, "the end of what was written")
        assert mpremote(port, "resume", "eval", "6 * 7", timeout=3) is None
        assert mpremote(port, "eval", "6 * 7", timeout=3) is None
        assert b">>>" not in paced.heard and b"raw REPL" not in paced.heard
    assert title(table) == "tileclock"
    assert b"rst:" not in paced.heard
    table.back.hold(ms=LONG_MS)
    enter(table)
    assert title(table) == "Unlocked"
    table.box.pull_plug()  # what was typed at the locked box is gone with the power
    table.box.start()
    with on_the_cable(table) as (paced, port):
        assert mpremote(port, "resume", "eval", "6 * 7") == "42\r\n", bytes(paced.heard)


ASKS = b"\r\x03\r\x01"  # what mpremote begins with
MOMENTS = (5, 10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 800, 1200)  # ms since the firmware began


@pytest.mark.parametrize("locked", [False, True])
def test_a_ctrl_c_means_the_same_at_every_moment_of_a_start(table, locked):
    table.may_crash = True  # what a Ctrl-C ends, says where
    table.settings(code=CODE, locked=locked)
    box, console = table.box, table.box.console
    for after_ms in MOMENTS:
        box.pull_plug()
        start = len(console.log)
        box.power_on()
        box.advance(after_ms * MS)
        console.write(ASKS)
        if locked:
            for _ in range(30):
                box.follow(box.now + 50 * MS, 0.02)
        else:
            eventually(
                lambda: console.raw_repl,
                f"the prompt, {after_ms} ms after",
                lambda: box.follow(box.now + 50 * MS, 1),
            )
        said = bytes(console.log[start:])
        assert console.raw_repl != locked, f"{after_ms} ms after: {said!r}"
        assert said.count(b"rst:") == 1, f"{after_ms} ms after it was restarted"
    if locked:
        assert title(table) == "tileclock"


def test_a_locked_box_that_breaks_starts_anew(table):
    table.may_crash = True
    table.replace_in(
        "tileclock.storage.rule_files", "load", "def load(name, log):\n  raise ValueError('no rules')\n"
    )
    table.box.put({"/data/settings.json": json.dumps({"code": CODE, "locked": True}).encode()})
    table.box.power_on()
    starts = table.log.count("rst:")
    table.wait(s=14)
    assert table.log.count("rst:") >= starts + 1
    assert ">>>" not in table.log


# ---- safe mode ----


def start_with_keys_down(table):
    table.box.pull_plug()
    table.up.down()
    table.back.down()
    table.box.power_on()
    table.wait(ms=1_500)


def enter_safe_mode(table, times):
    start_with_keys_down(table)
    table.up.up()
    table.back.up()
    said = f"safe mode, entered {times} times"
    # The chip answers until it is at the prompt.
    eventually(lambda: said in table.log, said, lambda: table.box.follow(table.box.now + 50 * MS, 0.5))


def test_safe_mode_opens_the_prompt_of_a_locked_box_and_is_counted(table):
    table.settings(code=CODE, locked=True)
    for times in (1, 2):
        enter_safe_mode(table, times)
        assert table.screen.says("Safe mode")
        assert table.box.read("/data/safe") == str(times).encode()
    with on_the_cable(table) as (_, port):
        assert mpremote(port, "resume", "eval", "6 * 7") == "42\r\n"
    enter_safe_mode(table, 3)
    table.box.follow(table.box.now + 60 * S, 0.2)
    assert table.log.count("safe mode, entered 3") == 1, "no watchdog may end it"


def test_keys_that_stay_down_are_stuck_and_the_box_starts_as_ever(table):
    table.settings(code=CODE, locked=True)
    start_with_keys_down(table)
    table.wait(s=7)
    assert title(table) == "tileclock"
    table.up.up()
    table.back.up()
    table.choose("Settings")
    assert asked(table)


def test_a_locked_game_that_breaks_shows_it_and_restarts_without_a_prompt(table):
    table.break_screen("turn", "raise ValueError('out of ink')")
    table.settings(code=CODE, locked=True)
    table.start_game()
    table.wait(s=1)
    assert table.screen.says("Something broke")
    table.box.console.write(b"\x03\x04")
    table.wait_for("New game", within_s=10)
    assert ">>>" not in table.log
