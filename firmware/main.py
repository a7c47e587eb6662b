"""Starts the clock; nothing else."""

import micropython

micropython.kbd_intr(-1)  # nobody interrupts a locked box, not even while it starts

from tileclock import settings  # noqa: E402

if not settings.locked():
    micropython.kbd_intr(3)

from tileclock.app import run  # noqa: E402

run()
