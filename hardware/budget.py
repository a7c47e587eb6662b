"""What the box draws from its supply, and how long a battery lasts: all figures in mA, V and hours."""

import re
import sys
from pathlib import Path

LIGHTS = Path(__file__).parent.parent / "firmware" / "tileclock" / "device" / "lights.py"

# From data sheets, the worst of the kinds that the parts list allows.
CHIP, CHIP_RADIO = 68, 240  # ESP32 at 240 MHz; with its radio sending, which the firmware does not use
MODULE = 20  # USB chip, power lamp and regulator of the DevKitC
DISPLAY, DISPLAY_USUAL = 150, 60  # 2.42" panel all white; showing digits
PART_FULL, LIGHT_IDLE = 20, 1  # one colour of a WS2812B at full; its controller when dark
SOUND = 3
CONVERTER = 5  # the charger board itself
LAMPS = 12  # each seat has one on the board and one at the table

# What the supplies give.
USB_PORT = 500
CHARGER = 1000
SEAT_FUSE = 40  # holds 50 at 20 °C, less in a warm box
MAIN_FUSE = 800  # holds 1100 at 20 °C

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
    steady = CHIP + MODULE + SOUND
    worst = steady + DISPLAY + LAMPS * lamp()
    # The usual: digits on the display, and the light of the seat on turn between green and red.
    usual = CHIP + MODULE + DISPLAY_USUAL + CONVERTER + LAMPS * LIGHT_IDLE + 2 * (lamp(2) - LIGHT_IDLE)
    hours = BATTERY * USABLE * BATTERY_VOLTS * EFFICIENCY / (usual * RAIL_VOLTS)
    return {
        "one seat's light, white": (lamp(), SEAT_FUSE, False),
        "six lights, white": (6 * lamp(), 100, False),
        "all twelve lamps, white": (LAMPS * lamp(), 200, False),
        "everything at once, from USB": (worst, USB_PORT, False),
        "everything and the radio, from the charger": (worst - CHIP + CHIP_RADIO, CHARGER, False),
        "everything and the radio, main fuse": (worst - CHIP + CHIP_RADIO, MAIN_FUSE, False),
        "usual": (usual, 250, False),
        "hours on a battery": (hours, CLUB_EVENING, True),
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
