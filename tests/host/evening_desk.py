"""An event for the tests of the desk: people, and the sheets that boxes would write at its tables."""

import json
import time

from tests.games import played, sheet_of
from tests.host.commands import says
from tileclock.core.match import Match

NAMES = ("Ala", "Bolek", "Celina", "Дмитро", "Ewa", "Filip", "Gosia", "Henryk")
BOX = "240ac4{:06x}"


def event(place, *options, names=NAMES, preset="tournament"):
    """An event with these people, in the store at that place."""
    says("event", "new", "Warszawa", "--preset", preset, "--rounds", 3, "--games", 2, *options, "--db", place)
    says("event", "add", *names, "--db", place)


def shown(place, *words):
    """What `tileclock event show` or another command says for programs."""
    return json.loads(says(*(words or ("event", "show")), "--json", "--db", place))


def seats(place, table, number=None):
    """The names at a table, by seat."""
    given = ("--round", number) if number else ()
    found = shown(place, "event", "show", *given)["tables"][table - 1]["seats"]
    return [each["name"] if each else "" for each in found]


def sheets(names, winners, table=1, match=1, preset="tournament", *, confirmed=(), **head):  # noqa: PLR0913
    """A match at a table, a sheet per game: who is named there by seat, and which seat wins each."""
    totals, texts = None, []
    for number, winner in enumerate(winners, 1):
        play = played(preset, len(names), winner, confirmed=confirmed)
        totals = totals or Match(play.preset)
        where = {
            "device": BOX.format(table),
            "table": table,
            "game": 20 * match + number,
            "match": match,
            "number": number,
            "names": [*names, *[""] * (6 - len(names))],
            "date": int(time.time()),
        }
        texts.append(sheet_of(play, totals, **{**where, **head}))
    return texts


def bring(place, folder, *texts):
    file = folder / "come.txt"
    file.write_text("".join(texts))
    says("sheets", "import", file, "--db", place)


def lines(place):
    """The standings for programs, by name."""
    document = json.loads(says("event", "standings", "--format", "json", "--db", place))
    return {line["player"]: line for line in document["lines"]}
