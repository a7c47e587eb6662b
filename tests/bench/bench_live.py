"""The live page: from the OK of a table to the wall with sixteen boxes, and what 500 watchers cost the desk.

Boxes run the real firmware in real time, each at a port of its own; the page is the command itself, in a
process of its own, and watchers are sockets of this one. On a busy computer all of it takes longer.
"""

import json
import re
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from tests.bench.figure import Figure
from tests.e2e.table import live_tap, runs
from tests.host.commands import says
from tests.host.watching import HOST, Watcher, all_see
from tileclock_host.sim.live import Live

TABLES, WATCHERS, TIMES = 16, 500, 20
HURRY = 4  # times as fast, while nothing is measured
PATIENCE = 240  # s of a computer that has other work
TILECLOCK = Path(sys.executable).with_name("tileclock")


def measure():
    with tempfile.TemporaryDirectory() as folder:
        place = f"{folder}/store.sqlite"
        says("event", "new", "Bench", "--rounds", 1, "--games", 1, "--db", place)
        says("event", "add", *[f"Player {n:02}" for n in range(4 * TABLES)], "--db", place)
        says("event", "draw", "--seed", 1, "--db", place)
        return [*_from_ok_to_wall(Path(folder), place), *_with_watchers(place)]


@contextmanager
def _page(place, *ports):
    """The command; how its desk asks, and its port."""
    given = [option for port in ports for option in ("--cable", port)] or ["--no-cables"]
    command = [TILECLOCK, "live", "--no-browser", "--port", "0", "--db", place, *given]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            running.stdout.readline()
            port, way_in = re.search(r":(\d+)(/desk\?key=\w+)", running.stdout.readline()).groups()
            line = HTTPConnection(HOST, int(port), timeout=PATIENCE)
            line.request("GET", way_in)
            cookie = line.getresponse().headers["Set-Cookie"].partition(";")[0]

            def wish(what, **said):
                line = HTTPConnection(HOST, int(port), timeout=PATIENCE)
                headers = {"X-Tileclock": "page", "Cookie": cookie}
                line.request("POST", f"/desk/{what}?{urlencode(said)}", headers=headers)
                answer = line.getresponse()
                found = json.loads(answer.read())
                assert answer.status == 200 or found["key"] == "desk_no_boxes", found  # none was found yet
                return found.get("told", [])

            yield int(port), wish
        finally:
            running.terminate()


# ---- sixteen boxes ----


def _from_ok_to_wall(folder, place):
    with ExitStack() as there:
        boxes = [Live(flash=folder / f"{n}.img", fresh=True) for n in range(TABLES)]
        for box in boxes:
            box.start()
            there.callback(box.stop)
        port, wish = there.enter_context(_page(place, *[box.serial_port for box in boxes]))
        told = []
        _wait(lambda: len(told[:]) == TABLES or told.__setitem__(slice(None), wish("seat")), "all boxes")
        tables = {each["port"]: each["table"] for each in told}
        wall = _Wall(port)
        fingers = [threading.Thread(target=_play, args=(box, tables[box.serial_port], wall)) for box in boxes]
        for each in fingers:
            each.start()
        for each in fingers:
            each.join()
        took = sorted(wall.took.values())
    assert len(took) == TABLES, wall.took
    yield Figure(
        "live: a table's OK to the wall, 16 boxes, median", 1000 * median(took), "ms", 1000, asserted=False
    )
    yield Figure(
        "live: a table's OK to the wall, 16 boxes, longest", 1000 * took[-1], "ms", 1000, asserted=False
    )


class _Wall:
    """What stands there, and since when each table's game does."""

    def __init__(self, port):
        self._watcher = Watcher(port)
        self.pressed, self.took = {}, {}
        threading.Thread(target=self._look, daemon=True).start()

    def _look(self):
        while True:
            self._watcher.wait(lambda _: True)
            self._watcher.read()
            for at, played in enumerate(self._watcher.parts.get("played", []), 1):
                if played["games"] and at not in self.took:
                    self.took[at] = time.monotonic() - self.pressed[at]
            time.sleep(0.005)

    def phase(self, table):
        return (self._watcher.parts.get(f"table {table}") or {}).get("phase")


def _play(box, table, wall):
    """A game of one turn, as short as there is one; the moment of each OK after it is noted."""
    tap = live_tap(box)
    _wait(lambda: runs(box) or tap("ok") or time.sleep(0.2), "the first turn")
    time.sleep(0.5)
    _wait(lambda: wall.phase(table) == "over" or tap("ok") or time.sleep(0.4), "who is out")
    box.speed = HURRY
    for seat in "BCD":
        tap(seat)
    box.speed = 1
    _wait(lambda: table in wall.took or _ok(box, table, wall), "the sheet")


def _ok(box, table, wall):
    wall.pressed[table] = time.monotonic()
    box.press("ok").result(PATIENCE)
    time.sleep(0.1)
    box.release("ok").result(PATIENCE)
    until = time.monotonic() + 1.5
    while time.monotonic() < until and table not in wall.took:
        time.sleep(0.01)


def _wait(done, what):
    until = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < until, f"no {what}"
        time.sleep(0.02)


# ---- 500 watchers ----


def _with_watchers(place):
    with _page(place) as (port, wish):
        alone = _announced(wish, [], "alone")
        phones = [Watcher(port) for _ in range(WATCHERS)]
        all_see(phones, lambda parts: len(parts.get("standings", [])) == 4 * TABLES)
        reached = []
        watched = _announced(wish, phones, "to all", reached)
        for phone in phones:
            phone.close()
    yield Figure("live: the desk's word on record, nobody watches", 1000 * median(alone), "ms")
    yield Figure("live: the desk's word on record, 500 watch", 1000 * median(watched), "ms")
    yield Figure("live: until all 500 have it", 1000 * median(reached), "ms", 1000, asserted=False)


def _announced(wish, phones, words, reached=None):
    """Seconds of each time; of the last watcher, too."""
    took = []
    for number in range(TIMES):
        began = time.monotonic()
        wish("announce", words=f"{words} {number}")
        took.append(time.monotonic() - began)
        if phones:
            all_see(phones, lambda parts, n=number: parts["announced"] == f"{words} {n}")
            reached.append(time.monotonic() - began)
        time.sleep(0.05)
    return took
