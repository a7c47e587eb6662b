"""The simulated clock in a terminal: its display in braille or half blocks, its keys on the keyboard.

Raw termios and a few ANSI sequences instead of curses: curses knows no 256-colour braille canvas and takes
over signals, while this needs to read single keys and to write one frame, nothing else.
"""

import os
import re
import select
import sys
import termios
import tty
from types import TracebackType
from typing import Any, Self

from tileclock_host.sim.live import Live, Picture

SHORT_MS = 80  # a terminal tells no key-up, so the clock's own time ends every press
HOLD_MS = 700
FRAME_S = 1 / 30
KEYS = {
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[B": "down",
    "\x1bOB": "down",
    "\r": "ok",
    "\n": "ok",
    "\x7f": "back",
    "\b": "back",
    "\x1b": "back",
}
# A control sequence, an escape of its own, or one character.
STROKE = re.compile(r"\x1b[\[O][0-9;]*[A-Za-z~]|[\s\S]")
HELP = "a-f tap · A-F hold · ↑↓ Enter Backspace · r reset · p plug · q quit"
BRAILLE = (
    0x01,
    0x02,
    0x04,
    0x40,
    0x08,
    0x10,
    0x20,
    0x80,
)  # the dots of a cell: left column down, right column
ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"


def braille(frame: bytes) -> list[str]:
    """16 lines of 64 cells, each 2 dots wide and 4 high; a display page of 8 rows makes two lines."""
    lines = []
    for page in range(8):
        for shift in (0, 4):
            cells = []
            for x in range(page * 128, page * 128 + 128, 2):
                dots = (frame[x] >> shift & 15) | (frame[x + 1] >> shift & 15) << 4
                cells.append(chr(0x2800 + sum(dot for bit, dot in enumerate(BRAILLE) if dots >> bit & 1)))
            lines.append("".join(cells))
    return lines


def half_blocks(frame: bytes) -> list[str]:
    """32 lines of 128 cells, each one dot wide and two high."""
    return [
        "".join(" ▀▄█"[frame[page * 128 + x] >> shift & 3] for x in range(128))
        for page in range(8)
        for shift in (0, 2, 4, 6)
    ]


def strokes(typed: str) -> list[str]:
    return STROKE.findall(typed)


def colour(light: tuple[int, int, int]) -> int:
    """One of 256 terminal colours, stretched: a light is bright at values that look dark on a screen."""
    most = max(light)
    if not most:
        return 240
    strength = 2.5 + 2.5 * (most / 255) ** 0.35
    red, green, blue = (round(part / most * strength) for part in light)
    return 16 + 36 * red + 6 * green + blue


class Screen:
    """The terminal while it shows the clock; leaving the `with` gives it back as it was."""

    def __init__(self, live: Live) -> None:
        self.live = live
        self.down: dict[str, tuple[int, int]] = {}  # key: from when to when it is held, in the clock's time
        self.over = False
        self.drawn: tuple[int, int, str] | None = None

    def __enter__(self) -> Self:
        self.before: list[Any] = termios.tcgetattr(sys.stdin)
        tty.setraw(sys.stdin)
        self.write(ENTER)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.write(LEAVE)
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, self.before)

    def write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()

    def run(self) -> None:
        while not self.over:
            if select.select([sys.stdin], [], [], FRAME_S)[0]:
                for stroke in strokes(self.read()):
                    self.type(stroke)
            picture = self.live.picture()
            self.let_go(picture.time_ms)
            self.draw(picture)

    def read(self) -> str:
        data = os.read(sys.stdin.fileno(), 1024)
        if not data:
            self.over = True  # the terminal is gone
        while data.endswith((b"\x1b", b"\x1b[", b"\x1bO")) and select.select([sys.stdin], [], [], 0.02)[0]:
            data += os.read(sys.stdin.fileno(), 1024)  # the rest of an arrow key may come a moment later
        return data.decode(errors="replace")

    # ---- keys ----

    def type(self, stroke: str) -> None:
        if stroke in ("q", "\x03"):
            self.over = True
        elif stroke == "r":
            self.live.reset()
        elif stroke == "p":
            (self.live.pull_plug if self.live.picture().powered else self.live.plug_in)()
        elif stroke in KEYS:
            self.press(KEYS[stroke], SHORT_MS)
        elif stroke.upper() in ("A", "B", "C", "D", "E", "F"):
            self.press(stroke.upper(), HOLD_MS if stroke.isupper() else SHORT_MS)

    def press(self, key: str, for_ms: int) -> None:
        if key not in self.down:  # the keyboard's own repetition adds nothing
            now = self.live.picture().time_ms
            self.down[key] = (now, now + for_ms)
            self.live.press(key)

    def let_go(self, now: int) -> None:
        for key, (since, until) in list(self.down.items()):
            if not since <= now < until:
                del self.down[key]
                self.live.release(key)

    # ---- picture ----

    def draw(self, picture: Picture) -> None:
        columns, rows = os.get_terminal_size(sys.stdout.fileno())
        lines = self.lines(picture, columns, rows)
        text = "".join(f"\x1b[{row};1H{line}\x1b[0m\x1b[K" for row, line in enumerate(lines, 1)) + "\x1b[J"
        if (columns, rows, text) != self.drawn:
            self.drawn = (columns, rows, text)
            self.write(text)

    def lines(self, picture: Picture, columns: int, rows: int) -> list[str]:
        if columns < 80 or rows < 21:
            return [
                "The clock needs a terminal of",
                "at least 80 by 21: make it",
                "larger, or press q to end.",
            ][:rows]
        frame = picture.frame if picture.powered and picture.awake else bytes(1024)
        wide = columns >= 144 and rows >= 37  # 128 dots across, a frame and the lights beside it
        dots = half_blocks(frame) if wide else braille(frame)
        ink = 255 if picture.contrast > 127 else 246
        edge = "─" * len(dots[0])
        side = self.side(picture)
        display = [f" ┌{edge}┐", *(f" │\x1b[38;5;{ink}m{line}\x1b[0m│" for line in dots), f" └{edge}┘"]
        display = [line + (f"  {side[row]}" if row < len(side) else "") for row, line in enumerate(display)]
        ports = "  ".join(filter(None, [self.live.serial_port, self.live.tcp_url]))
        fault = f" \x1b[31m{picture.fault[: columns - 1]}"
        return [*display, f" {ports}"[:columns], f" {HELP}"[:columns], fault]

    def side(self, picture: Picture) -> list[str]:
        """What stands beside the display: one line per seat with its light, then the state in short words."""
        seats = []
        for seat, shines in zip("ABCDEF", picture.lights, strict=True):
            light = shines if picture.powered else (0, 0, 0)
            held = "▼" if seat in self.down else " "
            seats.append(f"\x1b[38;5;{colour(light)}m{'●' if any(light) else '○'} {seat}\x1b[0m {held}")
        speed = "frozen" if self.live.speed == 0 else f"{self.live.speed:g}×"
        sound = f"♪ {picture.tone} Hz" if picture.tone else ""
        power = "" if picture.powered else "plug is out"
        return ["", *seats, "", speed, sound, power]
