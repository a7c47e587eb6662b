"""A sheet is four lines of ASCII, sealed with the secret of its box."""

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import presets
from tests.games import head_of, played, sheet_of
from tileclock.core import preset, reading, records, written


@given(st.binary(max_size=64), st.lists(st.binary(max_size=300)))
def test_the_seal_is_the_hmac_everybody_knows(secret, lines):
    seal = written.Seal(secret)
    for line in lines:
        seal.add(line)
    known = hmac.new(secret, b"".join(lines), hashlib.sha256).hexdigest()
    assert seal.text() == (known if secret else written.UNSEALED)


@given(st.lists(st.text(max_size=12), min_size=6, max_size=6))
def test_names_in_any_letters_travel_in_ascii(names):
    rules = presets.built_in("pl")
    line = written.head_line(dict(head_of(rules), names=names), preset.canonical(rules))
    assert line.isascii() and line.count("\n") == 1
    assert line.rstrip("\n").isprintable(), (
        "bytes that control a terminal or a prompt must not be on the wire"
    )
    head = reading.head(line)
    assert head["names"] == names
    assert head["rules"] == rules and head["checksum"] == preset.checksum(head["rules"])


def test_what_was_written_is_read():
    play = played("tournament", winner=0)
    head, result, journal, seal = sheet_of(play, secret=b"s" * 32).splitlines()
    assert reading.head(head)["rules"] == play.preset
    assert reading.result(result)["points"] == json.loads(result)["points"]
    assert reading.journal(journal) == bytes(play.journal.part(0, play.journal.size))
    assert len(seal) == 64


def head_bytes(rules, **others):
    return written.head_line(head_of(rules, **others), preset.canonical(rules)).encode()


@pytest.mark.parametrize("name", presets.BUILT_IN)
def test_rules_that_were_written_are_read_as_the_checker_would_give_them(name):
    """So a program that finds the sum of its own right may do without the checker."""
    rules = presets.built_in(name)
    read = reading.head(head_bytes(rules))["rules"]
    assert read == rules == preset.check(read)
    assert list(read) == list(rules)


@given(st.sampled_from(presets.BUILT_IN), st.text(max_size=12), st.data())
def test_the_sum_of_the_rules_in_a_head_is_theirs_and_no_other(name, somebody, data):
    line = head_bytes(presets.built_in(name), names=['"rules": {' + somebody] * 6)
    assert reading.rules_sum(line) == reading.head(line)["checksum"]
    at = data.draw(st.integers(line.rindex(b'"rules": ') + 9, len(line) - 3))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != line[at]))
    assert reading.rules_sum(line[:at] + bytes([other]) + line[at + 1 :]) != reading.head(line)["checksum"]


def test_rules_with_other_letters_than_ascii_are_left_to_the_checker():
    rules = dict(presets.built_in("pl"), id="nasze", name="Żółwie")
    line = head_bytes(rules)
    assert reading.rules_sum(line) != reading.head(line)["checksum"] == preset.checksum(rules)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("", "head is not an object"),
        ("[]", "head is not an object"),
        ("[" * 5000, "head is not an object"),
        ('{"v": 2}', "format 2, this program reads 1: update it"),
        ('{"v": "2: update it"}', "has no v"),
        ("{}", "has no v"),
        ('{"v": 1}', "has no device"),
        ('{"v": 1, "device": 7}', "has no device"),
    ],
)
def test_what_is_no_head_is_refused_in_a_sentence(line, says):
    with pytest.raises(records.Unreadable, match=says) as refusal:
        reading.head(line)
    assert isinstance(refusal.value, records.Newer) == ("update it" in says)
