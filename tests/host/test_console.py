"""The box's serial line: Ctrl-C in every state, both prompts, soft resets, ring, line ends, watchdog."""

import os
import termios
import threading

import pytest

from tests.host.paced import box
from tests.patience import eventually
from tileclock_host.sim.console import Console

TICKING = """
import time
print("main runs")
while True:
    time.sleep_ms(100)
"""
RAW = b"raw REPL; CTRL-B to exit\r\n>"
FRIENDLY = b"information.\r\n>>> "


@pytest.fixture
def ticking(tmp_path):
    with box(tmp_path, TICKING) as it:
        it.wait_for(b"main runs\r\n")
        yield it


def interrupt(it):
    """To the friendly prompt."""
    it.type(b"\x03", FRIENDLY)


def raw_prompt(it):
    it.type(b"\r\x03", FRIENDLY)
    it.type(b"\x01", RAW)


# ---- Ctrl-C ----


def test_ctrl_c_stops_the_program_with_its_traceback(ticking):
    start = len(ticking.heard)
    interrupt(ticking)
    assert b"Traceback" in ticking.heard[start:]
    assert b"KeyboardInterrupt" in ticking.heard[start:]


@pytest.mark.parametrize("times", [2, 3, 50])
def test_more_than_one_ctrl_c_at_once_is_one_interrupt_and_no_reset(ticking, times):
    start = len(ticking.heard)
    ticking.type(b"\r" + b"\x03" * times, FRIENDLY)
    ticking.type(b"6*7\r", b"42\r\n>>> ")
    assert b"soft reboot" not in ticking.heard[start:]


def test_ctrl_c_at_the_prompt_only_drops_the_line(ticking):
    interrupt(ticking)
    ticking.type(b"1/0", b"1/0")
    ticking.type(b"\x03", b"\r\n>>> ")
    start = len(ticking.heard)
    ticking.type(b"6*7\r", b"42\r\n>>> ")
    assert b"Error" not in ticking.heard[start:]


def test_ctrl_c_right_behind_a_line_stops_what_the_line_starts(ticking):
    interrupt(ticking)
    for _ in range(5):
        start = len(ticking.heard)
        ticking.type(b"while True: pass\r\r\x03", b"KeyboardInterrupt: \r\n>>> ")
        assert b"MPY" not in ticking.heard[start:]


def test_ctrl_c_interrupts_what_the_raw_prompt_executes(ticking):
    raw_prompt(ticking)
    ticking.type(b"print('on')\nwhile True: pass\x04", b"on\r\n")
    ticking.type(b"\x03", b"\x04>")
    answer = bytes(ticking.heard)[ticking.heard.rfind(b"OK") :]
    assert answer.startswith(b"OKon\r\n\x04Traceback")
    assert answer.endswith(b"KeyboardInterrupt: \r\n\x04>")


def test_ctrl_c_interrupts_what_was_pasted_to_the_raw_prompt(ticking):
    raw_prompt(ticking)
    ticking.type(b"\x05A\x01", b"R\x01\x80\x00\x01")
    ticking.type(b"print('on')\nwhile True: pass\x04", b"\x04on\r\n")
    ticking.type(b"\x03", b"KeyboardInterrupt: \r\n\x04>")


@pytest.fixture
def at_raw_prompt():
    """A console whose VM is the test: it reads at its raw prompt."""
    console = Console(lambda: None)
    mode = termios.tcgetattr(console.vm_end)
    mode[3] &= ~termios.ISIG
    termios.tcsetattr(console.vm_end, termios.TCSANOW, mode)
    yield console
    console.close()


def say(console, data):
    """The VM says it, and the console has taken it."""
    heard, said, size = threading.Event(), bytearray(), len(data)

    def listener(piece):
        said.extend(piece)
        if len(said) >= size:
            heard.set()

    stop = console.listen(listener)
    os.write(console.vm_end, data)
    assert heard.wait(10)
    stop()


@pytest.mark.parametrize(
    "answer",
    [
        [b"R\x01\x80\x00\x01"],
        [b"R", b"\x01", b"\x80", b"\x00", b"\x01"],
        [b"what ran\x04\x04>R\x01\x80\x00\x01"],
        [b"what ran\x04", b"\x04", b">R", b"\x01\x80\x00\x01"],
    ],
)
def test_what_was_pasted_runs_from_its_end_to_its_first_mark_however_the_answer_is_cut(at_raw_prompt, answer):
    for _ in range(3):
        at_raw_prompt.write(b"\x05A\x01")
        assert os.read(at_raw_prompt.vm_end, 3) == b"\x05A\x01"
        for piece in answer:
            say(at_raw_prompt, piece)
            assert not at_raw_prompt.program_runs()
        say(at_raw_prompt, b"\x04")
        assert at_raw_prompt.program_runs()
        say(at_raw_prompt, b"on")
        assert at_raw_prompt.program_runs()
        for mark in b"\x04", b"\x04", b">":
            say(at_raw_prompt, mark)
            assert not at_raw_prompt.program_runs()


def test_ctrl_c_gets_through_while_the_program_floods_the_line(tmp_path):
    with box(tmp_path, "while True: print('x' * 60)") as it:
        it.wait_for(b"x\r\nx")
        it.type(b"\x03", FRIENDLY)


def test_a_program_that_catches_ctrl_c_goes_on_and_can_be_interrupted_again(tmp_path):
    program = """
import time
while True:
    try:
        print("on")
        while True:
            time.sleep_ms(10)
    except KeyboardInterrupt:
        print("caught")
"""
    with box(tmp_path, program) as it:
        it.wait_for(b"on")
        it.type(b"\x03", b"caught\r\non")
        later = it.board.now + 300_000
        eventually(lambda: it.board.now > later)
        it.type(b"\x03", b"caught")


# ---- resets ----


def test_ctrl_d_at_the_friendly_prompt_starts_the_program_again(ticking):
    interrupt(ticking)
    start = len(ticking.heard)
    ticking.type(b"\x04", b"main runs\r\n")
    assert bytes(ticking.heard[start:]) == b"\r\nMPY: soft reboot\r\nmain runs\r\n"


def test_a_soft_reset_in_raw_mode_comes_back_in_raw_mode_without_the_program(ticking):
    raw_prompt(ticking)
    for _ in range(3):
        start = len(ticking.heard)
        ticking.type(b"\x04", RAW)
        assert bytes(ticking.heard[start:]) == b"OK\r\nMPY: soft reboot\r\n" + RAW
    start = len(ticking.heard)
    ticking.type(b"print('here')\x04", b"\x04\x04>")
    assert bytes(ticking.heard[start:]) == b"OKhere\r\n\x04\x04>"
    assert b"main runs" not in ticking.heard[start:]


def test_after_raw_mode_was_left_a_soft_reset_runs_the_program_again(ticking):
    raw_prompt(ticking)
    ticking.type(b"\x04", RAW)
    ticking.type(b"\x02", FRIENDLY)
    ticking.type(b"\x04", b"MPY: soft reboot\r\nmain runs\r\n")


def test_what_is_typed_during_a_soft_reset_in_raw_mode_meets_the_raw_prompt(ticking):
    raw_prompt(ticking)
    ticking.type(b"\x04", b"soft reboot\r\n")
    ticking.type(b"print(6*7)\x04", b"OK42\r\n\x04\x04>")


def test_a_program_that_ends_leaves_the_prompt_and_one_that_exits_starts_again(tmp_path):
    with box(tmp_path, "print('once')") as it:
        it.wait_for(b"once\r\nMicroPython")
        it.wait_for(FRIENDLY)
        it.type(b"import machine; machine.soft_reset()\r", b"MPY: soft reboot\r\nonce\r\n")


def test_a_hard_reset_leaves_raw_mode(ticking):
    raw_prompt(ticking)
    ticking.type(b"import machine; machine.reset()\x04", b"main runs")
    interrupt(ticking)
    ticking.type(b"\x04", b"main runs")


def test_the_raw_prompts_announcement_counts_only_from_the_box(ticking):
    """A program that was read piece by piece must not be taken for what it talks about."""
    interrupt(ticking)
    ticking.type(b"# raw REPL; CTRL-B to exit\r", b"exit\r\n>>> ")
    ticking.type(b"\x04", b"main runs")


# ---- bytes ----


def test_replies_of_the_raw_prompt_are_exact_and_prints_end_in_cr_lf(ticking):
    raw_prompt(ticking)
    start = len(ticking.heard)
    ticking.type(b"print(7); print('a\\n\\nb')\x04", b"\x04>")
    ticking.type(b"1/0\x04", b"\x04>")
    assert bytes(ticking.heard[start:]) == (
        b"OK7\r\na\r\n\r\nb\r\n\x04\x04>"
        b'OK\x04Traceback (most recent call last):\r\n  File "<stdin>", line 1, in <module>\r\n'
        b"ZeroDivisionError: divide by zero\r\n\x04>"
    )


def test_a_line_end_split_between_two_reads_is_not_doubled(ticking):
    raw_prompt(ticking)
    code = b"import sys\nfor i in range(300):\n for t in 'r\\r', '\\nn', '\\n': sys.stdout.write(t)"
    start = len(ticking.heard)
    ticking.type(code + b"\x04", b"\x04\x04>")
    assert bytes(ticking.heard[start:]) == b"OK" + b"r\r\nn\r\n" * 300 + b"\x04\x04>"


def test_what_follows_a_ctrl_c_waits_for_the_prompt(tmp_path):
    """A program that reads the line goes on reading until the chip raises the interrupt."""
    program = """
import sys, select
line = select.poll()
line.register(sys.stdin, select.POLLIN)
print("on")
while True:
    for _ in line.ipoll(10):
        sys.stdin.buffer.read(1)
"""
    with box(tmp_path, program) as it:
        it.wait_for(b"on")
        it.type(b"\r\x03\r\x01", RAW)


def test_what_follows_a_ctrl_c_that_is_an_ordinary_byte_goes_to_the_program(tmp_path):
    """It came when the program did not listen yet, so nobody knew what it would mean."""
    program = """
import micropython, select, sys, time
micropython.kbd_intr(-1)
print("on")
time.sleep_ms(500)
line = select.poll()
line.register(sys.stdin, select.POLLIN)
found = b""
while len(found) < 4:
    for _ in line.ipoll(10):
        found += sys.stdin.buffer.read(1)
print(sorted(found))
"""
    with box(tmp_path, program) as it:
        it.wait_for(b"on")
        it.type(b"\x03abc", b"[3, 97, 98, 99]")


def test_a_long_text_reaches_the_prompt_whole(ticking):
    raw_prompt(ticking)
    ticking.type(b"t = '" + b"tile" * 10_000 + b"'; print(len(t))\x04", b"OK40000\r\n")


def test_a_program_that_does_not_read_keeps_what_the_ring_holds(tmp_path):
    program = """
import sys, time, select
print("on")
try:
    while True:
        time.sleep_ms(10)
except KeyboardInterrupt:
    line = select.poll()
    line.register(sys.stdin, select.POLLIN)
    got = 0
    while line.poll(100):
        got += len(sys.stdin.buffer.read(1))
    print("got", got)
"""
    with box(tmp_path, program) as it:
        it.wait_for(b"on")
        for _ in range(20):
            it.console.write(b"z" * 50)
            sent = it.board.now
            eventually(lambda sent=sent: it.board.now > sent + 1000)
        it.type(b"\x03", b"got 259\r\n")


def test_the_log_is_told_in_lines_for_people(ticking):
    assert ticking.console.tail(4000).endswith("SPI_FAST_FLASH_BOOT)\nmain runs\n")


# ---- the watchdog behind a prompt ----

WATCHED = """
import machine, time
watchdog = machine.WDT(timeout=8000)
try:
    print("main runs")
    while True:
        watchdog.feed()
        time.sleep_ms(100)
finally:
    print("left")
"""


def test_the_watchdog_bites_at_a_prompt_left_alone(tmp_path):
    with box(tmp_path, WATCHED, speed=10) as it:
        it.wait_for(b"main runs")
        it.type(b"\x03", FRIENDLY)
        start, stopped = len(it.heard), it.board.now
        it.wait_for(b"(TG1WDT_SYS_RESET)", after=start)
        it.wait_for(b"main runs", after=start)
        assert it.board.now - stopped > 7_000_000


def test_a_soft_reset_does_not_tame_the_watchdog(tmp_path):
    with box(tmp_path, WATCHED, speed=20) as it:
        it.wait_for(b"main runs")
        it.type(b"\r\x03", FRIENDLY)
        it.type(b"\x01", RAW)
        it.type(b"\x04", RAW)
        it.wait_for(b"(TG1WDT_SYS_RESET)")


# ---- time behind a prompt ----


def test_a_sleep_typed_at_the_prompt_takes_its_time(ticking):
    interrupt(ticking)
    begun = ticking.board.now
    eventually(lambda: ticking.board.now > begun + 300_000)
    ticking.type(b"import time\r", b"\r\n>>> ")
    begun = ticking.board.now
    ticking.type(b"time.sleep_ms(500)\r", b"\r\n>>> ")
    assert 450_000 < ticking.board.now - begun < 3_000_000


def test_a_prompt_left_alone_for_long_does_not_stop_time(ticking):
    interrupt(ticking)
    for _ in range(5000):
        ticking.board.follow(ticking.board.now + 1000, 0)
    ticking.type(b"6*7\r", b"42\r\n>>> ")
