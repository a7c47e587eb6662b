"""Who has Windows gets from the wheel what needs no simulator: commands run in a Python as it is there."""

import errno
import json
import subprocess
import sys

import pytest
import serial
from serial.tools import list_ports, list_ports_common

from tests.evenings import evening
from tests.host.cable import live
from tests.host.test_flash_command import micropython
from tests.host.windows import UNIX_ONLY
from tests.patience import PATIENCE
from tileclock_host.device import port
from tileclock_host.device.errors import DeviceError
from tileclock_host.device.port import SerialPort


def windows(*arguments, status=0):
    """What `tileclock` prints where Python lacks what it lacks on Windows."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.host.windows", *map(str, arguments)],
        capture_output=True, text=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


def test_only_what_makes_terminals_asks_for_unix():
    lacking = json.loads(windows("--modules"))
    assert "tileclock_host.sim.console" in lacking, "something was taken away"
    assert not [name for name in lacking if not name.startswith(UNIX_ONLY)], lacking


def test_every_command_says_what_it_is_for():
    assert json.loads(windows("--helps")) == {}


def test_a_simulator_is_refused_in_one_sentence():
    said = windows("event", "rehearse", status=1)
    assert said.startswith("Error: ") and said.count("\n") == 1 and "use WSL" in said


def test_a_board_is_made_a_clock_and_its_games_come_to_a_spreadsheet(home, tmp_path, prepared_flash):
    stock = tmp_path / "ESP32_GENERIC-20241025-v1.24.0.bin"
    stock.write_bytes(micropython())
    out = tmp_path / "clock.bin"
    assert f"{out}: " in windows("flash", "--micropython", stock, "--image", out)
    assert out.stat().st_size > 0x200000 > len(micropython()), "the clock's files are behind MicroPython"
    command = [sys.executable, "-m", "esptool", "image-info", str(out)]
    info = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert info.count("(valid)") == 2, info
    with live(prepared_flash, tmp_path / "box", evening("pl", 3, 3), tcp_port=0) as it:
        at = ["--port", it.tcp_url]
        assert it.device in windows("devices", *at)
        assert json.loads(windows("deploy", *at, "--check", "--json"))["sent"] == []
        db = tmp_path / "club.sqlite"
        assert "3 of 3 new sheets stored" in windows("sync", *at, "--db", db)
    assert windows("sheets", "--db", db).count("\n") >= 3
    for name in ("club.xlsx", "club.pdf"):
        windows("export", "--db", db, "--out", tmp_path / name)
        assert (tmp_path / name).stat().st_size > 500


# What pyserial says there of a port that cannot be opened; the system's own words are in any language.
@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("PermissionError(13, 'Zugriff verweigert', None, 5)", "COM3 is used by another program"),
        ("FileNotFoundError(2, 'Datei nicht gefunden.', None, 2)", "There is no port COM3"),
        ("OSError(22, 'Semaphor', None, 121)", "COM3 cannot be opened"),
    ],
)
def test_a_port_of_windows_that_cannot_be_opened_is_one_sentence(monkeypatch, said, words):
    def refuse(name, *_, **__):
        raise serial.SerialException(f"could not open port {name!r}: {said}")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    monkeypatch.setattr(port, "LETS_GO_WITHIN", 0)
    with pytest.raises(DeviceError, match=words):
        SerialPort("COM3")


def test_who_may_not_use_a_port_of_linux_is_told_how_to(monkeypatch):
    def refuse(*_, **__):
        raise serial.SerialException(errno.EACCES, "could not open port /dev/ttyUSB0: Permission denied")

    monkeypatch.setattr(serial, "serial_for_url", refuse)
    with pytest.raises(DeviceError, match="dialout"):
        SerialPort("/dev/ttyUSB0")


def listed(device, hwid, vid=None):
    """A port as pyserial tells of it."""
    it = list_ports_common.ListPortInfo(device, skip_link_detection=True)
    it.hwid, it.vid = hwid, vid
    return it


@pytest.mark.parametrize(
    ("there", "found"),
    [
        (  # Windows: the motherboard's, a headset's, and the controller
            [
                listed("COM1", r"ACPI\PNP0501\1"),
                listed("COM4", r"BTHENUM\{00001101}"),
                listed("COM5", "USB VID:PID=10C4:EA60", 0x10C4),
            ],
            ["COM5"],
        ),
        (  # macOS
            [
                listed("/dev/cu.Bluetooth-Incoming-Port", "n/a"),
                listed("/dev/cu.usbserial-0001", "USB VID:PID=1A86:7523", 0x1A86),
            ],
            ["/dev/cu.usbserial-0001"],
        ),
        ([listed("/dev/ttyS0", "PNP0501"), listed("/dev/ttyS1", "n/a")], ["/dev/ttyS0"]),
        ([], []),
    ],
)
def test_of_all_ports_those_are_asked_that_can_have_a_clock(monkeypatch, there, found):
    monkeypatch.setattr(list_ports, "comports", lambda: there)
    assert port.candidates() == found
