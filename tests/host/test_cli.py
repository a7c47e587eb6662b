"""The command line: what a person reads, what goes wrong, and how it ends."""

import json
import os
import pty
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from socket import create_server
from typing import Any

import pytest
from click import Context

import tileclock
from tests.host.commands import called, says
from tests.patience import PATIENCE
from tileclock_host.cli import COMMANDS, main
from tileclock_host.output import counted
from tileclock_host.sheets.amend import laid


@contextmanager
def started(*arguments: str, env: dict[str, str] | None = None) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tileclock_host", "sim", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env)
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def ended(process: subprocess.Popen[str], by: signal.Signals) -> tuple[int, str]:
    process.send_signal(by)
    _, errors = process.communicate(timeout=PATIENCE)
    return process.returncode, errors


def test_help_lists_every_command_and_loads_none() -> None:
    program = (
        "import sys; from tileclock_host.cli import main; main(standalone_mode=False); print(*sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, "--help"], capture_output=True, text=True, check=True
    )
    for name in COMMANDS:
        assert f"\n  {name} " in run.stdout
    shown = [line.split()[0] for line in run.stdout.partition("Commands:")[2].splitlines()[1:] if line]
    wanted = ["sim", "deploy", "sync", "sheets", "export", "log"]  # as somebody with a new clock needs them
    assert [name for name in shown if name in wanted] == wanted
    assert "uvicorn" not in run.stdout and "tileclock_host.sim" not in run.stdout


def every_command() -> Iterator[str]:
    """Also those of groups: `sheets import`."""
    for name in COMMANDS:
        yield name
        command = main.get_command(Context(main), name)
        yield from (f"{name} {each}" for each in getattr(command, "commands", ()))


@pytest.mark.parametrize("name", list(every_command()))
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = called(*name.split(), "--help")
    assert result.exit_code == 0
    assert f"  tileclock {name}" in result.output
    assert max(map(len, result.output.splitlines())) <= 80
    for riddle in ("...\n", "%Y", "2147483647", "INTEGER RANGE", "FLOAT"):
        assert riddle not in result.output.partition("Options:")[2]


@pytest.mark.parametrize("number", ["-1", "2147483648", "x"])
def test_a_number_no_match_can_have_is_a_usage_error(number: str) -> None:
    result = called("sheets", "--match", number)
    assert result.exit_code == 2 and number in result.output


def test_version() -> None:
    result = called("--version")
    assert result.exit_code == 0 and tileclock.VERSION in result.output


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["sim", "--nothing"],
        ["sim", "--speed", "61"],
        ["sim", "--speed", "-1"],
        ["sim", "--port", "70000"],
        ["sim", "--lan", "--host", "127.0.0.1"],
    ],
)
def test_what_it_does_not_know_is_a_usage_error(arguments: list[str]) -> None:
    result = called(*arguments)
    assert result.exit_code == 2
    assert "Error: " in result.output


def test_a_port_in_use_is_one_sentence_with_the_way_out() -> None:
    with create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        result = called("sim", "--no-browser", "--port", str(port))
    assert result.exit_code == 1
    assert result.output == f"Error: Port {port} is in use: choose another one, such as --port {port + 1}.\n"


@pytest.mark.parametrize("host", ["192.0.2.1", "no-such-name.invalid"])
def test_an_address_of_another_computer_is_one_sentence(host: str) -> None:
    result = called("sim", "--no-browser", "--port", "0", "--host", host)
    assert result.exit_code == 1
    assert result.output.count("\n") == 1 and host in result.output and "--host" in result.output


def test_the_terminal_view_without_a_terminal_is_one_sentence() -> None:
    result = called("sim", "--tui")
    assert result.exit_code == 1
    assert result.output.count("\n") == 1 and "--headless" in result.output


def test_a_folder_without_firmware_is_one_sentence(tmp_path: Path) -> None:
    image = str(tmp_path / "flash.img")
    result = called("sim", "--headless", "--flash", image, "--bundle", str(tmp_path))
    assert result.exit_code == 1, result.output
    assert result.output.startswith("Error: ") and result.output.count("\n") == 1


def test_a_memory_that_cannot_be_kept_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = called("sim", "--headless", "--flash", str(tmp_path / "file" / "flash.img"))
    assert result.exit_code == 1, result.output
    assert result.output.count("\n") == 1 and "--flash" in result.output


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM])
def test_headless_prints_the_ports_and_ends_cleanly(tmp_path: Path, by: signal.Signals) -> None:
    with started("--headless", "--flash", str(tmp_path / "flash.img")) as process:
        assert process.stdout is not None
        assert re.fullmatch(r"Serial: /dev/\S+\n", process.stdout.readline()), "no TCP port is open unasked"
        assert ended(process, by) == (0, "")


def test_the_commands_of_the_cable_find_a_simulator_by_themselves(tmp_path: Path) -> None:
    def found() -> list[dict[str, Any]]:
        clocks: list[dict[str, Any]] = json.loads(called("devices", "--json").stdout)["clocks"]
        return clocks

    with started("--headless", "--flash", str(tmp_path / "flash.img")) as process:
        assert process.stdout is not None
        port = process.stdout.readline().split()[1]
        clocks = found()
        assert [clock["port"] for clock in clocks] == [port] and clocks[0]["secret"]
        assert f"{port} ({clocks[0]['device']}): 0 of 0 new sheets stored" in says("sync")
        process.kill()
        process.wait()
        assert found() == [], "its name on file means nothing once it is gone"


@pytest.mark.parametrize("wanted", [[], ["0"]])
def test_a_tcp_port_is_there_for_who_asks(tmp_path: Path, wanted: list[str]) -> None:
    with started("--tcp", *wanted, "--headless", "--flash", str(tmp_path / "flash.img")) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        assert re.fullmatch(r"Serial: /dev/\S+  rfc2217://127\.0\.0\.1:\d+\n", said)
        assert ended(process, signal.SIGINT) == (0, "")


def test_where_no_terminal_can_be_made_one_sentence_says_what_to_do() -> None:
    code = "import click, sys; from tileclock_host.cli import main; sys.platform = 'win32'; main(['sim'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("Error: Windows") and "WSL" in done.stderr and done.stderr.count("\n") == 1


def test_the_page_is_at_the_address_it_prints_until_ctrl_c(tmp_path: Path) -> None:
    with started("--no-browser", "--port", "0", "--flash", str(tmp_path / "flash.img")) as process:
        assert process.stdout is not None
        label, address = process.stdout.readline().split()
        serial = process.stdout.readline().split()
        assert (label, serial[0]) == ("Table:", "Serial:")
        assert len(serial) == 2 and serial[1].startswith("/dev/")
        connection = HTTPConnection(address.removeprefix("http://"), timeout=PATIENCE)
        connection.request("GET", "/")
        assert connection.getresponse().status == 200
        connection.close()
        assert ended(process, signal.SIGINT) == (0, "")


@pytest.mark.parametrize(
    "arguments",
    [
        ["sync", "--port", "/dev/no-such-port-of-this-computer"],
        ["config", "set", "there-is-no-such-setting=4"],
        ["show", "a-name-that-is-no-sheet-and-much-too-long-to-stand-in-a-line-with-what-is-said-of-it"],
    ],
    ids=str,
)
def test_a_terminal_gets_errors_that_break_between_words(arguments: list[str]) -> None:
    """Where nobody looks the same words are on one line, for programs."""
    environment = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    command = [sys.executable, "-m", "tileclock_host", *arguments]
    piped = subprocess.run(command, capture_output=True, env=environment, text=True, check=False).stderr
    ours, its = pty.openpty()
    termios.tcsetwinsize(its, (24, 80))
    subprocess.run(command, stderr=its, env=environment, check=False)
    os.close(its)
    shown = os.read(ours, 65536).decode().replace("\r", "")
    os.close(ours)
    assert shown.split() == piped.split()
    error, one_line = shown[shown.index("Error: ") :], piped[piped.index("Error: ") :]
    assert one_line.count("\n") == 1 and len(one_line) > 81, "one line is not enough for it"
    for line in error.splitlines():
        assert len(line) <= 80 or " " not in line.strip()


def test_a_slip_of_the_fingers_is_told_what_it_resembles():
    assert "did you mean `tileclock sync`?" in says("snyc", status=2)
    assert "did you mean limit=40?" in says("config", "set", "limt=40", status=2)
    assert "did you mean" not in says("qqqqq", status=2) + says("config", "set", "qqqqq=4", status=2)


def test_one_thing_is_one_thing_where_it_is_counted():
    assert [counted(count, "sheet") for count in (0, 1, 2, 1000)] == [
        "0 sheets",
        "1 sheet",
        "2 sheets",
        "1,000 sheets",
    ]
    assert laid(1, 1) == "1 letter with 1 tile" and laid(5, 3) == "5 letters with 3 tiles"
