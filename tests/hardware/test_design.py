"""The description itself: complete, without contradictions, and safe where hands and cables get at it."""

import dataclasses
import importlib
import sys
import types

import pytest

from hardware import budget, design, rules


def without(ref):
    return [part for part in design.PARTS if part.ref != ref]


def changed(ref, **what):
    return [dataclasses.replace(part, **what) if part.ref == ref else part for part in design.PARTS]


def rewired(ref, pin, net):
    return changed(ref, nets=design.BY_REF[ref].nets | {pin: net})


def test_every_part_has_its_own_number_and_every_net_two_ends():
    assert len(design.BY_REF) == len(design.PARTS)
    assert not [net for net, pins in design.nets().items() if len(pins) < 2]


def test_every_key_has_its_filter():
    assert not rules.broken_keys(design.PARTS)


@pytest.mark.parametrize(
    ("ref", "words"),
    [("R741", "KEY_BACK has no 10k pull-up"), ("R102", "KEY_A has no 1k"), ("C601", "KEY_F has no 100n")],
)
def test_a_missing_part_of_a_filter_is_found(ref, words):
    assert any(words in found for found in rules.broken_keys(without(ref)))


def test_a_filter_of_other_values_is_found():
    assert rules.broken_keys(changed("R101", value="100k"))


def test_no_cable_reaches_more_than_its_own_seat():
    assert not rules.broken_cables(design.PARTS)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (rewired("J301", "1", "CHAIN_C"), "reaches more than one seat"),
        (rewired("J301", "7", "+5V"), "reaches more than one seat"),
        (without("D201"), "no guard"),
        (without("F401"), "no fuse"),
    ],
    ids=["the chain on a cable", "the rail on a cable", "no guard", "no fuse"],
)
def test_a_cable_that_could_harm_others_is_found(parts, words):
    assert any(words in found for found in rules.broken_cables(parts))


@pytest.mark.parametrize("seat", design.SEATS)
def test_lights_go_on_behind_an_empty_socket(seat):
    """Follow the data from the controller: with one socket and its cable gone it still reaches all lights."""
    parts = [part for part in design.PARTS if part.value != f"SEAT {seat}"]
    passes = {"light": [("4", "2")], "resistor": [("1", "2"), ("2", "1")]}
    passes["buffer"] = list(zip(design.BUFFER_INPUTS, design.BUFFER_OUTPUTS, strict=True))
    reached, lit = {"LIGHTS"}, set()
    for _ in parts:
        for part in parts:
            for entry, way_out in passes.get(part.kind, ()):
                if part.nets.get(entry) in reached and part.nets.get(way_out) not in (None, "GND", "+5V"):
                    reached.add(part.nets[way_out])
            if part.kind == "light" and part.nets["4"] in reached:
                lit.add(part.ref)
    assert lit == {f"D{n}02" for n in range(1, 7)}
    assert {f"LIGHT_{other}" for other in design.SEATS} <= reached


def test_nothing_stands_in_the_way():
    assert not rules.broken_places(design.PARTS)


@pytest.mark.parametrize(
    ("ref", "x", "y", "words"),
    [("C901", 120.0, 60.0, None), ("R101", 33.0, 22.3, "each other's place"), ("J701", 152.0, 86.5, "edge")],
)
def test_a_part_in_a_wrong_place_is_found(ref, x, y, words):
    found = rules.broken_places(changed(ref, x=x, y=y))
    assert (not found) if words is None else any(words in line for line in found)


def test_words_at_connectors_say_what_the_pins_are():
    meant = {
        "ground": "GND",
        "ground (middle)": "GND",
        "SCL (clock)": "SCL",
        "SDA (data)": "SDA",
    }
    for part in design.CONNECTORS.values():
        for number, words in enumerate(part.pins, 1):
            if words in meant:
                assert part.nets[str(number)] == meant[words], f"{part.ref}.{number}"


def test_both_displays_are_wired_alike():
    assert design.BY_REF["J821"].nets == design.BY_REF["J822"].nets


def test_a_plug_of_a_display_goes_in_one_way_only():
    assert all(design.BY_REF[ref].kind.startswith("xh") for ref in ("J821", "J822"))


def test_a_crossed_network_cable_meets_ground_with_ground_and_supply_with_supply():
    """Crossing swaps 1 with 3 and 2 with 6, and in some cables 4 with 7 and 5 with 8."""
    nets = design.BY_REF["J101"].nets
    assert nets["2"] == nets["6"] == "GND"
    assert nets["4"] == nets["5"] == "GND" and nets["7"] == nets["8"] == "POD_A"


def test_the_supply_bears_what_is_drawn():
    assert not budget.wrong()


def test_brighter_lights_would_be_noticed(monkeypatch):
    monkeypatch.setattr(budget, "limit", lambda: 1.0)
    found = budget.wrong()
    assert any("one seat's light" in words for words in found)
    assert any("USB" in words for words in found)


def test_the_firmware_keeps_to_the_limit_it_names(monkeypatch):
    """The real lights module at its brightest: no colour above the level that the budget counts on."""
    monkeypatch.setitem(sys.modules, "micropython", types.SimpleNamespace(const=int))
    lights = importlib.import_module("tileclock.device.lights")
    monkeypatch.delitem(sys.modules, "tileclock.device.lights")

    class Chain:
        def write(self, colours):
            self.sent = bytes(colours)

    chain = Chain()
    all_lights = lights.Lights(chain)
    for seat in range(6):
        all_lights.set(seat, all_lights.BRIGHT)
    all_lights.show()
    assert max(chain.sent) / 255 == budget.limit()
    assert max(lights.ramp(at) >> 16 for at in range(33)) / 255 <= budget.limit()
