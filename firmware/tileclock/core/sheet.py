"""What a game was worth: the entries the journal carries, and the lines that follow from them."""

from tileclock.core import scoring


def entries(game):
    """What was entered, by player in the order of the seats."""
    seats = game.players.seats
    first = seats.index(game.players.first)
    made = scoring.Entries(len(seats), first)
    made.racks = [(game.racks.tiles[seat], game.racks.jokers[seat]) for seat in seats]
    made.marks = [game.racks.marks[seat] for seat in seats]
    made.late = [game.accounts.late[seat] for seat in seats]
    made.able = _able(game)
    return made


def _able(game):
    """The players who can win: who has left cannot."""
    return [i for i, seat in enumerate(game.players.seats) if not game.players.gone >> seat & 1]


def result(preset, game):
    """The lines of the game; a rack that cannot be is refused with the player it is of."""
    if preset["game"] == "word":
        from tileclock.core import word  # it is there, if a game of Word is

        return word.result(preset, game, _able(game))
    made = entries(game)
    winner = game.players.seats.index(game.winner) if game.winner >= 0 else None
    scoring.check_racks(preset, made.racks, game.pool.left, winner)
    if winner is None:
        return scoring.score_unfinished(preset, made, game.reason)
    return scoring.score_out(preset, made, winner)
