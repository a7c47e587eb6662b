"""The kinds of parts on the carrier board: of each its drawing, copper and body, and how to choose one."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """What is bought: its drawing in the schematic, its copper and body on the board, how to choose it."""

    symbol: str  # KiCad's, or "own" for a box with the pins named in words
    footprint: str
    body: tuple[float, float, float, float]  # left, top, right, bottom, before turning, from the part's place
    height: float  # mm above the board, plugs not counted
    description: str
    look_for: str
    wont_work: str = ""


_R_0805 = "Resistor_SMD:R_0805_2012Metric_Pad1.20x1.40mm_HandSolder"
_C_0805 = "Capacitor_SMD:C_0805_2012Metric_Pad1.18x1.45mm_HandSolder"
_SMALL = (-1.0, -0.65, 1.0, 0.65)


def _xh(count):
    return Kind(
        "own",
        f"Connector_JST:JST_XH_B{count}B-XH-A_1x{count:02}_P2.50mm_Vertical",
        (-2.45, -2.35, 2.5 * (count - 1) + 2.45, 3.4),
        7.0,
        f"connector, JST XH, {count} pins, upright",
        f"JST B{count}B-XH-A, or a clone with 2.5 mm pitch and a key",
        "JST PH (2.0 mm) or VH (3.96 mm)",
    )


KINDS = {
    "resistor": Kind("Device:R", _R_0805, _SMALL, 0.6, "resistor", "0805, 1 %, 1/8 W"),
    "capacitor": Kind(
        "Device:C",
        _C_0805,
        _SMALL,
        1.3,
        "ceramic capacitor",
        "0805, X7R, 16 V or more",
        "Y5V: it loses most of its value at 5 V",
    ),
    "bulk": Kind(
        "Device:C_Polarized",
        "Capacitor_SMD:CP_Elec_8x10",
        (-4.15, -4.15, 4.15, 4.15),
        10.5,
        "electrolytic capacitor",
        "8 × 10 mm SMD can, 16 V or more, low impedance, 105 °C",
    ),
    "seat fuse": Kind(
        "Device:Polyfuse",
        "Fuse:Fuse_1206_3216Metric_Pad1.42x1.75mm_HandSolder",
        (-1.6, -0.8, 1.6, 0.8),
        1.1,
        "resettable fuse, 0.05 A",
        "1206, holds 0.05 A, trips at 0.15 A, 3.6 Ω or more when cold",
        "0.1 A and more: until it trips, a pinched seat cable would pull the whole box down",
    ),
    "main fuse": Kind(
        "Device:Polyfuse",
        "Fuse:Fuse_1812_4532Metric_Pad1.30x3.40mm_HandSolder",
        (-2.25, -1.6, 2.25, 1.6),
        1.6,
        "resettable fuse, 1.1 A",
        "1812, holds 1.1 A",
    ),
    "guard": Kind(
        "Power_Protection:USBLC6-2SC6",
        "Package_TO_SOT_SMD:SOT-23-6_Handsoldering",
        (-0.9, -1.55, 0.9, 1.55),
        1.45,
        "static protection of two lines and their supply",
        "USBLC6-2SC6 from a maker who states IEC 61000-4-2, 8 kV contact",
        "varistors: they leak and age, and let through several times the voltage",
    ),
    "rail guard": Kind(
        "Device:D_Zener",
        "Diode_SMD:D_SMA_Handsoldering",
        (-2.3, -1.5, 2.3, 1.5),
        2.4,
        "surge diode of the 5 V rail",
        "SMAJ6.0A, one direction; its ring marks the + side",
        "SMAJ5.0A: it starts to leak at the 5.2 V of a boost converter",
    ),
    "light": Kind(
        "LED:WS2812B",
        "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
        (-2.5, -2.5, 2.5, 2.5),
        1.6,
        "light with a controller of its own",
        "WS2812B or SK6812 RGB, 5 × 5 mm, four pads, colour order green-red-blue",
        "SK6812 RGBW (32 bits per light), PL9823 (red first), WS2811 strips for 12 V",
    ),
    "buffer": Kind(
        "74xx:74AHCT244",
        "Package_SO:SOIC-20W_7.5x12.8mm_P1.27mm",
        (-3.75, -6.4, 3.75, 6.4),
        2.65,
        "eight buffers that take 3.3 V for a 1 and give 5 V",
        "74AHCT244 or 74HCT244 in SO-20 (7.5 mm wide body)",
        "74HC244: at 5 V it wants 3.5 V for a 1 and sees none from an ESP32",
    ),
    "inverter": Kind(
        "74xGxx:74AHCT1G04",
        "Package_TO_SOT_SMD:SOT-23-5_HandSoldering",
        (-0.8, -1.45, 0.8, 1.45),
        1.45,
        "inverter that takes 3.3 V for a 1 and gives 5 V",
        "74AHCT1G04 in SOT-23-5",
        "74AHC1G04, 74LVC1G04: at 5 V they want 3.5 V for a 1",
    ),
    "power transistor": Kind(
        "Transistor_FET:AO3401A",
        "Package_TO_SOT_SMD:SOT-23_Handsoldering",
        (-0.7, -1.52, 0.7, 1.52),
        1.1,
        "P-channel MOSFET",
        "AO3401A, or another SOT-23 that has under 0.1 Ω at 4.5 V on its gate",
        "2N7002 or BSS84: an N-channel, and one of 10 Ω",
    ),
    "power diode": Kind(
        "Device:D_Schottky",
        "Diode_SMD:D_SMA_Handsoldering",
        (-2.3, -1.5, 2.3, 1.5),
        2.4,
        "Schottky diode, 3 A",
        "SS34 in SMA; its ring is the side of the 5 V rail",
        "1N4007 types: they lose 0.9 V, and the ESP32 resets",
    ),
    "seat jack": Kind(
        "own",
        "Connector_RJ:RJ45_Amphenol_54602-x08_Horizontal",
        (-3.2, -3.77, 12.1, 13.97),
        13.4,
        "seat socket, 8P8C (RJ45)",
        "Amphenol 54602-908LF, or a plain clone whose drawing shows the same two rows of four pins",
        "network sockets with transformers inside, sockets for 6P6C plugs",
    ),
    "socket row": Kind(
        "own",
        "Connector_PinSocket_2.54mm:PinSocket_1x19_P2.54mm_Vertical",
        (-1.27, -1.27, 1.27, 46.99),
        8.5,
        "female header, 19 pins",
        "2.54 mm, 8.5 mm high, one row; two of them carry the DevKitC",
    ),
    "regulator": Kind(
        "Regulator_Linear:AP2112K-3.3",
        "Package_TO_SOT_SMD:SOT-23-5_HandSoldering",
        (-0.8, -1.45, 0.8, 1.45),
        1.45,
        "3.3 V for the displays, and little into a short",
        "AP2112K-3.3 in SOT-23-5 (0.6 A; shorted it gives about 0.05 A)",
        "LP2985 and others of 150 mA: two displays want 300",
    ),
    "clock chip": Kind(
        "Timer_RTC:DS3231MZ",
        "Package_SO:SOIC-8_3.9x4.9mm_P1.27mm",
        (-1.95, -2.45, 1.95, 2.45),
        1.75,
        "clock chip: the date while the box is off; may be left out",
        "DS3231MZ in SO-8; it has its own crystal",
        "DS1307: it wants 5 V and a crystal",
    ),
    "coin holder": Kind(
        "Device:Battery_Cell",
        "Battery:BatteryHolder_Keystone_3034_1x20mm",
        (-11.6, -10.2, 11.6, 9.0),
        4.2,
        "holder for a CR2032; may be left out with the clock chip",
        "Keystone 3034, or a clone with its two ears and a round pad between",
    ),
    "order bridge": Kind(
        "Jumper:SolderJumper_3_Open",
        "Jumper:SolderJumper-3_P1.3mm_Open_Pad1.0x1.5mm",
        (-1.8, -0.75, 1.8, 0.75),
        0.3,
        "three pads that a drop of solder joins",
        "nothing to buy",
    ),
    "xh 2": _xh(2),
    "xh 3": _xh(3),
    "xh 4": _xh(4),
    "xh 5": _xh(5),
    "test point": Kind(
        "Connector:TestPoint",
        "TestPoint:TestPoint_THTPad_D2.0mm_Drill1.0mm",
        (-1.0, -1.0, 1.0, 1.0),
        0.1,
        "test point",
        "nothing to buy: a hole for the tip of a meter",
    ),
    "fiducial": Kind(
        "Mechanical:Fiducial",
        "Fiducial:Fiducial_1mm_Mask2mm",
        (-0.5, -0.5, 0.5, 0.5),
        0.1,
        "dot by which a machine finds the board",
        "nothing to buy",
    ),
    "screw hole": Kind(
        "Mechanical:MountingHole",
        "MountingHole:MountingHole_3.2mm_M3",
        (-3.2, -3.2, 3.2, 3.2),
        2.5,
        "screw hole",
        "M3 screw, head up to 6 mm",
    ),
}
