"""The cable: requests come line by line and are answered, and no clock ever waits for it. docs/protocol.md.

Only what a running game may be asked is in memory here. The rest is in requests.py, loaded when it is
asked for and dropped again; while a turn's clock runs it is answered with "busy": nothing is loaded or
written then.
"""

import select
import sys
from binascii import b2a_base64, crc32
from io import BytesIO
from time import ticks_diff, ticks_ms

from micropython import const

import tileclock
from tileclock.core import clock as states
from tileclock.core import frames
from tileclock.device.timeline import NEVER
from tileclock.memory import Held
from tileclock.storage.flash import is_sheet

_TEXT = const(4)  # where the text of an answer begins: behind marker, number and kind
_PACE_MS = const(11)  # the UART sends a line in that time; it takes another one at once
_BURST = const(5)  # lines that are written in one pass when no game is played: it waits for the UART then
_GULP = const(300)  # bytes taken in one pass: more than the UART's ring holds
_FLIGHT_MS = const(50)  # a line that has begun is here by then
_KEEP_MS = const(3000)  # so long what was loaded for a request waits for the next one
_LISTED = const(24)  # sheets in one answer
_LATER = "a turn's clock runs: ask again in a pause or after the game"


class Busy(Exception):
    """Not now: a sentence that says when."""


def figure(text, digits=8):
    """A number of a request: not negative, and so small that none of the chip's own overflows."""
    if not text.isdigit() or len(text) > digits:
        raise ValueError("%s is no number of %d digits at most" % (text[:20], digits))
    return int(text)


def on_sheet(work, name):
    """Do that with a sheet: nothing else is read or marked for the PC."""
    try:
        if is_sheet(name):
            return work(name)
    except OSError:
        pass  # it is not there, or cannot be read
    raise ValueError("there is no sheet %s" % name[:20])


class _Records:
    """A stream of a journal's bytes: in a game the heap may have no room for all of them in one piece."""

    def __init__(self, journal, begin, end):
        self._journal, self._begin, self._end = journal, begin, end

    def read(self, size):
        begin, self._begin = self._begin, min(self._begin + size, self._end)
        return self._journal.part(begin, self._begin)

    def close(self):
        """Do nothing: no file is open."""


class Link:
    def __init__(self, table, kit, trouble, take_settings):
        """`trouble`: what is wrong with the flash, if anything; `take_settings` obeys what the PC has set."""
        self.table = table
        self.kit = kit
        self.trouble = trouble
        self.take_settings = take_settings
        self.now = 0
        self.upload = bytearray()  # what the PC has sent of a preset, a roster or settings
        self._input, self._output = sys.stdin.buffer, sys.stdout.buffer
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
        self._line = bytearray(frames.LONGEST)
        self._size = 0
        self._answer = bytearray(frames.LONGEST)
        self._answer[0] = frames.BOX[0]
        self._room = memoryview(self._answer)[_TEXT : _TEXT + frames.TEXT]
        self._source = None  # what is being sent, a stream
        self._packed = False  # as base64
        self._index = self._lines = self._crc = 0
        self._end = ""  # the text of the last line; None: what a sheet ends with
        self._kind = 0  # of that line
        self._from = 0  # where what is being sent begins
        self._talks = False
        self._said_at = self._used_at = ticks_ms()
        self._more = None  # the module with the other requests, while it is loaded
        self._held = Held()

    def step(self, now, arrived):
        """Take what came, say what is due; when there will be something to do again."""
        self.now = now
        if arrived:
            self._read(now)
        if not self._talks and self._more is None and not self.upload:
            return NEVER
        self._make_room()
        if not self._talks:
            return now + _KEEP_MS
        if self.table.storage.under_way():  # a press may start the clock at any moment
            wait = _PACE_MS - ticks_diff(ticks_ms(), self._said_at)
            if wait > 0:
                return now + wait
            self._say()
            return now + _PACE_MS
        for _ in range(_BURST):
            self._say()
            if not self._talks or self.table.board.keys.waiting:
                break
        return now

    def drop_upload(self):
        self.upload = bytearray()

    def running(self):
        """Whether somebody's time runs."""
        return self.table.game.clock.phase == states.RUNNING

    # ---- what comes ----

    def _read(self, now):
        for _ in range(_GULP):
            waits = False
            for _ in self._poll.ipoll(0):
                waits = True
            if not waits:
                break
            self._input.readinto(self._byte)
            if self._take(self._byte[0]):
                break  # what it asked may have taken its time: keys and screen come first
        if self._size:
            self.table.storage.live.hold_off(now + _FLIGHT_MS)

    def _take(self, byte):
        """Take one byte; whether a line is at its end."""
        if byte == 0x0A:
            if self._size:
                self._obey(frames.find(self._line, self._size, frames.HOST))
            else:
                self._stop()  # an empty line: whoever asked begins anew
            self._size = 0
            return True
        if byte != 0x0D:
            if self._size == frames.LONGEST:
                self._size = 0  # no frame is so long
            self._line[self._size] = byte
            self._size += 1
        return False

    def _obey(self, place):
        """Do what the frame asks that begins there; -1: there is none."""
        if place < 0:
            return
        self._stop()
        self._answer[1:3] = self._line[place + 1 : place + 3]
        self._kind = frames.DONE
        try:
            body = str(self._line[place + frames.HEAD : self._size - 4], "ascii")
            word, _, rest = body.partition(" ")
            said = self._handle(word, rest)
            if said is not None:  # else a stream was opened
                self._stop()
                self._end = said
                if len(said) > frames.TEXT:
                    self._stream(BytesIO(said.encode()), frames.LINES)
                    self._end = "+%d" % len(said)
        except Exception as error:  # whatever it is: nothing that is asked may end a game
            self._refuse(error)
        self._talks = True

    def _refuse(self, error):
        """End the answer with the reason."""
        self._stop()
        self._kind = frames.BUSY if isinstance(error, Busy) else frames.REFUSED
        said = "that is not possible" if isinstance(error, TypeError) else str(error)
        self._end = repr(said)[1:-1]  # it may repeat what was sent, and must be a line all the same

    def _handle(self, word, rest):
        """Do what is asked: the text of the answer, or None when that is a stream."""
        known: dict = {
            "hello": self._hello,
            "status": self._status,
            "list": self._list,
            "get": self._get,
            "events": self._events,
        }
        if word in known:
            return known[word](*rest.split(" ")) if rest else known[word]()
        if self.running():
            raise Busy(_LATER)
        if self._more is None:
            with self._held:
                from tileclock.cable import requests

                self._more = requests
        self._used_at = ticks_ms()
        return self._more.obey(self, word, rest)

    def _make_room(self):
        """Keep what a request has brought for the next one; its code goes while there is a game."""
        idle = ticks_diff(ticks_ms(), self._used_at) > _KEEP_MS
        if self.upload and (idle or self.running()):
            self.drop_upload()
        if self._more is not None and (idle or self.table.storage.under_way()):
            self._more = None
            self._held.drop()

    def _stop(self):
        if self._source is not None:
            self._source.close()
        self._source = None
        self._talks = False
        self._index = self._lines = 0

    # ---- what a running game may be asked ----

    def _hello(self, low="1", high="1"):
        if not figure(low) <= frames.VERSION <= figure(high):
            raise ValueError("this clock speaks protocol %d, the PC %s to %s" % (frames.VERSION, low, high))
        storage = self.table.storage
        new = 0
        for _, _, synced in storage.sheets():
            new += not synced
        counted = storage.boot, new, bool(storage.secret()), self.table.settings.table
        requests = "hello,status,list,get,events,ack,put,preset,settings,clock,lock,start,self-test,log"
        text = "tileclock protocol=%d device=%s firmware=%s boot=%d new=%d secret=%d table=%d requests="
        return text % ((frames.VERSION, storage.device, tileclock.VERSION) + counted) + requests

    def _status(self):
        table = self.table
        storage, journal, locked = table.storage, table.play.journal, table.settings.locked
        game = table.game.clock.phase, storage.game, storage.under_way(), journal.count, journal.size
        said = "phase=%d game=%d playing=%d records=%d journal=%d up=%d locked=%d"
        said %= game + (self.now, locked)
        # To count what is free takes a moment in which no key is looked at, and one may start the clock.
        return said if storage.under_way() else said + " free=%d" % storage.free()

    def _list(self, which="new", after=""):
        """Name and size of each sheet behind that one; at the end a + if there are more."""
        found = []
        for name, size, synced in self.table.storage.sheets():
            if name > after and (which == "all" or not synced):
                if len(found) == _LISTED:
                    found.append("+")
                    break
                found.append("%s %d" % (name, size))
        return " ".join(found)

    def _get(self, name, offset, lines):
        """Send a sheet as it is; the screen as base64."""
        offset, lines = figure(offset), figure(lines)
        if name != "screen":
            return self.send(on_sheet(self.table.storage.open, name), offset, lines)
        self._stream(BytesIO(bytes(self.kit.panel.buffer)), lines, True)
        self._source.seek(offset)
        return None

    def send(self, source, offset, lines):
        """Send so many lines of a text from there on; none of them: size and check of all of it."""
        self._stream(source, lines)
        if lines:
            source.seek(offset)
            self._from = offset
            return None
        size = crc = 0
        while True:
            count = self._source.readinto(self._room)
            if not count:
                break
            size += count
            crc = crc32(self._room[:count], crc)
        return "%d %08x" % (size, crc)

    def _events(self, game, offset):
        """Send what was added to the journal of the running game, as base64; then its number and size."""
        journal = self.table.play.journal
        begin, game = figure(offset), figure(game)
        if game != self.table.storage.game:
            begin = 0
        end = min(journal.size, begin + frames.LINES * frames.BYTES)
        self._stream(_Records(journal, begin, end), frames.LINES, True)
        self._end = "%d %d %d" % (self.table.storage.game, begin, journal.size)

    # ---- what is said ----

    def _stream(self, source, lines, packed=False):
        self._source, self._packed = source, packed
        self._lines = min(lines, frames.LINES)
        self._index = self._crc = 0
        self._end = None
        self._from = -1

    def _say(self):
        """Send one line of the answer."""
        answer = self._answer
        size = 0
        if self._source is not None and self._index < self._lines:
            try:
                size = self._fill()
            except Exception as error:  # the flash may fail in the middle of a sheet
                self._refuse(error)
        if size:
            answer[3] = frames.FIRST + self._index
            self._index += 1
        else:
            answer[3] = self._kind
            text = self._end
            if text is None:
                # Whether that was all; with its check if all of it was sent now.
                text = "" if self._index == self._lines else "%d" % self._source.tell()
                if text and not self._from and not self._packed:
                    text += " %08x" % self._crc
            text = text[: frames.TEXT].encode()
            size = len(text)
            answer[_TEXT : _TEXT + size] = text
            self._stop()
        size = frames.close(answer, _TEXT + size)
        self._output.write(memoryview(answer)[:size])
        self._said_at = ticks_ms()

    def _fill(self):
        """Put the next piece of what is sent into the answer; its length, 0 at the end."""
        if self._packed:
            piece = self._source.read(frames.BYTES)
            text = b2a_base64(piece)[:-1] if piece else b""
            self._answer[_TEXT : _TEXT + len(text)] = text
            return len(text)
        size = self._source.readinto(self._room)
        self._crc = crc32(self._room[:size], self._crc)
        while True:  # a line feed would end the line
            place = self._answer.find(b"\n", _TEXT, _TEXT + size)
            if place < 0:
                return size
            self._answer[place] = 0x09
