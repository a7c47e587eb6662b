"""What a person is told when the simulator cannot go on."""

from tileclock_host.foreign import printable


class SimError(Exception):
    """One sentence: what is wrong and what to do about it; what the box has said in it controls no screen."""

    def __init__(self, sentence: str) -> None:
        super().__init__(printable(sentence))
