"""Files that several programs change at once: what each of them writes there stays."""

import os
from contextlib import ExitStack

import pytest

from tileclock_host.device import simulated
from tileclock_host.sheets import secrets

DEVICE = "0123456789ab240ac40051ac"


def in_children(*actions):
    """All of them at once, each in a process of its own."""
    reading, writing = os.pipe()
    children = []
    for action in actions:
        child = os.fork()
        if not child:
            status = 1
            try:
                os.close(writing)
                os.read(reading, 1)  # until all are there
                action()
                status = 0
            finally:
                os._exit(status)
        children.append(child)
    os.close(writing)
    os.close(reading)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * len(children)


def test_many_deploys_of_one_clock_lose_no_secret(home):
    """A second one begins while the first is between reading and writing."""
    all_of_them = [[bytes([who, number]) * 16 for number in range(8)] for who in range(6)]

    def keep(mine):
        return lambda: [secrets.keep(DEVICE, each) for each in mine]

    in_children(*map(keep, all_of_them))
    assert set(secrets.of(DEVICE)) == {each for some in all_of_them for each in some}
    assert [file.name for file in (home / "secrets").iterdir()] == [DEVICE]


@pytest.fixture
def looked_at(monkeypatch):
    """Some program looks for simulators right before each lock that a simulator takes."""
    lock = simulated.fcntl.flock
    looks = []

    def flock(file, how):
        if how & simulated.fcntl.LOCK_EX and not looks:
            looks.append("begun")
            looks.append(simulated.ports())
            lock(file, how)
            looks.clear()
        else:
            lock(file, how)

    monkeypatch.setattr(simulated.fcntl, "flock", flock)


def test_a_simulator_that_just_begins_is_found_whoever_looks_at_that_moment(home, looked_at):
    with simulated.announced("/dev/pts/7"):
        assert simulated.ports() == ["/dev/pts/7"]
    assert simulated.ports() == []


def test_a_simulator_begins_while_another_program_looks_at_its_file(home):
    """Such a look holds the file for a moment."""
    folder = home / "sim" / "ports"
    folder.mkdir(parents=True)
    mine = folder / str(os.getpid())
    ready, go = os.pipe()
    with mine.open("w") as left:  # as a simulator of that number has left it
        left.write("/dev/pts/1")
    child = os.fork()
    if not child:
        with mine.open() as seen:
            simulated.fcntl.flock(seen, simulated.fcntl.LOCK_SH)
            os.write(go, b"!")
            os.sched_yield()
        os._exit(0)
    os.read(ready, 1)
    with simulated.announced("/dev/pts/7"):
        assert simulated.ports() == ["/dev/pts/7"]
    os.waitpid(child, 0)


def test_what_a_killed_simulator_left_is_not_found_and_goes_with_the_next(home):
    folder = home / "sim" / "ports"
    folder.mkdir(parents=True)
    (folder / "99999999").write_text("/dev/pts/1")
    assert simulated.ports() == []
    with ExitStack() as running:
        running.enter_context(simulated.announced("/dev/pts/7"))
        assert simulated.ports() == ["/dev/pts/7"]
        assert [file.name for file in folder.iterdir()] == [str(os.getpid())]
