"""Pictures of time: every turn, where an evening went, time-outs, and who waited for whom."""

from collections.abc import Callable
from statistics import fmean, median

from tileclock_host.facts.match import LETTERS, Game, MatchFacts, Turn
from tileclock_host.facts.text import isolated
from tileclock_host.facts.words import Words
from tileclock_host.report.canvas import Canvas, fitting, minutes, text_width
from tileclock_host.report.picture import Picture, Table, picture_of

ROW = 46.0


def dots(match: MatchFacts, words: Words) -> Picture | None:
    seats = [seat for seat in match.seats if match.turns(seat)]
    if not seats:
        return None
    used = {seat: [turn.think_ms / 1000 for turn in match.turns(seat)] for seat in seats}
    longest = max(max(all_of) for all_of in used.values())
    limits = {seat: match.limit_s(seat) for seat in seats}
    limit = max(limits.values())
    top_value = max(longest, limit) if longest > limit * 0.5 else longest
    told = "; ".join(
        f"{match.name(s)}: {words.median.lower()} {words.duration(median(used[s]) * 1000)}, "
        f"{words.longest.lower()} {words.duration(max(used[s]) * 1000)}"
        for s in seats
    )
    table = Table(
        ["", words.turns, words.median, words.average, words.longest, words.timeouts, words.total],
        [
            [
                match.name(seat),
                str(len(used[seat])),
                *(words.duration(f(used[seat]) * 1000) for f in (median, fmean, max)),
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
        for i, seat in enumerate(seats):
            base = row * i + 44
            if 0 < limits[seat] <= scale[-1]:
                canvas.line((x(limits[seat]), base - 18), (x(limits[seat]), base + 22), "limit")
            canvas.badge(left - 4, base - 29, seat)
            middle = words.duration(median(used[seat]) * 1000)
            room = width - 60 - text_width(f"{words.median} {middle}")
            canvas.name(left + 20, base - 29, match.name(seat), room, "label")
            canvas.text(width, base - 29, f"{words.median.lower()} {middle}", "quiet", "end")
            _dots(canvas, match, seat, x, base, words)
            where = x(median(used[seat]))
            canvas.line((where, base - 15), (where, base + 15), "halo")
            canvas.line((where, base - 15), (where, base + 15), f"median s{seat}")
        return canvas

    return picture_of("dots", words.dots, words.dots_text, told, draw, table)


def _dots(  # noqa: PLR0913, PLR0917 – whose, where, and in which words
    canvas: Canvas, match: MatchFacts, seat: int, x: Callable[[float], float], base: float, words: Words
) -> None:
    for turn, (at_x, at_y) in _swarm(match.turns(seat), x):
        title = f"{match.name(seat)}: {words.duration(turn.think_ms)}"
        if turn.timed_out:
            canvas.rect(at_x - 4, base + at_y - 4, 8, 8, "late", title, 1.5)
        else:
            canvas.circle(at_x, base + at_y, 4.2, f"dot s{seat}", title)


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
            name = fitting(match.name(seat), width / len(match.seats) - 39)
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

    return picture_of("ribbon", words.ribbon, words.ribbon_text, told, draw, table)


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


def late(match: MatchFacts, words: Words) -> Picture | None:
    seats = [seat for seat in match.seats if match.turns(seat)]
    if not seats:
        return None
    times = {seat: [turn for turn in match.turns(seat) if turn.timed_out] for seat in seats}
    told = "; ".join(f"{match.name(seat)}: {len(times[seat])}" for seat in seats)
    nobody = not any(times.values())
    table = Table(
        ["", words.timeouts, words.columns.get("drawn", "tiles drawn")],
        [[match.name(s), str(len(times[s])), str(sum(t.tiles for t in times[s]))] for s in seats],
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
            canvas.name(24, y, match.name(seat), label - 30, "label")
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

    return picture_of("late", words.late, words.nobody_late if nobody else words.late_text, told, draw, table)


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
        words.waited_for.format(match.name(one), match.name(other), words.duration(waits[one][other]))
        for one in match.seats
        for other in match.seats
        if waits[one][other]
    )
    table = Table(
        [words.wait, *(match.name(seat) for seat in match.seats), words.total],
        [
            [
                match.name(one),
                *(words.duration(waits[one][other]) if one != other else "" for other in match.seats),
                words.duration(totals[one]),
            ]
            for one in match.seats
        ],
    )

    def draw(width: int) -> Canvas:
        canvas = Canvas(width, ROW * len(match.seats) + 6)
        most = max(totals.values())
        for i, seat in enumerate(match.seats):
            y = ROW * i + 10
            canvas.badge(0, y, seat)
            told = words.duration(totals[seat])
            canvas.name(24, y, match.name(seat), width - 40 - text_width(told), "label")
            canvas.text(width, y, told, "strong", "end")
            at = 0.0
            for other in match.seats:
                length = width * waits[seat][other] / most
                if not length:
                    continue
                told_of = words.waited_for.format(
                    match.name(seat), match.name(other), words.duration(waits[seat][other])
                )
                canvas.rect(at, y + 12, length - 2, 18, f"fill s{other}", told_of, 3)
                span = words.duration(waits[seat][other])
                label = f"{LETTERS[other]} {span}" if text_width(span) + 30 < length else LETTERS[other]
                if length > 18:
                    canvas.text(at + 7, y + 21, label, "letter", "", 12)
                at += length
        return canvas

    return picture_of("wait", words.wait, words.wait_text, told, draw, table)
