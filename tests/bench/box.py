"""A simulated box on virtual time, and what travelled on its bus."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tileclock_host.build import bundle
from tileclock_host.sim import flash
from tileclock_host.sim.board import HEAP, Board
from tileclock_host.sim.keys import NAMES

MS, SECOND = 1_000, 1_000_000  # in µs
_PAUSE = 20 * MS  # transfers of one picture follow each other closer than this
_COMMANDS = 0x00  # control byte of a transfer that is commands only; a window brings its picture along


@dataclass(frozen=True)
class Transfer:
    start: int  # µs since the box was first switched on
    end: int
    payload: bytes

    @property
    def size(self) -> int:
        return 1 + len(self.payload)  # the address travels too


@dataclass
class Bus:
    """Every transfer to the panel."""

    transfers: list[Transfer] = field(default_factory=list)

    def heard(self, at: int, payload: bytes, us: int) -> None:
        self.transfers.append(Transfer(at - us, at, payload))

    def pictures(self, since: int, pause: int = _PAUSE) -> list[list[Transfer]]:
        """The transfers from then on, one list for every time the picture was brought up to date."""
        pictures: list[list[Transfer]] = []
        last = since - pause
        for transfer in self.transfers:
            if transfer.start < since:
                continue
            if transfer.start - last >= pause:
                pictures.append([])
            pictures[-1].append(transfer)
            last = transfer.end
        return pictures


def size(picture: list[Transfer]) -> int:
    return sum(transfer.size for transfer in picture)


def heals(picture: list[Transfer]) -> bool:
    """Whether the registers were set again too, and one page sent whole."""
    return any(transfer.payload[:1] == bytes([_COMMANDS]) for transfer in picture)


@contextmanager
def box(heap: int = HEAP, patience: float = 30, panels: int = 1) -> Iterator[tuple[Board, Bus]]:
    """A new box with the present bundle, switched on and showing its first screen."""
    with tempfile.TemporaryDirectory() as folder:
        image = Path(folder, "flash.bin")
        flash.create(image, bundle.ensure())
        board, bus = Board(image, panels=panels), Bus()
        board.on_transfer = bus.heard
        board.heap, board.patience = heap, patience
        try:
            board.power_on()
            board.advance(3 * SECOND)
            yield board, bus
        finally:
            board.close()


def tap(board: Board, key: str) -> int:
    """A short press; returns when it began."""
    at = board.press(key)
    board.advance(80 * MS)
    board.release(key)
    board.advance(80 * MS)
    return at


def on_turn(board: Board) -> str:
    """The seat whose light is on, alone."""
    lit = [name for name, colour in zip(NAMES, board.lights.colours, strict=False) if any(colour)]
    return lit[0] if len(lit) == 1 else ""


def begin(board: Board, bus: Bus) -> None:
    """From the first screen into a turn: OK takes what is offered; where it does not, seat A answers."""
    for _ in range(20):
        board.advance(6 * SECOND)
        drawn = [picture for picture in bus.pictures(board.now - 5 * SECOND) if not heals(picture)]
        if on_turn(board) and len(drawn) >= 4:  # every second; the notes of the deal change more slowly
            return
        shown = board.oled.frame()
        tap(board, "ok")
        if board.oled.frame() == shown:
            tap(board, "A")
    raise AssertionError("twenty presses of OK from power-on start no clock")
