"""Pause: the clock stops at the press and goes on with what was left."""

from tests.device.table import MS, S


def test_it_keeps_the_time_that_was_left(table):
    began = table.start_game("ABCD")
    pressed = table.back.press(at=began + 10_500 * MS)
    assert table.screen.says("PAUSE")
    assert table.screen.says("A  30 s")
    table.wait_until(pressed + 300 * S)
    resumed = table.ok.press()
    assert table.screen.seat == "A"
    table.wait_until(resumed + 400 * MS)
    assert table.screen.time == "30"
    table.wait_until(resumed + 29_450 * MS)
    assert table.screen.time == "0.1"
    table.wait_until(resumed + 29_600 * MS)
    assert table.screen.time_is_up


def test_back_goes_on_when_it_is_let_go(table):
    table.start_game("ABCD")
    table.wait(s=3)
    table.back.press()
    table.back.down()
    table.wait(ms=200)
    assert table.screen.says("PAUSE")
    table.back.up()
    table.wait(ms=100)
    assert table.screen.seat == "A"


def test_the_press_that_paused_does_not_resume_when_it_is_let_go(table):
    table.start_game("ABCD")
    table.wait(s=3)
    table.back.press(ms=300)
    table.wait(s=1)
    assert table.screen.says("PAUSE")


def test_seats_do_nothing_while_the_clock_stands(table):
    table.start_game("ABCD")
    table.wait(s=3)
    table.back.press()
    for seat in "ABC":
        table.seat(seat).press()
    assert table.screen.says("PAUSE")
    table.ok.press()
    assert table.screen.seat == "A"


def test_only_who_is_on_turn_is_lit(table):
    table.start_game("ABCD")
    table.wait(s=3)
    table.back.press()
    assert [table.light(seat) for seat in "ABCD"] == ["white", "dark", "dark", "dark"]
