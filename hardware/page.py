"""A page of the schematic: what is put on it counts in units of 2.54 mm, the grid of KiCad's symbols."""

from itertools import pairwise

from hardware import design
from hardware.drawing import POWER, Sheet

ABOVE_BELOW = ((0, -1.0), (0, 1.2))  # where the words of a lying part stand
BESIDE = ((1.0, -0.5), (1.0, 0.6))
ABOVE = ((1.0, -1.3), (1.0, -0.4))


def mm(*units):
    return tuple(round(unit * 2.54, 2) for unit in units)


class Page(Sheet):
    """A sheet that counts in grid units."""

    def put(self, ref, x, y, turn=0, mirror="", box=None, fields=None):
        if fields is None:
            fields = ABOVE_BELOW if turn in (90, 270) else BESIDE
        if box:
            fields = ((0, -2.4), (0, -1.5))
            box = box | {"width": round(box["width"] * 2.54, 2)}
        super().part(ref, *mm(x, y), turn, mirror, box, tuple(mm(*at) for at in fields))

    def line(self, *ends):
        """A wire through pins, given as (ref, pin), and places, given in units."""
        places = [self._use(end) if isinstance(end[0], str) else mm(*end) for end in ends]
        for a, b in pairwise(places):
            self.wire(a, (b[0], a[1]), b)

    def node(self, x, y):
        self.dot(*mm(x, y))

    def tag(self, net, x, y, side=1):
        """The name of a net at the end of a wire, or the sign of a supply."""
        if net in POWER:
            self.sign(net, *mm(x, y))
        else:
            self.label(net, *mm(x, y), side)

    def ends(self, ref, *pins, length=1.0):
        self.name(ref, *pins, length=mm(length)[0])

    def feed(self, x, y):
        self.flag(*mm(x, y))

    def frame(self, title, x, y, width, height, note=""):
        self.block(title, *mm(x, y, width, height), note)


def box_of(ref, side="right", width=6, rows=None):
    words = design.BY_REF[ref].pins
    return {"rows": rows or tuple(enumerate(words, 1)), "side": side, "width": width}
