"""Follows every box that is plugged in: its game, its sheets; and tells it what the desk has said.

A thread for each, so that a box that is slow or silent holds up no other. Nobody else can use a port that is
followed here: what boxes are told, they are told from here.
"""

import queue
import threading
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any

from tileclock_host.desk.event import Event, Started
from tileclock_host.desk.rounds import left_ms
from tileclock_host.desk.rules import rules_of
from tileclock_host.device import simulated
from tileclock_host.device.clock import Busy, Clock, Refused
from tileclock_host.device.errors import DeviceError
from tileclock_host.device.port import candidates
from tileclock_host.device.sync import sync
from tileclock_host.faults import Faults
from tileclock_host.sheets.errors import StoreError
from tileclock_host.sheets.store import Store

from .following import Following
from .hall import Hall, clock_ms
from .running import Running
from .shown import table_part

POLL_S = 0.15  # between two questions to a box
LOOK_S = 2.0  # for ports that are new
TROUBLED_S = 3.0  # until a port that had no clock, or lost it, is tried again; twice as long each time
LONGEST_TROUBLE_S = 60.0
CHECK_MS = 10_000  # between two looks for sheets that nothing has told of
WRITTEN_MS = 3_000  # a sheet that was stored is on the flash by then
LONGEST_GAME = 200_000  # bytes of a journal; a long game has 30,000
AGAIN_MS = 1_000  # until a box that was busy is told again


@dataclass
class Wish:
    """Something to be done with a box between two questions; who no longer waits for it cancels `done`."""

    work: Callable[[Clock], object]
    done: Future[object] = field(default_factory=Future)


class Box:
    """One port, and the box behind it while there is one."""

    def __init__(self, port: str, sheets: "Sheets", following: Following, hall: Hall) -> None:
        self.port = port
        self._sheets, self._following, self._hall = sheets, following, hall
        self._wishes: queue.SimpleQueue[Wish] = queue.SimpleQueue()
        self._over = threading.Event()
        self._patience = TROUBLED_S
        self._faults = Faults(f"following {port}")
        self.clock: Clock | None = None
        self.trouble = ""
        self.faulty = False  # whether a fault of this program has ended the last look at it
        self.table = 0  # where it stands in the latest round; 0: nobody knows
        self._shown = 0  # the table whose clock it is at the moment
        self._thread = threading.Thread(target=self._run, daemon=True, name=f"box {port}")
        self._thread.start()

    def stop(self) -> None:
        """Let it end with the question it asks now."""
        self._over.set()

    def join(self) -> None:
        self._thread.join()

    def wish(self, work: Callable[[Clock], object]) -> Future[object]:
        wish = Wish(work)
        self._wishes.put(wish)
        if self._over.is_set():  # nobody takes it up any more
            self._refuse_wishes()
        return wish.done

    def refuse_to_end(self, _: object = None) -> None:
        """What takes long asks this again and again."""
        if self._over.is_set():
            raise DeviceError(f"The page ends: the sheets at {self.port} come the next time.")

    def _run(self) -> None:
        while not self._over.is_set():
            self._connect()
            self._over.wait(self._patience)
            self._patience = min(LONGEST_TROUBLE_S, self._patience * 2)

    def _connect(self) -> None:
        """Follow the box until it is gone, or something is wrong."""
        try:
            with Clock.open(self.port) as clock:
                self.clock = clock
                if not self.faulty:
                    self.trouble = ""
                self._follow(clock)
        except (DeviceError, StoreError) as error:
            self.trouble, self.faulty = str(error), False
        except Exception as error:  # it ends this look at the box, never the thread
            self.trouble, self.faulty = self._faults.note(error), True
        finally:
            self.clock = None
            self._show(0, None)
            self._refuse_wishes()

    def _refuse_wishes(self) -> None:
        while True:
            try:
                done = self._wishes.get_nowait().done
            except queue.Empty:
                return
            if done.set_running_or_notify_cancel():
                done.set_exception(DeviceError(f"No clock answers at {self.port} now."))

    # ---- one box ----

    def _follow(self, clock: Clock) -> None:
        following = _Game(self, clock, self._sheets, self._following)
        while not self._over.is_set():
            more = following.step()
            self._show(self.table, following.told())
            self._went_well()
            while not self._wishes.empty():
                self._grant(self._wishes.get(), clock)
            if not more:
                self._over.wait(POLL_S)

    def _went_well(self) -> None:
        self._patience = TROUBLED_S
        self._faults.none()
        if self.faulty:
            self.trouble, self.faulty = "", False

    def _grant(self, wish: Wish, clock: Clock) -> None:
        if not wish.done.set_running_or_notify_cancel():
            return
        try:
            wish.done.set_result(wish.work(clock))
        except Exception as error:  # whoever wished it is told whatever it is
            wish.done.set_exception(error)

    def _show(self, table: int, told: dict[str, Any] | None) -> None:
        parts: dict[str, Any] = {}
        if self._shown and self._shown != table:
            parts[table_part(self._shown)] = None
        if table:
            parts[table_part(table)] = told
        self._shown = table
        self._hall.show(parts)


class _Game:
    """What is done with a box again and again while it is there."""

    def __init__(self, box: Box, clock: Clock, sheets: "Sheets", following: Following) -> None:
        self._box, self._clock, self._sheets, self._following = box, clock, sheets, following
        self._running = Running({})
        self._rules = ""  # the name of those it is followed by
        self._asked = False  # whether it was asked before
        self._stored = 0
        self._met = False  # it was asked for its sheets
        self._check_at = self._soon_until = 0  # for sheets; by the time of the page
        self._started: Started | None = None  # what it was told of
        self._start_at = 0

    def told(self) -> dict[str, Any]:
        return self._running.told

    def step(self) -> bool:
        """Ask it once; whether there is more to be asked at once."""
        now = self._following.now
        if now is None:
            self._box.table = 0
            return False
        event = now.event
        if self._rules != event.settings.preset:
            self._follow_rules(event.settings.preset)
        running = self._running
        if running.size > LONGEST_GAME:
            self._box.trouble = f"The game at {self._clock.name} is longer than any: that clock is damaged."
            return False
        number, begin, data = self._clock.events(running.number, running.size)
        running.take(number, begin, data, clock_ms(), seen_before=self._asked)
        self._box.table = _table_of(event, self._clock, number)
        if data:
            return True
        self._asked = True
        if running.stored > self._stored:
            self._check_at, self._soon_until = 0, clock_ms() + WRITTEN_MS
        self._stored = running.stored
        if clock_ms() >= self._check_at and not (self._met and running.runs):
            self._fetch()
        self._start(event)
        return False

    def _follow_rules(self, name: str) -> None:
        """Those of that name, which the box has, if they are somebody's own."""
        try:
            rules = rules_of(name) or self._clock.preset(name)
        except Busy:
            return  # a turn runs; until it stands nobody knows how
        except Refused:
            rules = {}
        self._running, self._rules, self._asked = Running(rules), name, False

    def _fetch(self) -> None:
        """Take its new sheets. Not while a turn runs: then the box could not note that they are stored."""
        found = self._clock.sheets()
        if found or not self._met:  # the first time it is told the date, too
            (report,) = sync([self._clock], self._sheets, self._box.refuse_to_end)
            self._box.trouble = "; ".join(report.errors)
        self._met = True
        # The sheet of a game that was stored a moment ago may not be written yet.
        if found or clock_ms() > self._soon_until:
            self._check_at = clock_ms() + CHECK_MS
            self._started = None  # its power may have been gone, and with it the round

    def _start(self, event: Event) -> None:
        """Tell it the start signal of the round, and how much of the round is left."""
        signal = event.started.get(len(event.rounds))
        if not signal or self._started == signal or clock_ms() < self._start_at:
            return
        left = left_ms(signal)
        try:
            if left:
                self._clock.start_round(left)
        except Busy:
            self._start_at = clock_ms() + AGAIN_MS
            return
        except Refused as error:
            self._box.trouble = str(error)
        self._started = signal


def _table_of(event: Event, clock: Clock, game: int) -> int:
    """Where it stands in the latest round: by the record, or where the record knows it not, by its number."""
    number, device = len(event.rounds), clock.identity.device
    told = [before for box, before in event.boxes if box == device and before <= game]
    if told:
        at, table = event.boxes[device, max(told)]
        return table if at == number else 0
    tables = event.rounds[-1].tables if event.rounds else []
    return clock.identity.table if clock.identity.table <= len(tables) else 0


class Sheets:
    """The store, to which one box at a time gives its sheets; who follows the record is woken each time."""

    def __init__(self, store: Store, following: Following) -> None:
        self._store, self._following = store, following
        self._lock = threading.Lock()

    def add_many(self, sheets: Iterable[tuple[str, str]], clock: str) -> Sequence[Any]:
        with self._lock:
            outcomes = self._store.add_many(sheets, clock)
        self._following.wake()
        return outcomes


class Cables:
    """All ports; those that are new are found while it goes on."""

    def __init__(self, ports: Sequence[str], store: Store, following: Following, hall: Hall) -> None:
        self._ports, self._following, self._hall = ports, following, hall
        self._sheets = Sheets(store, following)
        self._boxes: dict[str, Box] = {}
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="cables")

    def __enter__(self) -> "Cables":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """All threads have ended then: nobody uses the store any more."""
        self._over.set()
        self._thread.join()
        for box in self._boxes.values():
            box.stop()
        for box in self._boxes.values():
            box.join()

    def boxes(self) -> list[Box]:
        """Those that have a clock, or lost it by a fault of this program, by their tables."""
        there = [box for box in list(self._boxes.values()) if box.clock or box.faulty]
        return sorted(there, key=lambda box: (box.table or 1000, box.port))

    def _run(self) -> None:
        faults = Faults("looking for boxes")
        while not self._over.is_set():
            try:
                self._look()
                faults.none()
            except Exception as error:  # it ends this look, never the thread
                faults.note(error)
            self._over.wait(LOOK_S)

    def _look(self) -> None:
        for port in self._ports or dict.fromkeys([*candidates(), *simulated.ports()]):
            if port not in self._boxes:
                self._boxes[port] = Box(port, self._sheets, self._following, self._hall)
