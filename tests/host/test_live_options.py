"""A simulated clock has what its options say, a battery, a clock chip without the date; it feels each tap."""

import time

from tests.device.pictures import FOLDER, drawn
from tests.host.cable import awake
from tests.patience import PATIENCE, eventually
from tileclock_host.device import find
from tileclock_host.sim.live import Live

LOST = (FOLDER / "choice-lost_date.en.txt").read_text(encoding="utf-8")
HOME = (FOLDER / "home.en.txt").read_text(encoding="utf-8")
LOW = (FOLDER / "battery-low.en.txt").read_text(encoding="utf-8")


def test_the_battery_that_was_asked_for_is_low(tmp_path, firmware):
    live = Live(flash=tmp_path / "flash.img", bundle=firmware, battery=3.4)
    live.start()
    try:
        keys = ["ok", "ok", "ok", "ok", "A", "ok"]  # a new game, its four steps, who begins

        def press_the_next() -> None:
            key = keys.pop(0) if keys and any(live.picture().frame) else None
            for move in (live.press, live.release) if key else ():
                move(key)
                pass_time(live, 400)
            pass_time(live, 100)

        eventually(lambda: drawn(live.picture().frame) == LOW, "the sign of a low battery", press_the_next)
    finally:
        live.stop()


def pass_time(live, ms):
    """Of the box, which on a busy computer may be slower than the wall clock."""
    end = live.picture().time_ms + ms
    eventually(lambda: live.picture().time_ms >= end, f"the end of {ms} ms")


def shows(live, picture):
    """Waits until it does."""
    return eventually(lambda: drawn(live.picture().frame) == picture, lambda: drawn(live.picture().frame))


def test_an_empty_clock_chip_is_said(tmp_path, firmware):
    live = Live(flash=tmp_path / "flash.img", bundle=firmware, clock_chip="empty")
    live.start()
    try:
        assert shows(live, LOST)
    finally:
        live.stop()


def test_a_good_one_has_the_date_of_this_computer_and_a_second_panel_answers(tmp_path, firmware):
    live = Live(flash=tmp_path / "flash.img", bundle=firmware, clock_chip="good", panels=2)
    live.start()
    try:
        with find([awake(live).serial_port]) as found:
            (clock,) = found.clocks
            figures = clock.self_test().figures
            assert abs(figures["date"] - time.time()) < PATIENCE and figures["panel"] == 2
    finally:
        live.stop()


def test_a_tap_that_arrives_in_one_piece_lasts_as_long_as_a_finger_does(tmp_path, firmware):
    live = Live(flash=tmp_path / "flash.img", bundle=firmware)
    live.start()
    felt = []
    press, release = live.board.press, live.board.release
    live.board.press = lambda key: felt.append(press(key)) or felt[-1]
    live.board.release = lambda key: felt.append(release(key))
    try:
        assert shows(live, HOME)
        live.press("ok")
        live.release("ok").result(PATIENCE)
    finally:
        live.stop()
    down, up = felt
    assert up - down >= 60_000
