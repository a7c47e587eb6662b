"""The running game on flash: its journal in sealed segments, the latest bytes and the time in two slots.

A slot is rewritten in place, the two turn about, so the newer one or the one before it is always whole. When
the bytes in it would be too many they are sealed in a segment, a file of their own; the next slot says so.
Both are small enough for littlefs to keep them in the directory, where a write seldom costs an erase. The
files of the slots stay open, so that an event allocates nothing; docs/storage.md has the bytes.
"""

import gc
import struct
from binascii import crc32

from micropython import const

FOLDER = "/data/live"
# littlefs keeps each folder in blocks of its own: what spoils one slot spares the other.
SECOND = "/data/live/2"
DEALT = "/data/live/head"  # what was known when the game was dealt
SLOTS = ("/data/live/a", "/data/live/2/b")
SLOT = const(120)  # bytes; from 128 on a file has a block of its own, and every write costs an erase
# Mark, version, sequence, game, sealed bytes, revision, length of the tail, time since the last record,
# CRC-32 of the sealed bytes, time of all records together, their number.
HEAD = "<BBIIIBBIIIH"
TAIL = const(30)  # where the latest bytes begin
SUM = const(116)  # where the slot's own checksum is
MARK = const(0x4A)
VERSION = const(1)
_MOST = const(86)  # bytes in a slot
_FLASH_MS = const(8_000)  # the time of a running turn is to be written down this often
_MEMORY_MS = const(2_000)  # and this often where it outlives a reset
_PATIENCE_MS = const(200)  # what comes on the cable may hold up a record so long
_LONGEST_MS = const(2_000)  # and keys that are pressed on and on


def segment(number):
    return "%s/%03d" % (FOLDER, number)


def stamp(slot):
    """Write the slot's Adler-32 as its last bytes. A CRC-32 would be a big int, which allocates."""
    low, high = 1, 0
    for i in range(SUM):
        low = (low + slot[i]) % 65521
        high = (high + low) % 65521
    slot[SUM] = low & 0xFF
    slot[SUM + 1] = low >> 8
    slot[SUM + 2] = high & 0xFF
    slot[SUM + 3] = high >> 8


class JournalFile:
    """Keeps up with a journal. `step` writes what is missing, when it may."""

    def __init__(self, memory, log):
        self._memory = memory
        self._log = log
        self._slots = [None, None]
        self._buffer = bytearray(SLOT)
        self.journal = None  # that of the running game, if there is one
        self.revision = 0  # of its sheet that stands
        self._wait_until = 0

    def open(self, game, journal, kept=None, revision=0):
        """Follow this journal from here on; `kept`: what the slots held when it was read from them."""
        self.close()
        self.game, self.revision = game, revision
        self._sequence = self._sealed = self._segments = self._sum = self._kept = self._copied = 0
        if kept:
            self._sequence, self._sealed, self._segments, self._sum = kept
            self._kept = journal.size
            self._copied = self._sealed
        self._since = None  # when a record, or the time, began to wait
        self._flash_at = self._memory_at = 0
        self.journal = journal  # last: what is only half opened is followed by nobody

    def close(self):
        for i in range(2):
            if self._slots[i]:
                self._slots[i].close()
                self._slots[i] = None
        self.journal = None
        self.revision = 0

    def hold_off(self, until):
        """Write nothing up to then, as bytes come on the cable; for a moment."""
        self._wait_until = until

    def step(self, now, running, free_at):
        """Write what is due, once no key is in the way, from `free_at` on; when to come again, or None."""
        journal = self.journal
        if journal is None:
            return None
        if self._since is None and (journal.size != self._kept or (running and now >= self._flash_at)):
            self._since = now
        due = self._flash_at
        if self._since is not None:
            due = max(free_at, min(self._wait_until, self._since + _PATIENCE_MS))
            due = min(due, self._since + _LONGEST_MS)
            if now >= due:
                self.write(now - journal.at if running else 0)
                due = self._flash_at = now + _FLASH_MS
                self._memory_at = now
            elif journal.size != self._kept:
                return due
        if not running:
            return None
        if now >= self._memory_at:
            self._memory_at = now + _MEMORY_MS
            self._memory.write(self.game, journal.size, now - journal.at)
        return min(self._memory_at, due)

    def write(self, time):
        """Write all records, and the time since the last of them."""
        try:
            self._write(time)
        except (OSError, MemoryError) as error:
            self._log("the game could not be written down (%s): the next record tries again" % error)
            self._reopen()
        self._since = None

    def _write(self, time):
        journal = self.journal
        while journal.size - self._sealed > _MOST:
            self._seal(journal)
        buffer, place = self._buffer, TAIL + self._copied - self._sealed
        for i in range(self._copied, journal.size):
            buffer[place] = journal.byte(i)
            place += 1
        self._copied = journal.size
        sequence = self._sequence + 1
        length = journal.size - self._sealed
        struct.pack_into(
            HEAD, buffer, 0, MARK, VERSION, sequence, self.game, self._sealed, self.revision, length, time,
            self._sum, journal.at - journal.start, journal.count,
        )  # fmt: skip
        stamp(buffer)
        file = self._slots[sequence & 1] or self._open(sequence & 1)
        file.seek(0)
        file.write(buffer)
        file.flush()
        self._sequence = sequence  # only now: after a failure the other slot must not be touched
        self._kept = journal.size
        journal.make_room()  # now, for while the next press is told nothing may be allocated

    def _seal(self, journal):
        """Write a segment of its own; the slots say nothing of it until it stands."""
        length = min(journal.size - self._sealed, SLOT)
        data = journal.part(self._sealed, self._sealed + length)
        with open(segment(self._segments), "wb") as file:
            file.write(data)
        total, sealed = crc32(data, self._sum), self._sealed + length
        # All at once: whatever fails before, the segment is written again; after it, all of it counts.
        self._sum, self._segments, self._sealed, self._copied = total, self._segments + 1, sealed, sealed
        del data
        gc.collect()  # opening a file takes some hundred bytes

    def _open(self, which):
        try:
            file = open(SLOTS[which], "r+b")  # noqa: SIM115 – it stays open as long as the game runs
        except OSError:
            file = open(SLOTS[which], "wb")  # noqa: SIM115
        self._slots[which] = file
        return file

    def _reopen(self):
        """Open the files anew: littlefs ignores whatever is done with one after an error."""
        for i in range(2):
            file, self._slots[i] = self._slots[i], None
            try:
                if file:
                    file.close()
            except OSError:
                pass  # it was given up anyway
