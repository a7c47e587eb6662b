"""Nobody loses time because the clock was busy: the moment of the contact counts, not when it was found."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from tests.device.probe import Probe
from tests.device.table import MS, S
from tileclock.core import records as r

pytestmark = pytest.mark.needs_models

BUSY = {
    "a transfer": ("transfer", 51 * MS),
    "a collection": ("collect", 51 * MS),
    "an erase of 45 ms": ("erase", 45 * MS),
    "an erase of 400 ms": ("erase", 400 * MS),
}


@pytest.mark.parametrize("what", BUSY)
@pytest.mark.parametrize("bounces", [True, False])
def test_a_press_at_39_999_s_is_in_time_whenever_it_is_found(lay_table, what, bounces):
    """The sampling itself is held up from 15 ms before the contact until after the limit."""
    table = lay_table(start=False)
    if not bounces:
        table.steady()
    kind, us = BUSY[what]
    began = 6 * S
    pressed = began + 39_999 * MS
    probe = Probe(table, [(pressed - 15 * MS, kind, us)])
    table.deal()
    table.seat("A").press(at=began)
    table.seat("A").press(at=pressed, ms=1000)
    table.box.pull_plug()

    (work,) = probe.work
    assert work.begin < pressed < began + 40 * S < work.end, "the chip was not busy when it should have been"
    kinds = [event.kind for event in probe.events]
    assert kinds == [r.BEGIN, r.END_TURN, r.DREW], "it must not have expired, not for a moment"
    _, turn, _ = probe.events
    assert pressed - turn.at <= work.end - work.begin, "the stamp is from before the work began"
    assert turn.at <= pressed, "the turn was counted longer than it was"


turns = st.lists(
    st.tuples(
        st.integers(400 * MS, 2500 * MS),  # how long it lasts
        st.sampled_from([None, None, "transfer", "collect"]),  # what the chip is busy with around its end
        st.integers(0, 5 * MS),  # how long before the contact that begins
    ),
    min_size=8,
    max_size=24,
)
seeded = settings(
    derandomize=True,
    deadline=None,
    max_examples=12,
    phases=[Phase.generate],  # a box per example: what fails is told as it is
    suppress_health_check=list(HealthCheck),
)


def play(table, turns, kind=None):
    """Play these turns; returns each contact with the firmware's stamp of it, and when the chip was busy."""
    contact = 6 * S
    contacts, work = [contact], []
    for length, busy, lead in turns:
        contact += length
        contacts.append(contact)
        if kind or busy:
            work.append((contact - lead, kind or busy, 45 * MS if kind else 2500))
    spans = []
    table.box.on_transfer = lambda at, _, us: spans.append((at - us, at))
    probe = Probe(table, work)
    table.deal()
    for number, at in enumerate(contacts):
        table.seat("ABCD"[max(0, number - 1) % 4]).press(at=at)
    table.box.pull_plug()

    stamps = [event.at for event in probe.events if event.kind in (r.BEGIN, r.END_TURN)]
    assert len(stamps) == len(contacts), "a press was lost, or counted twice"
    assert len(probe.work) == len(work), "the chip was not busy when it should have been"
    return list(zip(contacts, stamps, strict=True)), spans + [(w.begin, w.end) for w in probe.work]


@seeded
@given(turns=turns)
def test_a_stamp_is_never_late_and_hardly_early(lay_table, turns):
    table = lay_table(start=False)
    table.steady()
    stamped, spans = play(table, turns)
    for contact, stamp in stamped:
        # A sample that did not come is one that would have come in the 2 ms before the contact.
        blind = any(begin <= contact and end >= contact - 2 * MS for begin, end in spans)
        assert 0 <= contact - stamp <= (5 if blind else 2) * MS


@seeded
@given(turns=turns, seed=st.integers(0, 1000))
def test_a_bouncing_contact_is_stamped_as_well(lay_table, turns, seed):
    """The input's filter takes its time, so a stamp may be late; by no more than it may be early."""
    stamped, spans = play(lay_table(start=False, seed=seed), turns)
    for contact, stamp in stamped:
        blind = any(begin <= contact + 2 * MS and end >= contact - 2 * MS for begin, end in spans)
        assert abs(contact - stamp) <= (5 if blind else 2) * MS


@seeded
@given(turns=turns)
def test_an_erase_never_harms_who_presses(lay_table, turns):
    table = lay_table(start=False)
    table.steady()
    stamped, _ = play(table, turns, "erase")
    for contact, stamp in stamped:
        assert stamp <= contact, "the presser was charged time he had not used"
        assert contact - stamp <= 55 * MS
