"""What somebody downloads who builds a box is whole and says what it is for; if it were not, it is said."""

import csv
import hashlib
import io
import re
import subprocess
import zipfile
from xml.etree import ElementTree

import pypdfium2
import pytest
from littlefs import LittleFS, UserContext

from hardware import bom, boxes, design, release, tools
from tests.host.stock_image import micropython, mounted
from tileclock_host.device import board_image

PARTS = {it.name: it for it in boxes.shells()}
CORE = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"


@pytest.fixture
def packed(tmp_path):
    """A folder with a file for each that is promised; what counts here is what is said of them."""
    for it in release.ITEMS:
        content = b"%PDF-" + bytes(30_000) if it.name.endswith(".pdf") else it.name.encode()
        (tmp_path / it.name).write_bytes(content)
        if it.name.endswith(".zip"):
            with zipfile.ZipFile(tmp_path / it.name, "w") as file:
                file.writestr("one", "content")
    (tmp_path / release.SUMS).write_text(release.sums(tmp_path))
    return tmp_path


def test_the_list_of_checksums_is_one_that_sha256sum_reads(packed):
    assert not release.faults(packed, release.ITEMS)
    command = ["sha256sum", "--check", release.SUMS]
    said = subprocess.run(command, cwd=packed, stdout=subprocess.PIPE, check=True).stdout
    assert said.count(b": OK") == len(release.ITEMS)


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("carrier-bom.csv", None, "carrier-bom.csv is not there"),
        ("carrier-bom.csv", b"other parts", "SHA256SUMS is not that of the files"),
        ("guide.pdf", b"an error page", "guide.pdf is no page to read"),
        ("printed-parts-stl.zip", b"PK\x05\x06" + bytes(18), "printed-parts-stl.zip is empty"),
    ],
)
def test_what_is_missing_or_broken_is_named(packed, name, content, words):
    (packed / name).unlink()
    if content is not None:
        (packed / name).write_bytes(content)
    assert any(words in said for said in release.faults(packed, release.ITEMS))


def test_a_slicer_finds_body_and_letters_of_each_part_in_one_file(built):
    """As the standard has it: one thing to print, of meshes whose triangles have their corners."""
    for name, it in PARTS.items():
        with zipfile.ZipFile(built / "enclosure" / f"{name}.3mf") as file:
            model = ElementTree.fromstring(file.read("3D/3dmodel.model"))
        meshes = [shape for shape in model.iter(f"{CORE}object") if shape.find(f"{CORE}mesh") is not None]
        assert len(meshes) == 1 + len({legend.seat for legend in it.legends})
        for shape in meshes:
            corners = len(list(shape.iter(f"{CORE}vertex")))
            for triangle in shape.iter(f"{CORE}triangle"):
                assert len({int(triangle.get(key)) for key in ("v1", "v2", "v3")}) == 3
                assert max(int(triangle.get(key)) for key in ("v1", "v2", "v3")) < corners
        (item,) = model.iter(f"{CORE}item")
        assert item.get("objectid") not in {shape.get("id") for shape in meshes}


def test_the_image_of_the_files_is_a_disk_that_the_controller_mounts():
    files = {"/main.py": b"import tileclock", "/tileclock/app.mpy": bytes(range(256)) * 20}
    image = board_image.file_system(release.FILES_SIZE, files)
    context = UserContext(buffer=bytearray(image.ljust(release.FILES_SIZE, b"\xff")))
    disk = LittleFS(context=context, block_size=4096, block_count=release.FILES_SIZE // 4096, mount=True)
    for path, content in files.items():
        with disk.open(path, "rb") as file:
            assert file.read() == content


@pytest.mark.parametrize("entry", [True, False], ids=["as 1.24", "as 1.26"])
def test_the_image_of_the_files_belongs_where_a_whole_image_has_them(tmp_path, entry):
    file = tmp_path / "micropython.bin"
    file.write_bytes(micropython(entry=entry))
    stock = board_image.stock(file)
    assert (stock.files_at, stock.files_size) == (release.FILES_AT, release.FILES_SIZE)
    assert mounted(board_image.made(stock, {"/main.py": b"1"}), 8 << 20).listdir("/") == ["main.py"]


def test_a_tool_of_another_version_is_named(monkeypatch):
    monkeypatch.setattr(tools, "_VERSIONS", {"KiCad": (("echo", "7.0.1"), r"(6\.0\.\d+)", "6.0")})
    with pytest.raises(SystemExit, match=r"KiCad 6\.0 is needed, and here it says: 7\.0\.1"):
        tools.versions()


# ---- all of it, as it is downloaded ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def made(built):
    """By the command that CI gives."""
    done = subprocess.run(["make", "release"], cwd=tools.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return release.FOLDER


def names(path):
    with zipfile.ZipFile(path) as file:
        return set(file.namelist())


def rows(path):
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.mark.slow
def test_the_whole_release_is_made(made):
    """The page links all, and the sums are of these bytes."""
    page = (made / release.PAGE).read_text(encoding="utf-8")
    there = {path.name for path in made.iterdir()}
    assert set(re.findall(r'<a href="([^"]+)"', page)) == there - {release.PAGE}
    for line in (made / release.SUMS).read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ")
        assert hashlib.sha256((made / name).read_bytes()).hexdigest() == digest


@pytest.mark.slow
def test_what_is_read_has_all_its_pages(made):
    guide = pypdfium2.PdfDocument(made / "guide.pdf")
    text = " ".join(" ".join(page.get_textpage().get_text_range() for page in guide).split())
    for name in release.GUIDE:
        title = (release.HARDWARE / name).read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert title in text, name
    for name in ("breadboard", "console", "seat-cable", "seats"):
        assert (release.HARDWARE / "pictures" / f"{name}.png").exists()
    pictures = sum(
        it.type == pypdfium2.raw.FPDF_PAGEOBJ_IMAGE for page in guide for it in page.get_objects(max_depth=3)
    )
    shown = sum(
        (release.HARDWARE / name).read_text(encoding="utf-8").count("](pictures/") for name in release.GUIDE
    )
    assert pictures >= shown > 15
    assert len(pypdfium2.PdfDocument(made / "schematic.pdf")) == 3, "on three pages, as the page says"


@pytest.mark.slow
def test_what_is_ordered_is_complete(made):
    layers = {"F_Cu", "B_Cu", "F_Mask", "B_Mask", "F_Silkscreen", "F_Paste", "Edge_Cuts"}
    assert {f"carrier-{layer}.gbr" for layer in layers} <= names(made / "carrier-fabrication.zip")
    assert {"carrier-PTH.drl", "carrier-NPTH.drl"} <= names(made / "carrier-fabrication.zip")
    flat, by_hand = rows(made / "carrier-bom.csv"), rows(made / "carrier-bom-by-hand.csv")
    listed = [ref for row in (*flat, *by_hand) for ref in row["Designator"].split(",")]
    assert sorted(listed) == sorted(part.ref for part in design.PARTS if part.kind not in bom.FREE)
    placed = [row["Designator"] for row in rows(made / "carrier-positions.csv")]
    assert sorted(placed) == sorted(ref for row in flat for ref in row["Designator"].split(","))
    assert {"carrier.kicad_sch", "carrier.kicad_pcb", "carrier.kicad_pro"} <= names(
        made / "carrier-kicad.zip"
    )
    assert "pcbdata" in (made / "carrier-parts.html").read_text(encoding="utf-8")


@pytest.mark.slow
def test_what_is_printed_is_complete(made):
    letters = {f"{name}-letters" for name, it in PARTS.items() if it.down and it.legends}
    assert names(made / "printed-parts-3mf.zip") == {f"{name}.3mf" for name in PARTS}
    for kind in ("stl", "step"):
        assert names(made / f"printed-parts-{kind}.zip") == {f"{name}.{kind}" for name in {*PARTS, *letters}}


@pytest.mark.slow
def test_the_program_brings_its_firmware_and_both_are_the_same(made):
    """What `tileclock flash` writes from the wheel is what lies beside it as an image."""
    (wheel,) = made.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        assert "tileclock_host/device/flash_command.py" in file.namelist()
        (about,) = [name for name in file.namelist() if name.endswith("METADATA")]
        assert {"Provides-Extra: flash", "Provides-Extra: pdf"} <= set(file.read(about).decode().splitlines())
        with zipfile.ZipFile(io.BytesIO(file.read("tileclock_host/firmware.zip"))) as firmware:
            packed = {name: firmware.read(name) for name in firmware.namelist() if not name.endswith("/")}
    image = (made / "firmware-files.bin").read_bytes()
    context = UserContext(buffer=bytearray(image.ljust(release.FILES_SIZE, b"\xff")))
    disk = LittleFS(context=context, block_size=4096, block_count=release.FILES_SIZE // 4096, mount=True)
    with disk.open("/main.py", "rb") as file:
        assert file.read() == packed["main.py"]
