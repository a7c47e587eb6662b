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


def word(table: Table) -> None:
    """A has opened with all his tiles; B has laid tiles too, and C's clock runs."""
    names = ["Katarzyna", "Bo", "Cześka", "", "", ""]
    table.settings(language=table.language, preset="word", limit=90, names=names)
    table.deal("ABC")
    table.seat("A").press()
    table.wait(s=1)
    table.seat("A").press()
    table.wait(ms=500)
    for _ in range(8):
        table.seat("A").press()
    table.seat("A").hold()
    table.wait(s=1)


@scene("entry-told", *EVERY)
def entry_told(table: Table) -> None:
    word(table)


@scene("entry", *EVERY)
def entry(table: Table) -> None:
    word(table)
    table.seat("B").press()
    table.wait(s=1)
    table.up.press()


def pause_of_word(table: Table, row: int) -> None:
    entry(table)
    table.back.press()
    for _ in range(row):
        table.down.press()


@scene("pause-word", *EVERY)
def word_pause(table: Table) -> None:
    pause_of_word(table, 1)


@scene("entries", *EVERY)
def entries(table: Table) -> None:
    pause_of_word(table, 1)
    table.ok.press()


@scene("entries-number", *EVERY)
def entries_number(table: Table) -> None:
    entries(table)
    table.ok.press()


@scene("entries-racks", *EVERY)
def entries_racks(table: Table) -> None:
    pause_of_word(table, 2)
    table.ok.press()


@scene("result-word", *EVERY)
def result_of_word(table: Table) -> None:
    """Blocked: the pool is corrected to nothing, then all pass."""
    word(table)
    table.back.press()
    for _ in range(7):
        table.up.press()
    table.ok.press()
    table.down.hold(ms=4_000)
    table.ok.press()
    table.ok.press()  # resume
    for seat in "BCA":
        table.wait(s=1)
        table.seat(seat).hold()
    table.wait(s=1)


@scene("crash", *EVERY)
def crash(table: Table) -> None:
    table.break_screen("turn", "raise ValueError('out of ink')")
    table.start_game()
