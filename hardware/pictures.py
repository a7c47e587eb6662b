"""Draws the pictures of the guide, and the cables: python -m hardware.pictures FOLDER

They are written to FOLDER/pictures; `make hardware-pictures` takes them over into the guide.
"""

from __future__ import annotations

import argparse
import hashlib
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import numpy as np
from manifold3d import Manifold
from PIL import Image, ImageDraw, ImageFont, PngImagePlugin

from hardware import (
    boxes,
    breadboard_picture,
    design,
    enclosure,
    fit,
    guests,
    palette,
    pods,
    sight,
    sizes,
    wiring,
)
from hardware.render import Solid, View, draw
from hardware.shells import LID

LARGEST = 60_000  # bytes
_WIDEST = 1200  # px
SOURCE = "Source"  # a text in the file: the digest of what a wiring drawing was drawn from
_COLOURS, _NEAR = 96, 18  # how many at most; how near two of them, all levels added, are one
_POD_LID = f"pod-lid-{pods.BUTTONS[0]}-{design.SEATS[0]}"
_BODY, _LID, _INNER = palette.rgb(palette.BODY), (92, 101, 115), (196, 120, 52)
_SIGNS = palette.rgb(palette.SIGNS)
_SEAT_COLOURS = {seat: palette.rgb(colour) for seat, colour in palette.seats().items()}
_DOT = (214, 240, 255)
FRAME = Path(__file__).parent.parent / "tests" / "screens" / "turn-39s.en.txt"


# ---- printed parts, with what is in them -------------------------------------------------------------------


class Scene:
    """Collects solids, and draws them."""

    def __init__(self):
        self.solids = []

    def add(self, body: Manifold, colour, lift: float = 0, *, shines: bool = False) -> None:
        mesh = body.to_mesh()
        corners = np.asarray(mesh.vert_properties)[:, :3] + [0, 0, lift]
        self.solids.append(Solid(corners[np.asarray(mesh.tri_verts)], colour, shines))

    def legends(self, built: enclosure.Built, place: np.ndarray) -> None:
        for seat, mesh in built.legends.items():
            proud = fit.manifold(mesh).translate((0, 0, -_PROUD))
            self.add(proud.transform(place), _SEAT_COLOURS.get(seat, _SIGNS))

    def draw(self, turn: float, height: float, size=(900, 620)) -> Image.Image:
        return draw(self.solids, View(turn, height, size))


_COVER_UP = 34.0  # mm that the battery's cover hangs over its room, where the board is out
_ROOF = ("console-ridge", "face-near", "face-far", "display-bridge", "far display-bridge")
_CLOSED = ("inside", "battery-cover", "display-bridge", "far display-bridge")
_ON_GLASS = ("picture", "far picture")


def _console(built, apart: float = 0, leave_out=()) -> Scene:
    """The console with its displays on; `apart` lifts the roof and what hangs on it."""
    scene = Scene()
    bare = {name: fit.manifold(it.mesh) for name, it in built.items()}
    for name, place in enclosure.console_places(apart).items():
        part = name.removeprefix("far ")
        if name not in leave_out:
            lift = _COVER_UP if name == "battery-cover" and "carrier board" in leave_out else 0
            colour = _BODY if name == "console-base" else _LID if name in _ROOF[:3] else _INNER
            scene.add(bare[part].transform(place), colour, lift)
            scene.legends(built[part], place)
    for guest in guests.console():
        lifted = guests.in_roof(guest.name)
        if not guest.name.startswith(_ON_GLASS) and not _left_out(guest.name, lifted, leave_out):
            scene.add(guest.solid, guest.colour, apart if lifted else 0)
    for side in (guests.near_face(apart), guests.far_face(apart)):
        if "console-ridge" not in leave_out:
            _light_up(scene, side)
    return scene


_PROUD = 0.05  # mm: or letters and what they are let into would fight for each pixel


def _left_out(name: str, lifted: bool, leave_out) -> bool:
    if lifted:
        return "console-ridge" in leave_out or ("inside" in leave_out and not name.startswith(("key", "rod")))
    if "inside" in leave_out:
        return not name.startswith(("switch", "plug", "USB plug", "charging plug"))
    lower = ("battery", "charger", "switch", "screw", "charging plug")
    return "carrier board" in leave_out and not name.startswith(lower)


def _light_up(scene: Scene, turned: np.ndarray) -> None:
    """What a display shows in a turn, dot by dot: a frame that the firmware's tests keep."""
    wide, high = sizes.LIT
    middle_at = boxes.WINDOW_AT + boxes.FACE_DOWN
    ground = guests.middle((0, middle_at), sizes.GLASS, LID - 0.02, LID)
    scene.add(ground.transform(turned), guests.DARK)
    dots = _frame()
    rows, columns = dots.shape
    across, up = wide / columns, high / rows
    for row, line in enumerate(dots):
        edges = np.flatnonzero(np.diff(np.concatenate(([0], line, [0]))))
        for begin, end in zip(edges[::2], edges[1::2], strict=True):
            top = middle_at + high / 2 - row * up
            # The face is printed on its outer side: right is left there.
            run = guests.box(
                (wide / 2 - begin * across, top), (wide / 2 - end * across, top - up), LID - 0.04, LID - 0.02
            )
            scene.add(run.transform(turned), _DOT, shines=True)


@cache
def _frame() -> np.ndarray:
    lines = FRAME.read_text(encoding="utf-8").splitlines()[1:-1]
    halves = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1)}
    cells = [[halves.get(sign, (0, 0)) for sign in line[1:129].ljust(128)] for line in lines[:32]]
    return np.array(cells).transpose(0, 2, 1).reshape(64, 128)


def _pod(built, apart: float) -> Scene:
    scene = Scene()
    rim = pods.POD[2]
    scene.add(fit.manifold(built["pod-base"].mesh), _BODY)
    place = enclosure.pod_lid(apart)
    scene.add(fit.manifold(built[_POD_LID].mesh).transform(place), _LID)
    scene.legends(built[_POD_LID], place)
    lens = fit.manifold(built["lens"].mesh).translate((*pods.POD_LIGHT, rim - pods.LENS_FLANGE[1]))
    scene.add(lens, guests.WHITE, apart * 0.6)
    for guest in guests.pod(pods.BUTTONS[0]):
        lift = {"arcade button": apart * 1.9, "light": apart * 0.4}.get(guest.name, 0)
        scene.add(guest.solid, guest.colour, lift)
    return scene


def _under_roof(built) -> Scene:
    """The roof on its ridge: the far face with its display is in, the near one is not."""
    scene = Scene()
    places = enclosure.console_places()
    for name in ("console-ridge", "face-far", "far display-bridge", "face-near"):
        colour = _INNER if "bridge" in name else _LID
        body = fit.manifold(built[name.removeprefix("far ")].mesh).transform(places[name])
        aside = (0, -70, 30) if name == "face-near" else (0, 0, 0)
        scene.add(_face_down(body.translate(aside)), colour)
    for guest in guests.console():
        if guest.name.startswith(("key", "sounder", "far display")) or "tab screw, far" in guest.name:
            scene.add(_face_down(guest.solid), guest.colour)
    return scene


def _face_down(body: Manifold) -> Manifold:
    return body.rotate((180, 0, 0))


# Where the players sit, clockwise, in degrees round the table; three on each side.
_SEATS = dict(zip(design.SEATS, (38, 0, -38, 218, 180, 142), strict=True))
_PER_DEGREE = 26  # px


def _from_seats(built) -> Image.Image:
    """What each player sees at 1 m, and a judge who stands 3 m away; all in one scale."""
    scene = _console(built, leave_out=_CLOSED)
    sheet = Image.new("RGB", (900, 720), _PAPER)
    pen = ImageDraw.Draw(sheet)
    places = [(at % 3 * 300, at // 3 * 250) for at in range(len(_SEATS))]
    for (seat, turn), (x, y) in zip(_SEATS.items(), places, strict=True):
        sheet.paste(_seen(scene, turn, sight.SEATED, 1000, (300, 220)), (x, y + 24))
        pen.text((x + 150, y + 16), f"seat {seat}, 1 m", _INK, _font(20), "mm")
    for at, turn in enumerate((0, 40, 180)):
        sheet.paste(_seen(scene, turn, sight.STANDING, 3000, (300, 150)), (at * 300, 560))
        words = f"a judge, 3 m{', from the far side' if turn > 90 else ', from aside' if turn else ''}"
        pen.text((at * 300 + 150, 546), words, _INK, _font(20), "mm")
    return sheet


def _seen(scene: Scene, turn: float, high: float, far: float, size) -> Image.Image:
    up = high - boxes.TOP / 2
    view = View(
        turn, float(np.degrees(np.arctan2(up, far))), size, far=float(np.hypot(far, up)), scale=_PER_DEGREE
    )
    return draw(scene.solids, view)


def _rendered(built) -> dict[str, Image.Image]:
    no_board = ("carrier board", *_ROOF)
    return {
        "console": _console(built, leave_out=_CLOSED).draw(-28, 24),
        "sockets": _console(built, leave_out=_CLOSED).draw(150, 26),
        "console-open": _console(built, apart=70).draw(-28, 26, (900, 900)),
        "base": _console(built, leave_out=_ROOF).draw(-24, 42),
        "battery": _console(built, leave_out=no_board).draw(-24, 44),
        "under-the-roof": _under_roof(built).draw(-24, 34),
        "seats": _from_seats(built),
        "pod": _pod(built, apart=32).draw(115, 30, (560, 720)),
    }


# ---- the board as a map ------------------------------------------------------------------------------------

_ZOOM, _EDGE = 6, 24  # px per mm, px
_PAPER, _INK = (255, 255, 255), (34, 38, 44)
# Too many and too small to be named here; the page of the parts shows them.
_UNNAMED = ("resistor", "capacitor", "test point", "screw hole", "fiducial")
_CROWDED = 82.0  # mm: from here on the names of connectors stand above what is small
_SMALL, _NAMED = (150, 176, 160), (240, 212, 120)


def board_map() -> Image.Image:
    """The carrier board from above: what is plugged in where."""
    width, depth = (round(side * _ZOOM) + 2 * _EDGE for side in design.BOARD)
    image = Image.new("RGB", (width, depth), _PAPER)
    pen = ImageDraw.Draw(image)
    outline = [(_EDGE + x * _ZOOM, _EDGE + y * _ZOOM) for x, y in design.OUTLINE]
    pen.polygon(outline, fill=guests.BOARD_GREEN, outline=_INK, width=2)
    for part in design.PARTS:
        if part.kind == "screw hole":
            pen.ellipse(_sides((part.x - 1.6, part.y - 1.6, part.x + 1.6, part.y + 1.6)), fill=_PAPER)
        elif part.kind != "test point":
            sides = _sides(part.envelope()[:4])
            pen.rectangle(sides, fill=_NAMED if part.pins else _SMALL, outline=_INK)
    for part in design.CONNECTORS.values():
        _label(pen, _sides(part.envelope()[:4]), part)
    left, far, right, near = _sides(design.DEVKIT_BODY)
    pen.rectangle((left, far, right, near), outline=_PAPER, width=3)
    pen.text(
        ((left + right) / 2, (far + near) / 2), "A1 controller, USB to the right", _PAPER, _font(22), "mm"
    )
    for part in design.PARTS:
        if not part.pins and part.kind not in _UNNAMED:
            left, far, right, near = _sides(part.envelope()[:4])
            large = near - far > 4 * _ZOOM and right - left > 4 * _ZOOM
            place = (
                (left + right) / 2,
                (far + near) / 2 if large else far - 8 if part.y < _CROWDED else near + 9,
            )
            if part.kind == "order bridge":  # one stands close over the other
                place, anchor = (left - 6, (far + near) / 2), "rm"
            else:
                anchor = "mm"
            pen.text(place, part.ref, _INK if large else _PAPER, _font(16 if large else 14), anchor)
    return image


def _sides(envelope):
    return [_EDGE + round(side * _ZOOM) for side in envelope]


def _label(pen, sides, part) -> None:
    left, far, right, near = sides
    if part.kind == "seat jack":
        text, place = f"{part.ref}\n{part.title[-1]}", ((left + right) / 2, (far + near) / 2)
        pen.multiline_text(place, text, _INK, _font(26), "mm", align="center")
    elif part.kind == "socket row":
        pen.text(((left + right) / 2, (far + near) / 2), part.title, _INK, _font(15), "mm")
    else:
        pen.text(((left + right) / 2, far - 13), f"{part.ref} {part.title}", _PAPER, _font(18), "mm")


@cache
def _font(size: int) -> ImageFont.FreeTypeFont:
    file = files("fontpkg_saira_condensed").joinpath("files", "SairaCondensed-SemiBold.ttf")
    return ImageFont.truetype(str(file), size)


# ---- wiring ------------------------------------------------------------------------------------------------

# How far the levels of a wire's colour are apart, and those of two wires; how many stay.
_COLOURED, _OTHER, _WIRES = 40, 100, 10
_GREYS = [(level, level, level) for level in (0, 90, 150, 205, 255)]


def _digest(name: str) -> str:
    return hashlib.sha256(wiring.DRAWINGS[name]().yaml().encode()).hexdigest()[:16]


def _wired(folder: Path) -> dict[str, bytes]:
    wiring.draw(folder)
    return {
        name: _thin(Image.open(folder / f"{name}.png").convert("RGB"), _digest(name))
        for name in wiring.DRAWINGS
    }


def _thin(image: Image.Image, source: str) -> bytes:
    """Lines on paper: the colours of the wires are few and must stay, the shades at their edges may go."""
    often = sorted(image.getcolors(1 << 20), reverse=True)
    wires = _apart([colour for _, colour in often if max(colour) - min(colour) > _COLOURED], _OTHER)[:_WIRES]
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for colour in (*_GREYS, *wires) for level in colour])
    return _png(_fitting(image).quantize(palette=palette, dither=Image.Dither.NONE), source)


# ---- files -------------------------------------------------------------------------------------------------


def _fitting(image: Image.Image) -> Image.Image:
    if image.width <= _WIDEST:
        return image
    return image.resize((_WIDEST, round(image.height * _WIDEST / image.width)), Image.Resampling.LANCZOS)


def _apart(colours: list[tuple[int, int, int]], near: int) -> list[tuple[int, int, int]]:
    """Those that differ from all before them."""
    kept: list[tuple[int, int, int]] = []
    for colour in colours:
        if all(sum(abs(a - b) for a, b in zip(colour, it, strict=True)) > near for it in kept):
            kept.append(colour)
    return kept


def _few_colours(image: Image.Image) -> Image.Image:
    """The frequent ones that differ: a letter in its seat's colour is small, and must not become grey."""
    kept = _apart([colour for _, colour in sorted(image.getcolors(1 << 20), reverse=True)], _NEAR)
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for colour in kept[:_COLOURS] for level in colour])
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def _png(image: Image.Image, source: str = "") -> bytes:
    """As a file that loads at once."""
    data, notes = BytesIO(), PngImagePlugin.PngInfo()
    notes.add_text(SOURCE, source)
    image.save(data, "PNG", optimize=True, pnginfo=notes)
    size = len(data.getvalue())
    assert size < LARGEST, f"a picture of {size} bytes is too large for the guide"
    return data.getvalue()


def write(built, folder: Path) -> None:
    pictures = folder / "pictures"
    pictures.mkdir(parents=True, exist_ok=True)
    for name, image in (_rendered(built) | {"board": board_map()}).items():
        few = _few_colours(_fitting(image))
        (pictures / f"{name}.png").write_bytes(_png(few))
    boards = _png(breadboard_picture.picture(), breadboard_picture.digest())
    for name, data in (_wired(folder / "wiring") | {"breadboard": boards}).items():
        (pictures / f"{name}.png").write_bytes(data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    choice = parser.parse_args()
    shown = [it for it in boxes.shells() if not it.name.startswith("pod-lid") or it.name == _POD_LID]
    write({it.name: enclosure.shape(it) for it in shown}, choice.folder)


if __name__ == "__main__":
    main()
