"""Flash images of simulated boxes: a file with the 2 MB partition MicroPython keeps its files on."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from .errors import SimError
from .vm import spawn_vm

BLOCK = 4096
BLOCKS = 512


def create(image: Path, bundle: Path) -> None:
    """A new box: an erased flash, formatted, with the bundle on it. Appears whole or not at all."""
    image.parent.mkdir(parents=True, exist_ok=True)
    draft = image.with_name(image.name + ".new")
    draft.write_bytes(b"\xff" * BLOCK * BLOCKS)
    _install(draft, bundle, fresh=True)
    os.replace(draft, image)


def update(image: Path, bundle: Path) -> None:
    """The bundle's files on a box that already has files of its own."""
    if image.stat().st_size != BLOCK * BLOCKS:
        raise SimError(
            f"{image} is not a flash image of {BLOCK * BLOCKS:,} bytes: name another, or start with --fresh"
        )
    draft = image.with_name(image.name + ".new")
    shutil.copyfile(image, draft)
    _install(draft, bundle, fresh=False)
    os.replace(draft, image)


def _install(image: Path, bundle: Path, *, fresh: bool) -> None:
    files = {
        f"bundle/{path.relative_to(bundle).as_posix()}": path for path in bundle.rglob("*") if path.is_file()
    }
    vm = spawn_vm("install", {"format": fresh}, image, heap="2M", files=files, stdio=subprocess.PIPE)
    said, _ = vm.communicate()
    if vm.returncode:
        image.unlink()
        reason = said.decode("utf-8", "replace").strip().rpartition("\n")[2] or f"status {vm.returncode}"
        raise SimError(
            f"the flash image holds no readable file system ({reason}): start with --fresh for a new one"
        )
