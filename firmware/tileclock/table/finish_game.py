"""A game that is over becomes a sheet on flash; what to do if the flash refuses it. Loaded when needed."""

from micropython import const

from tileclock import lang
from tileclock.memory import forget
from tileclock.ui.navigator import HOME

_FULL = const(28)  # ENOSPC, which MicroPython does not name
_FOR_BOOKING = [
    "tileclock.table.resume_game",
    "tileclock.storage.saved_game",
    "tileclock.storage.recovery",
    "tileclock.storage.corrected_totals",
]


def keep(table, result, again):
    """Write the sheet of the game; that it is over stands once its sheet does. Whether it worked.

    If not, the game stays a running one, and `again` is what tries it once more.
    """
    storage, play = table.storage, table.play
    try:
        if table.corrects:
            from tileclock.storage import corrected_totals

            corrected_totals.book(storage, table.preset, table.corrects, result)
            del corrected_totals
            forget(_FOR_BOOKING)
        from tileclock.storage import sheet_files

        if not storage.live.journal:  # the flash refused the game before
            sheet_files.deal(storage, table.head, table.preset, play.journal)
        sheet_files.keep(storage, result, play.journal, max(1, play.game.revision))
    except OSError as error:
        storage.log("the sheet could not be stored (%s)" % error)
        _ask_again(table, again, error.errno == _FULL)
        return False
    if bool(table.match_over) == storage.goes_on:
        storage.try_to(lambda: storage.count(storage.game, storage.match, not table.match_over))
    return True


def _ask_again(table, again, full):
    """The flash takes no sheet: what can be done, and that the game is not lost."""
    words, screens, behind = lang.rare(table.settings.language), table.screens, table.screen
    title = words.STORE_FULL if full else words.STORE_FAILED
    rows = [(words.TRY_AGAIN, lambda at: table.store_again(again, behind, at), "")]
    back = lambda at: table.go(HOME) if behind is screens.choice else table.show(behind)  # noqa: E731
    if full:
        from tileclock.storage import retention

        match = retention.oldest(table.storage)
        if match:
            rows.append((table.words.REDUCE % match[0], _sure(table, match[0], title, rows, back), ""))
    rows.append((table.words.USE_PC if full else words.STORE_WORN, None, ""))
    rows += [(text, None, "") for text in words.STORE_KEPT]
    forget(lang.further())
    screens.choice.ask(title, rows, 0, back)


def _sure(table, match, title, rows, back):
    """Asks whether that match shall shrink to its totals; then the first row is chosen."""
    words, choice = table.words, table.screens.choice
    again = lambda at: choice.ask(title, rows, 0, back)  # noqa: E731
    reduce = lambda at: table.reduce_for(rows[0][1], at)  # noqa: E731
    answers = [(words.NO, again, ""), (words.YES, lambda at: table.lock.guard(reduce, at), "")]
    return lambda at: choice.ask(words.REDUCE % match, answers, 0, again)


def drop(table, at):
    """The game was abandoned: its sheet says so, and nothing more."""
    from tileclock.core import summary

    if keep(table, summary.unscored(table.game), table.drop):
        table.go(HOME)
