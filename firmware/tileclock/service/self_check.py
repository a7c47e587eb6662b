"""What the box can find out about itself without a person, for the screen and the cable. Loaded for that."""

import gc
import os
from time import sleep_us, ticks_diff, ticks_ms

from micropython import const

from tileclock.device.keys import COUNT

_FILE = "/data/selftest"
_LOOKS_MS = const(400)  # shorter than the PC waits for an answer
_LOOK_US = const(250)
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
    size, _, _, free = os.statvfs("/")[:4]
    return size * free // 1024 if found == wanted else -1


def missed(keys):
    """The keys are looked at once a millisecond, which moves `seen` on: how many looks are missing?"""
    since = ticks_ms()
    seen, made, now = keys.seen, 0, since
    while ticks_diff(now, since) < _LOOKS_MS:
        sleep_us(_LOOK_US)
        now = ticks_ms()
        if keys.seen != seen:
            seen = keys.seen
            made += 1
    return max(0, ticks_diff(now, since) - 1 - made)  # the first may have come just before


def run(board, kit):
    """All of it but what needs eyes and ears; lights and buzzer are on as long as the looks are counted."""
    keys = board.keys
    panels = kit.panel.count()
    try:
        free = flash()
    except OSError:
        free = -1
    board.chain.write(_DIM)
    board.buzzer.tone(_PITCH)
    blind = missed(keys)
    board.buzzer.tone(0)
    board.chain.write(kit.lights.sent)
    held = ",".join([_SIGNS[key] for key in range(COUNT) if keys.held(key)])
    gc.collect()
    lost, heap, date = keys.lost, gc.mem_free(), board.clock.unix() or 0
    found = panels, free >= 0, max(0, free), _LOOKS_MS, blind, lost, heap, held or "-", date
    text = "panel=%d flash=%d free=%d lights=1 buzzer=1 looks=%d missed=%d lost=%d heap=%d held=%s date=%d"
    return text % found
