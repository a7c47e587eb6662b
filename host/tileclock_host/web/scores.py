"""Scores on the page: the clock's sheets come over its serial port as with `tileclock sync`, and what the
store has of this clock can be looked at and taken away as files.

Names on sheets are foreign text: the list is JSON for a page that shows it as text, and every document is
served with a policy under which no script runs, in an origin of its own.
"""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from io import BytesIO
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from tileclock_host.device.clock import Clock, Refused
from tileclock_host.device.errors import DeviceError
from tileclock_host.device.port import SerialPort
from tileclock_host.device.sync import Progress, Report, sync
from tileclock_host.export import bgstats
from tileclock_host.export.errors import ExportError
from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.score import score_of
from tileclock_host.facts.words import LANGUAGES, load
from tileclock_host.sheets.amend import Changes
from tileclock_host.sheets.errors import StoreError
from tileclock_host.sheets.filter import Filter
from tileclock_host.sheets.games import matches
from tileclock_host.sheets.store import Store
from tileclock_host.sim.live import Live

HEADER = "X-Tileclock"  # no other page can send it without being asked, and refused, first
SHOWN = 24  # matches, the newest first; the command line lists them all
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


class Trouble(Exception):
    """A sentence for the page."""


class Scores:
    """The clock, the store its sheets go to, and at most one transfer at a time."""

    def __init__(self, live: Live, db: str | None) -> None:
        self.live = live
        self.db = db
        self.fetching = threading.Lock()

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/scores", self.list, methods=["GET"]),
            Route("/scores/fetch", self.fetch, methods=["POST"]),
            Route("/scores/{match:int}/today", self.today, methods=["POST"]),
            Route("/scores/{match:int}/{name}", self.document, methods=["GET"]),
        ]

    # ---- what is there ----

    async def list(self, _: Request) -> Response:
        return await answered(lambda: JSONResponse(self._list()))

    def _list(self) -> dict[str, Any]:
        with Store(self.db) as store:
            newest: dict[int, int] = {}
            for row in store.rows(Filter(device=self.live.device)):
                newest[row.match] = max(row.game, newest.get(row.match, 0))
            shown = sorted(newest, key=lambda match: newest[match], reverse=True)[:SHOWN]
            return {
                "matches": [told(self._match(store, match)) for match in shown],
                "more": len(newest) - len(shown),
            }

    def _match(self, store: Store, match: int) -> MatchFacts:
        if match < 2**31:
            for found in matches(store.each(Filter(device=self.live.device, match=match))):
                return MatchFacts(found)
        raise Trouble(f"There is no match {match} of this clock: fetch its scores again.")

    # ---- documents ----

    async def document(self, request: Request) -> Response:
        match, name = request.path_params["match"], request.path_params["name"]
        language = request.query_params.get("lang", "en")
        if name not in DOCUMENTS or language not in LANGUAGES:
            return PlainTextResponse("There is nothing of that name.\n", 404)
        return await answered(lambda: self._document(match, name, language))

    def _document(self, match: int, name: str, language: str) -> Response:
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
        return Response(out.getvalue(), media_type=document.kind, headers=headers)

    # ---- what the page may ask for ----

    async def fetch(self, request: Request) -> Response:
        """Lines of JSON: how far it is, and last what came of it."""
        if HEADER not in request.headers:
            return refused()
        if not self.fetching.acquire(blocking=False):
            return JSONResponse({"error": "The scores are being fetched already: wait a moment."}, 409)
        loop = asyncio.get_running_loop()
        said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        def tell(line: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(said.put_nowait, line)

        # Whether somebody still listens or not: what has begun is brought to its end.
        threading.Thread(target=self._fetch, args=(tell,), daemon=True, name="scores").start()
        return StreamingResponse(lines(said), media_type="application/x-ndjson")

    def _fetch(self, tell: Callable[[dict[str, Any]], None]) -> None:
        end: dict[str, Any] = {"error": "The scores could not be fetched: try again."}
        try:
            end = self._take(lambda progress: tell({"done": progress.done, "total": progress.total}))
        except (Trouble, DeviceError, StoreError) as error:
            end = {"error": str(error)}
        finally:
            self.fetching.release()
            tell(end)

    def _take(self, tell: Callable[[Progress], None]) -> dict[str, Any]:
        self._ready()
        assert self.live.serial_port
        clock = Clock(SerialPort(self.live.serial_port))
        with clock, Store(self.db) as store:
            clock.hello()
            report = sync([clock], store, tell)[0]
            with suppress(Refused):  # so that the games to come have a date; not while a turn's clock runs
                clock.set_clock(int(datetime.now(UTC).timestamp()))
        if report.errors:
            raise Trouble(" ".join(report.errors))
        return {"said": sentence(report), "stored": report.kept}

    def _ready(self) -> None:
        picture = self.live.picture()
        if not picture.powered:
            raise Trouble("The plug is out: plug the clock in, then fetch again.")
        if self.live.speed == 0:
            raise Trouble("Time is frozen and the clock cannot answer: choose a speed, then fetch again.")

    async def today(self, request: Request) -> Response:
        """A clock that was not told the date leaves it open: the match was played today."""
        if HEADER not in request.headers:
            return refused()
        return await answered(lambda: self._today(request.path_params["match"]))

    def _today(self, match: int) -> Response:
        with Store(self.db) as store:
            for game in self._match(store, match).games:
                if game.date is None:
                    store.amend(game.stored, Changes(date=int(datetime.now(UTC).timestamp())))
            return JSONResponse(told(self._match(store, match)))


def told(match: MatchFacts) -> dict[str, Any]:
    """A match in a list, in the words of the page."""
    words = load("en")
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
        "findings": [*match.stored.findings, *(each for game in match.games for each in wrong(game))],
        "bgstats": link,
        "no_bgstats": why,
    }


def wrong(game: Any) -> list[str]:
    return [*game.stored.findings, *game.stored.conflicts]


def sentence(report: Report) -> str:
    found = {0: "Nothing new is on the clock.", 1: "One new sheet was stored."}
    return " ".join([found.get(report.kept, f"{report.kept} new sheets were stored."), *report.notes])


async def lines(said: "asyncio.Queue[dict[str, Any]]") -> AsyncIterator[str]:
    while True:
        line = await said.get()
        yield json.dumps(line) + "\n"
        if "done" not in line:
            return


async def answered(work: Callable[[], Response]) -> Response:
    """Done in a thread of its own, for the store and the documents take their time."""
    try:
        return await asyncio.to_thread(work)
    except (Trouble, ExportError) as error:
        return JSONResponse({"error": str(error)}, 404)
    except StoreError as error:
        return JSONResponse({"error": str(error)}, 503)


def refused() -> Response:
    return PlainTextResponse(f"Only a page of this clock may ask that: it sends {HEADER}.\n", 403)
