"""Starts the clock; nothing else."""

from tileclock.app import run

run()
