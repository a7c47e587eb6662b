"""What can go wrong with a clock on the cable."""


class DeviceError(Exception):
    """One sentence that says what to do."""


class LostError(DeviceError):
    """The cable was pulled, or whatever carried the bytes is gone."""
