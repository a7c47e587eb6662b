"""A game that is over becomes a sheet on flash; or the flash refuses it, and the game is not lost."""

from micropython import const

from tileclock.core import records as r
from tileclock.core import summary
from tileclock.storage import sheet_files

_FULL = const(28)  # ENOSPC, which MicroPython does not name


class NotStored:
    """The flash took no sheet. `full`: for want of room; `match`: the oldest one, which may then shrink."""

    def __init__(self, full, match):
        self.full = full
        self.match = match


def store(table, at):
    """The result counts and its sheet stands: None. Or NotStored, and it is as if nobody had stored it."""
    game = table.game
    if game.revision == table.storage.live.revision:  # else it was tried before
        table.happen(r.STORE, at)
    table.lock.end(at)
    match = table.match
    before, left = match.ended, match.round_left
    match.add(table.result, game.players.seats)
    if not table.corrects:
        match.leave_of_round(summary.round_for_next(game))
    match.end(match.over(before == "stop"))
    refusal = _keep(table, summary.scored(game, table.result, match))
    if refusal:
        match.take_back(table.result, game.players.seats)
        match.end(before)
        match.leave_of_round(left)
    elif table.corrects:
        table.put_away()
    else:
        match.play_by(table.head["checksum"], table.names, game.players.first)
    return refusal


def drop(table):
    """The game was abandoned: its sheet says so, and nothing more. None, or NotStored."""
    refusal = _keep(table, summary.unscored(table.game))
    if not refusal:
        table.storage.wait_for(0)
    return refusal


def _keep(table, result):
    """Write the sheet of the game; that it is over stands once its sheet does."""
    storage, play = table.storage, table.play
    try:
        if table.corrects:
            from tileclock.storage import corrected_totals

            then = corrected_totals.book(storage, table.play.preset, table.corrects, result)
            if then:
                result["totals"] = summary.totals(then)
        if not storage.live.journal:  # the flash refused the game before
            sheet_files.deal(storage, table.head, table.play.preset, play.journal)
        sheet_files.keep(storage, result, play.journal, max(1, play.game.revision))
    except (OSError, MemoryError) as error:
        storage.log("the sheet could not be stored (%s)" % error)
        from tileclock.storage import retention

        full = isinstance(error, OSError) and error.errno == _FULL
        return NotStored(full, retention.oldest(storage) if full else None)
    if bool(table.match.ended) == storage.goes_on:
        storage.try_to(lambda: storage.count(storage.game, storage.match, not table.match.ended))
    return None


def stop_match(table):
    """End the match, whatever it would need to end by itself."""
    storage, match = table.storage, table.match
    match.end(match.over(True))
    storage.try_to(lambda: storage.count(storage.game, storage.match, False))
