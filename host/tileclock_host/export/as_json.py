"""JSON: everything a program may want of a match, and the sheets themselves, from which it can be taken back."""

import json
from collections.abc import Iterable
from typing import Any, BinaryIO

from tileclock_host.export import tables
from tileclock_host.export.facts import LETTERS, Game, MatchFacts
from tileclock_host.export.words import Words

FORMAT, VERSION = "tileclock-export", 1
_RESULT = ("reason", "rule", "winner", "winners", "lines", "points", "rounds", "big_points", "expected")


class NotAnExport(ValueError):
    """A sentence that says why this document cannot be read."""


def write(matches: Iterable[MatchFacts], _words: Words, out: BinaryIO) -> None:
    """One match after the other, so that a thousand of them need no more memory than one."""
    out.write(f'{{"format": "{FORMAT}", "version": {VERSION}, "matches": ['.encode())
    between = b"\n"
    for match in matches:
        out.write(between + json.dumps(document(match), ensure_ascii=False).encode())
        between = b",\n"
    out.write(b"\n]}\n")


def read(data: bytes) -> list[str]:
    """The sheets in such a document, as the clock wrote them."""
    try:
        found = json.loads(data)
        if found["format"] != FORMAT:
            raise NotAnExport("This is not an export of tileclock.")
        if found["version"] != VERSION:
            raise NotAnExport(f"This export is of version {found['version']}, this program reads {VERSION}.")
        return [str(game["sheet"]) for match in found["matches"] for game in match["games"]]
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        if isinstance(error, NotAnExport):
            raise
        raise NotAnExport("This is not an export of tileclock, or it is damaged.") from error


def document(match: MatchFacts) -> dict[str, Any]:
    totals = match.totals
    places = {seat: place for place, seat in totals.places()}
    return {
        "device": match.device,
        "match": match.number,
        "rules": {name: match.rules[name] for name in ("id", "name", "version")}
        | {"checksum": match.head["checksum"]},
        "players": [
            {
                "seat": LETTERS[seat],
                "name": match.name(seat),
                "place": places.get(seat),
                "played": totals.played[seat],
                "points": totals.points[seat],
                "rounds": totals.rounds[seat],
                "big_points": totals.big_points[seat],
                "think_s": tables.seconds(sum(game.thought_ms[seat] for game in match.games)),
            }
            for seat in match.seats
        ],
        "games": [_game(game) for game in match.games],
    }


def _game(game: Game) -> dict[str, Any]:
    result = {name: game.result.get(name) for name in _RESULT}
    for name in ("winner", "winners"):
        seats = result[name]
        if isinstance(seats, list):
            result[name] = [LETTERS[seat] for seat in seats]
        else:
            result[name] = None if seats is None or seats < 0 else LETTERS[seats]
    return {
        "game": game.head["game"],
        "number": game.number,
        "revision": game.revision,
        "date": tables.iso(game),
        "table": game.head["table"],
        "seats": [LETTERS[seat] for seat in game.seats],
        "names": [game.name(seat) for seat in game.seats],
        "first": LETTERS[game.result["first"]],
        "abandoned": game.abandoned,
        **result,
        "points_before": game.before,
        "think_s": [tables.seconds(game.thought_ms[seat]) for seat in game.seats],
        "turns": [
            {
                "turn": turn.number,
                "seat": LETTERS[turn.seat],
                "began_s": tables.seconds(turn.began_ms),
                "think_s": tables.seconds(turn.used_ms),
                "limit_s": None if turn.given_ms is None else tables.seconds(turn.given_ms),
                "how": turn.how,
                "late": turn.late,
                "drawn": turn.drawn,
                "pool": turn.pool,
                "letters": turn.letters,
                "laid": turn.laid,
            }
            for turn in game.turns
        ],
        "sheet": game.text,
    }
