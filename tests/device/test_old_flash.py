"""Old flashes, tests/storage/images: this firmware finds everything in them, and spares what is newer."""

import json

import pytest

from tests.device.locked import asked, enter
from tests.device.scorer import Scorer
from tests.device.states import title
from tests.storage.make_images import CODE, IMAGES, SECRET, unpacked
from tileclock.core import reading
from tileclock_host.sheets import text, verify
from tileclock_host.sim import flash

pytestmark = pytest.mark.needs_models

FORMATS = sorted({path.name.split("-")[1] for path in IMAGES.glob("*.xz")})


@pytest.fixture
def old(lay_table, firmware):
    """Lay a table with the flash of an earlier firmware, on which this one was installed; not switched on."""

    def lay(form, name):
        table = lay_table(start=False)
        table.box.flash.write_bytes(unpacked(f"format-{form}-{name}.img.xz"))
        flash.update(table.box.flash, firmware)
        return table

    return lay


def switch_on(table):
    table.box.start()
    table.wait(s=1)


def files(table):
    """Everything in /data; the box is switched off."""
    table.box.pull_plug()
    return table.box.files()


def seen(table, presses):
    """All that a list says."""
    said = table.screen.text
    for _ in range(presses):
        table.down.press()
        said += "\n" + table.screen.text
    return said


def test_there_are_images_of_every_format():
    assert FORMATS[0] == "1" and {path.name for path in IMAGES.glob("format-1-*.xz")} == {
        f"format-1-{name}.img.xz" for name in ("evening", "word", "racks")
    }


@pytest.mark.parametrize("form", FORMATS)
def test_sheets_totals_settings_and_presets(old, form):
    table = old(form, "evening")
    before = files(table)
    switch_on(table)
    assert table.screen.chosen == "Resume"
    table.choose("Sheets")
    table.wait(s=1)
    said = seen(table, 6)
    for line in ("1. A Ala  +72", "game 2  A Ala  +28", "game 1  A Ala  +44", "Match 1  +17"):
        assert line in said, said
    table.back.press()
    sheets = {path: content for path, content in files(table).items() if "/sheets/" in path}
    assert sheets == {path: content for path, content in before.items() if "/sheets/" in path}
    assert sorted(path.rpartition("/")[2] for path in sheets) == ["00002-02+", "00003-02"]
    for content in sheets.values():
        verdict = verify.verify(text.read(content.decode("ascii")), [bytes.fromhex(SECRET)])
        assert verdict.good and verdict.seal == verify.SEALED


@pytest.mark.parametrize("form", FORMATS)
def test_a_running_game_goes_on_with_its_rules(old, form):
    table = old(form, "evening")
    switch_on(table)
    table.choose("Resume")
    table.wait(s=1)
    assert table.screen.says("PAUSE") and table.screen.says("C  60 s"), table.screen.text
    table.choose("About this game")
    assert table.screen.says("Club")
    table.back.press()
    table.choose("Resume")
    assert (table.screen.seat, table.screen.pool) == ("C", 106 - 3 * 14 - 3)
    table.back.press()
    table.choose("Abandon the game")
    table.choose("Yes, abandon it")
    table.ok.press()
    table.wait(s=1)
    table.choose("New game")
    assert table.screen.says("game 3") and table.screen.says("Club") and table.screen.says("60 s")


@pytest.mark.parametrize("form", FORMATS)
def test_an_entry_that_waits_and_the_lock(old, form):
    table = old(form, "word")
    switch_on(table)
    table.choose("Resume")
    table.wait(s=1)
    table.choose("Entries")
    assert table.screen.says("1. A Ala")
    table.back.press()
    table.choose("End turn: played")
    assert asked(table)
    enter(table, CODE)
    assert title(table).startswith("PAUSE C")


@pytest.mark.parametrize("form", FORMATS)
def test_a_correction_in_the_middle(old, form):
    table = old(form, "racks")
    switch_on(table)
    table.choose("Resume")
    table.wait(s=2)
    scorer = Scorer.at(table)
    for _ in range(3):
        scorer.next_step()
    scorer.store()
    found = files(table)
    assert [path for path in found if "/sheets/" in path] == ["/data/sheets/00001-02"]
    sheet = text.read(found["/data/sheets/00001-02"].decode("ascii"))
    assert sheet.result.points[:3] == (18, -12, -6)
    assert verify.verify(sheet, [bytes.fromhex(SECRET)]).good


# ---- a newer firmware was here ----


def put_newer(table, changed):
    files(table)
    table.box.put(changed)
    switch_on(table)


def test_a_newer_format_is_said_and_nothing_is_touched(old):
    """Whatever is pressed, also the lock; the PC is told to look at the display."""
    table = old("1", "evening")
    put_newer(table, {"/data/format": b"2"})
    before = files(table)
    switch_on(table)
    assert title(table) == "Data is newer" and table.screen.says("tileclock deploy")
    for key in (table.ok, table.back, table.down, table.ok, table.up):
        key.press()
        key.hold()
    table.back.hold(ms=2_300)
    table.wait(s=3)
    table.back.press()
    assert title(table) == "Data is newer"
    assert files(table) == before


def as_newer(content):
    """A JSON object of the next version."""
    return content.replace(b'"v": 1', b'"v": 2', 1)


def test_a_newer_running_game(old):
    for change in (
        lambda was: {path: b"\x4a\x02" + was[path][2:] for path in ("/data/live/a", "/data/live/b")},
        lambda was: {"/data/live/head": as_newer(was["/data/live/head"])},
    ):
        table = old("1", "evening")
        was = files(table)
        put_newer(table, change(was))
        table.choose("Resume")
        table.wait(s=1)
        assert table.screen.says("newer: update me")
        table.ok.press()
        assert table.screen.chosen == "Resume"
        now = files(table)
        assert {path: now[path] for path in was if "/live/" in path} == {
            path: content for path, content in {**was, **change(was)}.items() if "/live/" in path
        }


def test_what_a_damaged_file_says_does_not_make_it_a_newer_one(old):
    table = old("1", "evening")
    head = files(table)["/data/live/head"].replace(b'"joker"', b'"update": 1, "joker"', 1)
    put_newer(table, {"/data/live/head": head})
    table.choose("Resume")
    table.wait(s=1)
    assert table.screen.says(table.words.DAMAGED)
    assert not table.screen.says("newer")


def test_a_newer_sheet_and_newer_totals(old):
    """They are counted, or passed over; the next ones are written beside them."""
    table = old("1", "racks")
    was = files(table)
    newer = as_newer(was["/data/sheets/00001-01"])
    totals = b'{"v": 2, "match": 1, "colour": "red"}\n'
    switch_on(table)
    table.choose("New game")
    enter(table, CODE)
    table.choose("Yes, abandon it")
    table.wait(s=1)
    put_newer(table, {"/data/sheets/00001-01": newer, "/data/totals": totals, "/data/standing": totals})
    table.choose("Sheets")
    table.wait(s=1)
    assert "newer: update me  1" in seen(table, 3)
    now = files(table)
    assert now["/data/sheets/00001-01"] == newer
    assert now["/data/totals"] == now["/data/standing"] == totals


def test_what_has_no_mark_yet_is_of_the_first_format(old):
    """The firmwares before the mark wrote none."""
    table = old("1", "evening")
    table.box.remove("/data/format")
    switch_on(table)
    assert table.screen.chosen == "Resume"
    assert files(table)["/data/format"] == b"1"


# ---- memory nobody can read ----


def test_a_foreign_folder_is_put_aside_only_after_a_hold(old):
    table = old("1", "evening")
    was = files(table)
    table.box.make_foreign()
    assert title(table) == "Memory unreadable" and table.screen.says("tileclock image")
    table.choose("Start afresh")
    assert table.screen.says("hold OK")
    table.ok.press()
    table.wait(s=1)
    table.back.press()
    assert title(table) == "Memory unreadable"
    assert files(table)["/data/live/head"] == was["/data/live/head"]
    switch_on(table)
    table.choose("Start afresh")
    table.ok.hold()
    table.box.await_picture()
    table.wait(s=1)
    assert table.screen.chosen == "New game"
    now = files(table)
    assert not any("/live/" in path or "/sheets/" in path for path in now)
    assert now["/data/secret"] == was["/data/secret"], "sheets go on being sealed"
    assert now["/data/count"] == was["/data/count"], "and no number is used again"
    assert table.box.read("/aside/live/head") == was["/data/live/head"]
    assert reading.head(was["/data/live/head"])["game"] == 4
    assert json.loads(was["/data/settings.json"])["preset"] == "club"
