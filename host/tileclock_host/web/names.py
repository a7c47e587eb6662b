"""Who sits where, on the page: asked and told over the cable, as `tileclock roster` does it."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from tileclock.storage.settings import LETTERS, LONGEST_NAME
from tileclock_host.device.errors import DeviceError
from tileclock_host.sheets.store import Store
from tileclock_host.web.answers import HEADER, answered, refused, told
from tileclock_host.web.cable import Cable, Trouble

OFFERED = 12  # people, who played last first
_GAMES = 60  # in which they are looked for
_BEFORE_A_GAME = ("home", "set up", "deal")  # how those screens are called on which the roster holds


class Names:
    """The roster as the clock has it, and the names that are shown: of a game, those of its deal."""

    def __init__(self, cable: Cable, db: str | None) -> None:
        self.cable = cable
        self.db = db
        self.roster: list[str] | None = None
        self.shown: list[str] | None = None  # not known: the page asks for them
        self._changing = False

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/names", self.ask, methods=["GET"]),
            Route("/names/{seat}", self.tell, methods=["POST"]),
            Route("/people", self.people, methods=["GET"]),
        ]

    def follow(self, kind: str) -> None:
        """What the screen that is shown means for the names."""
        if kind == "name":
            self._changing = True
        elif self._changing and kind.startswith(_BEFORE_A_GAME):  # somebody has written them on the clock
            self._changing, self.roster, self.shown = False, None, None
        elif kind.startswith(_BEFORE_A_GAME):
            self.shown = self.roster

    # ---- over the cable ----

    async def ask(self, _: Request) -> Response:
        return await answered(self._ask)

    def _ask(self) -> Response:
        """A clock that does not answer now is no trouble: its names are not known, then."""
        if self.shown is None:
            try:
                self._use(lambda names: None)
            except (Trouble, DeviceError) as error:
                return JSONResponse({"names": None} | told(error))
        return JSONResponse({"names": self.shown})

    async def tell(self, request: Request) -> Response:
        if HEADER not in request.headers:
            return refused()
        seat, name = request.path_params["seat"], request.query_params.get("name", "").strip()
        return await answered(lambda: self._tell(seat, name))

    def _tell(self, letter: str, name: str) -> Response:
        seat = seat_of(letter)
        check(name)

        def change(names: list[str]) -> None:
            names[seat] = name

        playing = self._use(change)
        return JSONResponse({"playing": playing})  # then it holds from the next deal

    def _use(self, change: Any) -> bool:
        """Ask for the roster, and say it if it is another one then. Gives whether a game is being played."""
        with self.cable.clock() as clock:
            _, names = clock.roster()
            before = list(names)
            change(names)
            if names != before:
                clock.set({"names": names})
            playing = bool(clock.status().get("playing"))
        self.roster = names
        if self.shown is None:
            self.shown = before
        if not playing:
            self.shown = names
        return playing

    # ---- who played before ----

    async def people(self, _: Request) -> Response:
        return await answered(self._people)

    def _people(self) -> Response:
        found: dict[str, None] = {}
        with Store(self.db) as store:
            for row in store.latest(limit=_GAMES):
                found |= dict.fromkeys(name for _, name, _, _ in row.players if is_name(name))
        return JSONResponse({"people": sorted(list(found)[:OFFERED], key=str.casefold)})


def seat_of(letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS:
        raise Trouble("no_such_seat", seat=letter[:8])
    return LETTERS.index(letter)


def is_name(name: str) -> bool:
    return bool(name) and name not in LETTERS and len(name) <= LONGEST_NAME and name.isprintable()


def check(name: str) -> None:
    if name and not is_name(name):
        raise Trouble("not_a_name", name=name[:40], most=LONGEST_NAME)
