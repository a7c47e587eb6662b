"""The lines of the cable: what goes in comes out, on every machine, and damage is never taken for a line."""

import zlib

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.qa.house import FIRMWARE
from tests.vms import vm32, vm64
from tileclock.core import frames

bodies = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=frames.ROOM - 1)
numbers = st.integers(0, 255)


def framed(marker, number, body):
    line = bytearray(marker + b"%02x" % number + body.encode())
    size = len(line)
    end = frames.close(line, size)
    assert end == len(line)
    return bytes(line)


@given(numbers, st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), min_size=1, max_size=112))
def test_a_line_is_found_as_it_was_made_and_never_longer_than_allowed(number, body):
    line = framed(frames.HOST, number, body)
    assert len(line) <= frames.LONGEST and line.endswith(b"\n") and not set(line) & set(range(1, 6))
    assert frames.find(line, len(line) - 1, frames.HOST) == 0
    assert frames.find(line, len(line) - 1, frames.BOX) <= 0 or b"$" in line[1:]
    assert int(line[1:3], 16) == number and line[frames.HEAD : -5].decode() == body


@given(bodies, st.binary(max_size=60))
def test_it_is_found_behind_noise_and_behind_a_line_that_lost_its_end(body, noise):
    assume(b"#" not in noise)
    line = framed(frames.HOST, 7, "x" + body)
    whole = noise + line
    assert frames.find(whole, len(whole) - 1, frames.HOST) == len(noise)
    torn = line[:-3] + line
    assert frames.find(torn, len(torn) - 1, frames.HOST) == len(line) - 3


@given(bodies, st.integers(0, 10_000), st.integers(1, 255))
def test_one_damaged_byte_is_always_seen(body, place, by):
    line = bytearray(framed(frames.BOX, 1, "A" + body))
    line[place % (len(line) - 1)] ^= by
    assert frames.find(line, len(line) - 1, frames.BOX) < 0


@given(st.binary(max_size=200))
def test_what_is_no_line_is_none(noise):
    at = frames.find(noise, len(noise), frames.BOX)
    assert at == -1 or zlib.crc32(noise[at:-4]) & 0xFFFF == int(noise[-4:], 16)


def test_every_machine_makes_the_same_line():
    code = """
from tileclock.core import frames
line = bytearray(120)
line[:9] = b"#0astatus"
size = frames.close(line, 9)
print(bytes(line[:size]), frames.find(line, size - 1, b"#"), frames.find(line, size - 1, b"$"))
"""
    line = framed(frames.HOST, 10, "status")
    expected = f"{line} 0 -1\n"
    assert vm64(code, FIRMWARE) == expected
    assert vm32(code, FIRMWARE)[0] == expected
