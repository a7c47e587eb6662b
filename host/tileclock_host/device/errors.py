"""What can go wrong with a clock on the cable."""

from tileclock_host.foreign import printable


class DeviceError(Exception):
    """One sentence that says what to do; what the clock has written in it controls no screen."""

    def __init__(self, sentence: str) -> None:
        super().__init__(printable(sentence))


class MuteError(DeviceError):
    """Something is at a port, but no clock that answers."""

    def __init__(self, port: str, sentence: str) -> None:
        super().__init__(sentence)
        self.port = port


class LostError(DeviceError):
    """The cable was pulled, or whatever carried the bytes is gone."""
