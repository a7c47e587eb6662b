"""What the checks of KiCad and our own say of the built board, and that they would notice a mistake."""

import json
import math
import os
import random
import re
import subprocess
import sys

import pytest
from PIL import Image, ImageChops

from hardware import circuits, design, netlists, tools
from tests.hardware.places import PYTHON, ROOT


@pytest.fixture(scope="session")
def pads(built):
    return json.loads((built / "pads.json").read_text())


def test_no_rule_is_broken(built):
    assert "ERC messages: 0" in (built / "carrier.erc").read_text()
    report = (built / "carrier.drc.txt").read_text()
    assert "Found 0 unconnected pads" in report
    assert not re.findall(r"^\[\w+\].*", report, re.MULTILINE)


def test_design_schematic_and_board_join_the_same(built, pads):
    assert not netlists.differences(design.nets(), netlists.of_schematic(built / "carrier.xml"))
    assert not netlists.differences(design.nets(), netlists.of_pads(pads))


def test_each_gpio_is_the_same_everywhere(built, pads):
    """By the number printed on the DevKitC: in the schematic and in the board's copper."""
    schematic = netlists.of_schematic(built / "carrier.xml")
    board = netlists.of_pads(pads)
    for name, gpio in design.GPIO.items():
        row, ref = (design.LEFT_ROW, "J1") if str(gpio) in design.LEFT_ROW else (design.RIGHT_ROW, "J2")
        pin = ref, str(row.index(str(gpio)) + 1)
        assert pin in schematic[name]
        assert pin in board[name]


def test_the_board_says_in_words_what_plugs_in_where(built):
    printed = (built / "carrier.kicad_pcb").read_text()
    words = [f"SEAT {seat}" for seat in design.SEATS] + [f"{design.NAME}  rev {design.REVISION}"]
    words += [word.split(" (")[0] for ref in ("J701", "J811", "J821", "J822", "J901", "J902")
              for word in design.BY_REF[ref].pins]  # fmt: skip
    words += [part.ref for part in design.PARTS if part.kind not in ("screw hole", "fiducial", "test point")
              and not part.kind.startswith("xh")]  # fmt: skip
    words += ["J701 KEYS", "J821 DISPLAY", "J811 SOUND", "J822 DISPLAY 2", "J901 POWER", "J902 SWITCH"]
    words += [part.value for part in design.PARTS if part.kind == "test point"]
    assert not [word for word in words if f'(gr_text "{word}"' not in printed]


def test_the_five_volts_run_broad(built):
    """1 mm at least for what carries up to an ampere; only the last bit to a narrow pin may be thinner."""
    text = (built / "carrier.kicad_pcb").read_text()
    number = re.search(r'\(net (\d+) "\+5V"\)', text)[1]
    segment = r"\(segment \(start (\S+) (\S+)\) \(end (\S+) (\S+)\) \(width (\S+)\) \(layer \S+\) \(net "
    tracks = [[float(word) for word in words] for words in re.findall(segment + number + r"\)", text)]
    assert tracks
    thin = [(math.hypot(c - a, d - b), width) for a, b, c, d, width in tracks if width < 1]
    assert all(long < 0.3 or (long <= 3 and width >= 0.5) for long, width in thin), thin
    assert max(width for *_, width in tracks) == 3


@pytest.mark.parametrize("product", ["carrier-fabrication.zip", "carrier-parts.html", "carrier.pdf"])
def test_everything_is_there(built, product):
    assert (built / product).stat().st_size > 10_000


def test_the_map_of_parts_names_all(built):
    text = (built / "fabrication" / "carrier-positions.csv").read_text()
    by_machine = [part for part in design.PARTS if part.ref[0] in "RCDQU" or "fuse" in part.kind]
    assert all(f"\n{part.ref}," in text for part in by_machine)


MISTAKES = {
    "thin_track": "track_width",
    "swapped_net": "DISPLAY_2 lacks J821.2",
    "moved_hole": "no hole of 3.2 mm at 155.5, 4.5",
    "cut_track": "SEAT_C is in 2 pieces",
    "shifted_track": "short between +5V and GND and SCL",
    "missing_pull_up": "+3V3 lacks R741.1",
    "copper_at_the_antenna": "items_not_allowed",
}


# They are far from each other; KiCad's module cannot look for more once it has removed something.
TOGETHER = (
    ["thin_track", "swapped_net", "moved_hole", "cut_track"],
    ["shifted_track", "missing_pull_up", "copper_at_the_antenna"],
)


def assert_caught(mutate, made):
    report = mutate(*made)
    assert [mistake for mistake, words in MISTAKES.items() if words in report] == made, report


def test_mistakes_on_the_board_are_caught_and_no_others(mutate):
    """Half of them; each half keeps KiCad busy for ten seconds."""
    seed = random.randrange(1 << 20)
    print("seed", seed)
    assert_caught(mutate, random.Random(seed).choice(TOGETHER))


@pytest.mark.slow
@pytest.mark.parametrize("made", TOGETHER, ids=" ".join)
def test_all_mistakes_on_the_board_are_caught_and_no_others(mutate, made):
    assert_caught(mutate, made)


@pytest.mark.slow
def test_without_a_mistake_nothing_is_said(mutate):
    """So it was when the board was built, by the same checks."""
    assert mutate().split() == ["rules:", "nets:", "copper:", "holes:"]


def test_swapped_names_in_the_schematic_are_caught(built, tmp_path):
    """One on a page, one that leads from page to page."""
    for page in (*built.glob("*.kicad_sch"), *built.glob("*.kicad_sym"), built / "sym-lib-table"):
        text = page.read_text().replace('(label "KEY_A"', '(label "KEY_B"', 1)
        (tmp_path / page.name).write_text(text.replace('(global_label "SEAT_D"', '(global_label "SEAT_E"', 1))
    tools.kicad_window("bom_xml", "carrier.kicad_sch", folder=tmp_path)
    found = netlists.differences(design.nets(), netlists.of_schematic(tmp_path / "carrier.xml"))
    for said in ("KEY_A lacks", "SEAT_D lacks"):
        assert any(said in words for words in found), found


def test_the_same_nets_get_the_same_tracks(built):
    """Whatever order the hashes of a run give to sets of names; its twin compares the whole board."""
    seed = random.randrange(1 << 20)
    print("seed", seed)
    nets = random.Random(seed).sample(sorted(set(design.nets()) - {"GND"}), 4)
    said = []
    for hashes in (0, 1 + seed):
        command = [PYTHON, "-m", "tests.hardware.route_some", *nets]
        environment = os.environ | {"PYTHONHASHSEED": str(hashes)}
        said.append(subprocess.run(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, check=True))
    assert said[0].stdout.count(b"Track(") >= len(nets)
    assert said[0].stdout == said[1].stdout


@pytest.mark.slow
def test_the_same_design_gives_the_same_board(built, tmp_path):
    again = tmp_path / "carrier.kicad_pcb"
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    subprocess.run([PYTHON, "-m", "hardware.board", again], cwd=ROOT, env=environment, check=True)
    assert again.read_bytes() == (built / "carrier.kicad_pcb").read_bytes()


@pytest.mark.parametrize("make", circuits.CIRCUITS, ids=lambda make: make.__name__)
def test_a_circuit_keeps_its_limits(built, tmp_path, make):
    circuit = make()
    assert not circuits.wrong(circuit, circuits.measure(circuit, tmp_path))


@pytest.mark.parametrize(
    ("make", "wrong"),
    [
        (circuits.key_filter, ("R101", "10meg")),
        (circuits.key_filter, ("C101", "1n")),
        (circuits.leaky_key, ("R101", "47k")),
        (circuits.tone, ("R811", "100k")),
        (circuits.tone, ("C812", "10n")),
        (circuits.silence, ("R813", "10meg")),
        (circuits.static_at_the_charger, ("R904", "10")),
        (circuits.battery_divider, ("R912", "220k")),
        (circuits.hot_plug, ("C901", "1u")),
        (circuits.switching_off, ("R903", "100k")),
        (circuits.static_at_the_switch, ("R902", "10")),
    ],
)
def test_a_circuit_with_a_wrong_part_leaves_its_limits(built, tmp_path, monkeypatch, make, wrong):
    right = circuits.value
    ref, value = wrong
    monkeypatch.setattr(circuits, "value", lambda asked: value if asked == ref else right(asked))
    circuit = make()
    assert circuits.wrong(circuit, circuits.measure(circuit, tmp_path))


@pytest.mark.parametrize("name", ["carrier.png", "schematic-1.png", "schematic-2.png", "schematic-3.png"])
def test_the_guides_pictures_are_current(built, name):
    """Not to the pixel: another version of a drawing program may smooth its lines otherwise."""
    kept = Image.open(ROOT / "hardware" / "pictures" / name).convert("L")
    drawn = Image.open(built / "pictures" / name).convert("L")
    assert kept.size == drawn.size, "run `make hardware-pictures`"
    other = ImageChops.difference(kept, drawn).point(lambda level: 255 * (level > 100))
    share = other.histogram()[255] / (kept.width * kept.height)
    assert share < 0.001, f"{share:.2%} of {name} differs: run `make hardware-pictures`"


def test_without_the_tools_the_checks_say_what_they_leave_out(tmp_path):
    """On a machine without KiCad they are skipped, each with its reason; in CI that is a failure."""
    command = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:randomly", "-k", "no_rule_is_broken"]
    for ci, expected in (("", "1 skipped"), ("1", "1 error")):
        environment = os.environ | {"PATH": str(tmp_path), "CI": ci}
        done = subprocess.run(
            [*command, __file__], cwd=ROOT, env=environment, text=True, capture_output=True, check=False
        )
        assert expected in done.stdout, done.stdout
        assert "KiCad is not installed" in done.stdout
