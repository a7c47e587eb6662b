"""Boards in the emulator: each is switched on with a flash of its own."""

import re
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.chip.emulator import Emulator, flash
from tests.host.commands import says
from tileclock_host.device import Clock, board_image, deploy_command, prompt
from tileclock_host.device import clock as cable

NUMBER = "240ac40051ac"  # of the chip
_TRACEBACK = re.compile(r"Traceback.*\r?\n((?:  .*\n)+)(\w+)")  # of the prompt's own commands, too
SILENCE = 6.0  # seconds without a word from the chip until it is asked again


@pytest.fixture(scope="module", autouse=True)
def patience():
    """The commands wait as long as an emulator may take on a busy computer."""
    begin = Clock.__init__

    def patient(clock, port, reopen=None, quiet=SILENCE):
        begin(clock, port, reopen, max(quiet, SILENCE))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Clock, "__init__", patient)
        patch.setattr(cable, "SLOWEST", 60.0)
        patch.setattr(cable, "LONGEST_ANSWER", 600.0)
        patch.setattr(prompt, "PATIENCE", (60, 120, 240))
        patch.setattr(prompt, "_ANSWERS_WITHIN", 600)
        patch.setattr(prompt, "_ENDS_WITHIN", 600)
        patch.setattr(deploy_command, "STARTS_WITHIN", 600.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory):
    """The user's data folder, of this run alone."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("home")))
        patch.delenv("TILECLOCK_DB", raising=False)
        yield


@pytest.fixture(scope="session")
def stock(request):
    """MicroPython's image."""
    return board_image.stock(Path(request.config.option.micropython))


@pytest.fixture(scope="session")
def flashed(request, tmp_path_factory):
    """What `tileclock flash` writes: `flashed()`, each time a clock of its own."""

    def image():
        out = tmp_path_factory.mktemp("image") / "clock.bin"
        says("flash", "--micropython", request.config.option.micropython, "--image", out)
        return out.read_bytes()

    return image


@pytest.fixture(scope="module")
def switched_on(request, tmp_path_factory, stock):
    """Switch a board on: `switched_on(image)`; it has boot.py for what the emulator lacks, and `more`."""

    @contextmanager
    def on(image, more=""):
        board = Emulator(
            request.config.option.qemu, tmp_path_factory.mktemp("board"), flash(image, stock, more), NUMBER
        )
        try:
            yield board
            ends = {error for frames, error in _TRACEBACK.findall(board.log) if "<stdin>" not in frames}
            assert ends <= {"KeyboardInterrupt"}, f"the firmware crashed:\n{board.log}"
        finally:
            board.pull_plug()

    return on
