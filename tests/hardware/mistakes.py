"""Makes mistakes in a copy of the board and prints what each check says; run by KiCad's Python."""

import json
import os
import sys
from pathlib import Path

import pcbnew

from hardware import board as carrier
from hardware import design, fabrication, netlists, raster


def _long_track(board, net):
    tracks = [track for track in board.GetTracks() if track.GetNetname() == net]
    return max(tracks, key=lambda track: track.GetLength())


def cut_track(board):
    board.Remove(_long_track(board, "SEAT_C"))


def thin_track(board):
    _long_track(board, "SEAT_D").SetWidth(pcbnew.FromMM(0.1))


def shifted_track(board):
    _long_track(board, "+5V").Move(pcbnew.wxPoint(0, pcbnew.FromMM(1.2)))


def swapped_net(board):
    pads = {pad.GetNumber(): pad for pad in board.FindFootprintByReference("J821").Pads()}
    first, second = pads["1"].GetNet(), pads["2"].GetNet()
    pads["1"].SetNet(second)
    pads["2"].SetNet(first)


def missing_pull_up(board):
    board.Remove(board.FindFootprintByReference("R741"))


def moved_hole(board):
    board.FindFootprintByReference("H2").Move(pcbnew.wxPoint(pcbnew.FromMM(-1), 0))


def copper_at_the_antenna(board):
    left, top, _, _ = design.ANTENNA_KEEP_OUT
    track = pcbnew.PCB_TRACK(board)
    track.SetStart(carrier.point(left + 3, top + 3))
    track.SetEnd(carrier.point(left + 9, top + 3))
    track.SetWidth(pcbnew.FromMM(0.3))
    board.Add(track)


def make(source, path, *mistakes):
    board = pcbnew.LoadBoard(source)
    for mistake in mistakes:
        globals()[mistake](board)
    pcbnew.SaveBoard(path, board)
    # Once a board has lost a part, KiCad's module can load no other in the same process.
    os.execv(sys.executable, [sys.executable, __file__, path])


def report(path):
    path = Path(path)
    raster.DPI = 500  # enough for these mistakes, and a quarter of the dots
    carrier.fill(path)
    print("rules:", *sorted(carrier.check(path, path.with_suffix(".drc.txt"))))
    fabrication.main(path)
    pads = json.loads((path.parent / "pads.json").read_text())
    print("nets:", *netlists.differences(design.nets(), netlists.of_pads(pads)), sep="\n  ")
    expected = [pad | {"net": _net(pad["name"])} for pad in pads]
    print("copper:", *raster.differences(path.parent / "fabrication", expected), sep="\n  ")
    print("holes:", *raster.misplaced_holes(path.parent / "fabrication"), sep="\n  ")


def _net(name):
    ref, pin = name.split(".")
    return design.BY_REF[ref].nets.get(pin, "")


if __name__ == "__main__":
    make(*sys.argv[1:]) if len(sys.argv) > 2 else report(sys.argv[1])
