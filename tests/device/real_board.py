"""A board on a cable as the tests use it: the firmware's own loop, driven over the raw prompt.

The contacts are ours: what the firmware samples is a set of numbers we move, so the tests need no fingers,
while sampling, loop, display and sounds are the board's. Its time runs as fast as ever, but stands still
between two commands, which take their while on the cable. The people's own settings stay.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace

from mpremote.transport_serial import SerialTransport

from tests import words
from tests.device.box import USUAL
from tileclock import pins
from tileclock_host.build import bundle
from tileclock_host.sim.keys import NAMES

_PINS = dict(zip(NAMES, pins.SEATS + pins.CONSOLE, strict=True))
_PATIENCE = 20  # seconds a command may take longer than the time it lets pass

_DRIVER = """
from time import ticks_add, ticks_diff, ticks_ms
from tileclock import app as app_module, board
from tileclock.device import keys
from tileclock.storage import settings
from tileclock.app import App

settings._load = lambda log: {stored}
settings.Settings.save = lambda self, log: None
contacts = {{0x3FF4403C: 0xFFFF, 0x3FF4403E: 0xFFFF, 0x3FF44040: 0xFF}}
moves, tones = [], []
base = ticks_ms()
now = 0
going = [False]
plain = board.buzzer.tone


def clock():
    return ticks_diff(ticks_ms(), base)


def tone(pitch):
    tones.append((clock(), pitch))
    plain(pitch)


def look(timer):
    if not going[0]:
        return
    while moves and clock() >= moves[0][0]:
        _, pin, level = moves.pop(0)
        half, bit = 0x3FF4403C + (pin >> 4) * 2, 1 << (pin & 15)
        contacts[half] = contacts[half] | bit if level else contacts[half] & ~bit
    sample(timer, clock)


def go(until, planned):
    global base, now
    base = ticks_add(ticks_ms(), -now)
    moves.extend(planned)
    moves.sort()
    going[0] = True
    while clock() < until:
        app._due = min(app._due, app.go.stage.now + until - clock())
        app.step()
    app._due = 0
    app.step()  # whatever came last is shown too
    going[0] = False
    now = clock()
    heard = tones[:]
    tones.clear()
    return now, bytes(app.kit.lights.sent), bytes(app.kit.panel.buffer), heard


keys.ticks_ms = app_module.ticks_ms = clock
board.keys._registers = contacts
board.keys.seen = 0
sample, board.keys.sample = board.keys.sample, look  # one start of the timer, which bears only so many
board.buzzer.tone = tone
app = App(board)
app.start()
board.watchdog.start(3_600_000)
"""


@contextmanager
def connected(port: str) -> Iterator[SerialTransport]:
    """The cable, for all tests of a run; at the end the board goes back to its firmware."""
    transport = SerialTransport(port)
    yield transport
    transport.exit_raw_repl()
    transport.serial.write(b"\x04")
    transport.close()


class RealBox:
    """What `Box` is for a simulated box, as far as it can be told from outside."""

    def __init__(self, transport: SerialTransport) -> None:
        self._transport = transport
        self._planned: list[tuple[int, int, int]] = []
        self.keys = SimpleNamespace(bounce_us=0)
        self.buzzer = SimpleNamespace(history=[])
        self.faults: list[str] = []
        self.log = ""

    def start(self, stored: str = repr(USUAL)) -> None:
        self._transport.enter_raw_repl(soft_reset=True)
        self._run(words.translate(_DRIVER.format(stored=stored), bundle.key(bundle.ensure())), 0)
        self.now = 0
        self.advance(100_000)

    def settings(self, stored: bytes) -> None:
        self.start(repr(json.loads(stored)))

    def _run(self, code: str, seconds: float) -> str:
        said, failed = self._transport.exec_raw(code, timeout=seconds + _PATIENCE)
        assert not failed, f"the board could not do it:\n{failed.decode()}"
        log, _, answer = said.decode().rstrip().rpartition("\n")
        self.log += log
        return answer

    def advance(self, us: int) -> None:
        """Let time pass, with the fingers that were planned for it; what is seen and heard comes back."""
        until = (self.now + us) // 1000
        planned, self._planned = self._planned, []
        answer = self._run(f"print(go({until}, {planned}))", us / 1e6)
        now, lights, frame, tones = ast.literal_eval(answer)
        self.now = now * 1000
        colours = tuple((lights[i + 1], lights[i], lights[i + 2]) for i in range(0, 18, 3))
        self.lights = SimpleNamespace(colours=colours)
        self.oled = SimpleNamespace(frame=lambda: frame)
        self.buzzer.history += [(at * 1000, pitch) for at, pitch in tones]

    def press(self, key: str, at: int | None = None) -> int:
        return self._plan(key, 0, at)

    def release(self, key: str, at: int | None = None) -> int:
        return self._plan(key, 1, at)

    def _plan(self, key: str, level: int, at: int | None) -> int:
        at = self.now if at is None else at
        self._planned.append((at // 1000, _PINS[key], level))
        return at

    def pull_plug(self) -> None:
        """It stays on; the next test begins anew anyway."""

    def close(self) -> None:
        """Nor is the cable unplugged between two tests."""
