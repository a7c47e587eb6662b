"""Who plays, as the panel tells it: the seats of the set-up, from the deal until there is a set-up again."""

from tileclock_host.panel.screens import Shown

_BEFORE = ("home", "set up")  # where everybody may sit down
_PLAYED = ("deal", "turn")  # a deal that is over at once is not read


class Seats:
    """Looks at each screen that is shown; `told` has the letters of who plays, "" while that is open."""

    def __init__(self) -> None:
        self.told = ""
        self._sat = ""

    def look(self, shown: Shown) -> None:
        if shown.kind.startswith(_BEFORE):
            self.told = ""
            self._sat = shown.seats or (self._sat if shown.kind != "home" else "")
        elif shown.kind.startswith(_PLAYED):
            self.told = self._sat
