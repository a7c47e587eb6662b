"""The pictures of the report: each is drawn for two widths, told in words, and backed by a table."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean, median

from markupsafe import Markup

from tileclock_host.export.facts import LETTERS, Game, MatchFacts, Turn
from tileclock_host.export.text import isolated
from tileclock_host.export.words import Words, signed
from tileclock_host.report.canvas import (
    Canvas,
    fitting,
    minutes,
    spread,
    steps,
    text_width,
)

WIDTHS = {"wide": 800, "narrow": 340}
_ROW = 46.0


@dataclass(frozen=True)
class Table:
    head: list[str]
    rows: list[list[str]]


@dataclass(frozen=True)
class Picture:
    key: str
    title: str
    text: str
    told: str  # what it shows, for those who do not see it
    drawings: list[Markup]
    table: Table


def pictures(match: MatchFacts, words: Words) -> list[Picture]:
    """All there is to show of a match; what it has nothing for is left out."""
    makers: list[Callable[[MatchFacts, Words], Picture | None]] = [race, dots, ribbon, pace, late, pool, wait]
    return [picture for maker in makers if (picture := maker(match, words))]


def _picture(  # noqa: PLR0913, PLR0917 – all a picture is made of
    key: str, title: str, text: str, told: str, draw: Callable[[int], Canvas], table: Table
) -> Picture:
    label = f"{title}. {told}"
    return Picture(
        key, title, text, told, [draw(width).svg(kind, label) for kind, width in WIDTHS.items()], table
    )


def _name(match: MatchFacts, seat: int) -> str:
    return match.name(seat)


# ---- the score race ----


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
    told = "; ".join(f"{_name(match, seat)} {signed(lines[seat][-1])}" for seat in order)
    table = Table(
        [words.game, *(_name(match, seat) for seat in seats)],
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
                    canvas.shape(point, seat, f"{_name(match, seat)}: {signed(lines[seat][i])}")
        places = spread([y(lines[seat][-1]) for seat in order], 22, top - 4, bottom + 4)
        for seat, at in zip(order, places, strict=True):
            end = y(lines[seat][-1])
            canvas.polyline([(right + 5, end), (right + 12, at)], f"leader s{seat}")
            canvas.badge(right + 14, at, seat)
            total = signed(lines[seat][-1])
            room = label - 44 - text_width(total)
            canvas.name(right + 37, at, _name(match, seat), room, "label")
            canvas.text(width, at, total, "strong", "end")
        return canvas

    return _picture("race", words.race, words.race_text, told, draw, table)


# ---- think time ----


def dots(match: MatchFacts, words: Words) -> Picture | None:
    seats = [seat for seat in match.seats if match.turns(seat)]
    if not seats:
        return None
    used = {seat: [turn.think_ms / 1000 for turn in match.turns(seat)] for seat in seats}
    longest = max(max(all_of) for all_of in used.values())
    limit = int(match.rules["limit"]) if match.rules["timing"] == "limit" else 0
    top_value = max(longest, limit) if limit and longest > limit * 0.5 else longest
    told = "; ".join(
        f"{_name(match, s)}: {words.median.lower()} {words.duration(median(used[s]) * 1000)}, "
        f"{words.longest.lower()} {words.duration(max(used[s]) * 1000)}"
        for s in seats
    )
    table = Table(
        ["", words.turns, words.median, words.average, words.longest, words.timeouts, words.total],
        [
            [
                _name(match, seat),
                str(len(used[seat])),
                *(words.duration(f(used[seat]) * 1000) for f in (median, mean, max)),
                str(sum(turn.timed_out for turn in match.turns(seat))),
                words.duration(sum(used[seat]) * 1000),
            ]
            for seat in seats
        ],
    )

    def draw(width: int) -> Canvas:
        row = 62.0
        canvas = Canvas(width, row * len(seats) + 30)
        scale = minutes(0, top_value, 8 if width > 500 else 5)
        left, right = 12.0, width - 14.0
        x = lambda seconds: left + (right - left) * seconds / scale[-1]  # noqa: E731
        bottom = row * len(seats) + 4
        for value in scale:
            canvas.line((x(value), 22), (x(value), bottom), "grid")
            canvas.text(x(value), bottom + 14, _clock(value), "scale", "middle", 12)
        if limit and limit <= scale[-1]:
            canvas.line((x(limit), 22), (x(limit), bottom), "limit")
        for i, seat in enumerate(seats):
            base = row * i + 44
            canvas.badge(left - 4, base - 29, seat)
            middle = words.duration(median(used[seat]) * 1000)
            room = width - 60 - text_width(f"{words.median} {middle}")
            canvas.name(left + 20, base - 29, _name(match, seat), room, "label")
            canvas.text(width, base - 29, f"{words.median.lower()} {middle}", "quiet", "end")
            for turn, at in _swarm(match.turns(seat), x):
                title = f"{_name(match, seat)}: {words.duration(turn.think_ms)}"
                if turn.timed_out:
                    canvas.rect(at[0] - 4, base + at[1] - 4, 8, 8, "late", title, 1.5)
                else:
                    canvas.add(
                        "circle",
                        Markup("<title>{}</title>").format(title),
                        class_=f"dot s{seat}",
                        cx=at[0],
                        cy=base + at[1],
                        r=4.2,
                    )
            where = x(median(used[seat]))
            canvas.line((where, base - 15), (where, base + 15), "halo")
            canvas.line((where, base - 15), (where, base + 15), f"median s{seat}")
        return canvas

    return _picture("dots", words.dots, words.dots_text, told, draw, table)


def _swarm(turns: list[Turn], x: Callable[[float], float]) -> list[tuple[Turn, tuple[float, float]]]:
    """Dots beside each other where they would cover each other."""
    placed: list[tuple[Turn, tuple[float, float]]] = []
    lanes: dict[float, float] = {}
    order = [0.0, -5.0, 5.0, -9.5, 9.5, -13.0, 13.0]
    for turn in sorted(turns, key=lambda turn: turn.think_ms):
        at = x(turn.think_ms / 1000)
        lane = next((lane for lane in order if at - lanes.get(lane, -99.0) >= 7.5), None)
        if lane is None:
            lane = min(order, key=lambda lane: lanes.get(lane, -99.0))
        lanes[lane] = at
        placed.append((turn, (at, lane)))
    return placed


def _clock(seconds: float) -> str:
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"


# ---- turn by turn ----


def ribbon(match: MatchFacts, words: Words) -> Picture | None:
    games = [game for game in match.games if game.spans]
    if not games:
        return None
    longest = max(game.length_ms for game in games)
    told = "; ".join(
        f"{words.game} {game.number}: {words.duration(game.length_ms)}, "
        f"{words.turns.lower()}: {len(game.turns)}"
        for game in games
    )
    table = Table(
        [words.game, words.columns.get("turn", "turn"), words.player, words.think, "", words.pool],
        [
            [
                str(game.number),
                str(turn.number),
                game.name(turn.seat),
                words.duration(turn.think_ms),
                words.turn(turn),
                str(turn.pool),
            ]
            for game in games
            for turn in game.turns
        ],
    )

    def draw(width: int) -> Canvas:
        row = 48.0
        head = 28.0
        canvas = Canvas(width, head + row * len(games) + 24)
        at = 0.0
        for seat in match.seats:
            canvas.badge(at, 10, seat)
            name = fitting(_name(match, seat), width / len(match.seats) - 39)
            if len(name) > 1:
                canvas.text(at + 23, 10, isolated(name), "label")
                at += text_width(name) + 4
            at += 35
        scale = minutes(0, longest / 1000, 8 if width > 500 else 4)
        left, right = 0.5, width - 16.0
        x = lambda ms: left + (right - left) * ms / 1000 / scale[-1]  # noqa: E731
        bottom = head + row * len(games)
        for value in scale:
            canvas.line((x(value * 1000), head), (x(value * 1000), bottom), "grid")
            anchor = "start" if not value else "middle"
            canvas.text(x(value * 1000), bottom + 12, _clock(value), "scale", anchor, 12)
        for i, game in enumerate(games):
            y = head + row * i + 18
            length = words.duration(game.length_ms)
            canvas.text(left, y - 9, f"{words.game} {game.number} · {length}", "quiet", "", 12)
            _ribbon(canvas, game, x, y, words)
        return canvas

    return _picture("ribbon", words.ribbon, words.ribbon_text, told, draw, table)


def _ribbon(canvas: Canvas, game: Game, x: Callable[[float], float], y: float, words: Words) -> None:
    late = {turn.number for turn in game.turns if turn.timed_out}
    marked = set()
    for span in game.spans:
        start, end = x(span.began_ms), x(span.began_ms + span.length_ms)
        gap = 1.0 if end - start > 3 else 0.0
        name = game.name(span.seat)
        length = words.duration(span.length_ms)
        if span.why:
            canvas.rect(start, y + 8, end - start - gap, 6, "stood", f"{words.stop[span.why]}: {length}")
            continue
        canvas.rect(start, y, end - start - gap, 22, f"fill s{span.seat}", f"{name}: {length}", 2)
        if end - start > 17:
            canvas.text((start + end - gap) / 2, y + 11, LETTERS[span.seat], "letter", "middle", 12)
        if span.turn in late and span.turn not in marked:
            marked.add(span.turn)
            canvas.rect(start, y + 24, max(3.0, end - start - gap), 3, "late")


# ---- pace ----


def pace(match: MatchFacts, words: Words) -> Picture | None:
    lines = {game.number: _laps(game) for game in match.games if len(_laps(game)) > 1}
    if not lines:
        return None
    told = "; ".join(
        f"{words.game} {game.number}: {words.one_turn} "
        f"{words.duration(mean(turn.think_ms for turn in game.turns))}"
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
        unit = words.duration(0)[-1]
        for value in scale:
            canvas.line((left, y(value)), (right, y(value)), "axis" if not value else "grid")
            canvas.text(left - 6, y(value), f"{value:.0f} {unit}", "scale", "end", 12)
        every = max(1, round(most * 30 / (right - left)))
        for i in range(most):
            if i % every == 0:
                canvas.text(x(i), height - 10, str(i + 1), "scale", "middle", 12)
        canvas.text(right + 20, height - 10, words.lap, "scale", "", 12)
        last = list(lines)[-1]
        ends = [(number, x(len(line) - 1), y(line[-1])) for number, line in lines.items()]
        for number, line in lines.items():
            kind = "line now" if number == last else "line past"
            canvas.polyline([(x(i), y(value)) for i, value in enumerate(line)], kind)
        shown = ends[-6:]
        heights = spread([end[2] for end in shown], 16, top, bottom)
        for (number, end_x, end_y), at in zip(shown, heights, strict=True):
            canvas.add("circle", class_="knot", cx=end_x, cy=end_y, r=3.5)
            canvas.polyline([(end_x + 4, end_y), (right + 4, at)], "leader")
            kind = "strong" if number == last else "quiet"
            canvas.text(right + 8, at, f"{words.game} {number}", kind)
        return canvas

    return _picture("pace", words.pace, words.pace_text, told, draw, table)


def _laps(game: Game) -> list[float]:
    """Average seconds of a turn in each lap: as many turns as there are players."""
    size = len(game.seats)
    turns = game.turns[: len(game.turns) // size * size]
    return [mean(turn.think_ms / 1000 for turn in turns[i : i + size]) for i in range(0, len(turns), size)]


# ---- time-outs ----


def late(match: MatchFacts, words: Words) -> Picture | None:
    seats = [seat for seat in match.seats if match.turns(seat)]
    if not seats:
        return None
    times = {seat: [turn for turn in match.turns(seat) if turn.timed_out] for seat in seats}
    told = "; ".join(f"{_name(match, seat)}: {len(times[seat])}" for seat in seats)
    nobody = not any(times.values())
    table = Table(
        ["", words.timeouts, words.columns.get("drawn", "tiles drawn")],
        [[_name(match, s), str(len(times[s])), str(sum(t.tiles for t in times[s]))] for s in seats],
    )

    def draw(width: int) -> Canvas:
        label = 190.0 if width > 500 else 120.0
        room = int((width - label - 30) // 26)
        if nobody:
            canvas = Canvas(width, 34)
            canvas.text(0, 17, words.nobody_late, "label")
            return canvas
        rows = [max(1, -(-len(times[seat]) // room)) for seat in seats]
        canvas = Canvas(width, sum(rows) * 30.0 + len(seats) * 6)
        y = 16.0
        for seat, count in zip(seats, rows, strict=True):
            canvas.badge(0, y, seat)
            canvas.name(24, y, _name(match, seat), label - 30, "label")
            for i, turn in enumerate(times[seat]):
                at_x, at_y = label + i % room * 26, y + i // room * 30
                canvas.rect(at_x, at_y - 12, 22, 24, "late", words.turn(turn), 4)
                canvas.text(at_x + 11, at_y, str(turn.tiles), "letter", "middle")
            if times[seat]:
                canvas.text(width, y, str(len(times[seat])), "strong", "end")
            else:
                canvas.text(label, y, "–", "quiet")
            y += count * 30 + 6
        return canvas

    return _picture("late", words.late, words.nobody_late if nobody else words.late_text, told, draw, table)


# ---- the pool ----


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
        shown = list(lines.items())[-6:]
        heights = spread([y(line[-1]) for _, line in shown], 16, top, bottom)
        for (number, line), at in zip(shown, heights, strict=True):
            end = (x(len(line) - 1), y(line[-1]))
            canvas.add("circle", class_="knot", cx=end[0], cy=end[1], r=3.5)
            canvas.polyline([(end[0] + 4, end[1]), (right + 4, at)], "leader")
            kind = "strong" if number == last else "quiet"
            canvas.text(right + 8, at, f"{words.game} {number}", kind)
        return canvas

    return _picture("pool", words.pool, words.pool_text, told, draw, table)


# ---- who keeps whom waiting ----


def wait(match: MatchFacts, words: Words) -> Picture | None:
    waits: dict[int, dict[int, int]] = {seat: dict.fromkeys(match.seats, 0) for seat in match.seats}
    for game in match.games:
        for waiting in game.seats:
            for thinking in game.seats:
                if waiting != thinking:
                    waits[waiting][thinking] += game.thought_ms[thinking]
    totals = {seat: sum(waits[seat].values()) for seat in match.seats}
    if not any(totals.values()):
        return None
    told = "; ".join(
        words.waited_for.format(_name(match, one), _name(match, other), words.duration(waits[one][other]))
        for one in match.seats
        for other in match.seats
        if waits[one][other]
    )
    table = Table(
        [words.wait, *(_name(match, seat) for seat in match.seats), words.total],
        [
            [
                _name(match, one),
                *(words.duration(waits[one][other]) if one != other else "" for other in match.seats),
                words.duration(totals[one]),
            ]
            for one in match.seats
        ],
    )

    def draw(width: int) -> Canvas:
        canvas = Canvas(width, _ROW * len(match.seats) + 6)
        most = max(totals.values())
        for i, seat in enumerate(match.seats):
            y = _ROW * i + 10
            canvas.badge(0, y, seat)
            told = words.duration(totals[seat])
            canvas.name(24, y, _name(match, seat), width - 40 - text_width(told), "label")
            canvas.text(width, y, told, "strong", "end")
            at = 0.0
            for other in match.seats:
                length = width * waits[seat][other] / most
                if not length:
                    continue
                told_of = words.waited_for.format(
                    _name(match, seat), _name(match, other), words.duration(waits[seat][other])
                )
                canvas.rect(at, y + 12, length - 2, 18, f"fill s{other}", told_of, 3)
                span = words.duration(waits[seat][other])
                label = f"{LETTERS[other]} {span}" if text_width(span) + 30 < length else LETTERS[other]
                if length > 18:
                    canvas.text(at + 7, y + 21, label, "letter", "", 12)
                at += length
        return canvas

    return _picture("wait", words.wait, words.wait_text, told, draw, table)
