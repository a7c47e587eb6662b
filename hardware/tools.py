"""The programs that drawings and checks need beyond Python: what is missing, and how they are run."""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.absolute()
PYTHON = ROOT / ".build" / "hardware-venv" / "bin" / "python"

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


# Of each program what prints its version, and the versions that do; gerbv does not say its own.
_VERSIONS = {
    "KiCad": ((PYTHON, "-c", "import pcbnew; print(pcbnew.GetBuildVersion())"), r"(6\.0\.\d+)", "6.0"),
    "ngspice": (("ngspice", "--version"), r"ngspice-((?:3[6-9]|[4-9]\d)(?:\.\d+)?)", "36 or newer"),
    "Graphviz": (("dot", "-V"), r"version ((?:2\.4|[3-9]|1\d)[\d.]*)", "2.4 or newer"),
    "Poppler": (("pdftoppm", "-v"), r"version ((?:2[0-9]|[3-9]\d)\.\d+\.\d+)", "20 or newer"),
}


def versions():
    """Which version of each program is here; raises SystemExit if one is another than was tried."""
    found, wrong = {}, []
    for name, (command, pattern, wanted) in _VERSIONS.items():
        done = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True, check=False, timeout=60
        )
        said = done.stdout + done.stderr
        if match := re.search(pattern, said):
            found[name] = match[1]
        else:
            wrong.append(f"{name} {wanted} is needed, and here it says: {said.strip()[:100] or 'nothing'}")
    if wrong:
        raise SystemExit("\n".join(wrong))
    return found


def run(*command, folder, **variables):
    """Runs a tool in a folder, returns what it said; raises SystemExit with that if it failed."""
    # The tools of the hardware's own environment come first, and find this package.
    path = os.pathsep.join((str(PYTHON.parent), os.environ.get("PATH", "")))
    more = {"PATH": path, "PYTHONPATH": str(ROOT), "INTERACTIVE_HTML_BOM_NO_DISPLAY": "1"} | variables
    words = [str(word) for word in command]
    try:
        done = subprocess.run(
            words, cwd=folder, env=os.environ | more, text=True, capture_output=True, check=False, timeout=900
        )
    except subprocess.TimeoutExpired:
        raise SystemExit(f"{' '.join(words)} did not end") from None
    if done.returncode:
        raise SystemExit(f"{' '.join(words)} failed:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.stdout


def kicad_window(command, sheet, *options, folder):
    """KiCad 6 checks schematics only in its window, operated unseen; on a busy machine it may get stuck.

    What operates it takes no space and no letter beyond ASCII in a path, so all is done in a folder of ours.
    """
    for tries_left in (2, 1, 0):
        # Settings of its own: those of the person at this machine stay as they are, and two can run at once.
        with tempfile.TemporaryDirectory(dir="/tmp") as home:
            here, tools = Path(home, "here"), Path(home, "tools")
            here.mkdir()
            for each in (*folder.glob("*.kicad_s*"), folder / "sym-lib-table"):
                shutil.copy(each, here)
            tools.symlink_to(PYTHON.parent.parent)
            operate = (tools / "bin/python", tools / "bin/eeschema_do", "--time_out_scale", "3")
            words = ("timeout", "120", *operate, command, *options, here / sheet, here)
            try:
                run(*words, folder=here, HOME=home, KICAD_CONFIG_HOME=f"{home}/kicad")
            except SystemExit:
                if not tries_left:
                    raise
            else:
                for each in here.glob(f"{Path(sheet).stem}.*"):
                    shutil.copy(each, folder)
                return
