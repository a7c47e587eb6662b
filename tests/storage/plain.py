"""What a flash image says to somebody who has nothing but littlefs-python and the pages of the docs."""

import json
import struct
from binascii import crc32
from zlib import adler32

from littlefs import LittleFS, LittleFSError

BLOCK, BLOCKS = 4096, 64
SLOT = struct.Struct("<BBIIIBBIIIH")


class Image:
    """The files under /data, read by an implementation of the file system that is not the box's."""

    def __init__(self, data: bytes) -> None:
        files = LittleFS(block_size=BLOCK, block_count=BLOCKS, mount=False)
        files.context.buffer = bytearray(data)
        files.mount()
        self.files: dict[str, bytes] = {}
        try:
            for folder, _, names in files.walk("/data"):
                for name in names:
                    with files.open(f"{folder}/{name}", "rb") as file:
                        self.files[f"{folder}/{name}"] = file.read()
        except LittleFSError as error:  # a box that was never switched on has no such folder
            assert error.code == LittleFSError.Error.LFS_ERR_NOENT, error

    def _in(self, folder: str) -> dict[str, bytes]:
        return {
            path.rpartition("/")[2]: data
            for path, data in self.files.items()
            if path.rpartition("/")[0] == folder
        }

    def stands(self) -> dict:
        """What a box that finds this must know, as the pages say it."""
        sheets = self._latest()
        game = self._running(sheets)
        number, match, goes_on = map(int, self.files.get("/data/count", b"0 0 0").split())
        games = [int(name[:5]) for name in sheets] + ([game[0]] if game else [])
        return {
            "count": [max([number, *games]), match, goes_on],
            "settings": json.loads(self.files.get("/data/settings.json", b"{}")) | self._code(),
            "presets": self._checks("/data/presets", ".json"),
            "sheets": {name: crc32(data) for name, data in sheets.items()},
            "totals": [json.loads(line) for line in self.files.get("/data/totals", b"").splitlines()],
            "game": game,
        }

    def _code(self) -> dict:
        code, _, locked = self.files.get("/data/code", b"").decode().partition(" ")
        return ({"code": code} if code else {}) | ({"locked": True} if locked else {})

    def _checks(self, folder: str, end: str) -> dict[str, int]:
        return {name: crc32(data) for name, data in self._in(folder).items() if name.endswith(end)}

    def _latest(self) -> dict[str, bytes]:
        """Of each game the sheet of the highest revision."""
        sheets = self._in("/data/sheets")
        best = {name[:5]: name for name in sorted(name for name in sheets if name[:5].isdigit())}
        return {name: sheets[name] for name in best.values()}

    def _running(self, sheets: dict[str, bytes]) -> list | None:
        """Number, revision, journal, time since the last record, and the check of the head."""
        live = self._in("/data/live")
        slots = [slot for slot in (live.get("a", b""), self.files.get("/data/live/2/b", b"")) if whole(slot)]
        if "head" not in live or not slots:
            return None
        slot = max(slots, key=lambda slot: SLOT.unpack_from(slot)[2])
        mark, version, _, number, sealed, revision, length, time, check, _, _ = SLOT.unpack_from(slot)
        assert (mark, version) == (0x4A, 1)
        if any(int(name[:5]) == number and int(name[6:8]) > revision for name in sheets):
            return None
        segments = b"".join(live[name] for name in sorted(live) if name.isdigit())[:sealed]
        assert len(segments) == sealed and crc32(segments) == check, "the segments are not whole"
        journal = segments + slot[30 : 30 + length]
        return [number, revision, journal.hex(), time, crc32(live["head"])]


def whole(slot: bytes) -> bool:
    return len(slot) == 120 and adler32(slot[:116]) == int.from_bytes(slot[116:], "little")
