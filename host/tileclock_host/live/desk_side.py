"""The desk's side of the page: rulings, the announcement, the boxes. Who sees it has the secret.

What it does is what the commands do, by the same functions; a request without the header of our own page is
refused, and words and names come in its query, for no request has a body.
"""

from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from tileclock_host.desk import boxes, rounds
from tileclock_host.desk.desk import Desk
from tileclock_host.desk.errors import DeskError
from tileclock_host.desk.rulings import EXCLUSION, RULING, WARNING, Judge
from tileclock_host.device.clock import Clock
from tileclock_host.device.errors import DeviceError
from tileclock_host.panel.reading import Reader
from tileclock_host.sheets.store import Store
from tileclock_host.web.answers import HEADER, answered, refused

from .cables import Cables
from .following import Following, Now

PATIENCE_S = 20.0  # for one box to do what it was asked


class DeskSide:
    """What the desk asks for, each with a path of its own."""

    def __init__(self, store: Store, event: str | None, following: Following, cables: Cables) -> None:
        self._desk = Desk(store)
        self._judge = Judge(self._desk, store, event)
        self._event, self._following, self._cables = event, following, cables
        self._can_show = Reader().knows

    def routes(self) -> list[BaseRoute]:
        does: dict[str, Callable[[Any], object]] = {
            "warn": partial(self._rule, WARNING),
            "exclude": partial(self._rule, EXCLUSION),
            "rule": partial(self._rule, RULING),
            "correct": self._correct,
            "annul": self._annul,
            "announce": lambda said: self._judge.announce(_words(said)),
            "undo": lambda said: self._judge.take_back(_number(said, "entry"), _words(said)),
            "start": self._start,
            "seat": self._seat,
        }
        posts = [Route(f"/desk/{name}", self._asked(what), methods=["POST"]) for name, what in does.items()]
        return [Route("/desk/state", self.state, methods=["GET"]), *posts]

    def _asked(self, what: Callable[[Any], object]) -> Callable[[Request], Any]:
        async def asked(request: Request) -> Response:
            if HEADER not in request.headers:
                return refused()
            return await answered(lambda: self._done(what, request.query_params))

        return asked

    def _done(self, what: Callable[[Any], object], said: Any) -> Response:
        try:
            told = what(said)
        except DeskError as error:
            return JSONResponse({"error": str(error)}, 409)
        self._following.wake()
        return JSONResponse({"told": told if isinstance(told, list) else []})

    # ---- what is there ----

    async def state(self, _: Request) -> Response:
        now = self._following.now
        return JSONResponse(_state(now, self._cables) if now else {})

    # ---- what is done ----

    def _rule(self, kind: str, said: Any) -> None:
        self._judge.rule(kind, said.get("person", ""), _words(said), table=_number(said, "table", 0) or None)

    def _correct(self, said: Any) -> None:
        points, big = _number(said, "points", 0), _number(said, "big", 0)
        self._judge.correct(said.get("person", ""), points, big, _words(said))

    def _annul(self, said: Any) -> None:
        self._judge.annul(_number(said, "table"), said.get("game", ""), _words(said))

    def _start(self, said: Any) -> None:
        rounds.start(self._desk, self._event, _number(said, "minutes"))

    def _seat(self, _: Any) -> list[dict[str, Any]]:
        """Tell all boxes who sits there, one after the other; what became of each."""
        now = self._following.now
        if now is None or not now.event.rounds:
            raise DeskError("No round is drawn yet: `tileclock event draw` does that.")
        return [self._seat_one(box.port, box.wish, now) for box in self._cables.boxes()]

    def _seat_one(
        self, port: str, wish: Callable[[Callable[[Clock], object]], Future[object]], now: Now
    ) -> dict[str, Any]:
        number = len(now.event.rounds)

        def work(clock: Clock) -> int:
            record = self._desk.read()
            table = boxes.table_for(record, self._event, number, clock.identity.device, clock.identity.table)
            boxes.seat(self._desk, self._event, (number, table), clock, self._can_show)
            return table

        told = {"port": port, "table": 0, "trouble": ""}
        try:
            return told | {"table": wish(work).result(PATIENCE_S)}
        except TimeoutError:
            return told | {"trouble": f"{port} does not answer."}
        except (DeskError, DeviceError) as error:
            return told | {"trouble": str(error)}


def _state(now: Now, cables: Cables) -> dict[str, Any]:
    people, event = now.record.people, now.event
    return {
        "people": sorted([people.get(person).name for person in event.persons], key=str.casefold),
        "judged": [
            {
                "entry": each.number,
                "kind": each.kind,
                "person": people.get(each.person).name if each.person else "",
                "round": each.round,
                "table": each.table,
                "words": each.words,
                "at": f"{each.at.astimezone():%H:%M}",
            }
            for each in reversed(event.judged)
        ],
        "boxes": [{"port": box.port, "table": box.table, "trouble": box.trouble} for box in cables.boxes()],
    }


def _words(said: Any) -> str:
    found = str(said.get("words", "")).strip()
    if not found:
        raise DeskError("Say why: the words are on record.")
    return found


def _number(said: Any, name: str, usual: int | None = None) -> int:
    text = str(said.get(name, "")).strip().replace("−", "-")
    if not text and usual is not None:
        return usual
    try:
        return int(text[:12])
    except ValueError as error:
        raise DeskError(f"The {name} must be a whole number.") from error
