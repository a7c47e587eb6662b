"""A game begins: there is room for its sheet, it is dealt, it has a number, its head is on flash."""

import gc

from tileclock import VERSION
from tileclock.core import records as r
from tileclock.core.play import Play


class NoRoom:
    """The next sheet does not fit. `match`: the oldest one, which may shrink to its totals, or None."""

    def __init__(self, match):
        self.match = match


def find_room(storage, log):
    """Let what the PC has make room for a sheet; None, or NoRoom: somebody must say what goes."""
    from tileclock.storage import retention

    try:
        if retention.make_room(storage):
            return None
    except (OSError, MemoryError) as error:
        log("no room could be made (%s)" % error)
    return NoRoom(retention.oldest(storage))


def deal(table, at):
    """Begin a game of those who sit; it is not on flash yet."""
    chosen, settings = table.next, table.settings
    table.lock.end(at)
    chosen.keep()
    settings.save(table.log)
    if not table.match.games:
        table.new_match()
    with table.rules:
        play = Play(chosen.preset)
    table.lay(play, list(settings.names))
    table.happen(r.DEAL, at, chosen.sitting, chosen.first, _seconds(chosen))
    for seat in chosen.seats():
        if settings.handicaps[seat]:
            table.happen(r.HANDICAP, at, seat, settings.handicaps[seat])
    if chosen.opening() != chosen.preset["opening"]:
        table.happen(r.OPENING, at, chosen.opening())
    gc.collect()


def _seconds(chosen):
    return chosen.preset["total"] if chosen.preset["timing"] == "total" else chosen.seconds


def write(table):
    """Give the game its number and its head; it is on flash from now on."""
    from tileclock.storage import sheet_files

    storage, settings = table.storage, table.settings
    games = table.match.games
    head = {
        "v": 1,
        "device": storage.device,
        "firmware": VERSION,
        "boot": storage.boot,
        "game": storage.game + 1,
        "match": storage.match if storage.goes_on and games else storage.match + 1,
        "number": games + 1,
        "table": settings.table,
        "date": storage.date(),
        "names": table.names,
        "until": [settings.match_games, settings.match_target],
        "checksum": table.next.checksum,
    }
    table.write_head(head)
    # What could not be written now is, when its sheet is stored.
    storage.try_to(lambda: sheet_files.deal(storage, head, table.play.preset, table.play.journal))
