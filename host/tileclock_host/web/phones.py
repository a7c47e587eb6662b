"""Phones that have a seat: which are free, who takes one and lets it go, and what such a phone is told."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tileclock_host.web.addresses import code
from tileclock_host.web.answers import HEADER, Told, refused
from tileclock_host.web.cable import Trouble, told
from tileclock_host.web.keys import SEATS, TableDoors
from tileclock_host.web.roster import Roster

# Of the state that pages are told: nothing of the cable, nothing that is stored.
TOLD = (
    "awake", "contrast", "powered", "tones", "screen", "seat", "turn", "language", "names", "playing",
    "speed", "left", "moment",
)  # fmt: skip
AGAIN_S = 10.0  # until a clock that did not say the names is asked again
PATIENCE_S = 0.5  # of who is shown the seats, for the names
PICTURE = ("frame", "text")  # of the display, for who wants to see it
State = dict[str, Any]


class Phones:
    """The seats that phones have. `closed` ends the pages of a seat whose phone has it no more; `invitation`
    is the address at which they join, "" where none can."""

    def __init__(
        self,
        doors: TableDoors,
        roster: Roster,
        state: Callable[[], State],
        closed: Callable[[str], Awaitable[None]],
        invitation: str,
    ) -> None:
        self.doors = doors
        self.roster = roster
        self.state = state
        self.closed = closed
        self._code = code(invitation) if invitation else b""
        self._asking: asyncio.Task[object] | None = None
        self._ask_at = 0.0

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/seat/seats", self.seats, methods=["GET"]),
            Route("/seat/take/{seat}", self.take, methods=["POST"]),
            Route("/seat/leave", self.leave, methods=["POST"]),
            Route("/phones/{seat}/free", self.free, methods=["POST"]),
            Route("/join.svg", self.code, methods=["GET"]),
        ]

    async def seats(self, request: Request) -> Response:
        """Where one can sit down: who plays is known from the deal on."""
        await self._know_names()
        state, mine = self.state(), request.scope["right"].seat
        names = self.roster.shown or [""] * len(SEATS)
        seats = [
            {"seat": seat, "name": name, "free": seat == mine or seat not in self.doors.taken()}
            for seat, name in zip(SEATS, names, strict=True)
            if not state["playing"] or seat in state["playing"] or seat == mine
        ]
        return Told({"mine": mine, "seats": seats, "language": state["language"]})

    async def _know_names(self) -> None:
        """Ask the clock for them, as a page of the table does; nobody waits long, phones ask again."""
        now = time.monotonic()
        if self.roster.shown is None and self._asking is None and now >= self._ask_at:
            self._ask_at = now + AGAIN_S
            self._asking = asyncio.create_task(asyncio.to_thread(self.roster.ask))
            self._asking.add_done_callback(self._asked)
        if self._asking:
            await asyncio.wait([self._asking], timeout=PATIENCE_S)

    def _asked(self, _: object) -> None:
        self._asking = None

    async def take(self, request: Request) -> Response:
        if HEADER not in request.headers:
            return refused()
        seat, right = request.path_params["seat"], request.scope["right"]
        cookie = self.doors.take(seat, right)
        if cookie is None:
            return Told(told(Trouble("seat_is_taken", seat=seat[:8])), 409)
        for left in {right.seat, seat} - {""}:  # another window of the same phone
            await self.closed(left)
        return Told({"mine": seat}, headers={"Set-Cookie": cookie})

    async def leave(self, request: Request) -> Response:
        return await self._free(request, request.scope["right"].seat)

    async def free(self, request: Request) -> Response:
        """By the table, whose phones it are: one may have lost its way."""
        return await self._free(request, request.path_params["seat"])

    async def _free(self, request: Request, seat: str) -> Response:
        if HEADER not in request.headers:
            return refused()
        self.doors.free(seat)
        await self.closed(seat)
        return Told({"free": seat})

    # ---- the way there ----

    async def code(self, _: Request) -> Response:
        """The invitation as a QR code."""
        if not self._code:
            return Response(status_code=404)
        return Response(self._code, media_type="image/svg+xml")


def lit(state: State) -> str:
    """Whose light alone is on: when the time is up the panel says it only by turns."""
    found = [seat for seat, light in zip(SEATS, state["lights"], strict=True) if any(light)]
    return found[0] if len(found) == 1 else ""


def of_a_seat(state: State, seat: str, *, picture: bool) -> State:
    """What the phone at that seat is told."""
    return {name: state[name] for name in TOLD + PICTURE * picture} | {
        "mine": seat,
        "seat": state["seat"] or lit(state),
        "powered": state["powered"] and not state["fault"],
        "light": state["lights"][SEATS.index(seat)],
        "entry": state["entries"].get(seat, ""),
    }
