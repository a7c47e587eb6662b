"""With the sound off nothing is lost: whatever can be heard is seen at that moment, and nothing sounds.

Every place of the firmware that sounds is led to, so that a new one that nobody sees fails here.
"""

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from hardware.sound import patterns
from tests.device import states
from tests.device.table import MS, S
from tests.host.cable import plugged

FIRMWARE = Path(__file__).parents[2] / "firmware" / "tileclock"
SEEN_MS = 250  # a whole picture takes less
# A blip says that a press meant nothing: that nothing changes is how it is seen.
MEANS_NOTHING = "BLIP"


def look(table):
    """All that can be seen but a time that runs: lights, and the picture without its digits."""
    items = [item for item in table.screen.items if item.font not in ("huge", "tall")]
    return table.lights, [(item.x, item.y, item.inverse, item.text) for item in items]


def digits(table):
    return table.screen.time


class Signal(NamedTuple):
    """How a box gets there, what makes the sound, what is looked at; settings, if the way sets none."""

    lead: Callable
    cause: Callable
    look: Callable = look
    settings: tuple | None = ()


def press(key):
    return lambda table: getattr(table, key).press()


def seat(letter, how="press"):
    return lambda table: getattr(table.seat(letter), how)()


def before_the_end(seconds):
    """Somebody's turn, so many seconds and a fifth before its end; the cause is that time goes on."""

    def lead(table):
        began = table.start_game("ABCD")
        table.wait_until(began + (40 - seconds) * S - 200 * MS)

    return lead, lambda table: table.wait(ms=250)


def expired(table):
    began = table.start_game("ABCD")
    table.wait_until(began + 43 * S)


def shut(table):
    table.back.hold(ms=2_200)


def code(table):
    for letter in "ABC":
        table.seat(letter).press()
    table.ok.press()


def start_signal(table):
    with plugged(table.box) as clock:
        clock.start_round(120_000)


def letters(table, sound):
    """D, whose word is asked for, has said six."""
    states.to_waiting_entry(table, sound=sound)
    for _ in range(6):
        table.seat("D").press()


CODE = (("code", "ABC"),)
TOURNAMENT = (("preset", "tournament"),)
SIGNALS = {
    "cable/requests OVER": Signal(lambda table: table.deal(), start_signal),
    "ui/battery OVER": Signal(states.to_turn, states.cell(3.2)),
    "ui/judge_code LOCK": Signal(lambda table: table.wait(s=1), shut, settings=CODE),
    "ui/judge_code UNLOCK": Signal(shut, code, settings=(*CODE, ("locked", True))),
    "ui/kit STEP": Signal(lambda table: table.wait(s=1), press("down")),
    "ui/navigator HELD": Signal(states.to_turn, seat("A", "hold")),
    "ui/navigator OVER": Signal(states.to_out, press("ok")),
    "ui/navigator TIME_UP": Signal(*before_the_end(0), settings=(("auto", True),)),
    "ui/number STEP": Signal(states.to_pause_row("Correct the pool"), press("up")),
    "ui/racks STEP": Signal(states.to_racks, seat("A")),
    "ui/time_is_up SWITCH": Signal(expired, seat("A")),
    "ui/time_is_up TIME_UP": Signal(*before_the_end(0)),
    "ui/turn HELD": Signal(states.to_turn, seat("C", "hold"), settings=TOURNAMENT),
    "ui/turn SWITCH": Signal(states.to_turn, seat("A")),
    "ui/turn TICK": Signal(*before_the_end(8), digits),
    "ui/turn TICK_HIGH": Signal(*before_the_end(3), digits),
    "ui/winner FANFARE": Signal(states.to_result, press("ok")),
    "ui/word_entry HELD": Signal(letters, seat("D", "hold"), settings=None),
    "ui/word_entry STEP": Signal(states.to_waiting_entry, seat("D"), settings=None),
}


def places():
    """Each place that sounds, as module and pattern; the self-test sounds because it is asked to."""
    found = set()
    for path in FIRMWARE.glob("*/*.py"):
        if path.stem not in ("sound", "selftest"):
            for line in re.findall(r"\.play\((.*)", path.read_text(encoding="utf-8")):
                found |= {
                    f"{path.parent.name}/{path.stem} {name}" for name in re.findall(r"sound\.(\w+)", line)
                }
    return {place for place in found if not place.endswith(f" {MEANS_NOTHING}")}


def test_every_place_that_sounds_is_looked_at():
    assert places() == set(SIGNALS)
    assert set(patterns()) - {MEANS_NOTHING} == {place.split()[1] for place in places()}


@pytest.mark.needs_models
@pytest.mark.parametrize("place", SIGNALS)
def test_what_is_heard_is_seen_and_nothing_sounds_when_it_is_off(lay_table, place):
    lead, cause, what, settings = SIGNALS[place]
    first, *_ = patterns()[place.split()[1]]
    for on in (True, False):
        table = lay_table(start=False)
        if settings is None:
            lead(table, sound=on)
        else:
            table.settings(**dict(settings), sound=on)
            lead(table)
        table.wait(ms=20)
        before, since = what(table), table.now
        cause(table)
        table.wait(ms=SEEN_MS)
        heard = table.heard_since(since if on else 0)
        assert first in heard if on else heard == []
        assert what(table) != before, f"{place}: nothing that can be seen has changed"


@pytest.mark.needs_models
def test_a_blip_is_seen_as_nothing(lay_table):
    """Somebody who is not on turn: the turn goes on as it did."""
    table = lay_table(start=False)
    table.settings(sound=False)
    states.to_turn(table)
    before = look(table)
    table.seat("C").press()
    table.wait(ms=SEEN_MS)
    assert look(table) == before and table.heard_since(0) == []
