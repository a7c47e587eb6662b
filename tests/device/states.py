"""Every screen of firmware/docs/keys.md: how a box gets there, and how one knows that it is there."""

from collections.abc import Callable
from typing import NamedTuple

from tests.device.places import step
from tests.device.table import MS, S
from tileclock_host.sim import wire
from tileclock_host.sim.clock_chip import ClockChip

# ---- how a box gets there: each begins on the first screen, with the tournament's rules ----


@step
def to_time(table):
    table.to_players()
    table.ok.press()


@step
def to_first(table):
    to_time(table)
    table.ok.press()


@step
def to_turn(table):
    table.start_game()
    table.wait(s=2)


@step
def to_word(table):
    """Six tiles are drawn and two first words entered, so that the pool is 50 and A is on turn."""
    to_waiting_entry(table)
    table.ok.press()
    table.wait(s=5)


@step
def to_waiting_entry(table, **settings):
    """The same, but the second of the words, D's, is not entered yet."""
    table.settings(preset="word", limit=90, **settings)
    table.deal("ABCD")
    table.seat("A").press()
    for seat in "ABCDAB":
        table.wait(s=1)
        table.seat(seat).hold()
    table.wait(s=1)
    table.seat("C").press()
    table.wait(s=1)
    table.ok.press()
    table.wait(s=5)
    table.seat("D").press()
    table.wait(s=1)


@step
def to_last_entry(table):
    """The round is over, and everybody has had their last turn; what D laid in it is not entered yet."""
    to_word(table)
    table.back.press()
    table.choose(table.words.END_ROUND)
    table.ok.press()
    for seat in "ABC":
        table.wait(s=1)
        table.seat(seat).hold()
    table.wait(s=1)
    table.seat("D").press()
    table.wait(s=1)
    table.seat("A").hold()
    table.wait(s=1)


@step
def to_entries(table):
    to_waiting_entry(table)
    table.back.press()
    table.choose("Entries")


@step
def to_pause(table):
    """B has played, C is on turn: there is a turn to undo, and a mistake to charge for."""
    to_turn(table)
    for seat in "AB":
        table.seat(seat).press()
        table.wait(s=1)
    table.back.press()


@step
def to_row(table, row):
    to_pause(table)
    table.choose(row)


def to_pause_row(row):
    return lambda table: to_row(table, row)


@step
def to_choice(table):
    """Whose mistake it was is said, not yet what it costs."""
    to_pause_row("A mistake")(table)
    table.ok.press()


@step
def to_out(table):
    to_turn(table)
    for seat in "AB":
        table.seat(seat).press()
        table.wait(s=1)
    table.ok.press()


@step
def to_over(table):
    to_pause_row(table.words.END_ROUND)(table)
    table.ok.press()  # on with the turn of C
    for seat in "CDABC":
        table.wait(s=1)
        table.seat(seat).press()
    table.wait(s=1)


@step
def to_abandoned(table):
    to_pause_row(table.words.ABANDON)(table)
    table.choose(table.words.YES_ABANDON)


@step
def to_racks(table):
    to_out(table)
    table.ok.press()
    table.wait(s=1)


@step
def to_result(table):
    to_racks(table)
    for seat in "ABD":
        table.seat(seat).press()
    for _ in range(3):
        table.ok.press()
        table.wait(ms=600)
    table.wait(ms=500)


@step
def to_lines(table):
    table.settings(preset="tournament", confirm=True)
    to_result(table)


@step
def to_unconfirmed(table):
    to_lines(table)
    table.ok.press()
    table.wait(s=1)


@step
def to_winner(table):
    to_result(table)
    table.ok.press()
    table.wait(s=2)  # the fanfare


@step
def to_ranking(table):
    to_winner(table)
    table.ok.press()


@step
def to_sheets(table):
    to_ranking(table)
    table.back.press()
    table.choose(table.words.SHEETS)


@step
def to_last_sheet(table):
    to_sheets(table)
    for _ in range(9):
        if table.screen.chosen.startswith("game"):
            return
        table.down.press()


@step
def to_winner_of_match(table):
    to_sheets(table)
    table.choose(table.words.END_MATCH)
    table.wait(s=2)


@step
def to_end_of_match(table):
    to_winner_of_match(table)
    table.ok.press()


def to_settings(table):
    table.choose(table.words.SETTINGS)
    table.down.press()  # not the language: the test can read only one


def to_name(table):
    table.choose(table.words.SETTINGS)
    table.choose(table.words.NAMES)
    table.ok.press()  # A's name
    table.down.press()
    table.ok.press()  # begins with A


@step
def to_first_word(table):
    table.settings(preset="word", limit=90)
    to_first(table)
    table.seat("A").press()
    table.ok.press()


CODE = {"preset": "tournament", "code": "ABC", "locked": True}


@step
def to_code(table):
    table.settings(**CODE)
    table.choose(table.words.SETTINGS)


def to_lock(table):
    table.back.hold(ms=2_200)


def to_self_test(table):
    table.choose(table.words.SELF_TEST)


def to_key_test(table):
    to_self_test(table)
    table.ok.press()


def cell(volts):
    """A battery of so many volts, for as long as the box needs to notice it."""

    def connect(table):
        table.box.turn_knob(wire.KNOB_CELL_MV, round(volts * 1000))
        table.wait(s=11)

    return connect


@step
def to_low_battery(table):
    cell(3.4)(table)
    to_first(table)
    table.seat("A").press()
    table.ok.press()


def to_empty_battery(table):
    to_turn(table)
    cell(3.2)(table)


@step
def to_lost_date(table):
    table.box.plug_clock_chip(ClockChip(battery=False))
    table.power_cycle()


def to_date(table):
    to_lost_date(table)
    table.choose(table.words.DATE)


def to_trouble(table):
    table.box.make_foreign()


def to_begin_anew(table):
    to_trouble(table)
    table.choose(table.words.BEGIN_ANEW)


def to_guide(table):
    table.choose(table.words.GUIDE)
    table.down.press()


# ---- what is shown ----


def title(table):
    return " ".join(item.text for item in table.screen.items if item.y < 14)


def seconds_left(table):
    """Of the turn, as the title of the pause menu says it."""
    return int(title(table).split()[-2])


def titled(text):
    return lambda table: title(table).startswith(text)


def running(table):
    return any(item.font == "seat" for item in table.screen.items)


def waiting(table):
    """For the last entries: there is a pool, and nobody is on turn."""
    return title(table).startswith("pool") and not running(table) and table.screen.says("Entries")


def final(table):
    return title(table).startswith("FINAL")


def ranked(table):
    return table.screen.says("1. ")


def result(table):
    return title(table).endswith("match")


def setting_up(row):
    """In the row of the rules, the title says for a while what others mean."""
    return lambda table: (
        table.screen.chosen.startswith(row) and (title(table).startswith("New game") or row == "Rules")
    )


def everything(table):
    return [(item.y, item.x, item.inverse, item.text) for item in table.screen.items]


def all_but_what_is_large(table):
    """The large line says two things in turn."""
    return [(item.y, item.x, item.text) for item in table.screen.items if item.font != "large"]


def all_but_title(table):
    """The title says in turn what OK and what ↩ does."""
    return [item.text for item in table.screen.items if item.y >= 14]


def all_but_notes(table):
    """The notes of the sheet follow each other by themselves."""
    return [item.text for item in table.screen.items if item.y < 50]


def all_but_time(table):
    bottom = [item.text for item in table.screen.items if item.y > 50]
    return table.screen.seat, table.screen.pool, bottom


A_SEAT = {"a seat": "AF"}


class State(NamedTuple):
    """A screen of the page: how to get there, how to know it, the seats its rows mean, what must stay."""

    lead: Callable | None  # of a screen that is only led to, none
    shown: Callable
    seats: dict[str, str] = A_SEAT
    look: Callable = everything


OTHERS = "any other seat"
PLAYERS = {"who plays": "AC", OTHERS: "EF"}


def time_is_up_after(ms):
    @step
    def lead(table):
        began = table.start_game()
        table.wait_until(began + 40 * S + ms * MS)

    seats = {"who was on turn": "A", OTHERS: "BF"}
    return State(lead, lambda table: table.screen.time_is_up, seats, all_but_what_is_large)


CHOICES = ("Whose", "Who leaves", "A mistake", "Abandon", "game")
STATES = {
    "Home": State(lambda table: table.wait(ms=300), titled("tileclock")),  # the boot is counted
    "New game: rules": State(lambda table: table.ok.press(), setting_up("Rules")),
    "New game: players": State(lambda table: table.to_players(), setting_up("Players"), {"a seat": "DE"}),
    "New game: time": State(to_time, setting_up("Time")),
    "New game: first": State(
        to_first, setting_up("First player"), {"another player": "B", "an empty seat": "F"}
    ),
    "Deal": State(
        lambda table: table.deal(), titled("Deal"), {"who begins": "A", OTHERS: "BF"}, all_but_notes
    ),
    "Turn": State(
        to_turn, running, {"who is on turn": "A", "another player": "BD", "an empty seat": "F"}, all_but_time
    ),
    "Turn of Word": State(to_word, running, {"who is on turn": "A", OTHERS: "BDF"}, all_but_time),
    "Turn of Word, an entry waits": State(
        to_waiting_entry,
        running,
        {"who is on turn": "A", "who has an entry to make": "D", OTHERS: "BF"},
        all_but_time,
    ),
    "Turn of Word, the last is over": State(
        to_last_entry, waiting, {"who has an entry to make": "D", OTHERS: "ABF"}
    ),
    "Entries of Word": State(to_entries, titled("Entries")),
    "Pause": State(to_pause, titled("PAUSE")),
    "Dispute": State(None, titled("DISPUTE")),
    "Number": State(to_pause_row("Correct the pool"), lambda table: table.screen.says("…")),
    "Choice": State(
        to_choice,
        lambda table: title(table).startswith(CHOICES) and not result(table),
    ),
    "About this game": State(to_pause_row("About this game"), titled("About this game")),
    "Time is up, the first 1.5 seconds": time_is_up_after(100),
    "Time is up": time_is_up_after(2500),
    "Who is out?": State(
        to_out, titled("Who is out?"), {"who is on turn, or was before": "BC", OTHERS: "AF"}
    ),
    "Game over": State(to_over, titled("Game over")),
    "Game abandoned": State(to_abandoned, titled("Game over")),
    "Racks": State(
        to_racks,
        lambda table: "Points" in title(table),
        {"who has a rack": "AD", OTHERS: "CF"},
        all_but_notes,
    ),
    "Opened?": State(None, titled("3/3 Opened?")),
    "Result": State(to_result, result, look=all_but_title),
    "Result, lines are confirmed": State(to_lines, result, PLAYERS, look=all_but_title),
    "Result, not all have confirmed": State(to_unconfirmed, titled("Not confirmed"), PLAYERS),
    "Winner": State(to_winner, lambda table: table.screen.says("winner")),
    "Ranking": State(to_ranking, titled("Standings")),
    "Sheets": State(to_last_sheet, titled("Sheets")),
    "Winner of the match": State(to_winner_of_match, lambda table: final(table) and not ranked(table)),
    "End of the match": State(to_end_of_match, lambda table: final(table) and ranked(table)),
    "Settings": State(to_settings, titled("Settings")),
    "Name": State(to_name, titled("Names")),
    "New game: first word": State(to_first_word, setting_up("First word")),
    "Code": State(to_code, titled("Judge's code")),
    "The lock": State(to_lock, titled(("No code set yet", "Locked", "Unlocked"))),
    "Battery low": State(to_low_battery, titled("Battery low")),
    "Battery empty": State(to_empty_battery, titled("Battery empty")),
    "The date is lost": State(to_lost_date, titled("Battery CR2032 empty?")),
    "Date": State(to_date, lambda table: title(table).endswith("… UTC")),
    "Self-test": State(to_self_test, titled("Self-test")),
    "Self-test: keys": State(to_key_test, titled("Keys")),
    "Memory unreadable": State(to_trouble, titled("Memory unreadable")),
    "Start afresh": State(to_begin_anew, titled("Start afresh")),
    "Guide": State(to_guide, lambda table: title(table).endswith("/4")),
}
FLEETING = {"Time is up, the first 1.5 seconds"}  # over before the next press can be tried


def number(table):
    shown = [item.text for item in table.screen.items if item.font == "mid" and item.text.isdigit()]
    return int(shown[0]) if len(shown) == 1 else None
