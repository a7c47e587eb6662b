"""The start signal of a round: put on record, and told to the boxes that are plugged in."""

from collections.abc import Sequence
from datetime import UTC, datetime

from tileclock_host.device.abreast import abreast
from tileclock_host.device.clock import Clock
from tileclock_host.device.errors import DeviceError

from .desk import Desk, Record, Said
from .event import Started
from .opening import the_round


def start(desk: Desk, name: str | None, minutes: int, *, anew: bool = False) -> Started:
    """The latest round begins now, and lasts so long; once it has, it goes on, unless it begins anew."""

    def change(record: Record) -> list[Said]:
        here = record.event(name)
        number = the_round(here, None)
        if number in here.started and here.started[number].seconds == minutes * 60 and not anew:
            return []
        return [(here.id, "started", {"round": number, "seconds": minutes * 60})]

    here = desk.add(change).event(name)
    return here.started[len(here.rounds)]


def left_ms(signal: Started) -> int:
    """Of the round, for a box."""
    return max(0, int((signal.ends - datetime.now(UTC)).total_seconds() * 1000))


def tell(clocks: Sequence[Clock], signal: Started) -> list[DeviceError | None]:
    """Tell all of them at the same moment how much of the round is left; what was in the way of each."""

    def one(clock: Clock) -> DeviceError | None:
        try:
            clock.start_round(left_ms(signal))
        except DeviceError as error:
            return error
        return None

    return abreast(one, clocks)
