"""Routes the nets of the carrier that are named, and prints what came of it; run by KiCad's Python.

Two pins, as J1.9 J1.10, are exchanged: then all nets are routed, and how many vias that took is printed.
"""

import sys
from dataclasses import replace
from functools import cache

import pcbnew

from hardware import board as carrier
from hardware import design, route


def main(*nets):
    """All other pads are in the way only."""
    if "." in nets[0]:
        exchanged(*nets)
        return
    pads = [pad if pad.net in nets else replace(pad, net="") for pad in _pads()]
    buses = [bus for bus in carrier.BUSES if bus.net in nets]
    router = route.Router(
        design.BOARD, pads, carrier.width_of, poured=(), forbidden=carrier.FORBIDDEN, buses=buses
    )
    print(*router.run(), sep="\n")


def _pads():
    # A reader of footprints keeps what it has read, but KiCad makes one for each: it reads all of a library.
    pcbnew.GetPluginForPath = cache(pcbnew.GetPluginForPath)
    board, _ = carrier.make()
    return carrier.pads(board)


def exchanged(one, other):
    """Two pins of the controller change places; every net must still find its way."""
    pads = _pads()
    net_of = {pad.name: pad.net for pad in pads}
    net_of[one], net_of[other] = net_of[other], net_of[one]
    pads = [replace(pad, net=net_of[pad.name]) for pad in pads]
    router = route.Router(
        design.BOARD,
        pads,
        carrier.width_of,
        forbidden=carrier.FORBIDDEN,
        buses=carrier.BUSES,
        spine=carrier.SPINE,
    )
    tracks, vias = router.run()
    print(len(tracks), "tracks", sum(via.net != "GND" for via in vias), "vias")


if __name__ == "__main__":
    main(*sys.argv[1:])
