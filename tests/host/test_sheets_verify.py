"""Is a sheet true? Damaged, forged and hostile ones are told in sentences, and soon."""

import base64
import json
import random
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import presets
from tests.games import head_of, journal_line, match_of, played, sheet_of
from tests.host.sheet_texts import OTHER, SECRET, altered, revisions, sealed
from tileclock.core import preset as rules_of
from tileclock.core import records as r
from tileclock.core import summary, written
from tileclock_host.sheets.games import Version, settle
from tileclock_host.sheets.text import LARGEST, Unreadable, read
from tileclock_host.sheets.verify import BROKEN, MISSING, SEALED, UNKNOWN, UNSEALED, verify

TEXT = match_of(1, secret=SECRET)[0]
OLD = Path(__file__).parent / "old_sheets"  # a leaver wins; late turns that are no passes
TOTALS = json.loads(TEXT.split("\n")[1])["totals"]
MOST_CALLS = 1_000_000  # of functions, until a sheet must have been read, played and told; a game takes 1,400


@pytest.mark.parametrize("path", sorted(OLD.glob("*.txt")), ids=lambda path: path.stem)
def test_what_a_clock_wrote_by_the_rules_of_an_earlier_version_is_true_as_it_was_then(path):
    sheet = read(path.read_text(encoding="ascii"))
    assert sheet.head.rules["version"] == 1
    verdict = verify(sheet, [SECRET])
    assert (verdict.seal, verdict.findings) == (SEALED, ())


@pytest.mark.parametrize("preset", ["pl", "tournament", "cs", "uk"])
@pytest.mark.parametrize("winner", [0, 1, -1])
def test_what_a_clock_wrote_is_true(preset, winner):
    verdict = verify(read(sheet_of(played(preset, 3, winner), secret=SECRET)), [SECRET])
    assert verdict.good and verdict.seal == SEALED


def test_a_game_that_was_abandoned_is_true_without_lines():
    play = played("pl", 3, -1)
    play.happen(r.ABANDON, play.journal.at + 1)
    text = "".join(
        [
            written.head_line(head_of(play.preset), rules_of.canonical(play.preset)),
            written.result_line(summary.unscored(play.game)),
            journal_line(play.journal),
            "-\n",
        ]
    )
    sheet = read(text)
    assert not sheet.result.scored and verify(sheet).good


def test_what_a_seal_says():
    assert verify(read(TEXT), []).seal == UNKNOWN
    assert verify(read(TEXT), [OTHER]).seal == BROKEN
    assert verify(read(TEXT), [OTHER, SECRET]).seal == SEALED
    assert verify(read(sealed(TEXT, b""))).seal == UNSEALED
    assert verify(read(sealed(TEXT, b"")), [SECRET]).seal == MISSING


@given(st.integers(0, len(TEXT) - 66), st.sampled_from('0123456789abcXYZ"{}, '))
@settings(deadline=None)
def test_no_letter_can_be_changed_unnoticed(place, letter):
    changed = TEXT[:place] + letter + TEXT[place + 1 :]
    try:
        verdict = verify(read(changed), [SECRET])
    except Unreadable:
        return
    assert changed == TEXT or verdict.seal == BROKEN


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"points": [65, -57, 0]}, "the points add up to +8"),
        ({"points": [66, -57, -9]}, "score of A: the sheet says 66, its journal gives 65"),
        ({"lines": [[0, 0, 65, 0, 0, 65], [5, -57, 0, 0, 0, -57], [8, -8, 0, 0, 0, -8]]}, "rack of B"),
        ({"winners": [1]}, "winners: the sheet says B, its journal gives A"),
        ({"winner": 1}, "winner: the sheet says B"),
        ({"revision": 2}, "revision: the sheet says 2, its journal gives 1"),
        ({"reason": "lap"}, "reason: the sheet says lap"),
        ({"rule": "net"}, "rule: the sheet says net"),
        ({"first": 1}, "first: the sheet says B"),
        ({"rounds": [0, 1, 0]}, "rounds"),
        ({"big_points": [4, 0, 0]}, "big points"),
        ({"expected": 8}, "expected"),
        ({"totals": TOTALS | {"round_left": 60}}, "round: the sheet says that 60 s are left"),
    ],
)
def test_every_line_is_compared_with_the_journal(fields, says):
    findings = verify(read(altered(TEXT, 1, **fields))).findings
    assert any(says in finding for finding in findings), findings


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"checksum": "00000000"}, "checksum"),
        ({"rules": {"game": "chess"}}, "rules are none this program knows"),
        ({"rules": presets.built_in("cs")}, "checksum"),
    ],
)
def test_rules_must_be_those_the_head_names(fields, says):
    assert says in verify(read(altered(TEXT, 0, **fields))).findings[0]


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (0, {"v": 2}), (0, {"device": "../../etc"}), (0, {"device": "ab" * 40}), (0, {"game": -1}),
        (0, {"game": 2**70}), (0, {"match": True}), (0, {"number": 1.5}), (0, {"date": 10**15}),
        (0, {"date": "today"}), (0, {"names": ["a"]}), (0, {"names": ["a" * 5000] * 6}),
        (0, {"names": [1] * 6}),
        (0, {"until": [0]}), (0, {"table": None}), (0, {"firmware": 3}), (0, {"checksum": "x"}),
        (1, {"revision": -1}), (1, {"reason": "magic"}), (1, {"reason": ["out"]}), (1, {"seats": []}),
        (1, {"seats": [2, 1, 0]}), (1, {"seats": [0, 1, 9]}), (1, {"first": 5}), (1, {"lines": [[1]]}),
        (1, {"lines": "x"}), (1, {"points": [10**30, 0, 0]}), (1, {"points": None}), (1, {"winners": []}),
        (1, {"winners": [5]}), (1, {"totals": {}}), (1, {"totals": None}), (1, {"expected": "0"}),
    ],
)  # fmt: skip
def test_what_no_clock_writes_is_refused(line, fields):
    with pytest.raises(Unreadable):
        read(altered(TEXT, line, **fields))


@pytest.mark.parametrize(
    "text",
    ["", "\n\n\n\n", "x" * (LARGEST + 1), TEXT[:-1], TEXT + "\n", TEXT.replace("\n", "\r\n"), "é" + TEXT[1:]],
)
def test_what_is_no_sheet_is_refused(text):
    with pytest.raises(Unreadable):
        read(text)


def test_names_cannot_control_a_screen_or_break_a_database():
    names = ["\x1b[2J", "a\u202eb", "\x00", "\ud800", "Żółć", "👑"]
    assert read(altered(TEXT, 0, names=names)).head.names == ("�[2J", "a�b", "�", "�", "Żółć", "👑")


@settings(deadline=None, max_examples=200)
@given(st.text(st.characters(max_codepoint=127), max_size=400), st.integers(0, 3))
def test_any_text_is_read_or_refused(junk, line):
    lines = TEXT.split("\n")
    lines[line] = junk
    _survives("\n".join(lines))


@pytest.mark.parametrize("depth", [10, 300, 600, 900, 950, 980, 5000])
def test_rules_nested_deeply_are_told_in_a_sentence(depth):
    lines = TEXT.split("\n")
    lines[0] = (
        lines[0][:-1].partition(', "rules"')[0] + ', "rules": {"a": ' + "[" * depth + "]" * depth + "}}"
    )
    try:
        sheet = read("\n".join(lines))
    except Unreadable:
        return
    assert "its rules are none" in verify(sheet).findings[0]


def _with_journal(data, text=TEXT, **head):
    lines = (altered(text, 0, **head) if head else text).split("\n")
    lines[2] = base64.b64encode(data).decode()
    lines[3] = "-"
    return "\n".join(lines)


@contextmanager
def _counted():
    """How many functions are called in it: a measure of work that is the same on every computer."""
    calls = [0]
    before = sys.getprofile()

    def count(_frame, event, _what):
        calls[0] += event == "call"

    sys.setprofile(count)
    try:
        yield calls
    finally:
        sys.setprofile(before)


def _survives(text):
    with _counted() as calls, suppress(Unreadable):
        sheet = read(text)
        verdict = verify(sheet)
        game = settle([Version(sheet, verdict.seal, verdict.findings)], [])
        assert game.story or verdict.findings, "what can be played can be told"
    assert calls[0] < MOST_CALLS


@settings(deadline=None, max_examples=200)
@given(st.binary(max_size=300))
def test_any_journal_is_played_or_refused(data):
    _survives(_with_journal(data))


@settings(deadline=None, max_examples=100)
@given(
    st.sampled_from(["pl", "word", "cs"]),
    st.lists(
        st.tuples(st.integers(2, 29), st.integers(0, 2), st.lists(st.integers(0, 20), min_size=4, max_size=4))
    ),
)
def test_any_records_are_played_or_refused(preset, records):
    journal = r.Journal()
    journal.add(r.DEAL, 0, 7, 0, 60)
    journal.add(r.BEGIN, 0)
    for at, (kind, clock, figures) in enumerate(records):
        journal.add(kind, at * 100 + figures[3], *figures[:3], clock)
    rules = presets.built_in(preset)
    text = altered(TEXT, 0, rules=rules, checksum=rules_of.checksum(rules))
    _survives(_with_journal(bytes(journal.part(0, journal.size)), text))


def _bomb(preset, records):
    journal = r.Journal()
    journal.add(r.DEAL, 0, 7, 0, 60)
    journal.add(r.BEGIN, 0)
    for kind, figures in records:
        journal.add(kind, 400 * journal.count, *figures, r.RAN)
    rules = presets.built_in(preset)
    text = altered(TEXT, 0, rules=rules, checksum=rules_of.checksum(rules))
    return _with_journal(bytes(journal.part(0, journal.size)), text)


@pytest.mark.parametrize(
    ("preset", "records"),
    [
        ("pl", [(r.CORRECT_POOL, (n % 40, (n * 7) % 60)) for n in range(5000)]),
        ("pl", [(r.END_TURN, ())] * 4000 + [(r.UNDO, ())] * 4000),
        ("word", [(r.END_TURN, ())] * 700 + [(r.ENTRY, (0, 6, 6))] * 700),
        ("word", [(r.END_TURN, ())] * 3000 + [(r.ENTRY, (0, 6, 6))] * 3000),
    ],
)
def test_a_journal_made_to_keep_the_program_busy_is_given_up_soon(preset, records):
    _survives(_bomb(preset, records))


def test_corrected_sheets_are_true_too():
    for text in revisions(4):
        assert verify(read(text), [SECRET]).good


def test_random_damage_of_the_journal_never_passes_for_the_same_result():
    chance = random.Random(3)
    lines = TEXT.split("\n")
    data = bytearray(base64.b64decode(lines[2]))
    passed = 0
    for _ in range(300):
        changed = bytearray(data)
        changed[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
        text = _with_journal(bytes(changed))
        with suppress(Unreadable):
            passed += verify(read(text), [SECRET]).good
        assert verify(read("\n".join([*text.split("\n")[:3], lines[3], ""])), [SECRET]).seal == BROKEN
    assert passed < 300, "times may change unnoticed without a seal, results may not"
