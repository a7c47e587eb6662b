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
from typing import Any

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from tileclock_host.device.errors import DeviceError
from tileclock_host.facts.words import LANGUAGES
from tileclock_host.sheets.errors import StoreError
from tileclock_host.sheets.store import Store
from tileclock_host.web.answers import HEADER, Told, answered, refused
from tileclock_host.web.cable import Cable, Trouble, told
from tileclock_host.web.fetching import fetch
from tileclock_host.web.matches import DOCUMENTS, Matches


class Scores:
    """What the page may ask for, and how it is answered."""

    def __init__(self, cable: Cable, db: str | None) -> None:
        self.cable = cable
        self.db = db
        self.matches = Matches(cable.live.device, db)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/people", self.people, methods=["GET"]),
            Route("/scores", self.list, methods=["GET"]),
            Route("/scores/fetch", self.fetch, methods=["POST"]),
            Route("/scores/{match:int}/today", self.today, methods=["POST"]),
            Route("/scores/{match:int}/names/{seat}", self.name, methods=["POST"]),
            Route("/scores/{match:int}/{name}", self.document, methods=["GET"]),
        ]

    async def list(self, request: Request) -> Response:
        return await answered(lambda: Told(self.matches.list(language_of(request))))

    async def document(self, request: Request) -> Response:
        match, name = request.path_params["match"], request.path_params["name"]
        language = request.query_params.get("lang", "en")
        if name not in DOCUMENTS or language not in LANGUAGES:
            return PlainTextResponse("There is nothing of that name.\n", 404)

        def written() -> Response:
            file = self.matches.document(match, name, language)
            return Response(file.content, media_type=file.kind, headers=file.headers)

        return await answered(written)

    async def fetch(self, request: Request) -> Response:
        """Lines of JSON: how far it is, and last what came of it."""
        if HEADER not in request.headers:
            return refused()
        loop = asyncio.get_running_loop()
        said: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

        def tell(line: dict[str, Any]) -> None:
            with suppress(RuntimeError):  # the server has ended meanwhile
                loop.call_soon_threadsafe(said.put_nowait, line)

        # Whether somebody still listens or not: what has begun is brought to its end.
        threading.Thread(target=self._fetch, args=(tell,), daemon=True, name="scores").start()
        return StreamingResponse(lines(said), media_type="application/x-ndjson")

    def _fetch(self, tell: Callable[[dict[str, Any]], None]) -> None:
        end = told(Trouble("not_fetched"))
        try:
            end = fetch(
                self.cable, lambda: Store(self.db), lambda at: tell({"done": at.done, "total": at.total})
            )
        except (Trouble, DeviceError, StoreError) as error:
            end = told(error)
        finally:
            tell(end)

    async def people(self, _: Request) -> Response:
        return await answered(lambda: Told(self.matches.people()))

    async def name(self, request: Request) -> Response:
        if HEADER not in request.headers:
            return refused()
        match, letter = request.path_params["match"], request.path_params["seat"]
        name = request.query_params.get("name", "").strip()
        return await answered(lambda: Told(self.matches.name(match, letter, name, language_of(request))))

    async def today(self, request: Request) -> Response:
        if HEADER not in request.headers:
            return refused()
        match = request.path_params["match"]
        return await answered(lambda: Told(self.matches.today(match, language_of(request))))


def language_of(request: Request) -> str:
    """Of the page that asks."""
    language = request.query_params.get("lang", "en")
    return language if language in LANGUAGES else "en"


async def lines(said: "asyncio.Queue[dict[str, Any]]") -> AsyncIterator[str]:
    while True:
        line = await said.get()
        yield json.dumps(line) + "\n"
        if "done" not in line:
            return
