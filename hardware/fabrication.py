"""What a board house wants: Gerbers, drill files, the files for assembly; and where every pad is."""

import json
import sys
from pathlib import Path

import pcbnew

from hardware import assembly, design
from hardware import board as carrier

PLOTS = {
    "F_Cu": pcbnew.F_Cu,
    "B_Cu": pcbnew.B_Cu,
    "F_Mask": pcbnew.F_Mask,
    "B_Mask": pcbnew.B_Mask,
    "F_Paste": pcbnew.F_Paste,
    "F_Silkscreen": pcbnew.F_SilkS,
    "B_Silkscreen": pcbnew.B_SilkS,
    "Edge_Cuts": pcbnew.Edge_Cuts,
}


def plot(board, folder):
    """Gerbers of all layers, and an assembly drawing with the parts' numbers."""
    plotter = pcbnew.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(str(folder.resolve()))
    options.SetPlotFrameRef(False)
    options.SetUseGerberProtelExtensions(False)
    options.SetUseAuxOrigin(True)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetSubtractMaskFromSilk(True)
    options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)
    for name, layer in PLOTS.items():
        plotter.SetLayer(layer)
        plotter.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        if not plotter.PlotLayer():
            raise RuntimeError(f"KiCad did not plot {name}")
    plotter.SetLayer(pcbnew.F_Fab)
    plotter.OpenPlotfile("assembly", pcbnew.PLOT_FORMAT_PDF, "assembly")
    plotter.PlotLayer()
    plotter.ClosePlot()


def drill(board, folder):
    writer = pcbnew.EXCELLON_WRITER(board)
    writer.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    writer.SetFormat(True)
    writer.CreateDrillandMapFilesSet(str(folder.resolve()), True, False)


def main(path):
    path = Path(path)
    folder = path.parent / "fabrication"
    folder.mkdir(exist_ok=True)
    board = pcbnew.LoadBoard(str(path))
    # Gerbers, drills and positions count from one place: the near left corner.
    board.GetDesignSettings().SetAuxOrigin(carrier.point(0, design.BOARD[1]))
    plot(board, folder)
    drill(board, folder)
    assembly.write(folder, "carrier")
    pads = [
        {"name": pad.name, "net": pad.net, "x": pad.x, "y": pad.y, "layers": pad.layers}
        for pad in carrier.pads(board)
        if not pad.name.endswith(".")
    ]
    (path.parent / "pads.json").write_text(json.dumps(pads))


if __name__ == "__main__":
    main(*sys.argv[1:])
