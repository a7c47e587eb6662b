"""Which ports have clocks: each is asked, side by side, whatever its USB chip calls itself."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from .clock import Clock
from .errors import DeviceError
from .port import candidates

_AT_ONCE = 64


@dataclass
class Found:
    clocks: list[Clock] = field(default_factory=list)
    others: dict[str, DeviceError] = field(default_factory=dict)  # port: what is there instead

    def __enter__(self) -> Found:
        return self

    def __exit__(self, *_: object) -> None:
        for clock in self.clocks:
            clock.close()


def find(ports: Iterable[str] = ()) -> Found:
    """The clocks at these ports, or at all there are; they are open."""
    names = list(dict.fromkeys(ports)) or candidates()
    found = Found()
    if names:
        with ThreadPoolExecutor(min(_AT_ONCE, len(names))) as pool:
            for name, result in zip(names, pool.map(_ask, names), strict=True):
                if isinstance(result, Clock):
                    found.clocks.append(result)
                else:
                    found.others[name] = result
    return found


def _ask(name: str) -> Clock | DeviceError:
    try:
        return Clock.open(name)
    except DeviceError as error:
        return error
