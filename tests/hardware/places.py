"""Where the hardware is built and with which Python."""

from hardware.tools import PYTHON, ROOT

__all__ = ["PYTHON", "ROOT"]
