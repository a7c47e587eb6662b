"""Records: the bytes that are kept and sent, as firmware/docs/records.md describes them."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.core.play import PL
from tests.vms import vm32, vm64
from tileclock.core import records as r
from tileclock.core.play import Play

FIRMWARE = Path(r.__file__).parents[2]
PAGE = (FIRMWARE / "docs" / "records.md").read_text(encoding="utf-8")
KINDS = range(r.DEAL, len(r.FIGURES))

figure = st.one_of(st.integers(0, 200), st.integers(0, 2**31 - 1))
record = st.tuples(
    st.sampled_from(KINDS),
    figure,  # ms since the record before
    st.tuples(figure, figure, figure),
    st.sampled_from([r.RAN, r.STOOD, r.NOBODYS]),
)


def written(records, start=0):
    """A journal of (kind, ms since the record before, figures, clock)."""
    journal, at = r.Journal(), start
    for kind, span, figures, clock in records:
        at += span
        journal.add(kind, at, *figures, clock)
    return journal


def whole(journal):
    return bytes(journal.part(0, journal.size))


def read(journal):
    """All records of a journal, with their times."""
    found = []
    journal.rewind()
    while journal.read():
        found.append((journal.kind, journal.read_at, tuple(journal.figures), journal.clock))
    return found


# ---- the page ----


def rows(header):
    """The lines of the page's table that begins so, cell by cell."""
    _, _, rest = PAGE.partition(header)
    assert rest, f"firmware/docs/records.md has no table {header!r}"
    body = rest.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in body]


def test_the_page_lists_every_kind_with_its_figures():
    listed = {}
    for number, name, figures, _ in rows("| kind | name |"):
        kind = int(number)
        assert getattr(r, name.strip("`"), None) == kind, f"records.py knows no {name} = {kind}"
        listed[kind] = len(re.sub(r"\(.*?\)", "", figures).split(",")) if figures else 0
    expected = {kind: r.FIGURES[kind] for kind in KINDS}
    assert listed == expected, "put every kind with its figures into the table of firmware/docs/records.md"


def test_the_page_lists_what_the_clock_can_have_done():
    listed = {name.strip("`"): int(value) for value, name, _ in rows("| value | name |")}
    assert listed == {"RAN": r.RAN, "STOOD": r.STOOD, "NOBODYS": r.NOBODYS}


def test_the_example_of_the_page_reads_as_it_says():
    lines = re.search(r"```\n(.*?)```", PAGE, re.DOTALL)[1].splitlines()
    data = bytes.fromhex("".join(line.split("   ")[0] for line in lines))
    assert read(r.Journal.of(data)) == [
        (r.END_TURN, 5000, (0, 0, 0), r.RAN),
        (r.END_TURN, 12000, (0, 0, 0), r.RAN),
        (r.DREW, 12600, (0, 0, 0), r.RAN),
    ]


# ---- size ----


@pytest.mark.parametrize("seconds", [5, 40, 120, 3600])
def test_a_turn_takes_at_most_twelve_bytes_with_a_tile_drawn_too(seconds):
    play = Play(PL)
    play.happen(r.DEAL, 0, 0b1111, 0, 0)
    play.happen(r.BEGIN, 1000)
    before = play.journal.size
    play.happen(r.END_TURN, 1000 + seconds * 1000)
    assert play.journal.size - before <= 6
    play.happen(r.DREW, 1600 + seconds * 1000, 0)
    assert play.journal.size - before <= 12


@given(record)
def test_no_record_is_longer_than_what_is_kept_free_for_it(one):
    assert written([one]).size <= 24


# ---- there and back ----


@given(st.lists(record, max_size=40), st.integers(0, 2**31))
def test_what_was_written_can_be_read(records, start):
    journal = written(records, start)
    expected, at = [], 0
    for place, (kind, span, figures, clock) in enumerate(records):
        at += span if place else 0
        kept = figures[: r.FIGURES[kind]] + (0,) * (3 - r.FIGURES[kind])
        expected.append((kind, at, kept, clock))
    again = r.Journal.of(whole(journal))
    assert read(again) == expected
    assert (again.count, again.size, again.at) == (len(records), journal.size, at)
    assert [(kind, time - journal.start, *rest) for kind, time, *rest in read(journal)] == [
        tuple(each) for each in expected
    ]


def test_a_record_can_be_added_to_a_journal_that_was_read():
    journal = r.Journal.of(whole(written([(r.DEAL, 0, (15, 0, 60), r.NOBODYS), (r.BEGIN, 9, (), r.NOBODYS)])))
    assert journal.add(r.END_TURN, 5009, clock=r.RAN) == 3
    assert read(journal)[-1] == (r.END_TURN, 5009, (0, 0, 0), r.RAN)


@pytest.mark.parametrize("before", range(240, 272))
def test_a_journal_goes_on_from_any_length(before):
    """It lies in pieces; records lie across their ends, also of one that was read."""
    journal = r.Journal()
    while journal.size < before:
        journal.add(r.PAUSE, journal.count)
    journal = r.Journal.of(whole(journal))
    expected = read(journal)
    for _ in range(300):
        at = journal.at + 40_000
        assert journal.add(r.END_TURN, at, clock=r.RAN) == journal.count
        expected.append((r.END_TURN, at, (0, 0, 0), r.RAN))
    assert read(journal) == expected
    assert journal.part(before - 5, before + 900) == whole(journal)[before - 5 : before + 900]


IN_PIECES = """
import gc
from tileclock.core import records as r
journal = r.Journal()
pieces = [None] * 2000
i = 0
gc.collect()
try:
    while True:
        pieces[i] = bytearray(480)
        i += 1
except MemoryError:
    while i > 0:
        i -= 2
        pieces[i] = None
try:
    bytearray(1024)
    print("there is a large piece")
except MemoryError:
    pass
for turn in range(600):
    journal.add(r.END_TURN, turn * 40_000, clock=r.RAN)
print(journal.count, journal.size > 2048)
"""


def test_a_journal_grows_where_the_heap_has_only_small_pieces_left():
    """In the middle of a game there is no kilobyte in one piece any more."""
    assert vm64(IN_PIECES, FIRMWARE, heap="400k").split() == ["600", "True"]


# ---- what cannot be read ----


@given(st.lists(record, min_size=1, max_size=8), st.data())
def test_a_journal_that_was_cut_is_refused_or_ends_between_two_records(records, data):
    whole_one = whole(written(records))
    cut = data.draw(st.integers(0, len(whole_one) - 1))
    ends = {written(records[:count]).size for count in range(len(records))}
    if cut in ends:
        assert r.Journal.of(whole_one[:cut]).count < len(records)
    else:
        with pytest.raises(r.Unreadable, match="ends in the middle of a record"):
            r.Journal.of(whole_one[:cut])


@pytest.mark.parametrize("kind", [0, len(r.FIGURES), 100])
def test_a_kind_nobody_knows_is_refused(kind):
    head = bytes([kind << 2]) if kind < 32 else bytes([kind << 2 & 0x7F | 0x80, kind >> 5])
    with pytest.raises(r.Newer, match=rf"kind {kind} is not known: update this program"):
        r.Journal.of(head + b"\x00")


def test_a_clock_value_nobody_knows_is_refused():
    with pytest.raises(r.Newer, match="account"):
        r.Journal.of(bytes([r.END_TURN << 2 | 3, 0]))


def test_a_figure_without_end_is_refused_at_once():
    with pytest.raises(r.Unreadable, match="too large"):
        r.Journal.of(b"\xff" * 100_000)


def test_a_journal_that_does_not_begin_with_the_deal_is_refused():
    with pytest.raises(r.Unreadable, match="begins with the deal"):
        Play(PL, written([(r.END_TURN, 0, (), r.RAN)]))


@given(st.binary(max_size=60))
def test_whatever_the_bytes_are_they_are_read_or_refused_with_a_sentence(data):
    try:
        journal = r.Journal.of(data)
    except r.Unreadable as error:
        assert len(str(error)) > 20
    else:
        assert len(read(journal)) == journal.count


small = st.integers(0, 7)
anything = st.tuples(
    st.sampled_from(KINDS),
    figure,
    st.tuples(*[st.one_of(small, small, figure)] * 3),
    st.sampled_from([r.RAN]),
)


@given(st.lists(anything, max_size=25))
def test_records_nobody_can_have_made_are_refused_with_a_sentence(records):
    """Never another exception, never an endless loop: a sheet may come from anywhere."""
    begin = [(r.DEAL, 0, (0b1011, 1, 60), r.NOBODYS), (r.BEGIN, 0, (0, 0, 0), r.NOBODYS)]
    journal = r.Journal.of(whole(written(begin + records)))
    try:
        game = Play(PL, journal).game
    except r.Unreadable as error:
        assert re.match(r"record \d+ \(kind \d+\) cannot be: .", str(error))
    else:
        assert game.seat in game.players.seats


# ---- the same everywhere ----

WRITE = """
from tileclock.core import records as r
journal = r.Journal()
at = 0
for i in range(400):
    kind = 1 + i * 7 % (len(r.FIGURES) - 1)
    at += i * i * 31 % 100003
    journal.add(kind, at, i % 7, i * i % 3600, i * 5 % 129, i % 3)
print(bytes(journal.part(0, journal.size)).hex() if hasattr(b"", "hex") else "no hex")
copy = r.Journal.of(journal.part(0, journal.size))
print(copy.count, copy.at, copy.size)
"""


def test_the_bytes_are_the_same_on_every_machine(capsys):
    exec(WRITE, {})
    here = capsys.readouterr().out
    assert vm64(WRITE, FIRMWARE) == here
    assert vm32(WRITE, FIRMWARE)[0] == here
