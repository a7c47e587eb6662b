"""The stored games as a list: lines of 80 columns, one after the other, and the same for programs."""

from collections.abc import Iterable, Iterator
from typing import Any

from rich.cells import cell_len

from .rows import Largest, Row
from .show import WIDTH
from .text import LETTERS
from .verify import MISSING

_BETWEEN = "  "


def lines(rows: Iterable[Row], largest: Largest) -> Iterator[str]:
    """What is printed of them; nothing, if there are none."""
    digits = _digits(largest.devices)
    match = len(f"{largest.match}/{largest.number}")
    widths = (digits + 1 + len(str(largest.game)), 10, max(5, match), max(5, len(str(largest.table))))
    room = max(20, WIDTH - sum(widths) - len(widths) * len(_BETWEEN))
    for place, row in enumerate(rows):
        if not place:
            yield _line(("sheet", "date", "match", "table"), widths, "players")
        when = row.date.astimezone().strftime("%Y-%m-%d") if row.date else "unknown"
        cells = f"{row.device[-digits:]}-{row.game}", when, f"{row.match}/{row.number}", str(row.table or "")
        first, *more = _folded([*_players(row), *_signs(row)], room)
        yield _line(cells, widths, first)
        for each in more:
            yield _line(("",) * len(widths), widths, each)


def _line(cells: tuple[str, ...], widths: tuple[int, ...], rest: str) -> str:
    columns = [f"{cell:{width}}" for cell, width in zip(cells, widths, strict=True)]
    return _BETWEEN.join([*columns, rest]).rstrip()


def _players(row: Row) -> Iterator[str]:
    for place, (seat, name, points, won) in enumerate(row.players, 1):
        said = f"{name[:20] or LETTERS[seat]}{'*' if won else ''}" + (
            "" if points is None else f" {points:+d}"
        )
        yield said + "," * (place < len(row.players))


def _signs(row: Row) -> Iterator[str]:
    """What somebody should know of it."""
    if row.amended:
        yield " amended"
    if row.conflicts:
        yield " conflict"
    if row.findings:
        yield " WRONG"
    if row.seal == MISSING:
        yield " NO SEAL"


def _folded(parts: list[str], room: int) -> list[str]:
    """The parts in lines of so many columns, whole as far as that goes."""
    found = [""]
    for part in parts:
        longer = f"{found[-1]} {part}" if found[-1] else part.lstrip()
        if not found[-1] or cell_len(longer) <= room:
            found[-1] = longer
        else:
            found.append(part.lstrip())
    return found


def _digits(devices: tuple[str, ...]) -> int:
    """How many from the end of each clock's number tell all of them apart."""
    return next(
        n for n in range(4, 40) if n >= 33 or len({device[-n:] for device in devices}) == len(devices)
    )


def as_json(row: Row) -> dict[str, Any]:
    return {
        "sheet": row.name,
        "device": row.device,
        "game": row.game,
        "revision": row.revision,
        "match": row.match,
        "number": row.number,
        "table": row.table,
        "date": row.date.isoformat() if row.date else None,
        "preset": row.preset,
        "reason": row.reason,
        "seal": row.seal,
        "amended": row.amended,
        "findings": list(row.findings),
        "conflicts": list(row.conflicts),
        "players": [
            {"seat": LETTERS[seat], "name": name, "points": points, "won": won}
            for seat, name, points, won in row.players
        ],
    }
