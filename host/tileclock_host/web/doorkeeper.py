"""Says who is let in to a page: who asks for the address that was printed, with a key where one is needed."""

from ipaddress import ip_address

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tileclock_host.web.addresses import WILDCARDS
from tileclock_host.web.keys import Door

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
OPEN = ("/style.css", "/icon.svg")  # what the page that asks for the key is made of
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action {forms}; frame-ancestors 'none'"
)
ELSEWHERE = "This clock answers only at the address it printed when it started.\n"
BODY = "No request to this clock has a body: send it without one.\n"
LOCKED = "Open the address with the key first, as it was printed when the clock was started.\n"


class Doorkeeper:
    """Lets in only who asked for this very address, and has the right to what is there, which it writes into
    the scope as `right`.

    A foreign page can point a name of its own at this computer, open a WebSocket, send a form or show a
    picture from here; the browser then tells the truth in Host, Origin and Sec-Fetch-Site, and there it ends.
    """

    def __init__(self, app: ASGIApp, host: str, port: int, door: Door) -> None:
        self.app = app
        self.port = port
        self.door = door
        self.names = {*LOOPBACK, f"[{host}]" if ":" in host else host.lower()}
        self.any_address = host in WILDCARDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        asking = HTTPConnection(scope)
        refusal = self.refusal(asking)
        if refusal is None:
            await self.app(scope, receive, hardened(send, scope["remembered"]))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "not let in"})
        else:
            refusal.headers["Connection"] = "close"  # what else was sent is not even read
            await refusal(scope, receive, hardened(send))

    def refusal(self, asking: HTTPConnection) -> Response | None:
        """None lets in, with the right and the cookie that remembers it in the scope."""
        if not self.ours(asking):
            return PlainTextResponse(ELSEWHERE, 403)
        if asking.headers.get("content-length", "0") != "0" or "transfer-encoding" in asking.headers:
            return PlainTextResponse(BODY, 413)
        path, takes_key = asking.scope["path"], asking.scope["path"] in self.door.paths
        said = asking.query_params.get("key", "") if takes_key else ""
        right, memory = self.door.enter(path, said, self.door.right(asking.cookies))
        asking.scope["right"], asking.scope["remembered"] = right, memory
        if path in OPEN or self.door.opens(right, path):
            return None
        return (
            asks_for_key(self.door.asking, wrong=bool(said)) if takes_key else PlainTextResponse(LOCKED, 401)
        )

    # ---- the address ----

    def ours(self, asking: HTTPConnection) -> bool:
        hosts = [host.lower() for host in asking.headers.getlist("host")]
        if len(hosts) != 1 or not self.is_here(hosts[0]) or not from_here(asking, self.door):
            return False
        return all(origin.lower() == f"http://{hosts[0]}" for origin in asking.headers.getlist("origin"))

    def is_here(self, authority: str) -> bool:
        name, colon, port = authority.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = authority, "80"
        return port == str(self.port) and (name in self.names or (self.any_address and is_address(name)))


def from_here(asking: HTTPConnection, door: Door) -> bool:
    """Whether our own page asks, or a person opens it; a foreign page may only lead there, as any link does.

    Browsers say this only at addresses they trust, those of this computer among them.
    """
    headers = asking.headers
    if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
        return True
    return asking.scope["path"] in {"/", *door.paths} and headers.get("sec-fetch-dest") == "document"


def is_address(name: str) -> bool:
    """Only a name can be pointed elsewhere: an address in Host is what the browser really connected to."""
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def asks_for_key(asking: str, *, wrong: bool) -> Response:
    answer = HTMLResponse(asking.replace(" hidden", "") if wrong else asking, 401)
    answer.headers["Content-Security-Policy"] = POLICY.format(forms="'self'")
    return answer


def hardened(send: Send, cookie: str = "") -> Send:
    async def send_hardened(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers.setdefault(
                "Content-Security-Policy", POLICY.format(forms="'none'")
            )  # a document has its own
            headers["X-Content-Type-Options"] = "nosniff"
            headers["Referrer-Policy"] = "no-referrer"
            headers["Cross-Origin-Resource-Policy"] = "same-origin"
            # Ask again each time: after an upgrade nobody sees the old page.
            headers["Cache-Control"] = "no-cache"
            if cookie:
                headers["Set-Cookie"] = cookie
        await send(message)

    return send_hardened
