"""The PC's end of the wire to the virtual chip: notes go down, timed messages come up."""

from __future__ import annotations

import contextlib
import os
import select
import struct
import threading
from collections.abc import Iterable, Iterator
from typing import NamedTuple

# The chip's end, chip/_chip.py, names the same kinds; a test compares the two.
REACHED, I2C, PWM, LIGHTS, WATCHDOG, RESET, FAILED, INTERRUPTED = b"TIPLWXEC"
RTC, LISTENS, SAYS, PROMPT, ASKS = b"RHSKD"
GO, EDGE, KNOB, INTERRUPT, BYTES, ANSWER = b"GEKCBA"
KNOB_ERASE_US, KNOB_PANELS, KNOB_COLLECT_US, KNOB_CELL_MV, KNOB_TIMERS = 0, 1, 2, 3, 4

_HEAD = struct.Struct("<BBHIQ")
_NOTE = struct.Struct("<BBBxxxxxQ")
_BYTES = struct.Struct("<BB6sQ")
_ANSWER = struct.Struct("<BB14s")
BYTES_IN_NOTE = 6
NOBODY = 0xFF  # in place of an answer's length


class Message(NamedTuple):
    """What the chip did, and when: microseconds since its power-on."""

    kind: int
    flag: int
    value: int
    at: int
    payload: bytes


class Notes:
    """Notes and messages as bytes, whichever way they go."""

    _buffer: bytearray

    def _send(self, note: bytes) -> None:
        raise NotImplementedError

    def go(self, until: int) -> None:
        self._send(_NOTE.pack(GO, 0, 0, until))

    def edges(self, edges: Iterable[tuple[int, int, int]]) -> None:
        """Contacts that move: when, which pin, to which level."""
        for at, pin, level in edges:
            self._send(_NOTE.pack(EDGE, pin, level, at))

    def arrive(self, at: int, data: bytes) -> None:
        """Bytes of the serial line, at most six; the first is complete at that time."""
        self._send(_BYTES.pack(BYTES, len(data), data, at))

    def answer(self, data: bytes | None) -> None:
        """What a part on the bus says; None: nobody acknowledged."""
        if data is None:
            self._send(_ANSWER.pack(ANSWER, NOBODY, b""))
            return
        for begin in range(0, max(1, len(data)), 14):
            piece = data[begin : begin + 14]
            self._send(_ANSWER.pack(ANSWER, len(piece), piece))

    def knob(self, which: int, value: int) -> None:
        self._send(_NOTE.pack(KNOB, which, 0, value))

    def _take(self) -> Iterator[Message]:
        start = 0
        while len(self._buffer) - start >= _HEAD.size:
            kind, flag, size, value, at = _HEAD.unpack_from(self._buffer, start)
            end = start + _HEAD.size + size
            if len(self._buffer) < end:
                break
            yield Message(kind, flag, value, at, bytes(self._buffer[start + _HEAD.size : end]))
            start = end
        del self._buffer[:start]


class Wire(Notes):
    """A pair of pipes; the far ends are inherited by the VM."""

    def __init__(self) -> None:
        self._up, self.chip_out = os.pipe()
        self.chip_in, self._down = os.pipe()
        self._buffer = bytearray()
        self._closing = threading.Lock()
        self._closed = False
        self._poll = select.poll()
        self._poll.register(self._up, select.POLLIN | select.POLLHUP)

    def hand_over(self) -> None:
        """The VM has its ends now; ours close so that its death is seen."""
        os.close(self.chip_out)
        os.close(self.chip_in)

    def close(self) -> None:
        with self._closing:
            self._closed = True
            os.close(self._up)
            os.close(self._down)

    def interrupt(self) -> None:
        """A Ctrl-C; the chip raises it where a board would, never in the middle of a flash write.

        The console's thread sends it while another may be closing the wire: a chip that is gone needs none.
        """
        with self._closing, contextlib.suppress(BrokenPipeError):
            if not self._closed:
                self._send(_NOTE.pack(INTERRUPT, 0, 0, 0))

    def read(self, patience: float) -> list[Message] | None:
        """What has come, waiting up to `patience` seconds for something; None when the VM is gone."""
        if not self._poll.poll(patience * 1000):
            return []
        data = os.read(self._up, 65536)
        if not data:
            return None
        self._buffer += data
        return list(self._take())

    def _send(self, note: bytes) -> None:
        os.write(self._down, note)
