"""A 128×64 OLED at the bus: decodes the SSD1306's commands and refuses what the chip would not understand."""

from __future__ import annotations

WIDTH, HEIGHT, PAGES = 128, 64, 8

# Operand bytes that follow each command, from the controller's command table.
_OPERANDS = {
    0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2A: 5, 0x2E: 0, 0x2F: 0,
    0x81: 1, 0x8D: 1, 0xA3: 2, 0xA4: 0, 0xA5: 0, 0xA6: 0, 0xA7: 0, 0xA8: 1, 0xAD: 1, 0xAE: 0, 0xAF: 0,
    0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1, 0xE3: 0,
}  # fmt: skip
_ALONE = {*range(0x20), *range(0x40, 0x80), 0xA0, 0xA1, *range(0xB0, 0xB8), 0xC0, 0xC8}
_FOLLOW = [_OPERANDS.get(first, 0 if first in _ALONE else None) for first in range(256)]

HORIZONTAL, VERTICAL, PAGE = 0, 1, 2


class IllegalCommand(Exception):
    """The driver sent what the controller's data sheet does not define."""


class Oled:
    """The controller's registers and its picture memory."""

    def __init__(self) -> None:
        self.memory = bytearray(WIDTH * PAGES)
        self.awake = False
        self.contrast = 0x7F
        self.inverted = False
        self.all_on = False
        self.mirrored_columns = False
        self.mirrored_rows = False
        self.start_line = self.offset = 0
        self.mode = PAGE
        self.column = 0
        self.page = 0
        self._columns = (0, WIDTH - 1)
        self._pages = (0, PAGES - 1)
        self._command: list[int] = []

    def write(self, data: bytes) -> None:
        """One bus transfer after the address byte: control bytes, then commands or picture data."""
        at = 0
        while at < len(data):
            control = data[at]
            if control & 0x3F:
                raise IllegalCommand(f"control byte {control:#04x} has bits the controller does not know")
            last = not control & 0x80
            payload = data[at + 1 :] if last else data[at + 1 : at + 2]
            if control & 0x40:
                self._picture(payload)
            else:
                for byte in payload:
                    self._command_byte(byte)
            at += 1 + len(payload)
            if last:
                break

    def _command_byte(self, byte: int) -> None:
        self._command.append(byte)
        first = self._command[0]
        follow = _FOLLOW[first]
        if follow is None:
            self._command.clear()
            raise IllegalCommand(f"command {first:#04x} is not in the controller's table")
        if len(self._command) > follow:
            operands = self._command[1:]
            self._command.clear()
            self._execute(first, operands)

    def _execute(self, first: int, operands: list[int]) -> None:
        if first <= 0x0F:
            self.column = self.column & 0xF0 | first
        elif first <= 0x1F:
            # Half of the chips ignore bit 3; a column beyond the panel is a driver's mistake.
            self.column = (first & 0x07) << 4 | self.column & 0x0F
        elif 0x40 <= first <= 0x7F:
            self.start_line = first & 0x3F
        elif 0xB0 <= first <= 0xB7:
            self.page = first & 0x07
        elif first in (0xA0, 0xA1):
            self.mirrored_columns = first == 0xA1
        elif first in (0xC0, 0xC8):
            self.mirrored_rows = first == 0xC8
        elif first in (0xAE, 0xAF):
            self.awake = first == 0xAF
        elif first in (0xA6, 0xA7):
            self.inverted = first == 0xA7
        elif first in (0xA4, 0xA5):
            self.all_on = first == 0xA5
        else:
            self._execute_with_operands(first, operands)

    def _execute_with_operands(self, first: int, operands: list[int]) -> None:
        if first == 0x81:
            self.contrast = operands[0]
        elif first == 0x20:
            if operands[0] & 3 == 3:
                raise IllegalCommand(f"addressing mode {operands[0]:#04x} does not exist")
            self.mode = operands[0] & 3
        elif first == 0x21:
            self._columns = self._window("column", operands, WIDTH - 1)
            self.column = operands[0]
        elif first == 0x22:
            self._pages = self._window("page", operands, PAGES - 1)
            self.page = operands[0]
        elif first == 0xD3:
            self.offset = operands[0] & 0x3F
        elif first == 0xA8 and operands[0] < 15:
            raise IllegalCommand(f"multiplex ratio {operands[0]} is below 15")

    def _window(self, what: str, operands: list[int], last: int) -> tuple[int, int]:
        start, end = operands
        if not start <= end <= last:
            raise IllegalCommand(f"{what} window {start}..{end} lies outside 0..{last}")
        return start, end

    def _picture(self, data: bytes) -> None:
        if self._command:
            raise IllegalCommand(f"picture data in the middle of command {self._command[0]:#04x}")
        if self.mode == VERTICAL:
            self._down(data)
        else:
            self._along(data)

    def _along(self, data: bytes) -> None:
        """Row by row, as almost every driver sends; by page addressing it stays in its page."""
        window = (0, WIDTH - 1) if self.mode == PAGE else self._columns
        while data:
            room = self._last(self.column, window, WIDTH) - self.column + 1
            at = self.page * WIDTH + self.column
            piece, data = data[:room], data[room:]
            self.memory[at : at + len(piece)] = piece
            self.column += len(piece)
            if len(piece) == room:
                self.column = window[0]
                if self.mode == HORIZONTAL:
                    self.page, _ = self._step(self.page, self._pages, PAGES)

    def _down(self, data: bytes) -> None:
        for byte in data:
            self.memory[self.page * WIDTH + self.column] = byte
            self.page, wrapped = self._step(self.page, self._pages, PAGES)
            if wrapped:
                self.column, _ = self._step(self.column, self._columns, WIDTH)

    def _step(self, value: int, window: tuple[int, int], size: int) -> tuple[int, bool]:
        at_end = value == self._last(value, window, size)
        return (window[0], True) if at_end else (value + 1, False)

    @staticmethod
    def _last(value: int, window: tuple[int, int], size: int) -> int:
        """Where the pointer turns back: at the panel's edge if a command has set it beyond the window."""
        return window[1] if value <= window[1] else size - 1

    def frame(self) -> bytes:
        """The picture as a person sees it, 1,024 bytes, page by page, lowest bit on top.

        A module is mounted so that the usual set-up (both directions mirrored) is upright.
        """
        if not self.awake:
            return bytes(WIDTH * PAGES)
        if self.all_on:
            return b"\xff" * (WIDTH * PAGES)
        if (
            self.mirrored_columns
            and self.mirrored_rows
            and not (self.inverted or self.start_line or self.offset)
        ):
            return bytes(self.memory)
        rows = self._rows()
        frame = bytearray(WIDTH * PAGES)
        for y, row in enumerate(rows):
            for x, lit in enumerate(row):
                if lit:
                    frame[(y >> 3) * WIDTH + x] |= 1 << (y & 7)
        return bytes(frame)

    def _rows(self) -> list[list[bool]]:
        rows = []
        for y in range(HEIGHT):
            line = (y + self.start_line + self.offset) % HEIGHT
            page, bit = line >> 3, 1 << (line & 7)
            row = [bool(self.memory[page * WIDTH + x] & bit) != self.inverted for x in range(WIDTH)]
            rows.append(row if self.mirrored_columns else row[::-1])
        return rows if self.mirrored_rows else rows[::-1]
