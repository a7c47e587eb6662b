"""Boards in the emulator: each is switched on with a flash of its own."""

from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.chip.emulator import Emulator, flash
from tileclock_host.device import board_image

NUMBER = "240ac40051ac"  # of the chip


@pytest.fixture
def home(tmp_path, monkeypatch):
    """The user's data folder, empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("TILECLOCK_DB", raising=False)
    return tmp_path / "home" / "tileclock"


@pytest.fixture(scope="session")
def stock(request):
    """MicroPython's image."""
    return board_image.stock(Path(request.config.option.micropython))


@pytest.fixture
def switched_on(request, tmp_path, stock):
    """Switch a board on: `switched_on(files)`, a partition that what the emulator lacks is added to."""

    @contextmanager
    def on(files):
        folder = tmp_path / "board"
        folder.mkdir()
        board = Emulator(request.config.option.qemu, folder, flash(stock, files), NUMBER)
        try:
            yield board
            crashes = board.log.count("Traceback") - board.log.count("KeyboardInterrupt")  # of a deploy
            assert not crashes, f"the firmware crashed:\n{board.log}"
        finally:
            board.close()

    return on
