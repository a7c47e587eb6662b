"""A port whose other end says whatever a test wants it to."""

from tileclock.core import frames


class Liar:
    """A port that answers each request with what it was told to say, its time running as it is read."""

    name = "liar"

    def __init__(self, answers):
        self._answers = answers
        self._time = 0.0
        self._coming = bytearray()
        self._asked = 0

    def write(self, data):
        number = data.strip(b"\n")[1:3]
        for said in self._answers[self._asked % len(self._answers)]:
            if isinstance(said, bytes):
                self._coming += said
            else:
                kind, text = said
                line = bytearray(b"$" + number + bytes([kind]) + text)
                frames.close(line, len(line))
                self._coming += line
        self._asked += 1

    def read(self, seconds):
        data = bytes(self._coming)
        self._coming.clear()
        self._time += 0.001 if data else seconds + 0.001
        return data

    def now(self):
        return self._time

    def close(self):
        pass
