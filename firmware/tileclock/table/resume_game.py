"""The table goes on with what was there when the box was switched off: match and game. Loaded when needed."""

from tileclock import lang
from tileclock.core import records as r
from tileclock.core.game import EXPIRED, OVER, READY, SEATS
from tileclock.files import read
from tileclock.memory import forget
from tileclock.storage import saved_game
from tileclock.storage.settings import CODE
from tileclock.ui.navigator import DEALING, PLAYING, SETTING_UP


def settle(table):
    """What can wait until the first screen is shown: the boot is counted, the match goes on."""
    table.storage.settle()
    if table.settings.code and not read(CODE):  # an earlier program had it among the settings
        table.settings.save(table.log)
    if table.board.cause() != r.POWER:
        table.storage.try_to(lambda: _note_start(table))
    if table.storage.goes_on:
        recall(table, table.storage.match)


def _note_start(table):
    from tileclock.service import crash_log

    cause = "the watchdog" if table.board.bitten() else "a reset"
    crash_log.note("boot %d: started by %s" % (table.storage.boot, cause))


def recall(table, match):
    """The match as its sheets have it; False if another game was played since."""
    found = saved_game.recall(table.storage, match)
    if not found or not saved_game.totals(table.match, found[1]):
        return False
    first = found[1].get("first")
    table.match.games = found[0]["number"]
    table.last_first = first if type(first) is int else None  # a bit of the sheet may have flipped
    return True


def go_on(table, at):
    """Go on with it: the clock stands, with the time it had when it was last written down."""
    try:
        taken = saved_game.take_up(table.storage, at, table.board.memory.read(), table.log)
    except r.Unreadable as error:
        words = table.words
        rows = [(words.NEWER if isinstance(error, r.Newer) else words.DAMAGED, table.to_home, "")]
        table.screens.choice.ask(words.UNREADABLE, rows, 0, table.to_home)
        return
    lay_out(table, taken)
    saved_game.cut(table.play, at, table.board.cause())
    table._warm_up()
    _come_back(table, at)
    if table.match.missing:
        _tell_missing(table)


def lay_out(table, taken):
    """What was read, put on the table as if it had been dealt here."""
    storage = table.storage
    table.play, table.preset, table.checksum = taken.play, taken.preset, taken.checksum
    table.head, table.number = taken.head, taken.number
    table.sitting, table.first = table.game.playing, table.game.first
    table.match.ranking = table.preset["ranking"]
    table.result = None
    if taken.booked:  # a sheet of it stands, and is being corrected
        from tileclock.table import correct_game

        correct_game.take_back(table, taken)
    else:
        table.names[:] = taken.names
        _follow_sheets(table, taken.head)
    table._blips = [0] * SEATS
    storage.live.open(taken.number, table.play.journal, taken.kept)
    storage.live.revision = taken.revision
    storage.unfinished = 0
    storage.match = max(storage.match, taken.head["match"])
    table.board.keys.first = table.game.seat


def _follow_sheets(table, head):
    """The totals are those of the game's own match; its head tells what is missing of them."""
    storage, match, before = table.storage, head["match"], head["number"] - 1
    if storage.match != match or table.games != before:
        table.new_match()
        recall(table, match)
        if table.games < before:
            table.match.missing += before - table.games
            table.match.games = before
    if storage.match != match:  # the latest is that of this game, and it goes on
        storage.try_to(lambda: storage.count(storage.game, match, True))
    if table.match.missing:
        table.log("the totals of match %d lack %d games" % (match, table.match.missing))


def _tell_missing(table):
    """Before whatever is shown: the totals are not those of all games."""
    choice, behind = table.screens.choice, table.screen
    # Forgotten, or these lines would stay in memory through the game.
    go_on = lambda at: (choice.forget(), table.show(behind))  # noqa: E731
    title = lang.rare(table.settings.language).TOTALS_LACK % table.match.missing
    forget(lang.further())
    choice.ask(title, [("OK", go_on, "")], 0, go_on)


def _come_back(table, at):
    """To the screen of the phase it was in."""
    screens, game = table.screens, table.game
    if game.phase == READY:
        screens.load(DEALING)
        table.show(screens.deal)
        return
    screens.load(PLAYING)
    if game.phase == EXPIRED:
        table.show(screens.stopped.expired)
    elif game.phase == OVER:
        table._show_over(at)
        racks, marks = saved_game.racks_entered(table.play)
        if racks and not game.of_word and game.reason != "abandoned":
            screens.scoring("racks").again(racks, marks)
    elif game.why == r.ASKED_OUT:
        table.show(screens.stopped.out)
    else:
        screens.stopped.pause.show()


def let_go(table):
    """No game is being played; the sheet stands as it was."""
    from tileclock.storage import sheet_files

    table.storage.live.close()
    table.storage.try_to(sheet_files.clear)


def abandon_unfinished(table, at):
    """Nobody wants to go on with it: its sheet says that it was abandoned."""
    try:
        taken = saved_game.take_up(table.storage, at, table.board.memory.read(), table.log)
    except r.Unreadable:
        saved_game.drop(table.log)
        table.storage.unfinished = 0
    else:
        if not taken.booked:  # else the sheet stands as it was
            lay_out(table, taken)
            saved_game.cut(table.play, at, table.board.cause())
            if table.lock.session:
                table.play.happen(r.JUDGE, at, 1)
            table.play.happen(r.ABANDON, at)
            from tileclock.core import summary
            from tileclock.table import finish_game

            if not finish_game.keep(table, summary.unscored(table.game), table.drop):
                table.storage.unfinished = table.number
                return
        table.storage.unfinished = 0
        let_go(table)
    table.go(SETTING_UP)
