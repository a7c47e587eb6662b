"""Writes what the README's commands print into it: python -m tests.host.readme [--check]

They run one after the other with a clock at the cable: a simulated one that has MicroPython and nothing else
at first, and three games on it after the firmware is there.
"""

import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import evenings, games
from tests.device.box import Box
from tests.host.cable import running
from tileclock_host.sim import flash

README = Path(__file__).parents[2] / "README.md"
PORT = "/dev/ttyUSB0"
EPOCH = "5f2c91aa"  # deploy would draw another one each time
CLOCK = EPOCH + games.DEVICE
SPEED = 20  # of the clock, and so of the cable
_BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```\n)", re.S | re.M)
# A figure that every change of the firmware changes.
_SIZES = re.compile(r"\d+ files \([\d,]+ bytes\)")


class Desk:
    """A PC nobody has used yet, and a board with MicroPython."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.image = folder / "flash.img"
        bare = folder / "bare"
        bare.mkdir()
        (bare / "manifest.json").write_text("{}")
        flash.create(self.image, bare)
        self.image.with_name("flash.img.id").write_text(games.DEVICE)
        self._put({"/data/epoch": EPOCH.encode()})

    def _put(self, files: dict[str, bytes]) -> None:
        box = Box(self.image, self.folder / "changed.img")
        box.put(files)
        box.close()
        os.replace(self.folder / "changed.img", self.image)

    def run(self, command: str) -> str:
        program, *arguments = shlex.split(command)
        assert program == "tileclock"
        with running(self.image, speed=SPEED) as board:
            port = str(board.serial_port)
            said = subprocess.run(
                [sys.executable, "-m", "tileclock_host", *arguments],
                env=os.environ
                | {
                    "TILECLOCK_PORT": port,
                    "TILECLOCK_DB": str(self.folder / "sheets.sqlite"),
                    "XDG_DATA_HOME": str(self.folder / "data"),
                    "COLUMNS": "100",
                    "NO_COLOR": "1",
                    "TZ": "UTC",
                },
                cwd=self.folder,
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            )
        if arguments[0] == "deploy":
            self.play()
        lines = said.stdout.replace(port, PORT).splitlines()
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def play(self) -> None:
        """Three games of four people, as the clock seals them."""
        secret = bytes.fromhex((self.folder / "data" / "tileclock" / "secrets" / CLOCK).read_text())
        texts = evenings.evening("pl", 4, 3, secret=secret, device=CLOCK)
        self._put({f"/data/sheets/{number:05}-01": text.encode() for number, text in enumerate(texts, 1)})


def page() -> str:
    """The README with what is printed today."""
    with tempfile.TemporaryDirectory() as folder:
        desk = Desk(Path(folder))

        def block(found: re.Match[str]) -> str:
            commands = [line[2:] for line in found[0].splitlines() if line.startswith("$ ")]
            return "".join(f"$ {command}\n{desk.run(command)}" for command in commands)

        return _BLOCK.sub(block, README.read_text(encoding="utf-8"))


def differences() -> list[str]:
    before, now = (
        _SIZES.sub("# files (# bytes)", text) for text in (README.read_text(encoding="utf-8"), page())
    )
    return list(difflib.unified_diff(before.splitlines(True), now.splitlines(True), "written", "printed"))


def main() -> None:
    if "--check" in sys.argv:
        found = differences()
        sys.stdout.writelines(found)
        sys.exit(bool(found))
    README.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
