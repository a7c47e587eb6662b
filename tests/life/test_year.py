"""A club lives with its box: what the screens say is what its book says, evening after evening."""

import random

import pytest

from tests.life import shelf
from tests.life.club import Club
from tileclock_host.device.errors import DeviceError
from tileclock_host.sheets.store import Store

pytestmark = pytest.mark.needs_models

EVENINGS, GAMES, SYNC_EVERY = 50, (6, 10), 3
YEARS_BEFORE = 20, 8  # matches, and games of each
HEAP_MAY_VARY = 2_048  # bytes, by what is set and who plays


def seed():
    """Printed, to be repeated."""
    drawn = random.randrange(1 << 20)
    print("seed", drawn)
    return drawn


def live(club, evenings, games, place=None):
    """So many evenings; with a store, a PC fetches the sheets every third one."""
    club.teach_house_rules()
    for evening in range(evenings):
        try:
            club.evening(club.dice.randint(*games))
        except (AssertionError, DeviceError) as error:
            error.add_note(f"The box said:\n{club.table.log[-1500:]}")
            raise
        if place and not evening % SYNC_EVERY:
            with Store(str(place)) as store:
                club.sync(store)
                club.compare(store)
            if club.happens(0.3, "fetched sheets removed"):
                club.remove_fetched()
        sheets, (after, used) = len(club.present()), club.heaps[-1]
        print(
            f"evening {evening + 1}, game {club.book.number}, {sheets} sheets, {after} and {used} bytes free",
            flush=True,
        )


def test_an_evening_of_a_club(table, tmp_path):
    live(Club(table, seed(), haste=2), 1, (3, 4), tmp_path / "club.sqlite")


def test_a_full_box_drops_only_what_a_pc_has(lay_table):
    """There is room for one game, and then for none; some of the sheets of the years before were fetched."""
    club = _with_sheets_of_before(lay_table, 6, 6, fetched=range(2, 6), room=1)
    for _ in range(3):
        club.play()
    club.look()
    assert len(club.present()) < len(club.book.games) and not club.book.reduced


def test_on_a_full_box_the_oldest_match_is_reduced(lay_table):
    """No PC has ever been there."""
    club = _with_sheets_of_before(lay_table, 6, 3, room=1)
    for _ in range(3):
        club.play()
    club.look()
    assert club.book.reduced
    club.power_cycle()
    club.look()


def _with_sheets_of_before(lay_table, matches, games, fetched=range(0), room=None):
    """A club whose box holds so many already, some `fetched` by a PC, with `room` for so many more."""
    table = lay_table(start=False)
    club = Club(table, seed())
    shelf.fill(table.box, club.book, matches, games, fetched)
    club.fetched.update(
        game.number for match in club.book.matches if match.number in fetched for game in match.games
    )
    if room is not None:
        shelf.leave_room(table.box, room)
    table.box.start()
    table.wait(ms=300)
    return club


@pytest.mark.slow
@pytest.mark.parametrize("synced", [True, False], ids=["synced", "alone"])
def test_a_year_of_a_club(table, lay_table, tmp_path, synced):
    club = Club(table, seed()) if synced else _with_sheets_of_before(lay_table, *YEARS_BEFORE)
    live(club, EVENINGS, GAMES, tmp_path / "club.sqlite" if synced else None)
    print("seen:", dict(club.seen))
    print("slowest, ms:", club.slowest)
    assert club.book.number > EVENINGS * GAMES[0]
    assert synced or club.book.reduced, "the flash was never full"
    after, used = zip(*club.heaps, strict=True)
    print("bytes free at least:", min(after), "after a start,", min(used), "before the plug is pulled")
    assert min(after[-5:]) >= min(after[:5]) - HEAP_MAY_VARY
    assert min(used[-5:]) >= min(used[:5]) - HEAP_MAY_VARY
