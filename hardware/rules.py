"""What the chip and the table demand of the design, each broken rule in a sentence that says why."""

from hardware import design

# The ESP32-WROOM-32 by its data sheet, its errata and the DevKitC's guide.
STRAPPING = {0, 2, 5, 12, 15}
FLASH = set(range(6, 12))
CABLE = {1, 3}
GLITCHING = {36, 39}  # erratum: for about 80 ns
MISSING = {20, 24, 28, 29, 30, 31, 37, 38}
RESTLESS = {1, 3, 5, 14, 15}  # high, blinking or talking before a program runs
INPUT_ONLY = set(range(34, 40))  # and without pull-ups
CONVERTER_1 = set(range(32, 40))  # the second converter belongs to the radio
WAKING = {0, 2, 4, *range(12, 16), *range(25, 28), *range(32, 40)}  # reach the part that never sleeps

_NEVER = (
    (STRAPPING, "its level at power-on decides how the chip starts"),
    (FLASH, "the chip's program memory hangs on it"),
    (CABLE, "the cable to the PC hangs on it"),
    (GLITCHING, "the chip pulls it low for a moment when its converter or radio wakes"),
    (MISSING, "the module does not bring it out"),
)
_OUTPUTS = ("SDA", "SCL", "BUZZER", "LIGHTS")


def broken_pins(gpio):
    """What is wrong with a pin map."""
    found = [
        f"{name} on GPIO {pin}: {why}" for name, pin in gpio.items() for pins, why in _NEVER if pin in pins
    ]
    for name in _OUTPUTS:
        if gpio[name] in INPUT_ONLY:
            found.append(f"{name} on GPIO {gpio[name]}: this pin can only be read")
    for name in ("BUZZER", "LIGHTS"):
        if gpio[name] in RESTLESS:
            found.append(
                f"{name} on GPIO {gpio[name]}: the chip moves it while it starts, which is heard or seen"
            )
    if gpio["BATTERY"] not in CONVERTER_1:
        found.append(f"BATTERY on GPIO {gpio['BATTERY']}: its converter does not work beside the radio")
    if gpio["CONSOLE_UP"] not in WAKING:
        found.append(f"CONSOLE_UP on GPIO {gpio['CONSOLE_UP']}: this pin cannot wake the chip")
    for name, pin in gpio.items():
        twins = [other for other in gpio if gpio[other] == pin and other < name]
        found += [f"{name} and {other} are both on GPIO {pin}" for other in twins]
    return found


def _between(parts, kind, value, *nets):
    """Whether a part of this kind and value joins the two nets."""
    return any(
        part.kind == kind and part.value == value and set(part.nets.values()) == set(nets) for part in parts
    )


def broken_keys(parts):
    """Each key needs what the firmware's model of it has: 10 kΩ up, 1 kΩ in series, 100 nF."""
    keys = [(f"KEY_{seat}", f"SEAT_{seat}") for seat in design.SEATS]
    keys += [(f"KEY_{key}", f"CONSOLE_{key}") for key in design.KEYS]
    found = []
    for outside, gpio in keys:
        for kind, value, ends, what in (
            ("resistor", "10k", ("+3V3", outside), "pull-up: it would read as pressed at random"),
            ("resistor", "1k", (outside, gpio), "series resistor: static would reach the chip"),
            ("capacitor", "100n", (gpio, "GND"), "capacitor: each bounce would be a press"),
        ):
            if not _between(parts, kind, value, *ends):
                found.append(f"{outside} has no {value} {what}")
    return found


def broken_cables(parts):
    """No cable may take others down with it: no wire of one seat's socket is anybody else's."""
    found = []
    for part in parts:
        if part.kind != "seat jack":
            continue
        seat = part.value[-1]
        own = {f"KEY_{seat}", f"LIGHT_{seat}", f"POD_{seat}", "GND"}
        for pin, net in part.nets.items():
            if net not in own:
                found.append(
                    f"{part.ref}.{pin} puts {net} on the cable: a fault there reaches more than one seat"
                )
        for net in own - {"GND"}:
            guarded = any(other.kind == "guard" and net in other.nets.values() for other in parts)
            if not guarded:
                found.append(f"{net} has no guard against static")
        if not _between(parts, "seat fuse", "0.05 A", "+5V", f"POD_{seat}"):
            found.append(f"POD_{seat} has no fuse: a pinched cable would switch the box off")
    return found


def broken_places(parts):
    """Bodies lie on the board and not in each other, nor under the DevKitC higher than its sockets allow."""
    found = []
    width, height = design.BOARD
    devkit = (*design.DEVKIT_BODY, 0)
    for at, part in enumerate(parts):
        box = part.envelope()
        left, top, right, bottom, tall = box
        over = left < 0 or right > width or any(_meet(box, (*cut, 0)) for cut in design.CUT_OUT)
        if over or (part.kind != "seat jack" and (top < 0 or bottom > height)):
            found.append(f"{part.ref} stands out over the board's edge")
        if part.kind != "socket row" and tall > design.DEVKIT_UNDERSIDE and _meet(box, devkit):
            found.append(f"{part.ref} is too high to stand under the DevKitC")
        found += [
            f"{part.ref} and {other.ref} are in each other's place"
            for other in parts[at + 1 :]
            if _meet(box, other.envelope())
        ]
    return found


def _meet(one, other):
    left, top, right, bottom, _ = one
    a, b, c, d, _ = other
    return left < c and a < right and top < d and b < bottom
