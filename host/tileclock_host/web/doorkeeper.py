"""Says who is let in to the page: who asks for the address that was printed, with its key if it has one."""

import re
import secrets
from ipaddress import ip_address
from pathlib import Path

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

WILDCARDS = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
OPEN = ("/style.css", "/icon.svg")  # what the page that asks for the key is made of
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that looks like another one on paper or on a phone
KEY_LENGTH = 10  # 50 bits: at a thousand guesses a second 18,000 years for half of them
ASKING = Path(__file__).with_name("page").joinpath("key.html").read_text(encoding="utf-8")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action {forms}; frame-ancestors 'none'"
)
ELSEWHERE = "This clock answers only at the address it printed when it started.\n"
BODY = "No request to this clock has a body: send it without one.\n"
LOCKED = "Open the address with the key first, as it was printed when the clock was started.\n"


class Key:
    """What a page has to know where others can reach it: drawn at each start, printed, and kept nowhere."""

    def __init__(self) -> None:
        self.text = "".join(secrets.choice(LETTERS) for _ in range(KEY_LENGTH))
        self._ticket = ""

    def printed(self, address: str, path: str = "/") -> str:
        return f"{address}{path}?key={self.text}"

    def ticket(self, address: str, path: str = "/") -> str:
        """An address for the browser that is started here, good once: every user of this computer can read
        what a program was started with."""
        self._ticket = secrets.token_urlsafe(16)
        return f"{address}{path}?key={self._ticket}"

    def fits(self, text: str) -> bool:
        return same(re.sub(r"[\s-]", "", text).lower(), self.text)

    def admits(self, text: str) -> bool:
        """Whether it is the key, or the ticket, which is torn then."""
        if self._ticket and same(text, self._ticket):
            self._ticket = ""
            return True
        return self.fits(text)


def same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode())


class Doorkeeper:
    """Lets in only who asked for this very address, and knows the key of what lies behind its door.

    A foreign page can point a name of its own at this computer, open a WebSocket, send a form or show a
    picture from here; the browser then tells the truth in Host, Origin and Sec-Fetch-Site, and there it ends.
    """

    def __init__(  # noqa: PLR0913, PLR0917 – what a door is made of
        self, app: ASGIApp, host: str, port: int, key: Key | None, door: str = "/", asking: str = ASKING
    ) -> None:
        """`door`: the page that takes the key; it and what lies behind it are for who has that."""
        self.app = app
        self.door, self.asking = door, asking
        self.port = port
        self.key = key
        self.cookie = f"tileclock-{port}"  # cookies know no ports: two clocks on one computer need two names
        self.names = {*LOOPBACK, f"[{host}]" if ":" in host else host.lower()}
        self.any_address = host in WILDCARDS

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        asking = HTTPConnection(scope)
        said = asking.query_params.get("key", "") if scope["path"] == self.door else ""
        refusal = self.refusal(asking, said)
        if refusal is None:
            await self.app(scope, receive, hardened(send, self.memory(said)))
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008, "reason": "not let in"})
        else:
            refusal.headers["Connection"] = "close"  # what else was sent is not even read
            await refusal(scope, receive, hardened(send))

    def refusal(self, asking: HTTPConnection, said: str) -> Response | None:
        if not self.ours(asking):
            return PlainTextResponse(ELSEWHERE, 403)
        if asking.headers.get("content-length", "0") != "0" or "transfer-encoding" in asking.headers:
            return PlainTextResponse(BODY, 413)
        path = asking.scope["path"]
        if self.key is None or path in OPEN or not self.behind_the_door(path):
            return None
        if self.key.fits(asking.cookies.get(self.cookie, "")) or self.key.admits(said):
            return None
        return (
            asks_for_key(self.asking, wrong=bool(said))
            if path == self.door
            else PlainTextResponse(LOCKED, 401)
        )

    def behind_the_door(self, path: str) -> bool:
        return path == self.door or path.startswith(self.door.rstrip("/") + "/")

    def memory(self, said: str) -> str:
        """The cookie for a browser that came with the key; nothing for one that has it or needs none."""
        return (
            f"{self.cookie}={self.key.text}; Path=/; HttpOnly; SameSite=Strict" if self.key and said else ""
        )

    # ---- the address ----

    def ours(self, asking: HTTPConnection) -> bool:
        hosts = [host.lower() for host in asking.headers.getlist("host")]
        if len(hosts) != 1 or not self.is_here(hosts[0]) or not from_here(asking):
            return False
        return all(origin.lower() == f"http://{hosts[0]}" for origin in asking.headers.getlist("origin"))

    def is_here(self, authority: str) -> bool:
        name, colon, port = authority.rpartition(":")
        if not colon or port.endswith("]"):
            name, port = authority, "80"
        return port == str(self.port) and (name in self.names or (self.any_address and is_address(name)))


def from_here(asking: HTTPConnection) -> bool:
    """Whether our own page asks, or a person opens it; a foreign page may only lead there, as any link does.

    Browsers say this only at addresses they trust, those of this computer among them.
    """
    headers = asking.headers
    if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
        return True
    return asking.scope["path"] == "/" and headers.get("sec-fetch-dest") == "document"


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
