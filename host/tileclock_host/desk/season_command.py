"""The commands over many events: the standings of a season, and two people against each other."""

from collections.abc import Iterable

import click

from tileclock_host.export.choose import lang_option
from tileclock_host.facts.words import Words, load
from tileclock_host.output import json_option, print_json, say
from tileclock_host.sheets.store import Store

from . import lines
from .desk import Record
from .errors import DeskError
from .event import Event
from .opening import Aim, results_of, store_option
from .people import People
from .results import Results
from .season import AVERAGE, BEST, SUM, Evening, Standing, Way, against, season
from .standings import BIG_POINTS

_only_option = click.option(
    "--only", multiple=True, metavar="NAME", help="This event, once for each; else all."
)


@click.command(
    "season",
    short_help="Print the standings of many events.",
    epilog="""\b
Examples:
  tileclock event season                  all points of all events
  tileclock event season --best 8         of everybody the eight best evenings
  tileclock event season --average --least 5
""",
)
@click.option(
    "--best", type=click.IntRange(1), metavar="N", help="Only so many evenings of each, the best ones."
)
@click.option("--average", is_flag=True, help="Points of a game, on average.")
@click.option(
    "--least", type=click.IntRange(1), default=1, metavar="N", help="A place needs so many evenings."
)
@_only_option
@lang_option
@store_option
@json_option
def season_(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    best: int | None, average: bool, least: int, only: tuple[str, ...], lang: str, as_json: bool, aim: Aim
) -> None:
    """Print the standings of many events together: all points, those of the best evenings, or the average."""
    if best and average:
        raise click.UsageError("Give --best or --average, not both.")
    with aim.open() as (desk, store):
        record = desk.read()
        found = _results(store, record, only)
    way = Way(
        BEST if best else AVERAGE if average else SUM,
        best or 0,
        least,
        all(each.event.settings.order[0] == BIG_POINTS for each in found),
    )
    standings = _by_name(season(_evenings(found), way), record.people)
    if as_json:
        print_json([_told(line, record.people) for line in standings])
        return
    provisional = any(each.provisional for each in found)
    for line in _printed(standings, record.people, load(lang), average, provisional):
        say(line)


@click.command(
    short_help="Print how two have played against each other.",
    epilog="""\b
Example:
  tileclock event versus Ala Bolek
""",
)
@click.argument("one")
@click.argument("other")
@_only_option
@store_option
@json_option
def versus(one: str, other: str, only: tuple[str, ...], as_json: bool, aim: Aim) -> None:
    """Print how two have played against each other, in all games of events in which they met."""
    with aim.open() as (desk, store):
        record = desk.read()
        persons = [record.people.find(said) for said in (one, other)]
        if persons[0] is persons[1]:
            raise DeskError(f"{persons[0].name} is one person: name somebody else as the second.")
        games = [game for each in _results(store, record, only) for game in each.played()]
    found = against(games, persons[0].id, persons[1].id)
    if as_json:
        print_json({"players": [person.name for person in persons], **vars(found)})
        return
    head = ["", "games", "ahead", "wins", "points"]
    ahead = (found.ahead, found.behind)
    rows = [
        [person.name, str(found.games), str(ahead[at]), str(found.wins[at]), f"{found.points[at]:+d}"]
        for at, person in enumerate(persons)
    ]
    for line in lines.table(head, rows, right=(1, 2, 3, 4)):
        say(line)


def _results(store: Store, record: Record, only: Iterable[str]) -> list[Results]:
    """Of the events that are meant, the oldest first."""
    named = [record.event(name) for name in only] or list(record.events.values())
    if not named:
        raise DeskError("There is no event yet: `tileclock event new NAME` makes one.")

    def begun(event: Event) -> tuple[str, str]:
        return event.settings.date, event.id

    return [results_of(store, record, event) for event in sorted(named, key=begun)]


def _evenings(found: Iterable[Results]) -> dict[str, list[Evening]]:
    """By person: the events at which they played and were not excluded."""
    evenings: dict[str, list[Evening]] = {}
    for results in found:
        for line in results.standings():
            if line.place and line.games:
                own = Evening(results.event.name, line.place, line.big_points, line.points, line.games)
                evenings.setdefault(line.person, []).append(own)
    return evenings


def _by_name(standings: list[Standing], people: People) -> list[Standing]:
    """Equals by their names."""

    def key(line: Standing) -> tuple[bool, int, str]:
        return not line.place, line.place, people.get(line.person).name.casefold()

    return sorted(standings, key=key)


def _printed(
    standings: list[Standing], people: People, words: Words, average: bool, provisional: bool
) -> Iterable[str]:
    def figure(value: float) -> str:
        return words.number(value, 2) if average else str(round(value))

    head = [words.place, words.player, words.big_points, words.points, words.evenings]
    if average:
        head[2:4] = [f"{name} ({words.average})" for name in head[2:4]]
    rows = [
        [
            str(line.place or "–"),
            people.get(line.person).name,
            figure(line.big_points),
            figure(line.points),
            f"{len(line.counted)}/{len(line.evenings)}",
        ]
        for line in standings
    ]
    if provisional:
        yield words.provisional
    yield from lines.table(head, rows, right=(0, 2, 3, 4))


def _told(line: Standing, people: People) -> dict[str, object]:
    return {
        "place": line.place or None,
        "player": people.get(line.person).name,
        "id": line.person,
        "big_points": line.big_points,
        "points": line.points,
        "evenings": [{**vars(each), "counts": each in line.counted} for each in line.evenings],
    }
