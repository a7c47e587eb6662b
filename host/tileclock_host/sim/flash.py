"""Flash images of simulated boxes: a file with the 2 MB partition MicroPython keeps its files on."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tileclock_host.files import draft

from .errors import SimError
from .vm import spawn_vm

BLOCK = 4096
BLOCKS = 512
_SIZE = BLOCK * BLOCKS
_FILE_SYSTEM, _AT = b"littlefs", 8  # both of its first blocks say so there
_FIRMWARE = b"tileclock"


def refuse_foreign(image: Path) -> None:
    """What is there is overwritten only if its content is that of a clock's flash, damaged or not."""
    if image.is_symlink() or (image.exists() and not _is_own(image)):
        raise SimError(f"{image} is not the memory of a clock: name another --flash FILE, or remove it")


def _is_own(image: Path) -> bool:
    if not image.is_file() or image.stat().st_size != _SIZE:
        return False
    data = image.read_bytes()
    formatted = any(data.startswith(_FILE_SYSTEM, block * BLOCK + _AT) for block in (0, 1))
    return formatted and _FIRMWARE in data


def create(image: Path, bundle: Path, secret: str = "") -> None:
    """A new box: an erased flash, formatted, with the bundle on it. Appears whole or not at all.

    `secret`: what it seals its sheets with.
    """
    image.parent.mkdir(parents=True, exist_ok=True)
    with draft(image) as made:
        made.write_bytes(b"\xff" * _SIZE)
        _install(made, bundle, fresh=True, own={"/data/secret": secret} if secret else {})


def update(image: Path, bundle: Path) -> None:
    """The bundle's files on a box that already has files of its own."""
    with draft(image) as made:
        shutil.copyfile(image, made)
        _install(made, bundle, fresh=False, own={})


def _install(image: Path, bundle: Path, *, fresh: bool, own: dict[str, str]) -> None:
    files = {
        f"bundle/{path.relative_to(bundle).as_posix()}": path for path in bundle.rglob("*") if path.is_file()
    }
    vm = spawn_vm(
        "install", {"format": fresh, "own": own}, image, heap="2M", files=files, stdio=subprocess.PIPE
    )
    said, _ = vm.communicate()
    if vm.returncode:
        reason = said.decode("utf-8", "replace").strip().rpartition("\n")[2] or f"status {vm.returncode}"
        raise SimError(
            f"the flash image holds no readable file system ({reason}): start with --fresh for a new one"
        )
