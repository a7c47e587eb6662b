"""Measures printed parts on their meshes: closed, open where wanted, thick enough, printable, and apart."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import trimesh
from manifold3d import Manifold, Mesh

from hardware import limits
from hardware.shells import STROKE, WALL

LAYER = 0.2  # mm
BRIDGE = 16  # mm that a layer may span between two sides
_SAMPLES = 8000
_SKIN, _FAR = 1e-3, 500.0  # mm: where a ray begins and ends
_DRAWN = 0.9  # of a legend's area; sharp corners get lost
_SLACK = 0.05  # mm: circles are polygons in a mesh
_LIP_REACH, _LIP_INSIDE = 1.5, 12.0  # mm from a wall: where the lip must be, and where the room begins
_LIP_STEP, _LIP_CORNER = 0.53, 4.0  # mm between two looks at a joint; what is left out at corners
_CLEAR = 1.0  # mm: a sign is let in by less
_TURN = 2  # degrees between two looks at a key that turns
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


def joint(base: Manifold, roof: Manifold, inside: tuple[float, float], rim: float) -> list[str]:
    """Whether the roof's lip goes into the base: how deep, with how much air, and whether light finds a way.

    `inside` is the base's room, as wide and deep round the middle, `rim` the height at which it ends.
    """
    found = []
    deep = limits.LIP_DEPTH
    ways = {
        (x, y): tuple((x - dx * far, y - dy * far, rim - deep) for far in (_LIP_INSIDE, _LIP_REACH, _SKIN))
        for x, y, dx, dy in _along(inside)
    }
    # Where a post stands at the wall there is no room for a lip; it goes round.
    wall = {place: ends for place, (room, *ends) in ways.items() if not base.ray_cast(room, ends[1])}
    lacking = [place for place, ends in wall.items() if not roof.ray_cast(*ends)]
    if len(lacking) > limits.LIP_GAPS * len(wall):
        x, y = lacking[len(lacking) // 2]
        found.append(
            f"no lip {deep:g} mm below the rim on {len(lacking) / len(wall):.0%} of the way round,"
            f" as at ({x:.0f}, {y:.0f})"
        )
    below = roof.trim_by_plane((0, 0, -1), -(rim - _SLACK))
    air = below.min_gap(base, 2 * limits.LIP_AIR[1]) if below.volume() else np.inf
    if below.volume() and not limits.LIP_AIR[0] - _SLACK <= air <= limits.LIP_AIR[1] + _SLACK:
        low, high = limits.LIP_AIR
        found.append(f"the lip has {air:.2f} mm of air, {low:g} to {high:g} are wanted")
    return found + _lit_through(base, roof, inside, rim)


def _lit_through(base: Manifold, roof: Manifold, inside: tuple[float, float], rim: float) -> list[str]:
    """Straight lines from outside through a joint that does not close quite: level, from above and below."""
    whole = base + roof.translate((0, 0, limits.LIP_UP))
    seen, tried = [], 0
    for x, y, dx, dy in _along(inside):
        for slope in (-0.6, -0.3, 0.0, 0.3, 0.6):
            ends = [
                (x + dx * far, y + dy * far, rim + limits.LIP_UP / 2 + slope * (far - WALL / 2))
                for far in (WALL + 4.0, -_LIP_INSIDE)
            ]
            tried += 1
            if not whole.ray_cast(*ends):
                seen.append((x, y))
    if len(seen) <= limits.LIP_LIGHT * tried:
        return []
    x, y = seen[len(seen) // 2]
    return [
        f"light goes straight through the joint on {len(seen) / tried:.1%} of all ways,"
        f" as at ({x:.0f}, {y:.0f})"
    ]


def _along(inside: tuple[float, float]) -> Iterator[tuple[float, float, int, int]]:
    """Places at the walls of a room, not in its corners, and which way is out there."""
    wide, deep = inside
    for side in (-1, 1):
        for x in np.arange(-wide / 2 + _LIP_CORNER, wide / 2 - _LIP_CORNER, _LIP_STEP):
            yield float(x), side * deep / 2, 0, side
        for y in np.arange(-deep / 2 + _LIP_CORNER, deep / 2 - _LIP_CORNER, _LIP_STEP):
            yield side * wide / 2, float(y), side, 0


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


def hidden(points: np.ndarray, eye: tuple[float, float, float], bodies: Manifold) -> float:
    """The share of points before which something stands, for an eye there."""
    ways = np.array(eye) - points
    ways /= np.linalg.norm(ways, axis=1)[:, None]
    starts, ends = points + ways * _CLEAR, points + ways * _FAR
    behind = [bool(bodies.ray_cast(tuple(a), tuple(b))) for a, b in zip(starts, ends, strict=True)]
    return sum(behind) / len(behind)


def swing(body: Manifold, head: tuple[float, float, float], short: Manifold, long: Manifold, ways: Manifold):
    """How many degrees a bent key turns round a screw's head that looks along x; 0 if it does not go in."""
    if (body ^ short).volume() > _TOUCH / 10:
        return 0
    beside, (x, y, z) = body ^ ways, head
    free = []
    for turn in range(0, 360, _TURN):
        arm = long.translate((-x, -y, -z)).rotate((turn, 0, 0)).translate((x, y, z))
        free.append((beside ^ arm).volume() <= _TOUCH / 10)
    runs = "".join(".#"[it] for it in (*free, *free)).split(".")
    return min(360, max(0, max(map(len, runs)) - 1) * _TURN)


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
