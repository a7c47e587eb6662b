"""What a thread does with a fault of this program that ends a round of its work: it says so, and goes on."""

import logging

from tileclock_host.foreign import printable

_log = logging.getLogger(__name__)


class Faults:
    """Of one thread. A fault that comes again and again is logged once, until the work went well."""

    def __init__(self, work: str) -> None:
        self._work = work
        self._logged = ""

    def note(self, error: Exception) -> str:
        """Log it with where it happened; the sentence for people."""
        found = printable(f"{type(error).__name__}: {error}")
        if found != self._logged:
            _log.error(
                "A fault of tileclock, %s. It tries again; please report this.", self._work, exc_info=error
            )
        self._logged = found
        return f"A fault of tileclock, {self._work} ({found}): it tries again. The terminal has more."

    def none(self) -> None:
        """The work went well."""
        self._logged = ""
