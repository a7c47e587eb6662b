"""Which ports have clocks: each is asked, side by side, whatever its USB chip calls itself."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from . import simulated
from .abreast import abreast
from .clock import QUIET, Clock
from .errors import DeviceError
from .port import candidates


@dataclass
class Found:
    clocks: list[Clock] = field(default_factory=list)
    others: dict[str, DeviceError] = field(default_factory=dict)  # port: what is there instead

    def __enter__(self) -> Found:
        return self

    def __exit__(self, *_: object) -> None:
        for clock in self.clocks:
            clock.close()


def find(ports: Iterable[str] = (), quiet: float = QUIET) -> Found:
    """The clocks at these ports, or at all there are, simulated ones too; they are open.

    `quiet`: seconds of silence that are waited for each answer.
    """
    names = list(dict.fromkeys(ports)) or [*candidates(), *simulated.ports()]
    found = Found()
    for name, result in zip(names, abreast(lambda name: _ask(name, quiet), names), strict=True):
        if isinstance(result, Clock):
            found.clocks.append(result)
        else:
            found.others[name] = result
    return found


def _ask(name: str, quiet: float) -> Clock | DeviceError:
    try:
        return Clock.open(name, quiet)
    except DeviceError as error:
        return error
