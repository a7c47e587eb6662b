"""Installs packages with pip and shows how far it is: install.py NAME OPTION…, what they are and pip's own.

Runs before anything is installed, so it uses nothing but Python.
"""

import re
import subprocess
import sys
import sysconfig
import threading
import time
from itertools import pairwise
from pathlib import Path

_PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
_INSTALL = ["install", "--progress-bar", "off"]
_TICK_S = 0.2


def wanted(options: list[str]) -> int:
    """How many packages the files of requirements name."""
    files = [Path(name) for option, name in pairwise(options) if option == "-r"]
    return sum(len(re.findall(r"^[\w.\[\]-]+==", file.read_text(encoding="utf-8"), re.M)) for file in files)


def installed() -> int:
    return len(list(Path(sysconfig.get_path("purelib")).glob("*.dist-info")))


class Progress:
    """One line that is written anew on a terminal; elsewhere it stands there once, at the end."""

    def __init__(self, name: str, total: int) -> None:
        self._name, self._total, self._before = name, total, installed()
        self._began = time.monotonic()
        self.fetched = 0
        self._shown = ""

    def show(self) -> None:
        done = min(self._total, installed() - self._before)
        step = (
            f"{done} of {self._total} installed" if done > 0 else f"{self.fetched} of {self._total} fetched"
        )
        if step != self._shown and self._total and sys.stdout.isatty():
            self._shown = step
            print(f"\r\x1b[K  {self._name}: {step}", end="", flush=True)

    def end(self) -> None:
        """Say that all is there."""
        start = "\r\x1b[K" if sys.stdout.isatty() else ""
        count = f"{self._total} packages, " if self._total else ""
        print(f"{start}  {self._name}: {count}{time.monotonic() - self._began:.0f} s", flush=True)


def main(name: str, options: list[str]) -> int:
    progress, said = Progress(name, wanted(options)), []
    over = threading.Event()
    # Older versions of pip overlook this option behind the command's name, and install here.
    first = 2 if options[0] == "--python" else 0
    command = [*_PIP, *options[:first], *_INSTALL, *options[first:]]

    def tick() -> None:
        while not over.wait(_TICK_S):
            progress.show()

    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    ) as pip:
        ticking = threading.Thread(target=tick)
        ticking.start()
        assert pip.stdout
        for line in pip.stdout:
            said.append(line)
            progress.fetched += line.startswith("Collecting ")
        over.set()
        ticking.join()
    if pip.returncode:
        print(f"\n{name} cannot be installed; pip said:", *said[-40:], sep="\n", file=sys.stderr)
    else:
        progress.end()
    return pip.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
