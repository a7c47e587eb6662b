"""Every screen that has a recorded picture, how one gets there, and in which languages it is recorded.

A picture is named like the screen's module in ui/, or like it with a dash and what is special about it.
"""

from __future__ import annotations

import json
from datetime import datetime

from tests import presets
from tests.device import states
from tests.device.places import step
from tests.device.table import MS, S, Table
from tileclock_host.sim.clock_chip import ClockChip

EVERY = ("en", "pl", "cs", "uk")
SCENES = {}  # name of the picture → (function, languages)


def scene(name: str, *languages: str):
    def keep(function):
        lead = step(function)
        SCENES[name] = (lead, languages)
        return lead

    return keep


@scene("home", *EVERY)
def home(table: Table) -> None:
    pass


@scene("setup", *EVERY)
def setup(table: Table) -> None:
    table.to_players()
    table.seat("F").press()


@scene("setup-first", *EVERY)
def setup_first(table: Table) -> None:
    """Nobody has been named yet."""
    for _ in range(4):
        table.ok.press()


@scene("deal", *EVERY)
def deal(table: Table) -> None:
    table.deal()


@step
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


@step
def turn_by_own_rules(table: Table, **fields) -> None:
    """The first turn of a game by the Polish sheet, but for these fields."""
    rules = {**presets.built_in("pl"), "id": "own", "name": "Own", **fields}
    table.box.put({"/data/presets/own.json": json.dumps(rules).encode()})
    table.settings(language=table.language, preset="own", limit=rules["limit"])
    table.start_game("ABCD")
    table.wait(ms=400)


@scene("turn-119-minutes", "en", "uk")
def turn_119_minutes(table: Table) -> None:
    turn_by_own_rules(table, timing="total", limit=0, limits=[], total=7140)


@scene("turn-344-tiles", "en")
def turn_344_tiles(table: Table) -> None:
    box = {"tiles": 400, "jokers": 2, "highest": 2, "stacks": 57, "stack": 7, "odd": 1}
    turn_by_own_rules(table, limit=500, sets=[{"min_players": 2, "max_players": 6, **box}])


@scene("turn-six", "en")
def turn_of_the_last_of_six(table: Table) -> None:
    turn(table, "ABCDEF", 40, 1_500)
    for seat in "ABCDE":
        table.seat(seat).hold()


@scene("turn-marks", "pl")
def turn_with_names_and_marks(table: Table) -> None:
    names = ["Zażółć", "Jaźń", "Ola", "", "", ""]
    table.settings(language=table.language, names=names, sound=False, limit=0)
    table.start_game("ABC")
    table.up.press()
    table.down.press()


@scene("pause", *EVERY)
def pause(table: Table) -> None:
    began = table.start_game()
    table.back.press(at=began + 10_500 * MS)


@scene("rules_in_force", *EVERY)
def proof(table: Table) -> None:
    pause(table)
    table.choose(table.words.PROOF)


@scene("choice-lost_date", *EVERY)
def lost_date(table: Table) -> None:
    states.to_lost_date(table)


@scene("preferences-date", *EVERY)
def settings_with_a_date(table: Table) -> None:
    """The row of a box with a clock chip, and behind it the number that is asked for next."""
    table.box.plug_clock_chip(ClockChip(datetime(2026, 11, 19, 18, 15)))
    table.power_cycle()
    table.choose(table.words.SETTINGS)
    for _ in range(2):
        table.up.press()


@scene("number-date", "en")
def day(table: Table) -> None:
    settings_with_a_date(table)
    for _ in range(3):
        table.ok.press()


@scene("number", *EVERY)
def number(table: Table) -> None:
    pause(table)
    table.choose(table.words.CORRECT_POOL)


@scene("choice", *EVERY)
def choice(table: Table) -> None:
    pause(table)
    table.choose(table.words.MISTAKE)
    table.ok.press()


@scene("time_is_up", *EVERY)
def expired(table: Table) -> None:
    began = table.start_game()
    table.wait_until(began + 41 * S)


@scene("time_is_up-named", "cs", "uk")
def expired_for_a_name(table: Table) -> None:
    """The large line names him now; three choices take the hint's place."""
    names = ["Зажовч", "Їжакевич 12", "Ola", "", "", ""]
    table.settings(language=table.language, names=names, preset="cs", limit=5)
    began = table.start_game("ABC")
    table.seat("A").press()
    table.wait_until(began + 8 * S)


@scene("turn-drew", "pl")
def turn_after_a_draw(table: Table) -> None:
    names = ["Zażółć", "Jaźń", "Ola", "", "", ""]
    table.settings(language=table.language, names=names, limit=40)
    table.start_game("ABC")
    table.wait(s=1)
    table.seat("A").hold()


@scene("who_is_out", *EVERY)
def out(table: Table) -> None:
    table.start_game()
    for seat in "AB":
        table.wait(s=1)
        table.seat(seat).press()
    table.ok.press()


@scene("turns_over", *EVERY)
def over(table: Table) -> None:
    pause(table)
    table.choose(table.words.ABANDON)
    table.choose(table.words.YES_ABANDON)


@scene("data_trouble", *EVERY)
def trouble(table: Table) -> None:
    table.box.make_foreign()


@scene("data_trouble-anew", *EVERY)
def trouble_anew(table: Table) -> None:
    trouble(table)
    table.choose(table.words.BEGIN_ANEW)


@scene("data_trouble-newer", *EVERY)
def trouble_newer(table: Table) -> None:
    table.box.restart_with({"/data/format": b"2"})


@scene("preferences", *EVERY)
def preferences(table: Table) -> None:
    table.choose(table.words.SETTINGS)


@scene("name", *EVERY)
def name(table: Table) -> None:
    preferences(table)
    table.choose(table.words.NAMES)
    table.ok.press()
    for steps in (1, 2, 3):
        for _ in range(steps):
            table.down.press()
        table.ok.press()


@scene("guide", *EVERY)
def guide(table: Table) -> None:
    table.choose(table.words.GUIDE)


@step
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


@scene("word_entry-told", *EVERY)
def entry_told(table: Table) -> None:
    word(table)


@scene("word_entry", *EVERY)
def entry(table: Table) -> None:
    word(table)
    table.seat("B").press()
    table.wait(s=1)
    table.up.press()


@scene("pause-word", *EVERY)
def pause_of_word(table: Table) -> None:
    entry(table)
    table.back.press()
    table.down.press()


@scene("word_entries", *EVERY)
def entries(table: Table) -> None:
    pause_of_word(table)
    table.choose(table.words.ENTRIES)


@scene("word_entries-number", *EVERY)
def entries_number(table: Table) -> None:
    entries(table)
    table.ok.press()


@scene("word_entries-racks", *EVERY)
def entries_racks(table: Table) -> None:
    pause_of_word(table)
    table.choose(table.words.RACKS)


@scene("result-word", *EVERY)
def result_of_word(table: Table) -> None:
    """Blocked: the pool is corrected to nothing, then all pass."""
    word(table)
    table.back.press()
    table.choose(table.words.CORRECT_POOL)
    table.down.hold(ms=4_000)
    table.ok.press()
    table.choose(table.words.RESUME)
    for seat in "BCA":
        table.wait(s=1)
        table.seat(seat).hold()
    table.wait(s=1)


@scene("crash", *EVERY)
def crash(table: Table) -> None:
    table.break_screen("turn", "raise ValueError('out of ink')")
    table.start_game()


LOCK = {"code": "ABC", "locked": True}


def enter(table: Table, code: str) -> None:
    """The judge's code, on the screen that asks for it."""
    for seat in code:
        table.seat(seat).press()
    table.ok.press()


@scene("judge_code", *EVERY)
def code(table: Table) -> None:
    table.settings(language=table.language, **LOCK)
    pause(table)
    table.choose(table.words.END_PLAYED)
    for seat in "ABCA":
        table.seat(seat).press()


@scene("judge_code-wait", *EVERY)
def code_after_three_wrong_ones(table: Table) -> None:
    table.settings(language=table.language, **LOCK)
    table.choose(table.words.SETTINGS)
    for _ in range(3):
        enter(table, "FF")
    table.wait(ms=500)


@scene("judge_code-new", *EVERY)
def code_new(table: Table) -> None:
    table.choose(table.words.SETTINGS)
    table.up.press()  # the last row
    table.ok.press()


@scene("judge_code-none", *EVERY)
def code_none(table: Table) -> None:
    table.back.hold(ms=2_200)


@scene("judge_code-locked", *EVERY)
def code_locked(table: Table) -> None:
    table.settings(language=table.language, code="ABC")
    table.back.hold(ms=2_200)


@scene("judge_code-unlocked", *EVERY)
def code_unlocked(table: Table) -> None:
    table.settings(language=table.language, **LOCK)
    table.back.hold(ms=2_200)
    enter(table, "ABC")


@scene("turn-locked", *EVERY)
def turn_locked(table: Table) -> None:
    names = ["Zażółć", "Jaźń", "Ola", "", "", ""]
    table.settings(language=table.language, names=names, sound=False, **LOCK)
    table.start_game("ABC")
    table.wait(s=1)
    table.up.press()
    table.down.press()


@scene("setup-word", *EVERY)
def setup_of_word(table: Table) -> None:
    table.settings(language=table.language, preset="word", limit=90)
    table.to_players()
    for _ in range(2):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    table.down.press()


@scene("battery-low", *EVERY)
def battery_low(table: Table) -> None:
    states.to_low_battery(table)


@scene("battery-empty", *EVERY)
def battery_empty(table: Table) -> None:
    states.to_empty_battery(table)


@scene("turn-battery", "pl")
def turn_with_a_low_battery(table: Table) -> None:
    turn_with_names_and_marks(table)
    states.cell(3.4)(table)


@scene("selftest", *EVERY)
def selftest(table: Table) -> None:
    table.choose(table.words.SELF_TEST)
    for row in table.words.TESTS[1:4]:
        table.choose(row)
        table.wait(s=4)


@scene("selftest-keys", *EVERY)
def selftest_keys(table: Table) -> None:
    table.choose(table.words.SELF_TEST)
    table.ok.press()
    for seat in "AC":
        table.seat(seat).press()
    table.down.press()


@scene("safe_mode", *EVERY)
def safe_mode(table: Table) -> None:
    table.box.pull_plug()
    for key in (table.up, table.back):
        key.down()
    table.box.power_on()
    table.wait(ms=1_500)
    for key in (table.up, table.back):
        key.up()
    for _ in range(20):  # it ends at its prompt, where nobody answers
        table.box.follow(table.box.now + 50 * MS, 0.05)


@scene("crash-memory", *EVERY)
def crash_memory(table: Table) -> None:
    table.break_screen("turn", "raise MemoryError()")
    table.start_game()
