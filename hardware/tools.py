"""The programs that the drawings and checks need beyond Python, and what is left undone without them."""

import shutil
from pathlib import Path

HOW_TO_INSTALL = (
    "On Debian: apt-get install --no-install-recommends kicad kicad-symbols kicad-footprints "
    "xvfb xauth xdotool gerbv ngspice poppler-utils graphviz"
)

_NEEDED = {
    "eeschema": "KiCad is not installed: schematic, board and their checks",
    "Xvfb": "Xvfb is not installed: KiCad's check of the schematic",
    "xdotool": "xdotool is not installed: KiCad's check of the schematic",
    "gerbv": "gerbv is not installed: the check of the fabrication files",
    "ngspice": "ngspice is not installed: the simulated circuits",
    "dot": "Graphviz is not installed: the drawings of cables",
    "pdftoppm": "pdftoppm is not installed: the pictures of the schematic",
}
_LIBRARIES = {
    "/usr/share/kicad/symbols/Device.kicad_sym": "KiCad's symbols are not installed: the schematic",
    "/usr/share/kicad/footprints/Resistor_SMD.pretty": "KiCad's footprints are not installed: the board",
}


def missing():
    """What is not installed, and which checks that leaves out; empty if all is there."""
    lacking = [words for program, words in _NEEDED.items() if not shutil.which(program)]
    return lacking + [words for path, words in _LIBRARIES.items() if not Path(path).exists()]
