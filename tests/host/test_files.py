"""Files that somebody names to a command: what is none, or never ends, is one sentence; nothing is done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import games
from tests.host.commands import called, says, sentence
from tests.host.liar import lying_box
from tests.host.test_hostile_cable import honest
from tests.patience import PATIENCE
from tileclock_host.sheets.command import _LONGEST_FILE

TILECLOCK = Path(sys.executable).with_name("tileclock")
READERS = {"preset put": ("preset", "put"), "sheets import": ("sheets", "import")}
SPECIAL = {
    "/dev/full": "is not a file",
    "/dev/zero": "is not a file",
    "/dev/null": "is not a file",
    "/proc/self/mem": "cannot be read",
    "PIPE": "is not a file",
    "LARGE": "is too large",
}


@pytest.fixture
def places(tmp_path):
    """The real names of those that a test makes."""
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "large").open("wb") as file:
        file.truncate(_LONGEST_FILE + 1)
    return {"PIPE": str(tmp_path / "pipe"), "LARGE": str(tmp_path / "large")}


@pytest.mark.parametrize("special", SPECIAL)
@pytest.mark.parametrize("reader", READERS)
def test_a_file_that_is_none_or_never_ends_is_one_sentence(reader, special, places):
    place = places.get(special, special)
    sentence(called(*READERS[reader], place), place, SPECIAL[special], "name")
    assert says("sheets").startswith("No game is stored")


def test_the_installed_command_ends_too():
    for reader in READERS.values():
        done = subprocess.run(
            [TILECLOCK, *reader, "/dev/zero"], capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 1 and done.stderr == "Error: /dev/zero is not a file: name one." + (
            " Nothing was stored.\n" if "import" in reader else "\n"
        )


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[" * 60_000, b'{"id": 1' + b"0" * 9_000 + b"}", b'"\\ud800"', b"\x00" * 65_536],
)
def test_a_preset_that_is_none_is_one_sentence_and_nobody_is_asked(content, tmp_path):
    (tmp_path / "preset.json").write_bytes(content)
    asked = []
    with lying_box(lambda request: asked.append(request) or honest(request)) as port:
        sentence(called("preset", "put", tmp_path / "preset.json", "--port", port), "preset.json")
    assert not asked


def test_a_folder_is_imported_without_what_is_no_file_in_it(tmp_path):
    (tmp_path / "backup").mkdir()
    os.mkfifo(tmp_path / "backup" / "pipe")
    for number, text in enumerate(games.match_of(2)):
        (tmp_path / "backup" / str(number)).write_text(text)
    assert "2 new" in says("sheets", "import", tmp_path / "backup")
