"""Sync: complete or with a clear message, the same store whatever happens on the way, many clocks at once."""

import contextlib
import json
import time
from datetime import datetime

import pytest
from click.testing import _NamedTextIOWrapper
from sqlalchemy import event

from tests import games
from tests.device.table import Table
from tests.host.cable import Spoiler, box_with, live, plugged
from tests.host.commands import says
from tests.host.killed import killed
from tileclock_host.device import sync
from tileclock_host.device.clock import ACKS
from tileclock_host.sheets.store import Store

TEXTS = games.match_of(4)


def stored(store):
    return sorted(version.sheet.text for game in store.games() for version in game.versions)


@pytest.fixture
def store(tmp_path):
    with Store(tmp_path / "sheets.sqlite") as it:
        yield it


@pytest.mark.parametrize("share", [0.0005, 0.003])
def test_a_bad_line_gives_the_same_store_as_a_good_one(prepared_flash, tmp_path, store, share):
    with box_with(prepared_flash, tmp_path, TEXTS) as box:
        spoil = Spoiler(int(share * 1e4), share)
        for every in (False, True, False):
            with plugged(box, spoil) as clock:
                (report,) = sync.sync([clock], store, every=every)
            assert report.good, report.errors
            assert stored(store) == sorted(TEXTS)
        assert spoil.spoiled
        with plugged(box) as clock:
            assert clock.sheets() == []


def test_what_a_clock_is_told_at_once_is_stored_at_once(prepared_flash, tmp_path, store):
    written = []

    @event.listens_for(store.engine, "commit")
    def count(connection):
        written.append(connection.get_execution_options().get("tileclock_writes", False))

    texts = games.match_of(ACKS + 1)
    with box_with(prepared_flash, tmp_path, texts) as box, plugged(box) as clock:
        (report,) = sync.sync([clock], store)
    assert report.good and report.told == len(texts) and stored(store) == sorted(texts)
    assert sum(written) == 2, "a full acknowledgement, and the rest"


def test_a_sheet_that_is_none_is_said_and_stays_on_the_clock(prepared_flash, tmp_path, store):
    with box_with(prepared_flash, tmp_path, [TEXTS[0], "no sheet\n", TEXTS[2]]) as box, plugged(box) as clock:
        (report,) = sync.sync([clock], store)
        assert report.kept == 2 and len(report.errors) == 1
        assert clock.sheets() == [("00002-01", 9)]


def test_during_a_turn_sheets_are_fetched_and_the_clock_is_told_later(
    prepared_flash, tmp_path, store, reader
):
    with box_with(prepared_flash, tmp_path, TEXTS) as box:
        table = Table(box, reader, None)
        table.deal()
        table.seat("A").press()
        with plugged(box) as clock:
            (report,) = sync.sync([clock], store)
            assert report.good and report.kept == 4 and report.told == 0 and "in a pause" in report.notes[0]
            table.back.press()
            (report,) = sync.sync([clock], store)
            assert report.told == 4
    assert stored(store) == sorted(TEXTS)


def test_a_pc_killed_at_any_moment_leaves_a_whole_store_and_the_next_sync_completes(prepared_flash, tmp_path):
    texts = games.match_of(8)
    with live(prepared_flash, tmp_path / "one", texts) as it:
        moments = [{"heard": size} for size in (100, 1_000, 4_000, 9_000, 13_000)] + [{"sent": b"ack "}]
        counts = []
        for moment in moments:
            assert killed(it, "sync", "--port", it.serial_port, **moment), "it came to its end before"
            counts.append(len(json.loads(says("sheets", "--json"))))
            says("verify")
        assert counts == sorted(counts) and any(0 < count < 8 for count in counts), counts
        says("sync", "--port", it.serial_port)
        assert "0 of 0" in says("sync", "--port", it.serial_port)
    with Store() as store:
        assert stored(store) == sorted(texts)


@pytest.mark.parametrize(("clocks", "each"), [(4, 5), pytest.param(32, 20, marks=pytest.mark.slow)])
def test_one_command_syncs_many_clocks(prepared_flash, tmp_path, clocks, each):
    with contextlib.ExitStack() as stack:
        ports = []
        for number in range(clocks):
            device = f"{number:012x}"
            texts = games.match_of(each, device=device)
            it = stack.enter_context(live(prepared_flash, tmp_path / str(number), texts, device=device))
            ports += ["--port", it.serial_port]
        report = json.loads(says("sync", *ports, "--json"))
        assert [clock["kept"] for clock in report["clocks"]] == [each] * clocks
        assert len(json.loads(says("sheets", "--json"))) == clocks * each


# ---- the date ----


def undated(count, first):
    return games.match_of(count, match=first, first_game=first, date=None)


def dates():
    """Of all sheets, by the calendar of whoever typed them here."""
    told = [row["date"] for row in json.loads(says("sheets", "--json"))]
    return [date and datetime.fromisoformat(date).astimezone().date().isoformat() for date in told]


def test_games_without_a_date_get_the_one_that_is_given_and_no_other_does(prepared_flash, tmp_path):
    texts = [*undated(1, 1), *games.match_of(1, match=2, first_game=2), *undated(1, 3)]
    known = datetime.fromtimestamp(json.loads(texts[1].splitlines()[0])["date"]).date().isoformat()
    with live(prepared_flash, tmp_path / "one", texts) as it:
        says("sync", "--port", it.serial_port, "--date", "2026-03-04 12:00")
        assert sorted(dates()) == ["2026-03-04", "2026-03-04", known]
        says("sync", "--port", it.serial_port, "--all", "--date", "2025-01-01 12:00")
        assert sorted(dates()) == ["2026-03-04", "2026-03-04", known], "what is known already stays"
        assert says("show", "1", "--text") == texts[0]


def test_a_date_that_cannot_be_is_refused_before_anything_is_fetched(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one", undated(1, 1)) as it:
        for date, part in (("1900-01-01", "the year 1900"), ("2026-02-30", "a day such as")):
            said = says("sync", "--port", it.serial_port, "--date", date, status=2)
            assert "--date" in said and part in said
        assert dates() == []


def test_the_date_goes_to_no_game_of_a_clock_whose_number_ends_like_its(prepared_flash, tmp_path):
    with Store() as store:
        store.add(games.match_of(1, date=None, device=f"5f2c91aa{games.DEVICE}")[0])
    with live(prepared_flash, tmp_path / "one", undated(1, 1)) as it:
        says("sync", "--port", it.serial_port, "--date", "2026-03-04")
    assert {row["device"]: row["date"] is None for row in json.loads(says("sheets", "--json"))} == {
        games.DEVICE: False, f"5f2c91aa{games.DEVICE}": True,
    }  # fmt: skip


def test_without_a_terminal_a_date_is_not_asked_but_missed(prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one", undated(2, 1)) as it:
        said = says("sync", "--port", it.serial_port)
        assert "2 games have no date" in said and "amend 240ac40051ac-1 --date" in said
        assert dates() == [None, None]


@pytest.mark.parametrize(
    ("answer", "expected"), [("2026-03-04\n", "2026-03-04"), ("yesterday\n1900-01-01\n\n", None)]
)
def test_at_a_terminal_the_date_is_asked(prepared_flash, tmp_path, answer, expected, monkeypatch):
    with live(prepared_flash, tmp_path / "one", undated(1, 1)) as it:
        with monkeypatch.context() as patch:
            patch.setattr(_NamedTextIOWrapper, "isatty", lambda self: True)
            assert "When was that" in says("sync", "--port", it.serial_port, typed=answer)
        assert dates() == [expected]


def test_sync_sets_the_clock_but_not_while_a_turn_runs(prepared_flash, tmp_path, store, reader):
    with box_with(prepared_flash, tmp_path, TEXTS[:1]) as box:
        with plugged(box) as clock:
            assert clock.self_test().figures["date"] == 0
            assert sync.sync([clock], store)[0].good
            assert abs(clock.self_test().figures["date"] - time.time()) < 3600
        table = Table(box, reader, None)
        table.deal()
        table.seat("A").press()
        with plugged(box) as clock:
            assert sync.sync([clock], store)[0].good
