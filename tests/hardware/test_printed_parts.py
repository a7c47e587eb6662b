"""The printed parts are closed, thick enough, printable and fit; and what is broken on purpose is found."""

import json
import random
import subprocess

import pytest

from hardware import boxes, design, tools
from hardware.shells import WEB, narrow

SHELLS = {it.name: it for it in boxes.shells()}
# What is broken, and words of the faults that name it.
FOUND = {
    "merged keys": ["run into each other"],
    "narrow web": ["sound 1 and sound 2 leave 1.0 mm"],
    "moved in the ridge": ["console-ridge and key UP share", "mm thick at"],
    "moved window": ["face-far and far picture share"],
    "steeper face": ["console-ridge and face-near share", "face-near and display share"],
    "crowded base": [f"console-base and {it} share" for it in ("USB plug", "plug F", "carrier board")],
    "moved pod light": ["pod-lid-30-A and lens share"],
    "thin wall": ["it is 1.60 mm thick"],
    "thin floor": ["it is 2.00 mm thick"],
    "forgotten opening": ["ways lead through it"],
    "shelf": ["hangs in the air"],
    "hairline": ["a legend has lines under"],
    "a face without its lip": ["no lip 2.5 mm below the rim on 2", "light goes straight through the joint"],
    "gables without their lip": ["no lip 2.5 mm below the rim on", "light goes straight through the joint"],
    "a lip that sticks": ["the lip has 0.04 mm of air, 0.2 to 0.3 are wanted"],
    "a pod's lid without its lip": ["no lip 2.5 mm below the rim on 100%", "light goes straight through"],
    "a pod's lid with a low lip": ["no lip 2.5 mm below the rim on 100%"],
    "a bridge in the way of the screws' key": ["upper left tab screw, far, is turned by", "60 are needed"],
    "a mast before a letter": ["face-near: ", "of the signs of A are behind something"],
    "a charger that can be pushed away": ["nothing holds the charger when its plug is pushed in"],
    "open room": ["of the battery's skin lie bare"],
    "crowded battery": ["carrier board is", "mm from the battery, 5 are needed"],
}


def test_every_part_can_be_printed_and_changed(built):
    """That they are sound and fit was measured while they were built."""
    for name in SHELLS:
        assert (built / "enclosure" / f"{name}.stl").stat().st_size > 10_000
        assert (built / "enclosure" / f"{name}.step").read_text(encoding="utf-8").startswith("ISO-10303-21")


@pytest.mark.parametrize("ways", [2, pytest.param(len(FOUND), marks=pytest.mark.slow)])
def test_what_is_broken_is_found(built, ways):
    """Boxes that are broken on purpose, each in its way."""
    seed = random.randrange(1 << 20)
    print("seed", seed)
    chosen = random.Random(seed).sample(sorted(FOUND), ways)
    command = [tools.PYTHON, "-m", "tests.hardware.broken_boxes", built / "enclosure", *chosen]
    heard = json.loads(subprocess.run(command, cwd=tools.ROOT, stdout=subprocess.PIPE, check=True).stdout)
    assert set(heard["ways"]) == set(FOUND)
    for way, said in heard["said"].items():
        missed = [words for words in FOUND[way] if not any(words in fault for fault in said)]
        assert not missed, (way, said)


def test_letters_are_files_of_their_own_one_for_each_colour(built):
    there = {file.stem for file in (built / "enclosure").glob("*.stl")} - set(SHELLS)
    wanted = {enclosure_file(it.name, legend.seat) for it in SHELLS.values() for legend in it.legends}
    assert wanted <= there


def enclosure_file(part, seat):
    return f"{part}-letters-{seat}" if seat else f"{part}-letters"


def test_what_is_a_seats_has_its_colour_and_nothing_else_has_one():
    for it in SHELLS.values():
        for legend in it.legends:
            if legend.text in design.SEATS:
                assert legend.seat == legend.text, it.name
            elif legend.text not in ("▬", "○"):
                assert not legend.seat, it.name


def test_each_seat_has_its_colour_at_its_light_at_its_socket_and_on_its_pod():
    for seat in design.SEATS:
        where = [it.name for it in SHELLS.values() if any(sign.seat == seat for sign in it.legends)]
        sides = {name for name in where if name.startswith("face")}
        assert {f"pod-lid-30-{seat}", f"pod-lid-24-{seat}"} <= set(where)
        assert sides == {"face-near", "face-far", "face-far-plain"}


def test_cables_leave_on_both_long_sides_three_on_each():
    walls = {it.name: it.face for it in SHELLS["console-base"].openings if it.name.startswith("socket")}
    assert {seat: walls[f"socket {seat}"] for seat in design.SEATS} == {
        **dict.fromkeys("ABC", "front"),
        **dict.fromkeys("DEF", "back"),
    }
    near = sorted("ABC", key=design.jack_x)
    far = sorted("DEF", key=design.jack_x)
    assert (near, far) == (list("CBA"), list("DEF")), "clockwise round the table, seen from above"


def test_both_windows_show_a_display_and_the_plain_face_none():
    windows = {name: [it.name for it in SHELLS[name].openings] for name in SHELLS if name.startswith("face")}
    assert windows == {"face-near": ["window"], "face-far": ["window"], "face-far-plain": []}


@pytest.mark.parametrize("name", SHELLS)
def test_openings_keep_apart(name):
    assert not narrow(SHELLS[name].openings), f"{WEB} mm are needed"


def test_each_thing_has_its_opening():
    openings = {it.name for name in ("console-base", "console-ridge") for it in SHELLS[name].openings}
    wanted = {f"socket {seat}" for seat in design.SEATS} | {f"light {seat}" for seat in design.SEATS}
    wanted |= {f"key {key}" for key in design.KEYS} | {"switch", "USB of the controller"}
    assert wanted <= openings


def test_legends_name_seats_and_keys():
    """Those of keys and lights are on both faces, those of sockets where these are."""
    for face in ("face-near", "face-far", "face-far-plain"):
        signs = [legend.text for legend in SHELLS[face].legends]
        assert signs[:4] == ["▲", "▼", "OK", "↩"]
        assert signs[4:10] == list("ABCDEF")
    assert [legend.text for legend in SHELLS["face-far"].legends][10::2] == list("DEF")
    assert [legend.text for legend in SHELLS["face-near"].legends][12::2] == list("ABC")
    for seat in design.SEATS:
        assert [legend.text for legend in SHELLS[f"pod-lid-30-{seat}"].legends] == [seat, "○"]
