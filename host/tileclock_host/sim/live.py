"""A simulated box in real time: a thread lets it follow the wall clock while people press its keys."""

from __future__ import annotations

import fcntl
import os
import queue
import re
import secrets as chance
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path

import platformdirs

from tileclock.core import frames
from tileclock_host.build import bundle as bundles
from tileclock_host.device.port import Port, SerialPort
from tileclock_host.sheets import secrets
from tileclock_host.sheets.errors import StoreError

from . import flash as flash_image
from . import wire
from .board import Board
from .clock_chip import ClockChip
from .errors import SimError
from .picture import Picture, look
from .ports import PtyPort
from .taps import Taps
from .tcp_port import TcpPort

__all__ = ["Live", "Picture", "SimError"]

STEP = 0.005  # seconds of real time between two looks at the box
PATIENCE = 0.5  # seconds a running program may take for an answer
CATCH_UP = 0.25  # a PC that slept lets the box lag by what is longer than this
_NUMBER = re.compile("([0-9a-f]{12})?")  # empty if it was about to be written


class Live:
    """The box behind the page, the terminal and the serial ports."""

    def __init__(  # noqa: PLR0913 – as many as the command has options
        self,
        *,
        flash: Path | None = None,
        bundle: Path | None = None,
        fresh: bool = False,
        speed: float = 1.0,
        tcp_port: int | None = None,
        battery: float = 0.0,
        at_home: bool = False,
        clock_chip: str | None = None,
        panels: int = 1,
    ) -> None:
        """`at_home`: this PC does what it does for its own clocks, keeps a secret and tells the date."""
        image = flash or platformdirs.user_data_path("tileclock", appauthor=False) / "sim" / "flash.img"
        self._image = Path(os.path.realpath(image))  # where a link leads is written, and the link stays
        self._number = self._image.with_name(self._image.name + ".id")
        self._bundle = bundle
        self._fresh = fresh
        self._tcp_wanted = tcp_port
        self._cell_mv = round(battery * 1000)
        self._at_home = at_home
        self._told: object = None  # the date: the UART that was there then
        self._clock_chip = clock_chip  # "good" or "empty"
        self._panels = panels
        self.speed = speed
        self._todo: queue.SimpleQueue[tuple[Callable[[], object], Future[None]]] = queue.SimpleQueue()
        self._changed = threading.Condition()
        self._version = 0
        self._fault = ""
        self._ending = False
        self.device = ""  # the chip's own number
        self.serial_port: str | None = None
        self.tcp_url: str | None = None

    # ---- start and end ----

    def start(self) -> None:
        self._refuse_foreign()
        self._lock_image()
        self.device = self._identity()
        try:
            self._prepare_image()
            self._keep_identity()
        except BaseException:  # Ctrl-C too: nobody is left who would let the image go
            self._lock.close()
            raise
        self.board = Board(self._image, device=self.device, panels=self._panels)
        self._taps = Taps(self.board, self._follow)
        self.board.turn_knob(wire.KNOB_CELL_MV, self._cell_mv)
        if self._clock_chip:
            self.board.plug_clock_chip(ClockChip(datetime.now(UTC), battery=self._clock_chip == "good"))
        self.board.power_on()
        self._ports: list[PtyPort | TcpPort] = [PtyPort(self.board.console)]
        self.serial_port = self._ports[0].name
        if self._tcp_wanted is not None:
            self._ports.append(TcpPort(self.board.console, self._lines, self._tcp_wanted))
            self.tcp_url = self._ports[1].name
        self._picture = self._look()
        self._thread = threading.Thread(target=self._run, daemon=True, name="box")
        self._thread.start()

    def _refuse_foreign(self) -> None:
        """Nothing that somebody else has put there is written over."""
        flash_image.refuse_foreign(self._image)
        file = self._number
        if file.exists() and not (file.is_file() and _NUMBER.fullmatch(self._known())):
            raise SimError(f"{file} is not the number of a clock: name another --flash FILE, or remove it")

    def _lock_image(self) -> None:
        """Two boxes on one flash would write over each other."""
        self._image.parent.mkdir(parents=True, exist_ok=True)
        self._lock = self._image.with_name(self._image.name + ".lock").open("a")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise SimError(
                f"another simulator already runs on {self._image}: close it, or use another --flash FILE"
            ) from error

    def _prepare_image(self) -> None:
        try:
            folder = self._bundle or bundles.ensure()
            bundles.load(folder)
        except bundles.BundleError as error:
            raise SimError(str(error)) from error
        if self._fresh or not self._image.exists():
            flash_image.create(self._image, folder, self._secret() if self._at_home else "")
        else:
            flash_image.update(self._image, folder)

    def _secret(self) -> str:
        """To seal its sheets with, known here: what `tileclock deploy` gives to a board."""
        secret = chance.token_bytes(secrets.LENGTH)
        try:
            secrets.keep(self.device, secret)
        except StoreError as error:
            raise SimError(str(error)) from error
        return secret.hex()

    def _identity(self) -> str:
        """A box that is emptied counts its games from 1 again, so it must be another clock to the store."""
        known = self._known()
        if self._fresh or not known:
            return chance.token_hex(6)
        return known

    def _keep_identity(self) -> None:
        if self._known() != self.device:
            self._number.write_text(self.device + "\n", encoding="ascii")

    def _known(self) -> str:
        if not self._number.exists():
            return ""
        with self._number.open(encoding="ascii", errors="replace") as file:
            return file.read(100).strip()

    def stop(self) -> None:
        self._ending = True
        self._thread.join()
        for port in self._ports:
            port.close()
        self.board.close()
        self._lock.close()

    # ---- what a person does: each gives a future that is done when the box has felt it ----

    def press(self, key: str) -> Future[None]:
        return self._do(lambda: self._taps.press(key))

    def release(self, key: str) -> Future[None]:
        return self._do(lambda: self._taps.release(key))

    def reset(self) -> Future[None]:
        return self._do(self.board.reset)

    def pull_plug(self) -> Future[None]:
        return self._do(self.board.pull_plug)

    def plug_in(self) -> Future[None]:
        return self._do(self.board.plug_in)

    def _lines(self, *, reset: bool, download: bool) -> None:
        """The cable's DTR and RTS, after the board's two transistors."""
        self._do(lambda: self.board.set_lines(reset=reset, download=download))

    def _do(self, what: Callable[[], object]) -> Future[None]:
        felt: Future[None] = Future()
        self._todo.put((what, felt))
        return felt

    def open_cable(self) -> Port:
        """The serial port, for a program in here that speaks with the clock."""
        return SerialPort(self.serial_port or "")

    # ---- what a person sees ----

    def picture(self) -> Picture:
        with self._changed:
            return self._picture._replace(
                time_ms=self.board.now // 1000, log_tail=self.board.console.tail(4000)
            )

    def changes(self, since: int, timeout: float) -> int:
        """Wait until the picture is another one than version `since`; returns the version there is."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != since, timeout)
            return self._version

    def _look(self) -> Picture:
        return look(self.board, self._fault)

    # ---- the thread that lets time pass ----

    def _run(self) -> None:
        last = time.monotonic()
        while not self._ending:
            time.sleep(STEP)
            wall = time.monotonic()
            passed = min(wall - last, CATCH_UP) * self.speed
            last = wall
            try:
                self._step(int(passed * 1_000_000))
            except SimError as error:
                self._fault = str(error)
            if self._at_home and not self._clock_chip:  # with one it knows, or asks people
                self._tell_date()
            picture = self._look()
            with self._changed:
                if picture != self._picture:
                    self._picture = picture
                    self._version += 1
                    self._changed.notify_all()

    def _tell_date(self) -> None:
        """Whenever it has been started: nothing else keeps the date without power."""
        console = self.board.console
        if console.uart is not self._told:
            self._told = console.uart
            if console.uart:
                line = bytearray(b"#00clock %d" % time.time())
                size = len(line)
                frames.close(line, size)
                console.write(bytes(line))

    def _step(self, us: int) -> None:
        for _ in range(self._todo.qsize()):  # who asks for more meanwhile does not stop the time
            what, felt = self._todo.get()
            try:
                what()
            finally:
                felt.set_result(None)
        self._follow(us)

    def _follow(self, us: int) -> None:
        # A program is waited for, so that a busy PC costs it no time; a prompt does not answer at all.
        patience = PATIENCE if self.board.console.program_runs() else STEP * 2
        if us >= 0:
            self.board.follow(self.board.now + us, patience)
