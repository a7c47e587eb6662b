"""What travels to the panel while a clock runs: bytes per changed picture, and the longest transfer."""

from tests.bench import box
from tests.bench.box import MS, SECOND, Transfer
from tests.bench.figure import Figure
from tileclock_host.sim.board import Board

_TURN = 60 * SECOND
_APART = 10 * MS  # from one pass of the loop to the next
_TENTHS = 9_900 * MS  # from here on the picture changes ten times a second


def measure() -> list[Figure]:
    pictures, longest = a_turn()
    return [
        *_averages("a whole turn", pictures),
        *_averages("its last 9.9 s", [p for p in pictures if p[0].start >= _TURN - _TENTHS]),
        Figure("longest transfer while a clock runs", longest.size, "bytes", limit=80),
        Figure("longest transfer: time", (longest.end - longest.start) / MS, "ms", limit=2),
        Figure("longest repair of the panel, with what is sent beside it", repair() / MS, "ms", limit=5),
        Figure("press → next seat on the panel, at the worst moment", worst_press(1) / MS, "ms", limit=40),
        Figure("press → next seat on both panels, at the worst moment", worst_press(2) / MS, "ms", limit=40),
    ]


def repair() -> int:
    """µs on the bus of the picture with a repair that takes longest, over turns that begin at any moment."""
    longest = 0
    with box.box() as (board, bus):
        box.begin(board, bus)
        for turn in range(6):
            began = box.tap(board, box.on_turn(board))
            board.advance(_TURN - 3 * SECOND + turn * 370 * MS)
            for picture in bus.pictures(began, _APART)[1:]:
                if box.heals(picture):
                    longest = max(longest, sum(transfer.end - transfer.start for transfer in picture))
    return longest


def worst_press(panels: int) -> int:
    """µs from the contact until the next seat's letter stands, over moments all through a tenth's drawing."""
    with box.box(panels=panels) as (board, bus):
        box.begin(board, bus)
        seen: list[tuple[int, bytes]] = []
        board.on_transfer = lambda at, _payload, _us: seen.append((at, _seat_blocks(board, panels)))
        board.on_second = board.on_transfer
        worst = 0
        for moment in range(0, 100, 4):
            board.advance(52 * SECOND)  # into the tenths
            at = board.now // (100 * MS) * 100 * MS + 100 * MS + moment * MS
            board.advance(at - board.now)
            seen.clear()
            box.tap(board, box.on_turn(board))
            board.advance(200 * MS)
            worst = max(worst, _shown_at(seen, _seat_blocks(board, panels)) - at)
    return worst


def _seat_blocks(board: Board, panels: int) -> bytes:
    memory = [oled.memory for oled in (board.oled, board.second)[:panels]]
    return b"".join(bytes(each[page * 128 : page * 128 + 27]) for each in memory for page in range(6))


def _shown_at(seen: list[tuple[int, bytes]], blocks: bytes) -> int:
    return min(when for when, block in seen if block == blocks)


def a_turn() -> tuple[list[list[Transfer]], Transfer]:
    """The changed pictures of a turn that runs out, by time since its beginning; the longest transfer."""
    with box.box() as (board, bus):
        box.begin(board, bus)
        began = box.tap(board, box.on_turn(board))
        board.advance(_TURN - 170 * MS)
    pictures = bus.pictures(began)[1:]  # the first one is the new turn itself
    shifted = [[Transfer(t.start - began, t.end - began, t.payload) for t in p] for p in pictures]
    assert len(shifted) >= 50 + 98, "a turn of 60 s changes its picture some 149 times"
    return shifted, max((t for t in bus.transfers if t.start >= began), key=lambda t: t.size)


def _averages(what: str, pictures: list[list[Transfer]]) -> list[Figure]:
    plain = [box.size(picture) for picture in pictures if not box.heals(picture)]
    everything = sum(box.size(picture) for picture in pictures)
    return [
        Figure(f"I²C, changed picture, {what}", sum(plain) / len(plain), "bytes", limit=250),
        Figure(f"I²C, {what}, repair included", everything / len(plain), "bytes"),
    ]
