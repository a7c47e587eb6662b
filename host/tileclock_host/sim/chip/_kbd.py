"""`micropython` of the board: what ends a program from the cable can be switched off there."""

from _chip import PROMPT, chip
from micropython import *  # noqa: F403 – all the rest is the VM's own


def kbd_intr(char):
    chip.open = char == 3
    chip.send(PROMPT, 1 if chip.open else 0, 0)
