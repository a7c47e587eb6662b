"""What a preset says about time: the time for a turn, what a turn leaves for later, what being late costs.

All figures are whole milliseconds unless a name says otherwise.
"""

MINUTE = 60_000


class Allowance:
    """The thinking time of one seat. `saved` is the whole state: who undoes a turn puts it back."""

    def __init__(self, preset: dict, seconds: int):
        """`seconds` are for a turn, or for the game: what was chosen at set-up, or the seat's handicap."""
        self.timing = preset["timing"]
        self._limit = seconds * 1000
        self._bank = preset["bank"] * 1000
        self._delay = preset["delay"] * 1000
        self.saved = self._limit if self.timing == "total" else 0

    def turn(self):
        """Time for the turn that begins now; None counts up without end."""
        if self.timing == "total":
            return self.saved + self._delay
        return self._limit + self.saved if self._limit else None

    def spend(self, used: int):
        """Book a turn that took `used`."""
        if self.timing == "total":
            # the delay is free in every turn, but what is left of it is lost (Bronstein)
            self.saved -= min(self.saved, max(0, used - self._delay))
        elif self.timing == "bank":
            self.saved = min(self._bank, max(0, self.saved + self._limit - used))


def late_minutes(used: int, given) -> int:
    """Started minutes beyond the given time."""
    return 0 if given is None or used <= given else (used - given + MINUTE - 1) // MINUTE


def most(preset: dict) -> int:
    """The most seconds somebody can have for a turn: those of the longest limit, and what can be saved up."""
    return 36000 + preset["delay"] if preset["timing"] == "total" else 3600 + preset["bank"]


def usual_time_out(preset: dict) -> int:
    """Which of the preset's choices is proposed once the time has run out."""
    return [row["choice"] for row in preset["timeouts"]].index(preset["timeout"])


def usual_mistake(preset: dict) -> int:
    """Which of them is proposed for a table that was left wrong: that of an unfinished one."""
    choices = [row["choice"] for row in preset["timeouts"]]
    return choices.index("unfinished") if "unfinished" in choices else usual_time_out(preset)


def limits(preset: dict) -> list:
    """Seconds the set-up offers: the sheet's own first, then what every device offers; 0: no limit."""
    if preset["timing"] == "total":
        return [preset["total"]]
    offered = []
    for seconds in [preset["limit"]] + preset["limits"] + [30, 40, 60, 90, 120, 0]:
        if seconds not in offered:
            offered.append(seconds)
    return offered
