"""Two games that claim one number: never does one of them take the place of the other unseen."""

import pytest

from tests.games import match_of, played, sheet_of
from tests.host.sheet_texts import OTHER, SECRET
from tileclock_host.sheets.filter import Filter
from tileclock_host.sheets.store import Store


@pytest.mark.parametrize("secrets", [(SECRET, OTHER), (SECRET, SECRET), (b"", b""), (SECRET, b"")])
def test_two_games_with_one_identity_are_a_conflict_that_is_shown_whatever_their_seals(place, secrets):
    """A box that lost its counters plays a game under a number that was given before."""
    with Store(place, lambda device: (SECRET, OTHER)) as store:
        texts = [
            sheet_of(played("pl", 3, winner), None, secret)
            for winner, secret in zip((0, 1), secrets, strict=True)
        ]
        assert store.add(texts[0]).kind == "new"
        outcome = store.add(texts[1], "cable")
        assert outcome.kind == "conflict" and outcome.kept and not outcome.good
        game = store.games()[0]
        assert sorted(version.sheet.text for version in game.versions) == sorted(texts)
        assert "two different texts say they are revision 1" in game.conflicts[0]
        assert store.rows()[0].conflicts == game.conflicts
        assert store.add(texts[0]).kind == store.add(texts[1]).kind == "known"
        store.rebuild()
        assert sorted(version.sheet.text for version in store.games()[0].versions) == sorted(texts)


def test_an_erased_box_that_counts_from_1_again_is_another_clock(store):
    store.add_many((text, "") for text in match_of(2))
    outcomes = store.add_many((text, "") for text in match_of(2, device="5f2c91aa240ac40051ac"))
    assert [outcome.kind for outcome in outcomes] == ["new", "new"]
    assert len(store.rows(Filter(device="51ac"))) == 4 and len(store.matches()) == 2
