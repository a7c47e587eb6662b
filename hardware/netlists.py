"""Reads nets back from what was drawn: from the schematic as KiCad sees it, and from the board's copper."""

from xml.etree import ElementTree


def of_schematic(path):
    """The nets in the XML that KiCad writes of a schematic, by the names the design gives them."""
    found = {}
    for net in ElementTree.parse(path).iter("net"):
        name = net.get("name").rsplit("/", 1)[-1]
        pins = {(node.get("ref"), node.get("pin")) for node in net.iter("node")}
        if not name.startswith("unconnected-"):
            found.setdefault(name, set()).update(pins)
    return found


def parts_of_schematic(path):
    """Number, value and footprint of each part in that XML."""
    parts = ElementTree.parse(path).iter("comp")
    return [(part.get("ref"), part.findtext("value"), part.findtext("footprint") or "") for part in parts]


def of_pads(pads):
    """The nets of the board's pads."""
    found = {}
    for pad in pads:
        if pad["net"]:
            found.setdefault(pad["net"], set()).add(tuple(pad["name"].split(".")))
    return found


def differences(design, drawn):
    """What is missing and what is too much, in words; nothing if both are the same."""
    words = []
    for net in sorted(set(design) | set(drawn)):
        wanted, got = design.get(net, set()), drawn.get(net, set())
        for verb, pins in (("lacks", wanted - got), ("has", got - wanted)):
            if pins:
                words.append(f"{net} {verb} " + ", ".join(".".join(pin) for pin in sorted(pins)))
    return words
