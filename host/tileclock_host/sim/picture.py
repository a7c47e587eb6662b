"""Everything a person at the table can see or hear of a box, at one moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .board import Board


TONES = 16  # changes of the buzzer that who looks may have missed


class Picture(NamedTuple):
    """Everything a person at the table can see or hear, at one moment."""

    frame: bytes  # 1,024 bytes, page by page, lowest bit on top
    contrast: int
    awake: bool
    lights: tuple[tuple[int, int, int], ...]
    tone: int  # Hz, 0 = silent
    powered: bool
    time_ms: int  # since the box was first switched on
    log_tail: str
    fault: str  # one sentence when something is wrong with the box
    tones: tuple[tuple[int, int], ...] = ()  # the last ones, some shorter than a look: when, in ms, and Hz


def look(board: Board, fault: str) -> Picture:
    """Without what changes all the time: the time, and the log."""
    return Picture(
        board.oled.frame(),
        board.oled.contrast,
        board.oled.awake,
        board.lights.colours,
        board.buzzer.tone,
        board.powered,
        0,
        "",
        fault or (board.faults[-1] if board.faults else ""),
        tuple((at // 1000, tone) for at, tone in board.buzzer.history[-TONES:]),
    )
