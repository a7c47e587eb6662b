"""What the people at the table have set: each setting one line, checked whenever it is read."""

import json

_FILE = "/data/settings.json"

# Name, default, what is allowed.
FIELDS = (
    ("language", "en", ("en", "pl", "cs", "uk")),
    ("sound", True, (False, True)),
    ("limit", 40, range(1, 3601)),  # seconds for a turn
    ("hold", 600, range(300, 1501)),  # ms after which a press is a hold
)


class Settings:
    """Values by name. What an old or damaged file says wrongly is as if it had said nothing."""

    language: str
    sound: bool
    limit: int
    hold: int

    def __init__(self, log):
        self._stored = self._load(log)
        for name, default, allowed in FIELDS:
            value = self._stored.get(name, default)
            # A bool is an int in Python, and True in range(1, 9): kinds must agree too.
            if type(value) is not type(default) or value not in allowed:
                log("setting %s: %r is not possible, %r is used" % (name, value, default))
                value = default
            setattr(self, name, value)

    @staticmethod
    def _load(log):
        try:
            with open(_FILE) as file:
                stored = json.load(file)
        except OSError:
            return {}  # nobody has set anything yet
        except ValueError:
            stored = None
        if not isinstance(stored, dict):
            log("the settings file is damaged: all settings are as they were at first")
            return {}
        return stored
