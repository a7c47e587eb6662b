"""`python -m tileclock_host` is the same as `tileclock`."""

from .start import run

run()
