"""A box with the judge's lock, which says each record it makes; and what one does to its lock."""

import json

from tests import words
from tests.device.box import USUAL
from tests.device.places import step
from tests.device.states import STATES, title
from tileclock.core import records as r
from tileclock_host.build import bundle

CODE = "ABCA"
LONG_MS = 2_200
BLIP = 300
ASKED = "Judge's code"

# A firmware that says each record it makes, and nothing else: the journal as it grows.
_TALKING = """
from sys import stdout
from tileclock import app
from tileclock.core import play
plain = play.Play.happen
def happen(self, kind, at, a=0, b=0, c=0):
    stdout.buffer.write("record: %d %d %d %d\\n" % (kind, a, b, c))
    return plain(self, kind, at, a, b, c)
play.Play.happen = happen
app.run()
"""


@step
def _switch_on(table, files, stored):
    """With these files on its flash; the settings are this table's usual ones from now on."""
    table.usual = USUAL | stored
    table.box.heap += 16 * 1024  # for what the test has it say
    talking = words.translate(_TALKING, bundle.key()).encode()
    put = {"/main.py": talking, "/data/settings.json": json.dumps(table.usual).encode()}
    table.box.put({**put, **files})
    table.box.start()


class Locked:
    """A table whose box says its records."""

    def __init__(self, table, files=(), **stored):
        self.table = table
        _switch_on(table, dict(files), {"preset": "tournament", "code": CODE, "locked": True, **stored})

    @property
    def records(self):
        """What it said, once the last byte is through the cable."""
        self.table.wait(ms=20)
        lines = [line for line in self.table.log.splitlines() if line.startswith("record: ")]
        return [tuple(map(int, line.split()[1:])) for line in lines]

    def kinds(self):
        return [record[0] for record in self.records if record[0] != r.BLIPS]


def enter(table, code=CODE):
    for seat in code:
        table.seat(seat).press()
    table.ok.press()


def asked(table):
    return title(table) == ASKED


@step
def unfinished(table):
    """To the first screen: a game was being played when the power went."""
    STATES["Turn"].lead(table)
    table.seat("A").press()
    table.wait(s=1)
    table.power_cycle()


def settings_of(table):
    """What is kept of them, the judge's code included, which has a file of its own."""
    files = table.box.files()
    code, _, closed = files.get("/data/code", b"").decode().partition(" ")
    secret = {"code": code, "locked": True} if closed else {"code": code} if code else {}
    return json.loads(files["/data/settings.json"]) | secret
