"""Text by others controls no screen, and JSON that holds it says the same."""

import json
import unicodedata

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tileclock_host.device import DeviceError
from tileclock_host.foreign import printable
from tileclock_host.output import print_json, say
from tileclock_host.sim.errors import SimError

HOSTILE = "\x1b[2J\x00\n\r\x7f\x85\x9b31m\u2028\u202e\u2066\u200f\ud800"


def printed(command, *arguments):
    with CliRunner().isolation() as (out, *_):
        command(*arguments)
        return out.getvalue().decode()


def controls(text):
    return [sign for sign in text if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"}]


def test_names_of_people_stay_as_they_are():
    for name in ("Ala", "Żaneta Ďurišová", "Їжак", "👑", "a\u00a0b", ""):
        assert printable(name) == name


@given(st.text() | st.sampled_from([HOSTILE, f"a{HOSTILE}b"]))
def test_a_line_is_one_line_and_controls_nothing(text):
    said = printed(say, text)
    assert said.endswith("\n") and not controls(said[:-1]) and len(said) == len(text) + 1


@pytest.mark.parametrize("error", [DeviceError, SimError])
def test_what_a_box_has_said_is_clean_before_it_is_part_of_an_error(error):
    assert not controls(str(error(f"It says {HOSTILE}.")))


@given(st.text() | st.sampled_from([HOSTILE, "\U000e0041", '"\\']))
def test_json_comes_back_as_it_was_and_controls_nothing(text):
    said = printed(print_json, {text: [text]})
    assert json.loads(said) == {text: [text]}
    assert not controls(said.replace("\n", ""))
