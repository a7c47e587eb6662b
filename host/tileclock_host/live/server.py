"""The application: one page for all, a stream of news for each that is open, and the desk behind its key."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles

from tileclock_host import web
from tileclock_host.web import open_files
from tileclock_host.web.addresses import code
from tileclock_host.web.connections import Connection
from tileclock_host.web.doorkeeper import Doorkeeper
from tileclock_host.web.keys import Door, Key

from . import watchers
from .desk_side import DeskSide
from .hall import Hall
from .watchers import Watchers

PAGE = Path(__file__).with_name("page")
SHARED = ("shared.js", "texts.js", "server.js", "icon.svg")  # of the table's page
DOOR = "/desk"
UNREAD = 64 * 1024  # bytes that wait in the system for a page; one message of a large event has half of that
GONE_MS = 20_000  # without a sign that anything has arrived
_OTHERS = 200  # connections besides those of who watches, so that the desk always gets in
ASKING = PAGE.joinpath("key.html").read_text(encoding="utf-8")


class Visitor(Connection):
    """A connection, of which there are more than a table's page has, with less room for what is not read.

    A phone that has left the hall says nothing: who takes no more for a while is gone.
    """

    @property
    def most(self) -> int:  # type: ignore[override]
        return watchers.most() + min(_OTHERS, open_files.allowed() // 4)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        line = transport.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
        super().connection_made(transport)


def application(  # noqa: PLR0913, PLR0917 – what a page is made of
    hall: Hall, desk: DeskSide, host: str, port: int, key: Key, joined_at: str = ""
) -> Starlette:
    """`joined_at`: where phones find the page; the wall shows them that."""
    hall.show({"join": bool(joined_at)})
    picture = code(joined_at) if joined_at else b""

    async def join(_: object) -> Response:
        return Response(picture, 200 if picture else 404, media_type="image/svg+xml")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        hall.begin()
        yield

    shared: list[BaseRoute] = [
        Route(f"/{name}", _file(Path(web.__path__[0]) / "page" / name)) for name in SHARED
    ]
    return Starlette(
        routes=[
            Route("/events", Watchers(hall)),
            *desk.routes(),
            Route("/join.svg", join),
            Route(DOOR, _file(PAGE / "desk.html")),
            *shared,
            Mount("/", StaticFiles(directory=PAGE, html=True)),
        ],
        middleware=[Middleware(Doorkeeper, host=host, port=port, door=Door(key, port, DOOR, ASKING))],
        lifespan=lifespan,
    )


def _file(path: Path):  # type: ignore[no-untyped-def]
    async def file(_: object) -> FileResponse:
        return FileResponse(path)

    return file
