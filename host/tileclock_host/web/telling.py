"""What a page is told of the clock: what is seen and heard of it, and what the panel says in words."""

from __future__ import annotations

from base64 import b64encode
from functools import cached_property
from typing import TYPE_CHECKING, Any

from tileclock_host.panel.moment import Moment
from tileclock_host.panel.reading import Reader
from tileclock_host.panel.screens import Screens, Shown, still
from tileclock_host.panel.seats import Seats

if TYPE_CHECKING:
    from tileclock_host.sim.picture import Picture
    from tileclock_host.web.roster import Roster

READ_S = 0.08  # a picture that has stood for so long is whole, and is read


class Telling:
    """Reads each picture once it stands still; `look` is never kept waiting by that."""

    def __init__(self, names: Roster) -> None:
        self.names = names
        self.shown = Shown("", "", "", (), "")
        self.moment = Moment()
        self.seats = Seats()
        self.left = ""
        self._before = self._known = b""

    @cached_property
    def _screens(self) -> Screens:
        return Screens(Reader())

    def read(self, frame: bytes) -> None:
        """To be called every `READ_S`."""
        picture = still(frame)
        if picture == self._before != self._known:
            self.shown, self._known = self._screens.look(picture), picture
            self.names.follow(self.shown.kind)
            self.moment.look(self.shown)
            self.seats.look(self.shown)
        self._before = picture
        if picture is frame:  # no digits of a running turn
            self.left = ""
        else:
            self.left = self._screens.left(frame) or self.left

    def look(self, picture: Picture, speed: float) -> dict[str, Any]:
        return {
            "frame": b64encode(picture.frame).decode(),
            "contrast": picture.contrast,
            "awake": picture.awake,
            "lights": [list(light) for light in picture.lights],
            "tones": [list(tone) for tone in picture.tones],
            "powered": picture.powered,
            "log": picture.log_tail,
            "fault": picture.fault,
            "text": list(self.shown.lines),
            "said": self.shown.said,
            "language": self.shown.language,
            "screen": self.shown.kind,
            "seat": self.shown.seat,
            "turn": self.shown.turn,
            "names": self.names.shown,
            "moment": self.moment.told,
            "playing": self.seats.told,
            "left": self.left,
            "entries": dict(self.shown.entries),
            "speed": speed,
        }
