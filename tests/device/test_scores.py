"""Scores through the buttons: the tables printed in the rule sheets come out on the screen."""

import random

import pytest

from tests.device.scorer import DEAF_MS, Scorer
from tests.device.table import MS

pytestmark = pytest.mark.needs_models

# Points of A, B, C, D. The one above zero was out; what the others lose was on their racks.
THREE_GAMES = [[24, -5, -16, -3], [-6, -11, 22, -5], [-32, -13, -2, 47]]
FOUR_ROUNDS = [*THREE_GAMES, [-10, -25, 41, -6]]


@pytest.fixture
def table(lay_table):
    """Not switched on yet."""
    return lay_table(start=False)


def play_out(scorer, points, seats="ABCD", first=None):
    """A whole game with these points, up to its result."""
    scorer.begin(seats, first)
    winner = seats[points.index(max(points))]
    scorer.out(winner)
    scorer.confirm({seat: -lost for seat, lost in zip(seats, points, strict=True) if seat != winner})


def play_on(scorer, racks, seats="ABCD", first="A"):
    """A whole game nobody finishes, up to its result."""
    scorer.begin(seats, first)
    scorer.nobody()
    scorer.confirm(dict(zip(seats, racks, strict=True)))


# ---- the printed tables ----


@pytest.mark.parametrize(("preset", "language"), [("pl", "pl"), ("pl", "en"), ("cs", "cs")])
def test_three_games_of_the_polish_and_the_czech_sheet(table, preset, language):
    scorer = Scorer(table, preset, language=language)
    for points in THREE_GAMES:
        play_out(scorer, points, first="A" if preset == "cs" or points is THREE_GAMES[0] else None)
        assert scorer.game() == points
        totals = scorer.totals()
        scorer.store()
    assert totals == [-14, -29, 4, 39]


def test_four_rounds_of_the_ukrainian_sheet(table):
    """The match goes to most rounds won: C has two, though A, B and D have one between them at most."""
    scorer = Scorer(table, "uk", language="uk")
    for points in FOUR_ROUNDS:
        play_out(scorer, points, first="A")
        assert scorer.game() == points
        totals = scorer.totals()
        scorer.store()
    assert totals == [-24, -54, 45, 33]
    table.back.press()
    table.choose(table.words.SHEETS)
    table.wait(s=1)
    for place, rounds, points in (
        ("1. C", 2, "+45"),
        ("2. D", 1, "+33"),
        ("3. A", 1, "-24"),
        ("4. B", 0, "-54"),
    ):
        assert table.screen.says(place)
        assert table.screen.says(f"{table.words.ROUNDS % rounds}  {points}")


UNFINISHED = [
    ("pl", [1, 5, 10, 15], [29, -5, -10, -15]),
    ("tournament", [1, 5, 10, 15], [27, -4, -9, -14]),
    ("cs", [1, 5, 10, 15], [30, -5, -10, -15]),
    ("pl", [5, 5, 10, 16], [8, 8, -10, -16]),
    ("tournament", [5, 5, 10, 16], [8, 8, -5, -11]),
    ("cs", [5, 5, 10, 16], [13, 13, -10, -16]),
    ("pl", [5, 5, 10, 15], [8, 7, -10, -15]),
    ("uk", [5, 5, 10, 15], [8, 7, -5, -10]),
    ("cs", [5, 5, 10, 15], [13, 12, -10, -15]),
    ("pl", [10, 10], [-10, -10]),
]


@pytest.mark.parametrize(("preset", "racks", "points"), UNFINISHED)
def test_a_game_nobody_finished(table, preset, racks, points):
    scorer = Scorer(table, preset)
    play_on(scorer, racks, seats="ABCD"[: len(racks)])
    assert scorer.game() == points
    scorer.scroll_to("the round is over")
    scorer.scroll_to({"pl": "net", "cs": "plain"}.get(preset, "difference"))


@pytest.mark.parametrize(("preset", "points"), [("cs", [13, 13, -10, -16]), ("uk", [8, 8, -5, -11])])
def test_a_blocked_game(table, preset, points):
    """Nothing to draw, and all pass one after the other: nobody can move."""
    scorer = Scorer(table, preset)
    scorer.begin(first="A")
    table.wait(ms=400)
    table.back.press()
    table.choose("Correct the pool")
    table.down.hold(ms=2500)
    table.ok.press()
    table.ok.press()
    for seat in "ABCD":
        table.wait(ms=400)
        table.seat(seat).hold()
    table.wait(ms=100)  # for the screens of the scores
    assert table.screen.says("nobody can move")
    table.ok.press()
    table.wait(ms=DEAF_MS)
    scorer.confirm({"A": 5, "B": 5, "C": 10, "D": 16})
    assert scorer.game() == points
    scorer.scroll_to("nobody can move")


@pytest.mark.parametrize("seats", ["AB", "BDF", "ABCD", "ABCDF", "ABCDEF"])
def test_two_to_six_players(table, seats):
    scorer = Scorer(table)
    lost = [0, 11, 22, 3, 14, 5][: len(seats)]
    play_out(scorer, [sum(lost), *(-points for points in lost[1:])], seats, first=seats[0])
    lines = scorer.lines()
    assert "".join(lines) == seats
    assert [points for points, _ in lines.values()] == [sum(lost), *(-points for points in lost[1:])]


def test_a_joker_counts_what_the_sheet_says(table):
    scorer = Scorer(table, "tournament")
    scorer.begin()
    scorer.out("A")
    scorer.confirm({"B": 0, "C": 4, "D": 10}, jokers="BD")
    assert scorer.game() == [114, -50, -4, -60]


# ---- what cannot be is refused where it was entered ----


def to_racks(table, preset="pl"):
    scorer = Scorer(table, preset)
    scorer.begin(first=None if preset == "tournament" else "A")
    scorer.out("A")
    return scorer


def test_a_missing_rack_is_named(table):
    scorer = to_racks(table)
    scorer.enter({"B": 3, "D": 4})
    table.ok.press()
    assert table.screen.says("C: points?")
    scorer.enter({"C": 5})
    assert not table.screen.says("missing"), "the complaint goes when it is heard"
    table.ok.press()
    assert table.screen.says("Jokers")


def test_jokers_go_round_so_three_of_two_cannot_be_entered(table):
    scorer = to_racks(table)
    scorer.enter({"B": 1, "C": 1, "D": 1})
    table.ok.press()
    for shown in ("1", "2", "0"):
        table.seat("B").press()
        assert scorer.entered == [shown, "0", "0"]
    table.down.press()
    assert scorer.entered == ["2", "0", "0"]


def test_more_jokers_than_the_box_has_are_refused_together(table):
    scorer = to_racks(table)
    scorer.confirm({"B": 1, "C": 1, "D": 1}, jokers="BBC")
    assert table.screen.says("together: impossible")
    assert scorer.entered == ["2", "1", "0"], "at the jokers, where it was entered"
    table.seat("C").press()
    table.seat("C").press()
    scorer.next_step()
    scorer.next_step()
    assert scorer.game() == [63, -61, -1, -1]


def test_a_rack_larger_than_the_tiles_out_there_is_refused_at_its_column(table):
    """56 tiles are not in the pool: at most 24 of 13, 12, 11 down to 7 – 560 points and a few more."""
    scorer = to_racks(table)
    scorer.confirm({"B": 3, "C": 640, "D": 4})
    assert table.screen.says("C: impossible")
    assert table.screen.says("640"), "at the number tiles"
    table.down.hold(ms=22_000)
    scorer.confirm({})
    assert scorer.game()[1::2] == [-3, -4], "the others stay as they were entered"


def test_the_console_corrects_the_column_touched_last(table):
    scorer = to_racks(table)
    scorer.enter({"B": 24, "C": 7})
    scorer.enter({"D": 3})
    table.up.press()
    table.down.hold(ms=650)
    assert scorer.entered == ["24", "7", "0"], "never below zero"
    table.up.hold(ms=650)
    assert scorer.entered == ["24", "7", "10"]
    table.seat("A").press()
    assert scorer.entered == ["24", "7", "10"], "who is out has no column"


# ---- between play and scoring ----


def test_presses_while_the_screen_changes_land_in_no_score(table):
    scorer = Scorer(table)
    scorer.begin(first="A")
    table.wait(ms=350)
    table.ok.press()
    table.seat("B").down()  # still held when the racks are asked for
    at = table.ok.down()
    for key, after_ms in (("C", 5), ("D", 60)):
        table.seat(key).down(at + after_ms * MS)
        table.seat(key).up(at + (after_ms + 110) * MS)
    table.ok.up(at + 100 * MS)
    table.wait(ms=DEAF_MS + 1500)
    assert table.screen.says("A is out")
    assert scorer.entered == []
    table.seat("B").up()
    table.wait(ms=50)
    assert scorer.entered == [], "what is let go now began before"
    table.seat("B").press()
    assert scorer.entered == ["1"]


def test_back_from_the_racks_to_the_turn(table):
    """Nobody was out after all: the turn stands where it was, with the time it had left."""
    scorer = Scorer(table, limit=40)
    scorer.begin(first="A")
    table.wait(ms=4300)
    table.ok.press()
    table.ok.press()
    table.wait(s=20)
    scorer.enter({"B": 3})
    table.back.press()
    assert table.screen.says("PAUSE") and table.screen.says("A  36 s")
    table.ok.press()
    assert table.screen.seat == "A"
    scorer.out("A")
    assert scorer.entered == [], "the next entry begins anew"


# ---- the match ----


def test_a_stored_sheet_can_be_corrected(table):
    scorer = Scorer(table)
    for points in THREE_GAMES[:2]:
        play_out(scorer, points, first="A")
        scorer.store()
    table.back.press()
    table.choose("Sheets")
    table.choose("game 2")
    assert table.screen.says("+22") and table.screen.says("-11")
    table.choose("Correct this sheet")
    table.wait(ms=DEAF_MS)
    assert scorer.entered == ["6", "11", "5"]
    table.seat("B").press()
    for _ in range(3):
        scorer.next_step()
    assert scorer.game() == [-6, -12, 23, -5]
    assert scorer.totals() == [18, -17, 7, -8], "the first game and the corrected one"
    scorer.store()
    assert table.screen.says("game 3"), "no game was added"


def correct_game(table, number):
    """From the first screen to the racks of a game that was stored."""
    table.choose("Sheets")
    table.wait(s=1)
    table.choose(f"game {number}")
    table.choose("Correct this sheet")
    table.wait(s=1)


def test_a_correction_that_is_left_changes_nothing(table):
    scorer = Scorer(table)
    play_out(scorer, THREE_GAMES[0], first="A")
    scorer.store()
    table.back.press()
    correct_game(table, 1)
    table.back.press()
    table.wait(s=1)
    assert table.screen.says("1. A") and table.screen.says("+24")


def test_a_correction_that_is_left_at_its_result_changes_nothing(table):
    scorer = Scorer(table)
    play_out(scorer, THREE_GAMES[0], first="A")
    scorer.store()
    table.back.press()
    correct_game(table, 1)
    scorer.enter({"B": 30})
    for _ in range(3):
        scorer.next_step()
    assert scorer.game() == [54, -35, -16, -3]
    table.back.press()
    table.wait(ms=DEAF_MS)
    for _ in range(3):
        table.back.press()
    table.wait(s=1)
    assert table.screen.says("1. A") and table.screen.says("+24") and table.screen.says("-5")


def test_a_sheet_can_still_be_corrected_once_another_game_was_dealt_and_abandoned(table):
    scorer = Scorer(table)
    play_out(scorer, THREE_GAMES[0], first="A")
    scorer.store()
    scorer.begin()
    table.back.press()
    table.choose("Abandon the game")
    table.choose("Yes, abandon it")
    table.ok.press()
    correct_game(table, 1)
    for _ in range(3):
        scorer.next_step()
    assert scorer.game() == THREE_GAMES[0]
    scorer.store()
    assert table.screen.says("game 2")


def test_a_match_ends_after_its_games_with_the_final_ranking(table):
    scorer = Scorer(table, match_games=3)
    for points in THREE_GAMES:
        play_out(scorer, points, first="A")
        scorer.store()
    assert table.screen.says("FINAL") and table.screen.says("all games")
    rows = [("1. D", "+39"), ("2. C", "+4"), ("3. A", "-14"), ("4. B", "-29")]
    lines = table.screen.text.splitlines()[1:]
    assert [tuple(line.split("  ")) for line in lines] == rows
    assert [table.light(seat) for seat in "ABCD"] == ["dark", "dark", "dark", "white"]
    table.ok.press()
    table.ok.press()
    assert table.screen.says("game 1"), "the next match begins from nothing"


def test_a_match_ends_at_its_target(table):
    scorer = Scorer(table, match_target=23)
    play_out(scorer, [-6, -11, 22, -5], first="A")
    scorer.store()
    assert table.screen.says("game 2"), "22 are not 23"
    play_out(scorer, [-6, -11, 22, -5], first="B")
    scorer.store()
    assert table.screen.says("FINAL") and table.screen.says("target")
    assert table.screen.says("1. C") and table.screen.says("+44")


def test_the_first_player_goes_round_without_being_asked(table):
    scorer = Scorer(table, "tournament")
    for first in "ABCDA":
        scorer.begin()
        assert table.screen.seat == first
        scorer.out(first)
        scorer.confirm({seat: 1 for seat in "ABCD" if seat != first})
        scorer.store()


def test_between_two_games_the_next_first_player_may_leave(table):
    scorer = Scorer(table, "tournament")
    play_out(scorer, THREE_GAMES[0])
    scorer.store()
    scorer.begin("ACD")
    assert table.screen.seat == "C", "B would have begun; the next one to the left does"
    scorer.out("C")
    scorer.confirm({"A": 1, "D": 2})
    assert scorer.game() == [-1, 3, -2]
    assert scorer.totals() == [23, -13, -5], "B keeps his points, but is no part of this game"


# ---- how long it takes, and that it always balances ----


def test_six_players_enter_their_racks_in_under_30_s(table):
    """Ordinary racks, two seconds for each step to be read, one joker."""
    scorer = Scorer(table)
    scorer.begin("ABCDEF", "A")
    scorer.nobody()
    racks = {"A": 38, "B": 47, "C": 12, "D": 9, "E": 65, "F": 29}
    begin = table.now
    table.wait(s=2)
    entry_ms = scorer.enter(racks)
    table.ok.press()
    table.wait(s=2)
    table.seat("E").press()
    table.ok.press()
    took_s = (table.now - begin) / (1000 * MS)
    presses = sum(points // 10 > 0 for points in racks.values()) + sum(p % 10 for p in racks.values()) + 3
    held_s = sum(0.6 + 0.35 * (points // 10 - 1) for points in racks.values() if points > 9)
    print(f"{presses} presses, {held_s:.1f} s held; {entry_ms / 1000:.1f} s, with reading {took_s:.1f} s")
    assert scorer.game() == [-38, -47, -12, 212, -95, -29]
    assert took_s < 30


@pytest.mark.parametrize("preset", ["tournament", "cs", "uk"])
def test_random_entries_always_balance(table, preset):
    """But for *net*, what some win the others lose, however a game ends."""
    dice = random.Random(preset)
    scorer = Scorer(table, preset)
    for _game in range(8):
        seats = "".join(sorted(dice.sample("ABCD", dice.choice([2, 3, 4]))))
        scorer.begin(seats, dice.choice(seats))
        winner = dice.choice(seats)
        scorer.out(winner)
        others = seats.replace(winner, "")
        racks = {seat: dice.randint(1, 60) for seat in others}
        jokers = "".join(dice.sample(others, dice.randint(0, min(2, len(others)))))
        scorer.confirm(racks, jokers, marks="".join(dice.choices(others, k=dice.randint(0, 3))))
        lines = scorer.lines()
        assert "".join(lines) == seats
        assert sum(game for game, _ in lines.values()) == 0
        scorer.scroll_to("0 ✓")
        scorer.store()
