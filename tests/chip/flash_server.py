"""The flash of an emulated board, served write by write, so that its power can fail at one of them."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

_OPTIONS, _OPTION_ANSWER = b"IHAVEOPT", 0x3E889045565A9
_GO, _ACK, _INFO, _UNKNOWN = 7, 1, 3, 1 << 31 | 1
_REQUEST, _ANSWER = struct.Struct(">IHHQQI"), struct.Struct(">IIQ")
_READ, _WRITE, _FLUSH, _ZEROES = 0, 1, 3, 6
_CAN = 1 | 1 << 2 | 1 << 6  # what it says of itself: flags, flush, zeroes


class FlashServer:
    """Speaks NBD, the protocol in which QEMU reads and writes a disk elsewhere, to one emulator at a time."""

    def __init__(self, image: Path, place: Path) -> None:
        self.place = place
        self._writes = 0  # since the last `fail_at`
        self._file = image.open("r+b", buffering=0)
        self._size = image.stat().st_size
        self._fails: tuple[int, float, Callable[[], None]] | None = None
        self._listening = socket.socket(socket.AF_UNIX)
        self._listening.bind(str(place))
        self._listening.listen()
        threading.Thread(target=self._serve, daemon=True).start()

    def fail_at(self, write: int, share: float, fails: Callable[[], None]) -> None:
        """Of that write, counted from now on, so large a share comes to the flash; then `fails` is called."""
        self._writes, self._fails = 0, (write, share, fails)

    def close(self) -> None:
        self._listening.close()
        self._file.close()

    def _serve(self) -> None:
        with suppress(OSError):  # closed
            while True:
                emulator, _ = self._listening.accept()
                with emulator, suppress(OSError, EOFError):  # switched off
                    self._greet(emulator)
                    while self._answer(emulator):
                        pass

    def _greet(self, emulator: socket.socket) -> None:
        emulator.sendall(b"NBDMAGIC" + _OPTIONS + struct.pack(">H", 3))
        _received(emulator, 4)
        option = 0
        while option != _GO:
            option, size = struct.unpack(">8xII", _received(emulator, 16))
            _received(emulator, size)
            answers = [(_UNKNOWN, b"")]
            if option == _GO:
                answers = [(_INFO, struct.pack(">HQH", 0, self._size, _CAN)), (_ACK, b"")]
            for kind, data in answers:
                emulator.sendall(struct.pack(">QIII", _OPTION_ANSWER, option, kind, len(data)) + data)

    def _answer(self, emulator: socket.socket) -> bool:
        _, _, kind, number, at, size = _REQUEST.unpack(_received(emulator, _REQUEST.size))
        data = b""
        self._file.seek(at)
        if kind == _READ:
            data = self._file.read(size)
        elif kind in (_WRITE, _ZEROES):
            if not self._write(_received(emulator, size) if kind == _WRITE else bytes(size)):
                return False
        elif kind != _FLUSH:
            return False  # it goes
        emulator.sendall(_ANSWER.pack(0x67446698, 0, number) + data)
        return True

    def _write(self, data: bytes) -> bool:
        """Whether the power has outlived it."""
        self._writes += 1
        write, share, fails = self._fails or (0, 0, None)
        if fails is None or self._writes < write:
            self._file.write(data)
            return True
        self._file.write(data[: int(len(data) * share)])
        self._fails = None
        fails()
        return False


def _received(emulator: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size:
        piece = emulator.recv(size - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data
