"""Starts the clock; nothing else."""

import micropython

micropython.kbd_intr(-1)  # until it is known whether the box is locked, nobody interrupts it

from tileclock.app import run  # noqa: E402

run()
