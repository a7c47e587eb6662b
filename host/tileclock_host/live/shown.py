"""What the page shows of the record: standings, the tables of the latest round, what is announced.

Names are foreign text: here they are data, and the page shows them as text.
"""

from datetime import datetime
from typing import Any

from tileclock_host.desk.desk import Record
from tileclock_host.desk.event import Event
from tileclock_host.desk.people import People
from tileclock_host.desk.prices import NOBODY
from tileclock_host.desk.results import Results
from tileclock_host.desk.rulings import announced

from .hall import clock_ms

_TABLE = "table {}"


def parts(record: Record, results: Results, now: datetime) -> dict[str, Any]:
    """All parts that follow from the record; those of the tables are what was played there."""
    event = results.event
    return {
        "event": _event(event, results),
        "round": _round(event, now),
        "standings": _standings(results, record.people),
        "seating": _seating(event, record.people),
        "played": _played(results),
        "announced": announced(event),
    }


def nothing() -> dict[str, Any]:
    """Before there is an event."""
    empty = {"name": "", "date": "", "round": 0, "rounds": 0, "games": 0, "provisional": True, "order": []}
    return {
        "event": empty,
        "round": None,
        "standings": [],
        "seating": [],
        "played": [],
        "announced": "",
    }


def table_part(number: int) -> str:
    """The name of the part that says how the clock of a table runs."""
    return _TABLE.format(number)


def _event(event: Event, results: Results) -> dict[str, Any]:
    return {
        "name": event.name,
        "date": event.settings.date,
        "round": len(event.rounds),
        "rounds": event.settings.rounds,
        "games": event.settings.games,
        "provisional": results.provisional,
        "order": event.settings.order,
    }


def _round(event: Event, now: datetime) -> dict[str, int] | None:
    """When its time is over, by the time of the page; nothing, if nobody has started it."""
    started = event.started.get(len(event.rounds))
    if not started:
        return None
    # A second is as exact as the record is: what is shown stays the same from one look to the next.
    ends = clock_ms() + int((started.ends - now).total_seconds() * 1000)
    return {"ends": round(ends, -3), "minutes": started.seconds // 60}


def _standings(results: Results, people: People) -> list[dict[str, Any]]:
    last = max(1, len(results.event.rounds))
    return [
        {
            "id": line.person,
            "place": line.place,
            "name": people.get(line.person).name,
            "big": line.big_points,
            "points": line.points,
            "wins": line.wins,
            "rounds": [line.in_round.get(number) for number in range(1, last + 1)],
            "cut": line.cut,
            "mark": line.mark,
        }
        for line in results.standings()
    ]


def _seating(event: Event, people: People) -> list[list[str]]:
    """Names by seat of each table of the latest round; nothing where nobody sits."""
    if not event.rounds:
        return []
    return [
        ["" if person == NOBODY else people.get(person).name for person in table]
        for table in event.rounds[-1].tables
    ]


def _played(results: Results) -> list[dict[str, Any]]:
    """Of each table of the latest round: games that count, whether it has confirmed, the points so far."""
    number = len(results.event.rounds)
    found = []
    for table in results.tables:
        if table.round != number:
            continue
        points: dict[str, int] = {}
        for game in table.valid[: results.event.settings.games]:
            for score in game.scores:
                points[score.person] = points.get(score.person, 0) + score.points
        found.append(
            {
                "games": min(len(table.valid), results.event.settings.games),
                "confirmed": table.confirmed,
                "points": [points.get(person) for person in table.persons],
            }
        )
    return found
