"""One clock on the cable: its requests as methods. What it answers is foreign text and checked before use."""

from __future__ import annotations

import hashlib
import json
import re
import time
import zlib
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

from tileclock.core import frames
from tileclock.storage.settings import NOBODY

from .answers import Answer, Identity, SelfTest, figures, identity, spoken, unpacked
from .errors import DeviceError, LostError, MuteError
from .port import Port, SerialPort

QUIET = 1.2  # seconds without a valid line until a request is repeated: longer than the longest flash write
SLOWEST = 10.0  # the most that becomes where a clock has shown that it needs longer
RECENT = 16  # requests whose late answers are signs of life
TRIES = 6
LONGEST_ANSWER = 30.0  # seconds
MOST_PULLS = 500  # requests for one sheet
LONGEST_SHEET = 1 << 18  # bytes
MOST_SHEETS = 10_000
MOST_GAMES = 9_999_999  # a box counts no further
LONGEST_LINE = 4096  # bytes without a line feed, after which they count as a line of noise
BACK_WITHIN = 15.0  # seconds a pulled cable may take to be plugged in again
REOPENINGS = 8
PIECE = 90  # characters of an upload in one request
ACKS = 6  # sheets in one request

_SHEET = re.compile(r"\d{5}-\d{2,3}")
_CHECK = re.compile(r"[0-9a-f]{8}")
_WORD = re.compile(r"[a-z][a-z0-9-]{0,11}")


class Refused(DeviceError):
    """The clock answered that it will not; its own sentence."""


class Busy(Refused):
    """Not now."""


class Clock:
    """`Clock.open("/dev/ttyUSB0")`; use it in a `with`, or close it."""

    def __init__(self, port: Port, reopen: Callable[[], Port] | None = None, quiet: float = QUIET) -> None:
        self.name = port.name
        self._quiet = quiet
        self._port: Port = port
        self._reopen = reopen
        self._number = int(time.time() * 10) & 0xFF
        self._sent_at: dict[int, float] = {}  # by number
        self._buffer = bytearray()
        self._reopened = 0
        self._slack = 0.0  # seconds the latest answer took: within them its time may lie
        self.noise: deque[str] = deque(maxlen=1000)  # what came between the lines of the protocol
        self.sent = self.received = 0  # bytes
        self.identity: Identity

    @classmethod
    def open(cls, name: str, quiet: float = QUIET) -> Clock:
        """The clock at that port; raises DeviceError with what is there instead."""
        clock = cls(SerialPort(name), lambda: SerialPort(name), quiet)
        try:
            clock.hello()
        except BaseException:  # also Ctrl-C: nobody else knows the port that is to be let go
            clock.close()
            raise
        return clock

    def __enter__(self) -> Clock:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._port.close()

    # ---- requests ----

    def hello(self, tries: int = 3) -> Identity:
        try:
            said = self._text(f"hello {frames.VERSION} {frames.VERSION}", tries)
        except Refused as refusal:
            raise DeviceError(
                f"The clock at {self.name} and this program do not understand each other ({refusal}):"
                " update the older of the two; `tileclock deploy` updates the clock."
            ) from refusal
        except DeviceError as error:
            if isinstance(error, LostError):
                raise
            raise MuteError(self.name, self._what_is_there()) from error
        self.identity = identity(said, self.name)
        return self.identity

    def _what_is_there(self) -> str:
        heard = "\n".join(self.noise) + self._buffer.decode("ascii", "replace")
        if any(sign in heard for sign in (">>>", "MicroPython", "raw REPL", "Traceback", "MPY:")):
            return (
                f"There is MicroPython at {self.name} but no clock runs on it: press its reset button, or put"
                f" the firmware on it with `tileclock deploy --port {self.name}`."
            )
        return f"No clock answers at {self.name}: check that it is switched on, or name another --port."

    def status(self) -> dict[str, int]:
        return figures(self._text("status"))

    def latest_game(self) -> int:
        """The number it has given to a game last; 0: to none yet."""
        found = self.status().get("game", -1)
        if not 0 <= found <= MOST_GAMES:
            raise self._senseless()
        return found

    def self_test(self) -> SelfTest:
        """What it finds out about itself without anybody's help. Raises Busy while a game is played."""
        said = self._text("self-test")
        held = re.search(r"\bheld=([A-Fa-z,]{1,40})", said)
        return SelfTest(figures(said), tuple(held[1].split(",")) if held else ())

    def counters(self) -> dict[str, int]:
        """How often it was started, by what last, and what else it counts."""
        return figures(self._text("log"))

    def kept_log(self) -> str:
        """The lines it has kept: what broke, and what started it other than its switch."""
        return self._pull("log", "The log").removesuffix("\n")

    def drift(self, seconds: float) -> tuple[float, float]:
        """By which share its time runs ahead of this PC's, and by how much that may be wrong."""
        self._up()  # loads what answers
        began, first = self._up()
        while (left := began + seconds - self._port.now()) > 0:
            for _ in self._lines(left):
                pass
        ended, second = self._up()
        taken = ended - began
        return (second - first) / taken - 1, self._slack / taken

    def _up(self) -> tuple[float, float]:
        """When it was asked, and its own time then, in seconds."""
        before = self._port.now()
        up = figures(self._text("self-test time")).get("up", 0)
        after = self._port.now()
        self._slack = after - before
        return (before + after) / 2, up / 1000

    def sheets(self, *, every: bool = False) -> list[tuple[str, int]]:
        """Name and size of each sheet that is new, or of every one, the oldest first."""
        found: list[tuple[str, int]] = []
        while True:
            after = found[-1][0] if found else ""
            words = self._text(f"list {'all' if every else 'new'} {after}".rstrip()).split()
            more = bool(words) and words[-1] == "+"
            entries = list(zip(words[0::2], words[1::2], strict=False))
            for name, size in entries:
                if not _SHEET.fullmatch(name) or not size.isdigit() or name <= after:
                    raise DeviceError(f"The clock at {self.name} lists an impossible sheet: {name[:20]!r}.")
                found.append((name, int(size)))
            if len(found) > MOST_SHEETS:
                raise DeviceError(f"The clock at {self.name} lists more sheets than it can have.")
            if not more or not entries:
                return found

    def fetch(self, name: str, progress: Callable[[int], None] = lambda _: None) -> str:
        """The text of a sheet."""
        return self._pull(f"get {name}", f"Sheet {name}", progress)

    def _pull(self, request: str, what: str, progress: Callable[[int], None] = lambda _: None) -> str:
        """A text. What is missing is asked for again, until all is there and its check right."""
        for _ in range(TRIES):
            data, crc = self._pull_once(request, what, progress)
            if crc is None:
                size, _, check = self._text(f"{request} 0 0").partition(" ")
                whole = size == str(len(data)) and _CHECK.fullmatch(check)
                crc = int(check, 16) if whole else -1
            if zlib.crc32(data) == crc:
                return data.decode("ascii")
        raise self._not_through(what)

    def _not_through(self, what: str) -> DeviceError:
        return DeviceError(f"{what} of {self.name} does not come through: try another cable or port.")

    def _pull_once(
        self, request: str, what: str, progress: Callable[[int], None]
    ) -> tuple[bytes, int | None]:
        pieces: dict[int, bytes] = {}
        at, size, crc, fruitless = 0, -1, None, 0
        for _ in range(MOST_PULLS):
            if 0 <= size <= at:
                return b"".join(pieces[offset] for offset in sorted(pieces))[:size], crc
            later = min((offset for offset in pieces if offset > at), default=at + frames.LINES * frames.TEXT)
            lines = min(frames.LINES, -(-(later - at) // frames.TEXT))
            answer = self._ask(f"{request} {at} {lines}", whole=False)
            for place, text in answer.lines.items():
                if len(text) == frames.TEXT or (text and place == max(answer.lines)):
                    pieces[at + place * frames.TEXT] = text.replace("\t", "\n").encode()
            if answer.kind == frames.DONE and answer.text:
                total, _, check = answer.text.partition(" ")
                if not total.isdigit() or int(total) > LONGEST_SHEET:
                    raise DeviceError(f"{what} of {self.name} has an impossible size: {total[:20]}.")
                size, crc = int(total), int(check, 16) if not at and _CHECK.fullmatch(check) else None
            begin = at
            while at in pieces:
                at += len(pieces[at])
            fruitless = 0 if at > begin else fruitless + 1
            if fruitless > TRIES or at > LONGEST_SHEET:
                break
            progress(at)
        raise self._not_through(what)

    def ack(self, sheets: dict[str, str]) -> None:
        """The PC has these: name and text. Raises Busy while a turn's clock runs."""
        known = [f"{name}:{hashlib.sha256(text.encode()).hexdigest()[:8]}" for name, text in sheets.items()]
        try:
            self._ack(known)
        except Refused:
            if "locked" in self.status():
                raise
            self._ack(list(sheets))  # an earlier clock knows no checksums, and wants none

    def _ack(self, words: list[str]) -> None:
        for first in range(0, len(words), ACKS):
            self._text("ack " + " ".join(words[first : first + ACKS]))

    def screen(self) -> bytes:
        """What the panel shows: 1,024 bytes, page by page, the lowest bit on top."""
        for _ in range(TRIES):
            answer = self._ask("get screen 0 20", whole=False)
            data = unpacked(answer)
            if len(data) == 1024:
                return data
        raise DeviceError(f"The picture of {self.name} does not come through: try another cable or port.")

    def events(self, game: int = 0, offset: int = 0) -> tuple[int, int, bytes]:
        """(game, offset, bytes of its journal from there on); from 0 if another game is being played."""
        for _ in range(TRIES):
            answer = self._ask(f"events {game} {offset}", whole=False)
            figures = answer.text.split()
            if answer.kind == frames.DONE and len(figures) == 3 and all(map(str.isdigit, figures)):
                number, begin, size = map(int, figures)
                if size < begin:
                    return number, 0, b""  # it was put away meanwhile
                data = unpacked(answer)
                if len(data) == min(size - begin, frames.LINES * frames.BYTES):
                    return number, begin, data
        raise DeviceError(f"The game at {self.name} does not come through: try another cable or port.")

    def settings(self) -> dict[str, Any]:
        return self._object("settings")

    def roster(self) -> tuple[int, list[str]]:
        """The number of the table, 0 if it has none, and who sits at it, a name for each seat."""
        found = self.settings()
        table, names = found.get("table", 0), found.get("names", list(NOBODY))
        texts = isinstance(names, list) and all(isinstance(name, str) for name in names)
        if type(table) is not int or not texts or len(names) != len(NOBODY):
            raise self._senseless()
        return table, names

    def set(self, values: dict[str, Any]) -> None:
        """Settings by name; `names` is the roster of the table."""
        self._upload("settings", values)

    def presets(self) -> list[str]:
        return [name for name in self._text("preset list").split() if _WORD.fullmatch(name)]

    def preset(self, name: str) -> dict[str, Any]:
        return self._object(f"preset get {name}")

    def put_preset(self, document: dict[str, Any]) -> str:
        return self._upload("preset put", document)

    def delete_preset(self, name: str) -> None:
        self._text(f"preset delete {name}")

    def set_lock(self, code: str) -> None:
        """The judge's code, as letters of seats; without any the lock is no more."""
        self._text(f"lock {code}".rstrip())

    def start_round(self, left_ms: int) -> None:
        """The round of all tables has begun, so much of it is left; 0: it has not. Busy while a turn runs."""
        self._text(f"start {left_ms}")

    def set_clock(self, unix: int) -> None:
        self._text(f"clock {unix}")

    def listen(self, seconds: float) -> Iterator[str]:
        """What the clock says by itself in that time, line by line."""
        end = self._port.now() + seconds
        yield from self._heard()
        while (left := end - self._port.now()) > 0:
            for _ in self._lines(min(left, 0.5)):
                pass
            yield from self._heard()

    def _heard(self) -> Iterator[str]:
        while self.noise:
            yield self.noise.popleft()

    # ---- on the wire ----

    def _object(self, request: str) -> dict[str, Any]:
        try:
            found = json.loads(self._text(request))
            json.dumps(found, allow_nan=False)  # a number that is none in JSON was none of a clock's
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict):
            raise self._senseless()
        return found

    def _senseless(self) -> DeviceError:
        return DeviceError(f"What {self.name} answers makes no sense: update its firmware.")

    def _upload(self, request: str, document: dict[str, Any]) -> str:
        """A document in numbered pieces; it counts once the clock has found all of it."""
        text = json.dumps(document, separators=(",", ":"))
        for at in range(0, len(text), PIECE):
            self._text(f"put {at} {text[at : at + PIECE]}")
        return self._text(f"{request} {len(text)} {zlib.crc32(text.encode()):08x}")

    def _text(self, request: str, tries: int = TRIES) -> str:
        """The answer as one text."""
        for _ in range(tries):
            answer = self._ask(request, tries=tries)
            if not answer.lines and not answer.text.startswith("+"):
                return answer.text
            whole = "".join(answer.lines[place] for place in sorted(answer.lines))
            if answer.text == f"+{len(whole)}":
                return whole
        raise DeviceError(f"{self.name} loses too much of what is said: try another cable or port.")

    def _ask(self, request: str, *, whole: bool = True, tries: int = TRIES) -> Answer:
        """One request and its answer; without `whole` a part of the answer is better than nothing."""
        tried: dict[int, dict[int, str]] = {}  # its numbers so far: an answer may come late
        for attempt in range(tries):
            try:
                answer = self._once(request, tried, fresh=attempt > 0)
            except LostError:
                self._come_back()
                continue
            if answer.kind == frames.REFUSED:
                raise Refused(spoken(answer.text))
            if answer.kind == frames.BUSY:
                raise Busy(answer.text)
            if answer.kind or (answer.lines and not whole):
                return answer
        raise DeviceError(f"The clock at {self.name} does not answer: check the cable, then try again.")

    def _once(self, request: str, tried: dict[int, dict[int, str]], *, fresh: bool) -> Answer:
        self._number = (self._number + 1) & 0xFF
        tried[self._number] = {}
        line = bytearray(b"#%02x%s" % (self._number, request.encode("ascii")))
        size = len(line)
        assert size + 5 <= frames.LONGEST, request
        frames.close(line, size)
        self._write(b"\n" + bytes(line) if fresh else bytes(line))
        started = self._port.now()
        self._sent_at[self._number] = quiet_since = started
        while self._port.now() - quiet_since < self._quiet and self._port.now() - started < LONGEST_ANSWER:
            for number, kind, text in self._lines(self._quiet - (self._port.now() - quiet_since)):
                if (self._number - number) & 0xFF >= RECENT:
                    continue
                quiet_since = self._port.now()
                if number not in tried:  # what was asked before, and answered meanwhile
                    continue
                if frames.FIRST <= kind < frames.FIRST + frames.LINES:
                    tried[number][kind - frames.FIRST] = text
                elif kind in (frames.DONE, frames.REFUSED, frames.BUSY):
                    self._wait_longer(quiet_since - self._sent_at[number])
                    return Answer(tried[number], kind, text)
        return Answer(max(tried.values(), key=len), 0, "")

    def _wait_longer(self, taken: float) -> None:
        """A clock whose answer took so long is given twice that from now on."""
        self._quiet = max(self._quiet, min(2 * taken, SLOWEST))

    def _write(self, data: bytes) -> None:
        self.sent += len(data)
        self._port.write(data)

    def _lines(self, seconds: float) -> Iterator[tuple[int, int, str]]:
        """(number, kind, text) of each answer that came, waiting so long for something; the rest is noise."""
        data = self._port.read(seconds)
        self.received += len(data)
        self._buffer += data
        while (end := self._buffer.find(b"\n")) >= 0:
            line = bytes(self._buffer[:end]).rstrip(b"\r")
            del self._buffer[: end + 1]
            at = frames.find(line, len(line), frames.BOX)
            if at < 0:
                self._note(line)
                continue
            self._note(line[:at])
            frame = line[at:]
            try:
                yield int(frame[1:3], 16), frame[3], frame[4:-4].decode("ascii")
            except ValueError:
                self._note(frame)
        if len(self._buffer) > LONGEST_LINE:
            self._note(bytes(self._buffer[:LONGEST_LINE]))
            del self._buffer[: -frames.LONGEST]

    def _note(self, line: bytes) -> None:
        if line.strip():
            self.noise.append(line.decode("utf-8", "replace")[:500])

    def _come_back(self) -> None:
        """Wait until the port is there again, with the same clock behind it."""
        self._port.close()
        self._buffer.clear()
        self._reopened += 1
        lost = LostError(f"The cable of {self.name} was pulled: plug it in, then repeat the command.")
        if self._reopen is None or self._reopened > REOPENINGS:
            raise lost
        end = time.monotonic() + BACK_WITHIN
        while True:
            try:
                self._port = self._reopen()
                break
            except DeviceError as error:
                if time.monotonic() > end:
                    raise lost from error
                time.sleep(0.1)
        if hasattr(self, "identity"):
            before = self.identity.device
            if identity(self._text(f"hello {frames.VERSION} {frames.VERSION}"), self.name).device != before:
                raise DeviceError(f"Another clock is at {self.name} now: repeat the command.")
