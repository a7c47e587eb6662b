"""What commands print besides sentences: JSON for programs, and bars while somebody watches."""

import json
from collections.abc import Callable
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for programs.")


def print_json(content: Any) -> None:
    click.echo(json.dumps(content, indent=2, ensure_ascii=False))


def progress(hidden: bool = False) -> Progress:
    """Bars for what takes a while; where nobody watches a terminal there are none."""
    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn()
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=hidden or not console.is_terminal)


def bar(bars: Progress, what: str) -> Callable[[int, int], None]:
    """One of them, to be told how much is done, and of how much."""
    task = bars.add_task(what, total=None)
    return lambda done, total: bars.update(task, completed=done, total=total)
