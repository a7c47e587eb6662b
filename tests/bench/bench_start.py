"""How long a command of the cable takes until it has looked at the ports, beside mpremote doing the same."""

import resource
import subprocess
import sys
from pathlib import Path

from tests.bench.figure import Figure

NOWHERE = ("--port", "/dev/tileclock-nowhere")
COMMANDS = (
    ("devices", *NOWHERE),
    ("sync", *NOWHERE),
    ("roster", *NOWHERE),
    ("config", "get", *NOWHERE),
    ("preset", "list", *NOWHERE),
    ("lock", "CAFE", *NOWHERE),
    ("screenshot", "panel.png", *NOWHERE),
    ("log", *NOWHERE),
)
_RUNS = 10
_BIN = Path(sys.executable).parent


def seconds(*command: str) -> float:
    """Of the processor, so that other programs do not count; the least of several runs."""
    return min(_once(command) for _ in range(_RUNS))


def _once(command: tuple[str, ...]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([_BIN / command[0], *command[1:]], capture_output=True, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure() -> list[Figure]:
    other = seconds("mpremote", "devs")
    return [
        Figure("start: mpremote devs", 1000 * other, "ms of CPU"),
        *[
            Figure(f"start: tileclock {words[0]}", seconds("tileclock", *words) / other, "×", limit=1.5)
            for words in COMMANDS
        ],
    ]
