"""Who sits where, on the page."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from tileclock_host.web.answers import HEADER, Told, answered, refused
from tileclock_host.web.cable import Cable
from tileclock_host.web.roster import Roster


class Names:
    """What the page may ask for, and how it is answered."""

    def __init__(self, cable: Cable) -> None:
        self.roster = Roster(cable)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/names", self.ask, methods=["GET"]),
            Route("/names/{seat}", self.tell, methods=["POST"]),
        ]

    async def ask(self, _: Request) -> Response:
        return await answered(lambda: Told(self.roster.ask()))

    async def tell(self, request: Request) -> Response:
        if HEADER not in request.headers:
            return refused()
        seat, name = request.path_params["seat"], request.query_params.get("name", "").strip()
        return await answered(lambda: Told(self.roster.tell(seat, name)))
