"""The TCP port lets nobody in who has not begun with RFC 2217: nothing of what he says reaches the box."""

import contextlib
import random
import re
import socket

import pytest
import serial

from tests.host.lines import Line, Wires, address
from tests.patience import PATIENCE, eventually
from tileclock_host.sim import tcp_port
from tileclock_host.sim.tcp_port import TcpPort

IAC, OFFER = b"\xff", b"\xff\xfb\x2c"
SPEAKS = re.compile(rb"(?s)(?:\xff[\xfb-\xfe].){0,31}?\xff\xfb\x2c")
TYPED = b"\r\x03\x03\r\x01print(6*7)\x04"
VERBS = [
    b"GET / HTTP/1.1",
    b"POST /x HTTP/1.0",
    b"PUT",
    b"CONNECT a:1 HTTP/1.1",
    b"\x16\x03\x01\x02",
    b"SSH-2.0-x",
]


@pytest.fixture
def line():
    return Line()


@pytest.fixture
def wires():
    return Wires()


@pytest.fixture
def port(line, wires):
    with contextlib.closing(TcpPort(line, wires, 0)) as port:
        yield port


def called(port):
    connection = socket.create_connection(address(port), timeout=PATIENCE)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection


def answered(connection):
    """All that comes until the other end closes."""
    with contextlib.suppress(ConnectionResetError):
        return b"".join(iter(lambda: connection.recv(65536), b""))
    return b""


def answer(port, *pieces):
    """What somebody hears who says this and waits."""
    with called(port) as connection:
        with contextlib.suppress(OSError):  # it may have been closed by then
            for piece in pieces:
                connection.sendall(piece)
            connection.shutdown(socket.SHUT_WR)
        return answered(connection)


@pytest.mark.parametrize(
    "opening",
    [
        *(verb + b"\r\nHost: 127.0.0.1\r\n\r\n" + OFFER + TYPED for verb in VERBS),
        TYPED,
        b"\r",
        b"\0",
        b"\0\xff\xfb\x2c",
        IAC + IAC + OFFER,
        IAC + b"\xf0" + OFFER,
        IAC + b"\xfa\x2c\x01\0\0\x4b\0\xff\xf0" + OFFER,
        b"\xff\xfd\x2c" + TYPED,
        b"\xff\xfb\x01\xff\xfb\x03" + TYPED + OFFER,
        b"\xff\xfb\x01" * 40 + OFFER + TYPED,
        b"\xff\xfb",
        "ÿû,".encode() + TYPED,
    ],
)
def test_who_begins_with_anything_else_hears_one_sentence_and_nothing_of_it_reaches_the_box(
    port, line, wires, opening
):
    said = answer(port, opening).decode()
    assert said.strip().startswith("This port speaks RFC 2217 only") and said.count("\r\n") == 2
    said = answer(port, *(opening[i : i + 1] for i in range(len(opening)))).decode()
    assert not said or said.strip().startswith("This port speaks RFC 2217 only")
    assert not line.came and not wires


def test_what_follows_a_whole_negotiation_is_data(port, line):
    opening = b"\xff\xfd\x01\xff\xfb\x03" + OFFER
    answer(port, opening + b"one" + IAC + IAC)
    answer(port, *(opening[i : i + 1] for i in range(len(opening))), b"two")
    assert line.came == b"one\xfftwo"


@pytest.mark.parametrize("begun", [b"", IAC, b"\xff\xfb", b"\xff\xfb\x03\xff\xfd\x2c"])
def test_who_is_silent_is_sent_away(port, line, wires, monkeypatch, begun):
    monkeypatch.setattr(tcp_port, "SILENCE", 0.2)
    with called(port) as connection:
        connection.sendall(begun)
        assert b"This port speaks RFC 2217 only" in answered(connection)
    assert not line.came and not wires


def test_silence_has_an_end_of_some_seconds():
    assert 1 <= tcp_port.SILENCE <= 10


def test_any_number_of_silent_ones_keeps_no_program_out(port, line):
    with contextlib.ExitStack() as silent:
        for _ in range(tcp_port.GUESTS * 3):
            silent.enter_context(called(port))
        with serial.serial_for_url(port.name, timeout=PATIENCE) as client:
            client.write(b"hello")
            eventually(lambda: line.came == b"hello")
        assert len(port._guests) <= tcp_port.GUESTS


def test_while_one_is_in_a_second_is_told_so_however_it_begins(port, line):
    with called(port) as early, serial.serial_for_url(port.name, timeout=PATIENCE) as client:
        early.sendall(OFFER + TYPED)
        assert b"Another program has this port open" in answered(early)
        for opening in (b"", OFFER + TYPED, b"GET / HTTP/1.1\r\n\r\n"):
            assert b"Another program has this port open" in answer(port, opening)
        line.say(b"undisturbed")
        assert client.read(11) == b"undisturbed"
    assert not line.came


def opening(chance):
    """Bytes somebody might begin with, most of them nearly right, and the data behind those that are."""
    if chance.random() < 0.3:
        return chance.randbytes(chance.randrange(200)), None
    if chance.random() < 0.1:
        return chance.choice(VERBS) + b"\r\n\r\n" + TYPED, None
    commands = [
        IAC + bytes([chance.randrange(0xFB, 0xFF), chance.randrange(256)]) for _ in range(chance.randrange(8))
    ]
    right = b"".join(commands) + OFFER
    if chance.random() < 0.2:
        data = chance.randbytes(chance.randrange(50)).replace(IAC, b"")
        return right + data, data if SPEAKS.match(right).end() == len(right) else None
    wrong = bytearray(right + TYPED)
    for _ in range(chance.randrange(1, 4)):
        at = chance.randrange(len(wrong))
        wrong[at : at + chance.randrange(2)] = chance.choice([b"", IAC, b"\r", chance.randbytes(1)])
    return bytes(wrong), None


@pytest.mark.parametrize("count", [1500, pytest.param(10_000, marks=pytest.mark.slow)])
def test_random_openings(port, line, wires, count):
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    chance, let_in = random.Random(seed), 0
    for _ in range(count):
        begin, data = opening(chance)
        cuts = sorted(chance.randrange(len(begin) + 1) for _ in range(chance.choice([0, 0, 0, 3])))
        pieces = [begin[i:j] for i, j in zip([0, *cuts], [*cuts, len(begin)], strict=True)]
        answer(port, *pieces)
        if SPEAKS.match(begin):
            let_in += 1
            assert data is None or line.came == data, (seed, begin)
            line.came.clear()
        else:
            assert not line.came, (seed, begin)
    assert ("reset", "firmware") not in wires
    assert count * 0.1 < let_in < count * 0.5, "both kinds were tried"
