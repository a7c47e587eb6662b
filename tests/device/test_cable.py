"""The cable and the clock: whatever comes over the one costs nobody time on the other."""

import itertools
import random

import pytest

from tests import games
from tests.device.probe import Probe
from tests.device.table import MS, S
from tests.host.cable import Cable, Spoiler, plugged
from tileclock.core import records as r
from tileclock_host.device.clock import Clock
from tileclock_host.device.sync import sync
from tileclock_host.sheets.store import Store

pytestmark = pytest.mark.needs_models

TURNS = 12
OPENING = 5 * MS  # a sheet is opened in one piece, in which no key is looked at; else it is 2
SHEETS = {f"/data/sheets/{n:05}-01": text.encode() for n, text in enumerate(games.match_of(3), 1)}


def planned_turns(table, first):
    """Presses ahead, one after the other; returns the moments of contact."""
    at, contacts = first, []
    for turn in range(TURNS):
        letter = "ABCD"[max(0, turn - 1) % 4]
        table.box.press(letter, at)
        table.box.release(letter, at + 100 * MS)
        contacts.append(at)
        at += 1100 * MS + turn * 37 * MS
    return contacts


def stamps(probe):
    return [event.at for event in probe.events if event.kind in (r.BEGIN, r.END_TURN)]


def dealt(lay_table, files=None):
    table = lay_table(start=False)
    table.steady()
    table.box.put(files or {})
    probe = Probe(table)
    table.deal()
    return table, probe


def flood(table, garbage, until):
    while table.now < until:
        if not table.box.incoming.waits():
            table.box.incoming.send(garbage)
        table.box.advance(100 * MS)


@pytest.mark.parametrize("kind", ["noise", "lines", "half lines", "line feeds", "requests"])
def test_a_flood_costs_no_player_anything(lay_table, kind):
    table, probe = dealt(lay_table)
    chance = random.Random(1)
    garbage = {
        "noise": bytes(byte for byte in chance.randbytes(6000) if byte != 3),
        "lines": b"this is no request of anybody\n" * 200,
        "half lines": b"#01get 00001-01" * 400,
        "line feeds": b"\n" * 6000,
        "requests": request(1, b"status") * 200,
    }[kind]
    contacts = planned_turns(table, table.now + S)
    flood(table, garbage, contacts[-1] + S)
    table.box.pull_plug()
    assert early(contacts, stamps(probe)) <= 2 * MS


def early(contacts, found):
    """By how much the earliest stamp is before its contact; none may be late."""
    assert len(found) == len(contacts), "a press was lost, or counted twice"
    each = [contact - stamp for contact, stamp in zip(contacts, found, strict=True)]
    assert min(each) >= 0, "a stamp is late"
    return max(each)


def request(number, body):
    from tileclock.core import frames  # noqa: PLC0415

    line = bytearray(b"#%02x" % number + body)
    frames.close(line, len(line))
    return bytes(line)


@pytest.mark.parametrize("later_ms", [0, 3, 7, 10])  # the first press meets another piece of a line
def test_a_sync_during_a_game_costs_no_player_anything(lay_table, later_ms):
    table, probe = dealt(lay_table, SHEETS)
    contacts = planned_turns(table, table.now + S + later_ms * MS)
    clock = Clock(Cable(table.box))
    clock.hello()
    fetched = 0
    for number in itertools.cycle(range(1, 4)):
        if table.now > contacts[-1] + S:
            break
        assert clock.fetch(f"{number:05}-01").encode() == SHEETS[f"/data/sheets/{number:05}-01"]
        assert len(clock.screen()) == 1024
        fetched += 1
    clock.close()
    table.box.pull_plug()
    assert fetched > TURNS, "the cable was not busy"
    assert early(contacts, stamps(probe)) <= OPENING


@pytest.mark.parametrize("share", [0.0, 0.004])
def test_a_whole_sync_over_any_line_leaves_the_accounts_of_time_exact(lay_table, tmp_path, share):
    """0 ms: what the sheet accounts for is what lay between the contacts, to the looks at the keys."""
    table, probe = dealt(lay_table, SHEETS)
    contacts = planned_turns(table, table.now + S)
    spoil = Spoiler(11, share)
    table.wait_until(contacts[0] + 200 * MS)
    syncs = 0
    with Store(tmp_path / "store") as store:
        while table.now < contacts[-1] + S:
            with plugged(table.box, spoil) as clock:
                (report,) = sync([clock], store, every=True)
            assert report.good and report.kept == len(SHEETS), report.errors
            assert not report.told, "nothing is written while a clock runs"
            syncs += 1
        texts = {version.sheet.text.encode() for game in store.games() for version in game.versions}
    table.box.pull_plug()
    assert texts == set(SHEETS.values()) and syncs and bool(spoil.spoiled) == bool(share)
    assert early(contacts, stamps(probe)) <= OPENING
    turns = [event for event in probe.events if event.kind in (r.BEGIN, r.END_TURN)]
    for begun, ended in itertools.pairwise(turns):
        assert (ended.accounted - begun.accounted) * MS == ended.at - begun.at, "0 ms are lost"


def test_a_host_that_stops_reading_or_asks_again_and_again_stops_nothing(lay_table):
    table, _ = dealt(lay_table, SHEETS)
    table.seat("A").press()
    for number in range(40):
        table.box.console.write(request(number, b"get 00001-01 0 52"))
        table.wait(ms=70)
    assert table.screen.seat == "A"
    with Clock(Cable(table.box)) as clock:
        assert clock.hello().device == games.DEVICE


def test_noise_of_every_kind_never_stops_the_clock(lay_table):
    """Lines whose check is right, with anything in them."""
    table, _ = dealt(lay_table)
    chance = random.Random(7)
    words = [b"hello", b"get", b"list", b"events", b"ack", b"put", b"preset put", b"settings", b"clock", b"x"]
    words += [
        b"self-test",
        b"log",
        b"status",
        b"preset get",
        b"preset delete",
        b"get screen",
        b"get 00001-01",
    ]
    letters = bytes(range(0x20, 0x7F))
    for number in range(150):
        rest = bytes(chance.choices(letters, k=chance.randrange(40)))
        figures = b" ".join(b"%d" % chance.randrange(-9, 99999) for _ in range(chance.randrange(4)))
        table.box.console.write(
            request(number & 0xFF, chance.choice(words) + b" " + chance.choice([rest, figures]))
        )
        table.wait(ms=60)
    with Clock(Cable(table.box)) as clock:
        assert clock.hello().device == games.DEVICE
