"""The virtual chip's flash: it programs, erases and takes its time as the board's does."""

import io
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.host.test_chip import load

BLOCK = 4096


class File(io.BytesIO):
    """A file as MicroPython has it: reading and writing take a size too."""

    def readinto(self, buffer, size=None):
        return super().readinto(memoryview(buffer)[:size])

    def write(self, data, size=None):
        return super().write(memoryview(data)[:size])


def chip_with(blocks):
    """A chip of its own, and its empty flash of so many blocks."""
    chip = load("_chip")
    chip.chip.horizon = chip.FAR
    return chip.chip, load("esp32", _chip=chip).Partition(File(b"\xff" * blocks * BLOCK), blocks)


writes = st.lists(
    st.one_of(
        st.tuples(
            st.just("program"),
            st.integers(0, 2),
            st.integers(0, BLOCK - 64),
            st.binary(min_size=1, max_size=64),
        ),
        st.tuples(st.just("erase"), st.integers(0, 2), st.just(0), st.just(b"")),
    ),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(writes)
def test_programming_only_clears_bits_and_erasing_sets_a_block(each):
    _, flash = chip_with(3)
    plain = bytearray(b"\xff" * 3 * BLOCK)
    for what, block, offset, data in each:
        start = block * BLOCK + offset
        if what == "erase":
            flash.ioctl(6, block)
            plain[block * BLOCK : (block + 1) * BLOCK] = b"\xff" * BLOCK
        else:
            flash.writeblocks(block, data, offset)
            for i, byte in enumerate(data):
                plain[start + i] &= byte
        read = bytearray(64)
        flash.readblocks(block, read, offset)
        assert read == plain[start : start + 64]
    read = bytearray(3 * BLOCK)
    flash.readblocks(0, read)
    assert read == plain


def test_erasing_and_programming_take_their_time():
    chip, flash = chip_with(1)
    before = chip.now
    flash.ioctl(6, 0)
    erased = chip.now - before
    flash.writeblocks(0, bytes(256), 0)
    assert erased == 45_000
    assert 500 < chip.now - before - erased < 2000


_WRITES = b"""
import machine, os, time
calls = []
machine.Timer(0).init(period=1, callback=lambda _: calls.append(0))
file = open("/big", "wb")
for what, call in (("write", lambda: file.write(bytes(20000))), ("close", file.close)):
    time.sleep_ms(1)
    before, begin = len(calls), time.ticks_ms()
    call()
    print("%s took %d ms, %d calls" % (what, time.ticks_ms() - begin, len(calls) - before))
while True:
    time.sleep_ms(100)
"""


def test_a_call_of_the_file_system_is_one_piece_however_often_it_goes_to_the_flash(lay_table):
    table = lay_table(start=False)
    table.box.put({"/main.py": _WRITES})
    table.box.power_on()
    table.wait(s=1)
    table.wait_for_log("close took")
    ms, calls = map(int, re.search(r"write took (\d+) ms, (\d+) calls", table.log).groups())
    assert ms > 4 * 45, "five blocks are erased"
    assert calls <= 9, "the queue holds eight; one may be due at once"
