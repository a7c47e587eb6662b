"""The secrets of the clocks, with which they seal their sheets: a file per clock, for its owner's eyes only.

A clock that is deployed anew gets a new secret; the former ones are kept, for sheets were sealed with them.
One whose flash was made as a file has its secret under its epoch, the beginning of its number: which chip it
will be on nobody knew.
"""

import os
import re
from pathlib import Path

import platformdirs

from tileclock_host.locks import alone

from .errors import StoreError

LENGTH = 32
_EPOCH = 8  # digits
_DEVICE = re.compile(r"[0-9a-f]{1,32}")


def folder() -> Path:
    return platformdirs.user_data_path("tileclock", appauthor=False) / "secrets"


def of(device: str) -> tuple[bytes, ...]:
    """The secrets that clock has had, as far as this PC knows; the newest first."""
    own = _kept(_file(device))
    return own if len(device) <= _EPOCH else own + _kept(_file(device[:_EPOCH]))


def _kept(file: Path) -> tuple[bytes, ...]:
    try:
        lines = file.read_text(encoding="ascii").split()
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except (OSError, ValueError) as error:
        raise StoreError(f"The clock's secret {file} cannot be read: make it your file again.") from error
    return tuple([bytes.fromhex(line) for line in lines if re.fullmatch("[0-9a-f]{64}", line)])


def keep(device: str, secret: bytes) -> None:
    """From now on that clock seals with this one; refused if it cannot be kept."""
    if len(secret) != LENGTH:
        raise ValueError(f"a secret has {LENGTH} bytes")
    target = _file(device)
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with alone(target.parent.with_name("secrets.lock")):  # what another program keeps meanwhile stays
            _replace(target, [secret, *[old for old in _kept(target) if old != secret]])
    except OSError as error:
        raise StoreError(
            f"The clock's secret cannot be kept in {target.parent} ({error.strerror}): make that a folder you"
            " can write to."
        ) from error


def _replace(target: Path, known: list[bytes]) -> None:
    scratch = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        descriptor = os.open(scratch, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as file:
            file.writelines(one.hex() + "\n" for one in known)
            file.flush()
            os.fsync(file.fileno())
        os.replace(scratch, target)
    finally:
        scratch.unlink(missing_ok=True)


def _file(device: str) -> Path:
    if not _DEVICE.fullmatch(device):
        raise ValueError(f"{device!r} is not a clock's number")
    return folder() / device
