"""What a person is told when the simulator cannot go on."""


class SimError(Exception):
    """One sentence: what is wrong and what to do about it."""
