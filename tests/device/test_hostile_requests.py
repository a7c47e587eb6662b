"""Requests of the cable whose check is right and whose numbers and documents are not: each is answered, and
the game goes on."""

import random
import zlib

import pytest

from tests import games
from tests.device.locked import CODE
from tests.device.table import S
from tests.host.cable import Cable
from tileclock.core import frames
from tileclock_host.device.clock import Clock
from tileclock_host.sheets import text

pytestmark = pytest.mark.needs_models

SHEET = "00001-01"
HUGE = "9" * 20
NUMBERS = [
    *("0", "1", "-1", "20", "53", "4096", "65536", "1073741823", "1073741824", "2147483647", "2147483648"),
    *("4294967296", "-2147483649", str(2**63), str(2**64), HUGE, "-" + HUGE, "9" * 60, "1e9", "1.5", "0x10"),
    *("1_0", "", "+5", "nan", "00000000", "\x1b[2J", "\x00", "7f", "ffffffff"),
]
WORDS = [SHEET, "00001-99", "99999-99", "screen", "all", "new", "pl", "no", "..", "/", "time", "", "A" * 60]
VALUES = [
    *(
        "1",
        "-1",
        '"x"',
        "null",
        "true",
        "[]",
        "[1]",
        "{}",
        "[[]]",
        "1e999",
        "-0.5",
        HUGE,
        '"' + "x" * 80 + '"',
    ),
    *('"\\u0000"', '"\\n\\u001b[2J"', '"\\ud800"', "[" * 90, '{"a":' * 20, '["a","b","c","d","e","f"]'),
    *('["","","","","",1]', "[0,0,0,0,0,99999999999999999999]", "[0,0,0,0,0]", "", "{", "nul", "{1:2}"),
]
NAMES = ["language", "sound", "hold", "limit", "preset", "sitting", "names", "handicaps", "opening", "table"]
NAMES += ["match_target", "code", "locked", "id", "sets", "", "\\n", "\\u001b[2J", "\\u017c"]
# What each request is made of: a number, a word, or what an upload has.
FORMS = [
    *(
        "hello N N",
        "status",
        "status N",
        "list W W",
        "list W N",
        "get W N N",
        "get W N",
        "get W 0 0",
        "get W",
    ),
    *("events N N", "events", "ack W", "ack W W N", "clock N", "log N N", "log N", "log", "self-test time"),
    *("self-test W", "preset W", "preset get W", "preset delete W", "put N x", "put N", "put", "lock N"),
    *("settings N N", "settings N", "preset put N N", "get screen N N", f"get {SHEET} N N", "W", "W N N N N"),
]
UPLOADED = ("settings", "preset put")


def spelled(chance, form):
    """One request of that form."""
    return " ".join(
        chance.choice(NUMBERS) if part == "N" else chance.choice(WORDS) if part == "W" else part
        for part in form.split(" ")
    )


def document(chance):
    """A JSON document, or what is none: a value, or a setting with it."""
    value = chance.choice(VALUES)
    return chance.choice([value, f'{{"{chance.choice(NAMES)}":{value}}}'])


def answered(clock, request):
    """What it says to that: (kind, text); whatever it is, it is said in one line that can be read."""
    for _ in range(3):
        answer = clock._once(request, {}, fresh=False)
        if answer.kind:
            assert answer.text.isprintable(), answer
            return chr(answer.kind), answer.text
    raise AssertionError(f"no answer to {request!r}; the log:\n{clock._port.box.log[-2000:]}")


def upload(clock, request, content):
    """That document whole, behind its check."""
    data = content.encode()
    for at in range(0, len(content), 90):
        if answered(clock, f"put {at} {content[at : at + 90]}")[0] != "=":
            return "?", ""
    return answered(clock, f"{request} {len(data)} {zlib.crc32(data):08x}")


@pytest.fixture
def clock(lay_table):
    """A clock at the cable of a table with a sheet, and settings."""
    clocks = []

    def plug(**settings):
        table = lay_table(start=False)
        table.box.put({f"/data/sheets/{SHEET}": games.match_of(1)[0].encode()})
        table.settings(**settings)
        table.wait(s=1)
        clocks.append(Clock(Cable(table.box)))
        clocks[-1].hello()
        return table, clocks[-1]

    yield plug
    for each in clocks:
        each.close()


CRASHED = [
    *(
        f"get screen {HUGE} 20",
        f"get {SHEET} {HUGE} 5",
        f"log {HUGE} 5",
        f"put -{HUGE} x",
        f"get screen 0 -{HUGE}",
    ),
    *(f"get {SHEET} -1 5", f"get {SHEET} 0 {HUGE}", f"events 0 {HUGE}", f"log 0 {HUGE}", f"put {HUGE} x"),
    *(f"get {SHEET} 2147483648 5", "get screen 2147483648 20", f"hello {HUGE} {HUGE}", f"clock {HUGE}"),
]


@pytest.mark.parametrize("state", ["turn", "locked turn", "pause", "home"])
def test_a_number_that_cannot_be_is_refused_and_the_game_goes_on(clock, state):
    table, cable = clock(**({"code": CODE, "locked": True} if "locked" in state else {}))
    if state != "home":
        table.start_game()
        table.wait(s=1)
    if state == "pause":
        table.back.press()
    for request in CRASHED:
        kind, said = answered(cable, request)
        assert kind in ("!?" if "turn" in state else "!"), (request, kind, said)
    if "turn" in state:
        assert table.screen.seat == "A"
    else:
        assert table.screen.says("PAUSE" if state == "pause" else "New game")
    assert table.log.count("rst:") <= 1


@pytest.mark.parametrize("request_", UPLOADED)
def test_a_document_that_is_no_object_is_refused(clock, request_):
    table, cable = clock()
    for content in (
        "[1]",
        "1",
        '"x"',
        "null",
        "true",
        "[]",
        "1.5",
        "nul",
        "",
        '{"a":1',
        "[" * 1000,
        '{"ab":1}',
    ):
        kind, said = upload(cable, request_, content)
        assert kind == "!" and len(said) > 5 and not said.startswith("+"), (content, said)
    assert cable.settings()["limit"] == 40 and table.screen.says("New game")
    assert table.log.count("rst:") <= 1


@pytest.mark.parametrize("seed", range(4))
def test_requests_of_any_kind_with_hostile_numbers_and_documents(clock, seed):
    """Seed by seed in another state of the box: a turn runs, locked, in a pause, at home."""
    table, cable = clock(**({"code": CODE, "locked": True} if seed == 1 else {}))
    if seed < 3:
        table.start_game("ABCDEF")
        table.wait(s=1)
    if seed == 2:
        table.back.press()
    chance = random.Random(seed)
    kinds = dict.fromkeys("=!?", 0)
    for _ in range(150):
        if seed > 1 and chance.random() < 0.4:
            kind, _ = upload(cable, chance.choice(UPLOADED), document(chance))
        else:
            kind, _ = answered(cable, (spelled(chance, chance.choice(FORMS)) or "x")[: frames.ROOM])
        kinds[kind] += 1
    assert kinds["="] and kinds["!"] and (kinds["?"] or seed > 1), kinds
    assert table.log.count("rst:") <= 1, "it was restarted"
    if seed < 2:
        table.wait(s=1)
        assert len(table.screen.seat) == 1
    text.read(cable.fetch(SHEET))
    assert table.now > S


_WORN = """
from tileclock.storage import flash as storage
class Worn:
 def __init__(self, file):
  self.file = file
 def seek(self, at):
  self.file.seek(at)
 def close(self):
  self.file.close()
 def readinto(self, room):
  raise OSError(5)
 def readline(self):
  return self.file.readline()
 def __enter__(self):
  return self
 def __exit__(self, *_):
  self.close()
plain = storage.Storage.open
storage.Storage.open = lambda self, name: Worn(plain(self, name))
Storage = storage.Storage
"""


def test_a_sheet_that_cannot_be_read_on_is_refused_in_the_middle(clock):
    """The flash fails while a sheet is sent in a running turn: the turn goes on."""
    table, _ = clock()
    table.replace_in("tileclock.storage.flash", "Storage", _WORN)
    table.box.start()
    table.start_game()
    table.wait(s=1)
    with Clock(Cable(table.box)) as other:
        assert answered(other, f"get {SHEET} 0 20")[0] == "!"
        assert answered(other, f"get {SHEET} 0 0")[0] == "!"
    assert table.screen.seat == "A"
