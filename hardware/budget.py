"""What the box draws from its supply, and how long a battery lasts: all figures in mA, V and hours."""

import re
import sys
from pathlib import Path

LIGHTS = Path(__file__).parent.parent / "firmware" / "tileclock" / "device" / "lights.py"

# From data sheets, the worst of the kinds that the parts list allows.
CHIP, CHIP_RADIO = 68, 240  # ESP32 at 240 MHz; with its radio sending, which the firmware does not use
MODULE = 20  # USB chip, power lamp and regulator of the DevKitC
DISPLAYS = 2
DISPLAY, DISPLAY_USUAL = 150, 60  # a 2.42" panel all white; showing digits
BLEEDER = 1.1
# What is charged when it is switched on, C901 with a fifth more than is printed on it: µF; and Ω on the way
# there: cable, F901, Q901, D901, the charger's own.
RAIL, ON_THE_WAY = 304, 0.3
ON_THE_WAY_TO_A_SEAT = 4.7  # Ω: the seat fuse at its least, the cable, the rail's own
PART_FULL, LIGHT_IDLE = 20, 1  # one colour of a WS2812B at full; its controller when dark
SOUND = 3
CONVERTER = 5  # the charger board itself
LAMPS = 12  # each seat has one on the board and one at the table

# The regulator of the displays, in SOT-23-5 on a board without a heat sink.
REGULATOR_OUT, KELVIN_PER_WATT, ROOM, CHIP_MAX = 3.3, 187, 35, 150
REGULATOR_CURRENT = 600

# What the supplies give.
USB_PORT = 500
CHARGER = 1000
SEAT_FUSE = 40  # holds 50 at 20 °C, less in a warm box
MAIN_FUSE = 800  # holds 1100 at 20 °C
DIODE, TRANSISTOR = 0.3, 20  # V that D901 keeps; A that Q901 bears for a moment
CONTACT = 1.5  # A of a seat socket's contact

BATTERY = 2500
BATTERY_VOLTS, RAIL_VOLTS, EFFICIENCY = 3.7, 5.2, 0.88
USABLE = 0.9  # of a battery that is not new
CLUB_EVENING = 6


def limit():
    """The share of its full brightness that the firmware gives a colour at most."""
    return int(re.search(r"_LEVEL = const\((\d+)\)", LIGHTS.read_text())[1]) / 255


def lamp(colours=3):
    """One lamp with so many colours at the firmware's limit."""
    return LIGHT_IDLE + colours * PART_FULL * limit()


def figures():
    """Every figure with the limit that it must not pass: name -> (figure, limit, higher is better)."""
    steady = CHIP + MODULE + SOUND + BLEEDER
    # The self-test shows one after the other: all lamps white, all displays white.
    worst = steady + max(DISPLAYS * DISPLAY + LAMPS * LIGHT_IDLE, DISPLAYS * DISPLAY_USUAL + LAMPS * lamp())
    # The usual: digits on the display, and the light of the seat on turn between green and red.
    alone = CHIP + MODULE + BLEEDER + CONVERTER + LAMPS * LIGHT_IDLE + 2 * (lamp(2) - LIGHT_IDLE)
    one, two = alone + DISPLAY_USUAL, alone + 2 * DISPLAY_USUAL
    energy = BATTERY * USABLE * BATTERY_VOLTS * EFFICIENCY / RAIL_VOLTS
    warmth = (RAIL_VOLTS - REGULATOR_OUT) * KELVIN_PER_WATT * DISPLAYS / 1000
    return {
        "one seat's light, white": (lamp(), SEAT_FUSE, False),
        "six lights, white": (6 * lamp(), 100, False),
        "all twelve lamps, white": (LAMPS * lamp(), 200, False),
        "everything at once, from USB": (worst, USB_PORT, False),
        "everything and the radio, from the charger": (worst - CHIP + CHIP_RADIO, CHARGER, False),
        "everything and the radio, main fuse": (worst - CHIP + CHIP_RADIO, MAIN_FUSE, False),
        "usual, one display": (one, 250, False),
        "usual, two displays": (two, 300, False),
        "switched on, A for a moment": ((RAIL_VOLTS - DIODE) / ON_THE_WAY, TRANSISTOR, False),
        "switched on at a PC's port, ms": (RAIL * 4.4 / (USB_PORT - CHIP - MODULE), 4, False),
        "a seat plugged in, A for a moment": (4.8 / ON_THE_WAY_TO_A_SEAT, CONTACT, False),
        "hours on a battery, one display": (energy / one, CLUB_EVENING, True),
        "hours on a battery, two displays": (energy / two, 5, True),
        "displays all white, their regulator": (DISPLAYS * DISPLAY, REGULATOR_CURRENT, False),
        "its chip with digits, °C": (ROOM + warmth * DISPLAY_USUAL, 85, False),
        "its chip all white for long, °C": (ROOM + warmth * DISPLAY, CHIP_MAX, False),
    }


def wrong():
    return [
        f"{name}: {figure:.0f}, allowed {'at least' if more else 'at most'} {bound}"
        for name, (figure, bound, more) in figures().items()
        if (figure < bound if more else figure > bound)
    ]


if __name__ == "__main__":
    for words, (figure, bound, more) in figures().items():
        print(f"{words:45} {figure:7.1f}   {'≥' if more else '≤'} {bound}")
    sys.exit("\n".join(wrong()) or None)
