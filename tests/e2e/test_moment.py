"""The end of a game on the page: the winner large, the points of all, and the next game one press away."""

import pytest

from tests.e2e.table import Table
from tileclock_host.facts.words import signed
from tileclock_host.panel.reading import Reader

pytestmark = pytest.mark.browser


def test_the_winner_has_a_moment_with_the_points_of_all_and_the_next_game_is_one_press_away(
    table: Table, reader: Reader
) -> None:
    """The whole game of four is played by keyboard alone, from power-on to the next one."""
    moment = table.page.locator("#moment")
    assert moment.is_hidden()
    table.start_game(lambda key: table.press("Enter" if key == "ok" else key.lower()))
    points = table.play_game(reader, {"A": 3, "C": 5, "D": 2})
    table.wait(moment.is_visible, "the winner's moment")
    assert table.page.inner_text("#moment-winner") == "B wins!"
    lines = table.page.locator("#moment-points li")
    table.wait(lines.count, "points of all")
    rows = [item.split() for item in lines.all_inner_texts()]
    assert {row[0]: row[3] for row in rows} == {seat: signed(each) for seat, each in points.items()}
    assert table.page.locator(".match").count() == 1, "the scores of the evening are below"
    assert rows[0][0] == "B", "the most points first"
    table.page.locator("#next-game").press("Enter")
    table.wait(lambda: "OK goes on" in table.page.inner_text("#hint"), "set-up of the next game")
    assert "game 2" in table.panel(reader)
    table.wait(moment.is_hidden, "end of the moment")
