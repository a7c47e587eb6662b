"""The end of a turn's time: announced, punctual to the millisecond, and not confirmed by a reflex."""

import json

import pytest

from tests import presets
from tests.device.table import MS, S

BLIP, SWITCH, TICK, TICK_HIGH = 300, 2600, 1500, 2800  # Hz


def expire(table):
    """A's time runs out; returns when that was."""
    began = table.start_game("ABCD")
    table.wait_until(began + 40 * S + 40 * MS)
    assert table.screen.time_is_up
    return began + 40 * S


@pytest.mark.needs_models
@pytest.mark.parametrize(("at_ms", "in_time"), [(39_999, True), (40_000, False), (40_001, False)])
def test_a_press_up_to_the_limit_is_in_time(table, at_ms, in_time):
    table.steady()
    began = table.start_game("ABCD")
    table.seat("A").press(at=began + at_ms * MS)
    assert table.screen.time_is_up != in_time
    if in_time:
        assert table.screen.seat == "B"


def test_it_is_seen_and_heard(table):
    at = expire(table)
    assert table.light("A") == "red"
    table.wait(ms=60)  # the whole picture is another one
    assert table.screen.says("take 1")
    table.wait(s=2)
    assert table.heard_since(at - 5 * MS)[-2:] == [2800, 1500]


def test_a_reflex_press_confirms_nothing(table):
    at = expire(table)
    for ms in (100, 600, 1200):
        pressed = table.seat("A").press(at=at + ms * MS)
        assert BLIP in table.heard_since(pressed)
        assert table.screen.time_is_up


def test_the_next_turn_begins_with_the_press_that_resolves(table):
    at = expire(table)
    pressed = table.seat("A").press(at=at + 2 * S)
    assert table.screen.seat == "B"
    assert table.heard_since(pressed) == [SWITCH]
    table.wait_until(pressed + 1500 * MS)
    assert table.screen.time == "39"


@pytest.mark.needs_models
@pytest.mark.parametrize(("after_ms", "deaf"), [(1499, True), (1500, False)])
def test_it_is_deaf_for_a_second_and_a_half(table, after_ms, deaf):
    table.steady()
    at = expire(table)
    table.seat("A").press(at=at + after_ms * MS)
    assert table.screen.time_is_up == deaf


def test_ok_resolves_too_and_others_do_not(table):
    at = expire(table)
    table.wait_until(at + 2 * S)
    table.seat("B").press()
    assert table.screen.time_is_up
    table.ok.press()
    assert table.screen.seat == "B"


def test_a_finger_that_rested_on_the_button_confirms_nothing(table):
    began = table.start_game("ABCD")
    table.wait_until(began + 39_500 * MS)
    table.seat("B").down()
    table.seat("A").down(began + 40_200 * MS)
    table.wait(s=4)
    assert table.screen.time_is_up
    table.seat("A").up()
    table.seat("B").up()


def test_the_last_ten_seconds_tick_and_the_last_five_higher(table):
    began = table.start_game("ABCD")
    table.wait_until(began + 39_900 * MS)
    ticks = [tone for tone in table.sounds if tone.pitch in (TICK, TICK_HIGH)]
    assert [round((began + 40 * S - tone.at) / S) for tone in ticks] == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert [tone.pitch for tone in ticks] == [TICK] * 5 + [TICK_HIGH] * 5
    for left, tone in zip(range(10, 0, -1), ticks, strict=True):
        late = tone.at - (began + (40 - left) * S)
        # A repair of the panel may come first, which nobody hears.
        assert abs(late) <= 50 * MS, f"the tick {left} s before the end is {late / MS} ms off"


def test_the_light_runs_from_green_over_amber_to_red(table):
    began = table.start_game("ABCD")
    colours = []
    for second in range(40):
        table.wait_until(began + second * S + 500 * MS)
        colours.append(table.light("A"))
        assert [table.light(other) for other in "BCDEF"] == ["dark"] * 5
    assert colours[0] == "green" and colours[25] == "amber"
    assert colours == sorted(colours, key=["green", "amber", "red"].index), "it must never run backwards"
    table.wait_until(began + 40 * S + 100 * MS)
    assert table.light("A") == "red"


def test_tenths_are_shown_below_ten_seconds(table):
    began = table.start_game("ABCD")
    for elapsed_ms, shown in ((500, "40"), (1_500, "39"), (29_500, "11"), (30_150, "9.9"), (32_650, "7.4")):
        table.wait_until(began + elapsed_ms * MS)
        assert table.screen.time == shown


def test_sound_can_be_off(table):
    table.settings(sound=False)
    expire(table)
    assert not any(tone.pitch for tone in table.sounds)


FIVE = [{"choice": choice, "tiles": 1} for choice in ("valid", "undo", "nothing", "in_order", "unfinished")]


def test_more_choices_than_rows_scroll(table):
    """A rule sheet may know five kinds of a table."""
    own = {**presets.built_in("pl"), "id": "own", "name": "Own", "timeouts": FIVE, "timeout": "valid"}
    settings = {"preset": "own", "limit": 40}
    files = {"presets/own.json": own, "settings.json": settings}
    table.box.restart_with({f"/data/{name}": json.dumps(what).encode() for name, what in files.items()})
    expire(table)
    table.wait(s=2)
    seen = []
    for _ in FIVE:
        seen.append(table.screen.chosen)
        table.down.press()
    assert seen == [table.words.TIMEOUTS[choice["choice"]] for choice in FIVE]
    assert table.screen.chosen == seen[0], "the list goes round"


@pytest.mark.parametrize(
    ("preset", "left", "said"),
    [
        ("tournament", 0, ["all sets right", "undo the move"]),
        ("uk", 2, ["table in order  take 1", "unfinished  take 2"]),
        ("uk", 0, ["table in order", "unfinished"]),
    ],
)
def test_no_more_tiles_are_said_to_be_taken_than_there_are(table, preset, left, said):
    table.settings(preset=preset, limit=40)
    table.start_game("ABCD")
    table.back.press()
    table.choose("Correct the pool")
    table.down.hold(ms=6000)
    for _ in range(left):
        table.up.press()
    table.ok.press()
    table.choose("A mistake")
    table.ok.press()
    assert choices(table)[: len(said)] == said
    assert table.screen.chosen.startswith(said[-1].partition("  ")[0]), "the choice of a table left wrong"
    table.back.press()
    table.choose("Resume")
    table.wait_for_time_up()
    assert choices(table) == said


def choices(table):
    lines = table.screen.text.splitlines()
    words = (*table.words.TIMEOUTS.values(), table.words.TAKE.split()[0])
    return [line.strip() for line in lines if line.strip().startswith(words)]
