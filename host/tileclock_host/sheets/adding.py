"""Takes texts that have come into the store: who may, what becomes of each, and the rows it leaves."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from tileclock_host.foreign import printable

from . import amend, schema, verify
from .amend import Amendment
from .conditions import add_rows, asking, forget
from .derived import Derived
from .games import Version
from .lists import one_of
from .load import Loader
from .outcome import AMENDED, KNOWN, NOT_STORED, REFUSED, Outcome, outcome_of, stored
from .played import Played
from .rows import CheckRow, Key, TextRow, amendment_row, chunks, listed, text_key
from .text import read

_TABLES = schema.texts, schema.checks, schema.amendments, schema.games, schema.players


class _Come(NamedTuple):
    """A text that may be stored, as far as that can be said without looking at what is."""

    place: int  # among those that came
    played: Played
    seal: str

    @property
    def game(self) -> Key:
        row = self.played.told.game
        return row.device, row.game

    @property
    def findings(self) -> tuple[str, ...]:
        return (*verify.faults(self.seal), *self.played.told.findings)


class Adding:
    """`clock`, wherever it is asked for: the device that has just sent the texts, if one has."""

    def __init__(
        self,
        loader: Loader,
        derived: Derived,
        secrets_of: Callable[[str], Sequence[bytes]],
        now: Callable[[], int],
    ) -> None:
        self._loader, self._derived = loader, derived
        self._secrets_of, self._now = secrets_of, now

    def add(self, writing: Callable[[], Connection], texts: Sequence[Played], clock: str) -> list[Outcome]:
        """What became of each; the store is not asked about those that are refused whatever it has."""
        known: dict[str, Sequence[bytes]] = {}
        outcomes: dict[int, Outcome] = {}
        come: list[_Come] = []
        for place, played in enumerate(texts):
            seal = "" if played.told.refused else verify.seal_of(played.text, self._secrets(played, known))
            if why := _why_not(played, seal, clock):
                outcomes[place] = Outcome(REFUSED, f"{NOT_STORED}{why}.", played.name)
            else:
                come.append(_Come(place, played, seal))
        if come:
            connection = writing()
            crowded = self._crowded(connection, come)
            alone = [each for each in come if each.game not in crowded]
            outcomes |= self._add_alone(connection, alone, clock)
            outcomes |= self._add_beside(connection, [each for each in come if each.game in crowded], clock)
        return [outcomes[place] for place in range(len(texts))]

    def _secrets(self, played: Played, known: dict[str, Sequence[bytes]]) -> Sequence[bytes]:
        device = played.told.game.device
        if device not in known:
            known[device] = tuple(self._secrets_of(device))
        return known[device]

    def _crowded(self, connection: Connection, come: Iterable[_Come]) -> set[Key]:
        """The games of which more comes than one text, or anything is there already."""
        count = Counter(each.game for each in come)
        crowded = {game for game, texts in count.items() if texts > 1}
        for table in _TABLES:
            meant = one_of(list(count), table.name)
            found = asking(connection)(
                f"SELECT device, game FROM {table.name} WHERE {meant.sql}", meant.values
            )
            crowded |= {(row.device, row.game) for row in found}
        return crowded

    def _add_alone(self, connection: Connection, come: Sequence[_Come], clock: str) -> dict[int, Outcome]:
        """Add texts whose game the store knows nothing of: what follows from them is known already."""
        outcomes = {each.place: _unsealed(each) for each in come if clock and each.seal == verify.MISSING}
        rows: dict[Any, list[Any]] = {table: [] for table in _TABLES}
        for each in come:
            if each.place in outcomes:
                continue
            played, told, findings = each.played, each.played.told, listed(each.findings)
            key, source = played.key, printable(played.source)
            rows[schema.texts].append(TextRow(*key, played.text, source, self._now()))
            rows[schema.checks].append(CheckRow(*key, each.seal, findings, told.course))
            rows[schema.games].append(told.game._replace(seal=each.seal, findings=findings))
            rows[schema.players] += told.players
            outcomes[each.place] = stored(played.name, each.findings)
        for table, some in rows.items():
            add_rows(connection, table, some)
        return outcomes

    def _add_beside(self, connection: Connection, come: Sequence[_Come], clock: str) -> dict[int, Outcome]:
        """Add texts whose game has others: all of them together say what counts."""
        outcomes: dict[int, Outcome] = {}
        versions = self._loader.versions(asking(connection), list(dict.fromkeys(each.game for each in come)))
        held = {version.sheet.sha256 for each in versions.values() for version in each}
        added: list[tuple[_Come, Version]] = []
        for each in come:
            if each.played.told.game.sha256 in held:
                name = each.played.name
                outcomes[each.place] = Outcome(KNOWN, f"Sheet {name} is here already.", name)
            elif clock and each.seal == verify.MISSING:
                outcomes[each.place] = _unsealed(each)
            else:
                version = self._version(each)
                held.add(version.sheet.sha256)
                versions[each.game].append(version)
                added.append((each, version))
        if added:
            self._keep_texts(connection, [version for _, version in added])
            settled = self._derived.derive(connection, {each.game: versions[each.game] for each, _ in added})
            for each, version in added:
                outcomes[each.place] = outcome_of(version, settled[each.game])
        return outcomes

    def take_over(self, connection: Connection, amendments: Sequence[Amendment]) -> list[Outcome]:
        """What became of each that is new here and has its sheet; it counts as if it were made here."""
        outcomes: list[Outcome] = []
        for some in chunks(sorted(amendments, key=lambda each: each.order)):
            keys = list(dict.fromkeys((each.device, each.game) for each in some))
            there = schema.amendments.c.uid
            asked = select(there).where(there.in_([each.uid for each in some]))
            known = set(connection.execute(asked).scalars())
            versions = self._loader.versions(asking(connection), keys)
            before = self._loader.amendments(asking(connection), keys)
            taken: list[Amendment] = []
            for each in some:
                key = each.device, each.game
                sheet = next((v.sheet for v in versions[key] if v.sheet.sha256 == each.sha256), None)
                if sheet is None or each.uid in known:
                    continue
                known.add(each.uid)
                others = [other for other in before[key] if other.sha256 == each.sha256]
                _, why = amend.problem(sheet, [*others, each])
                if why:
                    outcomes.append(Outcome(REFUSED, f"{NOT_STORED}of sheet {sheet.name} {why}.", sheet.name))
                    continue
                before[key].append(each)
                taken.append(each)
                outcomes.append(Outcome(AMENDED, f"An amendment of {sheet.name} is stored.", sheet.name))
            add_rows(connection, schema.amendments, [amendment_row(each) for each in taken])
            changed = {(each.device, each.game) for each in taken}
            self._derived.derive(connection, {key: versions[key] for key in keys if key in changed})
        return outcomes

    def _version(self, come: _Come) -> Version:
        received = datetime.fromtimestamp(self._now(), UTC)
        sheet = read(come.played.text)
        source, told = printable(come.played.source), come.played.told.course
        return Version(sheet, come.seal, come.findings, source, received, told=told)

    def _keep_texts(self, connection: Connection, versions: Sequence[Version]) -> None:
        """Texts nobody has yet; a damaged row of the same text goes."""
        forget(connection, schema.texts, versions)
        rows = [TextRow(*text_key(v.sheet), v.sheet.text, v.source, self._now()) for v in versions]
        add_rows(connection, schema.texts, rows)
        self._derived.keep_checks(connection, versions)


def _why_not(played: Played, seal: str, clock: str) -> str:
    """Why a text is refused whatever is stored; empty if it is not."""
    if played.told.refused:
        return played.told.refused
    if seal == verify.BROKEN:
        return f"sheet {played.name} was altered on the way: its seal is not that of its clock"
    if clock and played.told.game.device != clock:
        return (
            f"sheet {played.name} is not of the clock that sent it, {clock}; only `tileclock sheets import`"
            " takes it"
        )
    return ""


def _unsealed(come: _Come) -> Outcome:
    return Outcome(
        REFUSED,
        f"{NOT_STORED}sheet {come.played.name} has no seal, though its clock has a secret to seal with: it"
        " may be forged; only `tileclock sheets import` takes it, and marks it.",
    )
