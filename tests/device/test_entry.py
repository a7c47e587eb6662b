"""Word: what was laid is entered while the next clock runs, and everything else follows from it."""

import pytest

from tests.device.scorer import Scorer

SWITCH, BLIP, HELD, STEP = 2600, 300, 1800, 2000  # Hz


@pytest.fixture
def word(table):
    """Word is chosen; nobody has sat down yet."""
    table.settings(preset="word", limit=90)
    return table


def deal(table, seats):
    table.deal(seats)
    table.seat(seats[0]).press()
    table.wait(s=1)


def lays(table, seat):
    """A short press of who is on turn."""
    table.seat(seat).press()
    table.wait(ms=400)


def draws(table, seat):
    table.seat(seat).hold()
    table.wait(ms=400)


def enter(key, *figures):
    """Of each figure how often the key is pressed before it is held."""
    for presses in figures:
        for _ in range(presses):
            key.press()
        key.hold()


def enter_at_console(table, *figures):
    for presses in figures:
        for _ in range(abs(presses)):
            (table.up if presses > 0 else table.down).press()
        table.ok.press()


def bottom(table):
    """The bottom line up to who is next, and whether it is lit."""
    items = [item for item in table.screen.items if item.y == 52]
    text, _, following = "  ".join(item.text for item in items).partition("▸")
    assert following.strip() in ("A", "B", "C")
    return text.strip(), any(item.inverse for item in items)


def stopped_for(table):
    """The entry that is asked for while nobody has a turn, nobody is next, and no time is shown."""
    assert table.screen.says(table.words.ENTRIES)
    assert {item.font for item in table.screen.items} <= {"text", "mid"}
    return "  ".join(item.text for item in table.screen.items if item.y == 52)


def both_open(table, seats="AB"):
    """Everybody lays a first word of six letters."""
    for seat in seats:
        lays(table, seat)
        enter_at_console(table, 0)


def set_pool(table, tiles):
    """Somebody has counted it, and the clock goes on."""
    table.back.press()
    table.choose("Correct the pool")
    table.down.hold(ms=4000)
    for _ in range(tiles):
        table.up.press()
    table.ok.press()
    table.choose("Resume")
    table.wait(ms=400)


def test_an_entry_is_made_on_the_own_button_while_the_next_clock_runs(word):
    deal(word, "AB")
    lays(word, "A")
    assert bottom(word) == ("A  tiles  6", True), "a first word has as many letters as tiles: one number"
    before = float(word.screen.time)
    enter(word.seat("A"), 2)
    assert bottom(word) == ("A  +8  draws  1", False)
    assert word.screen.seat == "B" and float(word.screen.time) < before, "B's clock has gone on"
    assert word.screen.pool == 83
    word.wait(s=4)
    assert bottom(word)[0] == ""


def test_later_words_are_entered_in_two_fields(word):
    deal(word, "AB")
    both_open(word)
    lays(word, "A")
    a = word.seat("A")
    assert bottom(word) == ("A  letters  3", True)
    a.press()
    assert bottom(word) == ("A  letters  4", True)
    at = a.hold()
    assert word.heard_since(at) == [HELD]
    assert bottom(word) == ("A  tiles  1", True)
    enter(a, 2)
    assert bottom(word) == ("A  +4  draws  2", False), "he held 8 and laid 3"


def test_the_press_that_ends_a_turn_is_no_entry_and_a_hold_draws(word):
    deal(word, "AB")
    word.seat("A").down()
    word.wait(ms=300)
    assert bottom(word)[0] == "", "it may yet become a hold"
    word.wait(ms=500)
    word.seat("A").up()
    word.wait(ms=100)
    assert (word.screen.pool, bottom(word)[0]) == (83, "")
    lays(word, "B")
    assert bottom(word) == ("B  tiles  6", True)


def test_the_console_belongs_to_the_entry_that_waits_longest(word):
    deal(word, "ABC")
    lays(word, "A")
    lays(word, "B")
    assert bottom(word)[0] == "A  tiles  6"
    word.up.press()
    assert bottom(word)[0] == "A  tiles  7"
    word.seat("B").press()
    assert bottom(word)[0] == "B  tiles  7", "each has his own"
    word.seat("B").hold()
    assert bottom(word)[0] == "B  +7  draws  0", "he still holds 7"
    word.wait(s=4)
    assert bottom(word)[0] == "A  tiles  7", "it still waits"
    word.ok.press()
    assert bottom(word)[0] == "A  +7  draws  0"
    word.wait(s=4)
    assert bottom(word)[0] == ""


def test_the_pool_may_be_less_as_long_as_an_entry_waits(word):
    deal(word, "AB")
    assert word.screen.frame[2 * 128 + 101 : 2 * 128 + 105] == bytes(4)
    lays(word, "A")
    assert any(word.screen.frame[2 * 128 + 101 : 2 * 128 + 105]), "no ≤ before the number"
    enter(word.seat("A"), 8)
    assert not any(word.screen.frame[2 * 128 + 101 : 2 * 128 + 105])
    assert word.screen.pool == 77


def test_all_fourteen_tiles_at_once_count_double(word):
    deal(word, "AB")
    lays(word, "A")
    enter(word.seat("A"), 8)
    assert bottom(word)[0] == "A  +28  draws  7"


def test_who_is_on_turn_ends_his_turn_though_his_entry_waits(word):
    deal(word, "AB")
    lays(word, "A")
    draws(word, "B")
    assert (word.screen.seat, bottom(word)[0]) == ("A", "A  tiles  6")
    at = word.seat("A").press()
    assert word.heard_since(at) == [SWITCH]
    word.wait(ms=400)
    assert word.screen.seat == "B"
    enter(word.seat("A"), 0)
    word.wait(s=4)
    assert bottom(word)[0] == "A  letters  3", "the second of the two, after a first word"
    enter_at_console(word, 0, 1)
    assert word.screen.pool == 82, "one for B's draw, one for A: after his first word he still held 8"


def test_what_cannot_be_is_refused(word):
    deal(word, "AB")
    lays(word, "A")
    at = word.now
    for _ in range(3):
        word.down.press()
    assert bottom(word)[0] == "A  tiles  0", "below six only nothing"
    assert word.heard_since(at) == [STEP, BLIP, BLIP]
    for _ in range(10):
        word.up.press()
    assert bottom(word)[0] == "A  tiles  14", "he holds no more"


def test_an_entry_that_has_become_impossible_is_refused_and_asked_anew(word):
    deal(word, "AB")
    both_open(word)
    lays(word, "A")
    lays(word, "B")
    b = word.seat("B")
    enter(b, 22)  # while nobody knows what A has laid, a word of 25 letters is possible
    enter_at_console(word, 0, 0)
    at = b.hold()
    assert bottom(word) == ("B: impossible", True)
    assert word.heard_since(at) == [BLIP]
    word.wait(s=4)
    assert bottom(word)[0].startswith("B  letters")


def test_no_tiles_means_that_he_drew_after_all(word):
    deal(word, "AB")
    lays(word, "A")
    enter_at_console(word, -1)
    assert (word.screen.pool, bottom(word)[0]) == (83, "A  +0  draws  1")


def test_nobody_announces_opens_or_is_out_by_a_key(word):
    deal(word, "AB")
    for key in (word.up, word.down, word.ok):
        at = key.press()
        assert word.heard_since(at) == [BLIP]
    assert (word.screen.seat, bottom(word)[0]) == ("A", "")


def test_a_past_entry_is_corrected_in_the_pause_and_all_that_followed_with_it(word):
    deal(word, "AB")
    lays(word, "A")
    enter_at_console(word, 8)
    draws(word, "B")
    assert word.screen.pool == 76
    word.back.press()
    word.choose("Entries")
    word.choose("1. A")
    assert word.screen.says("A  tiles") and word.screen.says("14")
    for _ in range(7):
        word.down.press()
    word.ok.press()
    assert word.screen.says("7 / 7")
    word.back.press()
    word.choose("Racks")
    assert [line.split() for line in word.screen.text.splitlines()[1:]] == [["A", "7", "7"], ["B", "15", "0"]]
    word.back.press()
    word.choose("Resume")
    word.wait(ms=400)
    assert word.screen.pool == 83


def test_an_impossible_correction_is_refused(word):
    deal(word, "AB")
    lays(word, "A")
    word.back.press()
    word.choose("Entries")
    word.choose("1. A")
    word.down.press()
    word.ok.press()
    assert word.screen.says("A: impossible")
    assert not word.screen.says("/"), "it still waits"


def test_tiles_of_the_table_go_onto_the_rack_of_who_is_on_turn(word):
    deal(word, "AB")
    both_open(word)
    word.back.press()
    word.choose("Tiles onto the rack")
    word.up.press()
    word.ok.press()
    word.choose("Racks")
    assert [line.split() for line in word.screen.text.splitlines()[1:]] == [["A", "10", "6"], ["B", "8", "6"]]


def test_while_an_entry_waits_nobody_can_say_what_the_pool_should_be(word):
    deal(word, "AB")
    lays(word, "A")
    word.back.press()
    seen = set()
    for _ in range(16):
        seen.add(word.screen.text)
        word.down.press()
    assert not any("Correct the pool" in text for text in seen)


def to_the_end(table):
    """A is out with the pool empty; B may make one more turn."""
    deal(table, "AB")
    for seat in "AB":
        lays(table, seat)
        enter(table.seat(seat), 8)  # 28 points, 7 new tiles
    set_pool(table, 0)
    lays(table, "A")
    enter(table.seat("A"), 2, 6)  # five letters with all of seven tiles


def test_a_game_to_its_end_and_its_totals(word):
    to_the_end(word)
    assert bottom(word)[0] == "A  +10  draws  0"
    assert word.screen.says("turns") and word.screen.pool == 1, "one turn to come"
    lays(word, "B")
    assert stopped_for(word) == "B  letters  3"
    word.wait(s=95)
    assert stopped_for(word) == "B  letters  3", "nobody has a turn whose time could be up"
    enter_at_console(word, 0, 1)
    assert word.screen.says("the last turns are over")
    assert word.screen.says("A  +38  +38") and word.screen.says("B  +31  +31")
    assert not word.screen.says("Sum"), "nothing has to balance here"
    word.ok.press()  # meant for the entry, perhaps
    assert word.screen.says("OK store")
    Scorer.at(word).store()
    word.back.press()
    word.choose("Sheets")
    word.wait(ms=300)  # they are read
    assert word.screen.says("+38")


def test_when_the_last_turns_are_over_an_entry_that_is_missing_stops_the_clock_until_it_is_made(word):
    """A is out, as B and C know only once they have had their last turns."""
    deal(word, "ABC")
    for seat in "ABC":
        lays(word, seat)
        enter(word.seat(seat), 8)
    set_pool(word, 0)
    for seat in "ABC":
        lays(word, seat)
    assert word.screen.seat == "A", "perhaps A plays on"
    word.wait(s=3)
    enter_at_console(word, 2, 6)
    assert stopped_for(word) == "A  +10  draws  0"
    word.power_cycle()
    word.choose("Resume")
    word.wait(s=1)
    assert stopped_for(word) == "B  letters  3"
    word.back.press()
    assert word.screen.says("PAUSE")
    word.choose("Resume")
    word.wait(s=1)
    assert stopped_for(word) == "B  letters  3", "nobody has a turn that could go on"
    enter(word.seat("C"), 0, 0)
    word.wait(s=5)
    assert stopped_for(word) == "B  letters  3"
    enter(word.seat("B"), 0, 0)
    word.wait(s=1)
    assert word.screen.says("A  +38  +38") and word.screen.says("C  +31  +31")


def test_back_from_the_result_leads_to_the_turn_where_an_entry_can_be_corrected(word):
    to_the_end(word)
    lays(word, "B")
    enter(word.seat("B"), 0, 0)
    assert word.screen.says("B  +31")
    word.wait(s=1)
    word.back.press()
    word.wait(s=1)
    assert word.screen.says("PAUSE")
    word.choose("Entries")
    word.choose("4. B")
    word.up.press()
    word.ok.press()
    word.ok.press()
    assert word.screen.says("4 / 1")
    word.back.press()
    word.choose("Resume")
    word.wait(s=1)
    assert word.screen.says("B  +32")


def test_a_stored_sheet_is_corrected_by_its_entries_and_stored_again(word):
    to_the_end(word)
    lays(word, "B")
    enter(word.seat("B"), 0, 0)
    Scorer.at(word).store()
    word.back.press()
    word.choose("Sheets")
    word.wait(ms=300)  # they are read
    for _ in range(2):  # behind the ranking of two
        word.down.press()
    word.choose("game 1")
    word.choose("Correct")
    word.wait(s=1)
    assert word.screen.says("PAUSE")
    word.choose("Entries")
    word.choose("4. B")
    for _ in range(9):
        word.up.press()
    word.ok.press()
    word.ok.press()
    assert word.screen.says("12 / 1")
    word.back.press()
    word.choose("Resume")
    word.wait(s=1)
    assert word.screen.says("A  +38  +38") and word.screen.says("B  +40  +40")
    Scorer.at(word).store()
    word.back.press()
    word.choose("Sheets")
    word.wait(ms=300)  # they are read
    assert word.screen.says("1. B  +40") and word.screen.says("2. A  +38")


def test_the_next_game_of_word_begins_with_the_next_player_and_nothing_entered(word):
    to_the_end(word)
    lays(word, "B")
    enter(word.seat("B"), 0, 0)
    Scorer.at(word).store()
    for _ in range(5):  # with the row of the first word
        word.ok.press()
    assert word.screen.says("B begins")
    word.seat("B").press()
    word.wait(s=1)
    lays(word, "B")
    assert (bottom(word)[0], word.screen.pool) == ("B  tiles  6", 84)


def test_all_pass_with_nothing_to_draw_and_it_is_over(word):
    deal(word, "AB")
    both_open(word)
    set_pool(word, 0)
    draws(word, "A")
    word.seat("B").hold()
    word.wait(s=1)
    assert word.screen.says("nobody can move")
    assert word.screen.says("A  +6  +6") and word.screen.says("B  +6  +6")


def test_an_undone_turn_takes_its_entry_along(word):
    deal(word, "AB")
    lays(word, "A")
    enter(word.seat("A"), 8)
    word.back.press()
    word.choose("Undo last turn")
    word.choose("Resume")
    word.wait(ms=400)
    assert (word.screen.seat, word.screen.pool) == ("A", 84)
    lays(word, "A")
    assert bottom(word)[0] == "A  tiles  6"


def test_a_time_out_draws_and_is_not_entered(word):
    deal(word, "AB")
    word.wait_for_time_up()
    word.wait(s=2)
    word.ok.press()
    word.wait(ms=400)
    assert (word.screen.seat, word.screen.pool, bottom(word)[0]) == ("B", 83, "")


def test_a_game_of_numbers_after_it_knows_nothing_of_entries(word):
    deal(word, "AB")
    word.back.press()
    word.choose("Abandon the game")
    word.choose("Yes")
    word.ok.press()
    word.ok.press()
    word.up.press()
    word.up.press()  # the preset two before it
    for _ in range(3):
        word.ok.press()
    word.seat("A").press()  # drew the highest tile
    word.ok.press()
    word.seat("A").press()
    word.wait(s=1)
    word.ok.press()
    assert word.screen.says("Who is out?")
