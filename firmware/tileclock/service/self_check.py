"""What the box can find out about itself without a person, for the screen and the cable. Loaded for that."""

import gc
import os
from time import sleep_ms, ticks_diff, ticks_ms

from micropython import const

from tileclock.device.keys import COUNT

_FILE = "/data/selftest"
_LOOKS_MS = const(400)  # shorter than the PC waits for an answer
_PITCH = const(1000)
_DIM = b"\x0a" * 18  # of the six lights' colours
_SIGNS = ("A", "B", "C", "D", "E", "F", "up", "down", "ok", "back")


def flash():
    """Write a small file and read it again: kB that are free, or -1 if it came back otherwise."""
    wanted = bytes([i * 37 & 0xFF for i in range(256)])
    with open(_FILE, "wb") as file:
        file.write(wanted)
    with open(_FILE, "rb") as file:
        found = file.read()
    os.remove(_FILE)
    size = os.statvfs("/")
    return size[0] * size[3] // 1024 if found == wanted else -1


class Looks:
    """The keys are looked at once a millisecond: how many looks are missing?"""

    def __init__(self, board):
        self._board = board
        self._made, self._since = 0, ticks_ms()
        board.sample(self._sample)

    def _sample(self, timer):
        self._made += 1
        self._board.keys.sample(timer)

    def end(self):
        self._board.sample(self._board.keys.sample)
        return max(0, ticks_diff(ticks_ms(), self._since) - self._made)


def run(table):
    """All of it but what needs eyes and ears; lights and buzzer are on as long as the looks are counted."""
    board, keys = table.board, table.board.keys
    table.panel.heal()
    panel = table.panel.show()
    try:
        free = flash()
    except OSError:
        free = -1
    looks = Looks(board)
    board.chain.write(_DIM)
    board.buzzer.tone(_PITCH)
    sleep_ms(_LOOKS_MS)
    board.buzzer.tone(0)
    board.chain.write(table.lights.sent)
    missed = looks.end()
    held = ",".join([_SIGNS[key] for key in range(COUNT) if keys.held(key)])
    gc.collect()
    return (
        "panel=%d flash=%d free=%d lights=1 buzzer=1 looks=%d missed=%d lost=%d heap=%d held=%s date=%d"
        % (
            panel,
            free >= 0,
            max(0, free),
            _LOOKS_MS,
            missed,
            keys.lost,
            gc.mem_free(),
            held or "-",
            board.clock.unix() or 0,
        )
    )
