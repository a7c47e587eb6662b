"""Runs a command of tileclock in a process of its own, and says what it took."""

import compileall
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import tileclock_host

_PROGRAM = """
import re, resource, sys
from pathlib import Path
from tileclock_host.cli import main
try:
    main(sys.argv[1:])
finally:
    used, of_helpers = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    # The kernel's own figure of the peak: getrusage starts from that of the program that started this one.
    peak = re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]
    times = [each.ru_utime + each.ru_stime for each in (used, of_helpers)]
    print(*times, peak, file=sys.stderr)
"""

# The same on any machine, whatever else it does; on one core, where no helper takes a part of the work.
_COUNTED = """
import cProfile, os, sys
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
from tileclock_host.cli import main
profile = cProfile.Profile()
profile.enable()
try:
    main(sys.argv[1:])
finally:
    profile.disable()
    print(sum(each.callcount for each in profile.getstats()), file=sys.stderr)
"""


def ran(*arguments: object, helpers: bool = False) -> tuple[float, float]:
    """Seconds of the processor, with its helpers' or without, and megabytes of its own at the peak."""
    seconds, of_helpers, kilobytes = _said(_PROGRAM, arguments)[-3:]
    return float(seconds) + helpers * float(of_helpers), int(kilobytes) / 1024


def calls(*arguments: object) -> int:
    """How many functions it calls: of twice as many games about twice as many."""
    return int(_said(_COUNTED, arguments)[-1])


def _said(program: str, arguments: tuple[object, ...]) -> list[str]:
    command = [sys.executable, "-c", program, *map(str, arguments)]
    run = subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env=as_installed(),
    )
    assert run.returncode == 0, run.stderr
    return run.stderr.split()


@cache
def as_installed() -> dict[str, str]:
    """What is installed is compiled already."""
    for place in tileclock_host.__path__:
        compileall.compile_dir(Path(place), quiet=1)
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
