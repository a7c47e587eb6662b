"""A sheet is four lines of ASCII, sealed with the secret of its box."""

import hashlib
import hmac
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games import head_of, played, sheet_of
from tileclock.core import preset, presets, reading, written


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
    assert reading.journal(journal) == bytes(play.journal.data[: play.journal.size])
    assert len(seal) == 64


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
    with pytest.raises(written.Unreadable, match=says) as refusal:
        reading.head(line)
    assert isinstance(refusal.value, written.Newer) == ("update it" in says)
