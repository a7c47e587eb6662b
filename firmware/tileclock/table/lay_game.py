"""Puts what was read from the flash on the table, as if it had been played here: a game, a match."""

from tileclock.core.match import Match, ranking_of
from tileclock.storage import saved_game
from tileclock.storage.flash import sheet_name


def recall(match, storage, number):
    """Have the match stand as the latest sheet says; its head, or None if that is of another match."""
    found = saved_game.recall(storage, number)
    if not found:
        return None
    head, result = found
    if not match.restore(head["number"], result.get("totals")):
        return None
    match.rank_by(ranking_of(head["ranking"]))
    first, names = result.get("first"), head.get("names")
    # A bit of the sheet may have flipped.
    names = names if saved_game.are_six_texts(names) else match.names
    match.play_by(head["checksum"], names, first if type(first) is int else None)
    return head


def lay(table, taken):
    """Lay the game on the table, to go on, or to be corrected if a sheet of it stands."""
    corrects = ""
    if taken.booked:
        corrects = sheet_name(taken.number, taken.revision)
        _take_back(table, taken)
    else:
        _follow_sheets(table, taken)
    table.lay(taken.play, taken.names, taken.head, corrects)
    table.storage.take_up(taken)


def _take_back(table, taken):
    """Take the game out of its match until it is stored again; a match that is over is looked up."""
    from tileclock.storage.corrected_totals import Booked

    if not table.match.games and _find_match(table, taken):
        table.match.end("stop")  # whatever ended it, a correction does not begin it again
    table.match.take_back(Booked(taken.booked), taken.play.game.players.seats)


def _follow_sheets(table, taken):
    """Have the totals of the game's own match; its head tells what is missing of them."""
    storage, number, before = table.storage, taken.head["match"], taken.head["number"] - 1
    if storage.match != number or table.match.games != before:
        _find_match(table, taken)
        table.match.count_on(before)
    if storage.match != number:  # the latest is that of this game, and it goes on
        storage.try_to(lambda: storage.count(storage.game, number, True))
    if table.match.missing:
        table.log("the totals of match %d lack %d games" % (number, table.match.missing))


def _find_match(table, taken):
    """Begin the game's match anew, and have it as its sheets say; whether they do."""
    match = Match(taken.preset, *taken.until)
    found = recall(match, table.storage, taken.head["match"])
    table.new_match(match)
    return found


def let_go(storage):
    """Give the running game up; a sheet stands as it was."""
    from tileclock.storage import sheet_files

    storage.live.close()
    storage.try_to(sheet_files.clear)
