"""Flash images: whole or not there, kept from one start to the next, refused in one sentence."""

import pytest
from littlefs import LittleFS

from tileclock_host.sim import flash
from tileclock_host.sim.errors import SimError


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


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"short", "not a flash image of 2,097,152 bytes"),
        (b"\x5a" * flash.BLOCK * flash.BLOCKS, "no readable"),
    ],
    ids=["another file", "no file system"],
)
def test_what_is_no_flash_image_is_refused_and_stays_as_it_was(tmp_path, bundle, content, complaint):
    image = tmp_path / "flash.img"
    image.write_bytes(content)
    with pytest.raises(SimError, match=complaint):
        flash.update(image, bundle)
    assert image.read_bytes() == content
    assert list(tmp_path.glob("*.new")) == [], "no draft is left behind"
