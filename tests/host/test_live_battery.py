"""A simulated clock that is fed from a battery behaves as one: a low one is said before a game."""

import time

from tests.device.pictures import FOLDER, drawn
from tileclock_host.sim.live import Live

PATIENCE = 20  # seconds
LOW = (FOLDER / "battery-low.en.txt").read_text(encoding="utf-8")


def test_the_battery_that_was_asked_for_is_low(tmp_path, firmware):
    live = Live(flash=tmp_path / "flash.img", bundle=firmware, battery=3.4)
    live.start()
    try:
        until = time.monotonic() + PATIENCE
        keys = ["ok", "ok", "ok", "ok", "A", "ok"]  # a new game, its four steps, who begins
        while drawn(live.picture().frame) != LOW and time.monotonic() < until:
            key = keys.pop(0) if keys and any(live.picture().frame) else None
            for move in (live.press, live.release) if key else ():
                move(key)
                time.sleep(0.4)
            time.sleep(0.1)
        assert drawn(live.picture().frame) == LOW
    finally:
        live.stop()
