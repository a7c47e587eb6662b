"""What a board house wants: Gerbers, drill files and the places of the parts; and where every pad is."""

import csv
import json
import sys
from pathlib import Path

import pcbnew

from hardware import board as carrier
from hardware import design

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
    writer.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    writer.SetFormat(True)
    writer.CreateDrillandMapFilesSet(str(folder.resolve()), True, False)


def write_positions(path):
    """The small parts that a machine can place; plugs and sockets are soldered by hand."""
    with path.open("w", newline="") as file:
        table = csv.writer(file)
        table.writerow(("Ref", "Val", "Package", "PosX", "PosY", "Rot", "Side"))
        for part in design.PARTS:
            if part.made.footprint.split(":")[0].endswith(("_SMD", "_SO", "_TO_SOT_SMD", "Fuse")):
                package = part.made.footprint.split(":")[1]
                place = f"{part.x:.3f}", f"{-part.y:.3f}"
                table.writerow((part.ref, part.value, package, *place, part.turn, "top"))


def main(path):
    path = Path(path)
    folder = path.parent / "fabrication"
    folder.mkdir(exist_ok=True)
    board = pcbnew.LoadBoard(str(path))
    plot(board, folder)
    drill(board, folder)
    write_positions(folder / "carrier-positions.csv")
    pads = [
        {"name": pad.name, "net": pad.net, "x": pad.x, "y": pad.y, "layers": pad.layers}
        for pad in carrier.pads(board)
        if not pad.name.endswith(".")
    ]
    (path.parent / "pads.json").write_text(json.dumps(pads))


if __name__ == "__main__":
    main(*sys.argv[1:])
