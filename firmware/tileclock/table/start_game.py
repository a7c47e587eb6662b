"""A game begins: there is room for its sheet, it has a number, its head is on flash. Loaded when needed."""

from tileclock import VERSION


def find_room(table, at):
    """What the PC has makes room; else somebody must say what goes."""
    from tileclock.storage import retention

    try:
        room = retention.make_room(table.storage)
        match = None if room else retention.oldest(table.storage)
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
    from tileclock.storage import retention

    table.storage.try_to(lambda: retention.reduce(table.storage))


def make_room(table):
    """What the PC has goes, until a sheet fits."""
    from tileclock.storage import retention

    table.storage.try_to(lambda: retention.make_room(table.storage))


def number_it(table):
    """The game gets its number and its head, and is on flash from now on."""
    from tileclock.storage import sheet_files

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
    # What could not be written now is, when its sheet is stored.
    storage.try_to(lambda: sheet_files.deal(storage, table.head, table.preset, table.play.journal))
