"""The screens of the end of a game: racks, result, winner, ranking, sheets."""

from __future__ import annotations

from tests.device.places import step
from tests.device.scenes import EVERY, SCENES, out, scene
from tests.device.table import Table

__all__ = ["SCENES"]  # all of them, those of the turns too


@scene("racks", *EVERY)
def racks(table: Table) -> None:
    out(table)
    table.ok.press()
    table.wait(s=1)
    table.seat("A").press()
    table.seat("B").hold(ms=1500)


def next_step(table: Table) -> None:
    table.ok.press()
    table.wait(ms=600)


@scene("racks-jokers", *EVERY)
def racks_jokers(table: Table) -> None:
    racks(table)
    table.seat("D").hold()
    next_step(table)
    table.seat("B").press()


@scene("racks-opened", *EVERY)
def racks_opened(table: Table) -> None:
    """D never laid a tile; A could have."""
    racks_jokers(table)
    next_step(table)
    for _ in range(2):
        table.seat("A").press()


NAMES = ["Bartłomiej", "Żaneta", "Szczepan", "Wojciech", "Oľga", "Ґалаґан"]


@step
def racks_of_six(table: Table, **settings: bool) -> None:
    table.settings(language=table.language, names=NAMES, **settings)
    table.start_game("ABCDEF")
    for seat in "ABCDEF":
        table.wait(s=1)
        table.seat(seat).press()
    table.ok.press()
    table.seat("F").press()
    table.wait(s=1)
    for seat, tens in zip("ABCDE", (2, 1, 3, 5, 12), strict=True):
        table.seat(seat).hold(ms=700 + 350 * (tens - 1))


@scene("racks-six", *EVERY)
def racks_of_six_tiles(table: Table) -> None:
    racks_of_six(table)
    table.wait(s=2)  # the hint has its turn


@scene("racks-six-opened", *EVERY)
def racks_of_six_opened(table: Table) -> None:
    racks_of_six(table)
    for _ in range(2):
        next_step(table)
    table.seat("B").press()


@scene("result", *EVERY)
def result(table: Table) -> None:
    racks_opened(table)
    next_step(table)


@scene("result-confirmed", *EVERY)
def result_confirmed(table: Table) -> None:
    """Of six two have confirmed their lines; the press before showed those that had not been seen."""
    racks_of_six(table, confirm=True)
    for _ in range(3):
        next_step(table)
    table.wait(ms=300)
    for seat in "AFD":
        table.seat(seat).press()


@scene("result-unconfirmed", *EVERY)
def result_unconfirmed(table: Table) -> None:
    """OK says who has not, and stores when it is pressed again."""
    result_confirmed(table)
    table.ok.press()


@scene("winner", *EVERY)
def winner(table: Table) -> None:
    result(table)
    table.wait(s=1)
    table.ok.press()
    table.wait(ms=300)


@scene("winner-named", "pl")
def winner_with_a_name(table: Table) -> None:
    racks_of_six(table)
    for _ in range(3):
        next_step(table)
    table.wait(s=1)
    table.ok.press()
    table.wait(ms=300)


@scene("ranking-six", *EVERY)
def ranking_of_six(table: Table) -> None:
    winner_with_a_name(table)
    table.ok.press()


@scene("ranking", *EVERY)
def ranking(table: Table) -> None:
    winner(table)
    table.ok.press()


@scene("sheets", *EVERY)
def sheets(table: Table) -> None:
    ranking(table)
    table.back.press()
    table.choose(table.words.SHEETS)
    table.wait(ms=300)  # older ones are looked for on the flash


@scene("winner-match", *EVERY)
def winner_of_the_match(table: Table) -> None:
    sheets(table)
    table.choose(table.words.END_MATCH)
