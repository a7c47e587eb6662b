"""Where the traced firmware stops before each of its statements: to be counted, or to fail."""


class Stops:
    """Fails before the `left`-th statement of that place from now on."""

    def __init__(self):
        self.seen = {}  # by place: how often it was come by
        self.fault = self.place = None
        self.left = 0
        self.error = OSError

    def fail(self, fault, place, count, error):
        self.fault, self.place, self.left, self.error = fault, place, count, error


stops = Stops()


def before(place):
    fault = stops.fault
    if fault is None or not fault.armed:
        return
    stops.seen[place] = stops.seen.get(place, 0) + 1
    if place == stops.place:
        stops.left -= 1
        if not stops.left:
            fault.struck = True
            raise stops.error(5) if stops.error is OSError else stops.error("no heap")
