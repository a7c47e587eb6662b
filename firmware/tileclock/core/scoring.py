"""Scores of one game of numbers: racks go in, balanced lines come out.

Players are counted from 0 in clockwise order; `first` is the one who began the game. Every list has one
item per player.
"""

from tileclock.core.marks import COULD, OPENED
from tileclock.core.preset_box import Refused, tile_set


class Entries:
    """What the table tells when the turns of a game are over."""

    def __init__(self, players: int, first: int = 0):
        self.first = first
        self.racks = [(0, 0)] * players  # (sum of the number tiles, jokers)
        self.marks = [OPENED] * players
        self.late = [0] * players  # minutes of overtime
        self.able = list(range(players))  # to win: who has not left


class Result:
    """The lines of a finished game.

    A line is (rack, loss, gain, bonus, late, points): what the rack counts, then four amounts of which
    points is the sum – a player's own loss and his overtime are zero or negative.
    """

    def __init__(self, preset: dict, reason: str, rule: str, lines, winners):
        self.reason = reason  # how it ended: "out", "lap", "round", "blocked"
        self.rule = rule  # how it was scored: "out", "net", "difference", "plain", "word"
        self.lines = [line + (sum(line[1:]),) for line in lines]
        self.points = [line[-1] for line in self.lines]
        self.winners = winners
        self.rounds = [1 if i in winners else 0 for i in range(len(lines))]
        self.big_points = [preset["big_points"] * won for won in self.rounds]
        self.expected = None  # what the points must add up to, where the rule says so
        self.rest = 0  # of what the losers pay, what equal winners cannot share and nobody gets

    def check(self, game: int = 1):
        """Refuse lines that do not balance."""
        if self.expected is not None:
            check_balance(game, self.points, self.expected)


def score_out(preset: dict, entries: Entries, winner: int) -> Result:
    """Score a game that `winner` ended by going out."""
    values = rack_values(preset, entries.racks)
    if values[winner]:
        raise Refused("tiles", "must be 0 for the player who is out", winner)
    losses = [_capped(preset, _flat_loss(preset, entries, i) or value) for i, value in enumerate(values)]
    losses[winner] = 0
    return _result(preset, entries, "out", losses, [winner])


def score_unfinished(preset: dict, entries: Entries, reason: str) -> Result:
    """Score a game nobody finished: the smallest rack wins, tied players as the preset says."""
    values = rack_values(preset, entries.racks)
    smallest = min([values[i] for i in entries.able])
    tied = [i for i in entries.able if values[i] == smallest]
    winners = favoured(preset, tied, len(values), entries.first)
    off = smallest if preset["unfinished"] == "difference" else 0
    losses = [_capped(preset, max(0, value - off)) for value in values]
    if preset["unfinished"] != "net":  # only there a winner pays for his own rack
        for i in winners:
            losses[i] = 0
    return _result(preset, entries, reason, losses, winners)


def rack_values(preset, racks) -> list:
    return [numbers + preset["joker"] * jokers for numbers, jokers in racks]


def check_racks(preset, racks, left: int, winner=None):
    """Refuse racks that cannot be, when `left` tiles lie in the pool; `winner` is the player who is out."""
    box = tile_set(preset, len(racks))
    drawn = box["tiles"] - left
    for i, (numbers, jokers) in enumerate(racks):
        _demand(0 <= jokers <= box["jokers"], "jokers", "must be 0 to %d" % box["jokers"], i)
        most = most_points(box, drawn - jokers)
        _demand(0 <= numbers <= most, "tiles", "must be 0 to %d" % most, i)
        rule = "must be 0 for the player who is out, and only for him"
        _demand((numbers == jokers == 0) == (i == winner), "tiles", rule, i)
    jokers = sum([rack[1] for rack in racks])
    _demand(jokers <= box["jokers"], "jokers", "must be %d at most, all racks together" % box["jokers"])
    most = most_points(box, drawn - jokers)
    numbers = sum([rack[0] for rack in racks])
    _demand(numbers <= most, "tiles", "must be %d at most, all racks together" % most)


def _demand(fits, field, rule, player=None):
    if not fits:
        raise Refused(field, rule, player)


def most_points(box, tiles: int) -> int:
    """The most that so many number tiles can be worth."""
    each = (box["tiles"] - box["jokers"]) // box["highest"]
    points, number = 0, box["highest"]
    while tiles > 0 and number > 0:
        points += number * min(tiles, each)
        tiles -= each
        number -= 1
    return points


def check_balance(game: int, points, expected: int = 0):
    """Refuse the points of a game that do not add up to what they must."""
    total = sum(points)
    if total != expected:
        rule = "the points add up to %+d, they must add up to %d: %+d is wrong"
        raise Refused("game %d" % game, rule % (total, expected, total - expected))


def share(amount: int, among, players: int, first: int, ties="share") -> list:
    """Split an amount equally; what does not divide goes out one by one in turn order from `first`.

    Where `ties` are to stay equal, nobody gets it.
    """
    shares = [0] * players
    each, rest = divmod(amount, len(among))
    if ties == "equal":
        rest = 0
    for i in _turn_order(among, players, first):
        shares[i] = each + (1 if rest > 0 else 0)
        rest -= 1
    return shares


def _turn_order(some, players, first):
    return sorted(some, key=lambda i: (i - first) % players)


def favoured(preset, tied, players, first):
    """Who of the tied players the tie rule lets win."""
    return tied if preset["ties"] != "first" else _turn_order(tied, players, first)[:1]


def _flat_loss(preset, entries, i) -> int:
    """The flat loss of a player who never opened; 0 if his rack is counted."""
    mark = entries.marks[i]
    if mark == COULD and preset["could_open"]:
        return preset["could_open"]
    return 0 if mark == OPENED else preset["never_opened"]


def _capped(preset, loss) -> int:
    return min(loss, preset["cap"]) if preset["cap"] else loss


def _result(preset, entries, reason, losses, winners) -> Result:
    """Turn losses into lines: what the losers lose and the bonuses go to whom the preset gives them."""
    players, first, ties = len(losses), entries.first, preset["ties"]
    times = len(winners) if ties == "full" else 1
    losers = [i for i in range(players) if i not in winners]
    lost = sum([losses[i] for i in losers])
    paid = lost * times if preset["bonus"] == "added" else 0
    gains = share(paid, winners, players, first, ties)
    bonuses = share(preset["winner_bonus"] * times, winners, players, first, ties)
    able = [i for i in losers if i in entries.able]
    if len(winners) == 1 and able:  # behind two winners comes a third
        behind = min([losses[i] for i in able])
        tied = favoured(preset, [i for i in able if losses[i] == behind], players, first)
        seconds = share(preset["second_bonus"], tied, players, first, ties)
        bonuses = [one + other for one, other in zip(bonuses, seconds)]
    late = [-preset["overtime"] * minutes for minutes in entries.late]
    values = rack_values(preset, entries.racks)
    lines = [(values[i], -losses[i], gains[i], bonuses[i], late[i]) for i in range(players)]
    rule = "out" if reason == "out" else preset["unfinished"]
    result = Result(preset, reason, rule, lines, winners)
    # The losers' losses and the gains they pay cancel. Left over is what comes from nobody or goes to nobody.
    own = sum([losses[i] for i in winners])
    result.rest = paid % len(winners) if ties == "equal" else 0
    result.expected = paid - result.rest - lost - own + sum(bonuses) + sum(late)
    return result
