"""A box that was used for years: it starts, lists, syncs and plays the same with as many sheets as fit."""

import json
import shutil

import pytest

from tests import presets
from tests.device import used_box
from tests.device.box import Box, opened
from tests.device.states import title
from tests.device.table import MS, Table
from tests.device.used_box import GAMES, NAMES
from tests.host.cable import plugged
from tileclock_host.device.clock import Refused

pytestmark = pytest.mark.needs_models

MOST_PRESETS = 24  # of one's own
LATER_MS = 200  # that a start with as many sheets as fit may take longer than one with none
# What else may lie in the folder of sheets; "/" at the end: a folder.
JUNK = ("readme.txt", "00042-01~", "00042-001", "0042-01", "99999-1", "00042-01+x", "-", "99998-01/")


@pytest.fixture(scope="session")
def used(prepared_flash, shared):
    """Flashes with no sheet, one, as many as fit but one, and as many as fit; and how many these are."""

    def make(folder):
        (folder / "fits.json").write_text(json.dumps(used_box.fill(prepared_flash, folder)))

    folder = shared.made("full", make)
    return folder, json.loads((folder / "fits.json").read_text())


@pytest.fixture
def lay(used, lay_table):
    """Lay a table with one of these flashes; not switched on. How many sheets are on it."""

    def lay(which) -> tuple[Table, int]:
        folder, fits = used
        table = lay_table(start=False)
        shutil.copyfile(folder / f"{which}.img", table.box.flash)
        return table, fits[which]

    return lay


def numbers(count):
    """The number of the last game in its match, which goes on."""
    return (count - 1) % GAMES + 1 if count else 0


@pytest.fixture(scope="session")
def usual_us(used, tmp_path_factory):
    """How long an empty box takes to its first screen."""
    box = Box(used[0] / "none.img", tmp_path_factory.mktemp("usual") / "flash.img")
    box.start()
    box.close()
    return box.now


def rows(table):
    """All that a list says, row by row, as ▼ goes through it."""
    found = [table.screen.chosen]
    while True:
        table.down.press()
        if table.screen.chosen == found[0]:
            table.up.press()  # back to the last row
            return found
        found.append(table.screen.chosen)


def test_the_limit_is_reached(used):
    _, fits = used
    assert fits["all but one"] == fits["all"] - 1 > 350


@pytest.mark.parametrize("junk", [(), JUNK], ids=["", "junk"])
@pytest.mark.parametrize("which", ["none", "one", "all but one", "all"])
def test_it_starts_as_fast_and_with_the_totals_of_the_latest_game(lay, usual_us, which, junk):
    table, count = lay(which)
    fs = opened(table.box.flash)
    for name in junk:
        path = f"/data/sheets/{name}"
        if name.endswith("/"):
            fs.makedirs(path[:-1], exist_ok=True)
        else:
            with fs.open(path, "wb") as file:
                file.write(b"?")
    fs.unmount()
    began = table.box.now
    table.box.start()
    assert table.now - began <= usual_us + LATER_MS * MS
    table.wait(s=1)
    table.choose("New game")
    assert table.screen.says(f"game {numbers(count) + 1}"), table.screen.text
    table.back.press()
    table.choose("Sheets")
    table.wait(s=3)
    if count:
        best = max(range(3), key=lambda seat: points(count)[seat])
        assert table.screen.says(f"1. {'ABC'[best]} {NAMES[best]}  {points(count)[best]:+}"), (
            table.screen.text
        )
    else:
        assert table.screen.says("no games yet")
    assert table.log.count("rst:") == 1


def points(count):
    """The totals of the match that goes on after so many games."""
    sums = [0, 0, 0]
    for game in range(count - numbers(count) + 1, count + 1):
        for seat, lost in enumerate((12, 57, 8)):
            sums[seat] += -lost if seat != game % 3 else sum((12, 57, 8)) - lost
    return sums


def test_the_pc_gets_every_sheet_of_a_full_box(lay):
    table, count = lay("all")
    table.box.start()
    table.wait(s=1)
    with plugged(table.box) as clock:
        assert clock.identity.new == count
        names = [name for name, _ in clock.sheets()]
    assert names == [f"{number:05}-01" for number in range(1, count + 1)]


def test_a_game_that_was_cut_goes_on_in_a_full_box(lay, usual_us):
    """As fast as in an empty one."""
    table, count = lay("all but one")
    table.box.drop(f"/data/sheets/0000{number}-01" for number in range(1, 9))  # or there is no room for it
    table.box.start()
    table.wait(s=1)
    table.ok.press()
    assert table.screen.says(f"game {numbers(count) + 1}"), table.screen.text
    for _ in range(5):  # the rules, the players, the time, who begins; and the clock is started
        table.ok.press()
        table.wait(s=1)
    assert table.screen.seat == "B", table.screen.text
    table.wait(s=3)
    table.box.pull_plug()
    began = table.box.now
    table.box.start()
    assert table.now - began <= usual_us + LATER_MS * MS
    table.wait(ms=300)
    table.choose("Resume")
    table.wait(ms=500)
    assert table.screen.says("PAUSE  B"), table.screen.text


def test_the_list_of_a_full_box_is_read_page_by_page(lay):
    """Each page takes as long as the first, and goes on where that before it ends."""
    table, count = lay("all")
    table.box.start()
    table.wait(s=1)
    table.choose("Sheets")
    table.wait(s=3)
    listed = rows(table)
    for _ in range(2):
        table.ok.press()  # the last row
        assert table.wait_for_change(within_s=3)
        table.wait(s=3)
        listed += rows(table)
    latest = (count - 1) // GAMES + 1
    matches = [row for row in listed if row.startswith("Match")]
    assert matches == [f"Match {number}" for number in range(latest - 1, latest - 1 - len(matches), -1)]
    assert len(matches) > 2
    played = [row for row in listed if row.startswith("game")]
    assert [row.split()[1] for row in played] == [str(number) for number in range(numbers(count), 0, -1)]
    table.back.press()
    table.wait(s=3)
    assert table.screen.chosen.startswith("1. "), "from any page to the first"
    table.back.press()
    assert table.screen.chosen == table.reader.fold("New game")


def test_what_the_pc_has_can_be_removed_from_a_full_box(lay):
    """All but the newest, which has the numbers; the match goes on with its totals."""
    table, count = lay("all")
    fs = opened(table.box.flash)
    for number in range(1, count + 1):
        fs.rename(f"/data/sheets/{number:05}-01", f"/data/sheets/{number:05}-01+")
    fs.unmount()
    table.box.start()
    table.wait(s=1)
    table.choose("Sheets")
    table.wait(s=3)
    table.choose("Remove fetched")
    table.choose("yes")
    table.wait(s=60)
    assert table.screen.says("99+"), table.screen.text
    table.power_cycle()
    table.wait(s=1)
    table.choose("New game")
    assert table.screen.says(f"game {numbers(count) + 1}"), table.screen.text
    table.box.pull_plug()
    assert [path[-9:] for path in table.box.files("/data/sheets")] == [f"{count:05}-01+"]
    assert table.log.count("rst:") == 2, "the watchdog was patient"


def test_a_full_box_that_was_put_aside_makes_way_for_the_next_that_is(lay):
    """The watchdog is patient, and the names of so many files are never in the heap together."""
    table, _ = lay("all")
    fs = opened(table.box.flash)
    fs.makedirs("/aside")
    fs.rename("/data/sheets", "/aside/sheets")
    fs.unmount()
    table.box.restart_with({"/data/sheets": b"somebody else's"})
    table.choose("Start afresh")
    table.ok.hold()
    table.wait(s=30)
    assert table.screen.chosen == table.reader.fold("New game"), table.screen.text
    assert table.log.count("POWERON_RESET") == 1 and "WDT" not in table.log
    table.box.pull_plug()
    assert table.box.files("/aside").get("/aside/sheets") == b"somebody else's"


# ---- something at the boot fails all the same ----

FAILING = """
import os


def {name}(*arguments, original=module.{name}):
    if "broken" in os.listdir("/"):
        raise {error}
    return original(*arguments)
"""


def fails(table, module, name, error):
    """The firmware's function raises this as long as a file says so."""
    code = f"from {module.rpartition('.')[0]} import {module.rpartition('.')[2]} as module\n"
    table.replace_in(module, name, code + FAILING.format(name=name, error=error))
    table.box.put({"/broken": b""})


SAID = {"MemoryError": "Memory is full", "OSError(5)": "the memory failed"}


@pytest.mark.parametrize("error", SAID)
def test_a_boot_that_cannot_look_at_the_sheets_says_so_and_the_cable_answers(lay, error):
    table, count = lay("all")
    fails(table, "tileclock.storage.saved_game", "find_numbers", error)
    table.box.start()
    table.wait(s=1)
    assert title(table) == SAID[error], table.screen.text
    with plugged(table.box) as clock:
        assert clock.identity.new == count
        assert len(clock.sheets()) == count
    table.choose("Try again")
    table.wait(s=1)
    assert title(table) == SAID[error]
    table.back.press()
    assert table.screen.chosen == table.reader.fold("New game")
    table.power_cycle()
    table.wait(s=1)
    table.box.drop(["/broken"])
    table.choose("Try again")
    table.wait(s=1)
    table.choose("New game")
    assert table.screen.says(f"game {numbers(count) + 1}"), table.screen.text
    assert table.log.count("rst:") == 2, "it was switched on twice, and never started by itself"


@pytest.mark.parametrize("error", SAID)
def test_a_sheet_that_cannot_be_read_now_is_not_skipped_for_an_older_one(lay, error):
    table, _ = lay("one")
    fails(table, "tileclock.core.reading", "result", error)
    table.box.start()
    table.wait(s=1)
    assert title(table) == SAID[error], table.screen.text


@pytest.mark.parametrize("error", SAID)
def test_a_sound_game_that_cannot_be_read_now_is_not_damaged_and_stays(table, error):
    table.start_game("ABC")
    table.wait(s=1)
    table.box.pull_plug()
    live = table.box.files("/data/live")
    fails(table, "tileclock.storage.saved_game", "newest", error)
    table.box.start()
    table.wait(s=1)
    table.choose("Resume")
    table.wait(s=1)
    assert title(table) == SAID[error]
    table.choose("Try again")
    table.wait(s=1)
    table.back.press()
    table.choose("New game")
    table.choose("Yes, abandon it")
    table.wait(s=1)
    assert title(table) == SAID[error], "and it is not put aside"
    table.box.pull_plug()
    assert table.box.files("/data/live") == live
    table.box.drop(["/broken"])
    table.box.start()
    table.wait(s=1)
    table.take_up()
    assert table.screen.says("PAUSE")


def test_a_sound_game_that_cannot_be_read_is_put_aside_only_if_that_is_chosen(table):
    table.start_game("ABC")
    table.wait(s=1)
    table.box.pull_plug()
    fails(table, "tileclock.storage.saved_game", "newest", "OSError(5)")
    table.box.start()
    table.wait(s=1)
    table.choose("New game")
    for _ in range(2):
        table.choose("Yes, abandon it")
        table.wait(s=1)
    assert table.screen.says("Players"), table.screen.text
    table.box.pull_plug()
    assert table.box.files("/data/lost")


# ---- nothing else is as long as the flash has room ----


def test_presets_of_ones_own_are_so_many_and_no_more(lay_table):
    table = lay_table(start=False)
    own = presets.built_in("pl")
    files = {f"/data/presets/own{number:02}.json": b"?" for number in range(MOST_PRESETS + 3)}
    table.box.restart_with(files)
    table.wait(s=1)
    with plugged(table.box) as clock:
        assert len(clock.presets()) == len(presets.BUILT_IN) + MOST_PRESETS
        with pytest.raises(Refused, match=f"there are {MOST_PRESETS} presets of your own: delete one first"):
            clock.put_preset({**own, "id": "one-more"})
        clock.put_preset({**own, "id": "own00"})
        assert clock.preset("own00")["id"] == "own00"


@pytest.mark.slow
def test_a_match_as_long_as_the_flash_shrinks_to_its_totals(lay):
    """Nobody ever ended it. The watchdog is patient, and the next game has room."""
    table, count = lay("all")
    fs = opened(table.box.flash)
    for game in range(1, count + 1):
        with fs.open(f"/data/sheets/{game:05}-01", "rb") as file:
            text = file.read()
        match, number = (game - 1) // GAMES + 1, (game - 1) % GAMES + 1
        for name, was, now in (("match", match, 1), ("number", number, game)):
            text = text.replace(b'"%s": %d,' % (name.encode(), was), b'"%s": %d,' % (name.encode(), now), 1)
        with fs.open(f"/data/sheets/{game:05}-01", "wb") as file:
            file.write(text)
    with fs.open("/data/count", "wb") as file:
        file.write(b"%d 1 0" % count)
    fs.unmount()
    table.box.start()
    table.wait(s=1)
    for _ in range(4):  # the game, the rules, the players, the time
        table.ok.press()
    table.seat("A").press()  # drew the highest tile
    table.ok.press()
    table.wait(s=5)
    table.choose("Match 1: totals only")
    table.choose("yes")
    table.wait(s=120)
    table.box.pull_plug()
    assert table.log.count("rst:") == 1
    assert len(table.box.files("/data/sheets")) == 1, "the newest stays, it has the numbers"
    (line,) = table.box.files("/data")["/data/totals"].splitlines()
    assert json.loads(line)["games"] == count
