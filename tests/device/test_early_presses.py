"""A press soon after the start or a switch, while the record of that goes to the flash, is never lost."""

import random

import pytest

from tests.device.probe import Probe
from tests.device.table import MS, S
from tileclock.core import records as r

pytestmark = pytest.mark.needs_models

BLIP = 300
GUARD_MS, LATE_MS = 300, 1000
OFFSETS = range(10, 400, 10)  # ms from one contact to the next
TAP_MS, DECIDED_MS = 100, 110  # a press, and when the record of it may be written
ERASE = 45 * MS


def tap(table, key, at):
    table.box.press(key, at)
    table.box.release(key, at + TAP_MS * MS)


def judge(table, probe, presses, kinds, erases):
    """Presses are (contact, ms since the turn began): the early ones blip, the others count in time."""
    blips = [tone.at for tone in table.sounds if tone.pitch == BLIP]
    table.box.pull_plug()  # then all of the probe has come
    counted = [contact for contact, offset in presses if offset >= GUARD_MS]
    stamps = [event.at for event in probe.events if event.kind in kinds]
    early = [contact for contact, offset in presses if offset < GUARD_MS]
    assert len(blips) == len(early), "the guard blips once for each that was too early"
    for contact, blip in zip(early, blips, strict=True):
        assert contact <= blip <= contact + 200 * MS
    assert len(stamps) == len(counted), "a press was lost, or counted twice"
    for contact, stamp in zip(counted, stamps, strict=True):
        assert 0 <= contact - stamp <= (ERASE + 5 * MS if erases else 2 * MS)


@pytest.mark.parametrize("erases", [False, True])
def test_after_the_start(lay_table, request, erases):
    offsets = OFFSETS if request.config.option.slow else OFFSETS[random.randrange(3) :: 3]
    print("offsets", offsets)
    for offset in offsets:
        table = lay_table(start=False)
        table.steady()
        began = 6 * S
        probe = Probe(table, [(began + DECIDED_MS * MS, "erase", ERASE)] if erases else ())
        table.deal()
        assert table.now < began
        tap(table, "ok", began)
        tap(table, "A", began + offset * MS)
        table.wait_until(began + S)
        presses = [(began, LATE_MS), (began + offset * MS, offset)]
        judge(table, probe, presses, (r.BEGIN, r.END_TURN), erases)


@pytest.mark.parametrize("erases", [False, True])
def test_after_a_switch(lay_table, erases):
    """Turn by turn the next press comes ten milliseconds later; one that was too early comes again."""
    table = lay_table(start=False)
    table.steady()
    at, seat, presses, work = 8 * S, 0, [], []
    for offset in OFFSETS:
        for after in (None, offset):  # a press long after the start of the turn, then the early one
            contact = at if after is None else at + offset * MS
            presses.append(("ABCD"[seat % 4], contact, LATE_MS if after is None else after))
            seat += presses[-1][2] >= GUARD_MS
        work.append((at + DECIDED_MS * MS, "erase", ERASE))
        at += 2 * S
    probe = Probe(table, work if erases else ())
    table.deal()
    tap(table, "A", 6 * S)
    for key, contact, _ in presses:
        tap(table, key, contact)
    table.wait_until(at)
    judge(table, probe, [(contact, after) for _, contact, after in presses], (r.END_TURN,), erases)


def test_a_start_pressed_before_the_deal_is_on_flash_waits_for_it(lay_table):
    """OK deals, and who begins presses at once: the clock never runs while the deal is written down."""
    waited, missed = [], 0
    for offset in range(30, 900, 30):
        table = lay_table(start=False)
        table.steady()
        probe = Probe(table)
        table.wait(s=1)
        table.to_players()
        table.ok.press()
        table.ok.press()
        table.seat("A").press()
        dealt = table.now + 10 * MS
        tap(table, "ok", dealt)
        tap(table, "A", dealt + offset * MS)
        table.wait(s=2)
        table.box.pull_plug()
        starts = [event.at - dealt - offset * MS for event in probe.events if event.kind == r.BEGIN]
        missed += not starts
        waited += starts
    assert min(waited) >= -ERASE, "a press that meets the last write of the deal counts from before it"
    assert sorted(waited)[2] >= -2 * MS, "a clock that started before its press"
    assert max(waited) > 50 * MS, "a press came while the deal was written"
    assert max(waited[-5:]) <= 2 * MS, "a press that comes later starts the clock at once"
    assert missed <= 1, "only one that lies wholly within a single call of the file system is not seen"
