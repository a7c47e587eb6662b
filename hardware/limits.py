"""What no printed part may fall short of, in mm; the drawings have numbers of their own.

A limit that were the drawing's own constant would shrink with it. Walls are also measured on the solids.
"""

from __future__ import annotations

from hardware import boxes, shells, sizes
from hardware.shells import Ridge, Shell

WALL = 2.4  # six lines of a 0.4 mm nozzle; screws that cut their thread split less
PLATE = 3.0  # a lid or a ridge with keys, pressed in its middle
WEB = 3.0  # between two openings
LIP = 1.0  # where a rim is thinned on purpose
SKIN = 0.8  # of a cap that light shines through: two lines of the nozzle
SCREW_HOLE = (3.2, 3.6)  # an M3 screw goes through, its head does not
THREAD_HOLE = (2.5, 2.7)  # an M3 screw cuts its thread
INSERT_HOLE = (3.9, 4.1)  # of a heat-set M3 insert
ROUND_A_THREAD = 2.0
THREAD = 4.0  # of an M3 screw in plastic
SIGN_HIDDEN = 0.05  # of a sign may be behind something
KEY_SWING = 60  # degrees: from one of six sides of a hexagon to the next
AIR = 0.5  # round the board
BATTERY_AIR = 5.0  # from a swollen battery to whatever is not the room it lies in
CHARGER_GIVES = 1.5  # mm: so far the charger may move when a plug is pushed in or pulled
BATTERY_PLAY = 0.5  # in that room, each side and above
BATTERY_BARE = 0.02  # of its skin, where its wires leave the room
LIP_DEPTH = 2.5  # that a roof or a lid goes into its base
LIP_AIR = (0.2, 0.3)  # between the two, where they come nearest
LIP_GAPS = 0.02  # of the way round, where two parts of the roof meet
LIP_UP, LIP_LIGHT = 0.4, 0.005  # with the roof up by so much, on so few of all ways light may come through
GLASS_REST = 1.0  # of the display's glass on the rim of its window, each side
PICTURE_FREE = 0.5  # between what is lit and the rim


def faults() -> list[str]:
    """What of the drawn figures is beyond a limit."""
    return [*_thin(boxes.shells()), *_constants(), *_window(), *_battery()]


def _thin(drawn: list[Shell | Ridge]) -> list[str]:
    found = []
    for it in drawn:
        if it.name == "lens":  # let in between lid and bar, carries nothing
            continue
        if it.size[2] > it.floor and it.wall < WALL:
            found.append(f"{it.name}: walls of {it.wall} mm, at least {WALL} are needed")
        least = PLATE if "-lid-" in it.name or it.name.startswith(("face", "console-ridge")) else WALL
        if it.floor < least:
            found.append(f"{it.name}: {it.floor} mm thick, at least {least} are needed")
    return found


def _constants() -> list[str]:
    """The figures that a solid cannot be asked for."""
    bounds = (
        ("between openings", shells.WEB, (WEB, 10)),
        ("under a thinned rim", shells.LIP, (LIP, 10)),
        ("hole of a screw", shells.SCREW, SCREW_HOLE),
        ("hole of a thread", shells.PILOT, THREAD_HOLE),
        ("hole of an insert", shells.INSERT[0], INSERT_HOLE),
        ("round a thread", (shells.POST - shells.PILOT) / 2, (ROUND_A_THREAD, 10)),
        ("round an insert", (boxes.COLUMN - shells.INSERT[0]) / 2, (ROUND_A_THREAD, 10)),
        ("thread of a tab's screw", boxes.tab_thread(), (THREAD, 10)),
        ("air beside the board", boxes.SIDE, (AIR, 10)),
        ("air behind the board", boxes.BACK, (AIR, 10)),
    )
    return [
        f"{what}: {figure:g} mm, allowed {low:g} to {high:g}"
        for what, figure, (low, high) in bounds
        if not low <= figure <= high
    ]


def _window() -> list[str]:
    """The glass lies on the window's rim, and the rim hides nothing that is lit."""
    found = []
    for side, opening, glass, lit in zip(
        ("wide", "high"), boxes.WINDOW_SIZE, sizes.GLASS, sizes.LIT, strict=False
    ):
        if (glass - opening) / 2 < GLASS_REST:
            found.append(
                f"the window is {opening:g} mm {side}, the glass {glass:g}: too little to rest on it,"
                f" {GLASS_REST:g} mm each side are needed"
            )
        if (opening - lit) / 2 < PICTURE_FREE:
            found.append(f"the window is {opening:g} mm {side}, and hides what is lit, {lit:g} mm")
    return found


def _battery() -> list[str]:
    """Its room takes the pouch that is bought, also when it has swollen."""
    wide, deep, high = sizes.BATTERY
    needs = (
        wide + 2 * BATTERY_PLAY,
        deep + 2 * BATTERY_PLAY,
        sizes.TAPE + high * sizes.SWELLING + BATTERY_PLAY,
    )
    return [
        f"the battery's room is {has:g} mm {side}, a swollen one needs {need:.2f}"
        for side, has, need in zip(("wide", "deep", "high"), boxes.ROOM, needs, strict=True)
        if has < need
    ]
