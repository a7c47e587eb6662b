"""JSON: everything a program may want of a match, and the sheets themselves, to be taken back from it."""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, BinaryIO

from tileclock_host.facts import tables
from tileclock_host.facts.match import LETTERS, Game, MatchFacts
from tileclock_host.facts.words import Words
from tileclock_host.sheets.exported import BEGINS, VERSION, as_document
from tileclock_host.sheets.verify import SEALED


def write(matches: Iterable[MatchFacts], _words: Words, out: BinaryIO) -> None:
    """One match after the other, so that a thousand of them need no more memory than one."""
    out.write(BEGINS + f', "version": {VERSION}, "matches": ['.encode())
    between = b"\n"
    for match in matches:
        out.write(between + json.dumps(document(match), ensure_ascii=False).encode())
        between = b",\n"
    out.write(b"\n]}\n")


def document(match: MatchFacts) -> dict[str, Any]:
    totals = match.totals
    return {
        "device": match.device,
        "match": match.number,
        "rules": {name: match.rules[name] for name in ("id", "name", "version")}
        | {"checksum": match.checksum},
        "players": [
            {
                "seat": LETTERS[seat],
                "name": match.stored_name(seat),
                "place": match.places.get(seat),
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
    result = game.result
    return {
        "game": game.stored.game,
        "number": game.number,
        "revision": game.revision,
        "date": tables.iso(game.date),
        "table": game.table,
        "seats": [LETTERS[seat] for seat in game.seats],
        "names": [game.stored.label(seat) for seat in game.seats],
        "first": LETTERS[result.first],
        "abandoned": game.abandoned,
        "reason": result.reason,
        "rule": result.rule or None,
        "winner": None if result.winner < 0 else LETTERS[result.winner],
        "winners": [LETTERS[seat] for seat in result.winners],
        "lines": [asdict(line) for line in result.lines],
        **{name: list(getattr(result, name)) for name in ("points", "rounds", "big_points")},
        "expected": result.expected,
        "confirmed": [LETTERS[seat] for seat in result.confirmed],
        "unconfirmed": [LETTERS[seat] for seat in result.unconfirmed],
        "points_before": [list(points) for points in game.before],
        "think_s": [tables.seconds(game.thought_ms[seat]) for seat in game.seats],
        "turns": [
            {
                "turn": turn.number,
                "seat": LETTERS[turn.seat],
                "began_s": tables.seconds(turn.began_ms),
                "think_s": tables.seconds(turn.think_ms),
                "how": turn.end,
                "choice": turn.choice,
                "late": turn.timed_out,
                "drawn": turn.tiles,
                "pool": turn.pool,
                "letters": turn.letters,
                "laid": turn.laid,
            }
            for turn in game.turns
        ],
        "sealed": game.seal == SEALED,
        "seal": game.seal,
        "findings": list(game.findings),
        "amendments": [as_document(each) for each in game.stored.amendments],
        "sheet": game.stored.sheet.text,
    }
