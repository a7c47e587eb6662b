"""A store in a SQLite file, opened to be changed, or as it lies where it may only be read."""

import os
import sqlite3
from pathlib import Path
from typing import Any


def connect(file: Path, **settings: Any) -> sqlite3.Connection:
    if only_read(file) and not file.with_name(f"{file.name}-wal").exists():
        # SQLite would make files beside it, which fails, or leaves some that lock its owner out.
        # Nobody has it open now, and who begins to write does so beside it first.
        return sqlite3.connect(f"{file.absolute().as_uri()}?immutable=1", uri=True, **settings)
    return sqlite3.connect(file, **settings)


def only_read(file: Path) -> bool:
    """Whether whoever runs this may not change it, or make files beside it."""
    return file.is_file() and not (os.access(file, os.W_OK) and os.access(file.parent, os.W_OK))
