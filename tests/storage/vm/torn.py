"""Operations of a NOR flash, whole and cut off: plain Python, for the box's VM and for the PC alike."""

from binascii import crc32

BLOCK = 4096
PROGRAM, ERASE = 0, 1
WAYS = ("none", "half", "nearly", "bits")


def done(data, operation, upto=BLOCK):
    """What an operation makes of the flash; of a torn one only so many bytes are done."""
    what, block, offset, written = operation
    at = block * BLOCK + offset
    if what == ERASE:
        data[at : at + upto] = b"\xff" * upto
    else:
        for i in range(min(len(written), upto)):
            data[at + i] &= written[i]


def cuts(data, operations, ways=lambda: WAYS):
    """(flash, operation, way) of each cut there is in these; they are done to `data` meanwhile."""
    for operation in operations:
        for way in ways():
            copy = bytearray(data)
            torn(copy, operation, way)
            yield copy, operation, way
        done(data, operation)


def torn(data, operation, way):
    """The flash after an operation that was cut: not begun, half or nearly done, or in part of its bits."""
    size = BLOCK if operation[0] == ERASE else len(operation[3])
    if way == "half":
        done(data, operation, size // 2)
    elif way == "nearly":
        done(data, operation, size - 1)
    elif way == "bits":
        at = operation[1] * BLOCK + operation[2]
        before = bytes(data[at : at + size])
        done(data, operation)
        noise = crc32(before, at)
        for i in range(size):
            noise = (noise * 1103515245 + 12345) & 0x7FFFFFFF
            mask = noise >> 16 & 0xFF
            data[at + i] = data[at + i] & mask | before[i] & ~mask & 0xFF
