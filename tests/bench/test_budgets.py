"""The budgets that a careless line breaks first: what a frame leaves on the heap, what travels on the bus."""

import pytest

from tests.bench import bench_display, bench_frame, inside


@pytest.mark.parametrize("measured", [bench_frame.measured_32, bench_frame.measured_64])
def test_a_running_clock_allocates_nothing(measured):
    """To find the line, read the traceback: the script also runs a turn with the heap locked."""
    assert measured()["most"] == {"a changed second": 0, "a changed tenth": 0}


def test_a_running_game_of_word_allocates_nothing_while_entries_wait():
    assert bench_frame.measured_word()["frame"] == 0


def test_what_a_turn_sends_to_the_panel_keeps_its_limits():
    broken = [
        f"{figure.name}: {figure.value:.0f} {figure.unit}"
        for figure in bench_display.measure()
        if not figure.kept
    ]
    assert not broken, f"compare more before sending, or send less at once: {broken}"


@pytest.mark.parametrize(
    "on_vm", [lambda code: inside.on_32(code).stdout, inside.on_64], ids=["32-bit VM", "64-bit VM"]
)
def test_the_heap_may_be_locked_through_everything_a_turn_does(on_vm):
    """What allocates shows in the traceback: build with ARGS=--source to see its line."""
    assert on_vm("import locked\nlocked.run()").endswith("nothing allocated\n")
