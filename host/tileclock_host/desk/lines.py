"""What the desk's commands print: lists, the seating of a round, standings, the log of an event."""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rich.cells import cell_len

from tileclock_host.export.as_csv import armed
from tileclock_host.facts.text import clean
from tileclock_host.facts.words import Words
from tileclock_host.foreign import printable
from tileclock_host.sheets.text import LETTERS

from .entries import Entry, taken_back
from .event import Event
from .listing import Listing
from .people import People
from .prices import NOBODY
from .results import Results

_BETWEEN = "  "
_WIDEST = 28  # columns of a name
_UNTOLD = {"id", "tables", "into"}  # identities, which say nothing to people


def table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[int] = ()) -> Iterator[str]:
    """Columns as wide as they need be; those in `right` end together."""
    lines = [[_short(cell) for cell in row] for row in [head, *rows]]
    widths = [max(cell_len(line[at]) for line in lines) for at in range(len(head))]
    for line in lines:
        cells = [_wide(cell, widths[at], at in right) for at, cell in enumerate(line)]
        yield _BETWEEN.join(cells).rstrip()


def shown(name: str) -> str:
    """A name by others, for a question."""
    return _short(printable(name))


def _short(cell: str) -> str:
    return cell if cell_len(cell) <= _WIDEST else cell[: _WIDEST - 1] + "…"


def _wide(cell: str, width: int, right: bool) -> str:
    room = " " * (width - cell_len(cell))
    return room + cell if right else cell + room


def seating(event: Event, people: People, number: int) -> Iterator[str]:
    """The tables of a round, a column for each seat."""
    drawn = event.rounds[number - 1]
    yield f"{event.name}, round {number} of {event.settings.rounds}: {drawn.mode}, seed {drawn.seed}"
    rows = []
    for at, persons in enumerate(drawn.tables, 1):
        names = ["–" if person == NOBODY else people.get(person).name for person in persons]
        rows.append([str(at), *names, *[""] * (4 - len(names))])
    yield from table(["table", *"ABCD"], rows, right=(0,))


def seating_told(results: Results, people: People, number: int) -> dict[str, Any]:
    """The same for programs, with what was played there and what is missing."""
    event = results.event
    return {
        "event": event.name,
        "round": number,
        "seed": event.rounds[number - 1].seed,
        "tables": [
            {
                "table": table.number,
                "seats": [(p and {"id": p, "name": people.get(p).name}) or None for p in table.persons],
                "games": [game.name for game in table.games],
                "annulled": [game.name for game in table.games if game.annulled],
                "confirmed": table.confirmed,
            }
            for table in results.tables
            if table.round == number
        ],
        "troubles": results.every_trouble(number),
    }


def standings(found: Listing, words: Words) -> Iterator[str]:
    """In the language of the words; a line below those who go on to the final."""
    head = [words.place, words.player, *found.figures, *found.rounds]
    rows = [[row.place, row.name, *row.figures, *row.rounds] for row in found.rows]
    printed = list(table(head, rows, right=(0, *range(2, len(head)))))
    if found.cut:
        printed.insert(1 + found.cut, "-" * max(map(cell_len, printed)))
    yield f"{found.title}: {found.status}"
    yield from printed


def standings_csv(results: Results, people: People, words: Words) -> str:
    """A row per person, for a spreadsheet, which takes no name for a formula."""
    text = io.StringIO()
    writer = csv.writer(text)
    head = (words.place, words.player, words.big_points, words.points, words.games_won, words.best_game)
    rounds = [words.round.format(number) for number in range(1, len(results.event.rounds) + 1)]
    judge = (words.judge, f"{words.judge}: {words.big_points}")
    writer.writerow([*head, words.games_count, *rounds, *judge])
    for row in standings_rows(results, people):
        points = [row["rounds"].get(str(number)) for number in range(1, len(rounds) + 1)]
        writer.writerow(
            [
                row["place"],
                armed(row["player"]),
                row["big_points"],
                row["points"],
                row["wins"],
                row["best"],
                row["games"],
                *points,
                row["corrected"],
                row["corrected_big"],
            ]
        )
    return text.getvalue()


def standings_rows(results: Results, people: People) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "place": line.place or None,
            "player": people.get(line.person).name,
            "id": line.person,
            "big_points": line.big_points,
            "points": line.points,
            "wins": line.wins,
            "best": line.best,
            "games": line.games,
            "average": None if line.average is None else round(line.average, 2),
            "corrected": line.corrected,
            "corrected_big": line.corrected_big,
            "final": line.cut,
            "excluded": not line.place,
            "mark": line.mark,
            "rounds": {str(number): points for number, points in sorted(line.in_round.items())},
        }
        for line in results.standings()
    ]


def log(entries: Sequence[Entry], people: People) -> Iterator[str]:
    """Everything that was put on record, the oldest first; what was taken back is marked."""
    gone = taken_back(entries)
    rows = [
        [
            str(e.number),
            "" if e.damage else e.made.astimezone().strftime("%Y-%m-%d %H:%M"),
            printable(e.kind),
            "×" if e.number in gone else "",
        ]
        for e in entries
    ]
    described = [describe(entry, people) for entry in entries]
    for at, line in enumerate(table(["entry", "made", "what", ""], rows, right=(0,))):
        yield f"{line}  {described[at - 1]}" if at else line


def describe(entry: Entry, people: People) -> str:
    """What an entry says, for people."""
    if not entry.known:
        return f"damaged: {entry.damage}" if entry.damage else "written by a newer tileclock"
    said = entry.said
    parts: list[str] = []
    for name, value in said.items():
        if name in _UNTOLD or (not value and name != "points"):
            continue
        if name == "person":
            parts.insert(0, people.called(value))
        elif name == "seat":
            parts.append(f"seat {_letter(value)}")
        elif name == "won":
            parts.append("won " + ", ".join(map(_letter, value)))
        elif isinstance(value, list):
            parts.append(f"{name} {' '.join(map(str, value))}")
        else:
            parts.append(clean(value) if name in {"words", "name"} else f"{name} {value}")
    return ", ".join(parts)


def _letter(seat: int) -> str:
    """Of a seat; one that does not exist, as somebody may have edited it, stays a number."""
    return LETTERS[seat] if 0 <= seat < len(LETTERS) else str(seat)
