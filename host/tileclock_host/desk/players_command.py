"""The command `tileclock players`: everybody the sheets name, and who that is."""

from collections import defaultdict
from collections.abc import Iterable
from functools import partial

import click

from tileclock_host.facts.text import clean
from tileclock_host.output import json_option, print_json, say
from tileclock_host.sheets.tally import Tally

from . import lines
from .desk import Record, Said
from .entries import PEOPLE, new_id
from .errors import DeskError
from .opening import Aim, store_option, words
from .people import People


class _Figures:
    """What somebody has played."""

    def __init__(self) -> None:
        self.games = self.wins = self.points = self.think_ms = self.turns = 0

    def add(self, points: int | None, won: int, think_ms: int, turns: int) -> None:
        self.games += 1
        self.wins += won
        self.points += points or 0
        self.think_ms += think_ms
        self.turns += turns

    def join(self, other: "_Figures") -> None:
        self.games += other.games
        self.wins += other.wins
        self.points += other.points
        self.think_ms += other.think_ms
        self.turns += other.turns

    @property
    def think_s(self) -> float | None:
        """Of a turn, on average."""
        return round(self.think_ms / self.turns / 1000, 1) if self.turns else None


def _figures(tallies: Iterable[Tally]) -> dict[str, _Figures]:
    """By the name on the sheets."""
    found: dict[str, _Figures] = defaultdict(_Figures)
    for tally in tallies:
        for line in tally.lines if tally.rule else ():
            if name := clean(line.name):
                found[name].add(line.points, line.won, line.think_ms, line.turns)
    return found


def _of_persons(people: People, names: dict[str, _Figures]) -> tuple[dict[str, _Figures], dict[str, str]]:
    """By person; and the names that are nobody's or several's, each with why."""
    persons = {person.id: _Figures() for person in people.all()}
    unclear: dict[str, str] = {}
    for name, figures in names.items():
        known = people.named(name)
        if len(known) != 1:
            unclear[name] = "several" if known else "nobody"
            continue
        own = persons[known[0]]
        own.join(figures)
    return persons, unclear


@click.group(
    invoke_without_command=True,
    epilog="""\b
Examples:
  tileclock players                       everybody, with games and points
  tileclock players match                 who is who of the unknown names
  tileclock players alias Ala "Alicja N."
""",
)
@store_option
@json_option
def players(as_json: bool, aim: Aim) -> None:
    """List everybody with what they have played; names on sheets that are nobody's come last."""
    if click.get_current_context().invoked_subcommand:
        return
    with aim.open() as (desk, store):
        people = desk.read().people
        names = _figures(store.tallies())
    persons, unclear = _of_persons(people, names)
    if as_json:
        print_json(
            {
                "players": [
                    {"id": p.id, "name": p.name, "aliases": p.aliases, **_told(persons[p.id])}
                    for p in people.all()
                ],
                "unknown": [
                    {"name": name, "is": why, **_told(names[name])} for name, why in sorted(unclear.items())
                ],
            }
        )
        return
    rows = [[p.short, p.name, ", ".join(p.aliases), *_cells(persons[p.id])] for p in people.all()]
    rows += [["?", name, f"({unclear[name]})", *_cells(names[name])] for name in sorted(unclear)]
    if not rows:
        say("Nobody is known yet: `tileclock players add` or `tileclock event add` brings people.")
        return
    head = ["id", "name", "also", "games", "wins", "points", "s/turn"]
    for line in lines.table(head, rows, right=(3, 4, 5, 6)):
        say(line)
    if unclear:
        say("? are names on sheets that are not one person's: `tileclock players match` asks who that is.")


def _told(figures: _Figures) -> dict[str, object]:
    return {name: getattr(figures, name) for name in ("games", "wins", "points", "turns", "think_s")}


def _cells(figures: _Figures) -> list[str]:
    think = "" if figures.think_s is None else f"{figures.think_s:.1f}"
    return [str(figures.games), str(figures.wins), f"{figures.points:+d}", think]


@players.command(
    short_help="Make somebody known.",
    epilog="""\b
Example:
  tileclock players add "Jan Nowak"
""",
)
@click.argument("name")
@store_option
def add(name: str, aim: Aim) -> None:
    """Make somebody known, also a second person of a name."""
    identity = new_id()
    said: Said = (PEOPLE, "person", {"id": identity, "name": name})
    person = aim.add(lambda _: [said], make=True).people.get(identity)
    say(f"{person.name} is {person.short}.")


@players.command(
    short_help="Say whose a name on sheets is.",
    epilog="""\b
Example:
  tileclock players alias "Jan Nowak" Janek
""",
)
@click.argument("person")
@click.argument("name")
@store_option
def alias(person: str, name: str, aim: Aim) -> None:
    """Say that a name on sheets is that person's."""

    def change(record: Record) -> list[Said]:
        return [(PEOPLE, "alias", {"person": record.people.find(person).id, "name": name})]

    record = aim.add(change)
    say(f"{record.people.find(person).name} is called {clean(name)}, too.")


@players.command(
    short_help="Say that two are one.",
    epilog="""\b
Example:
  tileclock players merge Janek "Jan Nowak"
""",
)
@click.argument("person")
@click.argument("into")
@store_option
def merge(person: str, into: str, aim: Aim) -> None:
    """Say that somebody is somebody else: their names and games are one person's then."""

    def change(record: Record) -> list[Said]:
        one, other = record.people.find(person), record.people.find(into)
        for event in record.events.values():
            if {one.id, other.id} <= set(event.persons) and one is not other:
                raise DeskError(f"{one.name} and {other.name} were both at {event.name}: they are two.")
        return [(PEOPLE, "merged", {"person": one.id, "into": other.id})]

    record = aim.add(change)
    number = record.entries[PEOPLE][-1].number
    say(f"They are one; `tileclock players undo {number}` takes that back.")


@players.command(
    short_help="Say that an alias is somebody else.",
    epilog="""\b
Example:
  tileclock players split "Jan Nowak" Janek
""",
)
@click.argument("person")
@click.argument("name")
@store_option
def split(person: str, name: str, aim: Aim) -> None:
    """Say that an alias of somebody is another person."""
    identity = new_id()

    def change(record: Record) -> list[Said]:
        return [(PEOPLE, "split", {"person": record.people.find(person).id, "name": name, "id": identity})]

    record = aim.add(change)
    number = record.entries[PEOPLE][-1].number
    say(
        f"{clean(name)} is {record.people.get(identity).short};"
        f" `tileclock players undo {number}` takes that back."
    )


@players.command(
    short_help="Take back what was said of people.",
    epilog="""\b
Example:
  tileclock players undo 12
""",
)
@click.argument("entry", type=int)
@click.argument("why", nargs=-1)
@store_option
def undo(entry: int, why: tuple[str, ...], aim: Aim) -> None:
    """Take back what was said of people; `tileclock players log` has the numbers."""
    with aim.open() as (desk, _):
        desk.undo(PEOPLE, entry, words(why))
    say(f"Entry {entry} is taken back.")


@players.command(
    short_help="List what was said of people.",
    epilog="""\b
Example:
  tileclock players log
""",
)
@store_option
def log(aim: Aim) -> None:
    """List what was said of people: who was added, merged, split, taken back."""
    record = aim.read()
    for line in lines.log(record.entries[PEOPLE], record.people):
        say(line)


@players.command(
    short_help="Ask who is who.",
    epilog="""\b
Example:
  tileclock players match
""",
)
@store_option
def match(aim: Aim) -> None:
    """Ask who is who of the names that nobody knows: each is said once, and then known."""
    with aim.open() as (desk, store):
        names = _figures(store.tallies())
        asked = 0
        for name in sorted(names):
            people = desk.read().people
            if people.named(name):
                continue
            asked += 1
            like = people.like(name)
            hint = f" (like {', '.join(like)})" if like else ""
            question = f"{lines.shown(name)}{hint}: a person, 'new', or nothing to skip"
            answer = click.prompt(question, default="", show_default=False).strip()
            if answer:
                desk.add(partial(_is_who, name=name, said=answer))
    if not asked:
        say("Every name on the sheets is known.")


def _is_who(record: Record, name: str, said: str) -> list[Said]:
    """What to put on record of a name that is somebody's, or somebody new's."""
    if said == "new":
        return [(PEOPLE, "person", {"id": new_id(), "name": name})]
    return [(PEOPLE, "alias", {"person": record.people.find(said).id, "name": name})]
