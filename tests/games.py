"""Games played with the core alone, and the sheets a box would write of them."""

from binascii import b2a_base64

from tests import presets
from tileclock.core import preset as rules_of
from tileclock.core import records as r
from tileclock.core import sheet, summary, written
from tileclock.core.match import Match
from tileclock.core.play import Play

DEVICE = "240ac40051ac"
RACKS = ((12, 0), (27, 1), (8, 0), (31, 0), (19, 0), (6, 0))  # number tiles and jokers, by seat


def played(preset="pl", players=3, winner=0, seconds=7, limits=(), confirmed=()):  # noqa: PLR0913, PLR0917
    """A game up to its stored sheet: everybody draws in every second turn; `winner` -1: the pool ran out.

    `limits` are seconds for a turn, if not the preset's: of the table, and then of the first seats.
    `confirmed` are seats whose lines are, a bit each, from the moment on when all are asked to (0).
    """
    preset = presets.built_in(preset) if isinstance(preset, str) else preset
    play = Play(preset)
    at = 500
    table, *own = limits or [preset["limit"]]
    play.happen(r.DEAL, at, (1 << players) - 1, 0, table)
    for seat, limit in enumerate(own):
        play.happen(r.HANDICAP, at, seat, limit)
    play.happen(r.BEGIN, at + 1500)
    at += 1500
    for turn in range(3 * players):
        at += seconds * 1000 + 137 * turn
        play.happen(r.END_TURN, at)
        if turn % 2:
            play.happen(r.DREW, at + 600, 0)
    if winner < 0:
        while not play.game.reason:
            at += seconds * 1000
            play.happen(r.END_TURN, at)
            if not play.game.reason:
                play.happen(r.DREW if play.game.pool.left else r.PASSED, at + 600, 0)
        at += 1000
    else:
        play.happen(r.PAUSE, at + 2000, r.ASKED_OUT)
        play.happen(r.OUT, at + 4000, winner)
    for seat in play.game.players.seats:
        if seat != winner:
            play.happen(r.RACK, at + 9000, seat, *RACKS[seat])
            play.happen(r.MARK, at + 9000, seat, 0)
    for seats in confirmed:
        play.happen(r.CONFIRM, at + 15_000, seats)
    play.happen(r.STORE, at + 20_000)
    return play


def head_of(preset, game=1, match=1, **others):
    """The head of a sheet without its rules."""
    head = {
        "v": written.VERSION,
        "device": DEVICE,
        "firmware": "0.1.0",
        "boot": 1,
        "game": game,
        "match": match,
        "number": 1,
        "table": 0,
        "date": 1_790_000_000,
        "names": ["Ala", "Bolek", "Celina", "", "", ""],
        "until": [0, 0],
        "checksum": rules_of.checksum(preset),
    }
    return dict(head, **others)


def result_of(play, match):
    """What a box writes of a game that `match`, its totals, holds already."""
    return summary.scored(play.game, sheet.result(play.preset, play.game), match)


def journal_line(journal) -> str:
    return b2a_base64(journal.part(0, journal.size)).decode()


def sheet_of(play, totals=None, secret=b"", **head):
    """The text of a sheet; `totals` are the match's, of the games before it, and are brought up to date."""
    totals = totals or Match(play.preset)
    totals.add(sheet.result(play.preset, play.game), play.game.players.seats)
    seal = written.Seal(secret)
    lines = [
        written.head_line(head_of(play.preset, **head), rules_of.canonical(play.preset)),
        written.result_line(result_of(play, totals)),
        journal_line(play.journal),
    ]
    for line in lines:
        seal.add(line.encode())
    return "".join(lines) + seal.text() + "\n"


def match_of(games, preset="pl", match=1, first_game=1, secret=b"", **head):
    """The sheets of a match of so many games, somebody else out each time."""
    rules = presets.built_in(preset) if isinstance(preset, str) else preset
    totals = Match(rules)
    texts = []
    for number in range(games):
        play = played(rules, winner=number % 3, seconds=5 + number)
        where = {"game": first_game + number, "match": match, "number": number + 1}
        texts.append(sheet_of(play, totals, secret, **where, **head))
    return texts
