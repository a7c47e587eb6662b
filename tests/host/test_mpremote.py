"""The unmodified mpremote works against the simulated box as against a board, over both of its ports."""

import hashlib
import subprocess
import threading

import pytest

from tests.host.paced import Remote, box, ports_of
from tests.patience import PATIENCE
from tests.qa.house import FIRMWARE

BINARY = bytes(range(256)) * 80
TEXT = "zażółć\nдякую\n" * 20
# mpremote's opening of a TCP port takes most of a second; what does not depend on the port is tried once.
ONE_PORT = pytest.mark.parametrize("remote", ["pty"], indirect=True)
TICKING = """
import time
print("main runs")
while True:
    time.sleep_ms(100)
"""


@pytest.fixture(params=["pty", "rfc2217"])
def remote(request, tmp_path):
    with box(tmp_path, TICKING) as it, ports_of(it) as ports:
        it.wait_for(b"main runs\r\n")
        yield Remote(it, ports[request.param])


def test_files_go_both_ways_unchanged(remote, tmp_path):
    (tmp_path / "all.bin").write_bytes(BINARY)
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    remote("fs", "cp", tmp_path / "all.bin", ":all.bin", "+", "fs", "cp", tmp_path / "text.txt", ":text.txt")
    back = tmp_path / "back"
    back.mkdir()
    remote("fs", "cp", ":all.bin", back / "all.bin", "+", "fs", "cp", ":text.txt", back / "text.txt")
    assert (back / "all.bin").read_bytes() == BINARY
    assert (back / "text.txt").read_text(encoding="utf-8") == TEXT
    rows = [row.strip() for row in remote("fs", "ls", "+", "sha256sum", "all.bin").splitlines()]
    assert {"ls :", f"{len(BINARY)} all.bin", f"{len(TEXT.encode())} text.txt"} <= set(rows)
    assert rows[-1] == hashlib.sha256(BINARY).hexdigest()


def test_code_runs_and_its_output_has_the_line_ends_of_a_board(remote, tmp_path):
    script = tmp_path / "script.py"
    script.write_text("for i in range(3):\n    print('line', i)\n")
    said = remote("exec", "print(6 * 7)", "+", "eval", "6 * 9", "+", "run", script)
    assert said == "42\r\n54\r\nline 0\r\nline 1\r\nline 2\r\n"
    assert "ZeroDivisionError" in remote("exec", "1 / 0", status=1)


@ONE_PORT
def test_resume_finds_what_a_soft_reset_forgets(remote):
    remote("exec", "seat = 'A'")
    assert remote("resume", "eval", "seat") == "A\r\n"
    assert "NameError" in remote("eval", "seat", status=1)


def test_connecting_stops_the_program_and_a_reset_starts_it_again(remote):
    start = len(remote.box.heard)
    remote("soft-reset")
    assert b"main runs" not in remote.box.heard[start:]
    remote.starts_main("reset")
    remote("exec", "pass")
    remote.box.type(b"\x04", b"MPY: soft reboot\r\nmain runs\r\n")
    remote.starts_main("resume", "exec", "--no-follow", "import machine; machine.reset()")


@ONE_PORT
def test_a_program_that_was_left_running_can_be_stopped(remote):
    remote("exec", "--no-follow", "while True: pass")
    assert remote("eval", "1 + 1") == "2\r\n"
    remote("resume", "exec", "--no-follow", "while True: pass")
    assert remote("resume", "eval", "1 + 1") == "2\r\n"


# Stand-ins for what main.py starts: it takes long to find out whether the box is locked.
STARTING = {
    "tileclock/__init__.py": "",
    "tileclock/storage/settings.py": """
from time import sleep_ms
print("is it locked?")
sleep_ms(10_000)
def locked():
    return {locked}
""",
    "tileclock/app.py": """
from time import sleep_ms
def run(locked):
    print("main runs")
    while True:
        sleep_ms(100)
""",
}


@pytest.mark.parametrize("port", ["pty", "rfc2217"])
@pytest.mark.parametrize("locked", [False, True])
def test_it_may_come_while_the_box_does_not_know_whether_it_is_locked(tmp_path, port, locked):
    """Time hardly passes until its Ctrl-C has come; then what was undecided is decided soon."""
    modules = {name: text.replace("{locked}", str(locked)) for name, text in STARTING.items()}
    main = (FIRMWARE / "main.py").read_text(encoding="utf-8")
    with box(tmp_path, main, speed=0.5, modules=modules) as it, ports_of(it) as ports:
        it.wait_for(b"is it locked?")
        plain, came = it.console._interrupt, threading.Event()

        def interrupt():
            came.set()
            it.do(lambda: setattr(it, "speed", 50))
            plain()

        it.console._interrupt = interrupt
        remote = Remote(it, ports[port])
        if locked:
            with remote.begun("resume", "eval", "6 * 7") as process:
                assert came.wait(PATIENCE)
                it.wait_for(b"main runs")
                with pytest.raises(subprocess.TimeoutExpired):
                    process.communicate(timeout=1)
            assert b">>>" not in it.heard and b"raw REPL" not in it.heard
        else:
            assert remote("resume", "eval", "6 * 7") == "42\r\n"
            assert remote("eval", "6 * 9") == "54\r\n"
            assert b"main runs" not in it.heard, "its Ctrl-C must have come before the program ran"


KEPT_ALIVE = """
import machine, time
watchdog = machine.WDT(timeout=8000)
try:
    print("main runs")
    while True:
        watchdog.feed()
        time.sleep_ms(100)
finally:
    machine.WDT(timeout=3_600_000)
"""


def test_ten_minutes_of_mpremote_on_a_box_whose_program_left_an_hour(tmp_path):
    (tmp_path / "text.txt").write_text(TEXT, encoding="utf-8")
    with box(tmp_path, KEPT_ALIVE, speed=200) as it, ports_of(it) as ports:
        it.wait_for(b"main runs\r\n")
        remote = Remote(it, ports["pty"])
        start, end = len(it.heard), it.board.now + 600_000_000
        while it.board.now < end:
            remote("fs", "cp", "-f", tmp_path / "text.txt", ":text.txt")
            remote("resume", "fs", "cat", ":text.txt")
        assert b"rst:" not in it.heard[start:], bytes(it.heard[start:][:3000])
        it.type(b"\x04", b"main runs")
