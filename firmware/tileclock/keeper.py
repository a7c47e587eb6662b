"""What the table has kept on flash, and takes up again when the power comes back. Loaded when needed."""

from micropython import const

from tileclock import VERSION, lang
from tileclock.core import records as r
from tileclock.core.game import EXPIRED, OVER, READY, SEATS
from tileclock.modules import forget
from tileclock.ui.screens import DEALING, HOME, PLAYING, SETTING_UP

_FULL = const(28)  # ENOSPC, which MicroPython does not name
_FOR_BOOKING = ["tileclock.resume", "tileclock.found", "tileclock.standing"]


def settle(table):
    """What can wait until the first screen is shown: the boot is counted, the match goes on."""
    from tileclock import resume

    table.storage.settle()
    if table.board.cause() != r.POWER:
        table.storage.try_to(lambda: _note_start(table))
    if table.storage.goes_on:
        recall(table, resume, table.storage.match)


def _note_start(table):
    from tileclock import diary

    cause = "the watchdog" if table.board.bitten() else "a reset"
    diary.note("boot %d: started by %s" % (table.storage.boot, cause))


def recall(table, resume, match):
    """The match as its sheets have it; False if another game was played since."""
    found = resume.recall(table.storage, match)
    number = found[0].get("number") if found else None
    if type(number) is not int or not resume.totals(table.match, found[1]):
        return False
    first = found[1].get("first")
    table.match.games = number
    table.last_first = first if type(first) is int else None  # a bit of the sheet may have flipped
    return True


def keep(table, result, again):
    """Write the sheet of the game; that it is over stands once its sheet does. Whether it worked.

    If not, the game stays a running one, and `again` is what tries it once more.
    """
    storage, play = table.storage, table.play
    try:
        if table.corrects:
            from tileclock import standing

            standing.book(storage, table.preset, table.corrects, result)
            del standing
            forget(_FOR_BOOKING)
        from tileclock import shelf

        if not storage.live.journal:  # the flash refused the game before
            _deal(table, shelf)
        shelf.keep(storage, result, play.journal, max(1, play.game.revision))
    except OSError as error:
        storage.log("the sheet could not be stored (%s)" % error)
        _ask_again(table, again, error.errno == _FULL)
        return False
    if bool(table.match_over) == storage.goes_on:
        storage.try_to(lambda: storage.count(storage.game, storage.match, not table.match_over))
    return True


def write_head(table, shelf):
    """A game begins. What could not be written now is, when its sheet is stored."""
    table.storage.try_to(lambda: _deal(table, shelf))


def _deal(table, shelf):
    shelf.deal(table.storage, table.head, table.preset, table.play.journal)


def _ask_again(table, again, full):
    """The flash takes no sheet: what can be done, and that the game is not lost."""
    words, screens, behind = lang.rare(table.settings.language), table.screens, table.screen
    title = words.STORE_FULL if full else words.STORE_FAILED
    rows = [(words.TRY_AGAIN, lambda at: table.store_again(again, behind, at), "")]
    back = lambda at: table.go(HOME) if behind is screens.choice else table.show(behind)  # noqa: E731
    if full:
        from tileclock import space

        match = space.oldest(table.storage)
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
    from tileclock.core import sheet

    if keep(table, sheet.unscored(table.game), table.drop):
        table.go(HOME)


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


def make_room(table):
    """What the PC has goes, until a sheet fits."""
    from tileclock import space

    table.storage.try_to(lambda: space.make_room(table.storage))


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
    except r.Unreadable as error:
        words = table.words
        rows = [(words.NEWER if isinstance(error, r.Newer) else words.DAMAGED, table.to_home, "")]
        table.screens.choice.ask(words.UNREADABLE, rows, 0, table.to_home)
        return
    lay_out(table, taken)
    resume.cut(table.play, at, table.board.cause())
    entered = resume.racks_entered(table.play)
    del taken, resume
    forget(["tileclock.resume", "tileclock.core.written"])  # the screens need room
    table.screens.expired.prepare()
    table._warm_up()
    _come_back(table, at, entered)


def lay_out(table, taken):
    """What was read, put on the table as if it had been dealt here."""
    storage = table.storage
    table.play, table.preset, table.checksum = taken.play, taken.preset, taken.checksum
    table.head, table.number = taken.head, taken.number
    table.sitting, table.first = table.game.playing, table.game.first
    table.match.ranking = table.preset["ranking"]
    table.result = None
    if taken.booked:  # a sheet of it stands, and is being corrected
        from tileclock import correction

        correction.take_back(table, taken)
    else:
        table.names[:] = taken.names
    table._blips = [0] * SEATS
    storage.live.open(taken.number, table.play.journal, taken.kept)
    storage.live.revision = taken.revision
    storage.unfinished = 0
    storage.match = max(storage.match, taken.head["match"])
    table.board.keys.first = table.game.seat


def _come_back(table, at, entered):
    """To the screen of the phase it was in."""
    screens, game = table.screens, table.game
    if game.phase == READY:
        screens.load(DEALING)
        table.show(screens.deal)
        return
    screens.load(PLAYING)
    if game.phase == EXPIRED:
        table.show(screens.expired)
    elif game.phase == OVER:
        table._show_over(at)
        if entered[0] and not game.of_word and game.reason != "abandoned":
            screens.scoring("racks").again(*entered)
    elif game.why == r.ASKED_OUT:
        table.show(screens.out)
    else:
        screens.pause.show()


def abandon_unfinished(table, at):
    """Nobody wants to go on with it: its sheet says that it was abandoned."""
    from tileclock import resume

    try:
        taken = resume.take_up(table.storage, at, table.board.memory.read(), table.log)
    except r.Unreadable:
        resume.drop(table.log)
        table.storage.unfinished = 0
    else:
        if not taken.booked:  # else the sheet stands as it was
            lay_out(table, taken)
            resume.cut(table.play, at, table.board.cause())
            if table.lock.session:
                table.play.happen(r.JUDGE, at, 1)
            table.play.happen(r.ABANDON, at)
            from tileclock.core import sheet

            if not keep(table, sheet.unscored(table.game), table.drop):
                table.storage.unfinished = table.number
                return
        table.storage.unfinished = 0
        let_go(table)
    table.go(SETTING_UP)
