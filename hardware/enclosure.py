"""Builds and measures the printed parts: python -m hardware.enclosure FOLDER writes STL and STEP there."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import trimesh
from build123d import Part, export_step, export_stl
from manifold3d import Manifold

from hardware import boxes, design, fit, guests, limits, solids
from hardware.shells import LID, WALL, Legend, Shell, narrow

FOLDER = Path(".build/hardware/enclosure")
_FINE = {"tolerance": 0.05, "angular_tolerance": 0.2}  # mm, radians


@dataclass(frozen=True)
class Built:
    """A printed part: the mesh of its body, and of the legends that stand on it."""

    shell: Shell
    mesh: trimesh.Trimesh
    legends: trimesh.Trimesh | None

    @property
    def body(self) -> Manifold:
        body = fit.manifold(self.mesh)
        return body + fit.manifold(self.legends) if self.legends else body


def build(shells: Iterable[Shell], folder: Path) -> dict[str, Built]:
    """Write every part as STL for the printer and as STEP for other programs; the legends are in both."""
    folder.mkdir(parents=True, exist_ok=True)
    built = {}
    for it in shells:
        whole = plain = solids.shell(it)
        if it.legends:
            whole = plain + solids.legends(it.legends, it.size[2])
        export_stl(whole, str(folder / f"{it.name}.stl"), **_FINE)
        export_step(whole, str(folder / f"{it.name}.step"))
        built[it.name] = _built(it, plain)
    return built


def shape(it: Shell) -> Built:
    """The part without files for others, to measure or to draw it."""
    return _built(it, solids.shell(it))


def _built(it: Shell, plain: Part) -> Built:
    return Built(it, _mesh(plain), _legends(it.legends, it.size[2]) if it.legends else None)


@cache
def _legends(signs: tuple[Legend, ...], top: float) -> trimesh.Trimesh:
    """They take longer than what they stand on."""
    return _mesh(solids.legends(signs, top))


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
    found += [f"console: {fault}" for fault in battery(built)]
    for button in boxes.BUTTONS:
        found += [f"pod {button}: {fault}" for fault in together(pod(built, "A", button), guests.pod(button))]
    return found


def alone(it: Built) -> list[str]:
    shell, mesh = it.shell, it.mesh
    found = fit.shape(mesh, len(shell.openings)) + narrow(shell.openings, limits.WEB)
    found += fit.thickness(mesh, limits.WALL, shell.thinner) if shell.name != "lens" else []
    found += fit.overhang(mesh)
    return found + (fit.strokes(it.legends) if it.legends else [])


def together(parts: dict[str, Manifold], inside: list[guests.Guest]) -> list[str]:
    return fit.collisions(parts, {it.name: it.solid for it in inside})


def battery(built: dict[str, Built]) -> list[str]:
    """It lies in a closed room of its own, away from all that could press or prick it."""
    inside = {it.name: it.solid for it in guests.console()}
    found = fit.too_near("battery", inside, limits.BATTERY_AIR)
    places = console_places()
    room = [built[name].body.translate(places[name]) for name in ("console-base", "battery-cover")]
    bare = fit.bare(inside["battery"], room[0] + room[1], limits.BATTERY_AIR)
    if bare > limits.BATTERY_BARE:
        found.append(f"{bare:.0%} of the battery's skin lie bare, {limits.BATTERY_BARE:.0%} are allowed")
    return found


def console(built: dict[str, Built]) -> dict[str, Manifold]:
    """The parts of the console where they belong."""
    parts = {name: built[name].body.translate(place) for name, place in console_places().items()}
    return parts | {
        f"lens {seat}": built["lens"].body.translate(place) for seat, place in lens_places().items()
    }


def lens_places(apart: float = 0) -> dict[str, tuple[float, float, float]]:
    """One in the lid over each light of the board."""
    up = boxes.RIM + apart - boxes.LENS_FLANGE[1]
    return {seat: (*boxes.place(design.seat_x(seat), boxes.LIGHT_Y), up) for seat in design.SEATS}


def console_places(apart: float = 0) -> dict[str, tuple[float, float, float]]:
    """Where each part of the console goes; `apart` lifts the lid with all that hangs on it."""
    up = boxes.RIM + apart
    return {
        "console-base": (0, 0, 0),
        "console-lid": (0, 0, up),
        "light-bar": (*_bar_place(), up - boxes.BAR_HEIGHT),
        "battery-cover": (*boxes.place(*boxes.COVER_AT), boxes.COVER_HEIGHT),
        "display-bridge": (*boxes.WINDOW, up - boxes.BRIDGE_HEIGHT - WALL),
    }


def _bar_place() -> tuple[float, float]:
    return boxes.place(sum(boxes.BAR_ENDS) / 2, boxes.LIGHT_Y)


def pod(built: dict[str, Built], seat: str, button: int) -> dict[str, Manifold]:
    """The parts of a pod where they belong."""
    lid = f"pod-lid-{button}-{seat}"
    up = boxes.POD[2]
    lens = built["lens"].body.translate((*boxes.POD_LIGHT, up - boxes.LENS_FLANGE[1]))
    return {"pod-base": built["pod-base"].body, lid: built[lid].body.translate((0, 0, up)), "lens": lens}


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
