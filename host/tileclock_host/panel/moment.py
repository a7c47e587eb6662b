"""The end of a game as the panel tells it: who won, and with how much, as long as that moment lasts."""

from tileclock_host.panel.screens import Shown

_AFTER = ("ranking", "winner of the match", "final ranking")  # the screens it lasts for


class Moment:
    """Looks at each screen that is shown; `told` is there from the winner's screen to the next game."""

    def __init__(self) -> None:
        self.told: dict[str, str] | None = None

    def look(self, shown: Shown) -> None:
        if shown.kind == "winner":
            _, winner, points, *_ = shown.lines
            self.told = {"winner": winner, "points": points}
        elif shown.kind not in _AFTER:
            self.told = None
