"""Support over the cable: the self-test, what its figures mean, and the log the clock keeps."""

import re
import threading
import time
from collections import deque

import pytest

from tests import games
from tests.device.table import Table
from tests.host.cable import Cable, Spoiler, box_with, live, plugged
from tests.host.commands import says
from tileclock_host.build import bundle
from tileclock_host.device import Busy
from tileclock_host.device.answers import SelfTest
from tileclock_host.device.checkup import checkup
from tileclock_host.device.clock import Clock
from tileclock_host.names import Names, build_of
from tileclock_host.sim import wire
from tileclock_host.sim.virtual_port import STEP_US

SOUND = {
    "panel": 1,
    "flash": 1,
    "free": 900,
    "lights": 1,
    "buzzer": 1,
    "looks": 400,
    "missed": 0,
    "heap": 30_000,
}


# ---- the self-test ----


def test_a_sound_box_says_so_and_lights_and_buzzer_were_on(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path) as box, plugged(box) as clock:
        heard, lit = len(box.buzzer.history), []
        write = box.lights.write
        box.lights.write = lambda data: (lit.append(any(data)), write(data))
        found = clock.self_test()
        assert {name: found.figures[name] for name in ("panel", "flash", "lost", "date")} == {
            "panel": 1, "flash": 1, "lost": 0, "date": 0,
        }  # fmt: skip
        assert found.figures["missed"] <= 4
        assert found.held == () and found.figures["free"] > 100 and found.figures["heap"] > 10_000
        assert [bool(tone) for _, tone in box.buzzer.history[heard:]] == [True, False]
        assert lit == [True, False], "afterwards they are as they were"
        assert "selftest" not in "".join(str(name) for name in files_in_data(box)), "it tidies up"
        assert all(well for well, _ in checkup(clock)), list(checkup(clock))


def files_in_data(box):
    from tests.device.box import opened  # noqa: PLC0415 – only here

    return opened(box.flash).listdir("/data")


def test_a_panel_that_is_unplugged_and_a_key_that_is_down_are_told(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path) as box, plugged(box) as clock:
        box.turn_knob(wire.KNOB_PANELS, 0)
        box.press("C")
        box.press("ok")
        box.advance(50_000)
        found = clock.self_test()
        assert found.figures["panel"] == 0 and found.held == ("C", "ok")
        wrong = [sentence for well, sentence in checkup(clock) if not well]
        assert len(wrong) == 2 and "four wires" in wrong[0] and "C, ok are down" in wrong[1]
        for key in ("C", "ok"):
            box.release(key)
        box.turn_knob(wire.KNOB_PANELS, 1)
        assert clock.self_test().figures["panel"] == 1


def test_while_a_game_is_played_nothing_is_tested_and_no_time_is_lost(prepared_flash, tmp_path, reader):
    with box_with(prepared_flash, tmp_path) as box:
        table = Table(box, reader, None)
        table.deal()
        began = table.seat("A").press()
        with plugged(box) as clock:
            with pytest.raises(Busy):
                clock.kept_log()
            for state in ("running", "paused"):
                with pytest.raises(Busy):
                    clock.self_test()
                assert [well for well, _ in checkup(clock)] == [True], "that is no fault of the box"
                assert state == "running" or clock.kept_log() == ""
                table.back.press()
        assert table.now > began


@pytest.mark.parametrize(
    ("figures", "held", "part"),
    [
        ({"panel": 0}, (), "wires"),
        ({"flash": 0}, (), "flash"),
        ({"free": 20}, (), "20 kB left"),
        ({"heap": 900}, (), "900 bytes"),
        ({"missed": 40}, (), "40 of 400"),
        ({}, ("A", "up"), "A, up"),
    ],
)
def test_each_fault_is_one_sentence(prepared_flash, tmp_path, figures, held, part):
    with box_with(prepared_flash, tmp_path) as box, plugged(box) as clock:
        clock.self_test = lambda: SelfTest(SOUND | figures, held)
        wrong = [sentence for well, sentence in checkup(clock) if not well]
    assert len(wrong) == 1 and part in wrong[0]


@pytest.mark.parametrize(("pace", "well"), [(1.0, True), (1.05, False), (0.95, False)])
def test_a_clock_that_runs_fast_or_slow_is_found(prepared_flash, tmp_path, pace, well):
    class Other(Cable):
        """The PC's time goes at another pace than the box's."""

        def now(self):
            return super().now() / pace

    with box_with(prepared_flash, tmp_path) as box, Clock(Other(box)) as clock:
        clock.hello()
        ahead, sure = clock.drift(2.0)
        assert abs(ahead - (pace - 1)) <= sure < 0.01
        assert [sentence for fine, sentence in checkup(clock) if not fine and "its time" in sentence] == (
            [] if well else [f"its time runs 5% {'fast' if pace > 1 else 'slow'}: replace the ESP32 board"]
        )


class Slow(Cable):
    """What the box says arrives so many seconds late."""

    def __init__(self, box, late):
        self.said, self.late = deque(), int(late * 1e6)
        super().__init__(box)

    def hear(self, data):
        self.said.append((self.box.now + self.late, data))

    def read(self, seconds):
        end = self.box.now + int(seconds * 1e6) + 1
        while self.box.now < end and not (self.said and self.said[0][0] <= self.box.now):
            self.box.advance(STEP_US)
        came = bytearray()
        while self.said and self.said[0][0] <= self.box.now:
            came += self.said.popleft()[1]
        return bytes(came)


@pytest.mark.parametrize("late", [0.5, 2.5])
def test_a_clock_whose_answers_are_late_is_waited_for_longer(prepared_flash, tmp_path, late):
    """Each comes after the request was repeated: it is an answer all the same, and says that it lives."""
    with box_with(prepared_flash, tmp_path) as box, Clock(Slow(box, late)) as clock:
        clock.hello()
        assert clock.identity.device == games.DEVICE
        assert clock.settings()["limit"] and len(clock.screen()) == 1024
        findings = list(checkup(clock))
    assert all(well for well, _ in findings), findings
    assert any("its flash keeps" in sentence for _, sentence in findings)
    assert any("too long" in sentence for _, sentence in findings) == (late > 1)


def test_doctor_waits_for_a_board_that_is_busy_with_its_flash(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one") as it:
        port = it.serial_port
        began = time.monotonic()
        usual, it.speed = it.speed, 0  # nothing comes, as if it read
        threading.Timer(5, setattr, (it, "speed", usual)).start()
        said = says("doctor", "--port", port, status=1)
    assert time.monotonic() - began > 5 and "its display answers" in said


def test_doctor_shows_it(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one") as it:
        said = says("doctor", "--port", it.serial_port, status=1)  # it has no secret yet
        for part in (
            "its display answers",
            "its flash keeps",
            "no key is down",
            "did you see and hear",
            "its time",
        ):
            assert part in said


# ---- the log ----


def test_a_new_box_has_an_empty_log(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path) as box, plugged(box) as clock:
        assert clock.kept_log() == ""
        assert clock.counters() | {"up": 0} == {
            "boot": 2, "cause": 0, "up": 0, "safe": 0, "lost": 0, "size": 0,
        }  # fmt: skip


def test_what_broke_and_what_started_it_is_kept(prepared_flash, tmp_path, reader):
    with box_with(prepared_flash, tmp_path) as box:
        table = Table(box, reader, None)
        table.break_screen("turn", "raise ValueError('out of ink \\u0141')")
        table.start_game()
        table.wait(s=1)
        assert table.screen.says("Something broke")
        table.wait_for("Resume", within_s=15)
        with plugged(box) as clock:
            lines = clock.kept_log().splitlines()
            build = build_of((bundle.ensure() / "manifest.json").read_bytes())
            assert re.fullmatch(rf"boot \d+, build {build}: Traceback \(most recent call last\):", lines[0])
            names = Names(bundle.known_builds())
            told = [line.rpartition(" in ")[2] for line in map(names.restored, lines)]
            assert {"_play", "step", "_take_keys", "follow"} <= set(told) and not names.unknown
            assert "_take_keys" not in "".join(lines), "the clock says it in the names of its build"
            assert lines[-2] == "ValueError: out of ink ?"
            assert re.fullmatch(r"boot \d+: started by the watchdog", lines[-1])
            assert clock.counters()["cause"] == 1
        box.reset()
        box.await_picture()
        box.advance(1_000_000)
        with plugged(box) as clock:
            assert clock.kept_log().splitlines()[:-1] == lines
            assert clock.kept_log().splitlines()[-1].endswith("started by a reset")
        box.pull_plug()
        box.start()
        with plugged(box) as clock:
            assert clock.counters()["cause"] == 0 and len(clock.kept_log().splitlines()) == len(lines) + 1


LONG = "".join(f"boot {n}: started by a reset, {'x' * (n % 50)}\n" for n in range(1, 110))


def test_a_long_log_comes_whole_over_a_bad_line_and_sheds_its_older_half(prepared_flash, tmp_path):
    assert len(LONG) > 4096
    spoil = Spoiler(3, 0.002)
    with box_with(prepared_flash, tmp_path, games.match_of(1), {"/data/log": LONG.encode()}) as box:
        with plugged(box, spoil) as clock:
            assert clock.kept_log() + "\n" == LONG
        assert spoil.spoiled
        box.reset()
        box.await_picture()
        box.advance(1_000_000)
        with plugged(box) as clock:
            kept = clock.kept_log()
        assert len(kept) < 4096 and kept.splitlines()[-1].endswith("started by a reset")
        assert kept.rpartition("\n")[0] + "\n" == LONG[-len(kept.rpartition("\n")[0]) - 1 :]


def test_a_clock_without_a_log_or_a_self_test_is_one_note(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path) as box, plugged(box) as clock:
        object.__setattr__(clock.identity, "requests", ("hello",))
        assert [(well, "update" in sentence) for well, sentence in checkup(clock)] == [(True, True)]


def test_log_prints_what_was_kept(prepared_flash, tmp_path):
    build, key = build_of((bundle.ensure() / "manifest.json").read_bytes()), bundle.key()
    others = key.others["tileclock.app"].items()
    new, old = next((new, old) for new, old in others if old.isidentifier() and new != old)
    place = f'File "app", line 1, in {key.names["step"]}'
    crash = f"boot 9, build %s: Traceback:\n  {place}\nAttributeError: no '{new}'\n"
    log = b"boot 7: ValueError: \x1b[2Jout of ink\nboot 8: started by the watchdog\n"
    files = {"/data/log": log + (crash % build + crash % "00c0ffee").encode()}
    with live(prepared_flash, tmp_path / "one", files=files) as it:
        said = says("log", "--kept", "--port", it.serial_port).splitlines()
        assert re.fullmatch(r"start \d+, by its switch; 0 times in safe mode, 0 presses lost", said[0])
        assert said[1:3] == ["boot 7: ValueError: �[2Jout of ink", "boot 8: started by the watchdog"]
        assert [line.strip() for line in said[3:9]] == [
            f"boot 9, build {build}: Traceback:",
            'File "tileclock.app", line 1, in step',
            f"AttributeError: no '{old}'",
            *[line.strip() for line in (crash % "00c0ffee").splitlines()],
        ]
        assert said[9].startswith("Build 00c0ffee was not made here")
        assert said == says("log", "--seconds", "0.1", "--port", it.serial_port).splitlines()[: len(said)]
    for wrong in (("--seconds", "-3"), ("--seconds", "0"), ("--kept", "--seconds", "3")):
        assert "--seconds" in says("log", *wrong, status=2)


def test_hostile_figures_are_no_crash(prepared_flash, tmp_path):
    with box_with(prepared_flash, tmp_path) as box, plugged(box) as clock:
        for said in ("", "held=", "held=\x1b", "panel=x flash", "up=" + "9" * 99, "held=" + "A," * 50):
            clock._text = lambda request, tries=6, said=said: said
            assert not all(well for well, _ in checkup(clock))
