"""Flash images: whole or not there, kept from one start to the next, refused in one sentence."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from littlefs import LittleFS

from tests.host.commands import called, sentence
from tests.patience import PATIENCE
from tileclock_host.sim import flash
from tileclock_host.web import showing

TILECLOCK = Path(sys.executable).with_name("tileclock")


@pytest.fixture
def bundle(tmp_path):
    folder = tmp_path / "bundle"
    (folder / "tileclock").mkdir(parents=True)
    (folder / "main.py").write_text("print('on')\n")
    (folder / "tileclock" / "old.py").write_text("")
    (folder / "manifest.json").write_text("{}")
    return folder


def test_a_deep_folder_is_no_trouble(tmp_path, bundle):
    image = tmp_path / ("deep" * 50) / ("deeper" * 30) / "flash.img"
    flash.create(image, bundle)
    flash.update(image, bundle)
    assert image.stat().st_size == flash.BLOCK * flash.BLOCKS


def opened(image):
    """The files on an image, read by a littlefs that is not the box's."""
    files = LittleFS(block_size=flash.BLOCK, block_count=flash.BLOCKS, mount=False)
    files.context.buffer = bytearray(image.read_bytes())
    files.mount()
    return files


def test_an_update_drops_old_firmware_and_keeps_what_the_table_wrote(tmp_path, bundle):
    image = tmp_path / "flash.img"
    flash.create(image, bundle)
    files = opened(image)
    files.mkdir("/data")
    with files.open("/data/kept", "w") as file:
        file.write("a game")
    image.write_bytes(files.context.buffer)
    (bundle / "tileclock" / "old.py").rename(bundle / "tileclock" / "new.py")
    flash.update(image, bundle)
    files = opened(image)
    assert files.listdir("/tileclock") == ["new.py"]
    with files.open("/data/kept") as file:
        assert file.read() == "a game"


def foreign():
    """A flash image of the right size, with the files of another device."""
    files = LittleFS(block_size=flash.BLOCK, block_count=flash.BLOCKS)
    with files.open("main.py", "w") as file:
        file.write("import weather")
    return bytes(files.context.buffer)


NONE_OF_OURS = {
    "a text": b"Dear diary\n" * 1000,
    "nothing": b"",
    "zeros": bytes(flash.BLOCK * flash.BLOCKS),
    "another file of that size": b"tileclock" + b"\x5a" * (flash.BLOCK * flash.BLOCKS - 9),
    "a longer file": b"\xff" * flash.BLOCK * (flash.BLOCKS + 1),
    "another device's flash": foreign(),
}


@pytest.fixture
def simulated(monkeypatch):
    """`tileclock sim` that is over once the clock runs."""
    monkeypatch.setattr(showing, "watch", lambda live: None)
    return lambda *arguments: called("sim", "--headless", *arguments)


@pytest.mark.parametrize("fresh", [[], ["--fresh"]], ids=["kept", "fresh"])
@pytest.mark.parametrize("name", NONE_OF_OURS)
def test_what_is_no_image_of_a_clock_is_refused_and_stays_as_it_was(tmp_path, simulated, name, fresh):
    file = tmp_path / "precious"
    file.write_bytes(NONE_OF_OURS[name])
    sentence(simulated("--flash", file, *fresh), f"{file} is not the memory of a clock", "name another")
    assert file.read_bytes() == NONE_OF_OURS[name]
    assert list(tmp_path.iterdir()) == [file], "nothing is left beside it"


@pytest.mark.parametrize("fresh", [[], ["--fresh"]], ids=["kept", "fresh"])
def test_what_is_no_file_is_refused_too(tmp_path, simulated, fresh):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("pipe", "loop"):
        sentence(simulated("--flash", tmp_path / name, *fresh), "is not the memory of a clock")
    assert (tmp_path / "pipe").is_fifo() and (tmp_path / "loop").is_symlink()


def test_files_that_only_stand_beside_it_stay_as_they_are(tmp_path, simulated, prepared_flash):
    shutil.copyfile(prepared_flash, tmp_path / "box")
    for name in ("box.lock", "box.new", "box.id"):
        (tmp_path / name).write_text("mine")
    sentence(simulated("--flash", tmp_path / "box", "--fresh"), "box.id is not the number of a clock")
    assert (tmp_path / "box").read_bytes() == prepared_flash.read_bytes()
    (tmp_path / "box.id").unlink()
    assert simulated("--flash", tmp_path / "box", "--fresh").exit_code == 0
    assert [(tmp_path / name).read_text() for name in ("box.lock", "box.new")] == ["mine"] * 2


@pytest.mark.parametrize("fresh", [[], ["--fresh"]], ids=["kept", "fresh"])
def test_a_link_is_followed_and_stays(tmp_path, simulated, fresh):
    (tmp_path / "far").mkdir()
    (tmp_path / "link").symlink_to("far/box.img")
    for _ in range(2):  # it leads nowhere at first
        assert simulated("--flash", tmp_path / "link", *fresh).exit_code == 0
        assert (tmp_path / "link").is_symlink()
        assert opened(tmp_path / "far" / "box.img").listdir("/tileclock")
    assert {path.name for path in tmp_path.iterdir()} == {"far", "link", "home"}, "at home is its secret"


def test_the_installed_command_does_so_too(tmp_path):
    file = tmp_path / "precious"
    file.write_text("Dear diary")
    (tmp_path / "link").symlink_to("precious")
    for name in ("precious", "link"):
        done = subprocess.run(
            [TILECLOCK, "sim", "--headless", "--fresh", "--flash", tmp_path / name],
            capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
        assert done.returncode == 1 and done.stderr.count("\n") == 1, done
        assert f"{file} is not the memory of a clock" in done.stderr
    assert file.read_text() == "Dear diary" and (tmp_path / "link").is_symlink()


def test_an_image_that_is_damaged_is_emptied_only_on_demand(tmp_path, simulated, prepared_flash):
    image = tmp_path / "flash.img"
    data = bytearray(prepared_flash.read_bytes())
    data[20:400] = data[flash.BLOCK + 20 : flash.BLOCK + 400] = b"\x5a" * 380
    image.write_bytes(data)
    sentence(simulated("--flash", image), "no readable file system", "--fresh")
    assert image.read_bytes() == data
    assert list(tmp_path.glob(".*")) == list(tmp_path.glob("*.new")) == [], "no draft is left behind"
    assert simulated("--flash", image, "--fresh").exit_code == 0


def test_an_image_holds_its_secret_for_its_owner_alone(tmp_path, simulated, prepared_flash):
    image = tmp_path / "new.img"
    assert simulated("--flash", image).exit_code == 0
    assert image.stat().st_mode & 0o777 == 0o600
    shutil.copyfile(prepared_flash, tmp_path / "old.img")
    (tmp_path / "old.img").chmod(0o644)
    assert simulated("--flash", tmp_path / "old.img").exit_code == 0
    assert (tmp_path / "old.img").stat().st_mode & 0o777 == 0o600
