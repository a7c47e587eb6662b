"""Whatever a box sends, the PC says one sentence at worst: it never crashes, hangs or fills its memory."""

import contextlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.host.liar import Liar
from tileclock_host.device import Clock, DeviceError
from tileclock_host.device.checkup import checkup

letters = st.text(st.characters(min_codepoint=0x20, max_codepoint=0x7E), max_size=111).map(str.encode)
figures = st.lists(st.integers(-5, 10**12).map(str), max_size=5).map(lambda words: " ".join(words).encode())
likely = st.sampled_from([
    b"tileclock protocol=1 device=240ac4 firmware=1 boot=1 new=1 secret=0 table=0 requests=",
    b"00001-01 100", b"00001-01 100 +", b"99999-99 1 00001-01 2 +", b"../secret 64", b"100", b"0 00000000",
    b"{}", b"[1]", b"1 0 999999999", b"phase=x",
])  # fmt: skip
lines = st.tuples(st.integers(0x20, 0x7E), letters | figures | likely | st.binary(max_size=111))
answers = st.lists(st.lists(lines | st.binary(max_size=300), max_size=8), min_size=1, max_size=6)


@settings(deadline=None, max_examples=60, suppress_health_check=list(HealthCheck))
@given(answers)
def test_any_answer_to_any_request(said):
    for ask in (
        lambda clock: clock.hello(),
        lambda clock: clock.status(),
        lambda clock: clock.sheets(),
        lambda clock: clock.fetch("00001-01"),
        lambda clock: clock.ack({"00001-01": "x"}),
        lambda clock: clock.screen(),
        lambda clock: clock.events(),
        lambda clock: clock.settings(),
        lambda clock: clock.presets(),
        lambda clock: clock.put_preset({"a": 1}),
        lambda clock: clock.self_test(),
        lambda clock: clock.counters(),
        lambda clock: clock.kept_log(),
        lambda clock: clock.drift(1.0),
        lambda clock: list(checkup(clock)) if clock.hello() else None,
    ):
        with contextlib.suppress(DeviceError):
            ask(Clock(Liar(said)))


def test_an_endless_list_ends():
    more = [[(0x3D, b"%05d-01 1 +" % number)] for number in range(1, 100_000)]
    with pytest.raises(DeviceError, match="more sheets than it can have"):
        Clock(Liar(more)).sheets()


def test_what_has_no_line_feeds_takes_no_more_memory():
    clock = Clock(Liar([[b"x" * 100_000]]))
    with contextlib.suppress(DeviceError):
        clock.status()
    assert len(clock._buffer) <= 5000 and sum(map(len, clock.noise)) < 600_000
