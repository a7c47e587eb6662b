"""Sheets of the years before, put onto the flash of a box that is switched off, and into the book."""

from tests import games, presets
from tests.device.box import Box, opened
from tests.life.book import SEATS, Book, Game, Match, score
from tileclock.core.match import Match as Totals
from tileclock_host.sim.flash import BLOCK, BLOCKS

PLAYERS = 3
NAMES = ("Ola", "", "Jan", "", "", "Ewa")
RACKS, JOKERS = {"A": 12, "B": 27, "C": 8}, "B"  # of those who lose
RESERVE, SHEET = 16, 3  # blocks that stay free, and that a long game takes
LAST = 255  # number of the last game, if they are not more
BALLAST = "/ballast"  # what somebody has put there besides


def fill(box: Box, book: Book, matches: int, games_of_match: int, fetched: range = range(0)) -> None:
    """So many matches, all over; those with a number in `fetched` are on a PC.

    The next game is number 256: what counts in a byte comes to its end.
    """
    book.number = max(0, LAST - matches * games_of_match)
    rules = presets.built_in("pl")
    plays = [games.played(rules, PLAYERS, winner=seat) for seat in range(PLAYERS)]
    fs = opened(box.flash)
    fs.makedirs("/data/sheets", exist_ok=True)
    for number in range(1, matches + 1):
        match, totals = Match(number), Totals(rules)
        for place in range(1, games_of_match + 1):
            book.number += 1
            play = plays[book.number % PLAYERS]
            head = {"game": book.number, "match": number, "number": place, "device": box.device}
            text = games.sheet_of(play, totals, names=list(NAMES), **head)
            name = f"{book.number:05}-01" + "+" * (number in fetched)
            with fs.open(f"/data/sheets/{name}", "wb") as file:
                file.write(text.encode())
            winner = SEATS[book.number % PLAYERS]
            racks = {seat: RACKS[seat] for seat in RACKS if seat != winner}
            points = score("pl", racks, JOKERS, winner)
            match.games.append(Game(book.number, "pl", NAMES, points, winner, 0))
        book.matches.append(match)
    book.match = matches
    with fs.open("/data/count", "wb") as file:
        file.write(b"%d %d 0" % (book.number, book.match))
    fs.unmount()


def leave_room(box: Box, sheets: int) -> None:
    """Put something so large onto the flash that only so many long games fit."""
    fs = opened(box.flash)
    free = BLOCKS - fs.used_block_count - RESERVE - SHEET * sheets - 1
    with fs.open(BALLAST, "wb") as file:
        file.write(bytes(BLOCK * (free - free // 64)))  # some of its blocks hold where the others are
    fs.unmount()
