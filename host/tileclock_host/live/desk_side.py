"""The desk's side of the page: rounds, rulings, the announcement, the boxes. Who sees it has the secret.

What it does is what the commands do, by the same functions; a request without the header of our own page is
refused, and words and names come in its query, for no request has a body.
"""

import re
import secrets
from collections.abc import Callable
from concurrent.futures import wait
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tileclock.storage.settings import LONGEST_CODE, is_code
from tileclock_host.desk import acts, boxes, rounds, seating
from tileclock_host.desk.desk import Desk
from tileclock_host.desk.errors import DeskError
from tileclock_host.desk.event import Event
from tileclock_host.desk.opening import the_round
from tileclock_host.desk.rulings import EXCLUSION, RULING, WARNING, Judge
from tileclock_host.device.clock import Busy, Clock, Refused
from tileclock_host.device.errors import DeviceError
from tileclock_host.panel.reading import Reader
from tileclock_host.sheets.errors import StoreError
from tileclock_host.sheets.store import Store
from tileclock_host.web.answers import HEADER, Told, answered, refused
from tileclock_host.web.cable import told

from .cables import Box, Cables
from .following import Following, Now

PATIENCE_S = 20.0  # for one box to do what it was asked
_WHOLE = re.compile("[+-]?[0-9]{1,12}")


class DeskSide:
    """What the desk asks for, each with a path of its own."""

    def __init__(self, store: Store, following: Following, cables: Cables) -> None:
        self._desk, self._store = Desk(store), store
        self._following, self._cables = following, cables
        self._can_show = Reader().knows

    @property
    def _event(self) -> str | None:
        """What is done is done to the event that is shown."""
        return self._following.event

    @property
    def _judge(self) -> Judge:
        return Judge(self._desk, self._store, self._event)

    def routes(self) -> list[BaseRoute]:
        does: dict[str, Callable[[Any], object]] = {
            "warn": partial(self._rule, WARNING),
            "exclude": partial(self._rule, EXCLUSION),
            "rule": partial(self._rule, RULING),
            "correct": self._correct,
            "annul": self._annul,
            "announce": lambda said: self._judge.announce(_words(said)),
            "undo": lambda said: self._judge.take_back(_number(said, "entry"), _words(said)),
            "draw": self._draw,
            "undraw": self._undraw,
            "seat": self._seat,
            "start": self._start,
            "lock": self._lock,
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
            done = what(said)
        except DeskError as error:
            return Told(told(error), 409)
        except StoreError as error:
            said = str(error)
            return Told({"error": said, "key": "store_refuses", "facts": {"said": said}}, 503)
        self._following.wake()
        return Told({"told": done if isinstance(done, list) else []})

    # ---- what is there ----

    async def state(self, _: Request) -> Response:
        now = self._following.now
        return Told(_state(now, self._cables) if now else {})

    # ---- what is done ----

    def _rule(self, kind: str, said: Any) -> None:
        self._judge.rule(kind, said.get("person", ""), _words(said), table=_number(said, "table", 0) or None)

    def _correct(self, said: Any) -> None:
        points, big = _number(said, "points", 0), _number(said, "big", 0)
        self._judge.correct(said.get("person", ""), points, big, _words(said))

    def _annul(self, said: Any) -> None:
        self._judge.annul(_number(said, "table"), said.get("game", ""), _words(said))

    # ---- rounds ----

    def _draw(self, said: Any) -> None:
        mode = said.get("mode") or None
        if mode not in {None, *seating.MODES}:
            raise DeskError(f"The mode must be one of {', '.join(seating.MODES)}.")
        size = _number(said, "size", 0) or None
        how = acts.Draw(
            secrets.randbelow(seating.SEEDS),
            mode,
            size if mode == seating.FINAL else None,
            bool(said.get("pairs")),
            _number(said, "round"),
            yes=True,  # the page has asked
        )
        acts.draw(self._desk, self._store, self._event, how)

    def _undraw(self, said: Any) -> None:
        acts.undraw(self._desk, self._event, _number(said, "round"), _words(said))

    def _start(self, said: Any) -> None:
        rounds.start(self._desk, self._event, _number(said, "minutes"), anew=bool(said.get("anew")))

    # ---- boxes ----

    def _seat(self, _: Any) -> list[dict[str, Any]]:
        """Tell all boxes who sits there, one after the other; what became of each."""
        now = self._following.now
        number = the_round(now.event if now else self._desk.read().event(self._event), None)

        def work(clock: Clock) -> int:
            record, identity = self._desk.read(), clock.identity
            table = boxes.table_for(record, self._event, number, identity.device, identity.table)
            boxes.seat(self._desk, self._event, (number, table), clock, self._can_show)
            return table

        return self._with_each_box(work)

    def _lock(self, said: Any) -> list[dict[str, Any]]:
        """Give all boxes the judge's code, or take it away."""
        code = str(said.get("code", "")).strip().upper()
        if not is_code(code) or bool(code) == bool(said.get("none")):
            raise DeskError(
                f"The code must be 3 to {LONGEST_CODE} letters of seats, A to F.",
                "wrong_code",
                most=LONGEST_CODE,
            )

        def work(clock: Clock) -> int:
            clock.set_lock(code)
            return 0

        return self._with_each_box(work)

    def _with_each_box(self, work: Callable[[Clock], int]) -> list[dict[str, Any]]:
        found = self._cables.boxes()
        if not found:
            raise DeskError("No box is plugged in.", "desk_no_boxes")
        return [_granted(box, work) for box in found]


def _granted(box: Box, work: Callable[[Clock], int]) -> dict[str, Any]:
    """At which table the box is for which it was done, or why it was not.

    A wish that the box has not taken up in time is withdrawn: nothing is done later. One that it has taken up
    is waited for, so that the page says what became of it.
    """
    done = box.wish(partial(_tried, work))
    wait([done], PATIENCE_S)
    if done.cancel():
        why = {"error": f"{box.port} does not answer.", "key": "box_silent", "facts": {}}
        return {"port": box.port, "table": box.table, "trouble": why}
    try:
        return {"port": box.port, "table": done.result() or box.table}
    except Busy as error:
        why = {"error": str(error), "key": "box_busy", "facts": {}}
    except Refused as error:
        why = {"error": str(error), "key": "box_refuses", "facts": {"said": str(error)}}
    except (DeskError, DeviceError) as error:
        why = told(error)
    return {"port": box.port, "table": box.table, "trouble": why}


def _tried(work: Callable[[Clock], int], clock: Clock) -> int:
    try:
        return work(clock)
    except Busy:
        raise
    except Refused as error:
        if clock.status().get("locked"):
            raise DeskError(str(error), "box_locked") from error
        raise


def _state(now: Now, cables: Cables) -> dict[str, Any]:
    people, event = now.record.people, now.event
    return {
        "round": _round(event),
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
        "boxes": [
            {"port": box.port, "table": box.table}
            | ({"trouble": {"error": box.trouble}} if box.trouble else {})
            for box in cables.boxes()
        ],
    }


def _round(event: Event) -> dict[str, Any]:
    """The one that was drawn last, and how the next is drawn."""
    found: dict[str, Any] = {
        "number": len(event.rounds),
        "rounds": event.settings.rounds,
        "wanted": event.settings.mode,
        "size": event.settings.cut,
    }
    if event.rounds:
        drawn, history = event.rounds[-1], event.history()
        started = event.started.get(drawn.number)
        found |= {
            "mode": drawn.mode,
            "seed": drawn.seed,
            "again": seating.repeats(history[-1], history[:-1]),
            "minutes": started.seconds // 60 if started else 0,
        }
    return found


def _words(said: Any) -> str:
    found = str(said.get("words", "")).replace("\r\n", "\n").strip()
    if not found:
        raise DeskError("Say why: the words are on record.", "wrong_no_words")
    return found


def _number(said: Any, name: str, usual: int | None = None) -> int:
    text = str(said.get(name, "")).strip().replace("−", "-")
    if not text and usual is not None:
        return usual
    if not _WHOLE.fullmatch(text):
        raise DeskError(f"The {name} must be a whole number.", "wrong_number")
    return int(text)
