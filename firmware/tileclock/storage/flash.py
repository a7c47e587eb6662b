"""What the box keeps on its flash: the running game, the sheets, what was counted; see docs/storage.md.

This part is always in memory. What is needed only now and then – writing a sheet, taking up a game, making
room – is in sheet_files.py and saved_game.py, which are loaded for it.
"""

import os
from binascii import hexlify, unhexlify
from errno import ENOENT

from micropython import const

from tileclock.files import read, replace
from tileclock.storage.journal_file import FOLDER, SECOND, JournalFile

DRAFT = "/data.new"  # the folder /data is to become, when all that was there is put aside
SHEETS = "/data/sheets"
COUNT = "/data/count"  # the last game, the last match, and whether that goes on
FORMAT = "/data/format"  # the version of everything here that carries none of its own
VERSION = 1
_BOOT = "/data/boot"
_EPOCH = "/data/epoch"
_SECRET = "/data/secret"
_SHEET = const(12288)  # bytes of a long game's sheet, in whole blocks
_RESERVE = const(65536)  # for the running game, the settings, and for littlefs to move things
_MOST = const(
    2097152
)  # bytes that are used of a larger flash, too: the folder of sheets is read from its start
_IS_FILE = const(0x8000)


def sheet_name(game, revision):
    return "%05d-%02d" % (game, revision)


def numbers(name):
    """Game and revision of the sheet of that name."""
    return int(name[:5]), int(name[6:])


def is_sheet(name):
    """Whether that is the name of a sheet; revisions have two digits, and three from 100 on."""
    named = 7 < len(name) < 10 and name[5] == "-" and (name[:5] + name[6:]).isdigit()
    return named and sheet_name(*numbers(name)) == name


def _epoch():
    """Drawn when the program came onto an empty flash: who counts from 1 again is another clock."""
    try:
        return hexlify(unhexlify(read(_EPOCH, 8))).decode()
    except ValueError:
        return ""


def _take_draft():
    """Go on where the power went when the old folder was put aside already."""
    try:
        os.rename(DRAFT, "/data")
    except OSError:
        return  # there is none, or the old one is in its place still


class Storage:
    def __init__(self, board, log):
        self._board, self.log = board, log
        self.device = board.device()  # its epoch comes before it once the first screen is shown
        self.live = JournalFile(board.memory, log)
        self.unfinished = 0  # number of the game that was being played when the box was switched off
        _take_draft()
        self._find()
        text = read(_BOOT)
        self.boot = (int(text) if text.isdigit() and len(text) < 8 else 0) + 1

    def _find(self):
        """Find the numbers that were counted; nothing here may keep the box from starting."""
        self.game = self.match = 0
        self.goes_on = False
        numbers = read(COUNT).split()
        if len(numbers) == 3 and all(number.isdigit() and len(number) < 8 for number in numbers):
            self.game, self.match, goes_on = [int(number) for number in numbers]
            self.goes_on = bool(goes_on)

    def settle(self):
        """Write what a boot writes, and learn which box this is: once a screen is shown, as it takes time."""
        for path in ("/data", SHEETS, FOLDER, SECOND):
            try:
                os.mkdir(path)
                self.log("%s is new: nothing was kept there" % path)
            except OSError:
                pass  # it is there already; or it will be missed when something is written
        if not read(FORMAT):
            self.try_to(lambda: replace(FORMAT, str(VERSION)))
        self.try_to(lambda: replace(_BOOT, str(self.boot)))
        self.device = _epoch() + self._board.device()

    def try_to(self, write):
        """What cannot be written is said on the cable, and does not stop a game; whether it worked."""
        try:
            write()
        except (OSError, MemoryError) as error:
            self.log("the flash could not be written (%s)" % error)
            return False
        return True

    def count(self, game, match, goes_on):
        """Write down the numbers that are taken: none is used again, whatever happens to the sheets."""
        self.game, self.match, self.goes_on = game, match, goes_on
        replace(COUNT, "%d %d %d" % (game, match, goes_on))

    # ---- the running game ----

    def under_way(self):
        """Whether a game is being played, or waits to be taken up again."""
        return bool(self.live.journal or self.unfinished)

    def begin(self, number, journal):
        """Follow the journal of a game that was dealt, and whose head is written."""
        self.unfinished = 0
        self.live.open(number, journal)
        for _ in range(2):  # both slots stand before the clock runs: to make a file takes long
            self.live.write(0)

    def take_up(self, taken):
        """Follow the journal of a game that goes on, or is corrected."""
        self.live.open(taken.number, taken.play.journal, taken.kept, taken.revision)
        self.unfinished = 0
        self.match = max(self.match, taken.head["match"])

    def go_on_from(self, game, match):
        """Use no number again up to these: such games and matches were seen."""
        match = max(self.match, match)
        if game > self.game:
            self.try_to(lambda: self.count(game, match, self.goes_on))

    def wait_for(self, number):
        """Note that this game waits to be taken up; 0: none does."""
        self.unfinished = number

    # ---- sheets ----

    def sheets(self):
        """(name, bytes, whether the PC has it) of each, the oldest first; raises OSError."""
        try:
            for entry in os.ilistdir(SHEETS):
                name, synced, more = entry[0].partition("+")
                if entry[1] == _IS_FILE and not more and is_sheet(name):
                    yield name, entry[3], bool(synced)  # type: ignore[misc]
        except OSError as error:
            if error.errno != ENOENT:  # a new box has no folder yet
                raise

    def path(self, name):
        """Where that sheet is; raises OSError if there is none."""
        path = "%s/%s" % (SHEETS, name)
        try:
            os.stat(path)
        except OSError:
            path += "+"
            os.stat(path)
        return path

    def stands(self, game, revision):
        """Whether there is such a sheet."""
        try:
            self.path(sheet_name(game, revision))
        except OSError as error:
            if error.errno == ENOENT:
                return False
            raise
        return True

    def open(self, name):
        path = "%s/%s" % (SHEETS, name)
        try:
            return open(path, "rb")
        except OSError:
            return open(path + "+", "rb")

    def synced(self, name):
        """Note that the PC has it."""
        path = "%s/%s" % (SHEETS, name)
        try:
            os.rename(path, path + "+")
        except OSError:
            os.stat(path + "+")  # it was noted before; raises OSError if there is none

    def free(self):
        """How many sheets fit besides those that are there."""
        try:
            size, _, blocks, free = os.statvfs("/")[:4]
        except OSError:
            return 0
        if free > blocks:  # littlefs counted shared blocks twice: fewer than none are free
            return 0
        return max(0, min(size * free, _MOST - size * (blocks - free)) - _RESERVE) // _SHEET

    def feed(self):
        """Keep the watchdog from biting while many sheets are looked through."""
        self._board.watchdog.feed()

    def secret(self):
        text = read(_SECRET).strip()
        try:
            return unhexlify(text)
        except ValueError:
            return b""

    def date(self):
        """Seconds since 1970, if the clock was set."""
        return self._board.clock.unix()
