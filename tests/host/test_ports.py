"""The serial ports other programs open: bytes both ways, readers that are slow or gone, reset lines."""

import contextlib
import os
import random
import socket
import termios
import threading
import time

import pytest
import serial

from tests.host.lines import Line, Wires, address
from tests.host.paced import box
from tests.patience import PATIENCE, eventually
from tileclock_host.sim import ports
from tileclock_host.sim.errors import SimError
from tileclock_host.sim.ports import PtyPort
from tileclock_host.sim.tcp_port import TcpPort

ALL = bytes(range(256))
KINDS = ["pty", "tcp"]


@pytest.fixture
def line():
    return Line()


@pytest.fixture
def wires():
    return Wires()


@pytest.fixture
def pty_port(line):
    with contextlib.closing(PtyPort(line)) as port:
        yield port


@pytest.fixture
def tcp_port(line, wires):
    with contextlib.closing(TcpPort(line, wires, 0)) as port:
        yield port


@pytest.fixture(params=KINDS)
def port(request):
    return request.getfixturevalue(f"{request.param}_port")


def opened(port, timeout=PATIENCE):
    """The port as pyserial opens it, with the box's side aware of that."""
    client = serial.serial_for_url(port.name, timeout=timeout)
    eventually(lambda: port._connected, "a connection")
    return client


def drained(client, port):
    """All there is to read, until nothing is left at the port and nothing more comes."""
    got = bytearray()
    while (piece := client.read(65536)) or port._unsent:
        got += piece
    return got


# ---- both ports ----


def test_every_byte_goes_both_ways(port, line):
    with opened(port) as client:
        client.write(ALL * 4)
        eventually(lambda: len(line.came) >= 1024)
        line.say(ALL * 4)
        assert client.read(1024) == ALL * 4
    assert line.came == ALL * 4


def test_opening_again_and_again_works_and_shows_nothing_old(port, line):
    for turn in range(3):
        line.say(b"nobody hears this")
        with opened(port) as client:
            line.say(b"turn %d." % turn)
            assert client.read(7) == b"turn %d." % turn
        eventually(lambda: not port._connected, "the hang-up")


def test_a_client_that_never_reads_holds_up_nothing_and_loses_only_what_does_not_fit(port, line, monkeypatch):
    monkeypatch.setattr(ports, "BUFFER", 200_000)
    with opened(port, timeout=1) as client:  # told later it would ask the port, behind all that was said
        said = 0
        while said < 300 or len(port._unsent) < ports.BUFFER:  # never waits, or it would wait for ever
            line.say(b"0123456789abcdef" * 1024)
            said += 1
        got = drained(client, port)
        assert got.startswith(b"0123456789abcdef")
        assert ports.BUFFER <= len(got) < said * 16384
        line.say(b"and on it goes")
        eventually(lambda: client.in_waiting >= 14)
        assert client.read(14) == b"and on it goes"


def test_a_slow_client_loses_nothing_below_the_buffers_size(port, line):
    text = random.Random(1).randbytes(100_000)
    with opened(port) as client:
        line.say(text)
        assert client.read(len(text)) == text


def test_a_client_that_vanishes_in_the_middle_of_a_flood_leaves_the_port_usable(port, line):
    for _ in range(2):
        client = opened(port)
        stop = threading.Event()

        def flood(stop=stop):
            while not stop.is_set():
                line.say(b"x" * 1000)

        flooding = threading.Thread(target=flood)
        flooding.start()
        client.write(ALL)
        client.read(5000)
        client.close()
        stop.set()
        flooding.join()
        eventually(lambda: not port._connected, "the hang-up")
    with opened(port) as client:
        line.say(b"fresh")
        assert client.read(5) == b"fresh"


def test_a_port_can_be_closed_with_a_client_on_it(line, wires):
    for port in PtyPort(line), TcpPort(line, wires, 0):
        with opened(port):
            port.close()
            assert not port._thread.is_alive()
    assert line.listeners == []


# ---- the pseudo-terminal ----


def test_the_terminal_is_raw_for_programs_that_set_nothing_even_after_one_that_did(pty_port, line):
    for _ in range(3):
        fd = os.open(pty_port.name, os.O_RDWR | os.O_NOCTTY)
        eventually(lambda: pty_port._connected)
        os.write(fd, b"\x03\x04\r\n")
        line.say(b"\x03\x04\r\n")
        assert os.read(fd, 100) == b"\x03\x04\r\n"
        mode = termios.tcgetattr(fd)
        mode[3] |= termios.ECHO | termios.ICANON | termios.ISIG
        termios.tcsetattr(fd, termios.TCSANOW, mode)
        os.close(fd)
        eventually(lambda: not pty_port._connected)
    assert line.came == b"\x03\x04\r\n" * 3


def test_what_a_program_writes_before_it_closes_at_once_arrives(pty_port, line):
    for _ in range(20):
        with open(pty_port.name, "wb", buffering=0) as client:
            client.write(b"bye.")
    eventually(lambda: len(line.came) >= 80)
    assert line.came == b"bye." * 20


# ---- the TCP port ----


def test_a_second_program_is_told_that_the_port_is_taken(tcp_port, line):
    with opened(tcp_port) as client:
        with socket.create_connection(address(tcp_port), timeout=PATIENCE) as second:
            said = second.makefile("rb").read()
        assert b"Another program has this port open" in said
        line.say(b"undisturbed")
        assert client.read(11) == b"undisturbed"


def test_a_port_in_use_is_one_sentence_with_what_to_do(tcp_port, line, wires):
    number = address(tcp_port)[1]
    with pytest.raises(SimError, match=rf"TCP port {number} is in use.*--tcp"):
        TcpPort(line, wires, number)
    assert len(line.listeners) == 1


def test_a_program_that_does_not_speak_rfc_2217_harms_nobody(tcp_port, line):
    chance = random.Random(2)
    broken = [
        b"\xff\xfa\x2c\x01\xff\xf0",
        b"\xff\xfa\x2c\x03\x63\xff\xf0",
        b"\xff\xf0",
        b"\xff\xfa\xff\xf0",
        b"",
    ]
    broken += [b"\xff" + chance.randbytes(300) for _ in range(10)]
    broken += [b"GET / HTTP/1.1\r\n\r\n"]
    for data in broken:
        with socket.create_connection(address(tcp_port), timeout=PATIENCE) as client:
            client.sendall(data)
    with opened(tcp_port) as client:
        line.say(b"still here")
        assert client.read(10) == b"still here"


# ---- EN and IO0 ----


@pytest.mark.parametrize(
    ("dtr", "rts", "state"),
    [
        (False, False, ("run", "firmware")),
        (True, True, ("run", "firmware")),
        (False, True, ("reset", "firmware")),
        (True, False, ("run", "loader")),
    ],
)
def test_two_transistors_make_two_lines(tcp_port, wires, dtr, rts, state):
    client = serial.serial_for_url(tcp_port.name, do_not_open=True)
    client.dtr, client.rts = dtr, rts
    with client:  # opens it
        eventually(lambda: ([("run", "firmware"), *wires])[-1] == state)


def test_opening_and_closing_resets_nothing(tcp_port, wires):
    for _ in range(2):
        with opened(tcp_port):
            pass
        eventually(lambda: not tcp_port._connected)
    assert ("reset", "firmware") not in wires


def pulse(client, *, loader):
    """How a flashing tool resets the board: each line by itself, pauses in between."""
    client.dtr, client.rts = False, True
    time.sleep(0.1)
    if loader:
        client.dtr = True
    client.rts = False
    time.sleep(0.05)
    client.dtr = False


@pytest.mark.parametrize("loader", [False, True])
def test_a_flashing_tool_chooses_what_a_reset_leads_to(tcp_port, wires, loader):
    with opened(tcp_port) as client:
        client.rts = client.dtr = False
        wires.clear()
        pulse(client, loader=loader)
        eventually(lambda: any(state == "run" for state, _ in wires))
    assert wires[0] == ("reset", "firmware")
    assert wires[1] == ("run", "loader" if loader else "firmware")


def test_a_program_that_vanishes_lets_the_chip_go(tcp_port, wires):
    client = opened(tcp_port)
    client.dtr = False  # RTS alone: reset
    eventually(lambda: wires and wires[-1] == ("reset", "firmware"))
    client.close()
    eventually(lambda: wires[-1] == ("run", "firmware"))


# ---- with a box behind them ----

DEAF = """
import time
print("main runs")
while True:
    time.sleep_ms(10)
"""


@pytest.fixture
def deaf(tmp_path):
    with box(tmp_path, DEAF) as it:
        it.wait_for(b"main runs\r\n")
        yield it


def test_reset_lines_lead_to_the_loader_and_back_to_the_firmware(deaf):
    port = TcpPort(deaf.console, deaf.set_lines, 0)
    with contextlib.closing(port), opened(port) as client:
        client.rts = client.dtr = False
        start = len(deaf.heard)
        pulse(client, loader=True)
        deaf.wait_for(b"waiting for download\r\n", after=start)
        pulse(client, loader=False)
        deaf.wait_for(b"main runs", after=start)


def test_floods_of_garbage_leave_a_box_that_ctrl_c_stops(deaf):
    port = PtyPort(deaf.console)
    with contextlib.closing(port), opened(port) as client:
        for flood in ALL * 40, b"\x04" * 10_000, b"\x03" * 10_000, random.Random(3).randbytes(10_000):
            client.write(flood)
        client.flush()
        deaf.type(b"\x02", b"", timeout=1)
        for patience in (1, 2, 5, 10, 30, PATIENCE):  # what still comes may start the program again
            client.write(b"\r\x03\x03\r\x02")
            with contextlib.suppress(AssertionError):
                deaf.type(b"\r6*7\r", b"42\r\n>>> ", timeout=patience)
                deaf.type(b"\x04", b"MPY: soft reboot\r\nmain runs\r\n", timeout=patience)
                return
        raise AssertionError(bytes(deaf.heard[-500:]))


def test_a_program_prints_a_megabyte_to_a_client_that_does_not_read(tmp_path):
    program = "for i in range(16384): print('%063d' % i)\nprint('printed')"
    with box(tmp_path, program) as it, contextlib.closing(PtyPort(it.console)) as port, opened(port):
        it.wait_for(b"printed\r\n")
        it.type(b"6*7\r", b"42\r\n")
