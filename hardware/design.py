"""The one description of the electronics: which parts, wired how, placed where; all drawings come from it.

What the parts are is in kinds.py, what hangs on the board's connectors in outside.py.

Places are in mm on the carrier board seen from above: x to the right, y towards the player, the origin in
the far left corner. Turns are degrees counter-clockwise, as KiCad counts them.
"""

from dataclasses import dataclass, field

from hardware.kinds import KINDS

NAME = "tileclock carrier"
REVISION, DATE = "B", "2026-11-19"

# ---- the controller: what each GPIO is wired to --------------------------------------------------

SEATS = "ABCDEF"
KEYS = ("UP", "DOWN", "OK", "BACK")

# The same map as the firmware's pins.py; tests compare them, and hold each pin to what the chip allows.
GPIO = {
    **{f"SEAT_{seat}": pin for seat, pin in zip(SEATS, (32, 33, 25, 26, 27, 13), strict=True)},
    **{f"CONSOLE_{key}": pin for key, pin in zip(KEYS, (14, 4, 19, 34), strict=True)},
    "SDA": 21,
    "SCL": 22,
    "BUZZER": 23,
    "LIGHTS": 18,
    "BATTERY": 35,
}

# The two rows of the DevKitC with its antenna up, from the antenna to the USB socket.
# fmt: off
LEFT_ROW  = ("3V3", "EN", "36", "39", "34", "35", "32", "33", "25", "26", "27", "14", "12", "GND", "13",
             "9", "10", "11", "5V")
RIGHT_ROW = ("GND", "23", "22", "1", "3", "21", "GND", "19", "18", "5", "17", "16", "4", "0", "2",
             "15", "8", "7", "6")
# fmt: on
_SUPPLY_PINS = {"3V3": "+3V3", "5V": "+5V", "GND": "GND"}


def row_nets(row):
    """What each pin of a DevKitC row is wired to; pins that must stay free are left out."""
    by_pin = {str(pin): net for net, pin in GPIO.items()} | _SUPPLY_PINS
    return {str(number): by_pin[name] for number, name in enumerate(row, 1) if name in by_pin}


# ---- parts ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Part:
    """One part: what it is, where it sits, and the net of each wired pin."""

    ref: str
    kind: str
    value: str
    x: float
    y: float
    turn: int
    nets: dict[str, str] = field(hash=False)
    pins: tuple[str, ...] = ()  # of a connector: what each pin is, in words
    title: str = ""  # of a connector: what is plugged in

    @property
    def made(self):
        return KINDS[self.kind]

    def envelope(self):
        """Left, top, right and bottom of the body on the board, and its height."""
        left, top, right, bottom = self.made.body
        for _ in range(self.turn // 90):
            left, top, right, bottom = top, -right, bottom, -left
        return self.x + left, self.y + top, self.x + right, self.y + bottom, self.made.height


def _nets(*nets):
    return {str(number): net for number, net in enumerate(nets, 1) if net}


def _guard(ref, place, rail, line, other=""):
    """Leads a spark on one of two lines away, to ground, and over the rail where there is one."""
    nets = {"1": line, "6": line, "2": "GND", "5": rail, "3": other, "4": other}
    return Part(ref, "guard", "USBLC6-2SC6", *place, {pin: net for pin, net in nets.items() if net})


# ---- the board's outline -------------------------------------------------------------------------

BOARD = (160.0, 105.0)
# The sockets of the near side stand on a tongue; beside it wires come up from below.
TONGUE = (39.0, 104.0)
BODY = 92.0  # how deep it is elsewhere
CUT_OUT = ((0.0, BODY, TONGUE[0], BOARD[1]), (TONGUE[1], BODY, BOARD[0], BOARD[1]))
OUTLINE = (
    (0.0, 0.0),
    (BOARD[0], 0.0),
    (BOARD[0], BODY),
    (TONGUE[1], BODY),
    (TONGUE[1], BOARD[1]),
    (TONGUE[0], BOARD[1]),
    (TONGUE[0], BODY),
    (0.0, BODY),
)

# ---- seats: one socket, one guard, one key filter and one light each -----------------------------

# Any straight network cable reaches a seat, and a crossed one only swaps two lines that bear it: the key does
# not answer and nothing breaks. GND is where "passive" network injectors put their plus, so such a mistake
# meets the guard's diode in its forward direction instead of 24 V at the lights.
SEAT_PINS = ("light", "ground", "key", "ground", "ground", "ground", "+5 V", "+5 V")
SEAT_PITCH = 22.0
SEAT_FIRST_X = 25.0
JACK_Y = 13.5  # its mouth looks 0.5 mm over the far edge
LIGHT_Y = 40.0  # under the ridge of the console, where both sides see it
# Cables leave on both long sides, in the order in which players sit round the table, clockwise.
NEAR_JACKS = {"C": 50.0, "B": 71.5, "A": 93.0}


def seat_x(seat):
    """The middle of a seat's light on the board."""
    return SEAT_FIRST_X + SEAT_PITCH * SEATS.index(seat)


def jack_x(seat):
    """The middle of a seat's socket."""
    return NEAR_JACKS.get(seat, seat_x(seat))


def _seat(seat):
    number = SEATS.index(seat) + 1
    x = seat_x(seat)

    def at_jack(aside, y, turn):
        """A place beside the socket; those of the near side are turned by half, with all around them."""
        if seat in NEAR_JACKS:
            return jack_x(seat) - aside, BOARD[1] - y, (turn + 180) % 360
        return jack_x(seat) + aside, y, turn

    key, light, pod = f"KEY_{seat}", f"LIGHT_{seat}", f"POD_{seat}"
    tap, chain, behind = f"TAP_{seat}", f"CHAIN_{seat}", f"CHAIN_{chr(ord(seat) + 1)}"
    jack = {"1": light, "2": "GND", "3": key, "4": "GND", "5": "GND", "6": "GND", "7": pod, "8": pod}
    lamp = {"1": "+5V", "2": behind if seat != "F" else "", "3": "GND", "4": chain}
    lamp = {pin: net for pin, net in lamp.items() if net}
    n = f"{number}0"
    return [
        Part(
            f"J{n}1",
            "seat jack",
            f"SEAT {seat}",
            *at_jack(4.445, JACK_Y, 180),
            jack,
            SEAT_PINS,
            f"seat {seat}",
        ),
        _guard(f"D{n}1", at_jack(3, 21.3, 90), pod, key, light),
        Part(f"F{n}1", "seat fuse", "0.05 A", *at_jack(-3.9, 21.5, 90), _nets("+5V", pod)),
        Part(f"R{n}1", "resistor", "10k", *at_jack(8, 19.6, 180), _nets("+3V3", key)),
        Part(f"R{n}2", "resistor", "1k", *at_jack(8, 22.3, 0), _nets(key, f"SEAT_{seat}")),
        Part(f"C{n}1", "capacitor", "100n", *at_jack(8, 25.0, 180), _nets(f"SEAT_{seat}", "GND")),
        Part(f"R{n}3", "resistor", "330", *at_jack(4.6, 25.9, 90), _nets(tap, light)),
        Part(f"D{n}2", "light", "WS2812B", x, LIGHT_Y, 180, lamp),
        Part(f"C{n}2", "capacitor", "100n", x + 6.2, LIGHT_Y + 0.9, 0, _nets("+5V", "GND")),
    ]


# ---- console: four keys in the ridge, on one flat cable --------------------------------------------

CONSOLE_PINS = ("ground", "up", "down", "OK", "back")


def _console():
    parts = [
        Part(
            "J701",
            "xh 5",
            "KEYS",
            121.0,
            86.5,
            0,
            _nets("GND", *(f"KEY_{key}" for key in KEYS)),
            CONSOLE_PINS,
            "console keys",
        ),
        # The keys are of metal inside, and a finger is on them all evening.
        _guard("D701", (112.0, 84.0, 0), "+5V", "KEY_UP", "KEY_DOWN"),
        _guard("D702", (140.0, 84.0, 0), "+5V", "KEY_OK", "KEY_BACK"),
    ]
    for at, key in enumerate(KEYS):
        x, n = 102.0 + 12.5 * at, 71 + at
        parts += [
            Part(f"R{n}1", "resistor", "10k", x, 76.0, 180, _nets("+3V3", f"KEY_{key}")),
            Part(f"R{n}2", "resistor", "1k", x, 78.6, 0, _nets(f"KEY_{key}", f"CONSOLE_{key}")),
            Part(f"C{n}1", "capacitor", "100n", x + 4.4, 77.3, 90, _nets("GND", f"CONSOLE_{key}")),
        ]
    return parts


# ---- lights: eight buffers, one feeding the chain on the board, six the cables, one the sounder --

# The chain runs on the board from light to light and never leaves it, so no cable can break it. Each cable
# gets a buffered copy of what its board light hears: the light at the seat takes the first colour it sees,
# which is its own. An empty socket, a cut or a pinched cable harms nobody else.
BUFFER_INPUTS = ("2", "4", "6", "8", "11", "13", "15", "17")
BUFFER_OUTPUTS = ("18", "16", "14", "12", "9", "7", "5", "3")


def _lights():
    inputs = ("LIGHTS", *(f"CHAIN_{seat}" for seat in SEATS), "BUZZER")
    outputs = ("HEAD", *(f"TAP_{seat}" for seat in SEATS), "SOUND_A")
    buffer = {"1": "GND", "19": "GND", "10": "GND", "20": "+5V"}
    buffer |= dict(zip(BUFFER_INPUTS, inputs, strict=True)) | dict(zip(BUFFER_OUTPUTS, outputs, strict=True))
    return [
        Part("U801", "buffer", "74AHCT244", 66.0, 50.4, 90, buffer),
        Part("C801", "capacitor", "100n", 75.5, 47.5, 90, _nets("GND", "+5V")),
        Part("C802", "capacitor", "10u", 78.5, 47.5, 90, _nets("GND", "+5V")),
        # Before the firmware runs the GPIO floats: without this the lights would show what they please.
        Part("R801", "resistor", "100k", 57.5, 59.5, 90, _nets("GND", "LIGHTS")),
        Part("R802", "resistor", "330", 54.5, 47.5, 90, _nets("CHAIN_A", "HEAD")),
        Part("TP801", "test point", "LIGHTS", 85.0, 52.5, 0, _nets("LIGHTS")),
        Part("TP802", "test point", "HEAD", 49.5, 49.5, 0, _nets("HEAD")),
    ]


# One contact of the sounder gets the tone, the other its opposite: 10 V from top to top, for which its data
# sheet says how loud it is. C812 keeps from it the 5 V that lie between the two in silence.
SOUND_PINS = ("tone", "opposite")


def _sound():
    inverter = {"2": "BUZZER", "3": "GND", "4": "SOUND_B", "5": "+5V"}
    contacts = _nets("SOUND_1", "SOUND_2")
    return [
        Part("J811", "xh 2", "SOUND", 14.0, 58.0, 0, contacts, SOUND_PINS, "sounder"),
        Part("U811", "inverter", "74AHCT1G04", 29.4, 51.45, 0, inverter),
        Part("C811", "capacitor", "100n", 34.6, 50.8, 90, _nets("GND", "+5V")),
        Part("R811", "resistor", "1k", 8.4, 52.0, 0, _nets("SOUND_1", "SOUND_A")),
        Part("C812", "capacitor", "10u", 22.0, 52.4, 0, _nets("SOUND_2", "SOUND_B")),
        Part("R813", "resistor", "100k", 22.0, 55.4, 0, _nets("SOUND_2", "GND")),
        # Before the firmware runs the GPIO floats.
        Part("R812", "resistor", "10k", 34.6, 54.8, 0, _nets("BUZZER", "GND")),
    ]


# ---- displays and clock chip ---------------------------------------------------------------------

# Display modules come in two orders of their supply; the wrong one kills them. Two drops of solder choose.
# Both to the left: ground is first; both to the right: 3.3 V is. Without any the displays only stay dark.
DISPLAY_PINS = ("1st (ground or 3.3 V)", "2nd (3.3 V or ground)", "SCL (clock)", "SDA (data)")


def _displays():
    """One for each side of the box, behind a regulator that gives little into a short."""
    contacts = _nets("DISPLAY_1", "DISPLAY_2", "SCL", "SDA")
    regulator = {"1": "+5V", "2": "GND", "3": "+5V", "5": "DISPLAY_3V3"}
    first, second = ("GND", "DISPLAY_1", "DISPLAY_3V3"), ("DISPLAY_3V3", "DISPLAY_2", "GND")
    return [
        Part("J821", "xh 4", "DISPLAY", 26.0, 20.5, 0, contacts, DISPLAY_PINS, "display"),
        Part("J822", "xh 4", "DISPLAY 2", 55.0, 20.5, 0, contacts, DISPLAY_PINS, "second display"),
        Part("U821", "regulator", "AP2112K-3.3", 34.0, 11.5, 0, regulator),
        Part("C821", "capacitor", "10u", 29.8, 11.8, 90, _nets("GND", "+5V")),
        Part("C822", "capacitor", "10u", 38.2, 12.4, 90, _nets("GND", "DISPLAY_3V3")),
        Part("C823", "capacitor", "100n", 40.6, 12.4, 90, _nets("GND", "DISPLAY_3V3")),
        Part("JP821", "order bridge", "1st", 45.5, 14.5, 0, _nets(*first)),
        Part("JP822", "order bridge", "2nd", 45.5, 18.5, 0, _nets(*second)),
        Part("R821", "resistor", "4k7", 56.8, 74.5, 0, _nets("+3V3", "SDA")),
        Part("R822", "resistor", "4k7", 56.8, 71.5, 0, _nets("+3V3", "SCL")),
        Part("TP821", "test point", "SDA", 70.0, 29.0, 0, _nets("SDA")),
        Part("TP822", "test point", "SCL", 76.0, 29.0, 0, _nets("SCL")),
    ]


def _clock():
    """Has the date while the box is off."""
    pins = {"2": "+3V3", "5": "GND", "6": "COIN", "7": "SDA", "8": "SCL"}
    return [
        Part("U831", "clock chip", "DS3231MZ", 56.5, 66.0, 0, pins),
        Part("C831", "capacitor", "100n", 50.8, 66.0, 90, _nets("+3V3", "GND")),
        Part("BT831", "coin holder", "CR2032", 74.0, 67.25, 0, _nets("COIN", "GND")),
    ]


# ---- supply --------------------------------------------------------------------------------------

# One changeover switch does both: ON pulls the gate of Q901 down, OFF pulls the charger's enable pin down, so
# that its converter stops too. A plain 5 V supply without an enable pin is switched just as well.
POWER_PINS = ("ground", "5 V in", "battery +", "enable")
# The broad 5 V track of all seats, from the test point to the bulk capacitor.
BUS = ((16.0, 35.0), (147.0, 35.0))
SWITCH_PINS = ("on", "ground (middle)", "off")


def _supply():
    power = Part(
        "J901", "xh 4", "POWER", 12.0, 86.5, 0, _nets("GND", "5V_IN", "VBAT", "ENABLE"), POWER_PINS, "charger"
    )
    switch = Part(
        "J902", "xh 3", "SWITCH", 30.0, 86.5, 0, _nets("SWITCH", "GND", "OFF"), SWITCH_PINS, "switch"
    )
    return [
        power,
        switch,
        Part("F901", "main fuse", "1.1 A", 13.0, 72.5, 0, _nets("5V_IN", "5V_FUSED")),
        Part("R901", "resistor", "100k", 26.5, 78.0, 180, _nets("GATE", "5V_FUSED")),
        # The switch is of metal and its lever is touched: what jumps there must reach neither the gate nor
        # the charger. The guard has no rail: a switched one, dead while the box is off, would hold ENABLE
        # down through its diode, and the box could not be switched on.
        Part("R902", "resistor", "10k", 26.5, 80.7, 0, _nets("GATE", "SWITCH")),
        Part("R904", "resistor", "1k", 36.2, 79.4, 180, _nets("OFF", "ENABLE")),
        Part("C905", "capacitor", "100n", 36.2, 76.7, 180, _nets("GND", "ENABLE")),
        _guard("D903", (24.75, 84.7, 90), "", "SWITCH", "OFF"),
        # Empties the capacitors when it is switched off, also while the controller is not plugged in.
        Part("R903", "resistor", "4k7", 50.0, 70.5, 0, _nets("+5V", "GND")),
        # Drain towards the supply would let its body diode bypass the switch: the source is at the fuse.
        Part("Q901", "power transistor", "AO3401A", 23.0, 73.0, 0, _nets("GATE", "5V_FUSED", "5V_ON")),
        # Neither the PC's 5 V runs back into the charger, nor the charger's into an unpowered module.
        Part("D901", "power diode", "SS34", 32.5, 73.0, 180, _nets("+5V", "5V_ON")),
        Part("D902", "rail guard", "SMAJ6.0A", 43.0, 71.5, 90, _nets("+5V", "GND")),
        Part("C901", "bulk", "220u", BUS[1][0] + 3.25, BUS[1][1], 0, _nets("+5V", "GND")),
        Part("C902", "capacitor", "10u", 47.2, 74.6, 0, _nets("+5V", "GND")),
        # Beside the controller's 5 V.
        Part("C903", "capacitor", "10u", 150.0, 74.6, 0, _nets("GND", "+5V")),
        Part("C904", "capacitor", "100n", 150.0, 77.3, 0, _nets("GND", "+5V")),
        Part("R911", "resistor", "100k", 93.5, 73.2, 0, _nets("VBAT", "BATTERY")),
        Part("R912", "resistor", "100k", 93.5, 75.9, 180, _nets("GND", "BATTERY")),
        Part("C911", "capacitor", "100n", 93.5, 78.6, 180, _nets("GND", "BATTERY")),
        Part("TP901", "test point", "+5V", *BUS[0], 0, _nets("+5V")),
        Part("TP902", "test point", "+3V3", 40.0, 64.5, 0, _nets("+3V3")),
        Part("TP903", "test point", "GND", 45.5, 64.5, 0, _nets("GND")),
    ]


# ---- the board -----------------------------------------------------------------------------------

THICKNESS = 1.6
HOLES = ((4.5, 4.5), (155.5, 4.5), (4.5, 87.5), (155.5, 87.5))
HOLE_DIAMETER = 3.2
FIDUCIALS = ((4.5, 12.0), (155.5, 12.0), (4.5, 79.0))

# The DevKitC lies on its sockets with the USB socket flush with the right edge and the antenna to the left.
DEVKIT_PIN1_X, DEVKIT_LEFT_Y, DEVKIT_RIGHT_Y = 112.5, 70.4, 45.0
DEVKIT_BODY = (105.0, 43.7, 159.5, 71.7)  # with the antenna, which stands out over the end of its board
DEVKIT_UNDERSIDE = 11.0  # mm from the carrier's top face to the DevKitC's lower face
DEVKIT_USB = (159.5, 57.7, 13.5)  # the mouth of its USB socket: x, y and mm above the carrier's top face
ANTENNA_KEEP_OUT = (90.0, 44.0, 110.3, 71.5)  # no copper here, on either side


def _controller():
    return [
        Part(
            "J1",
            "socket row",
            "DEVKITC LEFT",
            DEVKIT_PIN1_X,
            DEVKIT_LEFT_Y,
            90,
            row_nets(LEFT_ROW),
            LEFT_ROW,
            "DevKitC, left row",
        ),
        Part(
            "J2",
            "socket row",
            "DEVKITC RIGHT",
            DEVKIT_PIN1_X,
            DEVKIT_RIGHT_Y,
            90,
            row_nets(RIGHT_ROW),
            RIGHT_ROW,
            "DevKitC, right row",
        ),
    ]


def _holes():
    return [Part(f"H{at}", "screw hole", "M3", x, y, 0, {}) for at, (x, y) in enumerate(HOLES, 1)]


def _fiducials():
    """By these dots a machine finds out how the board lies."""
    return [Part(f"FID{at}", "fiducial", "FIDUCIAL", x, y, 0, {}) for at, (x, y) in enumerate(FIDUCIALS, 1)]


PARTS = [
    *_controller(),
    *(part for seat in SEATS for part in _seat(seat)),
    *_console(),
    *_lights(),
    *_sound(),
    *_displays(),
    *_clock(),
    *_supply(),
    *_holes(),
    *_fiducials(),
]
BY_REF = {part.ref: part for part in PARTS}
CONNECTORS = {part.ref: part for part in PARTS if part.pins}


def nets(parts=PARTS):
    """Every net as the set of pins that it joins."""
    joined = {}
    for part in parts:
        for pin, net in part.nets.items():
            joined.setdefault(net, set()).add((part.ref, pin))
    return joined
