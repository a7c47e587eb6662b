"""The router finds a way where there is room, whichever pins change places, and gets to narrow pins."""

import math
import subprocess
from itertools import pairwise

import pytest

from hardware import grid, route, tracks
from tests.hardware.places import PYTHON, ROOT

SIZE = (32.0, 24.0)
COUNT, PITCH = 8, 2.54


def drilled(name, net, x, y):
    return grid.Pad(name, net, x, y, (x - 0.85, y - 0.85, x + 0.85, y + 0.85), (0, 1), True)


def flat(name, net, x, y):
    return grid.Pad(name, net, x, y, (x - 0.325, y - 0.75, x + 0.325, y + 0.75), (0,))


def two_rows(order):
    """A row of pins, and another to which they go in this order."""
    upper = [drilled(f"A.{at}", f"N{at}", 6 + PITCH * at, 5) for at in range(COUNT)]
    return upper + [drilled(f"B.{at}", f"N{net}", 6 + PITCH * at, 19) for at, net in enumerate(order)]


def routed(pads, width=lambda net: 0.3, **more):
    router = route.Router(SIZE, pads, width, poured=("GND",), **more)
    return router, *router.run()


def joined(net, tracks, vias, pads):
    """Whether copper of the net joins all its pads: ends that meet, through holes and vias."""
    ends = [(round(x, 2), round(y, 2), track.layer) for track in tracks if track.net == net
            for x, y in (track.start, track.end)]  # fmt: skip
    parent = {end: end for end in ends}

    def root(end):
        while parent[end] != end:
            end = parent[end]
        return end

    for a, b in zip(ends[::2], ends[1::2], strict=True):
        parent[root(a)] = root(b)
    through = [(via.x, via.y) for via in vias if via.net == net]
    through += [(pad.x, pad.y) for pad in pads if pad.net == net and pad.drilled]
    for x, y in through:
        near = [end for end in parent if math.dist(end[:2], (x, y)) < 0.2]
        for a, b in pairwise(near):
            parent[root(a)] = root(b)
    return len({root(end) for end in parent}) == 1


@pytest.mark.parametrize("at", range(COUNT - 1))
def test_two_neighbours_exchanged_leave_no_net_open(at):
    order = list(range(COUNT))
    order[at], order[at + 1] = order[at + 1], order[at]
    pads = two_rows(order)
    _, tracks, vias = routed(pads)
    assert all(joined(f"N{net}", tracks, vias, pads) for net in order)
    assert len([via for via in vias if via.net != "GND"]) <= 2, "one of the two goes under the other"


def test_all_pins_in_the_opposite_order_are_joined():
    pads = two_rows(list(reversed(range(COUNT))))
    _, tracks, vias = routed(pads)
    assert all(joined(f"N{net}", tracks, vias, pads) for net in range(COUNT))


def test_a_broad_track_gets_to_a_narrow_pin_by_a_neck():
    """Three pins 0.95 mm apart: a track of 1 mm would touch the neighbours of the middle one."""
    pads = [flat(f"U.{at}", net, 10 + 0.95 * at, 10) for at, net in enumerate(("S1", "P", "S2"))]
    pads += [drilled("J.1", "P", 24, 18), drilled("J.2", "S1", 4, 18), drilled("J.3", "S2", 24, 4)]
    _, tracks, vias = routed(pads, lambda net: 1.0 if net == "P" else 0.3)
    widths = {track.width for track in tracks if track.net == "P"}
    assert {grid.NECK, 1.0} <= widths
    necks = [math.dist(it.start, it.end) for it in tracks if it.net == "P" and it.width == grid.NECK]
    assert max(necks) <= grid.NECK_REACH
    assert joined("P", tracks, vias, pads)


def test_a_piece_that_is_cut_off_is_led_to_the_rest():
    pads = [*two_rows(range(COUNT)), drilled("G.1", "GND", 3, 12), drilled("G.2", "GND", 29, 12)]
    router, *_ = routed(pads)
    tracks, vias = router.bridge("GND", (3, 12), (29, 12))
    assert joined("GND", tracks, vias, pads)


def test_where_nothing_leads_between_two_pieces_it_is_said():
    wall = [(15.0, 0.0, 17.0, SIZE[1])]
    pads = [drilled("G.1", "GND", 3, 12), drilled("G.2", "GND", 29, 12)]
    router, *_ = routed(pads, forbidden=wall)
    with pytest.raises(RuntimeError, match="no way for GND"):
        router.bridge("GND", (3, 12), (29, 12))


@pytest.mark.slow
@pytest.mark.parametrize("pins", [("J1.9", "J1.10"), ("J1.7", "J1.8"), ("J2.8", "J2.9")], ids="–".join)
def test_the_board_is_routed_with_two_pins_of_the_controller_exchanged(built, pins):
    command = [PYTHON, "-m", "tests.hardware.route_some", *pins]
    said = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert int(said.split()[2]) <= tracks.MOST_VIAS
