"""One sheet as a person reads it, in 80 columns."""

from collections.abc import Iterator
from datetime import datetime

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tileclock_host.foreign import printable
from tileclock_host.output import counted

from . import amend, turns
from .games import Game
from .text import LETTERS

WIDTH = 80
_REASONS = {
    "out": "{winner} was out",
    "lap": "the pool was empty and the last lap played",
    "round": "the time of the round was over",
    "blocked": "nobody could move",
    "abandoned": "abandoned, nothing is scored",
}
_SEALS = {
    "sealed": "sealed by its clock",
    "unsealed": "not sealed",
    "unknown": "sealed, but this PC does not know the clock's secret",
    "broken": "SEAL BROKEN",
    "missing": "NOT SEALED, though its clock has a secret",
}
_NOTED = {"unknown": "seal unknown", "broken": "seal broken", "missing": "seal missing"}


def console() -> Console:
    """Foreign names are shown, never obeyed as markup."""
    made = Console(highlight=False, markup=False, emoji=False)
    made.width = min(made.width, WIDTH)
    return made


def day(moment: datetime | None) -> str:
    return moment.astimezone().strftime("%Y-%m-%d %H:%M") if moment else "date unknown"


def span(ms: int) -> str:
    seconds = round(ms / 100) / 10
    return f"{seconds:.1f} s" if seconds < 60 else f"{int(seconds) // 60}:{int(seconds) % 60:02d} min"


def page(game: Game, *, with_turns: bool = False) -> RenderableType:
    """The whole sheet."""
    return Group(*_parts(game, with_turns))


def _left(game: Game) -> str:
    """What the next game has of a round that is one for all."""
    totals = game.sheet.result.totals
    left = totals.round_left if totals else None
    return "" if left is None else f", {left // 60}:{left % 60:02} left for the next"


def lines(game: Game) -> Table:
    """The lines of the players, with their sum."""
    table = _table("", "player", ">rack", ">loss", ">gain", ">bonus", ">overtime", ">points")
    result = game.result
    for seat, line in zip(result.seats, result.lines, strict=True):
        amounts = [
            f"{each:+d}" if each else "0" for each in (line.loss, line.gain, line.bonus, line.overtime)
        ]
        crown = "*" if seat in result.winners else ""
        table.add_row(crown, _player(game, seat), str(line.rack), *amounts, f"{line.points:+d}")
    return table


def _parts(game: Game, with_turns: bool) -> Iterator[RenderableType]:
    sheet, head, result = game.sheet, game.sheet.head, game.result
    yield Text(f"Sheet {game.name}, revision {sheet.revision}: {_SEALS[game.seal]}", style="bold")
    where = [day(game.date), f"match {game.match}, game {game.number}"]
    where += [f"table {game.table}"] if game.table else []
    yield Text(", ".join(where))
    yield Text(f"rules {_rules(game)} {head.checksum}, firmware {head.firmware}, boot {head.boot}")
    winner = game.label(result.winner) if result.winner >= 0 else "somebody"
    yield Text(f"ended: {_REASONS[result.reason].format(winner=winner)}; {LETTERS[result.first]} began")
    if game.round:
        minutes, spans = game.round
        yield Text(f"round time: {minutes} min {'for all games' if spans else 'for this game'}{_left(game)}")
    if result.scored:
        yield from _head("Lines")
        yield lines(game)
        balance = "no fixed sum" if result.expected is None else f"they must add up to {result.expected}"
        if result.rest:
            balance += f"; the winners are equal, rest {result.rest}"
        yield Padding(f"points add up to {sum(result.points)}, {balance}", (0, 0, 0, 1))
        if result.confirmed + result.unconfirmed:
            yield Padding(Text(_confirmed(game)), (0, 0, 0, 1))
    if sheet.result.totals:
        yield from _head("Totals of the match, as the clock wrote them")
        yield _totals(game)
    if game.story:
        yield from _story(game, game.story, with_turns)
    yield from _head("Revisions")
    for version in game.versions:
        stands = "counts" if version is game.version else "kept"
        seal = _NOTED.get(version.seal, version.seal)
        got = f"{day(version.received)} from {version.source or 'nowhere named'}"
        yield Padding(
            Text(f"{version.sheet.revision} {version.sheet.checksum} {seal}, {stands}; {got}"),
            (0, 0, 0, 1),
        )
    yield from _sentences("Amended here", [_amended(game, each) for each in game.amendments])
    yield from _sentences("Conflicts", game.conflicts)
    yield from _sentences("Wrong", game.findings)


def _confirmed(game: Game) -> str:
    said, rest = (
        ", ".join([_player(game, seat) for seat in seats])
        for seats in (game.result.confirmed, game.result.unconfirmed)
    )
    return f"confirmed by {said or 'nobody'}" + (f", not by {rest}" if rest else "")


def _story(game: Game, story: turns.Story, with_turns: bool) -> Iterator[RenderableType]:
    yield from _head("Time")
    table = _table("player", ">turns", ">thought", ">longest", ">drew", ">timed out", ">blips")
    for seat in game.result.seats:
        own = [turn for turn in story.turns if turn.seat == seat and not turn.undone]
        table.add_row(
            _player(game, seat),
            str(len(own)),
            span(story.think_ms[seat]),
            span(max((turn.think_ms for turn in own), default=0)),
            str(sum(turn.tiles for turn in own)),
            str(sum(turn.timed_out for turn in own)),
            str(story.blips[seat]),
        )
    yield table
    yield Padding(
        f"elapsed {span(story.elapsed_ms)} = thought {span(sum(story.think_ms))}"
        f" + undone {span(story.undone_ms)} + paused {span(story.paused_ms)}"
        f" + resolving {span(story.resolving_ms)}",
        (0, 0, 0, 1),
    )
    if with_turns:
        yield from _head("Turns")
        yield _turns(game, story)
    if story.stops:
        yield from _head("Stops")
        table = _table(">at", ">turn", "on turn", ">stood", "why")
        for stop in story.stops:
            why = stop.why + (" (undone)" if stop.undone else "")
            table.add_row(span(stop.at_ms), str(stop.turn), _player(game, stop.seat), span(stop.ms), why)
        yield table
    if story.corrections:
        yield from _head("Corrections")
        table = _table(">at", ">turn", "about", "what", "before", "after")
        for each in story.corrections:
            what = (
                each.what + (" (undone)" if each.undone else "") + (" (after the sheet)" if each.late else "")
            )
            table.add_row(
                span(each.at_ms), str(each.turn), _player(game, each.seat), what, each.before, each.after
            )
        yield table


def _turns(game: Game, story: turns.Story) -> Table:
    table = _table(">turn", "player", ">at", ">thought", "ended", ">drew", ">pool", "")
    for turn in story.turns:
        ended = f"{turn.end}: {turn.choice}" if turn.choice else turn.end
        laid = f"{counted(turn.letters, 'letter')}, {counted(turn.laid, 'tile')}" if turn.laid else ""
        table.add_row(
            str(turn.number),
            _player(game, turn.seat),
            span(turn.began_ms),
            span(turn.think_ms),
            ended,
            str(turn.tiles),
            str(turn.pool),
            "undone" if turn.undone else laid,
        )
    return table


def _totals(game: Game) -> Table:
    totals = game.sheet.result.totals
    assert totals
    table = _table("player", ">played", ">points", ">rounds", ">big points")
    for seat, played in enumerate(totals.played):
        if played:
            figures = (played, totals.points[seat], totals.rounds[seat], totals.big_points[seat])
            table.add_row(_player(game, seat), *[str(each) for each in figures])
    return table


def _table(*columns: str) -> Table:
    """Columns by their heads; those of figures begin with ">"."""
    table = Table(box=None, pad_edge=True, show_edge=False)
    for column in columns:
        right = column.startswith(">")
        table.add_column(
            column.removeprefix(">"), justify="right" if right else "left", no_wrap=right, overflow="fold"
        )
    return table


def _head(title: str) -> Iterator[RenderableType]:
    yield Text("")
    yield Text(title, style="bold")


def _sentences(title: str, sentences: tuple[str, ...] | list[str]) -> Iterator[RenderableType]:
    if sentences:
        yield from _head(title)
        for sentence in sentences:
            yield Padding(Text(sentence), (0, 0, 0, 1))


def _amended(game: Game, amendment: amend.Amendment) -> str:
    numbers = game.story.counted if game.story else ()
    return f"{day(amendment.made)}: " + "; ".join(amend.describe(amendment.changes, numbers))


def _player(game: Game, seat: int) -> str:
    name = game.names[seat]
    return f"{LETTERS[seat]} {name[:20]}" if name else LETTERS[seat]


def _rules(game: Game) -> str:
    return printable(f"{game.rules.get('id')} {game.rules.get('version')}")[:40]
