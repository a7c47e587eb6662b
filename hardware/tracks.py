"""Measures the tracks of the finished board: how many vias, and how far nets go out of their way."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict

POURED = "GND"  # its vias stitch two planes together and are no sign of a struggle
MOST_VIAS = 150  # of all nets but that one; 127 when this was written
MOST_DETOUR = 1.8  # of one net: its copper for the shortest tree through its pads; 1.34 then
MOST_IN_ALL = 1.3  # 1.14 then

_SEGMENT = re.compile(r"\(segment \(start (\S+) (\S+)\) \(end (\S+) (\S+)\) .*?\(net (\d+)\)")
_VIA = re.compile(r"\(via .*?\(net (\d+)\)")
_NET = re.compile(r'^  \(net (\d+) "([^"]+)"\)', re.MULTILINE)


def measure(board: str, pads: list[dict]) -> dict[str, tuple[float, float, int]]:
    """Of each net the length of its tracks, the least it could be, and its vias; from KiCad's file."""
    names = dict(_NET.findall(board))
    length: dict[str, float] = defaultdict(float)
    for *ends, net in _SEGMENT.findall(board):
        a, b, c, d = map(float, ends)
        length[names[net]] += math.hypot(a - c, b - d)
    vias = Counter(names[net] for net in _VIA.findall(board))
    places: dict[str, set[tuple[float, float]]] = defaultdict(set)
    for pad in pads:
        places[pad["net"]].add((pad["x"], pad["y"]))
    wired = [net for net in sorted(places) if net not in ("", POURED) and len(places[net]) > 1]
    return {net: (length[net], _shortest(places[net]), vias[net]) for net in wired}


def _shortest(places: set[tuple[float, float]]) -> float:
    """The shortest tree of straight lines that joins them all."""
    first, *left = sorted(places)
    away = {place: math.dist(place, first) for place in left}
    total = 0.0
    while away:
        near = min(away, key=away.__getitem__)
        total += away.pop(near)
        away = {place: min(far, math.dist(place, near)) for place, far in away.items()}
    return total


def report(nets: dict[str, tuple[float, float, int]]) -> str:
    """One line of figures with their limits."""
    worst = max(nets, key=lambda net: nets[net][0] / nets[net][1])
    return (
        f"{_vias(nets)} vias of {len(nets)} nets, at most {MOST_VIAS}; "
        f"copper {_in_all(nets):.2f} times the shortest, at most {MOST_IN_ALL}; "
        f"worst {worst}: {nets[worst][0] / nets[worst][1]:.2f}, at most {MOST_DETOUR}"
    )


def faults(nets: dict[str, tuple[float, float, int]]) -> list[str]:
    """What goes astray, in words."""
    found = [
        f"{net} is {long:.0f} mm of track where {least:.0f} would do"
        for net, (long, least, _) in nets.items()
        if long > least * MOST_DETOUR
    ]
    if _in_all(nets) > MOST_IN_ALL:
        found.append(
            f"all tracks are {_in_all(nets):.2f} times the shortest, at most {MOST_IN_ALL} are allowed"
        )
    if _vias(nets) > MOST_VIAS:
        found.append(f"there are {_vias(nets)} vias, at most {MOST_VIAS} are allowed")
    return found


def _vias(nets: dict[str, tuple[float, float, int]]) -> int:
    return sum(vias for *_, vias in nets.values())


def _in_all(nets: dict[str, tuple[float, float, int]]) -> float:
    return sum(long for long, *_ in nets.values()) / sum(least for _, least, _ in nets.values())
