"""What data sheets say of pins, and what each pin of the controller must do at a connector.

Nothing here comes from the description of the board: a mistake there, copied into schematic and copper alike,
still contradicts this page. Sources: ESP32-DevKitC V4 (Espressif), 74AHCT244 (Nexperia, TI), WS2812B
(Worldsemi), 74AHCT1G04 (TI), AO3401A (Alpha & Omega), USBLC6-2 (ST), AP2112 (Diodes), DS3231M (Analog
Devices), 3034 (Keystone); of a diode KiCad's footprints number the cathode 1, of an electrolytic
capacitor the plus.
"""

# The DevKitC seen from above with its antenna up: from the antenna down to the USB socket.
# fmt: off
DEVKITC = {
    "J1": ("3V3", "EN", "36", "39", "34", "35", "32", "33", "25", "26", "27", "14", "12", "GND",
           "13", "9", "10", "11", "5V"),
    "J2": ("GND", "23", "22", "1", "3", "21", "GND", "19", "18", "5", "17", "16", "4", "0", "2",
           "15", "8", "7", "6"),
}
# fmt: on
ROWS_APART, PIN_PITCH = 25.4, 2.54

# From which pin to which a signal goes through a part.
BOTH_WAYS = (("1", "2"), ("2", "1"))
_BUFFERS = tuple(
    zip(
        ("2", "4", "6", "8", "11", "13", "15", "17"),
        ("18", "16", "14", "12", "9", "7", "5", "3"),
        strict=True,
    )
)
THROUGH = {
    "74AHCT244": _BUFFERS,
    "74HCT244": _BUFFERS,
    "WS2812B": (("4", "2"),),  # DIN to DOUT
    "74AHCT1G04": (("2", "4"),),
}
INVERTERS = ("74AHCT1G04",)
PASSES = ("C812",)  # a capacitor that a signal goes through
LAMP = "WS2812B"
# The same of supply currents.
CARRIES = {
    "AO3401A": (("2", "3"),),  # source to drain
    "SS34": (("2", "1"),),  # anode to cathode
}

# The pins that feed a part.
FEEDS = {
    "74AHCT244": {"20": "5V", "10": "GND", "1": "GND", "19": "GND"},  # both halves enabled
    "74HCT244": {"20": "5V", "10": "GND", "1": "GND", "19": "GND"},
    "WS2812B": {"1": "5V", "3": "GND"},
    "74AHCT1G04": {"3": "GND", "5": "5V"},
    "USBLC6-2SC6": {"2": "GND"},
    "SMAJ6.0A": {"1": "5V", "2": "GND"},
    "220u": {"1": "5V", "2": "GND"},
    "AP2112K-3.3": {"1": "5V", "2": "GND", "3": "5V"},  # 3 switches it on
    "DS3231MZ": {"2": "3V3", "5": "GND"},
    "CR2032": {"2": "GND"},
}

# ---- what each contact is for ----------------------------------------------------------------------

# GPIO: what it does, and at which contacts; of the lights also behind how many lamps of the board's chain.
_SEAT_KEYS = dict(zip((32, 33, 25, 26, 27, 13), "ABCDEF", strict=True))
FUNCTIONS = {
    **{
        gpio: {(f"J{n}01.3", 0): f"key of seat {seat}"}
        for n, (gpio, seat) in enumerate(_SEAT_KEYS.items(), 1)
    },
    14: {("J701.2", 0): "console key up"},
    4: {("J701.3", 0): "console key down"},
    19: {("J701.4", 0): "console key OK"},
    34: {("J701.5", 0): "console key back"},
    18: {(f"J{n}01.1", n - 1): f"light of seat {seat}" for n, seat in enumerate("ABCDEF", 1)},
    21: {(pin, 0): "data of displays and clock chip" for pin in ("J821.4", "J822.4", "U831.7")},
    22: {(pin, 0): "clock of displays and clock chip" for pin in ("J821.3", "J822.3", "U831.8")},
    23: {(contact, 0): "sounder" for contact in ("J811.1", "J811.2")},
    35: {("J901.3", 0): "half the battery's voltage"},
}

# Contact: the pin of the controller that it shares its supply with, fuses not counted.
SUPPLIES = {
    **{f"J{n}01.{pin}": "GND" for n in range(1, 7) for pin in (2, 4, 5, 6)},
    **{f"J{n}01.{pin}": "5V" for n in range(1, 7) for pin in (7, 8)},
    "J701.1": "GND",
    "J901.1": "GND",
    "J902.2": "GND",
}
# Contacts of cables that leave the box, and of metal keys and the switch: a finger reaches them, so they must
# be at a guard.
TOUCHED = (
    *(f"J{n}01.{pin}" for n in range(1, 7) for pin in (1, 3)),
    *(f"J701.{pin}" for pin in range(2, 6)),
    "J902.1",
    "J902.3",
)
SOUNDER = ("J2.2", ("J811.1", "J811.2"))  # the controller's pin, and the contacts that get opposite tones
GUARD, GUARDED = "USBLC6-2SC6", ("1", "3", "4", "6")
POWER_IN = "J901.2"

# Two bridges of three pads choose the order of the displays' supply: with both to the left (pads 1 and 2) the
# first contact is ground, with both to the right (2 and 3) the second.
BRIDGES = ("JP821", "JP822")
DISPLAY_FEED = "U821.5"  # the regulator's output
DISPLAY_CONTACTS = tuple((f"J{ref}.1", f"J{ref}.2") for ref in (821, 822))
COIN = ("BT831.1", "U831.6")  # plus of the cell, and where the clock chip wants it
