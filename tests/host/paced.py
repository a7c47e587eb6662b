"""A simulated box with a program of the test's own, kept in step with the wall clock by a thread."""

import json
import queue
import subprocess
import threading
import time
from contextlib import closing, contextmanager

from tests.host.commands import MPREMOTE
from tests.patience import PATIENCE
from tileclock_host.sim import flash
from tileclock_host.sim.board import Board
from tileclock_host.sim.ports import PtyPort
from tileclock_host.sim.tcp_port import TcpPort

STEP = 0.004  # seconds of real time between two looks at the box


class Paced:
    """The box, and what was heard from it."""

    def __init__(self, board, speed):
        self.board = board
        self.console = board.console
        self.speed = speed
        self.heard = bytearray()
        self.died = None
        self._lock = threading.Condition()
        self._todo = queue.SimpleQueue()
        self._ending = False
        self.console.listen(self._hear)
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _hear(self, data):
        with self._lock:
            self.heard += data
            self._lock.notify_all()

    def _run(self):
        last = time.monotonic()
        while not self._ending:
            time.sleep(STEP)
            while not self._todo.empty():
                self._todo.get()()
            now = time.monotonic()
            # A running program is waited for, however slow this machine is; at a prompt nobody would answer.
            patience = 0.5 if self.console.program_runs() else STEP * 2
            try:
                self.board.follow(self.board.now + int((now - last) * self.speed * 1e6), patience)
            except Exception as error:
                self.died = error
                raise
            last = now

    def do(self, what):
        """Do something to the board in the thread that drives it."""
        self._todo.put(what)

    def set_lines(self, **lines):
        self.do(lambda: self.board.set_lines(**lines))

    def wait_for(self, text, *, after=0, timeout=PATIENCE):
        """The position behind `text` in what was heard from position `after` on."""
        with self._lock:
            found = self._lock.wait_for(lambda: self.heard.find(text, after) >= 0, timeout)
            assert found, f"no {text!r} within {timeout} s but {bytes(self.heard[after:][-2000:])!r}"
            return self.heard.find(text, after) + len(text)

    def type(self, data, answer, *, timeout=PATIENCE):
        """Send `data`, wait for `answer`; the position behind it is returned."""
        start = len(self.heard)
        self.console.write(data)
        return self.wait_for(answer, after=start, timeout=timeout)

    def stop(self):
        self._ending = True
        self._thread.join()
        self.board.close()
        assert self.died is None


class Remote:
    """mpremote on one port of a box."""

    def __init__(self, it, port):
        self.box, self.port = it, port

    def __call__(self, *arguments, status=0):
        with self.begun(*arguments) as process:
            said, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == status, (said, errors, bytes(self.box.heard[-1000:]))
        return said.decode()

    @contextmanager
    def begun(self, *arguments):
        """It has these to do, and is ended with the block."""
        process = subprocess.Popen(
            [MPREMOTE, "connect", self.port, *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            yield process
        finally:
            process.kill()
            process.communicate()

    def starts_main(self, *arguments):
        """Whether these arguments make the program run again."""
        start = len(self.box.heard)
        self(*arguments)
        self.box.wait_for(b"main runs\r\n", after=start)


@contextmanager
def ports_of(it):
    """The names of both ports of a box, while they are there."""
    with (
        closing(PtyPort(it.console)) as pty,
        closing(TcpPort(it.console, it.set_lines, 0)) as tcp,
    ):
        yield {"pty": pty.name, "rfc2217": tcp.name}


@contextmanager
def box(folder, program, *, speed=1.0, modules=None):
    """A box that was just switched on with `program` as its main.py, which may import these modules."""
    bundle = folder / "bundle"
    bundle.mkdir()
    for name, text in {"main.py": program, **(modules or {})}.items():
        (bundle / name).parent.mkdir(exist_ok=True)
        (bundle / name).write_text(text, encoding="utf-8")
    (bundle / "manifest.json").write_text(json.dumps({}))
    flash.create(folder / "flash.img", bundle)
    board = Board(folder / "flash.img")
    board.power_on()
    paced = Paced(board, speed)
    try:
        yield paced
    finally:
        paced.stop()
