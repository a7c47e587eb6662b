"""Turns: a press ends one, the next begins at that instant, and nobody else's finger matters."""

import pytest


def test_game(table):
    began = table.start_game("ABCD")
    assert table.screen.seat == "A"
    table.wait(s=1)
    assert table.screen.time == "39"
    table.screen.shows("turn-39s")
    table.seat("A").press()
    assert table.screen.seat == "B"
    print(table.screen.text, table.sounds, table.lights, table.log)
