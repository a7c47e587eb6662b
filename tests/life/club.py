"""A club that lives with one box: people press its keys and read its screen, and now and then plug a PC in.

What they see is compared with the book they keep. Nothing here sets the state of the box but its keys, its
plug and its cable.
"""

import random
import re
from collections import Counter
from typing import Any

from tests import presets
from tests.device.scorer import READ_MS, Scorer
from tests.device.table import Table
from tests.life.book import (
    FIRST_WORD,
    LIMIT,
    MOST,
    SEATS,
    UNOPENED,
    Book,
    Game,
    Match,
    score,
    score_unfinished,
)
from tests.life.doors import LANGUAGES, Doors
from tileclock_host.device.sync import sync

NAMES = {
    "en": ("Al", "Bea", "Dot", "Ed-J.", ""),
    "pl": ("Ala", "Łuć", "Żak", "Ó", ""),
    "cs": ("Eli", "Čeň", "Věr", "Ří.Ka", ""),
    "uk": ("Юр", "Їва", "Оля", "Ґу", ""),
}
HOUSE = dict(presets.built_in("pl"), id="house", name="House", joker=25, never_opened=0, could_open=0)
# What a setting can become. Where the next game is set up the rest is chosen.
VALUES: dict[str, tuple] = {
    "language": LANGUAGES,
    "sound": (True, False),
    "brightness": (100, 60, 30, 10),
    "lights": (100, 60, 30, 10, 0),
    "flip": (False, True),
    "auto": (False, True),
    "confirm": (False, True),
    "hold": (400, 500, 600, 800, 1000),
    "spans": (False, True),
    "restart": (5, 0, 3, 10, 20),
    "round": (0, 60, 90, 240),  # minutes: no evening lasts so long
    "match_games": (0, 3, 7, 99),
    "match_target": (0, 1, 60, 400, 9999),
    "table": (0, 1, 42, 999),
    "handicaps": (0, 30, 45, 3600),  # seconds, of a seat
}
MANY = 8  # settings that are changed in an evening in which much happens
ONLY_BY_CABLE = {"table"}
FAST_MS = 600  # held no longer than this, keys count tens as the scorer presses them
FULL_MS = 1_500  # a full flash takes its time to write a deal
OLDER = 4  # matches of which only the totals are left are listed
PAGES = 2  # of the list of sheets, that are read


class Club:
    """The people, their box, and the book they keep."""

    def __init__(self, table: Table, seed: int, haste: float = 1) -> None:
        """`haste`: how much more often than in a plain evening things happen."""
        self.table, self.book, self.dice, self.haste = table, Book(), random.Random(seed), haste
        self.book.settings.update(table.usual)
        self.doors = Doors(table, self.book)
        self.scorer = Scorer.at(table)
        self.rules, self.seats = "pl", "ABCD"
        self.limits: dict[str, int] = {}  # by rules, that were chosen since the box was switched on
        self.heaps: list[
            tuple[int, int]
        ] = []  # bytes free on the first screen, and before the plug was pulled
        self.slowest: dict[str, int] = {}  # ms until a screen came, of what may take a while
        self.untouched: list[str] = []  # settings that were not changed since all were
        self.fetched: set[int] = set()  # games whose sheets are on a PC as they stand
        self.seen: Counter[str] = Counter()  # what happened, and how often

    def happens(self, share: float, what: str) -> bool:
        """Whether it happens this time; counted."""
        it = self.dice.random() < share * self.haste
        self.seen[what] += it
        if it:
            print("-", what)
        return it

    def note(self, what: str, ms: int) -> None:
        self.slowest[what] = max(self.slowest.get(what, 0), ms)

    # ---- an evening ----

    def evening(self, games: int) -> None:
        for _ in range(self.dice.randrange(4) if self.haste == 1 else MANY):
            self.change_setting()
        if self.happens(0.3, "judge's codes"):
            self.change_code()
        self.gather()
        for _ in range(games):
            self.before_a_game()
            self.play()
            self.between_games()
        self.look()
        used = self.heap()
        self.power_cycle()
        self.look()
        self.heaps.append((self.heap(), used))

    def before_a_game(self) -> None:
        if self.happens(0.05, "deals undone"):
            self.deal()
            self.table.back.press()
            self.table.wait(ms=300)
            self.doors.home()
        if self.happens(0.07, "games abandoned"):
            self.abandon()
        if self.happens(0.04, "plugs pulled in the set-up"):
            self.to_set_up()
            self.table.down.press()
            self.power_cycle()

    def between_games(self) -> None:
        if self.happens(0.15, "plugs pulled between games"):
            self.power_cycle()
        if self.happens(0.2, "corrections"):
            self.correct()
        if self.happens(0.08, "matches ended by hand"):
            self.end_match()
        if self.happens(0.2, "names changed between games"):
            self.change_setting("names")
        if self.happens(0.2, "other people sat down"):
            self.gather()

    def gather(self) -> None:
        """Other people sit down; sometimes they play by other rules."""
        if self.dice.random() < 0.5:
            self.rules = self.dice.choice(list(MOST))
        count = 2 if self.rules == "word" else self.dice.randint(2, MOST[self.rules])
        self.seats = "".join(sorted(self.dice.sample(SEATS[: max(4, count)], count)))

    def power_cycle(self) -> None:
        """The plug is pulled and put in again; no game waits."""
        self.pull_plug()
        assert not self.waits(), self.table.screen.text

    def pull_plug(self) -> None:
        self.table.power_cycle()
        self.limits.clear()
        assert self.table.screen.says(self.table.words.NEW_GAME), self.table.screen.text

    def waits(self) -> bool:
        """Whether the first screen offers to go on with a game."""
        return self.table.screen.says(self.table.words.RESUME)

    # ---- a game ----

    def play(self) -> None:
        """A short game from the first screen to the stored sheet."""
        self.deal()
        if self.happens(0.1, "plugs pulled after the deal") and not self.pull_after_the_deal():
            self.deal()
        self.table.ok.press()
        if self.happens(0.15, "plugs pulled in a turn"):
            self.pull_in_a_turn()
        if self.rules == "word":
            points, winner = self.words(), self.first
        elif self.happens(0.1, "games nobody has won by going out"):
            points, winner = self.nobody()
        else:
            points, winner = self.out()
        self.seen[f"games of {self.rules}"] += 1
        self.seen[f"games of {len(self.seats)} players"] += 1
        self.seen[f"games in {self.table.language}"] += 1
        self.look_at_result(points)
        self.store(points, winner)

    def look_at_result(self, points: dict[str, int]) -> None:
        """The points of the game, and of the match with them."""
        totals = self.book.current.totals() if self.book.current else {}
        expected = {seat: (points[seat], points[seat] + totals.get(seat, (0, 0))[0]) for seat in points}
        assert self.scorer.lines() == expected, (expected, self.book.settings, self.table.screen.text)

    def store(self, points: dict[str, int], winner: str) -> None:
        """OK saves the result; or the plug is pulled in that moment, and it is saved or waits."""
        table = self.table
        table.wait(ms=READ_MS)
        cut = self.happens(0.1, "plugs pulled while a sheet is saved")
        if cut:
            self.confirm()
            table.ok.down()
            table.wait(ms=self.dice.randrange(1_000))
            table.ok.up()
            self.pull_plug()
            if self.waits():
                self.resume()
                self.to_result()
                table.wait(ms=READ_MS)
            else:
                print("it was saved")
                self.write_down(points, winner)
                return
        else:
            self.confirm()
        self.write_down(points, winner)
        table.ok.press()
        if cut and table.screen.says(table.words.UNCONFIRMED):  # the power went with who had confirmed
            table.wait(ms=READ_MS)
            table.ok.press()
        self.note("a sheet saved", self.doors.wait_while(self.result_shown))
        self.look_at_winner(points, winner)
        self.past_the_ranking()

    def write_down(self, points: dict[str, int], winner: str) -> None:
        table = self.book.settings["table"]
        game = Game(self.book.number, self.rules, self.names, points, winner, table)
        self.book.store(game, self.first, round_ended=self.round_ended)

    def confirm(self) -> None:
        """Where it is set, each player confirms his line; or OK is pressed once more."""
        if not self.book.settings["confirm"]:
            return
        if self.happens(0.5, "results nobody confirmed"):
            self.table.ok.press()
            assert self.table.screen.says(self.table.words.UNCONFIRMED), self.table.screen.text
            self.table.wait(ms=READ_MS)
            return
        for seat in self.seats:
            self.table.seat(seat).press()

    def to_result(self) -> None:
        """A game that was cut when its racks were entered: OK through its steps, to the result."""
        for _ in range(4):
            if self.result_shown():
                return
            self.scorer.next_step()
        assert self.result_shown(), self.table.screen.text

    def result_shown(self) -> bool:
        title, fold, words = self.doors.title(), self.table.reader.fold, self.table.words
        columns = fold(words.RESULT_COLUMNS.partition("\t")[2])
        return title.endswith(columns) or title.startswith(fold(words.UNCONFIRMED))

    def look_at_winner(self, points: dict[str, int], winner: str) -> None:
        """He has his moment: his name, large, and his points."""
        screen, fold = self.table.screen, self.table.reader.fold
        name = fold(self.names[SEATS.index(winner)] or winner)
        assert any(item.font == "large" and item.text == name for item in screen.items), (name, screen.text)
        assert screen.says(f"{points[winner]:+d}"), screen.text

    def past_the_ranking(self) -> None:
        """What follows a result: the ranking, and at the end of a match its winner and the final one."""
        table, words, match = self.table, self.table.words, self.book.matches[-1]
        final = False
        for _ in range(6):
            if self.ranked() and (not self.book.over or final):
                break
            if table.screen.says(words.MATCH_OVER):
                final = True
            table.ok.press()
            table.wait(ms=600)
        self.look_at_ranking(match)
        if self.book.over:
            self.seen["matches that ended by themselves"] += 1
        table.ok.press()
        table.wait(ms=300)
        assert table.screen.says(words.NEW_GAME), table.screen.text
        self.doors.home()

    def ranked(self) -> bool:
        """Whether a ranking is shown."""
        return any(re.match(r"[1-6]\. [A-F]", item.text) for item in self.table.screen.items)

    def look_at_ranking(self, match: Match) -> None:
        """More than four rows stand too close to be read: they are looked at where the sheets are."""
        assert self.ranked(), self.table.screen.text
        expected = self.ranking(match)
        if len(expected) <= 4:
            rows = self.table.screen.text.splitlines()[-len(expected) :]
            for row, parts in zip(rows, expected, strict=True):
                assert all(part in self.table.reader.fold(row) for part in parts), (rows, expected)

    def out(self) -> tuple[dict[str, int], str]:
        winner = self.dice.choice(self.seats)
        left = ""
        if len(self.seats) > 2 and self.happens(0.1, "players who left"):
            left = self.dice.choice([seat for seat in self.seats if seat != winner])
            self.leave(left)
        self.scorer.out(winner)
        losers = [seat for seat in self.seats if seat != winner]
        racks = {seat: self.dice.choice(self.tiles()) for seat in losers}
        jokers = "".join(seat for seat in losers if self.dice.random() < 0.15)[:2]
        self.enter(racks)
        if self.happens(0.06, "plugs pulled while racks are entered"):
            jokers = ""
            self.table.wait(s=1.3)  # until it is on record
            self.pull_plug()
            self.resume()
            self.to_result()
        else:
            self.steps(jokers)
        if left and self.rules in UNOPENED:  # instead of the rack
            racks[left], jokers = UNOPENED[self.rules], jokers.replace(left, "")
        return score(self.rules, racks, jokers, winner), winner

    def enter(self, racks: dict[str, int]) -> None:
        """Once the end of the game is on the flash: what is held meanwhile may count less."""
        self.table.wait(s=2)
        self.scorer.enter(racks)

    def tiles(self) -> tuple[int, ...]:
        """On a rack; a key that is held counts tens, if the scorer's finger stays long enough."""
        return (1, 3, 7, 10, 24, 41) if self.book.settings["hold"] <= FAST_MS else (1, 3, 7, 9)

    def steps(self, jokers: str = "") -> None:
        """The steps of the racks after their tiles."""
        self.scorer.next_step()
        for seat in jokers:
            self.table.seat(seat).press()
        self.to_result()

    def leave(self, seat: str) -> None:
        table, words = self.table, self.table.words
        table.wait(ms=400)
        table.back.press()
        table.choose(words.LEAVES)
        table.seat(seat).press()
        table.choose(words.YES)
        table.choose(words.RESUME)
        table.wait(ms=400)

    def nobody(self) -> tuple[dict[str, int], str]:
        """The judge ends the round, and everybody counts."""
        self.scorer.nobody()
        self.round_ended = True
        racks = dict(zip(self.seats, self.dice.sample(range(1, 9), len(self.seats)), strict=True))
        self.enter(racks)
        self.steps()
        return score_unfinished(self.rules, racks), min(racks, key=racks.__getitem__)

    def words(self) -> dict[str, int]:
        """The shortest game of words: two openings, then the pool is empty, and one player is out."""
        table = self.table
        first = self.first
        (second,) = set(self.seats) - {first}
        for seat in (first, second):
            self.lay(seat)
            self.spell(seat, 14 - self.first_word())  # a word of fourteen letters: 28 points
        self.empty_the_pool()
        self.lay(first)
        self.spell(first, 2, 6)  # five letters with all of seven tiles
        self.lay(second)
        table.ok.press()
        table.up.press()
        table.ok.press()
        table.wait(s=1)
        return {first: 38, second: 31}

    def first_word(self) -> int:
        """Letters of the shortest first word."""
        letters = self.book.settings["opening"]
        return letters if letters in FIRST_WORD else FIRST_WORD[-1]

    def lay(self, seat: str) -> None:
        self.table.wait(ms=400)  # a turn lasts for 300 ms at least
        self.table.seat(seat).press()
        self.table.wait(ms=400)

    def spell(self, seat: str, *figures: int) -> None:
        """Letters and tiles of a word, on the player's own button."""
        key = self.table.seat(seat)
        for presses in figures:
            for _ in range(presses):
                key.press()
            key.hold(ms=self.book.settings["hold"] + 100)

    def empty_the_pool(self) -> None:
        table, words = self.table, self.table.words
        table.back.press()
        table.choose(words.CORRECT_POOL)
        table.down.hold(ms=4_500)
        table.ok.press()
        table.choose(words.RESUME)
        table.wait(ms=400)

    # ---- the deal ----

    def to_set_up(self) -> None:
        """To its first row, where all is as it was chosen last."""
        table, settings = self.table, self.book.settings
        table.choose(table.words.NEW_GAME)
        self.note("the set-up", self.doors.leave(table.words.TITLE))
        self.says(self.rules_name(settings["preset"]))

    def says(self, text: str) -> None:
        """The marked row must end so."""
        row = self.doors.marked()
        assert row.endswith("  " + self.table.reader.fold(text)), (row, text, self.table.screen.text)

    def rules_name(self, rules: str) -> str:
        return self.table.words.RULES_NAMES.get(rules, HOUSE["name"])

    def deal(self) -> None:
        """From the first screen until the tiles are dealt, and that is on the flash."""
        table, words, settings = self.table, self.table.words, self.book.settings
        self.to_set_up()
        self.choose_rules()
        table.ok.press()
        for seat in sorted(set(self.doors.marked().split()[-1]) ^ set(self.seats)):
            table.seat(seat).press()  # as the row says it: the lights may be off
        self.says(self.seats)
        table.ok.press()
        self.choose_limit()
        table.ok.press()
        self.choose_first()
        self.before = self.book.over, self.book.number, self.book.match  # until it is on the flash
        table.ok.press()
        if self.rules == "word":  # has one row more
            self.says(str(self.first_word()))
            if self.dice.random() < 0.3:
                table.up.press()
                place = FIRST_WORD.index(self.first_word()) + 1
                settings["opening"] = FIRST_WORD[place % len(FIRST_WORD)]
                self.says(str(self.first_word()))
            table.ok.press()
        self.answer()
        self.note("a deal", self.doors.leave(words.NEW_GAME))
        while table.screen.says(words.NO_ROOM):
            self.reduce()
        settings["preset"] = self.rules
        settings["limit"] = self.limits[self.rules]
        settings["sitting"] = sum(1 << SEATS.index(seat) for seat in self.seats)
        self.names, self.round_ended = tuple(settings["names"]), False
        self.book.deal()
        table.wait(ms=FULL_MS)

    def choose_rules(self) -> None:
        table = self.table
        wanted = table.reader.fold(self.rules_name(self.rules))
        for _ in range(len(MOST)):
            if self.doors.marked().endswith(wanted):
                break
            table.down.press()
        self.says(wanted)
        chosen = self.book.settings
        self.limits.setdefault(chosen["preset"], chosen["limit"])
        self.limits.setdefault(self.rules, LIMIT[self.rules])

    def choose_limit(self) -> None:
        """As it was for these rules; or another one."""
        table, words = self.table, self.table.words
        limit = self.limits[self.rules]
        self.says(f"{limit} s" if limit else words.NO_LIMIT)
        if self.dice.random() < 0.1:
            table.up.press()
            shown = self.doors.marked().removesuffix(" s").split()[-1]
            self.limits[self.rules] = int(shown) if shown.isdigit() else 0

    def choose_first(self) -> None:
        """Who begins, by the rules; or who drew the highest tile."""
        table = self.table
        self.first = self.book.first(self.rules, self.seats)
        self.says(self.first or table.words.DRAWN)
        if not self.first:
            self.first = self.dice.choice(self.seats)
            table.seat(self.first).press()

    def answer(self) -> None:
        """Whether this is a new match is asked if other rules or other people make one."""
        table, words, match = self.table, self.table.words, self.book.current
        asked = table.screen.says(words.NEW_MATCH)
        assert asked == self.book.asks_for_a_match(self.rules), (asked, table.screen.text)
        if not asked:
            return
        if match and match.games[-1].rules == self.rules and self.happens(0.3, "names spelled otherwise"):
            match.names = tuple(self.book.settings["names"])
            table.choose(words.SAME_PLAYERS)
        else:
            self.book.over = True
            table.choose(words.YES)
        table.wait(ms=300)

    def reduce(self) -> None:
        """All a PC has fetched is gone: the oldest of the other matches shrinks to its totals."""
        table, words, book = self.table, self.table.words, self.book
        match = next(m for m in book.matches if {game.number for game in m.games} - self.fetched)
        row = words.REDUCE % match.number
        self.doors.mark(row)
        table.ok.press()
        table.choose(words.YES)
        self.note("a match reduced", self.doors.leave(row))
        book.reduced.append(match)
        book.matches.remove(match)
        self.seen["matches reduced"] += 1

    def undo_deal(self) -> None:
        """It was cut before it was on the flash: as if nobody had dealt."""
        self.book.over, self.book.number, self.book.match = self.before

    # ---- plugs ----

    def pull_after_the_deal(self) -> bool:
        """At any moment after it; whether the game waits."""
        self.table.wait(ms=self.dice.randrange(300))
        self.pull_plug()
        assert self.waits(), self.table.screen.text  # it was on the flash
        self.take_up()
        return True

    def pull_in_a_turn(self) -> None:
        """The game goes on where it was."""
        self.table.wait(ms=self.dice.randrange(100, 3_000))
        self.pull_plug()
        self.resume()
        assert self.table.screen.seat == self.first
        self.table.wait(ms=400)

    def take_up(self) -> None:
        """The game that was cut."""
        self.table.choose(self.table.words.RESUME)
        self.note("a game taken up", self.doors.leave(self.table.words.TITLE))

    def resume(self) -> None:
        """Take up the game that was cut; a pause it stands in is ended."""
        table, words = self.table, self.table.words
        self.take_up()
        if table.screen.says(words.PAUSE):
            table.choose(words.RESUME)
            table.wait(ms=300)

    def abandon(self) -> None:
        """In its first turn; or after the plug was pulled, when somebody begins another."""
        table, words = self.table, self.table.words
        self.deal()
        table.ok.press()
        table.wait(ms=400)
        if self.happens(0.5, "games given up after a cut"):
            self.pull_plug()
            table.choose(words.NEW_GAME)
            table.choose(words.YES_ABANDON)
            self.doors.leave(words.ABANDON)
        else:
            table.back.press()
            table.choose(words.ABANDON)
            table.choose(words.YES_ABANDON)
            table.wait(s=1)
            table.ok.press()
            table.wait(s=1)
        self.doors.home()

    # ---- what was stored ----

    def correct(self) -> None:
        """A rack of any game of the last match was miscounted: one point more."""
        table, match = self.table, self.book.matches[-1]
        if match.games[-1].rules == "word":
            return
        place = self.dice.randrange(len(match.games))
        game = match.games[place]
        flat = -UNOPENED.get(game.rules, 0)  # which no rack changes
        losers = [seat for seat in game.points if seat != game.winner and game.points[seat] != (flat or 1)]
        if not losers:
            return
        loser = self.dice.choice(losers)
        self.to_sheets()
        self.doors.mark(table.words.GAME % (place + 1) + "  ")
        table.ok.press()
        table.wait(ms=300)
        table.choose(table.words.CORRECT_SHEET)
        table.wait(s=1)
        nobody = sum(game.points.values()) != 0 or game.points[loser] == 0
        if nobody:  # every point of every rack counts for all: left as it is
            self.doors.home()
            return
        table.seat(loser).press()
        for _ in range(3):
            self.scorer.next_step()
            if self.result_shown():
                break
        points = dict(game.points)
        points[loser] -= 1
        points[game.winner] += 1
        table.wait(ms=READ_MS)
        over = self.book.over
        self.book.correct(game.number, points)
        self.fetched.discard(game.number)
        for _ in range(3):
            table.ok.press()
            table.wait(ms=READ_MS)
            if not table.screen.says(table.words.UNCONFIRMED):
                break
        self.note("a correction saved", self.doors.wait_while(self.result_shown))
        if self.book.over:
            self.look_at_ranking(self.book.matches[-1])
            table.ok.press()
            self.seen["matches that ended by a correction"] += not over
        self.doors.home()

    def to_sheets(self) -> None:
        """Their list comes once those it shows are read."""
        table = self.table
        table.choose(table.words.SHEETS)
        self.note("the list of sheets", self.doors.leave(table.words.TITLE))

    def end_match(self) -> None:
        table, book = self.table, self.book
        if not book.current:
            return
        self.to_sheets()
        self.doors.mark(table.words.END_MATCH)
        table.ok.press()
        table.wait(s=3)
        book.over = True
        assert table.screen.says(table.words.MATCH_OVER), table.screen.text
        table.ok.press()
        table.wait(ms=600)
        self.look_at_ranking(book.matches[-1])
        table.ok.press()
        self.doors.home()

    # ---- settings ----

    def change_setting(self, name: str = "") -> None:
        """One of them, by the keys or by the cable; now and then the plug is pulled right after."""
        if not self.untouched:
            self.untouched = [*VALUES, "names", "preset", "sitting"]
            self.dice.shuffle(self.untouched)
        name = name or self.untouched.pop()
        value = self.another(name)
        if name in {"preset", "sitting"} or name in ONLY_BY_CABLE or self.dice.random() < 0.5:
            self.seen["settings by cable"] += 1
            self.doors.by_cable(name, value)
            if name == "preset":
                self.book.settings["limit"] = self.limits[value] = LIMIT[value]
        elif self.happens(0.1, "plugs pulled in the settings"):
            self.doors.open_setting(name, value)
            self.pull_plug()
        else:
            self.seen["settings by the keys"] += 1
            self.doors.by_keys(name, value)
        print("-", name, value)
        self.book.settings[name] = value

    def another(self, name: str) -> Any:
        """What it becomes."""
        dice, settings = self.dice, self.book.settings
        if name in {"names", "handicaps"}:
            possible = NAMES[self.table.language] if name == "names" else VALUES[name]
            seat = dice.randrange(len(SEATS))
            values = list(settings[name])
            values[seat] = dice.choice(possible)
            if name == "handicaps" and abs(values[seat] - settings[name][seat]) > 100:
                values[seat] = 0 if settings[name][seat] < 100 else settings[name][seat] - 20
            return values
        if name == "preset":
            return dice.choice(list(MOST))
        if name == "sitting":
            return dice.choice([0b11, 0b101, 0b1111, 0b111111])
        return dice.choice(VALUES[name])

    def change_code(self) -> None:
        """The judge's, by the keys or by the cable; the lock is closed for a night, and opened again."""
        code = (
            "".join(self.dice.choices(SEATS, k=self.dice.randint(3, 8))) if self.dice.random() < 0.7 else ""
        )
        if code == self.book.code:
            return
        if self.dice.random() < 0.5:
            self.doors.set_code(code)
        else:
            with self.doors.clock() as clock:
                clock.set_lock(code)
        self.book.code = code
        if not code:
            return
        self.doors.turn_key(close=True)
        self.power_cycle()
        self.table.choose(self.table.words.SETTINGS)
        assert self.table.screen.says(self.table.words.CODE), self.table.screen.text
        self.doors.home()
        self.doors.turn_key(close=False)

    # ---- the PC ----

    def sync(self, store) -> None:
        with self.doors.clock() as clock:
            (report,) = sync([clock], store)
        assert not report.errors, report.errors
        self.fetched.update(range(1, self.book.number + 1))

    def compare(self, store) -> None:
        """Each game is stored once, in its match, with its people and their points."""
        found: dict[int, list] = {}
        for game in store.games():
            if game.result.scored:
                seats = [SEATS[seat] for seat in game.result.seats]
                points = dict(zip(seats, game.result.points, strict=True))
                found.setdefault(game.match, []).append((game.game, game.names, points, game.table))
        expected = {
            match.number: [(game.number, game.names, game.points, game.table) for game in match.games]
            for match in self.book.matches
        }
        assert found == expected

    def teach_house_rules(self) -> None:
        with self.doors.clock() as clock:
            clock.put_preset(HOUSE)

    def present(self) -> set[int]:
        """The games whose sheets are on the box; none is gone that only the box has."""
        with self.doors.clock() as clock:
            names = [name for name, _ in clock.sheets(every=True)]
            assert clock.latest_game() == self.book.number
        assert len({name[:5] for name in names}) == len(names), "a game has two sheets"
        games = {int(name[:5]) for name in names}
        missing = {game.number for game in self.book.games} - self.fetched - games
        assert not missing, f"the box has dropped {missing}, which no PC has"
        return games

    def heap(self) -> int:
        """Bytes that are free, on the first screen."""
        with self.doors.clock() as clock:
            return clock.self_test().figures["heap"]

    # ---- what must be seen ----

    def look(self) -> None:
        """The first screen, the sheets, the names, the settings."""
        words, fold = self.table.words, self.table.reader.fold
        self.doors.mark(words.NEW_GAME)
        rows = [words.NEW_GAME, words.SHEETS, words.GUIDE, words.SETTINGS, words.SELF_TEST]
        found = self.doors.rows()
        assert found == [fold(row) for row in rows], found
        self.look_at_sheets(self.present())
        self.doors.look_at_settings()

    def look_at_sheets(self, present: set[int]) -> None:
        """The ranking of the match that goes on, the games of the last one, and the matches before."""
        words, book, fold = self.table.words, self.book, self.table.reader.fold
        expected: list[tuple[str, ...]] = []
        if book.current:
            expected += [*self.ranking(book.current), (words.END_MATCH,)]
        matches = [match for match in book.matches if present & {game.number for game in match.games}]
        for back, match in enumerate(reversed(matches)):
            if back or not book.current:
                expected.append(self.match_row(match))
            if not back:
                expected += self.game_rows(match, present)
        expected += [self.match_row(match) for match in reversed(book.reduced[-OLDER:])]
        expected = expected or [(words.NO_GAMES,)]
        rows, whole = self.listed(removable=bool(present & self.fetched))
        assert len(rows) == len(expected) if whole else len(rows) <= len(expected), (rows, expected)
        for row, parts in zip(rows, expected, strict=False):
            assert all(fold(part) in row for part in parts), (row, parts, rows, expected)
        self.doors.home()

    def listed(self, *, removable: bool) -> tuple[list[str], bool]:
        """The rows of the first pages of the sheets, and whether these are all.

        `removable`: whether it must be offered to remove sheets that a PC has.
        """
        table, words, fold = self.table, self.table.words, self.table.reader.fold
        self.to_sheets()
        rows: list[str] = []
        for page in range(PAGES):
            if page:
                table.ok.press()
                self.note("older sheets", self.doors.wait_while(self.on_older))
            found = self.doors.rows()
            if not page:
                assert (found[-1] == fold(words.REMOVE_FETCHED)) == removable, (found, removable)
                found = found[: len(found) - removable]
            rows += [row for row in found if row != fold(words.OLDER)]
            if fold(words.OLDER) not in found:
                return rows, True
            self.doors.mark(words.OLDER)
        return rows, False

    def on_older(self) -> bool:
        """Whether the row is marked that leads to the next page."""
        return self.doors.marked() == self.table.reader.fold(self.table.words.OLDER)

    def remove_fetched(self) -> None:
        """All sheets that a PC has go, but for the newest."""
        table, words = self.table, self.table.words
        before = self.present()
        self.to_sheets()
        self.doors.mark(words.REMOVE_FETCHED)
        table.ok.press()
        table.choose(words.YES)
        self.doors.leave(words.REMOVE_FETCHED)
        self.doors.home()
        assert self.present() == before - self.fetched | {max(before)}

    def game_rows(self, match: Match, present: set[int]) -> list[tuple[str, ...]]:
        rows = []
        for place, game in enumerate(match.games, 1):
            if game.number in present:
                best = max(game.points, key=lambda seat: (game.points[seat], -SEATS.index(seat)))
                label = _label(best, game.names)
                rows.append((f"{self.table.words.GAME % place}  {label}", f"{game.points[best]:+d}"))
        return rows[::-1]

    def match_row(self, match: Match) -> tuple[str, ...]:
        (_, best), *_ = match.ranking()
        return self.table.words.MATCH % match.number, f"{match.totals()[best][0]:+d}"

    def ranking(self, match: Match) -> list[tuple[str, ...]]:
        """Rows: place, player and points, the best first."""
        names, totals, fold = match.games[-1].names, match.totals(), self.table.reader.fold
        return [
            (fold(f"{place}. {_label(seat, names)}"), f"{totals[seat][0]:+d}")
            for place, seat in match.ranking()
        ]


def _label(seat: str, names: tuple[str, ...]) -> str:
    return f"{seat} {names[SEATS.index(seat)]}".strip()
