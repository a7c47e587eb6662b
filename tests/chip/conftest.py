"""Boards in the emulator: each is switched on with a flash of its own."""

from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.chip.emulator import Emulator, flash
from tileclock_host.device import Clock, board_image, deploy_command, prompt
from tileclock_host.device import clock as cable

NUMBER = "240ac40051ac"  # of the chip
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


@pytest.fixture(scope="module", autouse=True)
def home(tmp_path_factory):
    """The user's data folder, of this run alone."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        patch.delenv("TILECLOCK_DB", raising=False)
        yield folder / "tileclock"


@pytest.fixture(scope="session")
def stock(request):
    """MicroPython's image."""
    return board_image.stock(Path(request.config.option.micropython))


@pytest.fixture(scope="module")
def switched_on(request, tmp_path_factory, stock):
    """Switch a board on: `switched_on(files)`, a partition that what the emulator lacks is added to."""

    @contextmanager
    def on(files):
        board = Emulator(
            request.config.option.qemu, tmp_path_factory.mktemp("board"), flash(stock, files), NUMBER
        )
        try:
            yield board
            crashes = board.log.count("Traceback") - board.log.count("KeyboardInterrupt")  # of a deploy
            assert not crashes, f"the firmware crashed:\n{board.log}"
        finally:
            board.close()

    return on
