"""`tileclock flash`: the file it makes is a board's flash, and what cannot be one is refused."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.device.box import opened
from tests.host.cable import live, running
from tests.host.commands import called, deploy, says, sentence
from tests.host.stock_image import FILES_AT, FILES_SIZE, micropython, mounted, partitions
from tests.patience import PATIENCE
from tileclock_host.build import bundle
from tileclock_host.device import Clock, board_image
from tileclock_host.sheets import secrets

TILECLOCK = Path(sys.executable).with_name("tileclock")


@pytest.fixture
def stock(tmp_path):
    file = tmp_path / "ESP32_GENERIC-20241025-v1.24.0.bin"
    file.write_bytes(micropython())
    return file


@pytest.fixture
def made(stock, tmp_path, home):
    out = tmp_path / "clock.bin"
    assert f"{out}: " in says("flash", "--micropython", stock, "--image", out)
    return out


def files_of(made, tmp_path):
    """The partition of the files, as the simulator has it."""
    image = tmp_path / "flash.img"
    image.write_bytes(made.read_bytes()[FILES_AT - board_image.START :].ljust(FILES_SIZE, b"\xff"))
    return image


def test_another_littlefs_lists_the_whole_firmware_and_who_the_clock_is(made, stock, tmp_path, home):
    assert made.read_bytes().startswith(stock.read_bytes())
    disk = opened(files_of(made, tmp_path))
    found = {f"{folder.rstrip('/')}/{name}" for folder, _, names in disk.walk("/") for name in names}
    folder = bundle.ensure()
    assert found == {*bundle.load(folder).files, "/manifest.json", "/data/epoch", "/data/secret"}
    for path in bundle.load(folder).files:
        with disk.open(path, "rb") as file:
            assert file.read() == (folder / path.lstrip("/")).read_bytes()
    with disk.open("/data/epoch") as file:
        (kept,) = secrets.of(file.read() + "240ac40051ac")
    with disk.open("/data/secret") as file:
        assert file.read() == kept.hex()


@pytest.mark.parametrize("megabytes", [4, 8])
@pytest.mark.parametrize(
    "image",
    [micropython(), micropython("v1.26.1", entry=False), micropython("v1.26.1", entry=False, summed=False)],
    ids=["as 1.24", "as 1.26", "as 1.26 without a sum"],
)
def test_the_port_finds_the_files_on_a_flash_of_any_size(stock, tmp_path, home, image, megabytes):
    """Where the table has no entry for them, and the port would look up to the end of the flash."""
    stock.write_bytes(image)
    out = tmp_path / "clock.bin"
    says("flash", "--micropython", stock, "--image", out)
    made = out.read_bytes()
    expected = partitions(image) | {"vfs": (1, 0x81, FILES_AT, FILES_SIZE, 0)}
    assert partitions(made) == expected
    disk = mounted(made, megabytes << 20)
    with disk.open("/main.py", "rb") as file:
        assert file.read() == (bundle.ensure() / "main.py").read_bytes()


def test_an_image_with_two_programs_leaves_the_files_what_is_behind_them(stock, tmp_path, home):
    stock.write_bytes(micropython("v1.26.1", entry=False, ends=0x310000))
    out = tmp_path / "clock.bin"
    says("flash", "--micropython", stock, "--image", out)
    assert partitions(out.read_bytes())["vfs"] == (1, 0x81, 0x310000, 0xF0000, 0)
    assert mounted(out.read_bytes(), 4 << 20).listdir("/data")


def test_the_table_with_a_new_entry_is_that_of_an_image_that_has_it(stock):
    with_entry = micropython()
    for content in (with_entry, micropython(entry=False)):
        stock.write_bytes(content)
        assert board_image.stock(stock).data == with_entry


def test_the_file_with_a_secret_is_for_its_owner_alone(made):
    assert made.stat().st_mode & 0o777 == 0o600


def test_two_boards_are_two_clocks(stock, tmp_path, home):
    for name in ("one", "two"):
        says("flash", "--micropython", stock, "--image", tmp_path / name)
    assert len(list((home / "secrets").iterdir())) == 2


def test_esptool_takes_it_for_an_image_of_the_chip(made):
    said = subprocess.run(
        [sys.executable, "-m", "esptool", "image-info", made], capture_output=True, text=True, check=True
    ).stdout
    assert said.count("(valid)") == 2, said


def test_the_simulator_boots_from_it_as_a_clock_whose_secret_is_known(made, tmp_path):
    image = files_of(made, tmp_path)
    (tmp_path / "flash.img.id").write_text("240ac40051ac")
    with running(image) as it:
        with Clock.open(it.serial_port) as clock:
            assert clock.identity.secret and clock.identity.device.endswith("240ac40051ac")
            assert secrets.of(clock.identity.device)
        assert json.loads(deploy(it.serial_port, "--check", "--json"))["sent"] == []


def test_and_plays(made, tmp_path, lay_table):
    table = lay_table(start=False)
    table.box.flash.write_bytes(files_of(made, tmp_path).read_bytes())
    table.box.start()
    table.deal()
    table.seat("A").press()
    table.wait(s=1)
    table.seat("A").press()
    assert table.screen.seat == "B"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "is not MicroPython for the ESP32"),
        (b"Dear diary", "is not MicroPython for the ESP32"),
        (micropython(magic=0x7F), "is not MicroPython for the ESP32"),
        (micropython(chip=9), "is for the ESP32-S3, and a clock has an ESP32"),
        (b"\xff" * 0x1000 + micropython(chip=5), "is not MicroPython for the ESP32"),
        (micropython(chip=5)[:100], "is for the ESP32-C3, and a clock has an ESP32"),
        (micropython(chip=0x1234), "is for another chip, and a clock has an ESP32"),
        (micropython(flash=0x10), "is for a flash below 4 MB"),
        (micropython(files_at=0x8000), "is not MicroPython for the ESP32"),
        (micropython(entry=False, ends=0x400000), "is not MicroPython for the ESP32"),
        (micropython()[:0x6000], "is not MicroPython for the ESP32"),
        (micropython("v1.23.0"), f"is MicroPython v1.23.0: take {bundle.MICROPYTHON} or newer"),
    ],
    ids=[
        "empty",
        "text",
        "no image",
        "S3",
        "another place",
        "C3",
        "unknown chip",
        "2 MB",
        "no room",
        "full",
        "half",
        "old",
    ],
)
def test_what_is_no_micropython_is_refused_and_nothing_is_made(stock, tmp_path, home, content, why):
    stock.write_bytes(content)
    out = tmp_path / "out.bin"
    sentence(called("flash", "--micropython", stock, "--image", out), str(stock), why, "micropython.org")
    assert not out.exists() and not (home / "secrets").exists()


def test_the_newest_download_is_taken_or_where_to_get_one_is_said(stock, tmp_path, home, monkeypatch):
    folder = tmp_path / "Downloads"
    folder.mkdir()
    monkeypatch.setattr("platformdirs.user_downloads_path", lambda: folder)
    said = called("flash", "--image", tmp_path / "out.bin")
    sentence(said, f"no MicroPython in {folder}", "micropython.org/download/ESP32_GENERIC", "--micropython")
    (folder / "ESP32_GENERIC-20240602-v1.23.0.bin").write_bytes(micropython("v1.23.0"))
    (folder / stock.name).write_bytes(stock.read_bytes())
    (folder / "ESP32_GENERIC_S3-20250911-v1.26.1.bin").write_bytes(b"another chip's")
    says("flash", "--image", tmp_path / "out.bin")
    sentence(called("flash", "--image", tmp_path / "out.bin"), "already exists: name another file")


def test_what_contradicts_itself_is_a_usage_error(stock):
    said = says("flash", "--micropython", stock, "--image", "x.bin", "--yes", status=2)
    assert "--image writes to no board" in said


def test_a_clock_says_what_it_has_before_it_is_erased(stock, prepared_flash, tmp_path, home):
    with live(prepared_flash, tmp_path / "box", ["a sheet\n"]) as it:
        said = called("flash", "--micropython", stock, "--port", it.serial_port, typed="n\n")
        assert said.exit_code == 1 and "has 1 sheet no PC has fetched" in said.output, said.output
        assert "Nothing was erased" in said.output and not (home / "secrets").exists()
        with Clock.open(it.serial_port) as clock:
            assert clock.sheets()


def test_a_board_that_esptool_cannot_write_is_one_sentence_behind_what_it_says(
    stock, prepared_flash, tmp_path
):
    """The simulated chip's loader answers nobody, like a board that is not in its loader."""
    with live(prepared_flash, tmp_path / "box") as it:
        done = subprocess.run(
            [TILECLOCK, "flash", "--micropython", stock, "--port", it.serial_port, "--yes"],
            capture_output=True, text=True, check=False, timeout=PATIENCE,
        )  # fmt: skip
    assert done.returncode == 1 and "esptool" in done.stdout
    assert "hold its BOOT button" in done.stderr.splitlines()[-1]
