"""A club lives with its box: what the screens say is what its book says, evening after evening."""

import random

import pytest

from tests.life.club import Club
from tileclock_host.sheets.store import Store

pytestmark = pytest.mark.needs_models

EVENINGS, GAMES, SYNC_EVERY = 50, (6, 10), 3


def live(table, seed, evenings, games, place=None):
    """So many evenings; with a store, a PC fetches the sheets every third one."""
    print("seed", seed)
    club = Club(table, seed)
    club.teach_house_rules()
    for evening in range(evenings):
        club.evening(club.dice.randint(*games))
        if place and not evening % SYNC_EVERY:
            with Store(str(place)) as store:
                club.sync(store)
                club.compare(store)
    return club


def test_evenings_of_a_club(table, tmp_path):
    live(table, random.randrange(1 << 20), 2, (3, 4), tmp_path / "club.sqlite")


@pytest.mark.slow
@pytest.mark.parametrize("synced", [True, False], ids=["with a PC", "without"])
def test_a_year_of_a_club(table, tmp_path, synced):
    club = live(
        table, random.randrange(1 << 20), EVENINGS, GAMES, tmp_path / "club.sqlite" if synced else None
    )
    assert club.number > EVENINGS * GAMES[0]
