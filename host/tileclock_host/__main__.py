"""`python -m tileclock_host` is the same as `tileclock`."""

from tileclock_host.cli import main

main()
