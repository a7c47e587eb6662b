"""Every screen that has a recorded picture, how one gets there, and in which languages it is recorded.

A new screen is a function here, named like its module, or like it with an underscore and what is special.
"""

from __future__ import annotations

from tests.device.table import MS, S, Table

EVERY = ("en", "pl", "cs", "uk")
SCENES = {}  # name of the picture → (function, languages)


def scene(name: str, *languages: str):
    def keep(function):
        SCENES[name] = (function, languages)
        return function

    return keep


@scene("home", *EVERY)
def home(table: Table) -> None:
    pass


@scene("setup", *EVERY)
def setup(table: Table) -> None:
    table.to_players()
    table.seat("F").press()


@scene("deal", *EVERY)
def deal(table: Table) -> None:
    table.deal()


def turn(table: Table, seats: str, limit: int, elapsed_ms: int) -> None:
    began = table.start_game(seats, limit)
    table.wait_until(began + elapsed_ms * MS)


@scene("turn-39s", *EVERY)
def turn_39s(table: Table) -> None:
    turn(table, "ABCD", 40, 1_500)


@scene("turn-7.4s", "en")
def turn_tenths(table: Table) -> None:
    turn(table, "ABCD", 40, 32_650)


@scene("turn-1m48", "en")
def turn_minutes(table: Table) -> None:
    turn(table, "ABCD", 120, 12_500)


@scene("turn-six", "en")
def turn_of_the_last_of_six(table: Table) -> None:
    turn(table, "ABCDEF", 40, 1_500)
    for seat in "ABCDE":
        table.seat(seat).hold()


@scene("pause", *EVERY)
def pause(table: Table) -> None:
    began = table.start_game("ABCD")
    table.back.press(at=began + 10_500 * MS)


@scene("expired", *EVERY)
def expired(table: Table) -> None:
    began = table.start_game("ABCD")
    table.wait_until(began + 42 * S)


@scene("crash", *EVERY)
def crash(table: Table) -> None:
    table.break_screen("turn", "raise ValueError('out of ink')")
    table.start_game()
