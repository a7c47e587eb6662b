"""Routes the nets of the carrier that are named, and prints what came of it; run by KiCad's Python."""

import sys
from dataclasses import replace
from functools import cache

import pcbnew

from hardware import board as carrier
from hardware import design, route


def main(*nets):
    """All other pads are in the way only."""
    # A reader of footprints keeps what it has read, but KiCad makes one for each: it reads all of a library.
    pcbnew.GetPluginForPath = cache(pcbnew.GetPluginForPath)
    board, _ = carrier.make()
    pads = [pad if pad.net in nets else replace(pad, net="") for pad in carrier.pads(board)]
    buses = [bus for bus in carrier.BUSES if bus.net in nets]
    keep_out = (design.ANTENNA_KEEP_OUT,)
    router = route.Router(design.BOARD, pads, carrier.width_of, poured=(), forbidden=keep_out, buses=buses)
    print(*router.run(), sep="\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
