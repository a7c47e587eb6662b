"""Writes BOM.md, what to buy for one box: python -m hardware.bom [--check]"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from hardware import boxes, design, effort, kept, palette, sources
from hardware.kinds import KINDS
from hardware.outside import OUTSIDE, Outside

FILE = Path(__file__).with_name("BOM.md")

# Orders of magnitude for one piece, in euro, bought in small numbers; nobody was asked for an offer.
PRICES = {
    "resistor": 0.02,
    "capacitor": 0.05,
    "bulk": 0.3,
    "seat fuse": 0.2,
    "main fuse": 0.4,
    "guard": 0.3,
    "rail guard": 0.3,
    "light": 0.2,
    "buffer": 0.8,
    "inverter": 0.2,
    "power transistor": 0.2,
    "power diode": 0.2,
    "seat jack": 1.0,
    "socket row": 0.7,
    "regulator": 0.2,
    "clock chip": 7,
    "coin holder": 1,
    "xh 2": 0.2,
    "xh 3": 0.2,
    "xh 4": 0.2,
    "xh 5": 0.2,
    "A1": 10,
    "A2": 20,
    "A3": 20,
    "A4": 2,
    "BT1": 15,
    "S901": 1,
    "S71–S74": 1,
    "S1–S6": 3,
    "D1–D6": 0.5,
    "W1–W3": 3,
    "W4": 3,
    "W5–W6": 0.5,
    "W7": 0.5,
    "W8": 0.5,
    "W9": 0.5,
    "W10": 0.5,
    "A5": 8,
    "BT2": 1,
}
FILAMENT = 0.022  # € a gram
FREE = {"test point", "screw hole", "order bridge", "fiducial"}


@dataclass(frozen=True)
class Row:
    refs: str
    count: int
    value: str
    what: str
    look_for: str
    wont_work: str
    each: float
    bought: tuple[sources.Source | sources.Plain, ...]

    def line(self) -> str:
        what = f"{self.what}: {self.look_for}" if self.look_for else self.what
        cells = (self.refs, str(self.count), self.value, what, sources.words(self.bought))
        cells = (*cells, self.wont_work or "–")
        cells = (*cells, f"{self.each:g}")
        return "| " + " | ".join(cells) + " |"


def on_board() -> list[Row]:
    """The parts of the carrier board, equal ones in one row."""
    bought = sorted(
        (part for part in design.PARTS if part.kind not in FREE), key=lambda part: (part.kind, worth(part))
    )
    rows = []
    for (kind, value), group in groupby(bought, key=lambda part: (part.kind, worth(part))):
        made, parts = KINDS[kind], list(group)
        refs = " ".join(part.ref for part in parts)
        rows.append(
            Row(
                refs,
                len(parts),
                value,
                made.description,
                made.look_for,
                made.wont_work,
                PRICES[kind],
                sources.on_board(kind, parts[0].value),
            )
        )
    return sorted(rows, key=lambda row: list(design.BY_REF).index(row.refs.split()[0]))


def worth(part: design.Part) -> str:
    """What distinguishes it from others of its kind; of a connector that is only its name on the board."""
    return "–" if part.pins else part.value


def outside() -> list[Row]:
    return [
        Row(
            it.ref,
            it.count,
            it.value,
            it.description,
            _to_look_for(it),
            it.wont_work,
            PRICES[it.ref],
            sources.BESIDE[it.ref],
        )
        for it in OUTSIDE
    ]


def _to_look_for(it: Outside) -> str:
    return f"{it.look_for}; goes to {it.plugs_into}"


def of_the_box() -> list[Row]:
    """What holds the box together."""
    seats = len(design.SEATS)
    pods, faces = 4 * seats, 2
    hung, tabs = faces * len(boxes.BRIDGE_SCREWS), faces * 2 * len(boxes.TABS_AT)
    closing = len(design.HOLES)
    return [
        Row(
            "M1",
            closing,
            "M3, for a hole of 4 mm",
            "heat-set insert",
            "5–6 mm long, pressed into the ridge's columns with a soldering iron",
            "",
            0.1,
            sources.BESIDE["M1"],
        ),
        Row(
            "M2",
            hung + pods,
            "M3 × 8",
            "machine screw",
            "round head up to 6 mm",
            "countersunk heads",
            0.05,
            sources.BESIDE["M2"],
        ),
        Row(
            "M13",
            tabs,
            f"M3 × {boxes.TAB_SCREW_LONG:g}, hex socket of 2 mm",
            "button-head screw",
            "head up to 5.7 × 1.7 mm; they hold the faces",
            "cross recesses: no screwdriver gets there",
            0.1,
            sources.BESIDE["M13"],
        ),
        Row(
            "M9",
            closing,
            f"M3 × {boxes.CLOSING_SCREW:g}",
            "machine screw",
            "from below through base and board into the ridge; round head up to 6 mm",
            "",
            0.1,
            sources.BESIDE["M9"],
        ),
        Row(
            "M10",
            seats,
            f"Ø {boxes.ROD:g} × {boxes.rod_length():.0f} mm",
            "rod of clear acrylic (PMMA)",
            "half a metre, sawn; lower end polished or flame-smooth, upper end sanded",
            "coloured or milky rod: no light comes through",
            0.5,
            sources.BESIDE["M10"],
        ),
        Row(
            "M3",
            4 + pods,
            "self-adhesive, 8–12 mm, 3 mm high or more",
            "rubber foot",
            "four under the console, beside its screws; four under each pod, which must not slide",
            "",
            0.1,
            sources.BESIDE["M3"],
        ),
        Row(
            "M4",
            1,
            "3 mm thick, 10 × 20 cm",
            "soft foam, or foam tape",
            "between displays and bridges, on the posts of the battery's cover",
            "hard rubber: it bends the glass",
            2,
            sources.BESIDE["M4"],
        ),
        Row(
            "M12",
            1,
            "1 mm thick, 20 mm wide, half a metre",
            "double-sided foam tape",
            "under battery and charger, and the ring round the sounder",
            "",
            2,
            sources.BESIDE["M12"],
        ),
        Row(
            "M5",
            2 * seats,
            "2.5 mm wide",
            "cable tie",
            "one ties the cable to the pin in the pod, one is spare",
            "",
            0.05,
            sources.BESIDE["M5"],
        ),
        Row(
            "M6",
            1,
            f"{effort.grams():.0f} g, dark",
            "filament, PLA or PETG",
            "for base, ridge, faces, bridges, cover and pods; a tenth of it for failures",
            "transparent colours: the lights would shine through the walls",
            round(effort.grams() * FILAMENT),
            sources.BESIDE["M6"],
        ),
        Row(
            "M7",
            1,
            "10 g, white or natural",
            "filament",
            f"for {seats} lenses, and the signs of the console that are no seat's",
            "glossy clear: the light becomes a dot",
            1,
            sources.BESIDE["M7"],
        ),
        Row(
            "M11",
            seats,
            f"10 g each: {', '.join(f'{seat} {name}' for seat, name in palette.NAMES.items())}",
            "filament",
            "for the seats' letters, bars and rings; "
            + ", ".join(f"{seat} like `{colour}`" for seat, colour in palette.seats().items()),
            "colours chosen by name alone: hold them side by side, also in lamplight",
            1,
            sources.BESIDE["M11"],
        ),
        Row(
            "M8",
            1,
            "0.14–0.25 mm², 1 m of each",
            "stranded wire, five colours",
            "from key to key, from pod button and light to the cable, and to mend what was cut too short",
            "solid wire: it breaks at the solder",
            4,
            sources.BESIDE["M8"],
        ),
    ]


HEAD = """# What to buy

For one box with six seats. Written by `hardware/bom.py` from the description the board is drawn from; where
each reference is, a click in `carrier-parts.html` shows. Prices are orders of magnitude in euro for one
piece, without postage; small parts come in tens, and a few spare resistors, capacitors and lights are worth
having. [What it costs in all](#what-it-costs) is below, [how long it takes](FIGURES.md#how-long-it-takes)
beside the other figures.

**Ordered as**: two sources each, or, where "any" stands, what many make alike under one exact name. The
numbers were compared with parts lists that others published. `(?)` stands behind a shop's number that we
found in none of them beside this part: it has the form of that shop's numbers, but look at the page it leads
to. Nobody asked a shop what it has today.

## Three choices that decide how it plays

**The display, A2.** Only the 2.42" panel (SSD1309) shows the seconds 20 mm high, which can be read from 3
m, the distance FIDE's rules ask of a chess clock. On 1.3" they are 11 mm high, on 0.96" 8 mm: right for a
desk and for trying out, not for a table of six. A 1.3" module is mostly an SH1106, which the firmware has
not been tried with. An OLED is seen from the side as well as from the front; in sunlight none of them is
readable.

**The seat buttons, S1–S6.** FIDE allows 40 dB at 1 m for buttons. An ordinary arcade button with a clicking
microswitch is louder than that by what players say of it; one sold as *silent* has soft pads where the
plunger stops. None was measured here: if you play next to others, buy one first and listen. The light force
(0.5–0.7 N at the switch) matters as much, because hard buttons are hit hard. 30 mm for a table of mixed
hands, 24 mm to save place; there is a lid for each.

**The sounder, A4.** 92 dB at 10 cm in its data sheet become [over 70 dB at 1 m](FIGURES.md#sound) through
the holes of the ridge: heard by all at the table, also where others play. A weaker one than 85 dB at 10 cm is
too weak. It can be switched off in the settings, as FIDE asks; lights and screen then say the same. Only a
*passive* piezo plays the different tones.
"""

COLUMNS = """\
| reference | pieces | value | what, and what to look for | ordered as | will not work | € each |
|---|--:|---|---|---|---|--:|"""


def text() -> str:
    sections = {
        "On the board": on_board(),
        "Plugged in, and at the other end of the cables": outside(),
        "The box": of_the_box(),
    }
    pages = [HEAD.rstrip()]
    for title, rows in sections.items():
        pages.append(f"## {title}\n\n{COLUMNS}\n" + "\n".join(row.line() for row in rows))
    pages.append(
        costs({title: sum(row.each * row.count for row in rows) for title, rows in sections.items()})
    )
    pages.append(SUBSTITUTES.rstrip())
    return "\n\n".join(pages) + "\n"


# In euro, as asked by usual makers of prototypes and shops within Europe; nobody was asked for an offer.
BOARDS, BOARDS_POSTAGE = 22, 20  # five of two layers, larger than the 100 × 100 mm that are cheapest
SHOPS, SHOP_POSTAGE = 4, 8  # parts, modules, keys and cables, box
SPARES = 0.2  # of what is on the board: small parts come in tens


def costs(sums: dict[str, float]) -> str:
    """The sums of the tables above, and what nobody lists: boards, postage, spares."""
    rows = [(title, it, "the table above") for title, it in sums.items()]
    rows += [
        ("spares", SPARES * next(iter(sums.values())), f"{SPARES:.0%} of what is on the board"),
        ("five bare boards", BOARDS, "five are the usual minimum; four are left for your club"),
        ("their postage", BOARDS_POSTAGE, "two weeks; faster is dearer"),
        ("postage of the shops", SHOPS * SHOP_POSTAGE, f"{SHOPS} × {SHOP_POSTAGE} €"),
    ]
    rows.append(("**all together**", sum(it for _, it, _ in rows), "their sum"))
    table = "\n".join(f"| {what} | {it:.0f} | {how} |" for what, it, how in rows)
    less = PRICES["A3"] + PRICES["BT1"], PRICES["A2"]
    without = (
        f"Without battery and charger {less[0]} € less, with one display {less[1]} € less. A house that sets"
        " the flat parts\nasks 30 to 60 € for a few boards. Customs, a whole kilogram of each filament, and"
        " tools are not in it."
    )
    return f"## What it costs\n\n| what | € | how |\n|---|--:|---|\n{table}\n\n{without}"


SUBSTITUTES = """## Substitutes that were thought through

* **Fewer seats**: leave out the parts of a seat from the right, F first. The references of a seat begin with
  its number: 6xx is F. Between the lights D102 … there must be no gap: each passes on what the next needs.
* **No lights at the seats**: the pods need only two wires, ground and key. The box shows the same lights.
* **No battery**: any 5 V supply of 1 A on the first two contacts of J901, ground and 5 V in.
* **No clock chip**: leave U831 and BT831 out. Turns are timed by the controller itself, and the PC tells it
  the date, which holds until the power goes.
* **One display**: `face-far-plain` instead of `face-far`, J822 stays empty.
* **A 0.96" display**: same four wires, same firmware. The faces' windows and the bridges are for 2.42".
* **No board at all**: two seats on a [breadboard](BREADBOARD.md).
"""


if __name__ == "__main__":
    sys.exit(kept.command(__doc__, {FILE: text()}))
