"""The box's serial line as the VM has it: a terminal of its own, whose other end the supervisor holds.

A board's UART differs from a terminal in three ways, which are made up for here:

* A Ctrl-C interrupts a program and is an ordinary byte at a prompt. MicroPython switches the terminal's ISIG
  flag off at its prompts, friendly and raw, and on again while it runs what was typed, so the flag decides;
  only for code that came by raw paste it stays off, so there the marks around its output decide. A program
  can have switched that off (`micropython.kbd_intr(-1)`); then it is an ordinary byte there too.
* A board's `print` ends its lines with CR LF, the VM's with LF alone. A lone LF becomes CR LF here, in every
  mode: the raw REPL's own replies (`OK`, 0x04, `>`, the paste window) hold no LF, so they stay as they are.
* The UART's ring holds 259 bytes. What a running program does not read beyond them is lost, silently.

A program that listens to the line gets its bytes from the virtual chip's UART, at the pace of 115,200 baud.
"""

from __future__ import annotations

import array
import contextlib
import fcntl
import os
import pty
import re
import select
import termios
import threading
import time
from collections.abc import Callable

from .said import Said

RING = 259  # bytes that wait for a running program
BACKLOG = 1 << 20  # bytes that wait for a prompt: a fast program on the PC against a VM that still executes
LOOK_AGAIN = 0.001  # seconds until a prompt may have read what it was given
STARTS_WITHIN = 0.02  # seconds from there until the program so started runs
HALF_LINE = 0.1  # seconds until a line that was begun is said although it has no end
ONE_INTERRUPT = 0.1  # seconds within which further Ctrl-Cs mean the same interrupt

_RAW = b"\r\nraw REPL; CTRL-B to exit\r\n"
_FRIENDLY = b'\r\nType "help()" for more information.\r\n'
_CTRL_A, _CTRL_C, _CTRL_D = b"\x01", b"\x03", b"\x04"
_ASK_PASTE, _PASTE = b"\x05A\x01", b"R\x01"
_RUNS = 2  # marks still due while pasted code runs: the end of what it prints, the end of its traceback
_PIECE = re.compile(rb"\x03+|[^\x03]*")
_LONE_LF = re.compile(rb"(?<!\r)\n")


class Console(Said):
    """Bytes to and from the chip's UART 0; listeners hear all it says."""

    def __init__(self, interrupt: Callable[[], None]) -> None:
        super().__init__()
        self._interrupt = interrupt
        self._master, self.vm_end = pty.openpty()
        os.set_blocking(self._master, False)
        self._wake_read, self._wake_write = os.pipe()
        os.set_blocking(self._wake_write, False)
        self._closing = False
        self.uart: Callable[[bytes], None] | None = None  # takes the bytes for a program that listens
        self.begin(raw=False)
        self._pump = threading.Thread(target=self._run, daemon=True, name="console")
        self._pump.start()

    def begin(self, *, raw: bool) -> None:
        """A VM starts on a fresh terminal; `raw` leads it to its raw prompt, as after a soft reset there.

        The VM always comes up with its friendly prompt, so that part of what it says is held back.
        """
        with self._lock:
            termios.tcflush(self._master, termios.TCIOFLUSH)
            termios.tcflush(self.vm_end, termios.TCIOFLUSH)
            self._make_raw()
            self._waiting = bytearray()  # from the other programs, not yet handed to the VM
            self._interrupted = 0.0
            self._prompt_busy = 0.0  # when the prompt was last seen to have something to read
            self.uart = None
            self._half = bytearray()  # a line the VM has begun to print
            self._half_at = 0.0
            self._recent = b""  # the end of what the VM said, to find what spans two reads
            self.raw_repl = False
            self.interruptible = True  # unless the program has made Ctrl-C an ordinary byte
            self._paste_asked = False
            self._paste_said = b""  # the end of what was said since
            self._marks_due = 0  # of a raw paste: the end of the paste, then those of _RUNS
            self._held_back: bytearray | None = bytearray() if raw else None
            if raw:
                os.write(self._master, _CTRL_A)

    def await_interrupt(self) -> None:
        """The VM will not come to its prompt by itself: nothing is held back for that."""
        with self._lock:
            self._held_back = None

    def _make_raw(self) -> None:
        """No echo, no line editing, no translation; ISIG on, for a program is what runs first."""
        mode = termios.tcgetattr(self.vm_end)
        mode[0] = mode[1] = 0
        mode[3] = termios.ISIG
        mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
        for key in (termios.VINTR, termios.VQUIT, termios.VSUSP):
            mode[6][key] = b"\0"  # the flag says who reads; the terminal itself takes no byte away
        termios.tcsetattr(self.vm_end, termios.TCSANOW, mode)

    # ---- what the box says ----

    def _read(self) -> bool:
        """Take a piece of what the VM said; False when there is none."""
        try:
            data = os.read(self._master, 65536)
        except BlockingIOError:
            return False
        self._take(data)
        return True

    def _take(self, data: bytes) -> None:
        before = self._recent
        data = _LONE_LF.sub(b"\r\n", data) if before[-1:] != b"\r" else _after_cr(data)
        self._recent = (before + data)[-len(_FRIENDLY) :]
        self._note_mode(before + data)
        self._note_paste(data)
        if self._held_back is not None:
            self._held_back += data
            data = b""
            if self.raw_repl:
                data = bytes(self._held_back[self._held_back.index(_RAW) + 2 :])
                self._held_back = None
        self._half += data
        self._half_at = time.monotonic()
        self._say_lines(all_of_it=self.uart is None)

    def _say_lines(self, *, all_of_it: bool) -> None:
        """What is printed comes whole lines at a time: a listening program's own lines go between them."""
        end = len(self._half) if all_of_it else self._half.rfind(b"\n") + 1
        if end:
            self.say(bytes(self._half[:end]))
            del self._half[:end]

    def _note_mode(self, said: bytes) -> None:
        """Each prompt announces itself; the last announcement counts."""
        raw, friendly = said.rfind(_RAW), said.rfind(_FRIENDLY)
        if raw != friendly:
            self.raw_repl = raw > friendly

    def _note_paste(self, said: bytes) -> None:
        """The answer may come in two pieces, or behind the marks of what ran before."""
        if self._paste_asked:
            _, answer, said_since = (self._paste_said + said).partition(_PASTE)
            self._paste_said = said[-1:]
            if answer:
                self._paste_asked, self._paste_said, said = False, b"", said_since
                self._marks_due = _RUNS + 1
        self._marks_due = max(0, self._marks_due - said.count(_CTRL_D))

    # ---- what other programs send ----

    def write(self, data: bytes) -> None:
        """Never blocks: what nobody reads is lost."""
        with self._lock:
            self._waiting += data[: BACKLOG - len(self._waiting)]
            self._hand_over()
            if self._waiting:
                self._wake()

    def take_interrupts(self, *, on: bool) -> None:
        """Whether a Ctrl-C interrupts the program. Off, one that was on its way leads to no prompt."""
        with self._lock:
            self.interruptible = on
            if not on:
                self._interrupted = 0.0

    def waits(self) -> bool:
        """Whether something that was sent is not handed to the VM yet."""
        return bool(self._waiting)

    def _hand_over(self) -> None:
        """Give the VM what waits: all of it to a program, to a prompt one piece after the other.

        What one piece starts decides what a Ctrl-C behind it means. No piece leaves before a soft reset in
        raw mode is done: the friendly prompt on its way is none of the other program's business.
        """
        while self._waiting and self._held_back is None:
            if not (self._to_program() if self.program_runs() else self._to_prompt()):
                return

    def _to_program(self) -> bool:
        """False when it has hardly started: an interrupt while MicroPython compiles would end the VM."""
        piece = self._piece()
        if piece[:1] == _CTRL_C and (self.interruptible or self.uart is None):
            now = time.monotonic()
            if now - self._prompt_busy < STARTS_WITHIN:
                return False
            if now - self._interrupted > ONE_INTERRUPT:
                self._interrupted = now
                self.uart = None
                self._interrupt()
        elif self.uart is not None:
            self.uart(piece)
        elif self._interrupted:
            return False  # for the prompt: the program goes on reading until the chip raises the Ctrl-C
        else:
            self._put(piece[: max(0, RING - self._unread())])
        del self._waiting[: len(piece)]
        return True

    def _to_prompt(self) -> bool:
        """False when the prompt is not ready for the next piece."""
        now = time.monotonic()
        self._interrupted = 0.0
        if self._unread():
            self._prompt_busy = now
            return False
        piece = self._piece()[:RING]
        if piece[:1] != _CTRL_C:
            self._prompt_busy = now
            self._paste_asked |= _ASK_PASTE in piece
        elif now - self._prompt_busy < STARTS_WITHIN:
            return False
        sent = self._put(piece)
        del self._waiting[:sent]
        return sent > 0

    def _piece(self) -> bytes:
        """What comes first: one Ctrl-C or several, or everything before the next."""
        return _PIECE.match(self._waiting)[0]  # type: ignore[index]

    def _put(self, piece: bytes) -> int:
        try:
            return os.write(self._master, piece)
        except BlockingIOError:
            return 0

    def program_runs(self) -> bool:
        """Whether MicroPython executes something, rather than wait at a prompt or read a paste."""
        return self._marks_due == _RUNS or bool(termios.tcgetattr(self.vm_end)[3] & termios.ISIG)

    def _unread(self) -> int:
        count = array.array("i", [0])
        fcntl.ioctl(self.vm_end, termios.FIONREAD, count)
        return count[0]

    # ---- life ----

    def settle(self) -> None:
        """A VM ended: take what it still said, also what was held back."""
        with self._lock:
            while self._read():
                pass
            self._say_lines(all_of_it=True)
            if self._held_back:
                self.say(bytes(self._held_back))

    def close(self) -> None:
        self._closing = True
        self._wake()
        self._pump.join()
        for fd in (self._master, self.vm_end, self._wake_read, self._wake_write):
            os.close(fd)

    def _wake(self) -> None:
        with contextlib.suppress(BlockingIOError):  # full of wakes already
            os.write(self._wake_write, b".")

    def _run(self) -> None:
        while not self._closing:
            patience = LOOK_AGAIN if self._waiting or self._half else None
            ready, _, _ = select.select([self._master, self._wake_read], [], [], patience)
            if self._wake_read in ready:
                os.read(self._wake_read, 4096)
            with self._lock:
                if not self._read() and time.monotonic() - self._half_at > HALF_LINE:
                    self._say_lines(all_of_it=True)
                self._hand_over()


def _after_cr(data: bytes) -> bytes:
    """The same as for other data, except that a LF at the very start already has its CR."""
    return data[:1] + _LONE_LF.sub(b"\r\n", data[1:])
