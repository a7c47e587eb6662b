"""Ctrl-C ends every command of the cable at any moment with a sentence and the status 130."""

import contextlib
import os
import pty
import random
import select
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from tests import games
from tests.host.cable import live
from tests.host.commands import assert_whole, deploy, says
from tests.host.killed import interrupted
from tests.host.liar import lying_box
from tests.host.test_hostile_cable import arguments, honest
from tests.patience import PATIENCE, eventually
from tileclock_host.device import Clock, DeviceError
from tileclock_host.start import INTERRUPTED

SAID = f"\n{INTERRUPTED}\n"
# Ctrl-C comes when it has worked for so long: a moment by the wall clock is another one on a busy computer.
RUN = """
import atexit, os, signal, sys
from tileclock_host.start import run
signal.signal(signal.SIGPROF, lambda *_: os.kill(os.getpid(), signal.SIGINT))
signal.setitimer(signal.ITIMER_PROF, float(sys.argv.pop(1)))
atexit.register(signal.setitimer, signal.ITIMER_PROF, 0)
run()
"""
MOMENTS = 5  # at random

# A command, and the request that is not answered any more when Ctrl-C comes.
WAITING = [("devices", "hello"), ("config set limit=60", "settings"), ("doctor", "self-test")]
WAITING_TOO = [
    ("sync", "list"), ("sync --json", "clock"), ("roster A=Ala", "put"), ("preset put FILE", "preset put"),
    ("lock CAFE", "lock"), ("screenshot PICTURE", "get screen"), ("log --kept", "log 0"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("command", "request_"), WAITING + [pytest.param(*each, marks=pytest.mark.slow) for each in WAITING_TOO]
)
def test_a_command_that_waits_for_its_clock(command, request_, tmp_path):
    process = None

    def answer(request):
        if not request.startswith(request_):
            return honest(request)
        process.send_signal(signal.SIGINT)  # again, if it asks again
        return []

    with lying_box(answer) as port:
        process = subprocess.Popen(
            [sys.executable, "-m", "tileclock_host", *arguments(command, tmp_path, port)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, SAID)
    assert not out or command.startswith("log")


def test_at_any_moment(tmp_path):
    """Whatever it does then: it may be loading its own parts, or be about to end."""
    seed = random.randrange(1 << 32)
    print("seed", seed)
    chance, became = random.Random(seed), Counter()
    with lying_box(honest) as port:
        says("sync", "--port", port)
        for moment in range(MOMENTS):
            command = chance.choice(["devices", "sync", "roster", "log --kept"])
            worked = chance.uniform(0.001, 0.15) if moment else 0.02
            process = subprocess.Popen(
                [sys.executable, "-c", RUN, str(worked), *arguments(command, tmp_path, port)],
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            )  # fmt: skip
            _, err = process.communicate(timeout=PATIENCE)
            became[process.returncode] += 1
            assert err == {130: SAID, 0: ""}[process.returncode], command
    assert became[130], f"the first one is interrupted while it loads: {became}"


CLOSING = """
import os, signal
from sqlalchemy.engine.default import DefaultDialect
from tileclock_host.start import run
close = DefaultDialect.do_close
def interrupted(dialect, connection):
    DefaultDialect.do_close = close
    os.kill(os.getpid(), signal.SIGINT)
    close(dialect, connection)
DefaultDialect.do_close = interrupted
run()
"""


@pytest.mark.parametrize("command", ["sync", "verify"])
def test_while_the_store_closes_it(command, tmp_path, home):
    with lying_box(honest) as port:
        told = [] if command == "verify" else ["--port", port]
        done = subprocess.run(
            [sys.executable, "-c", CLOSING, command, *told], capture_output=True, text=True, check=False
        )
    assert (done.returncode, done.stderr) == (130, SAID)


def test_a_second_one_changes_nothing(tmp_path):
    process = None

    def answer(request):
        if request.startswith("hello"):
            return honest(request)
        for _ in range(3):
            process.send_signal(signal.SIGINT)
            time.sleep(0.01)
        return []

    with lying_box(answer) as port:
        process = subprocess.Popen(
            [sys.executable, "-m", "tileclock_host", "sync", "--port", port],
            stderr=subprocess.PIPE,
            text=True,
        )
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, SAID)


def test_a_sync_that_was_interrupted_goes_on(prepared_flash, tmp_path):
    texts = games.match_of(6)
    with live(prepared_flash, tmp_path / "one", texts) as it:
        done = interrupted(it, "sync", "--port", it.serial_port, sent=b"get 00004-01")
        assert (done.returncode, done.stdout, done.stderr) == (130, "", SAID)
        assert "6 of 6" in says("sync", "--all", "--port", it.serial_port)
        assert "all well" in says("verify")


def test_a_deploy_that_was_interrupted_leaves_a_clock_that_runs(prepared_flash, tmp_path):
    older = {f"/tileclock/u_{name}.mpy": b"older" for name in ("ranking", "guide", "selftest")}
    with live(prepared_flash, tmp_path, files=older) as it:
        for moment in (b"\x05A\x01", b"/next/tileclock/u_guide.mpy"):
            done = interrupted(it, "deploy", "--port", it.serial_port, sent=moment)
            assert (done.returncode, done.stdout, done.stderr) == (130, "", SAID), moment
            assert runs(it.serial_port), moment
        deploy(it.serial_port)
        assert_whole(it)


def test_an_image_that_was_interrupted_is_none(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one") as it:
        saved = tmp_path / "saved.img"
        done = interrupted(it, "image", str(saved), "--port", it.serial_port, sent=b"show(64,")
        assert (done.returncode, done.stdout, done.stderr) == (130, "", SAID)
        assert [path.name for path in tmp_path.iterdir()] == ["one"]
        assert runs(it.serial_port)


def runs(port):
    """Waits until a clock answers there, by itself."""

    def answers():
        with contextlib.suppress(DeviceError), Clock.open(port):
            return True
        return False

    return eventually(answers, "a clock")


def test_a_question_is_left_by_ctrl_c():
    """Everything on a terminal of its own, where somebody could answer."""
    with lying_box(honest) as port:
        pid, terminal = pty.fork()
        if not pid:
            command = [sys.executable, "-m", "tileclock_host", "deploy", "--format", "--port", port]
            os.execv(sys.executable, command)
        said = b""
        while b"Go on?" not in said:
            said += os.read(terminal, 4096)
        os.write(terminal, b"\x03")
        with contextlib.suppress(OSError):  # so a terminal says that its program has ended
            for _ in range(60):
                if select.select([terminal], [], [], 1)[0]:
                    said += os.read(terminal, 4096)
                else:  # it was about to read a line, and hears a Ctrl-C only while it does
                    os.write(terminal, b"\x03")
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)  # nothing, once it has ended
        _, status = os.waitpid(pid, 0)
        os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 130
    assert said.decode().replace("\r", "").endswith(f"{INTERRUPTED}\n")
