"""Ports whose other end says whatever a test wants: one in a time of its own, one that a command can open."""

import contextlib
import json
import os
import pty
import select
import threading
import tty

from tileclock.core import frames

HELLO = (
    "tileclock protocol=1 device=240ac4 firmware=0.1.0 boot=1 new=1 secret=1 table=7"
    " requests=hello,status,list,get,events,ack,put,preset,settings,clock,lock,start,self-test,log"
)


class Liar:
    """A port that answers each request with what it was told to say, its time running as it is read."""

    name = "liar"

    def __init__(self, answers):
        self._answers = answers
        self._time = 0.0
        self._coming = bytearray()
        self._asked = 0

    def write(self, data):
        number = data.strip(b"\n")[1:3]
        for said in self._answers[self._asked % len(self._answers)]:
            if isinstance(said, bytes):
                self._coming += said
            else:
                self._coming += framed(number, *said)
        self._asked += 1

    def read(self, seconds):
        data = bytes(self._coming)
        self._coming.clear()
        self._time += 0.001 if data else seconds + 0.001
        return data

    def now(self):
        return self._time

    def close(self):
        pass


def framed(number, kind, text):
    line = bytearray(b"$" + number + bytes([kind]) + text)
    frames.close(line, len(line))
    return bytes(line)


def whole(text):
    """The lines of an answer that is this text, however long."""
    data = text.encode("ascii")
    if len(data) <= frames.TEXT:
        return [(frames.DONE, data)]
    cut = [data[at : at + frames.TEXT] for at in range(0, len(data), frames.TEXT)]
    lines = [(frames.FIRST + place, piece) for place, piece in enumerate(cut)]
    return [*lines, (frames.DONE, b"+%d" % len(data))]


@contextlib.contextmanager
def far_end(talk):
    """The name of a terminal, to whose other end `talk` is given in a thread of its own."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    os.set_blocking(master, False)
    ending = threading.Event()
    thread = threading.Thread(target=talk, args=(master, ending), daemon=True)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        ending.set()
        thread.join()
        os.close(master)
        os.close(slave)


@contextlib.contextmanager
def lying_box(answer):
    """A box at the port of this name, which says to a request what `answer` gives: (kind, text), or bytes."""

    def talk(master, ending):
        come = b""
        while not ending.is_set():
            if not select.select([master], [], [], 0.02)[0]:
                continue
            *lines, come = (come + os.read(master, 4096)).split(b"\n")
            for line in lines:
                at = frames.find(line, len(line), frames.HOST)
                if at >= 0:
                    number, request = line[at + 1 : at + 3], line[at + frames.HEAD : -4].decode()
                    for said in answer(request):
                        put(master, said if isinstance(said, bytes) else framed(number, *said))

    with far_end(talk) as name:
        yield name


def put(master, data):
    """As a cable does: what nobody reads is lost."""
    with contextlib.suppress(BlockingIOError):
        os.write(master, data)


def json_of(content):
    return whole(json.dumps(content))
