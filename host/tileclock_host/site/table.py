"""The clock of a page without a server: it follows the wall, feels fingers, and answers over its cable."""

from __future__ import annotations

import json
import secrets as chance
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlsplit

from tileclock.core import frames
from tileclock_host.build import bundle
from tileclock_host.device.errors import DeviceError
from tileclock_host.device.port import Port
from tileclock_host.device.sync import Progress
from tileclock_host.sheets import secrets
from tileclock_host.sheets.errors import StoreError
from tileclock_host.sim.errors import SimError
from tileclock_host.sim.picture import Picture, look
from tileclock_host.sim.taps import Taps
from tileclock_host.sim.virtual_port import VirtualPort
from tileclock_host.site.answers import NOTHING, Answer, answered, said
from tileclock_host.site.box import PageBoard
from tileclock_host.web.cable import Cable, Trouble, told
from tileclock_host.web.fetching import fetch
from tileclock_host.web.fingers import KEYS, Fingers
from tileclock_host.web.roster import Roster
from tileclock_host.web.telling import READ_S, Telling

STEP_MS = 8.0
DESK_PATIENCE_S = 60.0  # it may still be fetching its libraries
PATIENCE = 0.5  # seconds a program may take for an answer
CATCH_UP_MS = 5000.0  # what a busy phone keeps from us is made up for; a page that slept lags by the rest


class Sent(NamedTuple):
    """What became of a sheet that the desk was given."""

    kind: str
    sentence: str
    kept: bool
    good: bool


class Live:
    """The box behind the page, in real time: whoever waits in here lets it live on."""

    def __init__(self, page: Any, device: str) -> None:
        self.page = page
        self.device = device
        self.speed = 1.0
        self.fault = ""
        self.board = PageBoard(page, device)
        self._taps = Taps(self.board, self._follow)
        self._told: object = None  # the date: the UART that was there then
        self._wall = page.now()
        self.board.power_on()

    def pass_time(self, wall: float) -> None:
        """To that moment of the wall's clock, in ms."""
        passed = min(max(0.0, wall - self._wall), CATCH_UP_MS) * self.speed
        self._wall = max(self._wall, wall)
        try:
            self._follow(int(passed * 1000))
        except SimError as error:
            self.fault = str(error)
        self._tell_date()

    def _follow(self, us: int) -> None:
        if us >= 0:
            self.board.follow(self.board.now + us, PATIENCE)

    def _tell_date(self) -> None:
        """Whenever it has been started: nothing else keeps the date without power."""
        uart = self.board.console.uart
        if uart is not self._told:
            self._told = uart
            if uart:
                line = bytearray(b"#00clock %d" % time.time())
                size = len(line)
                frames.close(line, size)
                uart(bytes(line))

    def picture(self) -> Picture:
        board = self.board
        return look(board, self.fault)._replace(time_ms=board.now // 1000, log_tail=board.console.tail(4000))

    def press(self, key: str) -> Future[None]:
        self._taps.press(key)
        return _done()

    def release(self, key: str) -> Future[None]:
        self._taps.release(key)
        return _done()

    def open_cable(self) -> Port:
        return VirtualPort(self.board, self.live_on)

    def live_on(self) -> None:
        """Set by the table: a little later, with all that fingers did meanwhile."""
        raise NotImplementedError


def _done() -> Future[None]:
    felt: Future[None] = Future()
    felt.set_result(None)
    return felt


class Table:
    """One page, one clock."""

    def __init__(self, page: Any, device: str) -> None:
        self.page = page
        self.live = Live(page, device)
        self.live.live_on = self.step  # type: ignore[method-assign]
        self.cable = Cable(self.live)
        self.roster = Roster(self.cable)
        self.fingers = Fingers(self.live)
        self.telling = Telling(self.roster)
        self.state: dict[str, Any] = {}
        self._stored: list[Sent] | None = None
        self._asked: deque[dict[str, Any]] = deque()
        self._read_at = 0.0

    def run(self) -> None:
        while True:
            self.step()
            while self._asked:
                self._answer(self._asked.popleft())

    def step(self) -> None:
        """What the page wants, each at its own moment; then what it sees of that."""
        text = self.page.next(STEP_MS)
        while text is not None:
            self._obey(json.loads(text))
            text = self.page.next(0)
        now = self.page.now()
        self.live.pass_time(now)
        picture = self.live.picture()
        if now >= self._read_at:
            self._read_at = now + READ_S * 1000
            self.telling.read(picture.frame)
        state = self.telling.look(picture, self.fingers.speed) | {"serial": None, "tcp": None}
        news = {name: value for name, value in state.items() if self.state.get(name, self) != value}
        if news:
            self.state = state
            self.page.tell(json.dumps(news))

    def _obey(self, wish: dict[str, Any]) -> None:
        if "path" in wish:
            self._asked.append(wish)
            return
        if "stored" in wish:
            self._stored = [Sent(*each) for each in wish["stored"]]
            return
        self.live.pass_time(wish["at"])
        match wish["order"]:
            case {"press": str(key)} if key in KEYS:
                self.fingers.press(self, key)
            case {"release": str(key)} if key in KEYS:
                self.fingers.release(self, key)
            case {"speed": int() | float() as speed} if 0 <= speed <= 60:
                self.fingers.run_at(float(speed))
            case {"reset": True}:
                self.live.board.reset()
            case {"plug": bool(plugged)}:
                (self.live.board.plug_in if plugged else self.live.board.pull_plug)()

    # ---- what the page asks over the cable, under the addresses a server has ----

    def _answer(self, asked: dict[str, Any]) -> None:
        def piece(at: Progress) -> None:
            self.page.piece(asked["id"], json.dumps({"done": at.done, "total": at.total}) + "\n")

        self.page.answer(asked["id"], *answered(lambda: self._do(asked, piece)))

    def _do(self, asked: dict[str, Any], piece: Callable[[Progress], None]) -> Answer:
        address = urlsplit(asked["path"])
        match asked["method"], *address.path.split("/"):
            case "GET", "names":
                return said(self.roster.ask())
            case "POST", "names", seat:
                return said(self.roster.tell(seat, dict(parse_qsl(address.query)).get("name", "").strip()))
            case "POST", "scores", "fetch":
                return said(self._fetch(piece))
        return NOTHING

    def _fetch(self, piece: Callable[[Progress], None]) -> dict[str, Any]:
        try:
            return fetch(self.cable, lambda: nullcontext(self), piece)
        except (Trouble, DeviceError, StoreError) as error:
            return told(error)

    def add_many(self, sheets: Iterable[tuple[str, str]], clock: str) -> Sequence[Sent]:
        """As a store: the desk has it, and the clock lives on meanwhile."""
        self._stored = None
        self.page.store(json.dumps({"sheets": list(sheets), "clock": clock}))
        until = time.monotonic() + DESK_PATIENCE_S
        while self._stored is None:
            if time.monotonic() > until:
                raise StoreError("The scores are not ready yet: get them again in a moment.")
            self.step()
        return self._stored


def begin(page: Any) -> None:
    """Lay the table: a page that is opened for the first time has a new clock, whose secret it keeps."""
    home = Path.home()
    known = home / "device"
    fresh = not known.exists()
    if fresh:
        known.write_text(chance.token_hex(6), encoding="ascii")
    device = known.read_text(encoding="ascii")
    if fresh:
        secret = chance.token_bytes(secrets.LENGTH)
        secrets.keep(device, secret)
        page.keepFirst("/data/secret", secret.hex())
    firmware = bundle.ensure()
    for path in firmware.rglob("*"):
        if path.is_file():
            page.layFile(f"/{path.relative_to(firmware).as_posix()}", path.read_bytes())
    page.saveHome()
    Table(page, device).run()
