"""The tournament around the tables: people, draws, rounds at all tables side by side, and what goes wrong.

What is on record is not done again, so a rehearsal that was killed goes on where it was.
"""

from __future__ import annotations

import json
import queue
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict
from datetime import datetime, timedelta
from pathlib import Path
from random import Random

from tileclock_host.desk import acts, seating
from tileclock_host.desk.desk import Desk, Record, Said
from tileclock_host.desk.entries import PEOPLE, new_id
from tileclock_host.desk.errors import DeskError
from tileclock_host.desk.event import STANDS, Event
from tileclock_host.desk.opening import results_of
from tileclock_host.desk.prices import SEATS
from tileclock_host.desk.rules import order_of, rules_of
from tileclock_host.output import counted
from tileclock_host.sheets.store import Store

from .plan import NAME, Plan
from .round import Job, Played

_PRESET = "tournament"
_BEGINS, _LASTS = timedelta(hours=10), timedelta(hours=1)  # of the day; a round
_FIRST_NAMES = re.findall(
    r"\w+",
    "Ala Bolek Celina Дмитро Ewa Filip Gosia Henryk Iga Jiří Kateřina Łukasz Małgosia Наталка Olek Petr"
    " Radim Šárka Tomek Уляна Věra Wojtek Żaneta Zdeněk Богдан Anežka Čeněk Галина Юрко Eliška Ігор Mikołaj",
)

Tell = Callable[[str], None]


def begun(db: str) -> Plan | None:
    """The rehearsal in this store, as it was planned."""
    with Store(db) as store:
        for event in Desk(store).read().events.values():
            first, _, seed = event.name.partition(" ")
            if first == NAME and seed.isascii() and seed.isdigit():
                plan = event.settings
                return Plan(len(event.persons) // SEATS, plan.rounds, plan.games, int(seed))
    return None


def play(db: str, folder: Path, plan: Plan, workers: int, tell: Tell) -> None:
    """Play all of it, or what is left; so many tables are played side by side."""
    folder.mkdir(parents=True, exist_ok=True)
    with Store(db) as store, _ready(workers) as ask:
        evening = _Evening(store, plan, tell)
        evening.invite()
        for number in range(1, plan.rounds + 1):
            evening.draw(number)
            evening.play(evening.jobs(number, db, folder), ask, workers)
            evening.confirm(number)
            if number == (plan.rounds + 1) // 2:
                evening.correct()


class _Evening:
    def __init__(self, store: Store, plan: Plan, tell: Tell) -> None:
        self._store, self._plan, self._tell = store, plan, tell
        self._now = datetime.now().astimezone()
        self._desk = Desk(store, lambda: self._now)
        dice = Random(f"{plan.seed}")  # what goes wrong, and where
        self._plug, self._turn = self._somewhere(dice), dice.randint(3, 9)
        self._cable = self._somewhere(dice)
        self._unlucky, self._points = dice.randrange(SEATS * plan.tables), dice.choice((-20, 20))

    def _somewhere(self, dice: Random) -> tuple[int, int]:
        """A table in a round."""
        return dice.randint(1, self._plan.rounds), dice.randint(1, self._plan.tables)

    def _event(self) -> Event:
        return self._desk.read().event(self._plan.name)

    def invite(self) -> None:
        """Make the event with its people, unless that was done."""
        plan = self._plan
        names = _names(plan.tables * SEATS)

        def change(record: Record) -> list[Said]:
            if any(event.name == plan.name for event in record.events.values()):
                return []
            known = [record.people.named(name) for name in names]
            persons = [found[0] if found else new_id() for found in known]
            event = new_id()
            said: list[Said] = [(event, "made", self._made())]
            for name, found, person in zip(names, known, persons, strict=True):
                said += [] if found else [(PEOPLE, "person", {"id": person, "name": name})]
                said.append((event, "added", {"person": person}))
            return sorted(said, key=lambda each: each[0] != PEOPLE)  # somebody is known before being there

        self._desk.add(change)

    def _made(self) -> dict[str, object]:
        plan = self._plan
        return {
            "name": plan.name,
            "date": f"{self._now:%Y-%m-%d}",
            "preset": _PRESET,
            "mode": seating.SOCIAL,
            "after": STANDS,
            "days": 1,
            "rounds": plan.rounds,
            "games": plan.games,
            "cut": SEATS,
            "order": order_of(rules_of(_PRESET)),
        }

    def draw(self, number: int) -> None:
        event = self._event()
        self._now = event.settings.begins + _BEGINS + _LASTS * (number - 1)
        if len(event.rounds) < number:
            acts.draw(self._desk, self._store, event.name, acts.Draw(self._plan.seed + number))

    def jobs(self, number: int, db: str, folder: Path) -> list[Job]:
        """What is left to be played of that round."""
        record = self._desk.read()
        results = results_of(self._store, record, record.event(self._plan.name))
        return [
            Job(
                db,
                str(folder),
                self._plan.name,
                self._plan.seed,
                number,
                table.number,
                self._now.timestamp(),
                self._turn if (number, table.number) == self._plug else 0,
                (number, table.number) == self._cable,
            )
            for table in results.tables
            if table.round == number and len(table.games) < self._plan.games
        ]

    def play(self, jobs: list[Job], ask: Callable[[Job], Played], workers: int) -> None:
        threads = ThreadPoolExecutor(workers)
        try:
            for played in threads.map(ask, jobs):
                if played.errors:
                    raise DeskError("; ".join(played.errors))
                mishaps = (
                    ", a plug was pulled" * played.plugs_pulled + ", a cable was lost" * played.cables_lost
                )
                self._tell(
                    f"round {played.round}, table {played.table}: {played.turns} turns,"
                    f" {counted(played.sheets, 'sheet')}{mishaps}"
                )
        finally:  # who waits for a table that still plays is let go when its process ends
            threads.shutdown(wait=False, cancel_futures=True)

    def confirm(self, number: int) -> None:
        record = self._desk.read()
        results = results_of(self._store, record, record.event(self._plan.name))
        if not all(table.confirmed for table in results.tables if table.round == number):
            acts.confirm(self._desk, self._store, self._plan.name, number)

    def correct(self) -> None:
        """Have the judge correct somebody's points, once."""
        event = self._event()
        if event.corrections:
            return
        person = event.persons[self._unlucky]
        said = {"person": person, "points": self._points, "big_points": 0, "words": "a rack was miscounted"}
        record = self._desk.add(lambda _: [(event.id, "correction", said)])
        self._tell(f"the judge corrects {record.people.get(person).name} by {self._points:+d} points")


def _names(count: int) -> list[str]:
    """So many people, some of whom have a name in common and a number to be told apart."""
    sizes = range(-(-count // len(_FIRST_NAMES)))
    return [name + (f" {size + 1}" if size else "") for size in sizes for name in _FIRST_NAMES][:count]


# ---- processes that play ----


@contextmanager
def _ready(count: int) -> Iterator[Callable[[Job], Played]]:
    """So many of them, and how one that is free is asked to play."""
    free: queue.SimpleQueue[subprocess.Popen[str]] = queue.SimpleQueue()
    command = [sys.executable, "-m", "tileclock_host.rehearsal.worker"]
    pipe = subprocess.PIPE
    # A Ctrl-C is for this process alone, which then ends the others.
    workers = [
        subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, start_new_session=True)
        for _ in range(count)
    ]
    for worker in workers:
        free.put(worker)

    def ask(job: Job) -> Played:
        worker = free.get()
        try:
            return _asked(worker, job)
        finally:
            free.put(worker)

    try:
        yield ask
    finally:
        for worker in workers:
            worker.kill()
            worker.communicate()


def _asked(worker: subprocess.Popen[str], job: Job) -> Played:
    assert worker.stdin and worker.stdout
    worker.stdin.write(json.dumps(asdict(job)) + "\n")
    worker.stdin.flush()
    said = worker.stdout.readline()
    if not said:
        raise DeskError(
            f"Who played round {job.round} at table {job.table} is gone: start the rehearsal again."
        )
    found = json.loads(said)
    if "error" in found:
        raise DeskError(f"{found['error']}. Start the rehearsal again: it goes on there.")
    return Played(**found)
