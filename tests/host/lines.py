"""What stands at both ends of a port in its tests: a console that keeps all, and the lines that reset."""


class Line:
    """Stands in for the console: what the ports bring is kept, what the box says is given to them."""

    def __init__(self):
        self.came = bytearray()
        self.listeners = []

    def listen(self, listener):
        self.listeners.append(listener)
        return lambda: self.listeners.remove(listener)

    def write(self, data):
        self.came += data

    def say(self, data):
        for listener in self.listeners:
            listener(data)


class Wires(list):
    """Every state of EN and IO0 that was told."""

    def __call__(self, *, reset, download):
        self.append(("reset" if reset else "run", "loader" if download else "firmware"))


def address(port):
    host, _, number = port.name.removeprefix("rfc2217://").partition(":")
    return host, int(number)
