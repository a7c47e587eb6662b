"""The line between mpremote and its port: every byte once and in order, however the answers are cut up."""

import pytest
from mpremote.transport import TransportError

from tileclock_host.device.line import Line

SAID = b"R\x01\x80\x00\x01" + b"\x04" + b"first\r\nsecond" * 400 + b"\x04" + b"Traceback\x04" + b">"


class Port:
    """What comes, in these pieces; then silence."""

    def __init__(self, pieces):
        self.pieces = list(pieces)
        self.calls = 0
        self.written = b""

    @property
    def in_waiting(self):
        return len(self.pieces[0]) if self.pieces else 0

    def read(self, size):
        """As a port does: it waits for so many bytes, until it has been silent for too long."""
        self.calls += 1
        data = b""
        while self.pieces and len(data) < size:
            data += self.pieces.pop(0)
        if len(data) > size:
            self.pieces.insert(0, data[size:])
        return data[:size]

    def write(self, data):
        self.written += data


def cut(size):
    return [SAID[at : at + size] for at in range(0, len(SAID), size)]


@pytest.mark.parametrize("size", [1, 2, 3, 5, 7, 64, 4096, len(SAID)])
def test_what_mpremote_asks_for_comes_in_order(size):
    line = Line(Port(cut(size)))
    assert line.read(2) == b"R\x01"
    assert line.read(2) == b"\x80\x00"
    assert line.inWaiting() > 0
    assert line.read(1) == b"\x01" and line.read(1) == b"\x04"
    assert line.read_until(b"\x04") == b"first\r\nsecond" * 400
    assert line.read_until(b"\x04") == b"Traceback"
    assert line.inWaiting() == 1 and line.read() == b">"
    assert line.inWaiting() == 0 and line.read() == b""


def test_what_is_there_already_is_taken_in_one_go():
    port = Port([SAID])
    line = Line(port)
    assert b"".join(line.read() for _ in SAID) == SAID
    assert port.calls == 1


def test_a_board_that_falls_silent_is_not_waited_for_for_ever():
    line = Line(Port([b"R\x01\x80\x00\x01\x04half"]))
    assert line.read(6)[-1:] == b"\x04"
    with pytest.raises(TransportError, match="silent"):
        line.read_until(b"\x04")
    with pytest.raises(TransportError, match="silent"):
        Line(Port([])).read_until(b"\x04")


def test_what_is_written_goes_through():
    port = Port([])
    Line(port).write(b"\x05A\x01")
    assert port.written == b"\x05A\x01"
