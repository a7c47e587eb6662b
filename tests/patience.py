"""How long a test waits: until what it waits for has come. Only a test that fails ever gives up."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 300  # seconds: a computer with much else to do may take its time
PATIENCE_MS = PATIENCE * 1000

_Found = TypeVar("_Found")


def eventually(
    holds: Callable[[], _Found], what: object = "that", pause: Callable[[], object] = lambda: time.sleep(0.01)
) -> _Found:
    """What `holds` gives once it is true; `what` is said, or called for what is said, if it never is."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, f"{what() if callable(what) else what} has not come"
        pause()
    return found
