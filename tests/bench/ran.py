"""Runs a command of tileclock in a process of its own, and says what it took."""

import subprocess
import sys

_PROGRAM = """
import re, resource, sys
from pathlib import Path
from tileclock_host.cli import main
try:
    main(sys.argv[1:])
finally:
    used = resource.getrusage(resource.RUSAGE_SELF)
    # The kernel's own figure of the peak: getrusage starts from that of the program that started this one.
    peak = re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1]
    print(used.ru_utime + used.ru_stime, peak, file=sys.stderr)
"""


def ran(*arguments: object) -> tuple[float, float]:
    """Seconds of the processor and, at the peak, megabytes; its helpers are left out."""
    command = [sys.executable, "-c", _PROGRAM, *map(str, arguments)]
    run = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False)
    assert run.returncode == 0, run.stderr
    seconds, kilobytes = run.stderr.split()[-2:]
    return float(seconds), int(kilobytes) / 1024
