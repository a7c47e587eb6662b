"""The director's guide can be followed line by line; what needs boxes is known with its options at least."""

import re
import shlex
from pathlib import Path

import click

from tests.host.commands import says
from tests.host.evening_desk import NAMES
from tileclock_host.cli import main

GUIDE = Path(__file__).parents[2] / "host" / "docs" / "director.md"
OF_BOXES = (["event", "seat"], ["sync"], ["roster"])


def commands(text):
    """Every line of a block, and every command in a sentence."""
    return [shlex.split(found) for found in re.findall(r"(?m)(?:^ *|`)tileclock ([^`\n]+)", text)]


def known(words):
    """The command, and that it has these options."""
    command, context, left = main, click.Context(main), list(words)
    while left and isinstance(command, click.Group) and (found := command.get_command(context, left[0])):
        command, left = found, left[1:]
    options = {option for each in command.params for option in each.opts}
    return command is not main and {word for word in left if word.startswith("--")} <= options


def test_every_command_of_the_guide_exists_with_its_options():
    found = commands(GUIDE.read_text(encoding="utf-8"))
    assert len(found) > 25
    assert [words for words in found if not known(words)] == []


def test_the_blocks_of_the_guide_lead_to_the_prize_giving(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TILECLOCK_DB", str(tmp_path / "store.sqlite"))
    Path("players.csv").write_text("".join(f"{name},a club\n" for name in NAMES), encoding="utf-8")
    blocks = re.findall(r"```\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    for words in [words for block in blocks for words in commands(block)]:
        if words == ["event", "confirm"]:  # the other table's games came by its box
            for game in (1, 2):
                says("event", "result", "--table", 2, "--game", game, 9, -2, -3, -4)
        if not any(words[: len(each)] == each for each in OF_BOXES):
            says(*words)
    assert Path("wall.pdf").read_bytes().startswith(b"%PDF")
    assert Path("results.xlsx").exists() and Path("event.json").exists()
    assert Path("warszawa-2027.backup").exists()
