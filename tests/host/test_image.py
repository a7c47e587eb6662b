"""`tileclock image` saves a raw flash; `tileclock deploy --format` makes a clock of an unreadable one."""

import ast
import binascii

import pytest

from tests.host.cable import live
from tests.host.commands import assert_whole, called, deploy, says, sentence
from tileclock_host.device import Clock, image, prompt
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
    it._prepare_image = it._refuse_foreign = lambda: None
    it.start()
    yield it, bytes(data)
    it.stop()


def test_a_flash_that_is_read_is_saved_as_it_is(prepared_flash, tmp_path):
    (tmp_path / "saved.img.new").write_text("mine")
    (tmp_path / "link").symlink_to("nowhere")
    with live(prepared_flash, tmp_path) as it:
        said = says("image", str(tmp_path / "saved.img"), "--port", it.serial_port)
        assert "2,097,152 bytes" in said
        assert (tmp_path / "saved.img.new").read_text() == "mine"
        sentence(called("image", tmp_path / "link", "--port", it.serial_port), "already exists")
        assert (tmp_path / "saved.img").read_bytes() == (tmp_path / "flash.img").read_bytes()
        assert (tmp_path / "saved.img").stat().st_mode & 0o777 == 0o600, "the clock's secret is in it"
        sentence(called("image", tmp_path / "saved.img", "--port", it.serial_port), "already exists")


def test_what_cannot_be_saved_is_said_before_the_clock_is_stopped(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one") as it:
        port = ("--port", it.serial_port)
        with Clock.open(it.serial_port) as clock:
            boot = clock.identity.boot
        sentence(called("image", tmp_path / "no" / "saved.img", *port), "cannot be written", "name another")
        sentence(called("image", "", *port), "name another")
        with Clock.open(it.serial_port) as clock:
            assert clock.identity.boot == boot
    sentence(called("image", tmp_path / "saved.img", "--port", tmp_path / "none"), "cannot be opened")
    assert list(tmp_path.glob("saved*")) == [], "nothing is left behind"


def test_a_flash_that_is_not_read_is_saved_and_formatted_only_on_demand(unreadable, tmp_path):
    it, data = unreadable
    said = deploy(it.serial_port, status=1)
    assert "tileclock image" in said and "--format" in said
    saved = tmp_path / "saved.img"
    says("image", str(saved), "--port", it.serial_port)
    assert saved.read_bytes() == data
    for answer in ("n\n", ""):
        assert "Nothing was erased" in deploy(it.serial_port, "--format", status=1, typed=answer)
    assert (tmp_path / "flash.img").read_bytes() == data, "nothing was touched"
    deploy(it.serial_port, "--format", "--yes")
    assert_whole(it)


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
    monkeypatch.setattr(prompt, "PATIENCE", (0.5, 60))
    stop = console.listen(complained)
    with prompt.Board(it.serial_port) as board:
        assert lost and not gave_up, console.tail(2000)
        assert not board.readable()
    stop()


ERASED, FULL = b"\xff" * 16, [bytes([number]) * 16 for number in range(19)]


def line_of(number, block):
    text = "-" if block == ERASED else binascii.b2a_base64(block).decode().strip()
    return f"{number} {binascii.crc32(block, number)} {text}\r\n"


class Noisy:
    """A board of these blocks, whose first answers about one of them are spoilt."""

    def __init__(self, blocks, spoilt, number, spoil):
        self.blocks, self.spoilt, self.number, self.spoil = blocks, spoilt, number, spoil
        self.commands = 0

    def run(self, code):
        if not code.startswith("show"):
            return f"{len(self.blocks)} 16\r\n"
        self.commands += 1
        lines = {
            number: line_of(number, self.blocks[number]) for number in range(*ast.literal_eval(code[4:]))
        }
        if self.number in lines and self.spoilt:
            self.spoilt -= 1
            lines[self.number] = self.spoil(lines[self.number])
        return "".join(lines.values())


SPOILS = {
    "a letter lost": lambda line: line[:-5] + line[-4:],
    "a letter turned": lambda line: line[:-5] + "AB"[line[-5] == "A"] + line[-4:],
    "the line lost": lambda line: "",
    "the check turned": lambda line: line.replace(line.split()[1], str(int(line.split()[1]) ^ 2)),
    "an older block's number": lambda line: line.replace("9 ", "0 ", 1),
    "a later block's number": lambda line: line.replace("9 ", "11 ", 1),
    "not a number": lambda line: "x" + line,
}


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS)
@pytest.mark.parametrize("block", [FULL[9], ERASED], ids=["full", "erased"])
def test_a_block_that_does_not_come_through_is_asked_for_again(spoil, block):
    blocks = [*FULL[:9], block, *FULL[10:]]
    assert image.read(Noisy(blocks, 3, 9, spoil)) == b"".join(blocks)
    with pytest.raises(image.DeviceError, match=r"Block 9 .* another cable"):
        image.read(Noisy(blocks, 4, 9, spoil))


def test_two_blocks_that_run_into_each_other_are_asked_for_again():
    assert image.read(Noisy(FULL, 1, 9, str.rstrip)) == b"".join(FULL)


def test_several_blocks_come_for_one_command():
    board = Noisy(FULL, 0, 0, None)
    assert image.read(board) == b"".join(FULL)
    assert board.commands == 3
