"""A DS3231 at the bus: a calendar in registers that goes on, from its own battery while the box is off."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

ADDRESS = 0x68
_BEGIN = datetime(2000, 1, 1)  # what it shows when it has lost the date; it knows no zones
_CENTURY = datetime(2100, 1, 1)
_LAST = 0x12  # register; there are no others
_TEMPERATURE = 0x11  # from here on they are for reading only
_HOURS, _WEEKDAY, _MONTH, _CONTROL, _STATUS = 2, 3, 5, 0x0E, 0x0F
_NO_OSCILLATOR = 0x80  # of the control register: it stands while there is no power but the battery
_STOPPED, _32K, _ALARMS = 0x80, 0x08, 0x03  # of the status register
_TWELVE, _EVENING = 0x40, 0x20  # of the hours

# Bits there are in each register of time, and the least and largest figure.
_FIELDS = (
    (0x7F, 0, 59),
    (0x7F, 0, 59),
    (0x7F, 0, 23),
    (0x07, 1, 7),
    (0x3F, 1, 31),
    (0x9F, 1, 12),
    (0xFF, 0, 99),
)


class IllegalTransfer(Exception):
    """The firmware sent what the chip's data sheet does not define."""


class ClockChip:
    """Times are those of the board, in microseconds since that was first switched on."""

    def __init__(self, date: datetime | None = None, *, battery: bool = True) -> None:
        self.heard: list[int] = []  # when something was asked of it
        self.silent_after: int | None = None  # so many transfers more are answered
        self.battery = battery
        self._powered = False
        self._lose()
        if battery and date:
            self._set(0, date.astimezone(UTC).replace(tzinfo=None) if date.tzinfo else date)
            self._rest[_STATUS] = 0
            self._runs = True

    def _lose(self) -> None:
        """Nothing feeds it: all it knew is gone."""
        self._rest = bytearray(_LAST + 1)
        self._rest[_CONTROL], self._rest[_STATUS] = 0x1C, _STOPPED | _32K
        self._runs = self._twelve = False
        self._weekday = 1  # on the day it began with
        self._nonsense = b""
        self._pointer = 0
        self._set(0, _BEGIN)

    def _set(self, at: int, date: datetime) -> None:
        self._since, self._date = at, date

    def date(self, at: int) -> datetime:
        return self._date + timedelta(microseconds=at - self._since) if self._runs else self._date

    @property
    def stopped(self) -> bool:
        """What it says of itself: the oscillator has stood since this was last cleared."""
        return bool(self._rest[_STATUS] & _STOPPED)

    # ---- power ----

    def power(self, at: int, on: bool) -> None:
        """The box feeds it, or no longer does."""
        self._powered = on
        runs = on or (self.battery and not self._rest[_CONTROL] & _NO_OSCILLATOR)
        if runs != self._runs:
            self._set(at, self.date(at))
            self._runs = runs
            self._rest[_STATUS] |= _STOPPED
        if not (on or self.battery):
            self._lose()

    def take_battery(self, at: int) -> None:
        self.battery = False
        self.power(at, self._powered)

    def spoil(self, registers: bytes) -> None:
        """The registers of time hold this, until somebody writes them."""
        self._nonsense = registers

    # ---- the bus ----

    def transfer(self, at: int, written: bytes, count: int) -> bytes | None:
        """What is read after these bytes were written; None: nobody acknowledges."""
        self.heard.append(at)
        if self.silent_after is not None:
            if self.silent_after <= 0:
                return None
            self.silent_after -= 1
        if written:
            self._pointer = written[0]
            self._write(at, written[1:])
        elif not count:
            raise IllegalTransfer("a transfer of nothing")
        end = self._pointer + count
        if self._pointer > _LAST or end > _LAST + 1:
            raise IllegalTransfer(f"there is no register {max(self._pointer, end - 1):#04x}")
        found = (self._time(at) + bytes(self._rest[7:]))[self._pointer : end]
        self._pointer = end % (_LAST + 1)
        return found

    def _write(self, at: int, data: bytes) -> None:
        begin, end = self._pointer, self._pointer + len(data)
        if end > _TEMPERATURE and data:
            raise IllegalTransfer(f"register {end - 1:#04x} cannot be written")
        if data and begin < 7:
            now = bytearray(self._time(at))
            now[begin : min(end, 7)] = data[: 7 - begin]
            self._set_registers(at, bytes(now), fresh=not begin)
        for register in range(max(begin, 7), end):
            value, was = data[register - begin], self._rest[register]
            if register == _STATUS:  # what it says of itself can only be taken back
                value = value & was & (_STOPPED | _ALARMS) | value & _32K
            self._rest[register] = value
        self._pointer = end

    def _set_registers(self, at: int, registers: bytes, *, fresh: bool) -> None:
        figures = [self._figure(index, byte) for index, byte in enumerate(registers)]
        second, minute, hour, weekday, day, month, year = figures
        century = 100 if registers[_MONTH] & 0x80 else 0
        try:
            date = datetime(2000 + century + year, month, day, hour, minute, second)
        except ValueError as error:
            raise IllegalTransfer(f"{registers.hex(' ')} is no date") from error
        part = timedelta() if fresh else timedelta(microseconds=self.date(at).microsecond)
        self._twelve = bool(registers[_HOURS] & _TWELVE)
        self._nonsense = b""
        self._set(at, date + part)
        self._weekday = (weekday - 1 - (date - _BEGIN).days) % 7 + 1

    @staticmethod
    def _figure(index: int, byte: int) -> int:
        bits, least, most = _FIELDS[index]
        value, half = byte, 0
        if index == _HOURS and byte & _TWELVE:
            value, half, least, most = byte & 0x1F, 12 if byte & _EVENING else 0, 1, 12
        if index == _MONTH:
            value &= 0x7F
        figure = (value >> 4) * 10 + (value & 15)
        if byte & ~bits or value & 15 > 9 or not least <= figure <= most:
            raise IllegalTransfer(f"register {index:#04x} cannot be {byte:#04x}")
        return figure % 12 + half if index == _HOURS and byte & _TWELVE else figure

    def _time(self, at: int) -> bytes:
        if self._nonsense:
            return self._nonsense
        date = self.date(at)
        weekday = (self._weekday - 1 + (date - _BEGIN).days) % 7 + 1
        figures = (date.second, date.minute, date.hour, weekday, date.day, date.month, date.year % 100)
        found = bytearray(n // 10 << 4 | n % 10 for n in figures)
        if self._twelve:
            hour = date.hour % 12 or 12
            found[_HOURS] = _TWELVE | (_EVENING if date.hour >= 12 else 0) | hour // 10 << 4 | hour % 10
        found[_MONTH] |= 0x80 if date >= _CENTURY else 0
        return bytes(found)
