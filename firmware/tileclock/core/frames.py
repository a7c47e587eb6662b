"""The lines that travel on the cable, the same code on both ends; docs/protocol.md shows them byte by byte.

    host -> box   # SS request CCCC LF
    box -> host   $ SS kind text CCCC LF

SS is the number of the request in hex, which its answers repeat. CCCC is the lower half of the CRC-32 over
all that stands before it. Whatever does not look like this is no frame: boot text, tracebacks, noise.
"""

import binascii

VERSION = 1  # of the protocol; the shape of a line is the same in every version
HOST, BOX = b"#", b"$"
LONGEST = 120  # bytes of a line with its line feed
HEAD = 3  # bytes before a request; an answer has its kind behind them
_TAIL = 5  # bytes behind the body
_LEAST = HEAD + 1 + _TAIL
ROOM = LONGEST - HEAD - _TAIL  # of a body
TEXT = ROOM - 1  # of the text of an answer
BYTES = TEXT // 4 * 3  # that travel in one answer as base64
_CHECKED = 0xFFFF

# Kinds of an answer. One of the first three is its last line. The lines of a text have letters in their
# order, so that the host knows which are missing.
DONE, REFUSED, BUSY = b"=!?"
FIRST = 0x41
LINES = 52  # of one answer, at most


def close(line, size):
    """Put the check behind what stands in line[:size]; the size with it."""
    line[size : size + _TAIL] = b"%04x\n" % (binascii.crc32(memoryview(line)[:size]) & _CHECKED)
    return size + _TAIL


def find(line, size, marker):
    """Where a frame begins that ends with line[:size], without its line feed; -1 if none does.

    Of a frame that lost its line feed the end is the next one's: so not only the first marker counts.
    """
    place = line.find(marker, 0, size)
    while place >= 0 and size - place >= _LEAST - 1:
        crc = binascii.crc32(memoryview(line)[place : size - _TAIL + 1]) & _CHECKED
        if line[size - _TAIL + 1 : size] == b"%04x" % crc:
            return place
        place = line.find(marker, place + 1, size)
    return -1
