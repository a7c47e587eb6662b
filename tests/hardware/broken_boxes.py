"""Breaks the printed parts on purpose, one way after another, and prints as JSON what the checks say."""

import contextlib
import json
import tempfile
from dataclasses import replace
from pathlib import Path

from hardware import boxes, enclosure, guests
from hardware.shells import Block, Legend, disc

SHELLS = {it.name: it for it in boxes.shells()}
CONSOLE = ("console-base", "console-lid", "light-bar", "display-bridge")


def with_opening(part, name, **change):
    """The part with one opening changed; the things that go through it stay where they are."""
    shell = SHELLS[part]
    assert name in {it.name for it in shell.openings}
    changed = [replace(it, **change) if it.name == name else it for it in shell.openings]
    return replace(shell, openings=tuple(changed))


def moved(part, name, by):
    opening = next(it for it in SHELLS[part].openings if it.name == name)
    return with_opening(part, name, at=tuple(a + b for a, b in zip(opening.at, by, strict=True)))


def thin_wall():
    return replace(SHELLS["console-base"], wall=1.6)


def thin_floor():
    return replace(SHELLS["pod-lid-30-A"], floor=2.0, wall=3.0)


def forgotten_opening():
    """Filled up again by something that stands in it: the figures still have it, the mesh has not."""
    base = SHELLS["pod-base"]
    cork = Block((0, boxes.POD[1] / 2 - 1.2), (10, 2.4, 30))
    return replace(
        base, blocks=(*base.blocks, cork), openings=tuple(disc("x", "flat", (20, 0), 4) for _ in range(2))
    )


def shelf():
    """A slot in the wall too wide to be bridged."""
    return with_opening("console-base", "socket C", size=(40, 13.8))


def post_in_the_way():
    base = SHELLS["console-base"]
    return replace(base, posts=(*base.posts, replace(base.posts[0], at=(0, 20), height=12)))


def hairline():
    return replace(SHELLS["console-lid"], legends=(Legend("A", (0, 20), 3),))


BROKEN = {
    "merged keys": with_opening("console-lid", "key OK", size=(60, 60)),
    "narrow web": moved("console-lid", "grille 2", (-2.0, 0)),
    "moved key": moved("console-lid", "key UP", (0, 1.0)),
    "moved USB": moved("console-base", "USB of the controller", (0, 3.0)),
    "moved socket": moved("console-base", "socket F", (3.0, 0)),
    "moved screw": moved("console-lid", "screw 1", (1.0, 0)),
    "moved window": moved("console-lid", "window", (0, 4.0)),
    "moved pod light": moved("pod-lid-30-A", "light", (1.5, 0)),
    "thin wall": thin_wall(),
    "thin floor": thin_floor(),
    "forgotten opening": forgotten_opening(),
    "shelf": shelf(),
    "post in the way": post_in_the_way(),
    "hairline": hairline(),
}


def main():
    with tempfile.TemporaryDirectory() as name, contextlib.redirect_stdout(None):
        folder = Path(name)
        needed = [SHELLS[part] for part in (*CONSOLE, "pod-base", "pod-lid-30-A", "lens")]
        whole = enclosure.build(needed, folder)
        found = {it: _said(whole, shell, folder) for it, shell in BROKEN.items()}
    print(json.dumps(found))


def _said(whole, shell, folder):
    parts = whole | enclosure.build([shell], folder)
    found = enclosure.alone(parts[shell.name])
    if shell.name in CONSOLE:
        return found + enclosure.together(enclosure.console(parts), guests.console())
    return found + enclosure.together(enclosure.pod(parts, "A", 30), guests.pod(30))


if __name__ == "__main__":
    main()
