"""What the emulator lacks, put in the firmware's way before it starts; runs on the chip as its /boot.py.

Nothing is on the buses and pins of the emulated chip. So the keys are numbers that a second cable moves, the
lights are remembered, the panel's bytes go to the one chip that answers on the bus, and the cell is steady.
All the rest – timer, flash, heap, cable, I²C itself – is MicroPython's own.
"""

import gc
import os as files
import sys
from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

import esp32
import machine as chip

gc.collect()
bare = gc.mem_alloc(), gc.mem_free()  # of the port alone

_ON_THE_BUS = 0x48  # a thermometer, which takes whatever it is told
_STEADY_UV = 2_000_000  # at the converter, of a cell that is nearly full

contacts = {0x3FF4403C: 0xFFFF, 0x3FF4403E: 0xFFFF, 0x3FF44040: 0x00FF}  # no finger on any
lights = bytearray(18)
sent = {0x3C: 0}  # bytes to each panel that is plugged in
stuck = []  # the bus is, for good, if anything is in it
esp32.RMT.bitstream_channel(None)  # there is none: the processor sends the bits itself


class _I2C:
    def __init__(self, *where, **how):
        self._bus = chip.I2C(*where, **how)
        self.readfrom_mem = self._bus.readfrom_mem  # a clock chip is looked for, and not found
        self.writeto_mem = self._bus.writeto_mem

    def writeto(self, address, data):
        while stuck:
            sleep_ms(5)
        if address not in sent:
            raise OSError(19)
        sent[address] += len(data)
        return self._bus.writeto(_ON_THE_BUS, data)


class _ADC:
    ATTN_11DB = chip.ADC.ATTN_11DB

    def __init__(self, pin, atten):
        pass

    def read_uv(self):
        return _STEADY_UV


class _Timer:
    """The port's own; between two looks at the keys the second cable is served."""

    PERIODIC = chip.Timer.PERIODIC

    def __init__(self, number):
        self._timer = chip.Timer(number)
        self.deinit = self._timer.deinit

    def init(self, mode, period, callback):
        def look(timer):
            while moves and ticks_diff(ticks_ms(), moves[0][0]) >= 0:
                touch(*moves.pop(0)[1:])
                if not moves:
                    fingers.write(b"0 0\n")  # the answer to no question: all are made
            callback(timer)
            if fingers.any():
                _answer()

        self._timer.init(mode=mode, period=period, callback=look)


def _bitstream(pin, encoding, timing, data):
    lights[:] = data
    chip.bitstream(pin, encoding, timing, data)


class _Machine:
    mem16 = contacts
    Timer = _Timer
    I2C = _I2C
    ADC = _ADC

    def __init__(self):
        self.bitstream = _bitstream  # no method: MicroPython imports none by name

    def __getattr__(self, name):
        return getattr(chip, name)


sys.modules["machine"] = _Machine()


class _Files:
    """The port's own; the heap is measured when a file gets its name, if somebody wants to know."""

    def __init__(self):
        self.rename = _rename

    def __getattr__(self, name):
        return getattr(files, name)


def _rename(draft, path):
    if path in fullest:
        fullest[path] = heap()
    files.rename(draft, path)


fullest = {}  # a path: the heap when it got its name
sys.modules["os"] = _Files()


# ---- the second cable: a line is a number, a size and so long an expression; its value is the answer ----


def touch(half, bit, down):
    contacts[half] = contacts[half] & ~bit if down else contacts[half] | bit


def plan(ms, half, bit, down):
    """A finger moves so long after `begin`."""
    planned.append((ms, half, bit, down))


def begin():
    now = ticks_ms()
    moves.extend([(ticks_add(now, ms), half, bit, down) for ms, half, bit, down in planned])
    planned.clear()
    return now


def heap():
    gc.collect()
    return gc.mem_alloc(), gc.mem_free()


def stop_timer():
    chip.Timer(0).deinit()


def _answer():
    asked.extend(fingers.read())
    while b"\n" in asked:
        line, _, rest = bytes(asked).partition(b"\n")
        asked[:] = rest
        number, _, rest = line.partition(b" ")
        size, _, expression = rest.partition(b" ")
        if size != b"%d" % len(expression):
            continue  # not whole: it will be asked again
        if number != answered[0]:  # else only its answer was lost
            answered[:] = number, eval(expression, globals())
        fingers.write(number.decode() + " " + repr(answered[1]) + "\n")


asked = bytearray()
answered = [b"", None]
planned, moves = [], []
fingers = chip.UART(1, 115_200, tx=17, rx=16, rxbuf=512)
gc.collect()
own = gc.mem_alloc() - bare[0]  # what all this takes of the heap
