"""Translates what a crash of the box says, from standard input: the names of the sources in its place."""

import sys

from tileclock_host import bundle, squeeze

if __name__ == "__main__":
    sys.stdout.write(squeeze.restore(sys.stdin.read(), bundle.key()))
