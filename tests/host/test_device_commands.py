"""The commands on simulated clocks at their serial ports, in real time, beside the unmodified mpremote."""

import contextlib
import json
import signal
import subprocess
import sys
import time

import pytest
import serial
from PIL import Image

from tests import games
from tests.host.cable import awake, live
from tests.host.commands import called, mpremote, says, sentence
from tests.patience import PATIENCE, eventually
from tileclock_host.device import Clock, DeviceError, Refused, find
from tileclock_host.sim import wire

TEXTS = games.match_of(3)


@pytest.fixture
def one(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one", TEXTS, tcp_port=0) as it:
        yield it


def test_sync_fetches_everything_once_with_mpremote_before_and_after(one):
    port = one.serial_port
    assert "00003-01" in mpremote(port, "fs", "ls", ":data/sheets", "+", "reset")
    assert "3 of 3 new sheets stored" in says("sync", "--port", port)
    assert "0 of 0 new sheets stored" in says("sync", "--port", port)
    again = json.loads(says("sync", "--port", port, "--all", "--json"))
    assert again["clocks"][0]["kept"] == 3 and not again["errors"]
    assert len(json.loads(says("sheets", "--json"))) == 3
    assert "00003-01+" in mpremote(port, "fs", "ls", ":data/sheets")


def test_clocks_are_found_by_asking_and_the_other_ports_are_named(one, tmp_path, prepared_flash):
    with live(prepared_flash, tmp_path / "two", TEXTS[:1], tcp_port=0) as two:
        ports = [one.serial_port, two.tcp_url, str(tmp_path / "none")]
        arguments = [part for port in ports for part in ("--port", port)]
        found = json.loads(says("devices", *arguments, "--json"))
        assert [(clock["port"], clock["new"]) for clock in found["clocks"]] == list(
            zip(ports, [3, 1], strict=False)
        )
        assert "There is no port" in found["others"][ports[2]]
        said = says("sync", *arguments, status=1)
        assert "3 of 3" in said and "1 of 1" in said and "There is no port" in said


def test_opening_and_closing_the_port_never_resets_the_board(one):
    with Clock.open(one.tcp_url) as clock:
        before = clock.identity.boot
    for _ in range(3):
        with find([one.tcp_url]) as found:
            assert found.clocks[0].identity.boot == before
    with serial.serial_for_url(one.tcp_url) as client:  # a board that is reset would be noticed
        client.dtr, client.rts = False, True
        time.sleep(0.1)
        client.rts = False

    def boot():
        with contextlib.suppress(DeviceError), Clock.open(one.tcp_url) as clock:
            return clock.identity.boot
        return None

    eventually(lambda: boot() == before + 1, "the reset")


def test_the_roster_settings_and_presets_of_a_clock(one, tmp_path):
    port = ("--port", one.serial_port)
    assert "B  Bolek" in says("roster", "A=Żaneta", "B=Bolek", "--table", "7", *port)
    assert json.loads(says("roster", "--json", *port)) == {
        "table": 7,
        "names": ["Żaneta", "Bolek", "", "", "", ""],
    }
    says("config", "set", "limit=90", "language=pl", *port)
    assert says("config", "get", "limit", "language", *port) == 'limit=90\nlanguage="pl"\n'
    for change, part in (
        ("limit=5000", "limit cannot be 5000; limit may be 0 to 3600."),
        ("language=de", 'language cannot be "de"; language may be en, pl, cs, uk.'),
        ("sound=5", "sound may be true, false."),
        ('names=["A"]', "names cannot be"),
    ):
        sentence(called("config", "set", change, *port), part)
    assert "tileclock lock" in says("config", "set", "code=CAFE", *port, status=2)
    assert says("config", "set", "limt=1", *port, status=2)
    sentence(called("roster", "C=Groß", *port), "the display has no ß: write the name without it")
    assert "B  Bolek\nC  \n" in says("roster", *port), "a name that was refused changes nothing"
    assert says("roster", "G=Ala", *port, status=2)
    assert "12 printable letters" in says("roster", "A=\x1b", *port, status=2)
    mine = dict(json.loads(says("preset", "get", "pl", *port)), id="mine", name="Mine")
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(mine))
    assert "mine is there" in says("preset", "put", file, *port)
    assert "mine" in says("preset", "list", *port).split()
    says("preset", "delete", "mine", *port)
    file.write_text(json.dumps(dict(mine, joker=-1)))
    assert "joker" in says("preset", "put", file, *port, status=1)


def test_the_judges_code_is_given_and_taken_away(one):
    port = ("--port", one.serial_port)
    assert "the code is set" in says("lock", "cafe", *port)
    assert mpremote(one.serial_port, "fs", "cat", ":data/code", "+", "reset").startswith("CAFE")
    awake(one)
    for wrong in ("XYZ", "AB", "ABCDEFABC"):
        assert "3 to 8 letters of seats" in says("lock", wrong, *port, status=2)
        with Clock.open(one.serial_port) as clock, pytest.raises(Refused, match="letters of seats"):
            clock.set_lock(wrong)
    assert "there is no code" in says("lock", "--none", *port)
    assert says("lock", *port, status=2) and says("lock", "CAFE", "--none", *port, status=2)
    assert "CAFE" not in mpremote(one.serial_port, "fs", "cat", ":data/code")


def test_a_screenshot_that_would_be_no_png_is_refused_before_the_clock_is_asked(tmp_path):
    for name in ("x.jpg", "x.bmp"):
        said = says("screenshot", tmp_path / name, "--port", "/dev/nowhere", status=2)
        assert "PNG" in said and "x.png" in said and not list(tmp_path.glob("x.*"))


def test_a_screenshot_has_the_panels_dots(one, tmp_path):
    for scale in (1, 4):
        says("screenshot", tmp_path / "panel.png", "--scale", scale, "--port", one.serial_port)
        with Image.open(tmp_path / "panel.png") as image:
            assert image.size == (128 * scale, 64 * scale)
            frame = one.board.oled.frame()
            dots = image.resize((128, 64), Image.Resampling.NEAREST).load()
            assert all(
                (dots[x, y] > 0) == bool(frame[y // 8 * 128 + x] >> y % 8 & 1)
                for x in range(128)
                for y in range(64)
            )


def test_a_screenshot_can_be_its_text(one, tmp_path):
    said = says("screenshot", "--text", "--port", one.serial_port)
    assert said.splitlines()[0] == "tileclock" and "New game" in said.splitlines()
    assert "leave one of them out" in says("screenshot", tmp_path / "x.png", "--text", status=2)
    assert "--text" in says("screenshot", status=2)


def test_what_is_no_clock_is_one_sentence(one, tmp_path):
    port = one.serial_port
    assert says("sync", "--port", tmp_path / "none", status=1).count("\n") == 1
    assert "is missing" not in says("doctor", "--port", port, status=1)  # it has no secret yet
    mpremote(port, "exec", "pass")
    said = says("sync", "--port", port, status=1)
    assert "no clock runs" in said and "deploy" in said and said.count("\n") == 1


def said_until(sign, it, *arguments):
    """What a command prints that runs until Ctrl-C; the reset button is pressed once it asks for that."""
    command = [sys.executable, "-m", "tileclock_host", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, bufsize=1)
    try:
        said = process.stderr.readline()
        it.reset()
        while sign not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert not process.returncode
    finally:
        process.kill()
    return said


def test_what_a_board_says_whose_clock_does_not_start(prepared_flash, tmp_path):
    broken = {"/tileclock/app.mpy": b"not a module"}
    with live(prepared_flash, tmp_path / "one", files=broken) as it:
        port = ("--port", it.serial_port)
        said = says("log", "--kept", *port, status=1)
        assert said.count("\n") == 1 and "no clock runs" in said
        said = said_until("Error:", it, "log", *port)
        assert "press its reset button now" in said and "Traceback" in said and "incompatible .mpy" in said


def test_what_a_clock_says_that_waits_for_its_display(one):
    one._do(lambda: one.board.turn_knob(wire.KNOB_PANELS, 0))
    one.reset()
    said = said_until("plug the display in", one, "log", "--port", one.serial_port)
    assert "No clock answers" in said and "press its reset button now" in said


def test_a_port_another_program_uses_is_one_sentence(one):
    with Clock.open(one.serial_port):
        said = says("sync", "--port", one.serial_port, status=1)
    assert "another program" in said and said.count("\n") == 1
