"""Heap in use on the 32-bit VM, whose objects are as large as the board's."""

import re

from tests.bench import box, inside
from tests.bench.figure import Figure
from tileclock_host.sim.errors import SimError

_BLOCK = 16  # bytes of the collector's smallest unit on a 32-bit machine
_BOARD = 158_000  # bytes of heap on the board
# README.md, "Budgets that were widened", says why these and not less.
_BOOTED, _NUMBERS, _WORD = 105_000, 118_000, 121_000
_HIGHER = range(0, 30_000, 3_000)  # bytes
_SCRIPT = "import sys\nsys.argv.extend(('%d', '%d'))\nimport %s"
_STEP = 4096  # to how much the smallest heap is found out


def measure() -> list[Figure]:
    printed = inside.on_32(_SCRIPT % (1, 0, "memory")).stdout
    ends = [int(blocks) * _BLOCK for blocks in re.findall(r"max free sz: (\d+)", printed)]
    used, word_used, both = _used("memory"), _used("memory_word"), _used("memory", panels=2)
    total = int(re.search(r"GC: total: (\d+)", printed)[1])
    torn = total - ends[0] - used["boot"] - used["chip"]  # free bytes that lie between used ones
    return [
        Figure("heap in use after the boot", used["boot"], "bytes", limit=_BOOTED),
        Figure("heap in use in a running game", used["game"], "bytes", limit=_NUMBERS),
        Figure("heap in use when racks are entered", used["scores"], "bytes", limit=_NUMBERS),
        Figure("heap in use at the result", used["result"], "bytes", limit=_NUMBERS),
        Figure("heap in use at the result, in a sync", used["sync"], "bytes", limit=_NUMBERS),
        Figure("heap in use when the sheet is written", used["storing"], "bytes", limit=_NUMBERS),
        Figure("two panels: heap in use in a running game", both["game"], "bytes", limit=_NUMBERS),
        Figure("two panels: heap in use when the sheet is written", both["storing"], "bytes", limit=_NUMBERS),
        Figure("heap in use in a running game of Word", word_used["word"], "bytes", limit=_WORD),
        Figure("heap in use at the result of Word", word_used["result"], "bytes", limit=_WORD),
        Figure("heap after the boot: free bytes between used ones", torn, "bytes"),
        Figure("smallest heap it boots and plays in, 64-bit VM", smallest_heap(), "bytes"),
    ]


def _used(script: str, panels: int = 1) -> dict[str, int]:
    """The figures that it prints by their names, of each the least of several runs.

    The collector takes whatever number looks like an address for one and keeps what is there. On this VM,
    whose heap begins near 0, that may be ten kilobytes; with all addresses higher it is something else.
    """
    runs = [(inside.on_32(_SCRIPT % (panels, higher, script)).stdout, higher) for higher in _HIGHER]
    found = [_on_a_board(printed, higher) for printed, higher in runs]
    return {name: min(each[name] for each in found) for name in found[0]}


def _on_a_board(printed: str, higher: int) -> dict[str, int]:
    """Without what is there for the run alone: the room that makes addresses higher, and what the table of
    names has grown by because those of the virtual chip were there before.
    """
    lines = re.findall(r"^(\w+) (\d+)\nqstr pool: .*n_qstr=(\d+)", printed, re.M)
    figures = {name: (int(used), int(names)) for name, used, names in lines}
    chip, of_chip = figures.pop("chip")
    more = {
        name: _table(names) - _table(of_chip) - _table(names - of_chip)
        for name, (_, names) in figures.items()
    }
    return {"chip": chip} | {name: used - more[name] - higher for name, (used, _) in figures.items()}


def _table(names: int) -> int:
    """Bytes of heap for so many entries: parts of 20, 40, 80, …"""
    size = part = 20
    while size < names:
        part *= 2
        size += part
    return 7 * size


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
