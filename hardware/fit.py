"""Measures printed parts on their meshes: closed, open where wanted, thick enough, printable, and apart."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import trimesh
from manifold3d import Manifold, Mesh

from hardware.shells import STROKE

LAYER = 0.2  # mm
BRIDGE = 16  # mm that a layer may span between two sides
_SAMPLES = 8000
_SKIN, _FAR = 1e-3, 500.0  # mm: where a ray begins and ends
_DRAWN = 0.9  # of a legend's area; sharp corners get lost
_SLACK = 0.05  # mm: circles are polygons in a mesh
_TOUCH = 0.5  # mm³ of overlap that are rounding rather than a collision


def shape(mesh: trimesh.Trimesh, openings: int) -> list[str]:
    """What is wrong with it as one closed body; merged holes show in its genus only."""
    faults = []
    if not (mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0):
        faults.append("the surface is not closed")
    if mesh.body_count != 1:
        faults.append(f"it falls into {mesh.body_count} pieces")
    genus = 1 - mesh.euler_number // 2
    if genus != openings:
        faults.append(
            f"{genus} ways lead through it, {openings} openings are wanted: holes run into each other"
        )
    return faults


def thickness(mesh: trimesh.Trimesh, least: float, thinner=()) -> list[str]:
    """Where material is thinner than `least`; `thinner` are (x, y) boxes where a rim slopes on purpose."""
    points, faces = trimesh.sample.sample_surface(mesh, _SAMPLES, seed=0)
    normals = mesh.face_normals[faces]
    keep = np.ones(len(points), bool)
    for (left, front), (right, back) in thinner:
        x, y = points[:, 0], points[:, 1]
        keep &= (x < left) | (x > right) | (y < front) | (y > back)
    points, normals = points[keep], normals[keep]
    body = manifold(mesh)
    through = np.array([_through(body, *ray) for ray in zip(points, -normals, strict=True)])
    thin = np.argmin(through)
    if through[thin] >= least - _SLACK:
        return []
    place = ", ".join(f"{value:.0f}" for value in points[thin])
    return [f"it is {through[thin]:.2f} mm thick at ({place}), {least} mm are needed"]


def _through(body: Manifold, origin: np.ndarray, direction: np.ndarray) -> float:
    """How far a ray goes inside before it leaves the body."""
    hits = body.ray_cast(tuple(origin + direction * _SKIN), tuple(origin + direction * _FAR))
    return hits[0].distance * _FAR if hits else np.inf


def overhang(mesh: trimesh.Trimesh) -> list[str]:
    """Layers that would be printed into the air, further than half a bridge from what carries them."""
    body = manifold(mesh)
    low, high = mesh.bounds[:, 2]
    below = body.slice(low + LAYER / 2)
    for z in np.arange(low + LAYER * 1.5, high, LAYER):
        layer = body.slice(float(z))
        grown = layer - below
        if grown.area() > _SLACK and (grown - below.offset(BRIDGE / 2, circular_segments=16)).area() > _SLACK:
            return [f"the layer at {z - LAYER / 2:.1f} mm hangs in the air: it would need supports"]
        below = layer
    return []


def strokes(mesh: trimesh.Trimesh) -> list[str]:
    """Lines of legends that a nozzle cannot draw: thinned and grown again, they are gone."""
    section = manifold(mesh).slice(float(mesh.bounds[:, 2].mean()))
    left = section.offset(-STROKE / 2).offset(STROKE / 2)
    if left.num_contour() == section.num_contour() and left.area() > section.area() * _DRAWN:
        return []
    return [
        f"a legend has lines under {STROKE} mm: {left.area() / section.area():.0%} of it would be printed"
    ]


def manifold(mesh: trimesh.Trimesh) -> Manifold:
    return Manifold(Mesh(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32)))


def collisions(parts: dict[str, Manifold], guests: dict[str, Manifold]) -> list[str]:
    """Guests that would have to share their place with a printed part or with another guest."""
    everything = {**parts, **guests}
    corners = {name: np.array(body.bounding_box()) for name, body in everything.items()}
    faults = []
    for name, other in combinations(everything, 2):
        if _near(corners[name], corners[other]):
            shared = (everything[name] ^ everything[other]).volume()
            if shared > _TOUCH:
                faults.append(f"{name} and {other} share {shared:.0f} mm³")
    return faults


def too_near(name: str, bodies: dict[str, Manifold], least: float) -> list[str]:
    """What is nearer to a body than it may be."""
    body = bodies[name]
    gaps = {other: body.min_gap(it, least) for other, it in bodies.items() if other != name}
    return [
        f"{other} is {gap:.1f} mm from the {name}, {least:g} are needed"
        for other, gap in gaps.items()
        if gap < least - _SLACK
    ]


def bare(body: Manifold, round_it: Manifold, reach: float) -> float:
    """The share of a body's skin that nothing covers within reach, seen straight out of it."""
    mesh = body.to_mesh()
    skin = trimesh.Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts)
    points, faces = trimesh.sample.sample_surface(skin, _SAMPLES // 8, seed=0)
    ends = points + skin.face_normals[faces] * reach
    hidden = [bool(round_it.ray_cast(tuple(a), tuple(b))) for a, b in zip(points, ends, strict=True)]
    return 1 - sum(hidden) / len(hidden)


def _near(one: np.ndarray, other: np.ndarray) -> bool:
    return bool((one[:3] < other[3:]).all() and (other[:3] < one[3:]).all())
