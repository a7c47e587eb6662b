"""Writes FIGURES.md, what the box draws, shows and takes to build: python -m hardware.figures [--check]"""

import sys
from pathlib import Path
from textwrap import fill

from hardware import boxes, budget, effort, kept, palette, sight, sizes, sound

FILE = Path(__file__).with_name("FIGURES.md")

_STEADY = "chip + module + sounder + bleeder"
_POWER = {
    "one seat's light, white": "idle + 3 colours × their full current × the firmware's limit",
    "six lights, white": "6 × one",
    "all twelve lamps, white": "12 × one",
    "everything at once, from USB": f"{_STEADY} + the larger of: displays all white and lamps idle, "
    "displays with digits and lamps white (the self-test shows one after the other)",
    "everything and the radio, from the charger": "the same, chip with its radio sending",
    "everything and the radio, main fuse": "the same",
    "usual, one display": "chip + module + bleeder + charger board + digits + lamps idle + two in 2 colours",
    "usual, two displays": "the same + digits once more",
    "switched on, A for a moment": f"(5.2 V − {budget.DIODE} V of D901) ÷ {budget.ON_THE_WAY} Ω of cable, "
    "F901, Q901, D901 and charger; Q901's limit",
    "switched on at a PC's port, ms": f"{budget.RAIL} µF × 4.4 V ÷ (500 mA − chip − module); later the "
    "port would take it for a short",
    "a seat plugged in, A for a moment": f"4.8 V ÷ {budget.ON_THE_WAY_TO_A_SEAT} Ω of seat fuse, cable and "
    "rail; the socket's limit",
    "hours on a battery, one display": "capacity × usable share × 3.7 V × efficiency ÷ (5.2 V × usual)",
    "hours on a battery, two displays": "the same",
    "displays all white, their regulator": "2 × one display",
    "its chip with digits, °C": "room + (5.2 V − 3.3 V) × current × kelvin per watt of its package",
    "its chip all white for long, °C": "the same",
}


def _fill(words: str) -> str:
    return fill(" ".join(words.split()), 110)


HEAD = f"""# What it draws, how long it runs, what is seen, how long it takes

{
    _fill('''Computed from data sheets and from the sizes of the box, and compared with these limits when it
is built. Nothing of it was measured on a box. Written by `hardware/figures.py`.''')
}

## Current, warmth and hours

{
    _fill(f'''Chip {budget.CHIP} mA ({budget.CHIP_RADIO} with its radio), module {budget.MODULE}, a display
{budget.DISPLAY} all white and {budget.DISPLAY_USUAL} with digits, a lamp {budget.LIGHT_IDLE} idle and
{budget.PART_FULL} for each colour at full, sounder {budget.SOUND}, bleeder {budget.BLEEDER}, charger board
{budget.CONVERTER}. The firmware gives a colour {budget.limit():.0%} at most. Battery {budget.BATTERY} mAh,
{budget.USABLE:.0%} usable, efficiency {budget.EFFICIENCY:.0%}. In mA where nothing else is said.''')
}

| figure | | limit | formula |
|---|--:|--:|---|
"""

EYES = f"""
## Digits and letters

{
    _fill(f'''In minutes of arc (1/60°): height × sin(the angle between line of sight and slope of the face) ÷
distance. Digits are {sight.capital("huge"):.1f} mm high, capitals of menus {sight.capital("text"):.1f}; the
face is {boxes.STEEP:g}° steep. Eyes are {sight.SEATED / 10:g} cm over the table (seated) or
{sight.STANDING / 10:g} (standing). {sight.AT_EASE}′ are read with ease, {sight.WITH_CARE}′ are made out by
who sees as drivers must; menu text is for whoever works the keys, and for the neighbours.''')
}

| who looks | digits | limit | menu text | limit |
|---|--:|--:|--:|--:|
"""

LIGHTS = f"""
## Lights in a room of {sight.ROOM} lx

{
    _fill(f'''How many times brighter a lit light is than the same one unlit: candela × firmware's limit × π ×
what meets the rod or cap × what comes through ÷ (π × area that shines), against {sight.ROOM} lx × what the
surface throws back ÷ π. And how much of a light on the ridge is seen over a key's cap
({sizes.KEY_CAP[1]:g} mm high) right before it: {boxes.ROD_OUT:g} mm − (cap − its distance × slope of the line
of sight). A light's letter stands right below it on each face, {boxes.LIGHT_LETTER:g} mm high; it is measured
as letters are above, and nothing is in the way of those who sit or stand there.''')
}

| figure | | limit |
|---|--:|--:|
"""


TIMES = f"""
## How long it takes

{
    _fill(f'''Estimates: nobody has built one with a watch in his hand. Printing: plastic ÷ (layer
{effort.LAYER:g} × line {effort.LINE:g} × speed × {effort.AT_SPEED:g}, the share of the time in which it is
kept) + {effort.LAYER_CHANGE} s a layer; plastic: {effort.WALLS} lines all round, {effort.FILLED:.0%} of what
is inside. Volumes and heights are measured on the parts that are built, joints counted on the board. If a
house sets the flat parts, their row falls away.''')
}

"""


SOUND = f"""
## Sound

{
    _fill(f'''In dB at 1 m: the data sheet's {sound.LEVEL:g} at {sound.AT_M * 100:g} cm and
{sound.PITCH} Hz + 20 log({sound.SWING:g} V ÷ {sound.DRIVEN:g} V) − 20 log(1 m ÷ {sound.AT_M * 100:g} cm)
− what the holes keep back, 20 log|1 − (tone ÷ {sound.passes() / 1000:.1f} kHz)²|: the Helmholtz tone of
{boxes.SOUND_HOLES} holes of {boxes.SOUND_HOLE:g} mm and the air behind them, c ÷ 2π × √(area ÷ (volume
× length)). Below the sounder's own pitch {sound.RESONANCE:g} dB less, and 40 log({sound.PITCH} Hz ÷
tone): estimated from below, as the data sheet says nothing of other pitches. What must be heard has a
limit. Of each signal its loudest tone.''')
}

| signal | tones in Hz | | limit |
|---|---|--:|--:|
"""

COLOURS = f"""
## The seats' colours

{
    _fill(f'''How far apart the two are that are hardest to tell, in CIE Lab, for usual eyes and for those
that lack one kind of cone; 2 are told apart side by side. Letters say the same. Each is {palette.OUT:g}
times as bright as the box or more.''')
}

| who looks | which | apart | limit |
|---|---|--:|--:|
"""


def _sounds() -> str:
    rows = ""
    for name, (loud, least) in sound.figures().items():
        tones = ", ".join(str(pitch) for pitch in dict.fromkeys(sound.patterns()[name]))
        limit = f"≥ {least}" if least is not None else "–"
        rows += f"| {name.lower().replace('_', ' ')} | {tones} | {loud:.0f} | {limit} |\n"
    return rows


def _colours() -> str:
    return "".join(
        f"| {who} | {pair} | {far:.1f} | ≥ {palette.APART} |\n"
        for who, (far, pair) in palette.nearest().items()
    )


def text() -> str:
    power = "".join(
        f"| {name} | {figure:.1f} | {'≥' if more else '≤'} {limit} | {_POWER[name]} |\n"
        for name, (figure, limit, more) in budget.figures().items()
    )
    seen = sight.figures()
    rows = ""
    for name in [name for name in seen if name.startswith("menu text, ")]:
        who = name.removeprefix("menu text, ")
        digits = seen.get(
            f"digits, {who}", (sight.Eye(who, sight.SEATED, sight.HANDS).angle(sight.capital("huge")), None)
        )
        rows += f"| {who} | {_cells(digits, '′')} | {_cells(seen[name], '′')} |\n"
    lights = "".join(
        f"| {name} | {_cells(it, _unit(name))} |\n"
        for name, it in seen.items()
        if "text" not in name and "digits" not in name
    )
    return (
        HEAD
        + power
        + EYES
        + rows
        + LIGHTS
        + lights
        + SOUND
        + _sounds()
        + COLOURS
        + _colours()
        + TIMES
        + effort.text()
    )


def _unit(name: str) -> str:
    return " mm" if name.startswith("mm") else "" if name.startswith("′") else " ×"


def _cells(found: tuple[float, float | None], unit: str) -> str:
    figure, least = found
    return f"{figure:.1f}{unit} | {f'≥ {least:g}' if least is not None else '–'}"


if __name__ == "__main__":
    sys.exit(kept.command(__doc__, {FILE: text()}))
