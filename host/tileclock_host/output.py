"""How commands print: sentences and JSON in which nothing by others controls a screen, and bars.

What comes from the cable, the store or a file goes through `say` or `print_json`; errors are cleaned where
cli.py shows them.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from json.encoder import encode_basestring, encode_basestring_ascii
from textwrap import fill
from typing import TYPE_CHECKING, Any, TypeVar

import click

from .foreign import escaped, printable

if TYPE_CHECKING:
    from rich.progress import Progress

_Any = TypeVar("_Any")
_TOGETHER = 50  # lines that are printed with one call
_MOST = 20  # sentences on the screen; --json has them all

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def say(line: str, err: bool = False) -> None:
    """One line; where somebody else wrote a line feed or worse into it, it stays one.

    What goes to people alone, an error, is broken for their terminal.
    """
    click.echo(broken(printable(line)) if err else printable(line), err=err)


def counted(count: int, thing: str) -> str:
    """So many of them, as one says it."""
    return f"{count:,} {thing}{'' if count == 1 else 's'}"


def broken(sentence: str, behind: int = 0) -> str:
    """It with its line ends between words, where a terminal shows it; so many letters stand before it there.

    A file or a pipe gets one line, unless COLUMNS says how wide that is to be.
    """
    try:
        width = int(os.environ.get("COLUMNS", "")) or 0
    except ValueError:
        width = _of_terminal()
    if width <= behind:
        return sentence
    margin = " " * behind
    return fill(
        sentence, width, initial_indent=margin, break_long_words=False, break_on_hyphens=False
    ).removeprefix(margin)


def _of_terminal() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except (AttributeError, OSError, ValueError):  # nobody looks
        return 0


def say_all(sentences: Sequence[str], more: str = "--json has", *, err: bool = False) -> None:
    """A sentence per line, but not more than fit a screen; `more` is what has the others."""
    for sentence in sentences[:_MOST]:
        say(sentence, err=err)
    if len(sentences) > _MOST:
        click.echo(f"… and {len(sentences) - _MOST:,} more: {more} them all.", err=err)


def print_json(content: Any) -> None:
    """Print it with its letters as they are, or as escapes where the output has no such letters."""
    click.echo(_spelled(content))


def print_json_list(contents: Iterable[Any]) -> None:
    """The same with a list, of which only some things are in memory at a time."""
    before = "["
    for some in _some(contents):
        click.echo(before + _spelled(some)[1:-2], nl=False)  # without the brackets of its own list
        before = ","
    click.echo("[]" if before == "[" else "\n]")


def print_lines(lines: Iterable[str]) -> None:
    """Many of them, some at a time."""
    for some in _some(lines):
        click.echo("\n".join(some))


def _some(things: Iterable[_Any]) -> Iterator[list[_Any]]:
    left = iter(things)
    while some := list(islice(left, _TOGETHER)):
        yield some


def _spelled(content: Any) -> str:
    said = _indented(content, encode_basestring)
    try:
        said.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        said = _indented(content, encode_basestring_ascii)
    return escaped(said)


def _indented(content: Any, quoted: Callable[[str], str], margin: str = "\n") -> str:
    """As `json.dumps` has it with an indent, for which it takes three times as long."""
    kind = type(content)
    if kind is str:
        return quoted(content)
    if kind is int:
        return str(content)
    inner = f"{margin}  "
    if isinstance(content, dict) and content:
        parts = [
            f"{inner}{quoted(str(name))}: {_indented(value, quoted, inner)}"
            for name, value in content.items()
        ]
        return f"{{{','.join(parts)}{margin}}}"
    if isinstance(content, (list, tuple)) and content:
        return f"[{','.join([inner + _indented(value, quoted, inner) for value in content])}{margin}]"
    return json.dumps(content)


def progress(hidden: bool = False, *, in_numbers: bool = False) -> Progress:
    """Bars for what takes a while, with how much is done; where nobody watches a terminal there are none."""
    from rich.console import Console  # noqa: PLC0415 – it takes longer to load than most commands take
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
    )

    done = MofNCompleteColumn() if in_numbers else TaskProgressColumn()
    columns = TextColumn("{task.description}"), BarColumn(), done
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=hidden or not console.is_terminal)


def bar(bars: Progress, what: str) -> Callable[[int, int], None]:
    """One of them, to be told how much is done, and of how much."""
    task = bars.add_task(what, total=None)
    return lambda done, total: bars.update(task, completed=done, total=total)


@contextmanager
def watched_bar(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """The same, or None where nobody watches a terminal: then nothing is loaded for it."""
    if not _is_watched():
        yield None
        return
    with progress(in_numbers=True) as bars:
        yield bar(bars, what)


def _is_watched() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@contextmanager
def lazy_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """The same, which appears when it is told something; where nobody watches a terminal, as one line."""
    with ExitStack() as shown:
        tell: Callable[[int, int], None] | None = None

        def told(done: int, total: int) -> None:
            nonlocal tell
            if tell is None:
                if not _is_watched():
                    click.echo(f"{what}: {total:,} …", err=True)
                tell = bar(shown.enter_context(progress()), what)
            tell(done, total)

        yield told
