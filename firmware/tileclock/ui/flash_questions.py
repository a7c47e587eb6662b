"""What is asked, or said, when the flash has no room for a sheet, takes none, or gives none back."""

from tileclock.core.records import Newer, Unreadable


def say_unreadable(go, error, again):
    """Say that a stored game cannot be taken up."""
    seldom = go.kit.seldom()
    if isinstance(error, Unreadable):
        text = seldom.NEWER if isinstance(error, Newer) else seldom.DAMAGED
        go.stage.ask(seldom.UNREADABLE, [(text, go.stage.back, "")])
    else:
        ask_again(go, error, again)


def trouble(kit, error):
    """What keeps the flash from being read, though what is there may be as it should."""
    return kit.words.FULL if isinstance(error, MemoryError) else kit.seldom().STORE_WORN


def ask_again(go, error, again, *rows):
    """Say what the trouble was; it may be over the next time. Those rows are offered besides."""

    def retry(at):
        go.stage.back(at)
        again(at)

    go.stage.ask(trouble(go.kit, error), [(go.kit.seldom().TRY_AGAIN, retry, "")] + list(rows))


def say_missing(go):
    """Say that sheets of the match were lost, before the game goes on: its totals lack those games."""
    title = go.kit.seldom().TOTALS_LACK % go.table.match.missing
    go.stage.ask(title, [("OK", go.stage.back, "")])


def ask_room(go, refusal, again):
    """Ask what makes room for the next sheet, which does not fit: a PC, or the oldest match."""
    seldom = go.kit.seldom()
    to_setup = lambda at: go.to("setup")  # noqa: E731
    rows = [(seldom.USE_PC, to_setup, "")]
    if refusal.match:
        rows.append(_reducing(go, refusal.match, to_setup, again))
    go.stage.ask(seldom.NO_ROOM, rows)


def _reducing(go, match, no, again):
    """The row that has a match shrink to its totals, if that is meant."""
    text = go.kit.seldom().REDUCE % match

    def reduce(at):
        go.games.reduce()
        again(at)

    yes = go.kit.words.YES, lambda at: go.stage.guard(reduce, at), ""
    return text, lambda at: go.stage.confirm(text, yes, no), ""


def ask_store(go, refusal, again):
    """Ask what to do as the flash takes no sheet, and say that the game is not lost."""
    seldom = go.kit.seldom()

    def try_again(at):
        go.stage.lift_questions()
        go.games.make_room()
        again(at)

    rows = [(seldom.TRY_AGAIN, try_again, "")]
    if refusal.match:
        rows.append(_reducing(go, refusal.match, go.stage.back, try_again))
    rows.append((seldom.USE_PC if refusal.full else seldom.STORE_WORN, None, ""))
    rows += [(text, None, "") for text in seldom.STORE_KEPT]
    go.stage.ask(seldom.STORE_FULL if refusal.full else seldom.STORE_FAILED, rows)


def drop(go, at):
    """Store the sheet of a game that was abandoned: it says so, and nothing more."""
    refusal = go.games.drop()
    if refusal:
        ask_drop(go, refusal)
    else:
        go.to("home")


def ask_drop(go, refusal):
    """Ask what to do as the flash takes no sheet of a game that was abandoned."""
    ask_store(go, refusal, lambda at: drop(go, at))
