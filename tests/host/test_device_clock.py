"""The client against the firmware itself, over a cable that behaves and one that does not."""

import hashlib

import pytest

from tests import games, presets
from tests.host.cable import Spoiler, box_with, plugged
from tests.host.liar import Liar
from tileclock.core import frames
from tileclock_host.device import Busy, DeviceError, Refused
from tileclock_host.device.clock import Clock

TEXTS = games.match_of(4)
NAMES = [f"{number:05}-01" for number in range(1, 5)]
SHEETS = list(zip(NAMES, TEXTS, strict=True))


@pytest.fixture(scope="module")
def box(prepared_flash, tmp_path_factory):
    with box_with(prepared_flash, tmp_path_factory.mktemp("box"), TEXTS) as it:
        yield it


@pytest.fixture
def clock(box):
    with plugged(box) as it:
        yield it


def test_it_says_who_it_is(clock):
    assert clock.identity.device == games.DEVICE
    assert clock.identity.protocol == 1
    assert clock.status()["phase"] == 0


def test_sheets_come_as_they_are_and_are_marked_once_the_pc_has_them(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path, TEXTS) as it, plugged(it) as clock:
        assert clock.sheets() == [(n, len(t)) for n, t in zip(NAMES, TEXTS, strict=True)]
        assert [clock.fetch(name) for name in NAMES] == TEXTS
        for _ in range(2):  # twice is once
            clock.ack(dict(SHEETS[:3]))
            assert [name for name, _ in clock.sheets()] == NAMES[3:]
        assert [name for name, _ in clock.sheets(every=True)] == NAMES
        assert clock.fetch(NAMES[0]) == TEXTS[0]


def test_many_sheets_are_listed_in_several_answers(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path, ["x\n"] * 60) as it, plugged(it) as clock:
        assert [name for name, _ in clock.sheets()] == [f"{number:05}-01" for number in range(1, 61)]


def test_what_is_not_there_is_refused_in_one_line(clock):
    with pytest.raises(Refused):
        clock.fetch("00099-01")
    with pytest.raises(Refused, match="does not know dance"):
        clock._text("dance")
    for nonsense in (
        "get",
        "get a b c",
        "list 1 2 3 4",
        "events x y",
        "ack",
        "put",
        "preset",
        "hello a",
        "clock x",
    ):
        with pytest.raises(DeviceError):
            clock._text(nonsense)
    assert clock.status()


def test_the_picture_is_the_panels(box, clock):
    assert clock.screen() == box.oled.frame()


def test_settings_go_there_and_are_obeyed(clock, box):
    assert clock.settings()["limit"] == 40
    clock.set({"limit": 75, "table": 12, "names": ["Żaneta", "Їжак", "", "", "", ""]})
    found = clock.settings()
    assert (found["limit"], found["table"], found["names"][:2]) == (75, 12, ["Żaneta", "Їжак"])
    assert clock.hello().table == 12
    for wrong in ({"limit": 5000}, {"limit": "x"}, {"nothing": 1}, {"names": ["a"]}, {"sound": 1}):
        with pytest.raises(Refused):
            clock.set(wrong)
    assert clock.settings() == found


def test_the_code_of_the_lock_goes_there_and_never_comes_back(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path) as it, plugged(it) as clock:
        for wrong in ("XYZ", "A" * 99):
            with pytest.raises(Refused):
                clock.set_lock(wrong)
        clock.set_lock("CAFE")
        assert not {"code", "locked"} & clock.settings().keys()
        for secret in ({"code": "ABCD"}, {"locked": False}):
            with pytest.raises(Refused, match="no setting"):
                clock.set(secret)
        clock.set_lock("")


def test_a_locked_clock_keeps_its_rules_from_the_pc_too(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path, TEXTS, code="CAFE", locked=True) as it, plugged(it) as clock:
        for change in (
            lambda: clock.set({"limit": 30}),
            lambda: clock.set_lock(""),
            lambda: clock.delete_preset("x"),
        ):
            with pytest.raises(Refused, match="judge"):
                change()
        clock.ack(dict(SHEETS))
        assert clock.fetch(NAMES[0]) == TEXTS[0] and not clock.sheets()


def test_a_preset_goes_there_and_comes_back(clock):
    document = dict(presets.built_in("pl"), id="club-40", name="Klub świąteczny", limit=40, limits=[])
    assert clock.put_preset(document) == "club-40"
    assert "club-40" in clock.presets()
    assert clock.preset("club-40") == document
    with pytest.raises(Refused, match="limit"):
        clock.put_preset(dict(document, limit=-1))
    with pytest.raises(Refused, match="built-in"):
        clock.put_preset(dict(document, id="pl"))
    clock.delete_preset("club-40")
    assert "club-40" not in clock.presets()
    with pytest.raises(Refused, match="of your own"):
        clock.delete_preset("pl")


def test_a_line_that_loses_flips_and_doubles_bytes_only_takes_longer(box):
    spoil = Spoiler(5, 0.002)
    with plugged(box, spoil) as clock:
        assert clock.sheets(every=True)
        assert [clock.fetch(name) for name in NAMES] == TEXTS
    assert spoil.spoiled > 20


def test_a_line_of_noise_alone_is_one_sentence(box):
    with pytest.raises(DeviceError, match="No clock answers"):
        plugged(box, Spoiler(1, 0.5))


def test_boot_text_and_tracebacks_in_between_are_kept_as_the_log(box, clock):
    box.console.say(b"rst:0x1 (POWERON_RESET)\r\nTraceback (most recent call last):\r\n  half a")
    assert clock.fetch(NAMES[1]) == TEXTS[1]
    assert any("POWERON" in line for line in clock.noise)


def test_a_cable_pulled_in_the_middle_goes_on_where_it_stopped(box):
    with plugged(box) as clock:
        pulled = []

        def pull(at):
            if not pulled:
                pulled.append(at)
                clock._port.pulled = True

        for name, text in zip(NAMES, TEXTS, strict=True):
            assert clock.fetch(name, pull) == text
        assert clock._reopened == 1


def test_the_picture_and_sheets_come_while_a_clock_runs_but_nothing_is_written(
    prepared_flash, tmp_path, reader
):
    from tests.device.table import Table  # noqa: PLC0415 – only here

    with box_with(prepared_flash, tmp_path, TEXTS) as it:
        table = Table(it, reader, None)
        table.deal()
        table.seat("A").press()
        with plugged(it) as clock:
            assert clock.status()["phase"] == 1
            assert clock.fetch(NAMES[2]) == TEXTS[2]
            assert len(clock.screen()) == 1024
            game, begin, data = clock.events()
            assert begin == 0 and data
            for forbidden in (
                lambda: clock.ack(dict(SHEETS)),
                clock.settings,
                lambda: clock.set({"limit": 30}),
            ):
                with pytest.raises(Busy):
                    forbidden()
            table.back.press()
            clock.ack(dict(SHEETS[:1]))
            assert clock.events(game, len(data))[2]


REFUSED = (frames.REFUSED, b"there is no such sheet")


@pytest.mark.parametrize(
    "answers",
    [
        [[(frames.DONE, b"2")]],
        [[REFUSED], [(frames.DONE, b"phase=0 game=1")], [(frames.DONE, b"2")]],
    ],
    ids=["this one", "an earlier one"],
)
def test_what_is_stored_is_told_to_each_clock_as_it_understands_it(answers):
    said = []

    class Port(Liar):
        def write(self, data):
            said.append(data)
            super().write(data)

    Clock(Port(answers)).ack({"00001-01": "a\n", "00002-01": "b\n"})
    sums = tuple(hashlib.sha256(text).hexdigest()[:8].encode() for text in (b"a\n", b"b\n"))
    assert b"ack 00001-01:%s 00002-01:%s" % sums in said[0]
    assert len(answers) == 1 or b"ack 00001-01 00002-01" in said[2]
