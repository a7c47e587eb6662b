"""Makes the carrier board with KiCad: parts, tracks, pours and print; and asks KiCad to check it."""

import math
import re
import sys
from collections import Counter
from pathlib import Path

import pcbnew

from hardware import design, grid, route, silk

FOOTPRINTS = Path("/usr/share/kicad/footprints")
ORIGIN = 50.0  # mm from the corner of the sheet to the corner of the board
LAYERS = (pcbnew.F_Cu, pcbnew.B_Cu)

# The rules of the cheap board houses, with something in reserve.
RULES = {
    "m_TrackMinWidth": 0.25,
    "m_MinClearance": 0.2,
    "m_ViasMinSize": 0.8,
    "m_MinThroughDrill": 0.4,
    "m_CopperEdgeClearance": 0.5,
    "m_HoleClearance": 0.25,
    "m_HoleToHoleMin": 0.3,
}

_SUPPLY = {"+3V3", "5V_IN", "5V_FUSED", "5V_ON", "DISPLAY_3V3", "DISPLAY_1", "DISPLAY_2"}


def width_of(net):
    """How wide the tracks of a net are."""
    if net == "+5V":
        return 1.0
    return 0.6 if net in _SUPPLY or net.startswith("POD_") else 0.3


# Around the controller's pins the tracks are densest: its grounds do not rely on the pours.
SPINE = ("J1.14", "J2.1", "J2.7")
BUSES = (grid.Track("+5V", grid.FRONT, *design.BUS, 3.0),)
# Nothing runs at the antenna, nor past the edge beside the tongue.
FORBIDDEN = (
    design.ANTENNA_KEEP_OUT,
    *(
        (left - grid.EDGE, top - grid.EDGE, right + grid.EDGE, bottom)
        for left, top, right, bottom in design.CUT_OUT
    ),
)


def point(x, y):
    return pcbnew.wxPoint(pcbnew.FromMM(ORIGIN + x), pcbnew.FromMM(ORIGIN + y))


def make():
    """The board with its parts, before routing."""
    pcbnew.KIID.SeedGenerator(1)  # the same file every time
    board = pcbnew.BOARD()
    board.SetCopperLayerCount(2)
    settings = board.GetDesignSettings()
    for rule, value in RULES.items():
        setattr(settings, rule, pcbnew.FromMM(value))
    known = {}
    for name in sorted(design.nets()):
        known[name] = pcbnew.NETINFO_ITEM(board, name)
        board.Add(known[name])
    for part in design.PARTS:
        board.Add(_footprint(part, known))
    _outline(board)
    silk.draw(board, point)
    return board, known


def _footprint(part, known):
    library, name = part.made.footprint.split(":")
    footprint = pcbnew.FootprintLoad(str(FOOTPRINTS / f"{library}.pretty"), name)
    if not footprint:
        raise LookupError(f"{part.ref}: KiCad has no footprint {part.made.footprint}")
    footprint.SetFPID(pcbnew.LIB_ID(library, name))
    footprint.SetReference(part.ref)
    footprint.SetValue(part.value)
    footprint.SetPosition(point(part.x, part.y))
    footprint.SetOrientationDegrees(part.turn)
    numbers = {pad.GetNumber() for pad in footprint.Pads()}
    if not set(part.nets) <= numbers:
        raise LookupError(f"{part.ref}: {name} has no pads {set(part.nets) - numbers}")
    for pad in footprint.Pads():
        if pad.GetNumber() in part.nets:
            pad.SetNet(known[part.nets[pad.GetNumber()]])
    silk.tidy(footprint, part)
    return footprint


def _outline(board):
    corners = list(design.OUTLINE)
    for start, end in zip(corners, corners[1:] + corners[:1], strict=True):
        line = pcbnew.PCB_SHAPE(board)
        line.SetShape(pcbnew.SHAPE_T_SEGMENT)
        line.SetLayer(pcbnew.Edge_Cuts)
        line.SetWidth(pcbnew.FromMM(0.1))
        line.SetStart(point(*start))
        line.SetEnd(point(*end))
        board.Add(line)


def pads(board):
    """What the router has to know of the board."""
    found = []
    for footprint in board.GetFootprints():
        for pad in footprint.Pads():
            box, at = pad.GetBoundingBox(), pad.GetPosition()
            edges = (box.GetX(), box.GetY(), box.GetRight(), box.GetBottom())
            layers = tuple(at for at, layer in enumerate(LAYERS) if pad.IsOnLayer(layer))
            if pad.GetAttribute() == pcbnew.PAD_ATTRIB_NPTH:
                layers = (grid.FRONT, grid.BACK)
            found.append(
                grid.Pad(
                    f"{footprint.GetReference()}.{pad.GetNumber()}",
                    pad.GetNetname(),
                    *_mm(at.x, at.y),
                    (*_mm(*edges[:2]), *_mm(*edges[2:])),
                    layers,
                    pad.GetDrillSize().x > 0,
                )
            )
    return sorted(found, key=lambda pad: (pad.name, pad.x, pad.y))


def _mm(x, y):
    return round(pcbnew.ToMM(x) - ORIGIN, 4), round(pcbnew.ToMM(y) - ORIGIN, 4)


def lay_tracks(board, known, tracks, vias):
    for track in tracks:
        item = pcbnew.PCB_TRACK(board)
        item.SetStart(point(*track.start))
        item.SetEnd(point(*track.end))
        item.SetLayer(LAYERS[track.layer])
        item.SetWidth(pcbnew.FromMM(track.width))
        item.SetNet(known[track.net])
        board.Add(item)
    for via in vias:
        item = pcbnew.PCB_VIA(board)
        item.SetPosition(point(via.x, via.y))
        item.SetWidth(pcbnew.FromMM(grid.VIA))
        item.SetDrill(pcbnew.FromMM(grid.VIA_DRILL))
        item.SetNet(known[via.net])
        board.Add(item)


def _area(board, layer, box):
    zone = pcbnew.ZONE(board)
    zone.SetLayer(layer)
    outline = zone.Outline()
    outline.NewOutline()
    left, top, right, bottom = box
    for corner in ((left, top), (right, top), (right, bottom), (left, bottom)):
        at = point(*corner)
        outline.Append(at.x, at.y)
    board.Add(zone)
    return zone


def pour(board, known):
    """Ground on both sides, and none of anything around the antenna."""
    width, height = design.BOARD
    for layer in LAYERS:
        zone = _area(board, layer, (0.6, 0.6, width - 0.6, height - 0.6))
        zone.SetNet(known["GND"])
        zone.SetLocalClearance(pcbnew.FromMM(0.3))
        zone.SetMinThickness(pcbnew.FromMM(0.25))
        zone.SetPadConnection(pcbnew.ZONE_CONNECTION_THERMAL)
        zone.SetThermalReliefGap(pcbnew.FromMM(0.4))
        zone.SetThermalReliefSpokeWidth(pcbnew.FromMM(0.6))
        free = _area(board, layer, design.ANTENNA_KEEP_OUT)
        free.SetIsRuleArea(True)
        free.SetDoNotAllowCopperPour(True)
        free.SetDoNotAllowTracks(True)
        free.SetDoNotAllowVias(True)
        free.SetDoNotAllowPads(False)
        free.SetDoNotAllowFootprints(False)


def build(path):
    """Makes, routes and pours the board and writes it."""
    board, known = make()
    router = route.Router(design.BOARD, pads(board), width_of, forbidden=FORBIDDEN, buses=BUSES, spine=SPINE)
    lay_tracks(board, known, *router.run())
    pour(board, known)
    pcbnew.SaveBoard(str(path), board)
    fill(path)
    _join_pieces(path, router)


def _join_pieces(path, router):
    """Tracks and pins may cut the pours into pieces: each is led to another by a track."""
    for _ in range(5):
        said = _report(path, path.with_suffix(".drc.txt"))
        if "[unconnected_items]" not in said:
            return
        board = pcbnew.LoadBoard(str(path))
        known = {"GND": board.FindNet("GND")}
        pairs = [
            [(float(x) - ORIGIN, float(y) - ORIGIN) for x, y in ((a, b), (c, d))]
            for a, b, c, d in re.findall(_APART, said)
        ]
        for start, end in pairs or _between_pieces(board):
            lay_tracks(board, known, *router.bridge("GND", start, end))
        pcbnew.SaveBoard(str(path), board)
        fill(path)


def _between_pieces(board):
    """Of each piece of the pours with vias, but for the largest, a via and the nearest of the largest."""
    pours = [
        (zone.GetFilledPolysList(layer), at)
        for zone in board.Zones()
        if not zone.GetIsRuleArea()
        for layer in LAYERS
        if zone.IsOnLayer(layer)
        for at in range(zone.GetFilledPolysList(layer).OutlineCount())
    ]
    piece_of = list(range(len(pours)))
    vias = {}
    for via in board.GetTracks():
        if isinstance(via, pcbnew.PCB_VIA) and via.GetNetname() == "GND":
            at = via.GetPosition()
            spot = pcbnew.VECTOR2I(at.x, at.y)
            met = [number for number, (filled, i) in enumerate(pours) if filled.Contains(spot, i)]
            if met:
                vias[_mm(at.x, at.y)] = met[0]
                joined = {piece_of[number] for number in met}
                piece_of = [min(joined) if piece in joined else piece for piece in piece_of]
    pieces = {}
    for spot, number in vias.items():
        pieces.setdefault(piece_of[number], []).append(spot)
    rest, *small = sorted(pieces.values(), key=len, reverse=True)
    return [min(((a, b) for a in spots for b in rest), key=lambda ends: math.dist(*ends)) for spots in small]


_ITEM = r"\n    @\(([\d.]+) mm, ([\d.]+) mm\): (?:Via|Through hole pad|Pad) [^\n]*\[GND\][^\n]*"
_APART = r"\[unconnected_items\][^\n]*\n[^\n]*" + _ITEM + _ITEM


def fill(path):
    """Fills the pours; KiCad can do it only to a board that it has read from a file."""
    board = pcbnew.LoadBoard(str(path))
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(str(path), board)


def check(path, report):
    """KiCad's own verdict: how often each rule is broken, unconnected pins included."""
    return Counter(re.findall(r"^\[(\w+)\]", _report(path, report), re.MULTILINE))


def _report(path, report):
    board = pcbnew.LoadBoard(str(path))
    pcbnew.WriteDRCReport(board, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    return Path(report).read_text()


def main(path):
    path = Path(path)
    build(path)
    broken = check(path, path.with_suffix(".drc.txt"))
    if broken:
        sys.exit(f"KiCad's design rules are broken: {dict(broken)}; see {path.with_suffix('.drc.txt')}")


if __name__ == "__main__":
    main(*sys.argv[1:])
