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
    """Return what `holds` gives once it is true. If it never is, fail with `what`, a text or a call."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()):
        assert time.monotonic() < end, f"{what() if callable(what) else what} has not come"
        pause()
    return found
