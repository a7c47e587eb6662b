"""Starts the panel with adafruit's driver; in memory only for that: `panel.py` does the rest."""

from adafruit_ssd1306 import SSD1306_I2C

from tileclock.device.panel import HEIGHT, WIDTH


class _Bus:
    """`machine.I2C` as the driver wants it: a bus that can be locked and takes parts of a buffer."""

    def __init__(self, i2c):
        self._i2c = i2c

    def try_lock(self):
        return True  # nobody else talks meanwhile

    def unlock(self):
        pass

    def writeto(self, address, buffer, *, start=0, end=None):
        self._i2c.writeto(address, memoryview(buffer)[start:end])

    def readfrom_into(self, address, buffer, *, start=0, end=None):
        self._i2c.readfrom_into(address, memoryview(buffer)[start:end])


class _Driver(SSD1306_I2C):
    def show(self):
        """Send no empty frame: the first picture is that of the first screen."""


def start(i2c):
    """Switch the panel on; raises ValueError when none answers."""
    _Driver(WIDTH, HEIGHT, _Bus(i2c))
