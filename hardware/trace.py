"""Follows each pin of the controller through a netlist to the connectors, by the parts' data sheets."""

from collections import deque

from hardware import datasheets
from hardware.datasheets import CARRIES, DEVKITC, FEEDS, FUNCTIONS, LAMP, POWER_IN, SUPPLIES, THROUGH

_CONTROLLER = {
    name: f"{row}.{number}" for row, names in DEVKITC.items() for number, name in enumerate(names, 1)
}
_RAILS = ("GND", "3V3", "5V")


def faults(nets, values):
    """What the wiring does that it must not, in words.

    `nets` has of each net its pins as (ref, pin), `values` of each part what it is.
    """
    board = _Board(nets, values)
    found = [words for gpio, meant in FUNCTIONS.items() for words in board.astray(gpio, meant)]
    found += board.idle_pins()
    found += [words for contact, rail in SUPPLIES.items() for words in board.unfed(contact, rail)]
    found += [
        words
        for ref, value in values.items()
        for pin, rail in FEEDS.get(value, {}).items()
        for words in board.unfed(f"{ref}.{pin}", rail)
    ]
    return found + board.unguarded() + board.unpowered() + board.misordered() + board.silent()


class _Board:
    """A netlist, and what the parts on it pass on."""

    def __init__(self, nets, values):
        self.values = values
        self.net_of = {f"{ref}.{pin}": net for net, pins in nets.items() for ref, pin in pins}
        self.pins_of = {net: sorted(f"{ref}.{pin}" for ref, pin in pins) for net, pins in nets.items()}
        self.rails = {rail: self.net_of.get(_CONTROLLER[rail]) for rail in _RAILS}

    def _onward(self, contact, paths):
        """The pins that a part gives on what it gets at this one."""
        ref, _, pin = contact.partition(".")
        return [f"{ref}.{out}" for entry, out in paths(ref) if entry == pin]

    def _signal_paths(self, ref):
        if ref in datasheets.PASSES:
            return datasheets.BOTH_WAYS
        return _both(ref, "R") or THROUGH.get(self.values.get(ref), ())

    def _upright_paths(self, ref):
        """What a signal goes through without being turned round."""
        return () if self.values.get(ref) in datasheets.INVERTERS else self._signal_paths(ref)

    def _supply_paths(self, ref):
        return _both(ref, "F") or CARRIES.get(self.values.get(ref), ())

    def reach(self, start, paths, stops=()):
        """Every pin that is reached, with how many lamps lie before it."""
        found, waiting = {}, deque([(self.net_of.get(start), 0)])
        while waiting:
            net, lamps = waiting.popleft()
            if net is None or net in stops:
                continue
            for contact in self.pins_of[net]:
                if contact in found:
                    continue
                found[contact] = lamps
                lit = self.values.get(contact.partition(".")[0]) == LAMP
                for out in self._onward(contact, paths):
                    waiting.append((self.net_of.get(out), lamps + lit))
        return found

    def astray(self, gpio, meant):
        """Functions that a pin of the controller does not reach, and contacts that it must not."""
        pin = _CONTROLLER[str(gpio)]
        reached = self.reach(pin, self._signal_paths, stops=set(self.rails.values()))
        for (contact, lamps), what in meant.items():
            if contact not in reached:
                yield f"GPIO {gpio} ({pin}) does not reach {contact}: {what}"
            elif reached[contact] != lamps:
                yield f"{contact} lies behind {reached[contact]} lamps, not {lamps}: {what}"
        wanted = {contact for contact, _ in meant}
        for contact in sorted(_CONTACTS & set(reached) - wanted):
            yield f"GPIO {gpio} ({pin}) comes out at {contact}: {_WHAT.get(contact, 'a supply')}"

    def idle_pins(self):
        """Pins of the controller that must be left alone, but are wired."""
        busy = {*map(str, FUNCTIONS), *_RAILS}
        return [
            f"the controller's pin {name} ({row}.{number}) is wired, and must not be"
            for row, names in DEVKITC.items()
            for number, name in enumerate(names, 1)
            if name not in busy and f"{row}.{number}" in self.net_of
        ]

    def unfed(self, contact, rail):
        """A contact that is not on the rail it needs; a fuse may lie between."""
        reached = self.reach(_CONTROLLER[rail], lambda ref: _both(ref, "F"))
        if contact not in reached:
            net = self.net_of.get(contact, "nothing")
            yield f"{contact} is on {net}, and must be on the controller's {rail}"

    def unguarded(self):
        """Contacts that a finger reaches, without a guard against static on the same net."""
        guarded = {
            self.net_of.get(f"{ref}.{pin}")
            for ref, value in self.values.items()
            if value == datasheets.GUARD
            for pin in datasheets.GUARDED
        }
        return [
            f"{contact} has no guard: what jumps from a finger goes on"
            for contact in datasheets.TOUCHED
            if self.net_of.get(contact) not in guarded
        ]

    def silent(self):
        """A sounder whose contacts go up and down together makes no sound."""
        pin, contacts = datasheets.SOUNDER
        reached = self.reach(pin, self._upright_paths, stops=set(self.rails.values()))
        upright = [contact for contact in contacts if contact in reached]
        if len(upright) == 1:
            return []
        return [
            f"{len(upright)} of the sounder's contacts get the tone as it is, one must, and one its opposite"
        ]

    def unpowered(self):
        """The supply's way in: through fuse, transistor and diode to the controller."""
        reached = self.reach(POWER_IN, self._supply_paths)
        if _CONTROLLER["5V"] not in reached:
            return [f"no current goes from {POWER_IN} through fuse, transistor and diode to the controller"]
        return []

    def misordered(self):
        """Displays that the solder bridges would feed the wrong way round, and a cell that feeds nothing."""
        feed, ground = self.net_of.get(datasheets.DISPLAY_FEED), self.rails["GND"]
        found = []
        for side, pad, order in (("left", 1, (ground, feed)), ("right", 3, (feed, ground))):
            given = {
                self.net_of.get(f"{bridge}.2"): self.net_of.get(f"{bridge}.{pad}")
                for bridge in datasheets.BRIDGES
            }
            for contacts in datasheets.DISPLAY_CONTACTS:
                found += [
                    f"bridges to the {side} put {given.get(self.net_of.get(contact))} on {contact}, not {net}"
                    for contact, net in zip(contacts, order, strict=True)
                    if given.get(self.net_of.get(contact)) != net or net is None
                ]
        plus, wanted = datasheets.COIN
        if not self.net_of.get(plus) or self.net_of.get(plus) != self.net_of.get(wanted):
            found.append(f"the cell's plus ({plus}) does not reach {wanted}")
        return found


def _both(ref, letter):
    return datasheets.BOTH_WAYS if ref[0] == letter and ref[1:].isdigit() else ()


_WHAT = {contact: what for meant in FUNCTIONS.values() for (contact, _), what in meant.items()}
_CONTACTS = {*_WHAT, *SUPPLIES, POWER_IN}


def upside_down(pads):
    """Whether the controller's sockets lie as its data sheet has the pins, antenna to the left; in words."""
    at = {pad["name"]: (pad["x"], pad["y"]) for pad in pads}
    x, y = at["J1.1"]
    found = []
    for row, names in DEVKITC.items():
        away = 0 if row == "J1" else datasheets.ROWS_APART
        for number in range(1, len(names) + 1):
            meant = x + (number - 1) * datasheets.PIN_PITCH, y - away
            place = at[f"{row}.{number}"]
            if max(abs(a - b) for a, b in zip(place, meant, strict=True)) > 0.01:
                found.append(f"{row}.{number} is at {place}, the module's pin at {meant}")
    return found
