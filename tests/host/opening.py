"""Opens what was exported with other people's programs."""

import io
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests import evenings
from tests.patience import PATIENCE
from tileclock_host.export import as_csv, as_html, as_json, as_pdf, as_xlsx, bgstats
from tileclock_host.facts import words

WRITERS = {
    "csv": as_csv.write,
    "turns": as_csv.write_turns,
    "xlsx": as_xlsx.write,
    "json": as_json.write,
    "html": as_html.write,
    "pdf": as_pdf.write,
    "bgstats": bgstats.write,
}


def exported(name: str, texts: Sequence[str], language: str = "en", **options: Any) -> bytes:
    """What the matches of these sheets are in a format."""
    out = io.BytesIO()
    WRITERS[name](evenings.matches(texts), words.load(language), out, **options)
    return out.getvalue()


def office(sources: Sequence[Path], kind: str, reading: str = "") -> list[Path]:
    """Files as LibreOffice writes them: read, calculated anew, and saved as another kind."""
    program = shutil.which("soffice") or shutil.which("libreoffice")
    if program is None:
        missing = "no LibreOffice found: install it (Debian: apt-get install libreoffice-calc-nogui)"
        if os.environ.get("CI"):
            pytest.fail(missing)
        pytest.skip(missing)
    home = sources[0].parent
    folder = home / "office"
    command = [program, f"-env:UserInstallation={(home / 'profile').absolute().as_uri()}", "--headless"]
    subprocess.run(
        [
            *command,
            *([f"--infilter={reading}"] if reading else []),
            "--convert-to",
            kind,
            "--outdir",
            str(folder),
            *map(str, sources),
        ],
        check=True,
        capture_output=True,
        timeout=PATIENCE,
    )
    return [folder / f"{source.stem}.{kind.split(':', 1)[0]}" for source in sources]
