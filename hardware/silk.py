"""What is printed on the board: its name, what plugs in where in words, and nothing that lies on a pad."""

import pcbnew

from hardware import design


def tidy(footprint, part):
    footprint.Value().SetVisible(False)
    footprint.Reference().SetVisible(False)
    _keep_on_board(footprint)


def _keep_on_board(footprint):
    """The sockets look over the edge; what is printed of them must not."""
    edge = pcbnew.FromMM(50.0 + 0.3)
    for item in footprint.GraphicalItems():
        if item.GetLayer() == pcbnew.F_SilkS and item.GetBoundingBox().GetY() < edge:
            for get, put in ((item.GetStart, item.SetStart), (item.GetEnd, item.SetEnd)):
                put(pcbnew.wxPoint(get().x, max(get().y, edge)))
            item.SetLocalCoord()


def draw(board, point):
    pass
