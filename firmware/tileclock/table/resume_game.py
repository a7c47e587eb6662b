"""The table goes on with what was there when the box was switched off: match and game."""

from tileclock.core import records as r
from tileclock.core.clock import READY
from tileclock.files import read
from tileclock.storage import saved_game
from tileclock.storage.settings import CODE
from tileclock.table import lay_game
from tileclock.table.table import cause


def settle(table):
    """Do what can wait until the first screen is shown: count the boot, go on with the match, have the date.

    Answers whether the clock chip has lost that. Raises OSError and MemoryError if the sheets cannot be read.
    """
    table.storage.settle()
    if table.settings.code and not read(CODE):  # an earlier program had it among the settings
        table.settings.save(table.log)
    if not table.board.switched_on():
        table.storage.try_to(lambda: _note_start(table))
    from tileclock.storage import clock_chip

    lost = clock_chip.find(table.board)
    saved_game.find_numbers(table.storage)
    if table.storage.goes_on:
        _recall_match(table)
    return lost


def _recall_match(table):
    """Go on with the match; unless its last sheet has ended it, and the power went before that was noted."""
    storage, settings = table.storage, table.settings
    head = lay_game.recall(table.match, storage, storage.match)
    until = head and head.get("until")
    if isinstance(until, list) and len(until) == 2 and [type(n) for n in until] == [int, int]:
        table.match.until(*until)
        if table.match.over():
            table.new_match()
            storage.try_to(lambda: storage.count(storage.game, storage.match, False))
        else:
            table.match.until(settings.match_games, settings.match_target)


def _note_start(table):
    from tileclock.service import crash_log

    cause = "the watchdog" if table.board.bitten() else "a reset"
    crash_log.note("boot %d: started by %s" % (table.storage.boot, cause))


def resume(table, at):
    """Go on: the clock stands, with the time it had when it was last written down.

    None; or the error that keeps it from that, `Unreadable` if it is damaged, and nothing has changed.
    """
    try:
        with table.rules:
            taken = saved_game.take_up(table.storage, at, table.board.memory.read(), table.log)
        lay_game.lay(table, taken)
    except (r.Unreadable, OSError, MemoryError) as error:
        return error
    _note_cut(table, at)
    return None


def _note_cut(table, at):
    """Put on record what ended the clock's last life; a game that was only dealt knows nothing of it."""
    if table.game.clock.phase != READY:
        table.happen(r.CUT, at, cause(table.board))


def give_up(table, at, aside):
    """Nobody wants to go on with it: its sheet says that it was abandoned. None, or NotStored.

    A damaged one is put aside. One that cannot be read now goes `aside` only if that is meant; else the
    answer is the error.
    """
    storage = table.storage
    try:
        with table.rules:
            taken = saved_game.take_up(storage, at, table.board.memory.read(), table.log)
    except (r.Unreadable, OSError, MemoryError) as error:
        if not (aside or isinstance(error, r.Unreadable)):
            return error
        from tileclock.storage import data_check

        data_check.put_game_aside(storage)
        storage.wait_for(0)
        return None
    if not taken.booked:  # else the sheet stands as it was
        lay_game.lay(table, taken)
        _note_cut(table, at)
        if table.lock.session:
            table.happen(r.JUDGE, at, 1)
        table.happen(r.ABANDON, at)
        from tileclock.table import finish_game

        refusal = finish_game.drop(table)
        if refusal:
            storage.wait_for(taken.number)
            return refusal
    storage.wait_for(0)
    lay_game.let_go(storage)
    return None
