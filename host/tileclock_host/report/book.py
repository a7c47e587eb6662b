"""The report of several matches: a page for each, in a folder, and an index that leads to them."""

import os
import pickle
import secrets
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple
from urllib.parse import quote

import click

from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.score import score_of
from tileclock_host.facts.words import Words, load
from tileclock_host.helpers import spread
from tileclock_host.report import page
from tileclock_host.sheets.games import Match

_TOGETHER = 12  # matches drawn by one core before it asks for more; two such pieces take a helper's start


@dataclass(frozen=True)
class Entry:
    """A match in the index."""

    address: str
    day: str
    title: str
    headline: str


def folder_of(index: Path) -> Path:
    """Where its pages lie."""
    return index.with_name(f"{index.stem}-matches")


@contextmanager
def folder(target: Path, *, force: bool) -> Iterator[Path]:
    """A folder to fill, which appears when it is complete; `force`: over what is there of the same names."""
    if target.exists() and not (force and target.is_dir()):
        raise click.ClickException(
            f"{target} exists, where the pages would go: choose another name with --out, or write over them"
            " with --force."
        )
    scratch = target.with_name(f".{secrets.token_hex(8)}.new")
    try:
        scratch.mkdir()
        yield scratch
        if target.exists():
            for file in sorted(scratch.iterdir()):
                os.replace(file, target / file.name)
        else:
            scratch.rename(target)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def write(matches: Iterable[MatchFacts], words: Words, index: BinaryIO, pages: Path, name: str) -> None:
    """The pages into the folder `pages`, which is called `name` in the end, and the index."""
    entries: list[Entry] = []
    for drawn in spread(draw, _pieces(matches, words, pages, name)):
        entries += pickle.loads(drawn)
    told = page.PAGES.get_template("index.html").render(entries=entries, words=words)
    index.write(told.encode())


class Piece(NamedTuple):
    """Some matches, and where their pages go, whoever draws them."""

    matches: list[Match]
    language: str
    pages: Path
    name: str


def _pieces(matches: Iterable[MatchFacts], words: Words, pages: Path, name: str) -> Iterator[Piece]:
    left = (match.stored for match in matches)
    while some := list(islice(left, _TOGETHER)):
        yield Piece(some, words.language, pages, name)


def draw(piece: Piece) -> list[Entry]:
    """A page for each of the matches."""
    words = load(piece.language)
    entries = []
    for match in map(MatchFacts, piece.matches):
        file = f"{match.stored.name}.html"
        with (piece.pages / file).open("wb") as out:
            page.write([match], words, out)
        score = score_of(match, words)
        entries.append(Entry(f"{quote(piece.name)}/{file}", score.day, score.title, score.headline))
    return entries
