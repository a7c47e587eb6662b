"""The matches a clock's page shows, out of the store: looked at, put right, taken away as files."""

from datetime import UTC, datetime
from importlib import import_module
from io import BytesIO
from typing import Any, NamedTuple

from tileclock_host.export import bgstats
from tileclock_host.facts.match import LETTERS, MatchFacts
from tileclock_host.facts.score import score_of
from tileclock_host.facts.words import load, signed
from tileclock_host.sheets.amend import Changes
from tileclock_host.sheets.filter import Filter
from tileclock_host.sheets.games import matches
from tileclock_host.sheets.store import Store
from tileclock_host.web.cable import Trouble
from tileclock_host.web.roster import check, is_name, seat_of

SHOWN = 24  # matches, the newest first; the command line lists them all
OFFERED = 12  # people, who played last first
_GAMES = 60  # in which they are looked for
POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; sandbox"
)


class Document(NamedTuple):
    """What a match can be had as: the module that writes it, its type, and whether it is looked at here."""

    module: str
    kind: str
    here: bool = False


DOCUMENTS = {
    "sheet.html": Document("export.as_html", "text/html", here=True),
    "report.html": Document("report.page", "text/html", here=True),
    "scores.pdf": Document("export.as_pdf", "application/pdf"),
    "scores.xlsx": Document(
        "export.as_xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    ),
    "scores.csv": Document("export.as_csv", "text/csv"),
    "scores.json": Document("export.as_json", "application/json"),
    "bgstats.svg": Document("export.bgstats", "image/svg+xml"),
}


class File(NamedTuple):
    """A document as it is served."""

    content: bytes
    kind: str
    headers: dict[str, str]


class Matches:
    """Those of one clock in the store its sheets go to."""

    def __init__(self, device: str, db: str | None) -> None:
        self.device = device
        self.db = db

    def list(self, language: str) -> dict[str, Any]:
        with Store(self.db) as store:
            newest: dict[int, int] = {}
            for row in store.rows(Filter(device=self.device)):
                newest[row.match] = max(row.game, newest.get(row.match, 0))
            shown = sorted(newest, key=lambda match: newest[match], reverse=True)[:SHOWN]
            return {
                "matches": [card(self._match(store, match), language) for match in shown],
                "more": len(newest) - len(shown),
            }

    def _match(self, store: Store, match: int) -> MatchFacts:
        if match < 2**31:
            for found in matches(store.each(Filter(device=self.device, match=match))):
                return MatchFacts(found)
        raise Trouble("no_match", match=match)

    def document(self, match: int, name: str, language: str) -> File:
        document = DOCUMENTS[name]
        module = import_module(f"tileclock_host.{document.module}")
        write = module.write_code if name == "bgstats.svg" else module.write
        with Store(self.db) as store:
            facts = self._match(store, match)
        out = BytesIO()
        write([facts], load(language), out)
        stem, _, suffix = name.partition(".")
        file = f"tileclock-match-{match}-{stem}.{suffix}".replace("-scores", "")
        headers = {
            "Content-Security-Policy": POLICY,
            "Content-Disposition": f'{"inline" if document.here else "attachment"}; filename="{file}"',
        }
        return File(out.getvalue(), document.kind, headers)

    def name(self, match: int, letter: str, name: str, language: str) -> dict[str, Any]:
        """Somebody had a wrong name: it is put right in all games of the match."""
        seat = seat_of(letter)
        check(name)
        with Store(self.db) as store:
            for game in self._match(store, match).games:
                if seat in game.seats:
                    store.amend(game.stored, Changes(names={seat: name}))
            return card(self._match(store, match), language)

    def people(self) -> dict[str, Any]:
        """Who played before."""
        found: dict[str, None] = {}
        with Store(self.db) as store:
            for row in store.latest(limit=_GAMES):
                found |= dict.fromkeys(name for _, name, _, _ in row.players if is_name(name))
        return {"people": sorted(list(found)[:OFFERED], key=str.casefold)}

    def today(self, match: int, language: str) -> dict[str, Any]:
        """A clock that was not told the date leaves it open: the match was played today."""
        with Store(self.db) as store:
            for game in self._match(store, match).games:
                if game.date is None:
                    store.amend(game.stored, Changes(date=int(datetime.now(UTC).timestamp())))
            return card(self._match(store, match), language)


def card(match: MatchFacts, language: str) -> dict[str, Any]:
    """A match in a list, in the words of that language."""
    words = load(language)
    score = score_of(match, words)
    link, why = "", ""
    try:
        link = bgstats.link(match, words)
    except bgstats.NoPlay as reason:
        why = str(reason)
    return {
        "match": match.number,
        "title": score.title,
        "date": match.date.isoformat() if match.date else None,
        "games": len(match.games),
        "rules": score.rules,
        "headline": score.headline,
        "places": [
            {
                "place": place.place,
                "seat": place.letter,
                "name": place.name,
                "points": place.points,
                "beside": place.beside,
            }
            for place in score.places
        ],
        "last": points_of_last(match),
        "findings": [*match.stored.findings, *(each for game in match.games for each in wrong(game))],
        "bgstats": link,
        "no_bgstats": why,
    }


def points_of_last(match: MatchFacts) -> list[dict[str, str]]:
    """What everybody got in the last game that was scored, and has in the match; the most points first."""
    for game in reversed(match.games):
        if not game.abandoned:
            return [
                {
                    "seat": LETTERS[seat],
                    "name": match.name(seat),
                    "game": signed(game.points(seat) or 0),
                    "match": signed(match.totals.points[seat]),
                }
                for seat in sorted(game.seats, key=lambda seat: -(game.points(seat) or 0))
            ]
    return []


def wrong(game: Any) -> list[str]:
    return [*game.stored.findings, *game.stored.conflicts]
