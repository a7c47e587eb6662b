"""`esp32` of the board: the NOR flash behind the file system."""

from io import BytesIO as _BytesIO

from _chip import chip

_BLOCK = 4096
_COPIES = (
    8  # blocks read last are kept, for littlefs asks for 32 bytes at a time: a call of the PC costs more
)
_READ_US = 25  # one read through the cache, plus its bytes
_PROGRAM_US = 80  # one program command, plus its bytes


class Partition:
    """Program can only clear bits, erase sets a whole block; both take their data-sheet time.

    The file system calls these from C, many times within one call of the program's: no timer callback comes
    before that call is over.
    """

    TYPE_DATA = 1

    def __init__(self, file, blocks):
        self._file = file
        self._blocks = blocks
        self._old = bytearray(_BLOCK)
        self._blank = bytearray(b"\xff" * _BLOCK)
        self._copies = tuple([_BytesIO(self._blank) for _ in range(_COPIES)])
        self._copied = [0] * _COPIES  # the block each is of
        self._copy_of = [None] * blocks
        self._oldest = 0

    @staticmethod
    def find(type=TYPE_DATA, subtype=255, label=None, block_size=_BLOCK):
        return [chip.flash] if type == Partition.TYPE_DATA and label in (None, "vfs") else []

    def readblocks(self, block_num, buf, offset=0):
        size = len(buf)
        copy = self._copy_of[block_num] or self._copy(block_num)
        if offset + size > _BLOCK:
            copy = self._file
            offset += block_num * _BLOCK
        copy.seek(offset)
        copy.readinto(buf)
        chip.block(_READ_US + size // 20)

    def _copy(self, block):
        """Read a whole block, in the oldest copy's place."""
        which = self._oldest
        self._oldest = (which + 1) % _COPIES
        self._copy_of[self._copied[which]] = None
        self._file.seek(block * _BLOCK)
        self._file.readinto(self._old)
        copy = self._copies[which]
        copy.seek(0)
        copy.write(self._old)
        self._copied[which] = block
        self._copy_of[block] = copy
        return copy

    def writeblocks(self, block_num, buf, offset=None):
        if offset is None:
            for block in range(block_num, block_num + len(buf) // _BLOCK):
                self._erase(block)
            offset = 0
        size = len(buf)
        start = block_num * _BLOCK + offset
        self._copy_of[block_num] = None
        old = self._old
        self._file.seek(start)
        self._file.readinto(old, size)
        for i in range(size):
            old[i] &= buf[i]
        self._file.seek(start)
        self._file.write(old, size)
        chip.block(_PROGRAM_US + size * 3)

    def _erase(self, block):
        self._copy_of[block] = None
        self._file.seek(block * _BLOCK)
        self._file.write(self._blank)
        chip.block(chip.erase_us)

    def ioctl(self, op, arg):
        if op == 4:
            return self._blocks
        if op == 5:
            return _BLOCK
        if op == 6:
            self._erase(arg)
        return 0
