"""Builds everything into .build/hardware, step by step; a step that finds a mistake ends the build."""

import argparse
import json
import shutil
import sys
import time
from pathlib import Path

from PIL import Image

from hardware import allowed, checks, design, netlists, tools, trace, tracks

OUT = Path(".build/hardware").absolute()


def run(*command):
    """Runs a tool beside the products."""
    return tools.run(*command, folder=OUT)


def kicad_window(command, *more):
    tools.kicad_window(command, "carrier.kicad_sch", *more, folder=OUT)


# ---- steps ---------------------------------------------------------------------------------------


def description():
    _end_if("the description is wrong", checks.faults())


def _end_if(what, faults):
    if faults:
        raise SystemExit(f"{what}:\n" + "\n".join(faults))


def board():
    run(sys.executable, "-m", "hardware.board", "carrier.kicad_pcb")


def second_check():
    run("kct", "check", "carrier.kicad_pcb", "--mfr", "jlcpcb", "--errors-only", "--drc-only")


def schematic():
    run(sys.executable, "-m", "hardware.schematic", ".")
    kicad_window("run_erc")
    if "ERC messages: 0" not in (report := (OUT / "carrier.erc").read_text()):
        raise SystemExit(f"KiCad's electrical rules are broken:\n{report}")
    kicad_window("bom_xml")
    drawn, parts = (
        netlists.of_schematic(OUT / "carrier.xml"),
        netlists.parts_of_schematic(OUT / "carrier.xml"),
    )
    _end_if("the schematic is not what the design says", netlists.differences(design.nets(), drawn))
    wrong = [*trace.faults(drawn, {ref: value for ref, value, _ in parts}), *allowed.faults(parts)]
    _end_if("the schematic is not what data sheets say", wrong)
    kicad_window("export", "-a", "-f", "pdf")


def fabrication():
    shutil.rmtree(OUT / "fabrication", ignore_errors=True)
    run(sys.executable, "-m", "hardware.fabrication", "carrier.kicad_pcb")
    run(sys.executable, "-m", "hardware.raster", ".")
    pads = json.loads((OUT / "pads.json").read_text())
    values = {ref: value for ref, value, _ in netlists.parts_of_schematic(OUT / "carrier.xml")}
    wrong = [*trace.faults(netlists.of_pads(pads), values), *trace.upside_down(pads)]
    _end_if("the copper is not what data sheets say", wrong)
    nets = tracks.measure((OUT / "carrier.kicad_pcb").read_text(encoding="utf-8"), pads)
    print(tracks.report(nets))
    _end_if("tracks go astray", tracks.faults(nets))
    shutil.make_archive(str(OUT / "carrier-fabrication"), "zip", OUT / "fabrication")


def circuits():
    run(sys.executable, "-m", "hardware.circuits", "circuits")


def parts_map():
    """A page in which a click on a part shows where it belongs."""
    run("generate_interactive_bom", "--no-browser", "--dest-dir", ".", "--name-format", "carrier-parts",
        "carrier.kicad_pcb")  # fmt: skip


def drawings():
    """Pictures for the guide."""
    folder = OUT / "pictures"
    folder.mkdir(exist_ok=True)
    run("pdftoppm", "-r", "110", "-png", "carrier.pdf", "pictures/schematic")
    # From the topmost layer down; what is not covered is the bare board.
    layers = (
        ("F_Silkscreen.gbr", "#ffffff"),
        ("PTH.drl", "#303030"),
        ("NPTH.drl", "#ffffff"),
        ("F_Mask.gbr", "#d8b04a"),
        ("F_Cu.gbr", "#1f8a4c"),
    )
    colours = [word for name, colour in layers for word in ("-f", colour, f"fabrication/carrier-{name}")]
    run("gerbv", "-x", "png", "-D", "180", "-B", "0", "-a", "-b", "#176639", "-o", "pictures/carrier.png",
        *_in_order(colours))  # fmt: skip
    _white_beside_the_board(folder / "carrier.png")
    for picture in folder.glob("*.png"):  # 16 colours are enough, and a quarter of the size
        Image.open(picture).convert("RGB").quantize(16).save(picture, optimize=True)


def _white_beside_the_board(path):
    image = Image.open(path).convert("RGB")
    scale = image.width / design.BOARD[0]
    for cut in design.CUT_OUT:
        left, top, right, bottom = (round(side * scale) for side in cut)
        image.paste((255, 255, 255), (left, top + 1, right, min(bottom, image.height)))
    image.save(path)


def _in_order(colours):
    """gerbv takes all colours first, then all files."""
    flags = [word for at, word in enumerate(colours) if at % 3 < 2]
    return [*flags, *colours[2::3]]


def box():
    """The printed parts, measured."""
    run(sys.executable, "-m", "hardware.enclosure", "enclosure")


def guide():
    """Cable drawings, and the box as the guide shows it."""
    run(sys.executable, "-m", "hardware.pictures", ".")


def budget():
    print(run(sys.executable, "-m", "hardware.budget"), end="")
    for figures in ("sight", "sound", "palette"):
        print(run(sys.executable, "-m", f"hardware.{figures}"), end="")


STEPS = {
    "description": description,
    "budget": budget,
    "schematic": schematic,
    "board": board,
    "second check": second_check,
    "fabrication": fabrication,
    "circuits": circuits,
    "parts map": parts_map,
    "drawings": drawings,
    "box": box,
    "guide": guide,
}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("steps", nargs="*", choices=[[], *STEPS], help="only these (default: all)")
    chosen = parser.parse_args()
    lacking = tools.missing()
    if lacking:
        raise SystemExit("\n".join(("the hardware cannot be built here:", *lacking, tools.HOW_TO_INSTALL)))
    print(*(f"{name} {version}" for name, version in tools.versions().items()), sep=", ")
    OUT.mkdir(parents=True, exist_ok=True)
    for name in chosen.steps or STEPS:
        began = time.monotonic()
        STEPS[name]()
        print(f"{name:14} {time.monotonic() - began:6.1f} s")


if __name__ == "__main__":
    main()
