"""What is bought besides the board: modules, keys, lights and cables, and which connector each belongs to."""

from dataclasses import dataclass

from hardware import sizes


@dataclass(frozen=True)
class Outside:
    """Something bought that is plugged into the board or sits at the other end of a cable."""

    ref: str
    count: int
    value: str
    description: str
    look_for: str
    wont_work: str
    plugs_into: str  # connectors of the board, or the ref of another one


OUTSIDE = [
    Outside(
        "A1",
        1,
        "ESP32-DevKitC V4",
        "controller module, 38 pins",
        "2 × 19 pins, rows 25.4 mm apart, ESP32-WROOM-32 (D, E, UE), a diode between USB and the 5V pin",
        "30-pin boards; boards with rows 22.9 mm apart; ESP32-S2, S3, C3 (other pins)",
        "J1, J2",
    ),
    Outside(
        "A2",
        2,
        '2.42" OLED, SSD1309, I²C',
        "display, one for each side: digits 20 mm high; the second may be left out",
        "128 × 64, four pins (I²C) at 3.3 V; two of one kind, so that one order of pins holds for both; "
        "the second gets the address 0x3D by a solder bridge on its back",
        "SPI-only modules (seven pins) that need parts moved for I²C; OLEDs of 128 × 32",
        "J821, J822",
    ),
    Outside(
        "A3",
        1,
        "Adafruit PowerBoost 1000C",
        "charger that feeds the clock while it charges, and lifts the battery to 5.2 V",
        "load sharing (power path), 5 V at 1 A, an enable pin, the battery brought out, stays on at any load",
        "TP4056 boards with a load on the battery (the charge never ends as it should); IP5306 power banks "
        "(they switch off below 50 mA and drop out when the charger is pulled)",
        "J901",
    ),
    Outside(
        "A4",
        1,
        "CUI CEP-1126",
        "passive piezo sounder under the ridge",
        f"for outside drive, with two leads; at most {sizes.SOUNDER[0]:g} mm wide, {sizes.SOUNDER[1]:g} mm "
        "high; 85 dB or more at 10 cm from 10 V peak to peak at 2.8 kHz",
        "active buzzers (they have one pitch of their own), magnetic ones (U801 cannot drive their coil)",
        "J811",
    ),
    Outside(
        "BT1",
        1,
        "Li-ion 3.7 V, 2500 mAh, protected",
        "battery; may be left out",
        "a pouch with a protection circuit and a JST-PH plug, red at +; charging at 1 A allowed; "
        f"at most {' × '.join(f'{side:g}' for side in sizes.BATTERY)} mm when new",
        "bare cells; packs with the plug the other way round; thicker ones: there would be no room to swell",
        "A3",
    ),
    Outside(
        "BT2",
        1,
        "CR2032",
        "coin cell; may be left out with the clock chip",
        "from a maker you know: it is to last for years",
        "rechargeable ones (LIR2032)",
        "BT831",
    ),
    Outside(
        "S901",
        1,
        "changeover switch, on–on",
        "off switch in the wall",
        "small toggle with a 6 mm thread and three contacts; any current, it carries no load; "
        f"at most {sizes.TOGGLE[3]:g} mm deep with its lugs",
        "",
        "J902",
    ),
    Outside(
        "S71–S74",
        4,
        "push button, 12 mm hole",
        "console keys in the ridge",
        "normally open, momentary, quiet (no snap action needed); "
        f"at most {sizes.KEY[3]:g} mm deep below the ridge with its lugs, nut up to {sizes.KEY[1]:g} mm wide",
        "latching buttons",
        "J701",
    ),
    Outside(
        "S1–S6",
        6,
        "arcade button, 24 or 30 mm",
        "seat keys",
        "normally open, microswitch of 0.5–0.7 N; a silent (cushioned) one where tables are close together; "
        f"at most {sizes.ARCADE_DEPTH:g} mm deep behind the lid with bent lugs",
        "latching buttons; capacitive ones",
        "J101 … J601",
    ),
    Outside(
        "D1–D6",
        6,
        "WS2812B on a small board",
        "light at the seat; may be left out, the box shows the same",
        "a disc of 10 mm: one WS2812B with its 100 nF, pads +5V, DIN, GND",
        "RGBW types; boards that want 12 V",
        "J101 … J601",
    ),
    Outside(
        "W1–W3",
        3,
        "slim network cable, 3 m, Cat 6",
        "seat cables: each is cut in two halves of 1.5 m",
        f"straight through, stranded (patch cable), round, up to {sizes.CABLE:g} mm thick",
        "flat telephone cable; solid installation cable (it breaks)",
        "J101 … J601",
    ),
    Outside(
        "W4",
        1,
        "USB cable with data, 1 m",
        "from the PC to the controller",
        "the plug of your controller (most: micro-B)",
        "cables for charging only",
        "A1",
    ),
    Outside(
        "W5–W6",
        2,
        "XH lead, 4 contacts, 20 cm",
        "from the board to a display",
        "both of one length, at most 20 cm; the open end is soldered to the display",
        "longer ones: the picture may come and go; PH leads (2.0 mm)",
        "J821, J822",
    ),
    Outside(
        "W7",
        1,
        "XH lead, 4 contacts, 20 cm",
        "from the board to the charger",
        "the open end is soldered to its pads",
        "",
        "J901",
    ),
    Outside(
        "W8",
        1,
        "XH lead, 5 contacts, 30 cm",
        "from the board to the keys",
        "the open end is soldered to their lugs",
        "",
        "J701",
    ),
    Outside(
        "W9",
        1,
        "XH lead, 3 contacts, 20 cm",
        "from the board to the switch",
        "the open end is soldered to its lugs",
        "",
        "J902",
    ),
    Outside(
        "W10",
        1,
        "XH lead, 2 contacts, 20 cm",
        "from the board to the sounder",
        "the open end is soldered to its wires",
        "",
        "J811",
    ),
    Outside(
        "A5",
        1,
        "USB supply, 5 V, 2 A, with a cable",
        "charges, and feeds the box for an evening",
        "micro-B for the PowerBoost; any good telephone charger",
        "",
        "A3",
    ),
]
