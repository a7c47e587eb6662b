"""The rows of the tables for programs: one per player and game, or one per turn."""

from collections.abc import Iterator

from tileclock_host.facts.match import LETTERS, Game, MatchFacts

Cell = str | int | float | None

PLAYERS = (
    *("device", "match", "table", "game", "revision", "date", "rules", "seat", "player", "ended", "scored"),
    *("winner", "rack", "loss", "gain", "bonus", "overtime", "points", "rounds", "big_points"),
    *("points_before", "total", "turns", "think_s", "timeouts", "seal"),
)
TURNS = (
    *("device", "match", "game", "turn", "seat", "player", "began_s", "think_s"),
    *("how", "choice", "late", "drawn", "pool", "letters", "laid", "seal"),
)


def player_rows(match: MatchFacts) -> Iterator[dict[str, Cell]]:
    totals = dict.fromkeys(range(len(LETTERS)), 0)
    for game in match.games:
        result, date = game.result, iso(game)
        rules = f"{match.rules['id']} {match.rules['version']}"
        for i, seat in enumerate(game.seats):
            totals[seat] += game.points(seat) or 0
            turns, late = game.count(seat)
            row: dict[str, Cell] = _head(match, game, seat) | {
                "table": game.table or None,
                "revision": game.revision,
                "date": date,
                "rules": rules,
                "ended": result.reason,
                "scored": result.rule or None,
                "winner": None if game.abandoned else int(game.won(seat)),
                "points": game.points(seat),
                "rounds": game.figure("rounds", seat),
                "big_points": game.figure("big_points", seat),
                "points_before": game.before[-1][i] if game.before else None,
                "total": totals[seat],
                "turns": turns,
                "think_s": seconds(game.thought_ms[seat]),
                "timeouts": late,
            }
            if not game.abandoned:
                line = result.lines[i]
                row |= {name: getattr(line, name) for name in ("rack", "loss", "gain", "bonus", "overtime")}
            yield row


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


def iso(game: Game) -> str | None:
    """When it was dealt, in UTC."""
    return game.date.strftime("%Y-%m-%dT%H:%M:%SZ") if game.date else None


def seconds(ms: int) -> float:
    return round(ms / 1000, 3)
