"""What the table has kept on flash, and takes up again when the power comes back. Loaded when needed."""

from tileclock import VERSION
from tileclock.core import records as r
from tileclock.core.game import EXPIRED, OVER, READY, SEATS
from tileclock.modules import forget
from tileclock.ui.screens import HOME, PLAYING, SETTING_UP


def settle(table):
    """What can wait until the first screen is shown: the boot is counted, the match goes on."""
    from tileclock import resume

    table.storage.settle()
    if table.board.cause() != r.POWER:
        table.storage.try_to(lambda: _note_start(table))
    if table.storage.goes_on:
        found = resume.recall(table.storage, table.storage.match)
        if found and resume.totals(table.match, found[1]):
            table.match.games = found[0]["number"]
            table.last_first = found[1]["first"]


def _note_start(table):
    from tileclock import diary

    cause = "the watchdog" if table.board.bitten() else "a reset"
    diary.note("boot %d: started by %s" % (table.storage.boot, cause))


def keep(table, result):
    """Write the sheet of the game; that it is over stands once its sheet does."""
    from tileclock import shelf

    storage, play = table.storage, table.play
    if not storage.live.journal:  # a correction, or the flash refused the game before
        write_head(table, shelf)
    table.on_flash = storage.try_to(
        lambda: shelf.keep(storage, result, play.journal, max(1, play.game.revision))
    )
    if table.match_over:
        storage.try_to(lambda: storage.count(storage.game, storage.match, False))


def write_head(table, shelf):
    """A game begins, or what is to be kept of it could not be written when it did."""
    table.on_flash = table.storage.try_to(
        lambda: shelf.deal(table.storage, table.head, table.preset, table.play.journal)
    )


def drop(table, at):
    """The game was abandoned: its sheet says so, and nothing more."""
    from tileclock.core import sheet

    keep(table, sheet.unscored(table.game))
    table.go(HOME)


def keep_again(table):
    """A stored game of Word goes on: it is a running game again, until its next sheet stands."""
    from tileclock import shelf

    table.on_flash = table.storage.try_to(
        lambda: shelf.again(table.storage, table.number, table.game.revision, table.play.journal)
    )


def let_go(table):
    """No game is being played; the sheet stands as it was."""
    from tileclock import shelf

    table.storage.live.close()
    table.storage.try_to(shelf.clear)


def find_room(table, at):
    """What the PC has makes room; else somebody must say what goes."""
    from tileclock import space

    try:
        room = space.make_room(table.storage)
        match = None if room else space.oldest(table.storage)
    except OSError as error:
        table.log("no room could be made (%s)" % error)
        room, match = False, None
    if room:
        table.deal(at)
    else:
        _ask_room(table, match)


def _ask_room(table, match):
    words = table.words
    rows = [(words.USE_PC, table.to_setup, "")]
    if match:
        text = words.REDUCE % match[0]
        reduce = lambda at: table.lock.guard(table.reduce, at)  # noqa: E731
        sure = [(words.NO, table.to_setup, ""), (words.YES, reduce, "")]
        rows.append((text, lambda at: table.screens.choice.ask(text, sure, 0, table.to_setup), ""))
    table.screens.choice.ask(words.NO_ROOM, rows, 0, table.to_setup)


def reduce(table):
    """The oldest match shrinks to its totals."""
    from tileclock import space

    table.storage.try_to(lambda: space.reduce(table.storage))


def number_it(table):
    """The game gets its number and its head, and is on flash from now on."""
    from tileclock import shelf

    storage, settings = table.storage, table.settings
    if not (storage.goes_on and table.games):
        storage.match += 1
    table.number = storage.game + 1
    table.head = {
        "v": 1,
        "device": storage.device,
        "firmware": VERSION,
        "boot": storage.boot,
        "game": table.number,
        "match": storage.match,
        "number": table.games + 1,
        "table": settings.table,
        "date": storage.date(),
        "names": table.names,
        "until": [settings.match_games, settings.match_target],
        "checksum": table.checksum,
    }
    write_head(table, shelf)


# ---- the game before the power went ----


def resume(table, at):
    """Go on with it: the clock stands, with the time it had when it was last written down."""
    from tileclock import resume

    try:
        taken = resume.take_up(table.storage, at, table.board.memory.read(), table.log)
    except resume.Unreadable as error:
        words = table.words
        rows = [(words.NEWER if error.newer else words.DAMAGED, table.to_home, "")]
        table.screens.choice.ask(words.UNREADABLE, rows, 0, table.to_home)
        return
    _lay_out(table, taken)
    resume.cut(table.play, at, table.board.cause())
    entered = resume.racks_entered(table.play)
    del taken, resume
    forget(["tileclock.resume", "tileclock.core.written"])  # the screens need room
    table.screens.expired.prepare()
    table._warm_up()
    _come_back(table, at, entered)


def _lay_out(table, taken):
    """What was read, put on the table as if it had been dealt here."""
    storage = table.storage
    table.play, table.preset, table.checksum = taken.play, taken.preset, taken.checksum
    table.head, table.number, table.on_flash = taken.head, taken.number, True
    table.names[:] = taken.names
    table.sitting, table.first = table.game.playing, table.game.first
    table.match.ranking = table.preset["ranking"]
    table.result = None
    if taken.booked:  # a sheet of it stands, and is being corrected
        table.match.take_back(taken.booked, table.game.seats)
    table._blips = [0] * SEATS
    storage.live.open(taken.number, table.play.journal, taken.kept)
    storage.unfinished = 0
    table.board.keys.first = table.game.seat


def _come_back(table, at, entered):
    """To the screen of the phase it was in."""
    screens, game = table.screens, table.game
    if game.phase == READY:
        screens.load(SETTING_UP)
        table.show(screens.deal)
        return
    screens.load(PLAYING)
    if game.phase == EXPIRED:
        table.show(screens.expired)
    elif game.phase == OVER:
        table._show_over(at)
        if entered and not game.of_word and game.reason != "abandoned":
            screens.racks.again()
    elif game.why == r.ASKED_OUT:
        table.show(screens.out)
    else:
        screens.pause.show()


def abandon_unfinished(table, at):
    """Nobody wants to go on with it: its sheet says that it was abandoned."""
    from tileclock import resume

    try:
        taken = resume.take_up(table.storage, at, table.board.memory.read(), table.log)
    except resume.Unreadable:
        resume.drop(table.log)
        table.storage.unfinished = 0
    else:
        _lay_out(table, taken)
        resume.cut(table.play, at, table.board.cause())
        if not table.game.revision:
            if table.lock.session:
                table.play.happen(r.JUDGE, at, 1)
            table.play.happen(r.ABANDON, at)
            from tileclock.core import sheet

            keep(table, sheet.unscored(table.game))
        let_go(table)
    table.go(SETTING_UP)
