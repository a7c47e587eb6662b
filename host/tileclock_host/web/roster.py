"""Who sits where, asked and told over the cable, as `tileclock roster` does it."""

from collections.abc import Callable
from typing import Any

from tileclock.storage.settings import LETTERS, LONGEST_NAME
from tileclock_host.device.errors import DeviceError
from tileclock_host.web.cable import Cable, Trouble, told

_BEFORE_A_GAME = ("home", "set up", "deal")  # how those screens are called on which the roster holds


class Roster:
    """The roster as the clock has it, and the names that are shown: of a game, those of its deal."""

    def __init__(self, cable: Cable) -> None:
        self.cable = cable
        self.names: list[str] | None = None
        self.shown: list[str] | None = None  # not known: the page asks for them
        self._changing = False

    def follow(self, kind: str) -> None:
        """What the screen that is shown means for the names."""
        if kind == "name":
            self._changing = True
        elif self._changing and kind.startswith(_BEFORE_A_GAME):  # somebody has written them on the clock
            self._changing, self.names, self.shown = False, None, None
        elif kind.startswith(_BEFORE_A_GAME):
            self.shown = self.names

    def ask(self) -> dict[str, Any]:
        """A clock that does not answer now is no trouble: its names are not known, then."""
        if self.shown is None:
            try:
                self._use(lambda names: None)
            except (Trouble, DeviceError) as error:
                return {"names": None} | told(error)
        return {"names": self.shown}

    def tell(self, letter: str, name: str) -> dict[str, Any]:
        """That is who sits there; whether a game is played, for then it holds from the next deal."""
        seat = seat_of(letter)
        check(name)

        def change(names: list[str]) -> None:
            names[seat] = name

        return {"playing": self._use(change)}

    def _use(self, change: Callable[[list[str]], None]) -> bool:
        """Ask for the roster, and say it if it is another one then. Gives whether a game is being played."""
        with self.cable.clock() as clock:
            _, names = clock.roster()
            before = list(names)
            change(names)
            if names != before:
                clock.set({"names": names})
            playing = bool(clock.status().get("playing"))
        self.names = names
        if self.shown is None:
            self.shown = before
        if not playing:
            self.shown = names
        return playing


def seat_of(letter: str) -> int:
    if len(letter) != 1 or letter not in LETTERS:
        raise Trouble("no_such_seat", seat=letter[:8])
    return LETTERS.index(letter)


def is_name(name: str) -> bool:
    return bool(name) and name not in LETTERS and len(name) <= LONGEST_NAME and name.isprintable()


def check(name: str) -> None:
    if name and not is_name(name):
        raise Trouble("not_a_name", name=name[:40], most=LONGEST_NAME)
