"""Every screen has been looked at: each module of ui/ has a recorded picture, and each picture a screen."""

from tests.device.pictures import FOLDER, undrawn
from tests.device.scenes_end import SCENES
from tests.qa.house import PACKAGE

PARTS = {
    "__init__",
    "flash_questions",
    "kit",
    "menu",
    "navigator",
    "page",
    "repeat",
    "screen",
    "stage",
}  # of screens, rather than screens
BESIDES = {"safe_mode"}  # what is shown where the clock does not start
MODULES = {path.stem for path in (PACKAGE / "ui").glob("*.py")} - PARTS | BESIDES
EXPECTED = {f"{name}.{language}.txt" for name, (_, languages) in SCENES.items() for language in languages}


def test_every_screen_has_a_picture():
    missing = MODULES - {name.partition("-")[0] for name in SCENES}
    assert not missing, f"add a scene to tests/device/scenes.py for {sorted(missing)}, then run make screens"


def test_every_picture_is_of_a_screen():
    unknown = {name for name in SCENES if name.partition("-")[0] not in MODULES}
    assert not unknown, f"{sorted(unknown)} of tests/device/scenes.py is named like no module of ui/"


def test_every_scene_is_recorded_and_no_picture_is_left_over():
    recorded = {path.name for path in FOLDER.glob("*.txt")}
    assert not EXPECTED - recorded, f"run make screens and look at {sorted(EXPECTED - recorded)}"
    assert not recorded - EXPECTED, f"no scene is shown in {sorted(recorded - EXPECTED)}: remove them"


def test_no_text_on_a_picture_is_cut_off(reader):
    """An ellipsis is for names of people, not for our own words."""
    for path in sorted(FOLDER.rglob("*.txt")):
        rows = undrawn(path.read_text(encoding="utf-8"))
        frame = bytes(
            sum(rows[page * 8 + bit][x] << bit for bit in range(8)) for page in range(8) for x in range(128)
        )
        cut = [item.text for item in reader.read(frame) if item.text.endswith("…")]
        assert not cut, f"{path.name}: {cut} is cut off, shorten it in the language module"
