"""Starts the clock; nothing else."""

import micropython

micropython.kbd_intr(-1)  # nobody interrupts a locked box, not even while it starts

from tileclock.storage import settings  # noqa: E402

locked = settings.locked()
if not locked:
    import sys
    from select import select

    micropython.kbd_intr(3)
    while select([sys.stdin], [], [], 0)[0]:
        if sys.stdin.buffer.read(1) == b"\x03":  # came while nobody knew: it counts now
            raise KeyboardInterrupt

from tileclock.app import run  # noqa: E402

run(locked)
