"""Talks to clocks on the cable: find them, ask them, take their sheets, put a firmware on them.

from tileclock_host.device import find
for clock in find().clocks:
    print(clock.identity.device, clock.sheets())
"""

from .answers import Identity
from .clock import Busy, Clock, Refused
from .errors import DeviceError
from .finding import Found, find

__all__ = ["Busy", "Clock", "DeviceError", "Found", "Identity", "Refused", "find"]
