"""The schematic's page of the console: keys, lights, sound, displays, clock chip."""

from hardware import design
from hardware.page import ABOVE, box_of


def _console(page):
    page.frame(
        "Console keys",
        6,
        6,
        74,
        44,
        "Four keys in the ridge on one cable, with guards against static. The pin of BACK has no pull-up: "
        "R741 is a must.",
    )
    page.put("J701", 9, 15, box=box_of("J701"))
    page.ends("J701", 1, length=6)
    page.ends("J701", 2, 3, 4, 5, length=2)
    for ref, y in (("D701", 27), ("D702", 41)):
        page.put(ref, 15, y, fields=((2.8, -3.2), (2.8, 3.4)))
        page.ends(ref)
    for at, key in enumerate(design.KEYS):
        n, x, y = 71 + at, 33 + at % 2 * 24, 17 + at // 2 * 17
        page.put(f"R{n}1", x + 3, y - 2.5)
        page.ends(f"R{n}1", 1)
        page.put(f"R{n}2", x + 7, y, 90)
        page.put(f"C{n}1", x + 12, y + 2.5, 180)
        page.tag(f"KEY_{key}", x, y, -1)
        page.line((x, y), (f"R{n}2", 1))
        page.line((f"R{n}1", 2), (x + 3, y))
        page.node(x + 3, y)
        page.line((f"R{n}2", 2), (x + 14, y))
        page.line((x + 12, y), (f"C{n}1", 2))
        page.node(x + 12, y)
        page.ends(f"C{n}1", 1)
        page.tag(f"CONSOLE_{key}", x + 14, y)


def _lights(page):
    page.frame(
        "Lights",
        83,
        6,
        76,
        44,
        "3.3 V in, 5 V out: one buffer feeds the chain on the board, six feed the cables with what each "
        "light of the chain hears, the eighth the sounder. R801 keeps them dark until the firmware runs.",
    )
    page.put("U801", 120, 25, fields=((1.2, -8.2), (1.2, 8.6)))
    page.ends("U801", *(pin for pin in range(1, 21) if pin != 3), length=2)
    page.ends("U801", 3, length=6)  # past the names of its neighbours
    page.put("R801", 94, 23, 180)
    page.ends("R801", 1)
    page.line(("R801", 2), (94, 20), (90, 20))
    page.tag("LIGHTS", 90, 20, -1)
    page.put("R802", 147, 20, 270)
    page.line((137, 20), ("R802", 2))
    page.tag("HEAD", 137, 20, -1)
    page.ends("R802", 1)
    for ref, x in (("C801", 146), ("C802", 152)):
        page.put(ref, x, 31, 180)
        page.ends(ref)
    for ref, x in (("TP801", 90), ("TP802", 97)):
        page.put(ref, x, 36, fields=ABOVE)
        page.ends(ref)


def _sound(page):
    page.frame(
        "Sound",
        6,
        53,
        50,
        38,
        "The tone and its opposite, from a buffer of U801 and from U811: 10 V from top to top at the piezo. "
        "C812 and R813 keep steady voltage from it. R812 keeps it silent at the start.",
    )
    x, y = 11, 66
    page.put("R812", x + 4, y + 3)
    page.put("U811", x + 12, y, fields=((1.2, -2.4), (1.2, -1.5)))
    page.tag("BUZZER", x, y, -1)
    page.line((x, y), ("U811", 2))
    page.line(("R812", 1), (x + 4, y))
    page.node(x + 4, y)
    page.ends("R812", 2)
    # The symbol's supply pins are hidden and look inwards.
    for pin, net, up in ((5, "+5V", -4), (3, "GND", 4)):
        page.line(("U811", pin), (x + 12, y + up))
        page.tag(net, x + 12, y + up)
    page.put("C812", x + 24, y, 270, fields=((0, -1.9), (0, 2.1)))
    page.line(("U811", 4), ("C812", 2))
    page.tag("SOUND_B", x + 15.4, y)
    page.put("R813", x + 28, y + 4)
    page.line(("C812", 1), (x + 32, y))
    page.line((x + 28, y), ("R813", 1))
    page.node(x + 28, y)
    page.tag("SOUND_2", x + 32, y)
    page.ends("R813", 2)
    page.put("R811", x + 12, y + 14, 270)
    page.tag("SOUND_A", x + 6, y + 14, -1)
    page.line((x + 6, y + 14), ("R811", 2))
    page.line(("R811", 1), (x + 18, y + 14))
    page.tag("SOUND_1", x + 18, y + 14)
    page.put("C811", x + 24, y + 18, 180)
    page.ends("C811")
    page.put("J811", x + 36, y + 12, box=box_of("J811", "left", 6))
    page.ends("J811", length=2)


def _displays(page):
    page.frame(
        "Displays",
        59,
        53,
        58,
        38,
        "Modules come in two orders of their supply. Solder JP821 and JP822 both to the left if the module's "
        "print begins with GND, both to the right if with VCC. The second display has the address 0x3D.",
    )
    page.put("U821", 75, 62, fields=((-3, -2.8), (1.0, -2.8)))
    page.ends("U821", 1, 2, 3, length=2)
    page.put("C821", 63, 62.5, 180)
    page.ends("C821")
    page.line(("U821", 5), (93, 61))
    page.tag("DISPLAY_3V3", 80, 61)
    for ref, x in (("C822", 88), ("C823", 93)):
        page.put(ref, x, 62.5, 180)
        page.ends(ref, 1)
        page.line((x, 61), (ref, 2))
    page.node(88, 61)
    for ref, x in (("JP821", 67), ("JP822", 84)):
        page.put(ref, x, 71, fields=((0, -1.8), (0, -0.9)))
        page.ends(ref, 1, 3, length=1)
        page.ends(ref, 2, length=1)
    for ref, y in (("J821", 60), ("J822", 71)):
        page.put(ref, 105, y, box=box_of(ref, "left", 9))
        page.ends(ref, length=2)
    for ref, x in (("R821", 64), ("R822", 71), ("TP821", 78), ("TP822", 85)):
        page.put(ref, x, 80, fields=ABOVE if ref[0] == "T" else None)
        page.ends(ref)


def _clock(page):
    page.frame(
        "Clock chip",
        120,
        53,
        39,
        38,
        "Has the date while the box is off: a CR2032 lasts as long as it keeps. Both may be left out.",
    )
    page.put("U831", 138, 67, fields=((3.2, -3.6), (3.2, 3.8)))
    page.ends("U831", 1, 2, 3, 4, 5, 7, 8, length=2)
    page.ends("U831", 6, length=6)
    page.put("C831", 152, 66)
    page.ends("C831")
    page.put("BT831", 126, 80)
    page.line(("BT831", 1), (126, 77), (133, 77))
    page.tag("COIN", 129, 77)
    page.feed(133, 77)
    page.ends("BT831", 2)


BLOCKS = (_console, _lights, _sound, _displays, _clock)
