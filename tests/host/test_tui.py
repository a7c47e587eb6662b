"""The terminal view: its drawing, its keys, and that the terminal is given back as it was."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Iterator
from fcntl import ioctl
from pathlib import Path
from typing import Any

import pytest

from tests.patience import eventually
from tileclock_host.sim.live import Picture
from tileclock_host.sim.tui import Screen, braille, colour, half_blocks, strokes

DARK = ((0, 0, 0),) * 6


def dots(*points: tuple[int, int]) -> bytes:
    frame = bytearray(1024)
    for x, y in points:
        frame[(y >> 3) * 128 + x] |= 1 << (y & 7)
    return bytes(frame)


# ---- drawing ----


@pytest.mark.parametrize(
    ("x", "y", "cell"),
    [
        (0, 0, "⠁"),
        (0, 1, "⠂"),
        (0, 2, "⠄"),
        (0, 3, "⡀"),
        (1, 0, "⠈"),
        (1, 3, "⢀"),
        (127, 63, "⢀"),
        (126, 60, "⠁"),
    ],
)
def test_every_dot_has_its_place_in_a_braille_cell(x: int, y: int, cell: str) -> None:
    lines = braille(dots((x, y)))
    assert len(lines) == 16 and {len(line) for line in lines} == {64}
    assert lines[y // 4][x // 2] == cell
    assert "".join(lines).count("⠀") == 16 * 64 - 1


@pytest.mark.parametrize(("x", "y", "cell"), [(0, 0, "▀"), (0, 1, "▄"), (127, 63, "▄"), (5, 10, "▀")])
def test_every_dot_has_its_half_of_a_block(x: int, y: int, cell: str) -> None:
    lines = half_blocks(dots((x, y)))
    assert len(lines) == 32 and {len(line) for line in lines} == {128}
    assert lines[y // 2][x] == cell
    assert half_blocks(b"\xff" * 1024) == ["█" * 128] * 32


def test_the_three_colours_of_a_turn_differ_and_a_dim_light_is_seen() -> None:
    green, amber, red, dim, off = (
        colour(c) for c in [(0, 90, 0), (90, 45, 0), (90, 0, 0), (0, 4, 0), (0, 0, 0)]
    )
    assert len({green, amber, red, off}) == 4
    assert dim not in (off, 16)


def test_arrow_keys_are_told_from_a_lone_escape() -> None:
    assert strokes("a\x1b[A\x1bB\x1bOB\x1b") == ["a", "\x1b[A", "\x1b", "B", "\x1bOB", "\x1b"]


class Still:
    """A device whose time the test moves by hand."""

    serial_port, tcp_url, speed = "/dev/pts/99", "rfc2217://127.0.0.1:9", 1.0

    def __init__(self) -> None:
        self.now = 1000
        self.did: list[str] = []

    def picture(self) -> Picture:
        return Picture(dots((0, 0)), 255, True, ((0, 90, 0), *DARK[1:]), 880, True, self.now, "", "")

    def press(self, key: str) -> None:
        self.did.append(f"press {key}")

    def release(self, key: str) -> None:
        self.did.append(f"release {key}")


def at(screen: Screen, device: Still, now: int) -> list[str]:
    device.now = now
    screen.let_go(now)
    return device.did


def test_lower_case_taps_and_upper_case_holds_in_the_clock_s_own_time() -> None:
    device = Still()
    screen = Screen(device)  # type: ignore[arg-type]
    screen.type("a")
    screen.type("B")
    screen.type("B")  # the keyboard repeats
    assert at(screen, device, 1079) == ["press A", "press B"]
    assert at(screen, device, 1080)[2:] == ["release A"]
    assert at(screen, device, 1699)[3:] == []
    assert at(screen, device, 1700)[3:] == ["release B"]


def test_it_fits_a_plain_terminal_and_uses_a_wide_one() -> None:
    screen = Screen(Still())  # type: ignore[arg-type]
    picture = screen.live.picture()

    def plain(columns: int, rows: int) -> list[str]:
        return [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in screen.lines(picture, columns, rows)]

    small = plain(80, 24)
    assert len(small) <= 24 and max(map(len, small)) <= 80
    assert "⠁" in small[1] and "● A" in small[1] and "♪ 880 Hz" in "".join(small)
    wide = plain(150, 40)
    assert len(wide) <= 40 and max(map(len, wide)) <= 150
    assert "▀" in wide[1]
    assert len(plain(79, 24)) == len(plain(80, 20)) == 3


# ---- the real thing in a real pseudo-terminal ----


class Terminal:
    """`tileclock sim --tui` in a pty, with just enough of a terminal to see which lines it shows."""

    def __init__(self, image: Path) -> None:
        self.end, self.theirs = pty.openpty()
        ioctl(self.theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = self.settings()
        self.output = ""
        self.lines: dict[int, str] = {}
        command = [sys.executable, "-m", "tileclock_host", "sim", "--tui", "--flash", str(image)]
        self.process = subprocess.Popen(
            command, stdin=self.theirs, stdout=self.theirs, stderr=self.theirs, start_new_session=True
        )

    def settings(self) -> list[Any]:
        return termios.tcgetattr(self.theirs)

    def read(self, seconds: float) -> None:
        if select.select([self.end], [], [], seconds)[0]:
            new = os.read(self.end, 65536).decode(errors="replace")
            self.output += new
            for row, text in re.findall(r"\x1b\[(\d+);1H(.*?)\x1b\[K", self.output):
                self.lines[int(row)] = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)

    def display(self) -> str:
        return "\n".join(self.lines.get(row, "")[2:66] for row in range(2, 18))

    def type(self, keys: str) -> None:
        os.write(self.end, keys.encode())

    def wait(self, until: Any) -> None:
        eventually(until, lambda: "\n".join(self.lines.values()) or self.output, lambda: self.read(0.1))

    def wait_for_change(self) -> None:
        before = self.display()
        self.wait(lambda: self.display() != before)


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    terminal = Terminal(tmp_path / "flash.img")
    try:
        terminal.wait(lambda: any(ord(cell) > 0x2800 for cell in terminal.display() if cell.strip()))
        yield terminal
    finally:
        terminal.process.kill()
        terminal.process.wait()
        os.close(terminal.end)
        os.close(terminal.theirs)


def test_keys_reach_the_clock_and_its_display_comes_back(terminal: Terminal) -> None:
    for keys in ("\r", "\x1b[B", "\x7f"):
        terminal.type(keys)
        terminal.wait_for_change()
    assert "/dev/" in terminal.output and "rfc2217://" not in terminal.output
    terminal.type("p")
    terminal.wait(lambda: "plug is out" in "".join(terminal.lines.values()))
    terminal.type("p")
    terminal.wait(lambda: "plug is out" not in "".join(terminal.lines.values()))


@pytest.mark.parametrize("end", ["q", "\x03", signal.SIGTERM], ids=["q", "Ctrl-C", "SIGTERM"])
def test_the_terminal_is_given_back_as_it_was(terminal: Terminal, end: str | signal.Signals) -> None:
    assert terminal.settings() != terminal.before
    if isinstance(end, str):
        terminal.type(end)
    else:
        terminal.process.send_signal(end)
    terminal.wait(lambda: terminal.process.poll() is not None)
    terminal.read(0.1)
    assert terminal.process.returncode == 0, terminal.output[-500:]
    assert terminal.settings() == terminal.before
    assert terminal.output.rstrip().endswith("\x1b[?25h\x1b[?1049l")
