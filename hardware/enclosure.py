"""Builds and measures the printed parts: python -m hardware.enclosure FOLDER writes STL and STEP there."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import trimesh
from build123d import Part, export_step, export_stl
from manifold3d import Manifold, OpType

from hardware import boxes, fit, guests, limits, palette, pods, sight, solids, threemf
from hardware.shells import LID, WALL, Ridge, Shell, narrow

FOLDER = Path(".build/hardware/enclosure")
_FINE = {"tolerance": 0.05, "angular_tolerance": 0.2}  # mm, radians


# The side of the plain face that has no display.
PLAIN = "face-far-plain"


@dataclass(frozen=True)
class Built:
    """A printed part: the mesh of its body, and by seat those of the legends that are let into it."""

    shell: Shell | Ridge
    mesh: trimesh.Trimesh
    legends: dict[str, trimesh.Trimesh]

    @property
    def body(self) -> Manifold:
        return fit.manifold(self.mesh)


def build(shells: Iterable[Shell | Ridge], folder: Path) -> dict[str, Built]:
    """Write every part as STL and 3MF for the printer and as STEP for other programs.

    Legends are files of their own, one for each colour, to be printed first.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():  # of a part that has another name by now
        old.unlink()
    built, seats = {}, palette.seats()
    for it in shells:
        plain = solids.solid(it)
        signs = solids.legends(it)
        files = {it.name: plain - list(signs.values()) if signs else plain}
        files |= {letters(it.name, seat): part for seat, part in signs.items()}
        for name, part in files.items():
            export_stl(part, str(folder / f"{name}.stl"), **_FINE)
            export_step(part, str(folder / f"{name}.step"))
        meshes = {name: trimesh.load_mesh(folder / f"{name}.stl") for name in files}
        colours = [palette.BODY, *(seats.get(seat, palette.SIGNS) for seat in signs)]
        threemf.write(folder / f"{it.name}.3mf", meshes, colours)
        inlaid = {seat: meshes[letters(it.name, seat)] for seat in signs}
        built[it.name] = Built(it, _mesh(plain), inlaid)
    return built


def letters(part: str, seat: str) -> str:
    """The file of what is let into a part in a seat's colour, or in that of all signs."""
    return f"{part}-letters" + (f"-{seat}" if seat else "")


def shape(it: Shell | Ridge) -> Built:
    """The part without files for others, to measure or to draw it."""
    signs = {seat: _mesh(part) for seat, part in solids.legends(it).items()}
    return Built(it, _mesh(solids.solid(it)), signs)


def _mesh(part: Part) -> trimesh.Trimesh:
    with TemporaryDirectory() as folder:
        file = Path(folder, "part.stl")
        export_stl(part, str(file), **_FINE)
        return trimesh.load_mesh(file)


def faults(built: dict[str, Built]) -> list[str]:
    """Everything that is wrong with the parts, one by one and put together."""
    found = []
    for name, it in built.items():
        found += [f"{name}: {fault}" for fault in alone(it)]
    found += [f"console: {fault}" for fault in together(console(built), guests.console())]
    found += [f"console: {fault}" for fault in _held_and_seen(built)]
    for button in pods.BUTTONS:
        found += [f"pod {button}: {fault}" for fault in together(pod(built, "A", button), guests.pod(button))]
        found += [f"pod {button}: {fault}" for fault in pod_joint(built, f"pod-lid-{button}-A")]
    return found


def alone(it: Built) -> list[str]:
    shell, mesh = it.shell, it.mesh
    found = fit.shape(mesh, shell.ways) + narrow(shell.openings, limits.WEB)
    found += (
        fit.thickness(mesh, limits.WALL, shell.thinner)
        if shell.name != "lens"
        else fit.thickness(mesh, limits.SKIN)
    )
    found += fit.overhang(mesh)
    return found + [words for mesh in it.legends.values() for words in fit.strokes(mesh)]


def _held_and_seen(built: dict[str, Built]) -> list[str]:
    return [*battery(built), *charger(built), *console_joint(built), *driven(built), *signed(built)]


def together(parts: dict[str, Manifold], inside: list[guests.Guest]) -> list[str]:
    return fit.collisions(parts, {it.name: it.solid for it in inside})


def battery(built: dict[str, Built]) -> list[str]:
    """It lies in a closed room of its own, away from all that could press or prick it."""
    inside = {it.name: it.solid for it in guests.console()}
    found = fit.too_near("battery", inside, limits.BATTERY_AIR)
    places = console_places()
    room = [built[name].body.transform(places[name]) for name in ("console-base", "battery-cover")]
    bare = fit.bare(inside["battery"], room[0] + room[1], limits.BATTERY_AIR)
    if bare > limits.BATTERY_BARE:
        found.append(f"{bare:.0%} of the battery's skin lie bare, {limits.BATTERY_BARE:.0%} are allowed")
    return found


def charger(built: dict[str, Built]) -> list[str]:
    """A plug neither pushes it away nor pulls it along."""
    body = next(it.solid for it in guests.console() if it.name == "charger")
    base, far = built["console-base"].body, limits.CHARGER_GIVES
    return [
        f"nothing holds the charger when its plug is {how}: it moves by more than {far:g} mm"
        for how, way in (("pushed in", -far), ("pulled", far))
        if not fit.collisions({"base": base}, {"charger": body.translate((way, 0, 0))})
    ]


def console_joint(built: dict[str, Built]) -> list[str]:
    """The roof's lip goes into the base."""
    places = console_places()
    roof = [built[name].body.transform(places[name]) for name in ("console-ridge", "face-near", "face-far")]
    return fit.joint(built["console-base"].body, roof[0] + roof[1] + roof[2], boxes.BASE_INSIDE, boxes.RIM)


def driven(built: dict[str, Built]) -> list[str]:
    """Each screw that holds a face is reached and turned from its first thread to its last."""
    parts = {name: part for name, part in console(built).items() if name in ROOF}
    inside = [it.solid for it in guests.console() if guests.in_roof(it.name)]
    roof = Manifold.batch_boolean([*parts.values(), *inside], OpType.Add)
    found = []
    for name, head in boxes.tab_heads().items():
        deep = boxes.tab_thread()
        turns = [fit.swing(roof, head, *guests.hex_key(head, out)) for out in (0, deep / 2, deep)]
        if min(turns) < limits.KEY_SWING:
            found.append(
                f"the {name}, is turned by {min(turns)}° at once, {limits.KEY_SWING} are needed:"
                " something is in its key's way"
            )
    return found


def signed(built: dict[str, Built]) -> list[str]:
    """Whoever sits or stands on a side sees all that is let into its face: nothing stands before it."""
    everything = [*console(built).values(), *(it.solid for it in guests.console() if it.name not in _GLOW)]
    box = Manifold.batch_boolean(everything, OpType.Add)
    found = []
    for name, side in (("face-near", -1), ("face-far", 1)):
        places = [(0, side * far, high) for high in (sight.SEATED, sight.STANDING) for far in sight.DISTANCES]
        for seat, mesh in built[name].legends.items():
            points = trimesh.transform_points(
                mesh.vertices, np.vstack((console_places()[name], [0, 0, 0, 1]))
            )
            hidden = max(fit.hidden(points, eye, box) for eye in places)
            if hidden > limits.SIGN_HIDDEN:
                found.append(f"{name}: {hidden:.0%} of the signs of {seat or 'all'} are behind something")
    return found


_GLOW = ("picture", "far picture")  # not solid: what must not be covered


def pod_joint(built: dict[str, Built], lid: str) -> list[str]:
    """The lip of a pod's lid goes into its base."""
    inside = (pods.POD[0] - 2 * WALL, pods.POD[1] - 2 * WALL)
    return fit.joint(built["pod-base"].body, built[lid].body.transform(pod_lid()), inside, pods.POD[2])


def console(built: dict[str, Built]) -> dict[str, Manifold]:
    """The parts of the console where they belong."""
    return {name: built[_SAME.get(name, name)].body.transform(at) for name, at in console_places().items()}


ROOF = ("console-ridge", "face-near", "face-far", "display-bridge", "far display-bridge")
_SAME = {"far display-bridge": "display-bridge"}


def console_places(apart: float = 0) -> dict[str, np.ndarray]:
    """How each part of the console is turned and moved; `apart` lifts the roof."""
    near, far = guests.near_face(apart), guests.far_face(apart)
    bridge = np.array([[1, 0, 0, 0], [0, 1, 0, boxes.WINDOW_AT + boxes.FACE_DOWN], [0, 0, 1, _BRIDGE_UP]])
    return {
        "console-base": _moved(0, 0, 0),
        "battery-cover": _moved(*boxes.place(*boxes.ROOM_AT), boxes.COVER_HEIGHT),
        "console-ridge": np.array([[1, 0, 0, 0], [0, -1, 0, 0], [0, 0, -1, boxes.TOP + apart]], dtype=float),
        "face-near": near,
        "face-far": far,
        "display-bridge": guests.then(bridge, near),
        "far display-bridge": guests.then(bridge, far),
    }


_BRIDGE_UP = LID + boxes.BRIDGE_HEIGHT


def _moved(x: float, y: float, z: float) -> np.ndarray:
    return np.array([[1, 0, 0, x], [0, 1, 0, y], [0, 0, 1, z]], dtype=float)


def pod(built: dict[str, Built], seat: str, button: int) -> dict[str, Manifold]:
    """The parts of a pod where they belong."""
    lid = f"pod-lid-{button}-{seat}"
    lens = built["lens"].body.translate((*pods.POD_LIGHT, pods.POD[2] - pods.LENS_FLANGE[1]))
    return {"pod-base": built["pod-base"].body, lid: built[lid].body.transform(pod_lid()), "lens": lens}


def pod_lid(apart: float = 0) -> np.ndarray:
    """How the lid of a pod lies, which is printed on its outer side."""
    up = pods.POD[2] + LID + apart
    return np.array([[-1, 0, 0, 0], [0, 1, 0, 0], [0, 0, -1, up]], dtype=float)


def report(built: dict[str, Built]) -> str:
    """One line per part: how large, how heavy when printed solid."""
    rows = []
    for name, it in built.items():
        size = " × ".join(f"{side:.0f}" for side in it.mesh.extents)
        rows.append(
            f"{name:16} {size:>16} mm  {it.mesh.volume / 1000:6.1f} cm³  {len(it.shell.openings):2} openings"
        )
    return "\n".join(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?", default=FOLDER)
    begun = time.monotonic()
    built = build(boxes.shells(), parser.parse_args().folder)
    wrong = faults(built)
    print(report(built))
    print(f"lid {LID} mm, {len(wrong)} faults, {time.monotonic() - begun:.1f} s")
    if wrong:
        sys.exit("\n".join(wrong))


if __name__ == "__main__":
    main()
