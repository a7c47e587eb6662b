"""Pictures of how games went: the score race, the pace, and the pool."""

from statistics import fmean

from tileclock_host.facts.match import Game, MatchFacts
from tileclock_host.facts.words import Words, signed
from tileclock_host.report.canvas import Canvas, Point, spread, steps, text_width
from tileclock_host.report.picture import Picture, Table, picture_of


def race(match: MatchFacts, words: Words) -> Picture | None:
    games = match.scored
    if not games:
        return None
    seats = match.seats
    lines = {seat: [0] for seat in seats}
    for game in games:
        for seat in seats:
            lines[seat].append(lines[seat][-1] + (game.points(seat) or 0))
    order = sorted(seats, key=lambda seat: -lines[seat][-1])
    told = "; ".join(f"{match.name(seat)} {signed(lines[seat][-1])}" for seat in order)
    table = Table(
        [words.game, *(match.name(seat) for seat in seats)],
        [[str(game.number), *(signed(lines[s][i]) for s in seats)] for i, game in enumerate(games, 1)],
    )

    def draw(width: int) -> Canvas:
        height = 360 if width > 500 else 300
        canvas = Canvas(width, height)
        values = [value for line in lines.values() for value in line]
        scale = steps(min(values), max(values), 6)
        left = max(text_width(signed(int(value))) for value in scale) + 8
        label = 170.0 if width > 500 else 122.0
        right, top, bottom = width - label, 16.0, height - 28.0
        low, high = scale[0], scale[-1]
        x = lambda i: left + 8 + (right - left - 8) * i / len(games)  # noqa: E731
        y = lambda value: bottom - (bottom - top) * (value - low) / (high - low or 1)  # noqa: E731
        for value in scale:
            canvas.line((left, y(value)), (right, y(value)), "axis" if value == 0 else "grid")
            canvas.text(left - 6, y(value), signed(int(value)), "scale", "end", 12)
        every = max(1, round(len(games) * 26 / (right - left)))
        for i, game in enumerate(games, 1):
            if i % every == 0 or i == len(games):
                canvas.text(x(i), height - 10, str(game.number), "scale", "middle", 12)
        canvas.text(right + 20, height - 10, words.game.lower(), "scale", "", 12)
        for seat in reversed(order):
            points = [(x(i), y(value)) for i, value in enumerate(lines[seat])]
            canvas.polyline(points, f"line s{seat}")
            for i, point in enumerate(points[1:], 1):
                if len(games) <= 20 or i == len(games):
                    canvas.shape(point, seat, f"{match.name(seat)}: {signed(lines[seat][i])}")
        places = spread([y(lines[seat][-1]) for seat in order], 22, top - 4, bottom + 4)
        for seat, at in zip(order, places, strict=True):
            end = y(lines[seat][-1])
            canvas.polyline([(right + 5, end), (right + 12, at)], f"leader s{seat}")
            canvas.badge(right + 14, at, seat)
            total = signed(lines[seat][-1])
            room = label - 44 - text_width(total)
            canvas.name(right + 37, at, match.name(seat), room, "label")
            canvas.text(width, at, total, "strong", "end")
        return canvas

    return picture_of("race", words.race, words.race_text, told, draw, table)


def pace(match: MatchFacts, words: Words) -> Picture | None:
    lines = {game.number: _laps(game) for game in match.games if len(_laps(game)) > 1}
    if not lines:
        return None
    told = "; ".join(
        f"{words.game} {game.number}: {words.one_turn} "
        f"{words.duration(fmean(turn.think_ms for turn in game.turns))}"
        for game in match.games
        if game.number in lines
    )
    most = max(len(line) for line in lines.values())
    table = Table(
        [words.lap, *(f"{words.game} {number}" for number in lines)],
        [
            [str(i + 1), *(words.number(line[i]) if i < len(line) else "" for line in lines.values())]
            for i in range(most)
        ],
    )

    def draw(width: int) -> Canvas:
        height = 280 if width > 500 else 240
        canvas = Canvas(width, height)
        values = [value for line in lines.values() for value in line]
        scale = steps(0, max(values), 5)
        left, top, bottom = 38.0, 14.0, height - 28.0
        right = width - 78.0
        x = lambda i: left + 8 + (right - left - 8) * i / (most - 1)  # noqa: E731
        y = lambda value: bottom - (bottom - top) * value / scale[-1]  # noqa: E731
        unit = words.second
        for value in scale:
            canvas.line((left, y(value)), (right, y(value)), "axis" if not value else "grid")
            canvas.text(left - 6, y(value), f"{value:.0f} {unit}", "scale", "end", 12)
        every = max(1, round(most * 30 / (right - left)))
        for i in range(most):
            if i % every == 0:
                canvas.text(x(i), height - 10, str(i + 1), "scale", "middle", 12)
        canvas.text(right + 20, height - 10, words.lap, "scale", "", 12)
        last = list(lines)[-1]
        for number, line in lines.items():
            kind = "line now" if number == last else "line past"
            canvas.polyline([(x(i), y(value)) for i, value in enumerate(line)], kind)
        ends = {f"{words.game} {n}": (x(len(line) - 1), y(line[-1])) for n, line in lines.items()}
        _name_the_ends(canvas, ends, right, (top, bottom))
        return canvas

    return picture_of("pace", words.pace, words.pace_text, told, draw, table)


def _name_the_ends(
    canvas: Canvas, ends: dict[str, Point], right: float, between: tuple[float, float]
) -> None:
    """Beside the latest lines, of which the last is the one that matters, what each is called."""
    shown = list(ends.items())[-6:]
    heights = spread([y for _, (_, y) in shown], 16, *between)
    for (name, (x, y)), at in zip(shown, heights, strict=True):
        canvas.circle(x, y, 3.5, "knot")
        canvas.polyline([(x + 4, y), (right + 4, at)], "leader")
        canvas.text(right + 8, at, name, "strong" if name == shown[-1][0] else "quiet")


def _laps(game: Game) -> list[float]:
    """Average seconds of a turn in each lap: as many turns as there are players."""
    size = len(game.seats)
    turns = game.turns[: len(game.turns) // size * size]
    return [fmean(turn.think_ms / 1000 for turn in turns[i : i + size]) for i in range(0, len(turns), size)]


def pool(match: MatchFacts, words: Words) -> Picture | None:
    lines = {game.number: [game.pool, *(t.pool for t in game.turns)] for game in match.games if game.turns}
    if not lines:
        return None
    told = "; ".join(f"{words.game} {number}: {line[0]} → {line[-1]}" for number, line in lines.items())
    most = max(len(line) for line in lines.values())
    table = Table(
        [words.columns.get("turn", "turn"), *(f"{words.game} {number}" for number in lines)],
        [[str(i), *(str(line[i]) if i < len(line) else "" for line in lines.values())] for i in range(most)],
    )

    def draw(width: int) -> Canvas:
        height = 280 if width > 500 else 240
        canvas = Canvas(width, height)
        scale = steps(0, max(max(line) for line in lines.values()), 5)
        left, right, top, bottom = 34.0, width - 78.0, 14.0, height - 28.0
        x = lambda i: left + 6 + (right - left - 6) * i / max(1, most - 1)  # noqa: E731
        y = lambda value: bottom - (bottom - top) * value / scale[-1]  # noqa: E731
        for value in scale:
            canvas.line((left, y(value)), (right, y(value)), "axis" if not value else "grid")
            canvas.text(left - 6, y(value), f"{value:.0f}", "scale", "end", 12)
        for value in steps(0, most - 1, 8 if width > 500 else 4):
            if value <= most - 1 and value == int(value):
                canvas.text(x(value), height - 10, f"{value:.0f}", "scale", "middle", 12)
        canvas.text(right + 20, height - 10, words.turns.lower(), "scale", "", 12)
        last = list(lines)[-1]
        for number, line in lines.items():
            stairs = [(x(0), y(line[0]))]
            for i in range(1, len(line)):
                stairs += [(x(i), y(line[i - 1])), (x(i), y(line[i]))]
            if number == last:
                area = [(x(0), bottom), *stairs, (x(len(line) - 1), bottom)]
                canvas.polyline(area, "area")
            canvas.polyline(stairs, "line now" if number == last else "line past")
        ends = {f"{words.game} {n}": (x(len(line) - 1), y(line[-1])) for n, line in lines.items()}
        _name_the_ends(canvas, ends, right, (top, bottom))
        return canvas

    return picture_of("pool", words.pool, words.pool_text, told, draw, table)
