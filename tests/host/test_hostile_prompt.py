"""`deploy` and `image` at a port that never falls silent, lies as a prompt would, or has a locked clock."""

import json
import os
import select
import subprocess
import sys
from pathlib import Path

import pytest

from tests.host.cable import live
from tests.host.commands import called, sentence
from tests.host.liar import far_end, put
from tests.patience import PATIENCE
from tileclock_host.device import Clock, prompt

TILECLOCK = Path(sys.executable).with_name("tileclock")
RAW = b"raw REPL; CTRL-B to exit\r\n>"
MICROPYTHON = b"[[1, 28, 0], 11014, []]"


def commands(folder):
    return [("deploy", "--check"), ("deploy", "--format", "--yes"), ("image", str(folder / "saved.img"))]


def flood(master, ending):
    """It talks as fast as it can, and reads nothing."""
    while not ending.is_set():
        select.select([], [master], [], 0.05)
        put(master, b"Brownout detector was triggered\r\n" * 100)


def trickle(master, ending):
    """A letter now and then, for ever."""
    while not ending.wait(0.2):
        put(master, b"x")


class Prompt:
    """A prompt without raw paste; `answers` has what it says to code that has these words in it."""

    def __init__(self, answers, paste=b"R\x00"):
        self.answers, self.paste = answers, paste

    def __call__(self, master, ending):
        come = b""
        while not ending.is_set():
            if not select.select([master], [], [], 0.02)[0]:
                continue
            come += os.read(master, 65536)
            if come.endswith(b"\x05A\x01"):
                put(master, self.paste)
            elif come.endswith(b"\x01"):
                put(master, b"\r\n" + RAW)
            elif come.endswith(b"\x04"):
                self.run(master, ending, come[:-1])
            elif come.strip(b"\r\x03"):
                continue
            come = b""

    def run(self, master, ending, code):
        if not code:
            put(master, b"OK\r\nMPY: soft reboot\r\n" + RAW)
            return
        said = next((said for words, said in self.answers.items() if words in code), b"")
        put(master, b"OK")
        if callable(said):
            said(master, ending)
            return
        said, _, trouble = said.partition(b"\x04")
        put(master, said + b"\x04" + trouble + b"\x04>")


def board(**changes):
    """The answers of a board that can be deployed to, but for these."""
    state = [changes.get("chip", "240ac4"), changes.get("free", 900_000), False, "", False]
    return {
        b"def look": b'["/manifest.json", "00"]\r\n' + json.dumps(state).encode(),
        b"sys.implementation": changes.get("micropython", MICROPYTHON),
        b"statvfs": changes.get("readable", b"True\r\n"),
        b"['version']": json.dumps(changes.get("version", "0.1.0")).encode(),
        b"def show": changes.get("size", b"512 4096"),
    }


@pytest.mark.parametrize(
    "talk", [flood, Prompt({b"implementation": flood, b"show": flood})], ids=["at once", "later"]
)
def test_a_port_that_never_falls_silent_is_one_sentence(talk, tmp_path, firmware):
    for command in commands(tmp_path)[1:]:
        with far_end(talk) as port:
            done = subprocess.run(
                [TILECLOCK, *command, "--port", port],
                capture_output=True,
                check=False,
                timeout=PATIENCE,
                text=True,
            )
        assert done.returncode == 1 and done.stderr.count("\n") == 1 and not done.stdout, done
        assert "never stops talking" in done.stderr and port in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_board_that_is_slow_but_alive_is_waited_for(monkeypatch, firmware):
    """Its flash takes long to read: file by file it says what it has, longer than one may talk in a piece."""

    def look(master, ending):
        for n in range(12):
            put(master, f'["/tileclock/{n}.mpy", "00"]\r\n'.encode())
            ending.wait(0.2)
        put(master, b'["240ac4", 900000, false, "", false]\r\n\x04\x04>')

    monkeypatch.setattr(prompt, "_ENDS_WITHIN", 1)
    with far_end(Prompt({**board(), b"def look": look})) as port:
        said = called("deploy", "--check", "--port", port)
    assert said.exit_code == 0 and "12 would be removed" in said.output, said.output


def test_a_port_that_says_a_letter_now_and_then_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(prompt, "PATIENCE", (0.3, 0.3))
    monkeypatch.setattr(prompt, "_ENDS_WITHIN", 1)
    monkeypatch.setattr(prompt, "_ANSWERS_WITHIN", 1)
    for talk, part in (
        (trickle, "MicroPython does not answer"),
        (Prompt({b"show": trickle}), "never stops talking"),
    ):
        with far_end(talk) as port:
            sentence(called("image", tmp_path / "saved.img", "--port", port), part)


ESC = "\x1b[2J"
LIES = {
    "a traceback": board(readable=b"\x04Traceback\r\nOSError: " + ESC.encode() + b"\r\n"),
    "an evil MicroPython": board(micropython=json.dumps([[ESC * 9, ESC], 1]).encode()),
    "a version that is none": board(micropython=b"[5, 5]"),
    "too deep a version": board(micropython=b"[" * 9000),
    "an evil firmware": board(version=ESC),
    "a firmware that is nearly a number": board(version="²"),
    "a flash too large": board(size=b"99999999999 99999999999"),
    "too many blocks": board(size=b"99999999 1"),
    "a flash that is none": board(size=b"0 0"),
    "no flash at all": board(size=ESC.encode()),
    "evil blocks": board(size=b"512 4096\x04") | {b"show(": b"0 0 \x1b[2J\r\n"},
}  # fmt: skip


@pytest.mark.parametrize("lie", LIES)
def test_a_prompt_that_lies_is_one_sentence(lie, tmp_path, monkeypatch):
    monkeypatch.setattr(prompt, "PATIENCE", (2,))
    with far_end(Prompt(LIES[lie])) as port:
        for command in [("deploy", "--check"), ("image", tmp_path / "saved.img")]:
            result = called(*command, "--port", port)
            assert result.exception is None or isinstance(result.exception, SystemExit), result
            assert "\x1b" not in result.output and result.output.count("\n") <= 2
            assert result.exit_code == 0 or result.output.startswith("Error: ")


@pytest.mark.parametrize(
    "who", [{"chip": ESC}, {"chip": "../../x"}, {"chip": None}, {"chip": "ab" * 40}, {"free": ESC}], ids=repr
)
def test_a_board_that_cannot_be_one_gets_nothing(who, home):
    with far_end(Prompt(board(**who))) as port:
        sentence(called("deploy", "--port", port), "makes no sense")
    assert not home.exists()


@pytest.mark.parametrize("said", [b"R\x01", b"R\x01\x80", b"R\x01\x00\x00", b"R\x01\x01\x00\x01\x01\x01"])
def test_half_an_answer_to_what_is_asked_at_the_prompt_is_one_sentence(said, tmp_path, monkeypatch):
    monkeypatch.setattr(prompt, "PATIENCE", (PATIENCE,))
    monkeypatch.setattr(prompt, "_ANSWERS_WITHIN", 0.2)
    with far_end(Prompt(board(), said)) as port:
        sentence(called("image", tmp_path / "saved.img", "--port", port), "does not answer")


def test_a_locked_clock_is_said_to_be_locked_and_goes_on(prepared_flash, tmp_path):
    locked = {"/data/settings.json": b'{"code": "CAFE", "locked": true}'}
    with live(prepared_flash, tmp_path / "box", files=locked) as it:
        with Clock.open(it.serial_port) as clock:
            before = clock.status()
        assert before["locked"] == 1
        for command in [("deploy",), ("image", tmp_path / "saved.img")]:
            sentence(called(*command, "--port", it.serial_port), "is locked", "judge's code")
        with Clock.open(it.serial_port) as clock:
            now = clock.status()
            assert now["locked"] == 1 and now["up"] > before["up"] and clock.identity.boot
    assert not (tmp_path / "saved.img").exists()
