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

from hardware import boxes, design, enclosure, fit, guests, wiring
from hardware.render import Solid, View, draw

LARGEST = 60_000  # bytes
_WIDEST = 1200  # px
SOURCE = "Source"  # a text in the file: the digest of what a wiring drawing was drawn from
_COLOURS = 48
_POD_LID = f"pod-lid-{boxes.BUTTONS[0]}-{design.SEATS[0]}"
_BODY, _LID, _INNER, _RAISED = (78, 86, 98), (92, 101, 115), (196, 120, 52), (244, 244, 240)


# ---- printed parts, with what is in them -------------------------------------------------------------------


class Scene:
    """Collects solids, and draws them."""

    def __init__(self):
        self.solids = []

    def add(self, body: Manifold, colour, lift: float = 0) -> None:
        mesh = body.to_mesh()
        corners = np.asarray(mesh.vert_properties)[:, :3] + [0, 0, lift]
        self.solids.append(Solid(corners[np.asarray(mesh.tri_verts)], colour))

    def legends(self, built: enclosure.Built, lift: float) -> None:
        self.add(fit.manifold(built.legends), _RAISED, lift)

    def draw(self, turn: float, height: float, size=(900, 620)) -> Image.Image:
        return draw(self.solids, View(turn, height, size))


_COVER_UP = 30.0  # mm that the battery's cover hangs over its room, where the lid is off


def _console(built, apart: float = 0, leave_out=()) -> Scene:
    """The console; `apart` lifts the lid and what hangs on it."""
    scene = Scene()
    colours = {"console-base": _BODY, "console-lid": _LID}
    bare = {name: fit.manifold(it.mesh) for name, it in built.items()}
    for name, place in enclosure.console_places(apart).items():
        if name not in leave_out:
            lift = _COVER_UP if name == "battery-cover" and "console-lid" in leave_out else 0
            scene.add(bare[name].translate(place), colours.get(name, _INNER), lift)
    if "console-lid" not in leave_out:
        scene.legends(built["console-lid"], boxes.RIM + apart)
        for place in enclosure.lens_places(apart).values():
            scene.add(bare["lens"].translate(place), guests.WHITE)
    hung = ("key", "screw", "display")
    for guest in guests.console():
        lifted = guest.name.startswith(hung)
        if guest.name != "picture" and not (lifted and "console-lid" in leave_out):
            scene.add(guest.solid, guest.colour, apart if lifted else 0)
    return scene


def _pod(built, apart: float) -> Scene:
    scene = Scene()
    rim = boxes.POD[2]
    scene.add(fit.manifold(built["pod-base"].mesh), _BODY)
    scene.add(fit.manifold(built[_POD_LID].mesh), _LID, rim + apart)
    scene.legends(built[_POD_LID], rim + apart)
    lens = fit.manifold(built["lens"].mesh).translate((*boxes.POD_LIGHT, rim - boxes.LENS_FLANGE[1]))
    scene.add(lens, guests.WHITE, apart * 0.6)
    for guest in guests.pod(boxes.BUTTONS[0]):
        lift = {"arcade button": apart * 1.9, "light": apart * 0.4}.get(guest.name, 0)
        scene.add(guest.solid, guest.colour, lift)
    return scene


def _under_lid(built) -> Scene:
    """The lid face down on the table; above it what is screwed to it: display, bridge, light bar."""
    scene = Scene()
    above = {"console-lid": 0, "display-bridge": 34, "light-bar": 16}
    for name, place in enclosure.console_places().items():
        if name in above:
            colour = _LID if name == "console-lid" else _INNER
            scene.add(_face_down(fit.manifold(built[name].mesh).translate(place)), colour, above[name])
    for guest in guests.console():
        if guest.name.startswith(("key", "display")):
            scene.add(_face_down(guest.solid), guest.colour, 14 if guest.name == "display" else 0)
    return scene


def _face_down(body: Manifold) -> Manifold:
    return body.rotate((180, 0, 0))


def _rendered(built) -> dict[str, Image.Image]:
    return {
        "console": _console(built).draw(-24, 42),
        "sockets": _console(built).draw(152, 30),
        "console-open": _console(built, apart=80).draw(-24, 32, (900, 820)),
        "base": _console(built, leave_out=("console-lid", "light-bar", "display-bridge")).draw(-20, 48),
        "under-the-lid": _under_lid(built).draw(-24, 40),
        "pod": _pod(built, apart=32).draw(115, 30, (560, 720)),
    }


# ---- the board as a map ------------------------------------------------------------------------------------

_ZOOM, _EDGE = 6, 24  # px per mm, px
_PAPER, _INK = (255, 255, 255), (34, 38, 44)
# Too many and too small to be named here; the page of the parts shows them.
_UNNAMED = ("resistor", "capacitor", "test point", "screw hole")
_SMALL, _NAMED = (150, 176, 160), (240, 212, 120)


def board_map() -> Image.Image:
    """The carrier board from above: what is plugged in where."""
    width, depth = (round(side * _ZOOM) + 2 * _EDGE for side in design.BOARD)
    image = Image.new("RGB", (width, depth), _PAPER)
    pen = ImageDraw.Draw(image)
    corner = (_EDGE + design.BOARD[0] * _ZOOM, _EDGE + design.BOARD[1] * _ZOOM)
    pen.rounded_rectangle((_EDGE, _EDGE, *corner), 12, fill=guests.BOARD_GREEN, outline=_INK, width=2)
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
            place = ((left + right) / 2, (far + near) / 2 if large else far - 8)
            pen.text(place, part.ref, _INK if large else _PAPER, _font(16 if large else 14), "mm")
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
    wires = [colour for _, colour in often if max(colour) - min(colour) > 80][:10]
    palette = Image.new("P", (1, 1))
    palette.putpalette([level for colour in (*_GREYS, *wires) for level in colour])
    return _png(_fitting(image).quantize(palette=palette, dither=Image.Dither.NONE), source)


# ---- files -------------------------------------------------------------------------------------------------


def _fitting(image: Image.Image) -> Image.Image:
    if image.width <= _WIDEST:
        return image
    return image.resize((_WIDEST, round(image.height * _WIDEST / image.width)), Image.Resampling.LANCZOS)


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
        few = _fitting(image).quantize(_COLOURS, dither=Image.Dither.NONE)
        (pictures / f"{name}.png").write_bytes(_png(few))
    for name, data in _wired(folder / "wiring").items():
        (pictures / f"{name}.png").write_bytes(data)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    choice = parser.parse_args()
    shown = [it for it in boxes.shells() if not it.name.startswith("pod-lid") or it.name == _POD_LID]
    write({it.name: enclosure.shape(it) for it in shown}, choice.folder)


if __name__ == "__main__":
    main()
