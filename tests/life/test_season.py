"""A season at the tournament desk: commands by chance, and a plain model of who has which points.

Its laws: a counted result never changes its owner, and a refused command changes nothing. The model is a list
of results by the names of those who sat at the table; it knows nothing of seats, rounds, entries or draws.
"""

import json
import random
from collections import defaultdict
from dataclasses import dataclass

import pytest
from sqlalchemy import select

from tests.host.commands import called, says
from tests.host.evening_desk import BOX, bring, lines, sheets, shown
from tileclock_host.desk.desk import Desk
from tileclock_host.sheets import schema
from tileclock_host.sheets.store import Store

NAMES = [
    "Ala",
    "Bolek",
    "Celina",
    "Дмитро",
    "Ewa",
    "Filip",
    "Gosia",
    "Henryk",
    "Iga",
    "Jiří",
    "Krystyna",
    "Łukasz",
]
GAMES = 2  # of each table in a round
LATE = ["Olek", "Petr", "Šárka", "Уляна", "Věra", "Wojtek", "Zdeněk", "Богдан", "Żaneta", "Tomek"]


@dataclass
class Result:
    """The points by name; `entry`: where the log has it, if it was typed."""

    table: tuple[int, int]
    game: str
    points: dict[str, int]
    entry: int = 0
    annulled: int = 0  # by which entry


class Model:
    """Who has which points: a list of results, and of what the judge has given."""

    def __init__(self):
        self.results: list[Result] = []
        self.corrections: dict[int, tuple[str, int]] = {}
        self.left: dict[str, int] = {}  # by which entry

    def counting(self, table=None):
        return [r for r in self.results if not r.annulled and table in {None, r.table}]

    def rename(self, old, new):
        for each in self.results:
            each.points = {new if name == old else name: points for name, points in each.points.items()}
        self.corrections = {
            number: (new if name == old else name, points)
            for number, (name, points) in self.corrections.items()
        }

        self.left = {new if name == old else name: number for name, number in self.left.items()}

    def totals(self):
        found = defaultdict(lambda: [0, 0, 0])  # points, games won, games
        for each in self.counting():
            for name, points in each.points.items():
                own = found[name]
                own[0], own[1], own[2] = own[0] + points, own[1] + (points > 0), own[2] + 1
        for name, points in self.corrections.values():
            found[name][0] += points
        return {name: tuple(own) for name, own in found.items() if any(own)}


class Season:
    """One event after the other: what is done by chance, through the commands a director gives."""

    def __init__(self, place, folder, dice):
        self.place, self.folder, self.dice, self.model = str(place), folder, dice, Model()
        self.matches = self.made = 0
        self.played: list[tuple[Result, str]] = []  # on boxes, not fetched yet
        self.late = list(LATE)
        self.done: dict[str, int] = defaultdict(int)
        self.trail: list[str] = []

    # ---- what a desk sees ----

    def rows(self):
        """Everything on record; entries of the boxes too."""
        with Store(self.place) as store, store.reading() as connection:
            return [
                tuple(row) for row in connection.execute(select(schema.entries).order_by("event", "number"))
            ]

    def show(self, number=None):
        return shown(self.place, "event", "show", *(("--round", number) if number else ()))

    def tables(self, number=None):
        """Who sits where, by seat; nobody is an empty name."""
        return [[s["name"] if s else "" for s in table["seats"]] for table in self.show(number)["tables"]]

    def log(self):
        return shown(self.place, "event", "log")

    def here(self):
        return sorted(lines(self.place))

    # ---- what is done ----

    def begin(self):
        self.made += 1
        if self.made > 1:
            self.pass_time()
        self.model = Model()
        self.played, self.late, self.back = [], list(LATE), set()
        self.says("event", "new", f"Evening {self.made}", "--rounds", 3, "--games", GAMES, "--cut", 4)
        known = {each["name"] for each in shown(self.place, "players")["players"]}
        self.names = list(NAMES[: self.dice.randint(7, 12)])
        self.says(
            "event", "add", *[n for n in self.names if n not in known], *[n for n in self.names if n in known]
        )
        self.draw()

    def pass_time(self):
        """All that is there is a minute older."""
        with Store(self.place) as store, store.writing() as connection:
            for table, column in ((schema.texts, "received"), (schema.entries, "made")):
                connection.execute(table.update().values({column: table.c[column] - 60}))

    def says(self, *words):
        self.trail.append(" ".join(map(str, words)))
        return says(*words, "--db", self.place)

    def tried(self, *words):
        """Whether it was done; what is refused has changed nothing, and says why in a sentence."""
        self.trail.append(" ".join(map(str, words)))
        before = self.rows()
        result = called(*words, "--db", self.place)
        if result.exit_code:
            assert result.exit_code == 1 and result.output.startswith("Error: "), result.output
            assert self.rows() == before, "a refused command changes nothing"
        self.done["refused" if result.exit_code else words[1]] += 1
        return not result.exit_code

    def draw(self):
        """And the boxes are told, as `event seat` puts it on record."""
        self.matches += 1
        if not self.tried("event", "draw", "--yes", "--pairs", "--seed", self.dice.randrange(1000)):
            return
        number = self.show()["round"]
        with Store(self.place) as store:
            Desk(store).add(
                lambda record: [
                    (
                        record.event(None).id,
                        "seated",
                        {"round": number, "table": at, "device": BOX.format(at), "game": 20 * self.matches},
                    )
                    for at in range(1, len(self.tables()) + 1)
                ]
            )

    def table(self):
        """One of the latest round that has room for a game."""
        number, tables = self.show()["round"], self.tables()
        at = self.dice.randint(1, len(tables))
        waiting = sum(result.table == (number, at) for result, _ in self.played)
        there = [name for name in tables[at - 1] if name]
        room = len(self.model.counting((number, at))) + waiting < GAMES and len(there) > 1
        return (number, at), there if room else []

    def type(self):
        where, there = self.table()
        if not there:
            return
        game = 1 + sum(result.table == where for result in self.model.results)
        points = [-self.dice.randint(1, 40) for _ in there]
        points[(winner := self.dice.randrange(len(there)))] = 0
        points[winner] = -sum(points)
        if self.tried("event", "result", "--table", where[1], "--game", game, *points):
            own = dict(zip(there, points, strict=True))
            self.model.results.append(Result(where, f"paper-{game}", own, self.log()[-1]["number"]))

    def mistype(self):
        """Points that do not add up, that are too many, or whose sign slipped."""
        (_, table), there = self.table()
        many = len(there)
        wrong = self.dice.choice([[30, *[-10] * (many - 1)], [9, -3, -3, -3, 0], [-20 * many, *[20] * many]])
        if many == 4 and wrong[0] == 30:
            wrong[1] = -11
        assert not self.tried("event", "result", "--table", table, "--game", GAMES, *wrong)

    def play(self):
        """A game on a box: its sheet comes with a later sync."""
        where, there = self.table()
        if not there:
            return
        number = 1 + sum(r.table == where for r in self.model.results + [result for result, _ in self.played])
        (text,) = sheets(
            there, [self.dice.randrange(len(there))], where[1], self.matches, game=20 * self.matches + number,
            number=number,
        )  # fmt: skip
        points = _points(text)
        self.played.append(
            (Result(where, f"{BOX.format(where[1])}-{20 * self.matches + number}", points), text)
        )

    def sync(self):
        if not self.played:
            return
        self.trail.append("sync " + ", ".join(result.game for result, _ in self.played))
        bring(self.place, self.folder, *[text for _, text in self.played])
        self.model.results += [result for result, _ in self.played]
        self.played = []
        self.done["sync"] += 1

    def somebody(self):
        """Of those who sit there now, or anybody."""
        sitting = [name for there in self.tables() for name in there if name]
        return self.dice.choice(sitting if sitting and self.dice.random() < 0.7 else self.here())

    def withdraw(self):
        rounds = self.show()["round"]
        first = self.dice.choice([rounds, self.dice.randint(1, rounds + 1)])
        who = self.somebody()
        if self.tried("event", "withdraw", who, "--round", first):
            self.model.left[who] = self.log()[-1]["number"]

    def absent(self):
        self.tried("event", "absent", self.somebody())

    def fill(self):
        """A seat that is free, with somebody who has none; or any with anybody."""
        tables = self.tables()
        free = [
            (at, seat)
            for at, t in enumerate(tables, 1)
            for seat, n in zip("ABCD", [*t, ""], strict=False)
            if not n
        ]
        idle = [name for name in self.here() if not any(name in there for there in tables)]
        at, seat = self.dice.randint(1, len(tables)), self.dice.choice("ABCD")
        who = self.dice.choice(self.here())
        if free and idle and self.dice.random() < 0.8:
            (at, seat), who = self.dice.choice(free), self.dice.choice(idle)
        self.tried("event", "fill", who, "--table", at, "--seat", seat)

    def come(self):
        who = self.dice.choice(self.here() + self.late)
        if self.tried("event", "add", who, "--new"):
            self.model.left.pop(who, None)
            self.back.add(self.log()[-1]["number"])
            self.late = [name for name in self.late if name != who]

    def annul(self):
        results = self.model.counting()
        if not results:
            return
        one = self.dice.choice(results)
        where = ("--round", one.table[0], "--table", one.table[1], "--game", one.game)
        if self.tried("judge", "annul", *where, "a tile was missing"):
            one.annulled = self.log()[-1]["number"]

    def correct(self):
        who, points = self.dice.choice(self.here()), self.dice.choice([-20, -5, 10])
        if self.tried("judge", "correct", who, "--points", points, "a miscount"):
            self.model.corrections[self.log()[-1]["number"]] = who, points

    def take_back(self):
        """Any entry; results stay with their people, whatever of it is taken back."""
        log = self.log()
        number = self.dice.choice(log[1:])["number"]
        full = [r for r in self.model.results if r.annulled == number and self._is_full(r.table)]
        other = number in self.back or log[number - 1]["kind"] in {"drawn", "seated", "undone"}
        if full or other or not self.tried("event", "undo", number, "a slip"):
            return
        self.model.corrections.pop(number, None)
        self.model.left = {name: entry for name, entry in self.model.left.items() if entry != number}
        self.model.results = [r for r in self.model.results if not r.entry or r.entry != number]
        for each in self.model.results:
            each.annulled = each.annulled if each.annulled != number else 0

    def _is_full(self, table):
        waiting = sum(result.table == table for result, _ in self.played)
        return len(self.model.counting(table)) + waiting >= GAMES

    def merge(self):
        """Somebody of the event turns out to be somebody known, or the other way round."""
        who, other = self.dice.choice(self.here()), f"Known {len(self.trail)}"
        self.says("players", "add", other)
        old, new = (who, other) if self.dice.random() < 0.5 else (other, who)
        assert self.tried("players", "merge", old, new), "whom no event knows can be anybody"
        self.model.rename(old, new)
        for result, _ in self.played:
            result.points = {new if n == old else n: p for n, p in result.points.items()}

    def merge_two_of_the_event(self):
        one, other = self.dice.sample(self.here(), 2)
        assert not self.tried("players", "merge", one, other)

    def step(self):
        often = [self.type] * 5 + [self.play] * 3 + [self.sync] * 2 + [self.withdraw, self.absent] * 2
        often += (
            [self.fill] * 4 + [self.come] * 2 + [self.annul, self.correct, self.take_back, self.take_back]
        )
        often += [self.draw, self.merge, self.merge, self.merge_two_of_the_event, self.mistype]
        self.dice.choice(often)()
        self.check()

    def check(self):
        document = says("event", "standings", "--format", "json", "--db", self.place)
        found = {line["player"]: line for line in json.loads(document)["lines"]}
        assert len(found) == len(json.loads(document)["lines"]), "everybody has one line"
        figures = {name: (line["points"], line["wins"], line["games"]) for name, line in found.items()}
        own = {name: each for name, each in figures.items() if any(each)}
        assert own == self.model.totals(), "a counted result never changes its owner"
        if not self.model.counting():
            return
        waiting = self.waiting()
        behind = {
            name
            for name, line in found.items()
            if name in self.model.left or not (line["games"] or name in waiting)
        }
        front = [line["place"] for name, line in found.items() if name not in behind]
        last = min([found[name]["place"] for name in behind], default=len(found) + 1)
        assert max(front, default=0) < last, "who left or never came stands behind all the others"
        assert {name for name, line in found.items() if line["mark"]} == behind
        assert not [name for name in behind if found[name]["final"]]

    def waiting(self):
        """Who sits at a table that lacks games, in any round."""
        found = set()
        for number in range(1, self.show()["round"] + 1):
            for at, there in enumerate(self.tables(number), 1):
                if len(self.model.counting((number, at))) < GAMES:
                    found |= set(there)
        return found


def _points(text):
    """By name, as the sheet has them."""
    head, result, *_ = map(json.loads, text.split("\n")[:2])
    return {head["names"][s]: p for s, p in zip(result["seats"], result["points"], strict=True)}


def live(place, folder, seed, evenings, steps):
    season = Season(place, folder, random.Random(seed))
    try:
        for _ in range(evenings):
            season.begin()
            for _ in range(steps):
                season.step()
            season.sync()
            season.check()
    except AssertionError as error:
        trail = "\n".join(season.trail[-40:])
        raise AssertionError(f"season {seed}, after\n{trail}\n{error}") from error
    return season


def test_a_season_of_random_commands_has_the_results_of_a_plain_model(tmp_path):
    seed = random.randrange(1_000_000)
    print("season", seed)
    season = live(tmp_path / "store.sqlite", tmp_path, seed, 1, 30)
    assert season.model.results or season.done["refused"]


@pytest.mark.slow
def test_a_whole_season_of_random_commands_has_the_results_of_a_plain_model(tmp_path):
    seed = random.randrange(1_000_000)
    print("season", seed)
    season = live(tmp_path / "store.sqlite", tmp_path, seed, 12, 60)
    for kind in ("refused", "result", "withdraw", "absent", "fill", "add", "annul", "undo", "merge", "sync"):
        assert season.done[kind] > 5, kind
