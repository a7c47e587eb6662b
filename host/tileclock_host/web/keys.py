"""Who may do what at the page: one key opens all of it, another one lets a phone take a seat, and what the
phone gets there presses that seat and nothing else."""

import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tileclock.storage import settings

SEATS = tuple(settings.LETTERS)
PAGE = Path(__file__).with_name("page")
SEAT = "/seat/"  # the phone's page
PARTS = {f"/{path.relative_to(PAGE).as_posix()}" for path in PAGE.rglob("*.*")} - {"/index.html", "/key.html"}
# All that a phone may ask for; what else there is, or will be, is the table's alone.
A_SEATS = PARTS | {
    SEAT,
    "/seat/seats",
    "/seat/device",
    "/seat/leave",
    *(f"/seat/take/{seat}" for seat in SEATS),
}
ASKING = PAGE.joinpath("key.html").read_text(encoding="utf-8")
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # none that looks like another one on paper or on a phone
LENGTH = 10  # 50 bits: at a thousand guesses a second 18,000 years for half of them


def drawn() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(LENGTH))


class Key:
    """What a page has to know where others can reach it: drawn at each start, printed, and kept nowhere.

    A browser keeps something else, for it shows its cookies to every port of this computer.
    """

    def __init__(self) -> None:
        self.text = drawn()
        self.joining = drawn()  # for a phone that takes a seat
        self.cookie = secrets.token_urlsafe(16)
        self.joining_cookie = secrets.token_urlsafe(16)
        self._ticket = ""

    def printed(self, address: str, path: str = "/") -> str:
        return f"{address}{path}?key={self.text}"

    def invitation(self, address: str) -> str:
        return f"{address}{SEAT}?key={self.joining}"

    def ticket(self, address: str, path: str = "/") -> str:
        """An address for the browser that is opened here, good once."""
        self._ticket = secrets.token_urlsafe(16)
        return f"{address}{path}?key={self._ticket}"

    def fits_seats(self, text: str) -> bool:
        return same(typed(text), self.joining)

    def admits(self, text: str) -> bool:
        """Whether it is the key, or the ticket, which is torn then."""
        if self._ticket and same(text, self._ticket):
            self._ticket = ""
            return True
        return same(typed(text), self.text)


class Right(NamedTuple):
    """What somebody may do."""

    table: bool = False  # everything
    joins: bool = False  # take a seat that is free
    seat: str = ""  # press this one


class Door:
    """A page that takes a key, for itself and for all that lies behind it; what does not is open.

    Cookies know no ports: those of two clocks on one computer need two names.
    """

    def __init__(self, key: Key | None, port: int, path: str = "/", asking: str = ASKING) -> None:
        """`asking`: what is shown to who has no key."""
        self.key = key
        self.path = path
        self.asking = asking
        self.cookie = f"tileclock-{port}"

    @property
    def paths(self) -> tuple[str, ...]:
        """Where a key may be said."""
        return (self.path,)

    def right(self, cookies: Mapping[str, str]) -> Right:
        return Right(table=self.key is None or same(cookies.get(self.cookie, ""), self.key.cookie))

    def enter(self, path: str, said: str, before: Right) -> tuple[Right, str]:
        """What a key that was said there adds, and the cookie that remembers it."""
        if self.key and said and path == self.path and self.key.admits(said):
            return before._replace(table=True), remembered(self.cookie, self.key.cookie)
        return before, ""

    def opens(self, right: Right, path: str) -> bool:
        behind = path == self.path or path.startswith(self.path.rstrip("/") + "/")
        return right.table or not behind


class TableDoors(Door):
    """The table's, with all behind it, and the one for phones, which leads to a seat."""

    def __init__(self, key: Key | None, port: int) -> None:
        super().__init__(key, port)
        self.joining_cookie = f"{self.cookie}-joins"
        self.seat_cookie = f"{self.cookie}-seat"
        self._seats: dict[str, str] = {}  # the secret of the phone that has it

    @property
    def paths(self) -> tuple[str, ...]:
        return (self.path, SEAT)

    def right(self, cookies: Mapping[str, str]) -> Right:
        invited, phone = cookies.get(self.joining_cookie, ""), cookies.get(self.seat_cookie, "")
        seat = next((seat for seat, secret in self._seats.items() if same(phone, secret)), "")
        joins = self.key is not None and same(invited, self.key.joining_cookie)
        return super().right(cookies)._replace(joins=joins, seat=seat)

    def enter(self, path: str, said: str, before: Right) -> tuple[Right, str]:
        if self.key and path == SEAT and self.key.fits_seats(said):
            return before._replace(joins=True), remembered(self.joining_cookie, self.key.joining_cookie)
        return super().enter(path, said, before)

    def opens(self, right: Right, path: str) -> bool:
        return super().opens(right, path) or (path in A_SEATS and (right.joins or bool(right.seat)))

    # ---- seats ----

    def taken(self) -> list[str]:
        return sorted(self._seats)

    def take(self, seat: str, before: Right) -> str | None:
        """The cookie of who has it now, and no other one any more; None if another phone has it."""
        if seat not in SEATS or (seat in self._seats and seat != before.seat):
            return None
        self.free(before.seat)
        self._seats[seat] = secrets.token_urlsafe(16)
        return remembered(self.seat_cookie, self._seats[seat])

    def free(self, seat: str) -> None:
        self._seats.pop(seat, None)


def typed(text: str) -> str:
    """As people type a key: in capitals, in groups."""
    return re.sub(r"[\s-]", "", text).lower()


def same(one: str, other: str) -> bool:
    return secrets.compare_digest(one.encode("utf-8", "replace"), other.encode())


def remembered(name: str, text: str) -> str:
    return f"{name}={text}; Path=/; HttpOnly; SameSite=Strict"
