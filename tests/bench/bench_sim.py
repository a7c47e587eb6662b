"""How much faster than life the simulator runs, with nobody watching."""

import time

from tests.bench import box
from tests.bench.box import MS, SECOND
from tests.bench.figure import Figure

_ROUNDS = 180
_THINKING = 20 * SECOND


def measure() -> list[Figure]:
    with box.box() as (board, bus):
        box.begin(board, bus)
        began, real = board.now, time.perf_counter()
        for _ in range(_ROUNDS):
            box.tap(board, box.on_turn(board))
            board.advance(_THINKING - 160 * MS)
        simulated = (board.now - began) / SECOND
        speed = simulated / (time.perf_counter() - real)
    name = f"simulator, {simulated / 60:.0f} min of a running game"
    return [Figure(name, speed, "× real time", limit=300, at_least=True, asserted=False)]
