"""The conversation in the protocol's description is the one the firmware has."""

import ast
import re
import time

import pytest

from tests import games
from tests.host.cable import box_with, plugged
from tests.qa.house import FIRMWARE
from tileclock.core import frames

PAGE = (FIRMWARE / "docs" / "protocol.md").read_text(encoding="utf-8")
SAID = re.findall(r"^([<>]) (.*)$", PAGE, re.MULTILINE)


@pytest.fixture(scope="module")
def box(prepared_flash, tmp_path_factory):
    with box_with(prepared_flash, tmp_path_factory.mktemp("box"), games.match_of(1)) as it:
        yield it


def ask(box, line):
    """The lines of the answer."""
    heard = bytearray()
    stop = box.console.listen(heard.extend)
    box.console.write(line.encode() + b"\n")
    while box.console._waiting:
        time.sleep(0.0001)
    box.advance(700_000)
    stop()
    return heard.decode().replace("\t", "→").splitlines()


def test_the_box_answers_as_it_is_written(box):
    expected, answers = [], []
    for side, line in SAID:
        if side == ">":
            assert answers == expected
            answers, expected = ask(box, line), []
        else:
            expected.append(line)
    assert answers == expected and len(SAID) > 10


def test_every_line_of_it_is_a_line():
    for side, line in SAID:
        raw = line.replace("→", "\t").encode()
        assert len(raw) < frames.LONGEST
        assert frames.find(raw, len(raw), frames.HOST if side == ">" else frames.BOX) == 0


def answered(module, table):
    """The requests in that table of handlers."""
    for node in ast.walk(ast.parse((FIRMWARE / "tileclock" / "cable" / module).read_text(encoding="utf-8"))):
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        if any(isinstance(each, ast.Name) and each.id == table for each in targets):
            return {key.value for key in node.value.keys}
    raise AssertionError(f"{module} has no table {table} anymore")


def test_hello_lists_every_request_and_the_page_says_what_each_does(box):
    with plugged(box) as clock:
        listed = clock.identity.requests
    assert len(listed) == len(set(listed))
    assert set(listed) == answered("link.py", "known") | answered("requests.py", "HANDLERS")
    for word in listed:
        assert f"| `{word}`" in PAGE, f"say in protocol.md what {word} does"
