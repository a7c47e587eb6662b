"""The budgets that a careless line breaks first: what a frame leaves on the heap, what travels on the bus."""

import pytest

from tests.bench import bench_display, bench_frame


@pytest.mark.parametrize("measured", [bench_frame.measured_32, bench_frame.measured_64])
def test_a_running_clock_allocates_nothing(measured):
    """To find the line, read the traceback: the script also runs a turn with the heap locked."""
    assert measured()["most"] == {"a changed second": 0, "a changed tenth": 0}


def test_what_a_turn_sends_to_the_panel_keeps_its_limits():
    broken = [
        f"{figure.name}: {figure.value:.0f} {figure.unit}"
        for figure in bench_display.measure()
        if not figure.kept
    ]
    assert not broken, f"compare more before sending, or send less at once: {broken}"
