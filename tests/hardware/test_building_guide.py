"""The guide's pictures are what was built, its links lead somewhere, and it names only what there is."""

import re

import pytest
from PIL import Image, ImageChops

import tileclock
from hardware import boxes, design, effort, tools, wiring
from hardware.outside import OUTSIDE
from tests.qa.house import module
from tileclock_host.cli import COMMANDS
from tileclock_host.extras import EXTRA_OF

HARDWARE = tools.ROOT / "hardware"
PAGES = sorted(HARDWARE.glob("*.md"))
GUIDE = (HARDWARE / "README.md").read_text(encoding="utf-8")
RENDERED = (
    "base",
    "battery",
    "board",
    "console",
    "console-open",
    "pod",
    "seats",
    "sockets",
    "under-the-roof",
)
DRAWN = ("breadboard", "console-wiring", "seat-cable")
AGAIN = "run `make hardware-pictures` and look at them"


def _both(built, name):
    return HARDWARE / "pictures" / f"{name}.png", built / "pictures" / f"{name}.png"


@pytest.mark.parametrize("name", RENDERED)
def test_pictures_of_the_box_are_current(built, name):
    """Up to how another machine rounds."""
    kept, drawn = (Image.open(path).convert("L") for path in _both(built, name))
    assert kept.size == drawn.size, AGAIN
    other = ImageChops.difference(kept, drawn).point(lambda level: 255 * (level > 100))
    assert other.histogram()[255] < 0.002 * kept.width * kept.height, AGAIN


@pytest.mark.parametrize("name", DRAWN)
def test_pictures_of_cables_are_current(built, name):
    """They carry the digest of what they were drawn from: letters look different where other fonts are."""
    kept, drawn = (Image.open(path).info for path in _both(built, name))
    assert kept["Source"] == drawn["Source"], AGAIN


# A wire's colour → one that the picture must have: red, green and blue.
BROWN, ORANGE, GREEN, BLUE = (137, 89, 86), (255, 128, 0), (0, 255, 0), (0, 102, 255)


def test_the_seat_cable_keeps_the_colour_of_every_wire():
    picture = Image.open(HARDWARE / "pictures" / "seat-cable.png").convert("RGB")
    often = [colour for count, colour in picture.getcolors(1 << 20) if count > 500]
    for wire in (BROWN, ORANGE, GREEN, BLUE):
        assert any(sum(abs(a - b) for a, b in zip(wire, it, strict=True)) < 40 for it in often), wire


def test_pictures_are_shown_and_load_at_once():
    shown = {name for page in PAGES for name in re.findall(r"pictures/([\w-]+\.png)", page.read_text())}
    there = {path.name for path in (HARDWARE / "pictures").glob("*.png")}
    assert shown == there
    assert all((HARDWARE / "pictures" / name).stat().st_size < 60_000 for name in there)


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_links_lead_somewhere(page):
    for link, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", page.read_text(encoding="utf-8")):
        target = page.parent / link if link else page
        assert target.exists(), f"{page.name} links to {link}, which is not there"
        if anchor:
            titles = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
            anchors = {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
            assert anchor in anchors, f"{page.name} links to #{anchor} of {target.name}"


def test_every_reference_exists():
    known = {*design.BY_REF, *(ref for it in OUTSIDE for ref in re.findall(r"[A-Z]+\d+", it.ref))}
    named = set(re.findall(r"\b(?<!ESP32-)(?:[RCDFJQU]|BZ|TP|BT|JP|FID|A|S)\d{1,3}\b", GUIDE))
    assert named - known == set()


def test_the_multimeter_is_held_where_the_button_and_the_light_are():
    wires = wiring.seat_wires()
    ((key,), ground, plus, minus) = (
        wires[lug]
        for lug in (("button", "normally open"), ("button", "common"), ("light", "+5V"), ("light", "GND"))
    )
    at_button, at_light = re.search(
        r"contacts (\d and \d)\s.*?between (\d and \d)\.", GUIDE, re.DOTALL
    ).groups()
    assert at_button in [f"{key} and {other}" for other in ground]
    assert at_light in [f"{one} and {other}" for one in plus for other in minus]


def test_the_sizes_it_tells_are_those_of_board_and_box():
    width, depth = design.BOARD
    assert f"{width:g} × {depth:g} mm, {design.THICKNESS:g} mm thick" in GUIDE
    longest, shortest = (int(side) for side in re.search(r"bed of (\d+) × (\d+) mm", GUIDE).groups())
    assert all(it.size[0] < longest and it.size[1] < shortest for it in boxes.shells())


def test_every_connector_is_explained():
    explained = set(re.findall(r"\bJ\d{1,3}\b", GUIDE))
    first_seat = "J101"
    wanted = {ref for ref in design.CONNECTORS if not re.fullmatch(r"J[2-6]01", ref)}
    assert {first_seat} <= wanted <= explained


def test_what_it_says_stands_on_the_screen_does():
    """Words in italics are rows of the box in English; those of the self-test come with it."""
    texts = {text.lower() for text in vars(module("en")).values() if isinstance(text, str)}
    texts |= {"self-test", "keys", "lights", "buzzer", "display", "memory", "time"}
    for row in re.findall(r"(?<![*\w])\*([A-Z][\w -]+)\*(?!\*)", GUIDE):
        assert row.lower() in texts, f"the box never says {row!r}"


def test_the_program_and_its_commands_are_called_what_they_are():
    wheels = set(re.findall(r"tileclock-([\d.]+)-py3-none-any\.whl\[([\w,]+)\]", GUIDE))
    assert wheels == {(tileclock.VERSION, "flash,pdf")}
    assert {"flash", "pdf"} <= set(EXTRA_OF.values())
    commands = re.findall(r"`tileclock (\w+)", GUIDE) + re.findall(
        r"^ +tileclock (\w+)$", GUIDE, re.MULTILINE
    )
    assert {"flash", "devices", "doctor", "log", "deploy", "sync", "sheets", "export"} <= set(commands)
    assert set(commands) <= set(COMMANDS)


def test_printing_takes_as_long_as_it_says():
    old, new = sorted(effort.SPEEDS)
    said = {
        name: (int(short), int(long))
        for name, short, long in re.findall(r"`(console-\w+)` \| 1 \| .*?(\d+) hours.*?(\d+)", GUIDE)
    }
    for it in effort.printed():
        if it.name in ("console-base", "console-ridge"):
            short, long = said[it.name]
            assert abs(it.hours(new) - short) < 0.7 and abs(it.hours(old) - long) < 0.7, it.name
