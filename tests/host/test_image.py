"""`tileclock image` saves a raw flash; `tileclock deploy --format` makes a clock of an unreadable one."""

import pytest
from click.testing import CliRunner

from tests.host.test_deploy import board, deploy, is_whole
from tests.host.test_device_commands import home  # noqa: F401 – a home of its own for each test
from tileclock_host.cli import main
from tileclock_host.device import deploy as deploying
from tileclock_host.device import image
from tileclock_host.sim.board import Board
from tileclock_host.sim.flash import BLOCK
from tileclock_host.sim.live import Live


@pytest.fixture
def unreadable(prepared_flash, tmp_path, monkeypatch):
    """A board whose flash lost its first two blocks: MicroPython cannot mount it, and does not format it."""
    monkeypatch.setattr(Board, "unreadable", True)
    data = bytearray(prepared_flash.read_bytes())
    data[: 2 * BLOCK] = bytes(2 * BLOCK)
    (tmp_path / "flash.img").write_bytes(data)
    it = Live(flash=tmp_path / "flash.img")
    it._prepare_image = lambda: None
    it.start()
    yield it, bytes(data)
    it.stop()


def run(*arguments, status=0, typed=None):
    result = CliRunner().invoke(main, arguments, input=typed, prog_name="tileclock")
    assert result.exit_code == status, result.output + repr(result.exception)
    return result.output


def test_a_flash_that_is_read_is_saved_as_it_is(prepared_flash, tmp_path):
    with board(prepared_flash, tmp_path) as it:
        said = run("image", str(tmp_path / "saved.img"), "--port", it.serial_port)
        assert "2,097,152 bytes" in said
        assert (tmp_path / "saved.img").read_bytes() == (tmp_path / "flash.img").read_bytes()
        assert "already" in run("image", str(tmp_path / "saved.img"), "--port", it.serial_port, status=1)


def test_a_flash_that_is_not_read_is_saved_and_formatted_only_on_demand(unreadable, tmp_path):
    it, data = unreadable
    said = deploy(it.serial_port, status=1)
    assert "tileclock image" in said and "--format" in said
    saved = tmp_path / "saved.img"
    run("image", str(saved), "--port", it.serial_port)
    assert saved.read_bytes() == data
    said = run("deploy", "--format", "--port", it.serial_port, status=1, typed="n\n")
    assert "erased" in said
    assert (tmp_path / "flash.img").read_bytes() == data, "nothing was touched"
    deploy(it.serial_port, "--format", "--yes")
    is_whole(it)


def test_a_flash_that_is_not_read_is_found_although_the_first_ctrl_c_was_lost(unreadable, monkeypatch):
    """The reset that is tried then leads to no prompt; a board that complains for ever is not waited for."""
    it, _ = unreadable
    console, gave_up, lost = it.board.console, [], []
    plain = console.write

    def lossy(data):
        if b"\x03" in data and not lost:
            lost.append(data)
        else:
            plain(data)

    def complained(_):
        if console.log.count(b"corrupted") > 4 and not gave_up:
            gave_up.append(True)
            plain(b"\x03")

    monkeypatch.setattr(console, "write", lossy)
    monkeypatch.setattr(deploying, "PATIENCE", (0.5, 60))
    stop = console.listen(complained)
    with deploying.Board(it.serial_port) as board:
        assert lost and not gave_up, console.tail(2000)
        assert not board.readable()
    stop()


class Noisy:
    """A board whose answers lose a letter now and then."""

    def __init__(self, spoilt):
        self.spoilt = spoilt

    def run(self, code):
        if not code.startswith("show"):
            return "1 16\n"
        self.spoilt -= 1
        return "-1 AAAA\n" if self.spoilt >= 0 else "3971697493 AAAAAAAAAAAAAAAAAAAAAA==\n"


def test_a_block_that_does_not_come_through_is_asked_for_again():
    assert image.read(Noisy(3)) == bytes(16)
    with pytest.raises(image.DeviceError, match="another cable"):
        image.read(Noisy(4))
