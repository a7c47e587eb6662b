"""Checks the description against what does not come from it: python -m hardware.checks

Data sheets, allowed parts, absolute limits, the chip's rules, what can be read. It needs no KiCad
and takes a moment.
"""

import sys

from hardware import allowed, budget, design, limits, palette, rules, sight, sound, trace


def faults():
    """Everything that is wrong with the description, in words."""
    parts, gpio = design.PARTS, design.GPIO
    return [
        *rules.broken_pins(gpio),
        *rules.broken_keys(parts),
        *rules.broken_cables(parts),
        *rules.broken_places(parts),
        *allowed.faults((part.ref, part.value, part.made.footprint) for part in parts),
        *trace.faults(design.nets(), {part.ref: part.value for part in parts}),
        *limits.faults(),
        *budget.wrong(),
        *sight.wrong(),
        *sound.wrong(),
        *palette.wrong(),
    ]


if __name__ == "__main__":
    sys.exit("\n".join(faults()) or None)
