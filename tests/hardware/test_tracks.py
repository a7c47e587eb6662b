"""The tracks of the board go nearly straight and change sides seldom; a detour is named."""

import json
import re

import pytest

from hardware import design, tracks


@pytest.fixture(scope="module")
def files(built):
    return (built / "carrier.kicad_pcb").read_text(encoding="utf-8"), json.loads(
        (built / "pads.json").read_text()
    )


def test_the_tracks_keep_their_limits(files):
    nets = tracks.measure(*files)
    print(tracks.report(nets))
    assert len(nets) == len([net for net, pins in design.nets().items() if len(pins) > 1]) - 1
    assert not tracks.faults(nets)


def test_no_track_is_shorter_than_what_joins_its_pads(files):
    """By more than the pads themselves are long: else the measure would be wrong, and with it the limits."""
    assert not [net for net, (long, least, _) in tracks.measure(*files).items() if long < least * 0.7]


def test_a_detour_is_named(files):
    board, pads = files
    number = re.search(r'\(net (\d+) "SEAT_C"\)', board)[1]
    astray = f"(segment (start 60 60) (end 200 130) (width 0.3) (layer F.Cu) (net {number}))"
    assert any("SEAT_C is" in said for said in tracks.faults(tracks.measure(board + astray, pads)))


def test_too_many_vias_are_counted(files):
    board, pads = files
    number = re.search(r'\(net (\d+) "\+3V3"\)', board)[1]
    more = f"(via (at 60 60) (size 0.8) (drill 0.4) (layers F.Cu B.Cu) (net {number}))\n" * tracks.MOST_VIAS
    assert any("vias, at most" in said for said in tracks.faults(tracks.measure(board + more, pads)))
