"""Heap in use on the 32-bit VM, whose objects are as large as the board's."""

import re

from tests.bench import box, inside
from tests.bench.figure import Figure
from tileclock_host.sim.errors import SimError

_BLOCK = 16  # bytes of the collector's smallest unit on a 32-bit machine
_BOARD = 158_000  # bytes of heap on the board
# README.md, "Budgets that were widened", says why these and not less.
_BOOTED, _PLAYING, _SCORING = 120_000, 128_000, 136_000
_PLAYING_WORD, _SCORING_WORD = 138_000, 143_000
_STEP = 4096  # to how much the smallest heap is found out


def measure() -> list[Figure]:
    printed = inside.on_32("import memory").stdout
    used = {name: int(value) for name, value in re.findall(r"^(boot|game|scores|chip) (\d+)$", printed, re.M)}
    ends = [int(blocks) * _BLOCK for blocks in re.findall(r"max free sz: (\d+)", printed)]
    word = inside.on_32("import memory_word").stdout
    word_used = {name: int(value) for name, value in re.findall(r"^(word|result) (\d+)$", word, re.M)}
    total = int(re.search(r"GC: total: (\d+)", printed)[1])
    torn = total - ends[0] - used["boot"] - used["chip"]  # free bytes that lie between used ones
    return [
        Figure("heap in use after the boot", used["boot"], "bytes", limit=_BOOTED),
        Figure("heap in use in a running game", used["game"], "bytes", limit=_PLAYING),
        Figure("heap in use when racks are entered", used["scores"], "bytes", limit=_SCORING),
        Figure("heap in use in a running game of Word", word_used["word"], "bytes", limit=_PLAYING_WORD),
        Figure("heap in use at the result of Word", word_used["result"], "bytes", limit=_SCORING_WORD),
        Figure("heap after the boot: free bytes between used ones", torn, "bytes"),
        Figure("smallest heap it boots and plays in, 64-bit VM", smallest_heap(), "bytes"),
    ]


def smallest_heap() -> int:
    """With it the clock comes up and switches seats; objects are half as large again as the board's."""
    too_small, enough = 64 * 1024, 2 * _BOARD
    assert plays(enough), "the clock does not run with the simulator's own heap"
    while enough - too_small > _STEP:
        heap = (too_small + enough) // 2
        if plays(heap):
            enough = heap
        else:
            too_small = heap
    return enough


def plays(heap: int) -> bool:
    try:
        with box.box(heap=heap, patience=2) as (board, bus):
            box.begin(board, bus)
            seat = box.on_turn(board)
            box.tap(board, seat)
            return box.on_turn(board) != seat
    except (SimError, AssertionError):
        return False
