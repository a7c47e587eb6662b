"""Takes up a stored game to correct it, and puts it away again. Loaded when needed."""

from tileclock import lang
from tileclock.core import match
from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock.memory import forget
from tileclock.storage import rule_files, saved_game, sheet_files
from tileclock.storage.corrected_totals import Booked
from tileclock.table import resume_game
from tileclock.ui.navigator import NOTHING, SHEETS


def begin(table, at, name):
    """The stored game lies on the table; False if it cannot, which is said."""
    table.screens.load(NOTHING)  # the list of sheets makes room, and so does the last game
    table.play = Play(table.preset)
    try:
        taken = saved_game.take_up(table.storage, at, None, table.log, name)
        sheet_files.again(table.storage, name)
    except (r.Unreadable, OSError) as error:
        _refuse(table, error)
        return False
    resume_game.lay_out(table, taken)
    return True


def _refuse(table, error):
    words = table.words
    if isinstance(error, r.Unreadable):
        title, text = words.UNREADABLE, words.NEWER if isinstance(error, r.Newer) else words.DAMAGED
    else:
        table.storage.try_to(sheet_files.clear)
        rare = lang.rare(table.settings.language)
        title, text = rare.STORE_FAILED, rare.STORE_WORN
        forget(lang.further())
    back = lambda at: table.go(SHEETS)  # noqa: E731
    table.screens.choice.ask(title, [(text, back, "")], 0, back)


def take_back(table, taken):
    """The game is none of its match until it is stored again. One of a match that is over is looked up."""
    if not table.games:
        table.match = match.Match(taken.preset, *taken.head["until"])
        if resume_game.recall(table, taken.head["match"]):
            table.match_over = "stop"  # whatever ended it, a correction does not begin it again
    table.match.ranking = taken.preset["ranking"]
    table.match.take_back(Booked(taken.booked), table.game.seats)
    table.names = taken.names  # of then; those of now are in the settings
    table.corrects = "%05d-%02d" % (taken.number, taken.revision)


def leave(table):
    """The sheet stands as it was, and so does the match."""
    found = saved_game.sheet(table.corrects, table.storage)
    if found:
        table.match.add(Booked(found[1]), found[1]["seats"])
    resume_game.let_go(table)
    put_away(table)
    if table.match_over:
        table.new_match()
    table.go(SHEETS)


def put_away(table):
    """What was chosen for the next game lies on the table again."""
    settings = table.settings
    table.screens.load(NOTHING)
    table.corrects, table.result, table.names = "", None, settings.names
    table.sit(settings.sitting)
    table.preset, table.checksum = rule_files.load(settings.preset, table.log)
