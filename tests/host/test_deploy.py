"""`tileclock deploy` on empty, older, newer, half-deployed and damaged boards, and interrupted anywhere."""

import json
import re
from itertools import pairwise

import pytest

from tests.device.box import opened
from tests.host.cable import live
from tests.host.commands import assert_whole, called, deploy, sentence
from tests.host.killed import killed
from tests.patience import eventually
from tileclock_host.build import bundle
from tileclock_host.device import Clock, DeviceError, deploy_command, prompt
from tileclock_host.device import deploy as deploying
from tileclock_host.sheets import secrets
from tileclock_host.sim import flash, wire

KEPT = {
    "/data/settings.json": b'{"limit": 75}',
    "/data/sheets/00001-01": b"a sheet\n",
    "/boot.py": b"# mine\n",
}


@pytest.fixture(scope="module")
def empty_flash(tmp_path_factory):
    """A board that only has MicroPython."""
    folder = tmp_path_factory.mktemp("empty")
    (folder / "bundle").mkdir()
    (folder / "bundle" / "manifest.json").write_text("{}")
    flash.create(folder / "flash.img", folder / "bundle")
    return folder / "flash.img"


def test_an_empty_board_becomes_a_clock_with_a_secret_and_the_date(empty_flash, tmp_path):
    with live(empty_flash, tmp_path) as it:
        said = json.loads(deploy(it.serial_port, "--check", "--json"))
        assert len(said["sent"]) > 30 and said["new_secret"] and not said["done"]
        said = json.loads(deploy(it.serial_port, "--json"))
        assert said["done"] and said["firmware"]
        assert re.fullmatch("[0-9a-f]{8}" + it.device, said["device"])
        (secret,) = secrets.of(said["device"])
        assert len(secret) == 32
        assert_whole(it)
        with Clock.open(it.serial_port) as clock:
            assert clock.identity.device == said["device"]
        assert "nothing to change" in deploy(it.serial_port)
        assert secrets.of(said["device"]) == (secret,)


def test_what_is_sent_is_deflated_and_the_progress_never_stands_still(empty_flash, tmp_path):
    """At 115,200 baud two seconds are 23,000 characters; what the board does without talking takes less."""
    files = deploying.contents(bundle.ensure(), bundle.load(bundle.ensure()))
    with live(empty_flash, tmp_path) as it:
        passed, at, done = [0, 0], [], []
        write = it.board.console.write
        it.board.console.write = lambda data: (passed.__setitem__(0, passed[0] + len(data)), write(data))
        stop = it.board.console.listen(lambda data: passed.__setitem__(1, passed[1] + len(data)))
        with prompt.Board(it.serial_port) as board:
            state = board.state()
            todo = deploying.plan(state, files)
            passed[:] = 0, 0
            at.append(0)
            deploying.carry_out(
                board, state, todo, files,
                lambda now, total: (at.append(sum(passed)), done.append(now / total)),
            )  # fmt: skip
            sent, said = passed
        stop()
    size = sum(map(len, files.values()))
    print(f"{size:,} bytes of firmware, {sent:,} sent, {said:,} answered, {(sent + said) * 87e-6:.1f} s")
    assert sent < size * 4 / 3 * 0.8, "as base64, its words deflated already"
    assert done == sorted(done) and done[-1] == 1
    assert max(later - sooner for sooner, later in pairwise(at)) < 10_000
    assert len(set(done)) > 150


def test_where_there_is_no_room_for_two_firmwares_files_go_to_their_places_as_they_come(
    prepared_flash, tmp_path, monkeypatch
):
    monkeypatch.setattr(deploying, "RESERVE", flash.BLOCK * flash.BLOCKS)
    older = {f"/tileclock/u_{name}.mpy": b"older" for name in ("ranking", "guide")}
    with live(prepared_flash, tmp_path, files={**KEPT, **older, "/tileclock/gone.mpy": b"x"}) as it:
        deploy(it.serial_port)
        assert_whole(it)


def test_a_board_that_was_erased_is_another_clock_even_for_another_pc(prepared_flash, tmp_path, monkeypatch):
    """It counts its games from 1 again; who deploys it need not know what others have of it."""
    names = []
    for pc in ("one", "two"):
        monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / pc))
        with live(prepared_flash, tmp_path, gone=["/data/boot", "/data/count"]) as it:
            chip = it.device
            said = json.loads(deploy(it.serial_port, "--json"))
            names.append(said["device"].removesuffix(chip))
            assert said["new_secret"] and secrets.of(said["device"])
    assert len(set(names)) == 2 and all(len(name) == 8 for name in names)


@pytest.mark.parametrize(
    "kept", [{"/data/count": b"7 2 1"}, {"/data/sheets/00003-01+": b"x\n"}, {"/data/secret": b"ab" * 32}]
)
def test_a_board_that_has_counted_games_keeps_its_name(prepared_flash, tmp_path, kept):
    with live(prepared_flash, tmp_path, files=kept) as it:
        assert json.loads(deploy(it.serial_port, "--json"))["device"] == it.device
        with Clock.open(it.serial_port) as clock:
            assert clock.identity.device == it.device and clock.identity.secret
    with live(prepared_flash, tmp_path, files={**kept, "/data/epoch": b"5f2c91aa"}) as it:
        deploy(it.serial_port)
        with Clock.open(it.serial_port) as clock:
            assert clock.identity.device == "5f2c91aa" + it.device


@pytest.mark.parametrize(
    "damage",
    [
        {"/tileclock/board.mpy": b"not a module", "/tileclock/old.mpy": b"left over"},
        {"/manifest.json": b'{"version": "0.0.1"}', "/main.py": b"raise SystemError('older')"},
        {"/manifest.json": b"damaged {", "/tileclock/cable/link.py": b"raise ValueError"},
        {"/next/tileclock/app.mpy": b"half", "/main.py": deploying.STAND_IN},
    ],
    ids=["damaged", "older", "no manifest", "half-deployed"],
)
def test_any_board_becomes_whole_and_keeps_what_people_have(prepared_flash, tmp_path, damage):
    with live(prepared_flash, tmp_path, files={**KEPT, **damage}) as it:
        sent = json.loads(deploy(it.serial_port, "--json"))["sent"]
        assert 0 < len(sent) < 6, "only what differs is sent"
        assert_whole(it)
        with Clock.open(it.serial_port) as clock:
            assert clock.settings()["limit"] == 75
            assert clock.sheets() == [("00001-01", 8)]


def test_a_newer_firmware_is_replaced_only_on_demand(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path, files={"/manifest.json": b'{"version": "99.0.0"}'}) as it:
        assert "--downgrade" in deploy(it.serial_port, status=1)
        deploy(it.serial_port, "--downgrade")
        assert_whole(it)


@pytest.mark.parametrize(
    ("mpy", "says"),
    [
        (0, "too old, it reads .mpy 0.0 and the firmware is 6.3: put MicroPython 1.24 or newer"),
        (5, "too old, it reads .mpy 5.0"),
        (0x206, "too old, it reads .mpy 6.2"),
        (7, "too new, it reads .mpy 7.0 and the firmware is 6.3: update this program"),
    ],
)
def test_a_micropython_that_cannot_read_the_firmware_is_one_sentence(
    prepared_flash, tmp_path, monkeypatch, mpy, says
):
    """The ESP32's MicroPython 1.24 says 0x2B06, its processor in the upper bits."""
    told = 'getattr(sys.implementation, "_mpy", 0)'
    assert told in prompt._MICROPYTHON
    ask = prompt._MICROPYTHON
    with live(prepared_flash, tmp_path, files=KEPT) as it:
        monkeypatch.setattr(prompt, "_MICROPYTHON", ask.replace(told, str(mpy)))
        for arguments in (["--check"], ["--format", "--yes"]):
            said = deploy(it.serial_port, *arguments, status=1)
            assert says in said and said.count("\n") == 1, said
        monkeypatch.setattr(prompt, "_MICROPYTHON", ask.replace(told, "0x2B06"))
        assert "would be sent" in deploy(it.serial_port, "--check")
        assert box_read(it.board.flash, "/boot.py") == KEPT["/boot.py"], "nothing is erased for nothing"


# What makes a board's MicroPython an older one, or a build that lacks something: it runs before the prompt.
OLDER = """
import sys
class Older:
    _mpy = 0x2B06
    def __getitem__(self, at):
        return ("micropython", (1, 23, 0, ""))[at]
sys.implementation = Older()
"""
REFUSES_STRIPS = """
import sys, framebuf as own
class Lacking:
    MONO_VLSB = own.MONO_VLSB
    def FrameBuffer(self, pixels, width, height, form, stride):
        if len(pixels) < (height + 7) // 8 * stride:
            raise ValueError
        return own.FrameBuffer(pixels, width, height, form, stride)
sys.modules["framebuf"] = Lacking()
"""
LACKS = "import sys\nclass Empty: pass\nsys.modules[{!r}] = Empty()\n"


@pytest.mark.parametrize(
    ("boot", "says"),
    [
        (OLDER, "1.23.0 at {port} is too old: put MicroPython {oldest} or newer"),
        (REFUSES_STRIPS, "lacks what the firmware needs (pictures cut out of a strip): put"),
        (LACKS.format("vfs"), "lacks what the firmware needs (littlefs): put"),
        (LACKS.format("machine"), "needs (bitstream and a timer): put"),
    ],
    ids=["version", "pictures", "littlefs", "lights and timer"],
)
def test_a_micropython_that_cannot_run_the_firmware_is_refused_before_anything_is_sent(
    empty_flash, tmp_path, boot, says
):
    with live(empty_flash, tmp_path, files={"/boot.py": boot.encode()}) as it:
        for arguments in ([], ["--check"], ["--format", "--yes"]):
            said = called("deploy", "--port", it.serial_port, *arguments)
            sentence(said, says.format(port=it.serial_port, oldest=bundle.MICROPYTHON))
        it.pull_plug()
        eventually(lambda: not it.board.powered)
        assert set(opened(it.board.flash).listdir("/")) == {"boot.py", "manifest.json"}


def test_a_secret_that_cannot_be_kept_is_one_sentence_and_the_board_stays_as_it_is(
    prepared_flash, tmp_path, home
):
    home.mkdir(parents=True)
    (home / "secrets").write_text("in the way")
    with live(prepared_flash, tmp_path, files=KEPT) as it:
        sentence(called("deploy", "--port", it.serial_port), "secret cannot be kept in", "write to")
        assert json.loads(deploy(it.serial_port, "--check", "--json"))["new_secret"]


def test_a_version_that_is_none_is_not_newer():
    assert deploying.newer("99.0.0") and not any(
        map(deploying.newer, ("", "?", "²", "\x1b[2J", "9" * 20 + "x"))
    )


def test_what_contradicts_itself_is_a_usage_error():
    assert "give one of them" in deploy("none", "--check", "--format", status=2)
    assert "Only --format asks" in deploy("none", "--yes", status=2)


def test_a_clock_that_does_not_start_is_said_with_the_way_to_its_log(prepared_flash, tmp_path, monkeypatch):
    monkeypatch.setattr(deploy_command, "STARTS_WITHIN", 0)
    with live(prepared_flash, tmp_path) as it:
        it._do(lambda: it.board.turn_knob(wire.KNOB_PANELS, 0))
        said = deploy(it.serial_port, status=1)
        assert "does not start" in said and f"`tileclock log --port {it.serial_port}`" in said


def test_interrupted_anywhere_the_next_deploy_goes_on(prepared_flash, tmp_path):
    """The cable is pulled after ever more commands; each further deploy begins where the last one stopped."""
    files = deploying.contents(bundle.ensure(), bundle.load(bundle.ensure()))
    damage = {f"/tileclock/{name}.mpy": b"older" for name in ("link", "found", "resume")}
    with live(prepared_flash, tmp_path, files={**damage, "/tileclock/gone.mpy": b"x"}) as it:
        for commands in range(4, 200, 9):
            if interrupted(it.serial_port, files, commands):
                break
            it.reset()
        else:
            raise AssertionError("it never came to its end")
        assert commands > 20
        assert_whole(it)


# What the board has just been told when the process dies: it looks, keeps a secret, sends, swaps, cleans up.
MOMENTS = [
    b"os.statvfs",
    b"/data/epoch.new",
    b"move('/data/secret.new'",
    b"/next/tileclock/u_ranking.mpy",
    b"/next/tileclock/u_selftest.mpy",
    b"move('/next/main.py'",
    b"move('/next/tileclock/u_ranking.mpy'",
    b"drop('/tileclock/gone.mpy')",
    b"/next/manifest.json",
    b"os.rmdir('/next')",
]
SAMPLED = (
    b"move('/data/secret.new'",
    b"/next/tileclock/u_selftest.mpy",
    b"move('/next/tileclock/u_ranking.mpy'",
)


@pytest.mark.parametrize(
    "moment",
    [
        pytest.param(each, marks=[] if each in SAMPLED else pytest.mark.slow, id=each.decode())
        for each in MOMENTS
    ],
)
def test_a_deploy_killed_anywhere_leaves_a_board_that_runs_or_says_how_to_go_on(
    prepared_flash, tmp_path, moment
):
    older = {f"/tileclock/u_{name}.mpy": b"older" for name in ("ranking", "guide", "selftest")}  # it runs
    gone = ["/data/boot", "/data/count"] if b"epoch" in moment else []
    kept = {} if gone else KEPT
    with live(
        prepared_flash, tmp_path, files={**older, "/tileclock/gone.mpy": b"x", **kept}, gone=gone
    ) as it:
        assert killed(it, "deploy", "--port", it.serial_port, sent=moment), "it came to its end before"
        it.reset()
        eventually(lambda: "deploy` again" in it.picture().log_tail.rpartition("rst:")[2] or runs(it))
        deploy(it.serial_port)
        assert_whole(it)
        with Clock.open(it.serial_port) as clock:
            secret = secrets.of(clock.identity.device)[0]
            if kept:
                assert clock.settings()["limit"] == 75 and clock.sheets() == [("00001-01", 8)]
        it.pull_plug()
        eventually(lambda: not it.board.powered)
        for path, content in kept.items():
            assert box_read(it.board.flash, path) == content
        assert box_read(it.board.flash, "/data/secret") == secret.hex().encode()


def box_read(image, path):
    files = opened(image)  # must outlive the file
    with files.open(path, "rb") as file:
        return file.read()


def runs(it):
    try:
        Clock.open(it.serial_port, deploy_command.ASKED_EVERY).close()
    except DeviceError:
        return False
    return True


def interrupted(port, files, commands):
    """Deploy, and stop after so many commands; whether it came to its end before."""

    class Cut(Exception):
        pass

    class Short(prompt.Board):
        left = commands

        def run(self, code, *more):
            self.left -= 1
            if self.left < 0:
                self._restart = lambda: None  # there is no cable any more
                raise Cut
            return super().run(code, *more)

    try:
        with Short(port) as it:
            state = it.state()
            deploying.carry_out(it, state, deploying.plan(state, files), files)
    except Cut:
        return False
    return True


def test_a_board_without_micropython_is_one_sentence(tmp_path):
    with pytest.raises(DeviceError, match="cannot be opened"), prompt.Board(str(tmp_path / "none")):
        pass
    said = deploy(str(tmp_path / "none"), status=1)
    assert said.count("\n") == 1
