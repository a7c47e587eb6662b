"""A score sheet for people: the same rows, totals and notes on paper and on a page."""

from dataclasses import dataclass

from tileclock_host.facts.match import LETTERS, Game, MatchFacts
from tileclock_host.facts.words import Words, signed
from tileclock_host.sheets import verify


@dataclass(frozen=True)
class Row:
    game: str
    ended: str
    points: list[str]  # by column; empty where somebody did not play
    won: list[bool]
    mark: str  # of its footnote
    abandoned: bool


@dataclass(frozen=True)
class Place:
    place: int
    letter: str
    name: str
    points: str
    beside: str  # rounds or big points, where they decide


@dataclass(frozen=True)
class Score:
    title: str
    day: str
    rules: str
    columns: list[tuple[str, str]]  # letter and name
    rows: list[Row]
    totals: list[str]
    places: list[Place]
    best: list[bool]
    extra: list[tuple[str, list[str]]]  # rows below the totals: what else decides
    notes: list[str]
    foot: str
    headline: str
    doubts: list[str]  # why a sheet should not be trusted


def score_of(match: MatchFacts, words: Words) -> Score:
    seats, totals, places = match.seats, match.totals, match.places
    notes: list[str] = []
    rows = [_row(game, seats, words, notes) for game in match.games]
    notes += remarks(match, words) + _round(match, words)
    names = {"rounds": words.rounds, "big_points": words.big_points}
    deciding = [what for what in match.ranking if what != "points"]
    winners = [match.name(seat) for seat, place in places.items() if place == 1]
    table = f"{words.table} {match.table} · " if match.table else ""
    seal = words.sealed if all(game.seal == verify.SEALED for game in match.games) else words.unsealed
    return Score(
        title=words.match(match.number),
        day=words.day(match.date),
        rules=words.rules(match.rules),
        columns=[(LETTERS[seat], match.name(seat)) for seat in seats],
        rows=rows,
        totals=[signed(totals.points[seat]) if totals.played[seat] else "" for seat in seats],
        places=[
            Place(
                place,
                LETTERS[seat],
                match.name(seat),
                signed(totals.points[seat]),
                " · ".join(f"{names[what]}: {getattr(totals, what)[seat]}" for what in deciding),
            )
            for seat, place in places.items()
        ],
        best=[places.get(seat) == 1 for seat in seats],
        extra=[(names[what], [str(getattr(totals, what)[seat]) for seat in seats]) for what in deciding],
        notes=notes,
        foot=f"{table}{words.device} {match.device} · {seal}",
        headline=words.wins.format(", ".join(winners)) if winners else words.nobody,
        doubts=doubts_of(match, words),
    )


def doubts_of(match: MatchFacts, words: Words) -> list[str]:
    """A sentence about each game whose sheet should not be trusted."""
    return [words.doubts[game.doubt].format(game.number) for game in match.games if game.doubt]


def remarks(match: MatchFacts, words: Words) -> list[str]:
    """What the figures do not tell: a rest of equal winners, pauses, and who has confirmed."""
    return _rests(match, words) + _pauses(match, words) + confirmed(match, words)


def confirmed(match: MatchFacts, words: Words) -> list[str]:
    """Who has confirmed his line of the games in which that was asked, and who has not."""
    asked = [game for game in match.games if game.result.confirmed + game.result.unconfirmed]
    whole = ", ".join([str(game.number) for game in asked if not game.result.unconfirmed])
    return [words.confirmed_by_all.format(whole)] * bool(whole) + [
        words.confirmed.format(
            game.number, _names(game, game.result.confirmed), _names(game, game.result.unconfirmed)
        )
        for game in asked
        if game.result.unconfirmed
    ]


def _rests(match: MatchFacts, words: Words) -> list[str]:
    """What equal winners could not share, game by game."""
    return [words.rest.format(game.number, game.result.rest) for game in match.games if game.result.rest]


def _pauses(match: MatchFacts, words: Words) -> list[str]:
    """How long players stopped the clock in all games, and in whose turns."""
    stopped = {seat: sum(game.stopped_ms.get(seat, 0) for game in match.games) for seat in match.seats}
    whose = ", ".join([f"{match.name(seat)} {words.duration(ms)}" for seat, ms in stopped.items() if ms])
    return [words.pauses.format(words.duration(sum(stopped.values())), whose)] if whose else []


def _names(game: Game, seats: tuple[int, ...]) -> str:
    return ", ".join([game.name(seat) for seat in seats]) or "–"


def _round(match: MatchFacts, words: Words) -> list[str]:
    """Whether each game had a round time of its own, or all of them one, if they had any."""
    timed = [game.stored.round for game in match.games if game.stored.round]
    return [words.round_time(*timed[0])] if timed else []


def _row(game: Game, seats: list[int], words: Words, notes: list[str]) -> Row:
    mark = ""
    if game.before:
        mark = "*" * (len(notes) + 1) if len(notes) < 3 else f"({len(notes) + 1})"
        was = ", ".join(
            f"{game.name(seat)} {signed(points)}"
            for seat, points in zip(game.seats, game.before[-1], strict=True)
        )
        notes.append(f"{mark} {words.corrected_before.format(game.number, was)}")
    points = [game.points(seat) for seat in seats]
    winner = game.name(game.result.winner)
    return Row(
        game=str(game.number),
        ended=words.abandoned if game.abandoned else words.reason(game.result, winner),
        points=["" if one is None else signed(one) for one in points],
        won=[game.won(seat) for seat in seats],
        mark=mark,
        abandoned=game.abandoned,
    )
