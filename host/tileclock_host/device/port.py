"""A serial port as the client needs it, opened without resetting the board behind it.

A board's two transistors reset it while RTS alone is asserted. Opening a port asserts both lines, which is
harmless, so they stay asserted; closing it would drop them one after the other, so that is switched off.
"""

from __future__ import annotations

import contextlib
import errno
import time
from typing import Any, Protocol

from .errors import DeviceError, LostError

try:
    import termios
except ImportError:  # Windows has nothing to switch off
    termios = None  # type: ignore[assignment]

BAUD = 115_200
LETS_GO_WITHIN = 1  # second that a program which has just ended may still hold the port
WRITE_PATIENCE = 5  # seconds until a port that takes nothing is given up


class Port(Protocol):
    name: str

    def write(self, data: bytes) -> None: ...

    def read(self, seconds: float) -> bytes:
        """What has come, waiting so long for something."""

    def now(self) -> float:
        """Seconds, for what has to come in time."""

    def close(self) -> None: ...


class SerialPort:
    """A port by its name, or an address such as rfc2217://127.0.0.1:4000; or one that is open already."""

    def __init__(self, name: str, opened: Any = None) -> None:
        self.name = name
        self._serial = opened
        if opened is None:
            self._open(name)

    def _open(self, name: str) -> None:
        import serial  # type: ignore[import-untyped]  # noqa: PLC0415 – not where there are no ports at all

        # Alone: two programs would take each other's answers.
        options = {} if "://" in name else {"exclusive": True, "write_timeout": WRITE_PATIENCE}
        until = time.monotonic() + LETS_GO_WITHIN
        while True:
            try:
                self._serial = serial.serial_for_url(name, BAUD, timeout=0, **options)
                break
            except (OSError, ValueError) as error:
                if not _is_busy(error) or time.monotonic() > until:
                    raise DeviceError(_cannot_open(name, error)) from error
                time.sleep(0.05)
        self._keep_lines()

    def _keep_lines(self) -> None:
        if termios is None or not hasattr(self._serial, "fileno"):
            return
        with contextlib.suppress(OSError, termios.error):
            mode = termios.tcgetattr(self._serial.fileno())
            mode[2] &= ~termios.HUPCL
            termios.tcsetattr(self._serial.fileno(), termios.TCSANOW, mode)

    def write(self, data: bytes) -> None:
        try:
            self._serial.write(data)
        except (OSError, ValueError) as error:
            raise self._lost() from error

    def read(self, seconds: float) -> bytes:
        try:
            self._serial.timeout = max(0.0, seconds)
            data: bytes = self._serial.read(1)
            waiting = self._serial.in_waiting
            return data + (self._serial.read(min(waiting, 65536)) if data and waiting else b"")
        except (OSError, ValueError, TypeError, AttributeError) as error:
            raise self._lost() from error

    def _lost(self) -> LostError:
        return LostError(f"The cable of {self.name} is gone: plug it in again.")

    def now(self) -> float:
        return time.monotonic()

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self._serial.close()


def _is_busy(error: Exception) -> bool:
    said = str(error).lower()
    busy = getattr(error, "errno", None) in (errno.EBUSY, errno.EAGAIN)
    # The last is what Windows says of a port that another program has.
    return busy or any(words in said for words in ("exclusively lock", "busy", "permissionerror(13"))


def _cannot_open(name: str, error: Exception) -> str:
    number = getattr(error, "errno", None)
    said = str(error).lower()
    if _is_busy(error):
        return f"{name} is used by another program: close that, then try again."
    if number == errno.EACCES or "permission denied" in said:
        return (
            f"You may not use {name}: add yourself to its group (often: sudo usermod -aG dialout $USER),"
            " then log in again."
        )
    if number == errno.ENOENT or "no such file" in said or "filenotfound" in said:
        return f"There is no port {name}: check the cable, and with `tileclock devices` the name."
    return f"{name} cannot be opened as a serial port: check its name and that its other end runs."


def candidates() -> list[str]:
    """The ports something is plugged into: those of USB, if there are any.

    Motherboards and Bluetooth list others, which lead nowhere, and on some of them one would wait long.
    """
    from serial.tools import list_ports  # type: ignore[import-untyped]  # noqa: PLC0415 – as above

    found = [port for port in list_ports.comports() if port.hwid not in (None, "", "n/a")]
    return sorted(port.device for port in [port for port in found if port.vid is not None] or found)
