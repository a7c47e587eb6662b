"""A match is played on a simulated box; its sheets reach the store over its own serial port, and are true."""

import hashlib
import json

import pytest

from tests.device.box import Box
from tests.device.scorer import Scorer
from tests.device.table import Table
from tests.host.cable import running
from tests.host.commands import mpremote, says
from tests.host.paced import Paced, Remote, ports_of
from tests.patience import eventually
from tileclock_host.sheets import secrets

SECRET = bytes(range(32))
EPOCH = "5f2c91aa"
SHEETS = ["00001-01", "00002-01", "00003-01"]


@pytest.fixture(scope="module")
def evening(prepared_flash, reader, tmp_path_factory):
    """The flash of a box on which three games were played, and the match's totals as its screen says them."""
    image = tmp_path_factory.mktemp("evening") / "flash.img"
    box = Box(prepared_flash, image)
    box.put({"/data/secret": SECRET.hex().encode(), "/data/epoch": EPOCH.encode()})
    try:
        table = Table(box, reader, None)
        totals = play_match(table)
        box.pull_plug()
        return image, totals, {name: box.read(f"/data/sheets/{name}").decode() for name in SHEETS}
    finally:
        box.close()


def play_match(table):
    """Out, out again, and a last lap in which nobody is – with a draw, a pause and an undo on the way."""
    scorer = Scorer(table, "pl", names=["Ala", "Bolek", "Żaneta", "", "", ""])
    scorer.begin("ABC", first="A")
    scorer.play("A")
    table.wait(ms=500)
    table.seat("B").hold()
    table.wait(ms=500)
    table.back.press()
    table.choose("Undo")
    table.ok.press()
    scorer.out("A")
    scorer.confirm({"B": 14, "C": 23}, jokers="C")
    scorer.store()
    scorer.begin("ABC")
    scorer.out("C")
    scorer.confirm({"A": 31, "B": 4})
    scorer.store()
    scorer.begin("ABC")
    scorer.nobody()
    scorer.confirm({"A": 5, "B": 12, "C": 8})
    totals = scorer.totals()
    scorer.store()
    return totals


@pytest.fixture
def one(evening, tmp_path):
    """That box in real time, with its serial ports; the PC that deployed it knows its secret."""
    image = tmp_path / "flash.img"
    image.write_bytes(evening[0].read_bytes())
    (tmp_path / "flash.img.id").write_text("240ac40051ac\n")
    secrets.keep(EPOCH + "240ac40051ac", SECRET)
    with running(image) as it:
        yield it


def test_a_match_played_on_the_box_is_synced_replayed_and_found_true(one, evening):
    _, totals, written = evening
    port = one.serial_port
    before = mpremote(
        port, "fs", "ls", ":data/sheets", "+", "sha256sum", ":data/sheets/00002-01", "+", "reset"
    )
    assert all(name in before for name in SHEETS)
    assert hashlib.sha256(written["00002-01"].encode()).hexdigest() in before
    assert "3 of 3 new sheets stored" in says("sync", "--port", port)
    assert json.loads(says("verify", "--json")) == {"games": 3, "sealed": 3, "unknown": 0, "wrong": []}
    for number, name in enumerate(SHEETS, 1):
        assert says("show", str(number), "--text") == written[name], "not a byte was rewritten"
    shown = json.loads(says("show", "3", "--json"))
    assert [player["name"] for player in shown["players"]] == ["Ala", "Bolek", "Żaneta"]
    last = json.loads(written["00003-01"].split("\n")[1])
    assert last["totals"]["points"][:3] == totals, "the sheet says what the screen said"
    assert "0 of 0 new sheets stored" in says("sync", "--port", port)
    after = mpremote(port, "fs", "ls", ":data/sheets", "+", "reset")
    assert all(f"{name}+" in after for name in SHEETS)
    assert "0 of 0 new sheets stored" in says("sync", "--port", port)


def test_a_sheet_altered_on_the_board_is_refused_and_stays_there(one, evening):
    code = """
with open('/data/sheets/00002-01', 'r+') as file:
    text = file.read().replace('Bolek', 'Eve12')
    file.seek(0)
    file.write(text)
"""
    mpremote(one.serial_port, "exec", code, "+", "reset")
    said = says("sync", "--port", one.serial_port, status=1)
    assert "2 of 3" in said and "altered on the way" in said
    assert [row["game"] for row in json.loads(says("sheets", "--json"))] == [3, 1]
    assert json.loads(says("devices", "--port", one.serial_port, "--json"))["clocks"][0]["new"] == 1


def test_ten_minutes_of_mpremote_after_a_game_was_interrupted(prepared_flash, reader, tmp_path):
    """The watchdog of the running clock cannot be switched off; it must not bite whoever repairs the box."""
    (tmp_path / "there.bin").write_bytes(bytes(range(256)) * 20)
    box = Box(prepared_flash, tmp_path / "flash.img")
    table = Table(box, reader, None)
    box.start()
    table.start_game("AB")
    table.wait(s=5)
    assert table.screen.time == "35" and box._watchdog_ms == 8_000
    paced = Paced(box, speed=1)
    try:
        with ports_of(paced) as ports:
            remote = Remote(paced, ports["pty"])
            start = len(paced.heard)
            assert remote("exec", "print('at the prompt')") == "at the prompt\r\n"
            assert box._watchdog_ms >= 3_600_000
            paced.speed, end, copies = 200, box.now + 600_000_000, 0
            while box.now < end:
                remote("resume", "fs", "cp", "-f", tmp_path / "there.bin", ":there.bin")
                remote("resume", "fs", "cp", "-f", ":there.bin", tmp_path / "back.bin")
                assert (tmp_path / "back.bin").read_bytes() == (tmp_path / "there.bin").read_bytes()
                copies += 1
            assert copies and b"rst:" not in paced.heard[start:], bytes(paced.heard[start:][-2000:])
            paced.speed = 1
            remote("resume", "fs", "rm", ":there.bin")
            start = len(paced.heard)
            remote("resume", "exec", "--no-follow", "import machine; machine.reset()")
            paced.wait_for(b"rst:", after=start)
            eventually(lambda: box.console.uart, "the firmware")
            eventually(lambda: any(box.oled.frame()), "a picture")
            eventually(lambda: table.screen.says("Resume"), "Resume")
    finally:
        paced.stop()
