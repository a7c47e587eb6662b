"""What the judge puts on record, for commands and the desk's page: each by an entry, and none is erased."""

from dataclasses import dataclass

from tileclock_host.sheets.store import Store

from .desk import Desk, Record, Said
from .errors import DeskError
from .event import Event
from .opening import results_of, the_round

WARNING, EXCLUSION, RULING = "warning", "exclusion", "ruling"
LONGEST_ANNOUNCEMENT = 400  # letters


@dataclass(frozen=True)
class Judge:
    """Who rules at the event of that name."""

    desk: Desk
    store: Store
    event: str | None

    def rule(
        self, kind: str, person: str, words: str, number: int | None = None, table: int | None = None
    ) -> Record:
        """At the table where somebody sits, unless another one is named; in the latest round."""

        def change(record: Record) -> list[Said]:
            here = record.event(self.event)
            who = record.people.find(person).id if person else ""
            at = len(here.rounds) if number is None else number
            where = table or 0
            if at:
                here.table(at, where or 1)
                seat = here.rounds[at - 1].seat_of(who) if who else None
                where = where or (seat[0] + 1 if seat else 0)
            return [(here.id, kind, {"person": who, "round": at, "table": where, "words": words})]

        return self.desk.add(change)

    def correct(self, person: str, points: int, big_points: int, words: str) -> Record:
        def change(record: Record) -> list[Said]:
            said = {"person": record.people.find(person).id, "points": points, "big_points": big_points}
            return [(record.event(self.event).id, "correction", {**said, "words": words})]

        return self.desk.add(change)

    def annul(self, table: int, game: str, words: str, number: int | None = None) -> str:
        """A game by its number at the table, its sheet, or paper-2; its name."""
        before = self.desk.read()
        found = results_of(self.store, before, before.event(self.event))
        which = the_round(found.event, number)
        games = found.table(which, table).games
        if game.isascii() and game.isdigit():
            named = [each for at, each in enumerate(games, 1) if str(at) == game]
        else:
            named = [each for each in games if game and each.name.endswith(game)]
        if len(named) != 1:
            has = ", ".join(each.name for each in games) or "none"
            raise DeskError(
                f"Table {table} has no game {game} in round {which}; it has {has}.",
                "wrong_game",
                table=table,
                game=game,
                has=", ".join(each.name for each in games) or "–",
            )

        def change(record: Record) -> list[Said]:
            said = {"round": which, "table": table, "game": named[0].name, "words": words}
            return [(found.event.id, "annulment", said)]

        self.desk.add(change)
        return named[0].name

    def announce(self, words: str) -> Record:
        """Have all read it, in the place of what was announced before; no more than a wall has room for."""
        if len(words) > LONGEST_ANNOUNCEMENT:
            raise DeskError(
                f"An announcement has at most {LONGEST_ANNOUNCEMENT} letters, this one has {len(words)}:"
                " shorten it.",
                "wrong_long",
                most=LONGEST_ANNOUNCEMENT,
                count=len(words),
            )
        return self.desk.add(lambda record: [(record.event(self.event).id, "announcement", {"words": words})])

    def take_back(self, entry: int, words: str) -> None:
        """By a second entry: both stay on record."""
        here = self.desk.read().event(self.event)
        if entry not in {each.number for each in here.judged}:
            raise DeskError(f"Entry {entry} is no ruling: `tileclock judge` lists them.", "wrong_entry")
        self.desk.undo(here.id, entry, words)


def announced(event: Event) -> str:
    """What stands announced; the latest, or nothing."""
    found = [said.words for said in event.judged if said.kind == "announcement"]
    return found[-1] if found else ""
