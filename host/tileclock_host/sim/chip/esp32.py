"""`esp32` of the board: the NOR flash behind the file system."""

from _chip import chip

_BLOCK = 4096
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

    @staticmethod
    def find(type=TYPE_DATA, subtype=255, label=None, block_size=_BLOCK):
        return [chip.flash] if type == Partition.TYPE_DATA and label in (None, "vfs") else []

    def readblocks(self, block_num, buf, offset=0):
        self._file.seek(block_num * _BLOCK + offset)
        self._file.readinto(buf)
        chip.block(_READ_US + len(buf) // 20)

    def writeblocks(self, block_num, buf, offset=None):
        if offset is None:
            for block in range(block_num, block_num + len(buf) // _BLOCK):
                self._erase(block)
            offset = 0
        size = len(buf)
        start = block_num * _BLOCK + offset
        old = self._old
        self._file.seek(start)
        self._file.readinto(old, size)
        for i in range(size):
            old[i] &= buf[i]
        self._file.seek(start)
        self._file.write(old, size)
        chip.block(_PROGRAM_US + size * 3)

    def _erase(self, block):
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
