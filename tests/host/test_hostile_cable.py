"""Every command against every hostile answer: nothing from the cable reaches the terminal as it is.

What is printed is looked at byte by byte: a line feed is the only sign in it that is no letter. JSON stays
JSON, and whatever goes wrong is said in one sentence.
"""

import binascii
import json
import random
import subprocess
import sys
import unicodedata
import zlib
from pathlib import Path

import pytest

from tests import presets
from tests.host.commands import called
from tests.host.liar import HELLO, json_of, lying_box, whole
from tests.patience import PATIENCE
from tileclock.core import frames
from tileclock_host.device import checkup

TILECLOCK = Path(sys.executable).with_name("tileclock")
SAMPLED = 6  # pairs that the installed command is tried with

RAW = b"\x1b]0;owned\x07\x1b[2J\x00\x08\r\x7f\x0b"  # what fits into a line of the cable
NAMES = ["\x1b[2J", "a\x00b", "c\nd", "\x9b31m\x85", "\u202eabc\u2066", "\ud800\u2028"]
EVIL = "".join(NAMES)
PICTURE = binascii.b2a_base64(bytes(81), newline=False)

COMMANDS = [
    "devices", "devices --json", "sync", "sync --json", "roster", "roster --json", "roster A=Ala",
    "preset list", "preset list --json", "preset get pl", "preset put FILE", "preset delete x",
    "config get", "config get --json", "config set limit=60", "lock CAFE", "lock --none",
    "screenshot PICTURE", "log --kept", "log --seconds 0.2", "doctor", "doctor --json",
]  # fmt: skip


def honest(request):
    """What a box says that means well."""
    word, _, rest = request.partition(" ")
    log = "0 watch\n"
    figures = {
        "self-test": "panel=1 flash=1 free=900 lights=1 buzzer=1 looks=400 missed=0 lost=0 heap=30000 held=-",
        "list": "",
        "status": "phase=0",
        "preset": "x",
        "log": "boot=3 cause=0 safe=0 lost=0 size=8",
    }
    if word == "hello":
        return whole(HELLO)
    if word == "settings" and not rest:
        return json_of({"names": ["Ala", "", "", "", "", ""], "table": 7, "limit": 40})
    if request.startswith("preset get"):
        return json_of(presets.built_in("pl"))
    if word == "log" and rest:
        return pulled(log, rest)
    if request == "get screen 0 20":
        return [(frames.FIRST + place, PICTURE) for place in range(12)] + [
            (frames.FIRST + 12, binascii.b2a_base64(bytes(52), newline=False)),
            (frames.DONE, b""),
        ]
    return whole(figures.get(word, "1"))


def pulled(text, rest):
    """An answer to "OFFSET LINES"."""
    data = text.encode().replace(b"\n", b"\t")
    check = b"%d %08x" % (len(data), zlib.crc32(text.encode()))
    if rest == "0 0":
        return [(frames.DONE, check)]
    return [(frames.FIRST, data), (frames.DONE, check)]


def after_hello(said):
    return lambda request: honest(request) if request.startswith("hello") else said


def settings(found):
    return lambda request: (
        json_of(found) if request.startswith(("settings", "preset get")) else honest(request)
    )


def text_settings(text):
    return lambda request: whole(text) if request.startswith(("settings", "preset get")) else honest(request)


def noisy(request):
    return [b"\r\n" + RAW + EVIL.encode("utf-8", "surrogatepass") + b"\r\n", *honest(request)]


def evil_log(request):
    word, _, rest = request.partition(" ")
    return pulled("a" + RAW.decode() + "\nb\n", rest) if word == "log" and rest else honest(request)


def evil_sheets(request):
    word, _, rest = request.partition(" ")
    if word == "list":
        return whole("00001-01 60")
    if word == "get" and rest.startswith("00001"):
        return pulled(RAW.decode() + "\n" * 4, rest.partition(" ")[2])
    return honest(request)


LIES = {
    "refuses": after_hello([(frames.REFUSED, RAW)]),
    "is busy": after_hello([(frames.BUSY, RAW)]),
    "refuses hello": lambda request: [(frames.REFUSED, RAW)],
    "says it is done": after_hello([(frames.DONE, RAW)]),
    "lists an impossible sheet": after_hello([(frames.DONE, b"00001-01\x1b[2J 12")]),
    "says evil numbers": after_hello([(frames.DONE, b"\x1b[2J\x1b[2J 00000000")]),
    "has an evil firmware": lambda request: [
        (frames.DONE, HELLO.replace("0.1.0", "\x1b[2J").encode()[: frames.TEXT])
    ],
    "knows evil requests": lambda request: (
        whole(HELLO + ",\x1b[2J\x00") if request.startswith("hello") else honest(request)
    ),
    "has evil names": settings({"names": NAMES, "table": 7, EVIL: EVIL, "limit": [EVIL, {EVIL: None}]}),
    "has no names": settings({"names": "Ala", "table": 7}),
    "has too many names": settings({"names": NAMES * 2, "table": 7}),
    "has names that are none": settings({"names": [None, 1, {}, [], True, 0.5], "table": 7}),
    "has a table that is none": settings({"names": NAMES, "table": "\x1b[2J"}),
    "says no number": text_settings('{"names": ["", "", "", "", "", ""], "limit": NaN, "round": -1e999}'),
    "says a list": text_settings("[1]"),
    "says too much": text_settings("[" * 5000),
    "makes evil noise": noisy,
    "has an evil log": evil_log,
    "has evil sheets": evil_sheets,
}  # fmt: skip


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(checkup, "WATCHED", 0.1)


def arguments(command, folder, port):
    (folder / "preset.json").write_text(json.dumps(dict(presets.built_in("pl"), id="mine", name="Mine")))
    files = {"FILE": str(folder / "preset.json"), "PICTURE": str(folder / "panel.png")}
    return [*(files.get(word, word) for word in command.split()), "--port", port]


def assert_harmless(command, status, out, err):
    said = out.decode("utf-8") + err.decode("utf-8")
    wild = {sign for sign in said if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"}} - {"\n"}
    assert not wild, said
    assert status in (0, 1) and "Traceback" not in said, said
    if status and not err:  # what a command is asked for may be the complaint
        assert command.startswith("doctor"), said
    errors = [line for line in err.decode().splitlines() if line.startswith("Error: ")]
    assert len(errors) <= 1 and (errors or not status or command.startswith("doctor")), said
    if "--json" in command and (status == 0 or out):
        json.loads(out, parse_constant=pytest.fail)


@pytest.mark.parametrize("lie", LIES)
def test_no_command_prints_what_the_cable_says_as_it_is(lie, tmp_path):
    with lying_box(LIES[lie]) as port:
        for command in COMMANDS:
            result = called(*arguments(command, tmp_path, port))
            assert result.exception is None or isinstance(result.exception, SystemExit), (command, result)
            assert_harmless(command, result.exit_code, result.stdout_bytes, result.stderr_bytes)


def test_nor_does_the_installed_command(tmp_path):
    seed = random.randrange(1 << 32)
    print("seed", seed)
    pairs = random.Random(seed).sample([(lie, command) for lie in LIES for command in COMMANDS], SAMPLED)
    for lie, command in pairs:
        print(lie, "|", command)
        with lying_box(LIES[lie]) as port:
            done = subprocess.run(
                [TILECLOCK, *arguments(command, tmp_path, port)],
                capture_output=True,
                check=False,
                timeout=PATIENCE,
            )
        assert_harmless(command, done.returncode, done.stdout, done.stderr)


def test_evil_names_are_shown_harmless_and_come_back_from_json(tmp_path):
    with lying_box(LIES["has evil names"]) as port:
        said = called("roster", "--port", port).output
        assert said.splitlines() == [
            "table 7",
            "A  �[2J",
            "B  a�b",
            "C  c�d",
            "D  �31m�",
            "E  �abc�",
            "F  ��",
        ]
        assert json.loads(called("roster", "--json", "--port", port).output)["names"] == NAMES
        assert json.loads(called("config", "get", "--json", "--port", port).output)[EVIL] == EVIL


@pytest.mark.parametrize("lie", [each for each in LIES if each.startswith("has") and "name" in each][1:])
def test_a_roster_that_is_none_is_one_sentence(lie):
    with lying_box(LIES[lie]) as port:
        for change in ([], ["A=Ala"]):
            result = called("roster", *change, "--port", port)
            assert result.exit_code == 1 and "makes no sense" in result.output, result.output
