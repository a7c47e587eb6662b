"""What a stored sheet says of its game besides the journal, and of the match with it."""


def scored(game, result, match):
    """What a stored sheet says of its game: the lines, and the totals of the match with them."""
    found = {
        "revision": game.revision,
        "reason": result.reason,
        "rule": result.rule,
        "winner": game.winner,
        "seats": game.players.seats,
        "first": game.players.first,
        "lines": result.lines,
        "points": result.points,
        "winners": [game.players.seats[i] for i in result.winners],
        "rounds": result.rounds,
        "big_points": result.big_points,
        "expected": result.expected,
        "totals": totals(match),
    }
    if result.rest:
        found["rest"] = result.rest
    seats, said = game.players.seats, game.racks.confirmed
    if said >= 0:
        found["confirmed"] = [seat for seat in seats if said >> seat & 1]
        found["unconfirmed"] = [seat for seat in seats if game.players.playing & ~said & 1 << seat]
    return found


def round_for_next(game):
    """Seconds the next game has of the same round; None if it has a round of its own."""
    if not game.round.spans:
        return None
    return 0 if game.round.ended else max(0, (game.round.left_ms(game.round.over_at) + 999) // 1000)


def totals(match):
    """How a match stands, by seat; also games that are not in it, and what its round has left."""
    found = {
        "played": match.played,
        "points": match.points,
        "rounds": match.rounds,
        "big_points": match.big_points,
    }
    if match.missing:
        found["missing"] = match.missing
    if match.round_left is not None:
        found["round_left"] = match.round_left
    return found


def unscored(game):
    """What a sheet says of a game that was abandoned: nobody won or lost anything."""
    return {
        "revision": game.revision,
        "reason": game.reason,
        "seats": game.players.seats,
        "first": game.players.first,
        "lines": [],
    }
