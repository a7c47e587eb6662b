"""Takes up a stored game to correct it, and puts it away again."""

from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock.storage import saved_game, sheet_files
from tileclock.storage.corrected_totals import Booked
from tileclock.table import lay_game


def begin(table, at, name):
    """The stored game lies on the table: None. Or the error that keeps it from that."""
    table.lay(Play(table.play.preset))  # the last game makes room
    try:
        with table.rules:
            taken = saved_game.take_up(table.storage, at, None, table.log, name)
        sheet_files.again(table.storage, name)
        lay_game.lay(table, taken)
    except (r.Unreadable, OSError, MemoryError) as error:
        table.storage.try_to(sheet_files.clear)
        return error
    if table.lock.session:
        table.happen(r.JUDGE, at, 1)
    if table.game.of_word:
        table.happen(r.REOPEN, at)
    return None


def leave(table):
    """Leave the sheet as it was, and the match too."""
    found = saved_game.sheet(table.corrects, table.storage)
    if found:
        _, result = found
        table.match.add(Booked(result), result["seats"])
    lay_game.let_go(table.storage)
    table.put_away()
    if table.match.ended:
        table.new_match()
