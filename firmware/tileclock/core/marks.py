"""Who has opened, when racks are entered: what was marked during play, and whether it matters."""

from tileclock.core.game import SEATS

OPENED = 0
NEVER = 1
COULD = 2  # never, although he could have


def usual_marks(preset, game):
    """What the marks made during play say of each seat, before anybody corrects it."""
    marks = [OPENED] * SEATS
    if game.opened:  # where nobody kept the marks they say nothing
        for seat in game.seats:
            if not game.opened >> seat & 1:
                marks[seat] = NEVER
    return marks


def asks_marks(preset, game):
    """Whether it matters who has opened."""
    return game.winner >= 0 and bool(preset["never_opened"] or preset["could_open"])
