"""How loud the box is at 1 m: python -m hardware.sound prints each signal with its level.

A level is what the sounder's data sheet says at 10 cm, + 20 log(what it is driven with ÷ what it was measured
with) − 20 log(1 m ÷ 10 cm) − what is lost in the holes of the ridge. These and the air between them and the
sounder are a Helmholtz resonator: far below its tone the holes let everything through, above it nothing.
The data sheet gives the level at one pitch. Below it a piezo moves as far, and moves less air a second: the
level falls by 40 log(pitches), and by what it had gained from its own resonance, taken as ten times. So these
are estimates from below; above its pitch nothing is claimed.
"""

from __future__ import annotations

import math
import re
import sys
from pathlib import Path

from hardware import boxes, shells

TONES = Path(__file__).parent.parent / "firmware" / "tileclock" / "device" / "sound.py"

# CUI CEP-1126, by its data sheet: at least so loud at 10 cm, driven by a square wave of so many volts.
LEVEL, AT_M, DRIVEN, PITCH = 92.0, 0.1, 10.0, 2800
RESONANCE = 20.0  # dB that it may have gained at its pitch
# The least that is on the rail is 4.6 V behind the diode; the tone and its opposite make twice that.
SWING = 2 * 4.6 - 0.2  # V; what U801, U811 and R811 keep is simulated
AIR = 343_000  # mm/s
ENDS = 0.85  # of a hole's diameter: air before and behind it moves along

LOUD = ("TIME_UP", "TICK_HIGH", "OVER", "FANFARE")  # what must be heard by all at the table
ENOUGH = 60  # dB at 1 m, a voice that talks


def patterns() -> dict[str, tuple[int, ...]]:
    """The firmware's signals: of each its pitches, the silent ones left out."""
    found = re.findall(r"^([A-Z_]+) = \(([\d, ]+)\)", TONES.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        name: tuple(pitch for pitch in map(int, numbers.split(", ")[::2]) if pitch) for name, numbers in found
    }


def passes() -> float:
    """The tone in Hz of the holes and the air behind them."""
    across, high = boxes.SOUND_FOAM
    area = boxes.SOUND_HOLES * math.pi * boxes.SOUND_HOLE**2 / 4
    if not area:
        return 0.0
    length = shells.LID + ENDS * boxes.SOUND_HOLE
    return AIR / (2 * math.pi) * math.sqrt(area / (math.pi * across**2 / 4 * high * length))


def lost(pitch: float) -> float:
    """What the holes keep back, in dB; what they may add is not counted."""
    own = passes()
    return (
        max(0.0, 20 * math.log10(abs(1 - (pitch / own) ** 2)))
        if 0 < own != pitch
        else (0.0 if own else math.inf)
    )


def level(pitch: float, at: float = 1.0) -> float:
    """At least so many dB at that distance in m; nothing is claimed above the sounder's own pitch."""
    if pitch > PITCH:
        return -math.inf
    below = 0.0 if pitch == PITCH else RESONANCE + 40 * math.log10(PITCH / pitch)
    return LEVEL - below + 20 * math.log10(SWING / DRIVEN) - 20 * math.log10(at / AT_M) - lost(pitch)


def figures() -> dict[str, tuple[float, float | None]]:
    """Of each signal its loudest tone with the least that it may be."""
    return {
        name: (max(map(level, pitches)), ENOUGH if name in LOUD else None)
        for name, pitches in patterns().items()
    }


def wrong() -> list[str]:
    found = [f"the firmware has no signal {name}" for name in LOUD if name not in patterns()]
    return found + [
        f"{name} is {loud:.0f} dB loud at 1 m, at least {least} are needed"
        for name, (loud, least) in figures().items()
        if least is not None and not loud >= least
    ]


if __name__ == "__main__":
    print(__doc__.partition("\n")[0])
    for signal, (loud, least) in figures().items():
        print(f"{signal:12} {loud:6.1f} dB" + (f"   ≥ {least}" if least is not None else ""))
    sys.exit("\n".join(wrong()) or None)
