"""Who has opened, when racks are entered: what the presses and marks say, and whether it matters."""

from tileclock.core.seats import SEATS

OPENED = 0
NEVER = 1
COULD = 2  # never, although he could have


def usual_marks(game):
    """What is known of each seat before anybody corrects it: who has laid tiles has opened."""
    return [OPENED if game.opened >> seat & 1 else NEVER for seat in range(SEATS)]


def asks_marks(preset, game):
    """Whether it matters who has opened."""
    return game.winner >= 0 and bool(preset["never_opened"] or preset["could_open"])
