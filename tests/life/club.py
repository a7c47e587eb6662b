"""A club that lives with one box: people press its keys and read its screen, and now and then plug a PC in.

What they see is compared with the book they keep. Nothing here sets the state of the box but its keys, its
plug and its cable.
"""

import random

from tests import presets
from tests.device.scorer import READ_MS, Scorer
from tests.device.table import Table
from tests.life.book import SEATS, Book, score, score_unfinished
from tileclock_host.device.clock import Clock
from tileclock_host.device.sync import sync
from tileclock_host.sim.virtual_port import VirtualPort

NAMES = {
    "en": ("Al", "Bea", "Dot"),
    "pl": ("Ala", "Łuć", "Żak"),
    "cs": ("Eli", "Čeň", "Věr"),
    "uk": ("Юр", "Їва", "Оля"),
}
MOST = {"pl": 6, "tournament": 4, "word": 2, "cs": 4, "uk": 6, "house": 4}  # players
HOUSE = dict(presets.built_in("pl"), id="house", name="House", joker=25, never_opened=0, could_open=0)
OTHERS = {  # settings that a game does not change, and what they can become
    "sound": (True, False),
    "brightness": (100, 60, 30, 10),
    "lights": (100, 60, 30, 10),
    "hold": (400, 500, 600),  # the scorer's fingers hold for tens so long
    "match_target": tuple(range(8000, 8010)),
}
SHOWN = {"hold": "%d ms", "brightness": "%d %%", "lights": "%d %%", "match_target": "%d"}
KEYED = 1.0
ROWS = 40  # of a list that are read


class Club:
    """The people, their box, and the book they keep."""

    def __init__(self, table: Table, seed: int) -> None:
        self.table, self.book, self.dice = table, Book(), random.Random(seed)
        self.scorer = Scorer.at(table)
        self.rules, self.seats = "pl", "ABCD"
        self.number = 0  # of the last game of the box
        self.reduced = 0  # matches, for want of room

    # ---- an evening ----

    def evening(self, games: int) -> None:
        dice = self.dice
        if dice.random() < 0.4:
            self.change_language(dice.choice(list(NAMES)))
        for _ in range(dice.randrange(3)):
            self.change_name(dice.choice(SEATS), dice.choice((*NAMES[self.table.language], "")))
        if dice.random() < 0.5:
            self.change_setting(dice.choice(list(OTHERS)))
        self.gather()
        for _ in range(games):
            self.play()
            if dice.random() < 0.15:
                self.power_cycle()
            if dice.random() < 0.2:
                self.correct()
            if dice.random() < 0.1:
                self.end_match()
            if dice.random() < 0.2:
                self.change_name(dice.choice(SEATS), dice.choice(NAMES[self.table.language]))
            if dice.random() < 0.2:
                self.gather()
        self.look()
        self.power_cycle()
        self.look()

    def gather(self) -> None:
        """Other people sit down; sometimes they play by other rules."""
        if self.dice.random() < 0.5:
            self.rules = self.dice.choice(list(MOST))
        count = self.dice.randint(2, MOST[self.rules])
        self.seats = "".join(sorted(self.dice.sample(SEATS[: max(4, count)], count)))

    def power_cycle(self) -> None:
        self.table.power_cycle()
        assert self.table.screen.says(self.table.words.NEW_GAME), self.table.screen.text

    # ---- a game ----

    def play(self) -> None:
        """A short game from the first screen to the stored sheet, in which somebody is out."""
        table, dice = self.table, self.dice
        self.deal()
        if dice.random() < 0.2:
            self.pull_the_plug()
        points = (
            self.words() if self.rules == "word" else self.nobody() if dice.random() < 0.1 else self.out()
        )
        self.number += 1
        self.book.store(self.number, self.rules, points, max(points, key=points.__getitem__))
        totals = self.book.totals(self.book.matches[-1])
        expected = {seat: (points[seat], totals[seat][0]) for seat in points}
        assert self.scorer.lines() == expected, (self.book.matches[-1], table.screen.text)
        self.save()

    def save(self) -> None:
        """OK saves the result; more of it lead past the winner and the ranking."""
        table = self.table
        table.wait(ms=READ_MS)
        for _ in range(12):
            if table.screen.says(table.words.NEW_GAME):  # the set-up of the next one, or the first screen
                break
            table.ok.press()
            table.wait(ms=600)
        self.home()

    def out(self) -> dict[str, int]:
        winner = self.dice.choice(self.seats)
        self.scorer.out(winner)
        losers = [seat for seat in self.seats if seat != winner]
        racks = {seat: self.dice.choice([1, 3, 7, 10, 24, 41]) for seat in losers}
        jokers = "".join(seat for seat in losers if self.dice.random() < 0.15)
        self.scorer.confirm(racks, jokers)
        return score(self.rules, racks, jokers, winner)

    def nobody(self) -> dict[str, int]:
        """The judge ends the round, and everybody counts."""
        self.scorer.nobody()
        racks = dict(zip(self.seats, self.dice.sample(range(1, 9), len(self.seats)), strict=True))
        self.scorer.confirm(racks)
        return score_unfinished(self.rules, racks, "")

    def words(self) -> dict[str, int]:
        """The shortest game of words: two openings, then the pool is empty, and one player is out."""
        table = self.table
        first = table.screen.seat
        (second,) = set(self.seats) - {first}
        for seat in (first, second):
            self.lay(seat)
            self.enter(seat, 8)  # a word of fourteen letters: 28 points
        self.empty_the_pool()
        self.lay(first)
        self.enter(first, 2, 6)  # five letters with all of seven tiles
        self.lay(second)
        for _ in range(1):
            table.ok.press()
        table.up.press()
        table.ok.press()
        table.wait(s=1)
        return {first: 38, second: 31}

    def lay(self, seat: str) -> None:
        self.table.wait(ms=400)  # a turn lasts for 300 ms at least
        self.table.seat(seat).press()
        self.table.wait(ms=400)

    def enter(self, seat: str, *figures: int) -> None:
        """Letters and tiles of a word, on the player's own button."""
        key = self.table.seat(seat)
        for presses in figures:
            for _ in range(presses):
                key.press()
            key.hold()

    def empty_the_pool(self) -> None:
        table, words = self.table, self.table.words
        table.back.press()
        table.choose(words.CORRECT_POOL)
        table.down.hold(ms=4000)
        table.ok.press()
        table.choose(words.RESUME)
        table.wait(ms=400)

    def deal(self) -> None:
        table, words = self.table, self.table.words
        table.choose(words.NEW_GAME)
        name = words.RULES_NAMES.get(self.rules, HOUSE["name"])
        for _ in range(len(MOST)):
            if self.marked().endswith(table.reader.fold(name)):
                break
            table.down.press()
        assert self.marked().endswith(table.reader.fold(name)), table.screen.text
        table.ok.press()
        table.sit(self.seats)
        table.ok.press()
        table.ok.press()
        if self.marked().endswith(table.reader.fold(words.DRAWN)):
            table.seat(self.dice.choice(self.seats)).press()
        table.ok.press()
        if table.screen.says(words.FIRST_WORD):  # Word has one row more
            table.ok.press()
        asked = table.screen.says(words.NEW_MATCH)
        assert asked == self.book.asks_for_a_match(self.rules), (
            asked,
            self.book.matches[-1][-1:],
            self.book.names,
        )
        if asked:
            table.choose(words.YES)
        self.book.begin(asked)
        while table.screen.says(words.NO_ROOM):
            self.reduce()
        table.wait(s=1)  # a full flash takes its time to write the deal
        table.ok.press()

    def reduce(self) -> None:
        """No PC has fetched anything: the oldest match shrinks to its totals."""
        table, words = self.table, self.table.words
        self.reduced += 1
        table.choose(words.REDUCE.partition("%")[0])
        table.choose(words.YES)
        table.wait(s=2)

    def pull_the_plug(self) -> None:
        """In the first turn; the game goes on."""
        table = self.table
        table.wait(ms=500)
        table.power_cycle()
        table.choose(table.words.RESUME)
        table.wait(s=1)
        table.choose(table.words.RESUME)

    def home(self) -> None:
        table = self.table
        for _ in range(6):
            if table.screen.says(table.words.SELF_TEST) or table.screen.says(table.words.GUIDE):
                return
            table.back.press()
            table.wait(ms=300)
        raise AssertionError(f"no way home from\n{table.screen.text}")

    def correct(self) -> None:
        """A rack of a stored game of the last match was miscounted: one point more."""
        table, match = self.table, self.book.matches[-1]
        if not match or match[-1].rules == "word":
            return
        game = self.dice.choice(match[-6:])
        loser = self.dice.choice([seat for seat in game.points if seat != game.winner])
        table.choose(table.words.SHEETS)
        table.wait(s=1)
        table.choose(table.words.GAME % (match.index(game) + 1))
        table.choose(table.words.CORRECT_SHEET)
        table.wait(s=1)
        table.seat(loser).press()
        for _ in range(3):
            if table.screen.says(table.words.RESULT_HINT):
                break
            self.scorer.next_step()
        points = dict(game.points)
        points[loser] -= 1
        points[game.winner] += 1
        self.book.correct(game.number, points)
        self.save()

    def end_match(self) -> None:
        table = self.table
        if self.book.over:
            return
        table.choose(table.words.SHEETS)
        table.wait(ms=500)
        table.choose(table.words.END_MATCH)
        table.wait(s=3)
        self.scorer.past_the_winner()
        table.ok.press()
        self.home()
        self.book.over = True

    # ---- names and settings: with the keys, and by cable ----

    def change_name(self, seat: str, name: str) -> None:
        if self.dice.random() < KEYED:
            self.book.names[SEATS.index(seat)] = name
            with self.clock() as clock:
                clock.set({"names": self.book.names})
            return
        self.write_name(seat, name)
        self.book.names[SEATS.index(seat)] = name

    def write_name(self, seat: str, name: str) -> None:
        """Letter by letter."""
        table, words = self.table, self.table.words
        table.choose(words.SETTINGS)
        table.choose(words.NAMES)
        table.seat(seat).press()
        if table.screen.says(words.HANDICAPS):  # seats do not choose here
            raise AssertionError(table.screen.text)
        before = self.book.names[SEATS.index(seat)]
        for _ in before:
            table.back.press()
        letters, at = " " + words.ALPHABET, 0
        for letter in name:
            wanted = letters.index(letter.upper())
            steps = (wanted - at) % len(letters)
            key, count = (
                (table.down, steps) if steps * 2 <= len(letters) else (table.up, len(letters) - steps)
            )
            for _ in range(count):
                key.press()
            table.ok.press()
            at = wanted
        key, count = (table.up, at) if at * 2 <= len(letters) else (table.down, len(letters) - at)
        for _ in range(count):
            key.press()
        table.ok.press()
        self.home()

    def change_setting(self, name: str) -> None:
        value = self.dice.choice(OTHERS[name])
        if self.dice.random() < 0.5 or name == "match_target":
            with self.clock() as clock:
                clock.set({name: value})
        else:
            self.choose_setting(name, value)
        self.book.settings[name] = value

    def choose_setting(self, name: str, value: object) -> None:
        table, words = self.table, self.table.words
        table.choose(words.SETTINGS)
        row = table.reader.fold(words.SETTING[name])
        while not self.marked().startswith(row):
            table.down.press()
        for _ in range(8):
            if self.marked().endswith(table.reader.fold(self.shown(name, value))):
                break
            table.ok.press()
        self.home()

    def shown(self, name: str, value: object) -> str:
        words = self.table.words
        return (words.YES if value else words.NO) if isinstance(value, bool) else SHOWN[name] % value

    def change_language(self, language: str) -> None:
        """Its row is the first; each OK takes the next language."""
        table = self.table
        table.choose(table.words.SETTINGS)
        order = list(NAMES)
        for _ in range((order.index(language) - order.index(table.language)) % len(order)):
            table.ok.press()
            table.wait(ms=300)
        table.language = language
        table.back.press()
        table.wait(ms=300)
        assert table.screen.says(table.words.NEW_GAME), table.screen.text

    # ---- the cable ----

    def clock(self) -> Clock:
        box = self.table.box
        clock = Clock(VirtualPort(box), lambda: VirtualPort(box))
        clock.hello()
        return clock

    def sync(self, store) -> None:
        with self.clock() as clock:
            (report,) = sync([clock], store)
        assert not report.errors, report.errors

    def compare(self, store) -> None:
        """Each game is stored once, in its match, with its people and their points."""
        found = {
            game.game: (
                game.names,
                {
                    SEATS[seat]: points
                    for seat, points in zip(game.result.seats, game.result.points, strict=True)
                },
            )
            for game in store.games()
        }
        assert found == {game.number: (game.names, game.points) for game in self.book.games}

    def teach_house_rules(self) -> None:
        with self.clock() as clock:
            clock.put_preset(HOUSE)

    # ---- what must be seen ----

    def look(self) -> None:
        """The sheets, the names, the settings."""
        self.look_at_sheets()
        self.look_at_settings()

    def marked(self) -> str:
        """The marked row of a list, with what stands at its right."""
        items = [item for item in self.table.screen.items if item.inverse and item.y >= 16]
        return "  ".join(item.text for item in sorted(items, key=lambda item: item.x))

    def rows(self) -> list[str]:
        """The rows of a list, from the one that is marked on until it comes round."""
        table, found = self.table, []
        first = table.screen.frame
        for _ in range(ROWS):
            found.append(self.marked())
            table.down.press()
            if table.screen.frame == first:
                break
        return found

    def look_at_sheets(self) -> None:
        table, words, fold = self.table, self.table.words, self.table.reader.fold
        table.choose(words.SHEETS)
        table.wait(s=1)
        rows = self.rows()
        matches = [match for match in self.book.matches if match]
        if not matches:
            return
        last, expected = matches[-1], []
        if not self.book.over:
            expected += [
                self.line(place, seat, last[-1], points) for place, seat, points in self.book.ranking(last)
            ]
            expected.append((fold(words.END_MATCH),))
        for number, game in reversed(list(enumerate(last, 1))):
            best = max(game.points, key=lambda seat: (game.points[seat], -SEATS.index(seat)))
            expected.append(
                (fold(f"{words.GAME % number}  {self.label(best, game)}"), f"{game.points[best]:+d}")
            )
        if self.book.over:
            del rows[0]  # the match, with its winner
        for row, parts in zip(rows, expected, strict=False):
            for part in parts:
                assert fold(part) in row, (row, parts, rows, expected)
        assert len(rows) >= min(len(expected), ROWS - 1), (rows, expected)
        self.home()

    def label(self, seat: str, game) -> str:
        return f"{seat} {game.names[SEATS.index(seat)]}".strip()

    def line(self, place: int, seat: str, game, points: int) -> tuple[str, ...]:
        return f"{place}. {self.label(seat, game)}", f"{points:+d}"

    def look_at_settings(self) -> None:
        table, words, fold = self.table, self.table.words, self.table.reader.fold
        table.choose(words.SETTINGS)
        rows = self.rows()
        for name, value in self.book.settings.items():
            (row,) = [row for row in rows if row.startswith(fold(words.SETTING[name]))]
            assert row.endswith(fold(self.shown(name, value))), (name, value, row)
        table.choose(words.NAMES)
        found = [row[1:].strip() for row in self.rows()]
        assert found == [fold(name) for name in self.book.names], (found, self.book.names)
        self.home()
