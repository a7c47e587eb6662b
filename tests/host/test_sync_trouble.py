"""Sync where something is wrong – line, cable, other end, store: it completes, or says one sentence."""

import contextlib
import errno
import os
import pty
import random
import socket
import termios
import threading
import tty

import pytest

from tests import games
from tests.host.cable import Cable, Spoiler, box_with, live, plugged
from tests.host.commands import called, says, sentence
from tests.host.liar import Liar
from tests.host.sheet_texts import SECRET, altered, dumped, sealed
from tileclock.core import frames
from tileclock_host.device import Clock, DeviceError, sync
from tileclock_host.device.port import SerialPort
from tileclock_host.sheets import secrets
from tileclock_host.sheets.store import Store

TEXTS = games.match_of(5)


# ---- the line ----


class Chatter(Spoiler):
    """A line that besides has boot text, tracebacks, halves of lines and floods of noise in between."""

    SAID = (
        b"rst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n",
        b'Traceback (most recent call last):\r\n  File "app.py", line 1, in step\r\nOSError: 28\r\n',
        b"$41Ahalf of a li",
        b"$",
        b"\n",
        b"tileclock: the flash could not be written\r\n",
        bytes(byte for byte in random.Random(4).randbytes(5000) if byte > 5),
    )

    def __init__(self, seed, share, often):
        super().__init__(seed, share)
        self._often = often
        self.said = 0

    def __call__(self, data):
        if self._chance.random() < self._often:
            self.said += 1
            data = data + self._chance.choice(self.SAID)
        return super().__call__(data)


def tried(box, spoil, store):
    """One sync over that line; the sentences it ended with."""
    try:
        with plugged(box, spoil) as clock:
            (report,) = sync.sync([clock], store)
            return report.errors
    except DeviceError as error:
        return [str(error)]


@pytest.mark.parametrize(
    ("seed", "share"),
    [(1, 0.0), (2, 0.002), (3, 0.02)]
    + [
        pytest.param(seed, share, marks=pytest.mark.slow)
        for seed in range(4, 9)
        for share in (0.001, 0.005, 0.05)
    ],
)
def test_a_line_full_of_trouble_ends_complete_or_with_a_sentence(prepared_flash, tmp_path, seed, share):
    spoil = Chatter(seed, share, 0.05)
    with box_with(prepared_flash, tmp_path, TEXTS) as box, Store(tmp_path / "store") as store:
        for _ in range(3):
            errors = tried(box, spoil, store)
            assert all(error.endswith(".") and "\n" not in error for error in errors)
            held = {version.sheet.text for game in store.games() for version in game.versions}
            assert held <= set(TEXTS), "whatever came through is what was written"
            assert errors or held == set(TEXTS)
        assert spoil.said and (share > 0.01 or not errors), errors
        assert tried(box, lambda data: data, store) == []
        before = dumped(store)
        with plugged(box) as clock:
            assert clock.sheets() == []
            (report,) = sync.sync([clock], store, every=True)
        assert report.good and dumped(store) == before
        assert {version.sheet.text for game in store.games() for version in game.versions} == set(TEXTS)
        assert "Traceback" not in box.log


def test_a_host_that_stops_reading_loses_nothing_of_its_next_sync(prepared_flash, tmp_path):
    """It asks, goes away with the answer on the line, and comes back."""
    with box_with(prepared_flash, tmp_path, TEXTS) as box, Store(tmp_path / "store") as store:
        for name in ("00001-01", "00003-01"):
            deaf = Cable(box)
            deaf.close()  # nobody listens anymore
            line = bytearray(b"#01get %s 0 52" % name.encode())
            frames.close(line, len(line))
            deaf.write(bytes(line))
            box.advance(30_000)
        assert tried(box, lambda data: data, store) == []
        assert len(store.games()) == len(TEXTS)


# ---- the cable ----


class Proxy:
    """Stands between a program and a TCP port, and cuts the connection after so many bytes, each time."""

    def __init__(self, url, cuts):
        host, _, port = url.removeprefix("rfc2217://").partition(":")
        self._behind, self._cuts, self.made = (host, int(port)), list(cuts), 0
        self._server = socket.create_server(("127.0.0.1", 0))
        self.url = f"rfc2217://127.0.0.1:{self._server.getsockname()[1]}"
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self):
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._server.accept()
                self.made += 1
                left = self._cuts.pop(0) if self._cuts else 1 << 30
                with client, socket.create_connection(self._behind) as box:
                    up = threading.Thread(target=self._carry, args=(client, box, 1 << 30), daemon=True)
                    up.start()
                    self._carry(box, client, left)
                    for each in (client, box):
                        with contextlib.suppress(OSError):
                            each.shutdown(socket.SHUT_RDWR)
                    up.join()

    def _carry(self, source, target, left):
        with contextlib.suppress(OSError):
            while left > 0 and (data := source.recv(min(512, left))):
                target.sendall(data)
                left -= len(data)

    def close(self):
        self._server.close()


def test_a_cable_pulled_and_plugged_in_again_in_the_middle_of_a_sync_goes_on(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one", TEXTS, tcp_port=0) as it:
        proxy = Proxy(it.tcp_url, [1500, 3000, 900])
        with contextlib.closing(proxy):
            with Clock.open(proxy.url) as clock, Store() as store:
                boot = clock.identity.boot
                (report,) = sync.sync([clock], store)
                assert report.good and (report.kept, report.told) == (5, 5), report.errors
                assert clock.hello().boot == boot, "coming back did not reset it"
                held = sorted(version.sheet.text for game in store.games() for version in game.versions)
            assert proxy.made == 4
        assert held == sorted(TEXTS)


def test_another_clock_behind_the_same_port_is_one_sentence(prepared_flash, tmp_path):
    with (
        box_with(prepared_flash, tmp_path, TEXTS) as box,
        box_with(prepared_flash, mkdir(tmp_path / "b"), TEXTS, {"/data/epoch": b"5f2c91aa"}) as other,
    ):
        clock = Clock(Cable(box), lambda: Cable(other))
        clock.hello()
        clock._port.pulled = True
        with pytest.raises(DeviceError, match="Another clock"):
            clock.sheets()


def mkdir(path):
    path.mkdir()
    return path


# ---- the other end ----


@pytest.fixture
def mute():
    """A serial port at which nobody answers."""
    ours, theirs = pty.openpty()
    tty.setraw(theirs)
    yield os.ttyname(theirs)
    os.close(ours)
    os.close(theirs)


def test_a_port_that_was_opened_by_this_program_keeps_its_lines_when_it_is_closed(mute):
    """Dropping them one after the other would reset a board; the system is told not to."""
    descriptor = os.open(mute, os.O_RDWR | os.O_NOCTTY)
    try:
        mode = termios.tcgetattr(descriptor)
        mode[2] |= termios.HUPCL
        termios.tcsetattr(descriptor, termios.TCSANOW, mode)
        SerialPort(mute).close()
        assert not termios.tcgetattr(descriptor)[2] & termios.HUPCL
    finally:
        os.close(descriptor)


def test_a_port_at_which_nobody_answers_is_one_sentence(mute):
    sentence(called("sync", "--port", mute), "No clock answers")
    assert "No clock answers" in says("devices", "--port", mute, status=1)


@pytest.mark.parametrize(
    "refusal",
    [b"this clock speaks protocol 2, the PC 1 to 1", b"this clock speaks protocol 0, the PC 1 to 1"],
)
def test_a_clock_of_another_protocol_is_one_sentence_with_what_to_do(refusal):
    with pytest.raises(DeviceError, match=r"do not understand each other.*update the older") as error:
        Clock(Liar([[(frames.REFUSED, refusal)]])).hello()
    assert refusal.decode() in str(error.value)


@pytest.mark.parametrize("spoken", ["2 3", "0 0"])
def test_a_pc_of_another_protocol_is_refused_with_a_sentence_by_the_clock(prepared_flash, tmp_path, spoken):
    with box_with(prepared_flash, tmp_path) as box, plugged(box) as clock:
        with pytest.raises(DeviceError, match="speaks protocol 1, the PC"):
            clock._text(f"hello {spoken}")
        assert clock.hello().protocol == 1


def test_an_older_firmware_that_lacks_a_request_is_one_sentence(prepared_flash, tmp_path):
    older = pytest.raises(DeviceError, match="its firmware is older than the PC's program")
    with box_with(prepared_flash, tmp_path) as box, plugged(box) as clock, older:
        clock._text("dance")


@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOENT, errno.EBUSY, errno.EIO])
def test_whatever_keeps_a_port_from_opening_is_one_sentence(monkeypatch, number):
    def fail(*arguments, **options):
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr("serial.serial_for_url", fail)
    monkeypatch.setattr("tileclock_host.device.port.LETS_GO_WITHIN", 0)
    with pytest.raises(DeviceError) as error:
        SerialPort("/dev/ttyUSB7")
    assert "/dev/ttyUSB7" in str(error.value) and str(error.value).endswith(".")


# ---- sheets that are not right ----


def test_a_sheet_that_was_altered_and_one_that_does_not_add_up_fail_the_sync(prepared_flash, tmp_path):
    secrets.keep(games.DEVICE, SECRET)
    good, forged, wrong = games.match_of(3, secret=SECRET)
    forged = altered(forged, 0, names=["Eve", "", "", "", "", ""])
    wrong = sealed(altered(wrong, 1, points=[-12, -57, 70]), SECRET)
    with live(prepared_flash, tmp_path / "one", [good, forged, wrong]) as it:
        said = says("sync", "--port", it.serial_port, status=1)
        assert "2 of 3 new sheets stored" in said
        assert "altered on the way" in said and "score of C: the sheet says 70" in said
        with Clock.open(it.serial_port) as clock:
            assert [name for name, _ in clock.sheets()] == ["00002-01"], "the one that was not stored stays"
    assert "the points add up to +1" in says("verify", status=1)


# ---- the store ----


def untouched(it, count):
    with Clock.open(it.serial_port) as clock:
        assert len(clock.sheets()) == count, "what is not stored is not marked"


@pytest.mark.parametrize("small_disk", [26], indirect=True)
def test_a_full_disk_is_one_sentence_and_the_clock_keeps_its_sheets(prepared_flash, tmp_path, small_disk):
    texts = games.match_of(30)
    with live(prepared_flash, tmp_path / "one", texts) as it:
        sentence(called("sync", "--port", it.serial_port), "disk is full")
        with Store() as store, Clock.open(it.serial_port) as clock:
            held, new = len(store.games()), len(clock.sheets())
        assert 0 < held < 30 and new >= 30 - held


@pytest.mark.parametrize(
    "place", ["postgresql://nobody@127.0.0.1:1/none", "postgresql://nobody@no-such-host.invalid/none"]
)
def test_a_database_that_cannot_be_reached_is_one_sentence(prepared_flash, tmp_path, place):
    with live(prepared_flash, tmp_path / "one", TEXTS) as it:
        sentence(called("sync", "--port", it.serial_port, "--db", place), "cannot be reached")
        untouched(it, 5)


def test_a_read_only_database_is_one_sentence(prepared_flash, tmp_path, postgres_place):
    Store(postgres_place).close()
    read_only = postgres_place + "&options=-c%20default_transaction_read_only%3Don"
    with live(prepared_flash, tmp_path / "one", TEXTS) as it:
        sentence(called("sync", "--port", it.serial_port, "--db", read_only), "read-only")
        untouched(it, 5)


def test_the_same_sync_twice_gives_the_same_store_of_either_kind(prepared_flash, tmp_path, place):
    with live(prepared_flash, tmp_path / "one", TEXTS) as it:
        assert "5 of 5 new sheets stored" in says("sync", "--port", it.serial_port, "--db", place)
        with Store(place) as store:
            before = dumped(store)
        for arguments in ((), ("--all",)):
            says("sync", "--port", it.serial_port, "--db", place, *arguments)
            with Store(place) as store:
                assert dumped(store) == before
    assert len(before[0]) == 5
