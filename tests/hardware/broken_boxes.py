"""Breaks the printed parts on purpose in the ways that are named, and prints as JSON what the checks say."""

import json
import sys
from dataclasses import replace
from pathlib import Path

import trimesh

from hardware import boxes, enclosure, guests, pods
from hardware.shells import Block, Legend, disc

SHELLS = {it.name: it for it in boxes.shells()}
CONSOLE = ("console-base", "console-ridge", "face-near", "face-far", "display-bridge", "battery-cover")


def with_opening(shell, name, **change):
    """The part with one opening changed; the things that go through it stay where they are."""
    assert name in {it.name for it in shell.openings}
    changed = [replace(it, **change) if it.name == name else it for it in shell.openings]
    return replace(shell, openings=tuple(changed))


def moved(part, **by):
    """Openings in other places, each by so much; with blanks where their names have lines."""
    shell = SHELLS[part]
    for words, way in by.items():
        name = words.replace("_", " ")
        at = next(it for it in shell.openings if it.name == name).at
        shell = with_opening(shell, name, at=tuple(a + b for a, b in zip(at, way, strict=True)))
    return shell


def thin_wall():
    return replace(SHELLS["console-base"], wall=1.6)


def thin_floor():
    return replace(SHELLS["pod-lid-30-A"], floor=2.0, wall=3.0)


def forgotten_opening():
    """Filled up again by something that stands in it: the figures still have it, the mesh has not."""
    base = SHELLS["pod-base"]
    cork = Block((0, pods.POD[1] / 2 - 1.2), (10, 2.4, 30))
    return replace(
        base, blocks=(*base.blocks, cork), openings=tuple(disc("x", "flat", (20, 0), 4) for _ in range(2))
    )


def shelf():
    """A slot in the wall too wide to be bridged."""
    return with_opening(SHELLS["console-base"], "socket C", size=(40, 13.8))


def crowded_base():
    """A post in the way too."""
    base = moved("console-base", USB_of_the_controller=(0, 3.0), socket_F=(3.0, 0))
    return replace(base, posts=(*base.posts, replace(base.posts[0], at=(0, -30), height=30, pilot=0)))


def open_room():
    """Without one of its walls."""
    base = SHELLS["console-base"]
    return replace(base, blocks=base.blocks[:4] + base.blocks[5:])


def loose_charger():
    """Without the ribs behind it."""
    base = SHELLS["console-base"]
    return replace(base, blocks=base.blocks[:1] + base.blocks[3:])


def mast():
    """Before the near face, as high as what is on it."""
    base = SHELLS["console-base"]
    return replace(base, blocks=(*base.blocks, Block((-55, -62), (14, 3, 110))))


def crowded_battery(parts):
    """The board hangs lower, over the battery; what is said of it."""
    high = guests.BOARD_TOP
    guests.BOARD_TOP = high - 4
    try:
        return enclosure.battery(parts)
    finally:
        guests.BOARD_TOP = high


def sticking_lip():
    """A fifth of a millimetre further out."""
    ridge = SHELLS["console-ridge"]
    return replace(ridge, lips=tuple(replace(it, at=(it.at[0] * 1.0028, 0)) for it in ridge.lips))


def low_lip():
    lid = SHELLS["pod-lid-30-A"]
    return replace(lid, blocks=tuple(replace(it, size=(*it.size[:2], 1.5)) for it in lid.blocks))


def hairline():
    return replace(SHELLS["console-ridge"], legends=(Legend("A", (0, 20), 3),))


BROKEN = {
    "merged keys": with_opening(SHELLS["console-ridge"], "key OK", size=(60, 60)),
    "narrow web": moved("console-ridge", sound_2=(-2.0, 0)),
    "moved in the ridge": moved("console-ridge", key_UP=(0, 1.0), light_A=(1.0, 0)),
    "moved window": moved("face-far", window=(0, 4.0)),
    "steeper face": replace(SHELLS["face-near"], floor=4.0, size=(*SHELLS["face-near"].size[:2], 4.0)),
    "crowded base": crowded_base(),
    "moved pod light": moved("pod-lid-30-A", light=(1.5, 0)),
    "thin wall": thin_wall(),
    "thin floor": thin_floor(),
    "forgotten opening": forgotten_opening(),
    "shelf": shelf(),
    "hairline": hairline(),
    "a face without its lip": replace(SHELLS["face-near"], ribs=()),
    "gables without their lip": replace(SHELLS["console-ridge"], lips=()),
    "a lip that sticks": sticking_lip(),
    "a pod's lid without its lip": replace(SHELLS["pod-lid-30-A"], blocks=()),
    "a pod's lid with a low lip": low_lip(),
    "a bridge in the way of the screws' key": replace(SHELLS["display-bridge"], size=(91, 38, 2.4), corner=2),
    "a mast before a letter": mast(),
    "a charger that can be pushed away": loose_charger(),
    "open room": open_room(),
    "crowded battery": crowded_battery,
}


def main():
    """The parts that are not broken are taken from the folder where they were built; also prints all ways."""
    folder, ways = Path(sys.argv[1]), sys.argv[2:]
    needed = [SHELLS[part] for part in (*CONSOLE, "pod-base", "pod-lid-30-A", "lens")]
    whole = {it.name: enclosure.Built(it, trimesh.load_mesh(folder / f"{it.name}.stl"), {}) for it in needed}
    for face in ("face-near", "face-far"):
        letters = {legend.seat: enclosure.letters(face, legend.seat) for legend in SHELLS[face].legends}
        whole[face].legends.update(
            {it: trimesh.load_mesh(folder / f"{of}.stl") for it, of in letters.items()}
        )
    print(json.dumps({"ways": list(BROKEN), "said": {way: _said(whole, BROKEN[way]) for way in ways}}))


def _said(whole, shell):
    if callable(shell):
        return shell(whole)
    parts = whole | {shell.name: enclosure.shape(shell)}
    found = enclosure.alone(parts[shell.name])
    if shell.name in CONSOLE:
        if shell.name == "console-base":
            found += enclosure.battery(parts) + enclosure.charger(parts) + enclosure.signed(parts)
        found += enclosure.driven(parts) if shell.name == "display-bridge" else []
        found += enclosure.console_joint(parts) if shell.name in ("console-ridge", "face-near") else []
        return found + enclosure.together(enclosure.console(parts), guests.console())
    found += enclosure.pod_joint(parts, "pod-lid-30-A") if shell.name.startswith("pod-lid") else []
    return found + enclosure.together(enclosure.pod(parts, "A", 30), guests.pod(30))


if __name__ == "__main__":
    main()
