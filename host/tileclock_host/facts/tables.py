"""The rows of the tables for programs: one per player and game, or one per turn."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from tileclock_host.facts.match import LETTERS, Game, MatchFacts
from tileclock_host.facts.text import clean
from tileclock_host.sheets.tally import Tally

Cell = str | int | float | None

PLAYERS = (
    *("device", "match", "table", "game", "revision", "date", "rules", "seat", "player", "ended", "scored"),
    *("winner", "rack", "loss", "gain", "bonus", "overtime", "points", "rounds", "big_points"),
    *("points_before", "total", "turns", "think_s", "timeouts", "seal", "confirmed"),
)
TURNS = (
    *("device", "match", "game", "turn", "seat", "player", "began_s", "think_s"),
    *("how", "choice", "late", "drawn", "pool", "letters", "laid", "seal"),
)


def player_rows(match: Sequence[Tally]) -> Iterator[tuple[Cell, ...]]:
    """In the order of the columns."""
    totals = dict.fromkeys(range(len(LETTERS)), 0)
    rules = f"{clean(match[0].rules)[:60]} {match[0].version}"
    for game in match:
        date, asked = iso(game.date), game.confirmed + game.unconfirmed
        for one in game.lines:
            totals[one.seat] += one.points or 0
            yield (
                *(game.device, game.match, game.table or None, game.number, game.revision, date, rules),
                *(LETTERS[one.seat], clean(one.name) or LETTERS[one.seat], game.reason, game.rule or None),
                *(one.won if game.rule else None, one.rack, one.loss, one.gain, one.bonus, one.overtime),
                *(one.points, one.rounds, one.big_points, one.before, totals[one.seat], one.turns),
                *(seconds(one.think_ms), one.late, game.seal),
                int(one.seat in game.confirmed) if one.seat in asked else None,
            )


def turn_rows(match: MatchFacts) -> Iterator[dict[str, Cell]]:
    for game in match.games:
        word = match.rules["game"] == "word"
        for turn in game.turns:
            yield _head(match, game, turn.seat) | {
                "turn": turn.number,
                "began_s": seconds(turn.began_ms),
                "think_s": seconds(turn.think_ms),
                "how": turn.end,
                "choice": turn.choice or None,
                "late": int(turn.timed_out),
                "drawn": turn.tiles,
                "pool": turn.pool,
                "letters": turn.letters if word else None,
                "laid": turn.laid if word else None,
            }


def _head(match: MatchFacts, game: Game, seat: int) -> dict[str, Cell]:
    return {
        "device": match.device,
        "match": match.number,
        "game": game.number,
        "seat": LETTERS[seat],
        "player": game.name(seat),
        "seal": game.seal,
    }


def iso(date: datetime | None) -> str | None:
    """A time in UTC, such as that of a deal."""
    return date.strftime("%Y-%m-%dT%H:%M:%SZ") if date else None


def seconds(ms: int) -> float:
    return round(ms / 1000, 3)
