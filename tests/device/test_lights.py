"""The ramp of a seat's light, for turns of any length."""

from pathlib import Path

import tileclock
from tests.vms import vm32

FIRMWARE = Path(tileclock.__file__).parents[1]
HOUR = 3_600_000  # ms
ALLOCATED = f"""
import gc
from tileclock.device import lights

def step(left):
    lights.step(left, {12 * HOUR})

gc.collect()
gc.disable()
for left in ({1 * HOUR}, {1 * HOUR}, {11 * HOUR}):
    step(left)
    before = gc.mem_alloc()
    for _ in range(100):
        step(left)
    print(gc.mem_alloc() - before)
"""


RAMP = f"""
from tileclock.device import lights

for whole in (1_000, 40_000, 7_199_000, {12 * HOUR}):
    print(*[lights.step(whole * left // 40, whole) for left in range(40, -1, -1)])
"""


def test_the_ramp_goes_from_green_to_red_and_never_back():
    for line in vm32(RAMP, FIRMWARE)[0].splitlines():
        steps = [int(step) for step in line.split()]
        assert steps == sorted(steps) and (steps[0], steps[-1]) == (0, 32)


def test_no_tick_of_a_budget_of_many_hours_allocates():
    """A figure above 2**30 would be an object of its own on the chip."""
    _, few, many = map(int, vm32(ALLOCATED, FIRMWARE)[0].split())
    assert (few, many) == (0, 0)
