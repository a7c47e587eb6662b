"""Generated files that are committed: written by their generator, and with --check only compared."""

from __future__ import annotations

import argparse
from pathlib import Path


def command(doc: str, files: dict[Path, str]) -> str | None:
    """Write the files, or with --check say which are not what they should be."""
    parser = argparse.ArgumentParser(description=doc.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing, fail if a file is out of date")
    old = [path for path, text in files.items() if not current(path, text)]
    if parser.parse_args().check:
        names = ", ".join(path.name for path in old)
        return f"not as hardware/design.py has it: {names}. Run `make hardware-pictures`." if old else None
    for path in old:
        path.write_text(files[path], encoding="utf-8")
    return None


def current(path: Path, text: str) -> bool:
    return path.exists() and path.read_text(encoding="utf-8") == text
