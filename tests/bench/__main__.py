"""Measures every figure, prints it beside its limit, and fails if an asserted one breaks it."""

import json
import sys
from dataclasses import asdict, replace
from importlib import import_module
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from tests.bench.figure import Figure

HERE = Path(__file__).parent
BASELINE = HERE / "baseline.json"
REPORT = HERE.parents[1] / ".build" / "bench.json"
FUEL = (
    "fuel"  # counted instructions: the same on every run, so a change of the figure is a change of the code
)
TOLERANCE = 1.05


def collect(folder: Path = HERE) -> list[str]:
    """The names of all benches: `bench_keys.py` is "keys"."""
    return sorted(path.stem.removeprefix("bench_") for path in folder.glob("bench_*.py"))


def measure(names: list[str]) -> list[Figure]:
    return [figure for name in names for figure in import_module(f"{__package__}.bench_{name}").measure()]


def judge(figure: Figure, baseline: dict[str, int]) -> tuple[Figure, str]:
    """The figure with its limit, and one sentence if it breaks it.

    A recorded fuel figure has no limit of its own: its limit is 5 % above the baseline.
    """
    accept = "if that is meant, accept it with: make bench ARGS=--accept"
    if _recorded(figure):
        before = baseline.get(figure.name)
        if before is None:
            return replace(figure, limit=0), f"{figure.name} is not in the baseline yet; {accept}"
        figure = replace(figure, limit=int(before * TOLERANCE))
        change = f"{figure.value / before - 1:+.1%}"
        complaint = f"{figure.name} changed by {change} instructions against the baseline; {accept}"
    else:
        side = "below" if figure.at_least else "above"
        complaint = f"{figure.name} is {side} its limit: {_number(figure.value)} {figure.unit}"
    return figure, "" if figure.kept or not figure.asserted else complaint


def _recorded(figure: Figure) -> bool:
    return figure.unit == FUEL and figure.limit is None


def _number(value: float) -> str:
    return f"{value:,.0f}" if value == int(value) or abs(value) >= 1000 else f"{value:,.2f}"


def _print(figures: list[Figure]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("figure", overflow="fold")
    table.add_column("value", justify="right", no_wrap=True)
    table.add_column("unit", no_wrap=True)
    table.add_column("limit", justify="right", no_wrap=True)
    table.add_column("", no_wrap=True)
    for figure in figures:
        limit = "" if figure.limit is None else f"{'≥' if figure.at_least else '≤'} {_number(figure.limit)}"
        broken = "BROKEN" if figure.asserted else "missed"
        verdict = "" if figure.limit is None else "ok" if figure.kept else broken
        table.add_row(figure.name, _number(figure.value), figure.unit, limit, verdict)
    console = Console(highlight=False)
    console.width = min(console.width, 80)
    console.print(table)


def _accept(figures: list[Figure], kept: dict[str, int]) -> None:
    fuel = {
        figure.name: int(figure.value) for figure in figures if figure.unit == FUEL and figure.limit is None
    }
    BASELINE.write_text(json.dumps(kept | fuel, indent=2, sort_keys=True, ensure_ascii=False) + "\n")


@click.command()
@click.argument("names", nargs=-1)
@click.option("--accept", is_flag=True, help="Make the fuel figures of this run the new baseline.")
def main(names: tuple[str, ...], accept: bool) -> None:
    """Measure the benches NAMES, or all of them.

    Example: make bench ARGS="bundle --accept"
    """
    known = collect()
    unknown = [name for name in names if name not in known]
    if unknown:
        raise click.ClickException(f"there is no bench {unknown[0]!r}: choose from {', '.join(known)}.")
    measured = measure(list(names) or known)
    baseline = json.loads(BASELINE.read_text()) if BASELINE.exists() else {}
    if accept:
        _accept(measured, baseline if names else {})
        baseline = json.loads(BASELINE.read_text())
    judged = [judge(figure, baseline) for figure in measured]
    figures = [figure for figure, _ in judged]
    REPORT.parent.mkdir(exist_ok=True)
    REPORT.write_text(json.dumps([asdict(f) | {"kept": f.kept} for f in figures], indent=2) + "\n")
    _print(figures)
    broken = [sentence for _, sentence in judged if sentence]
    for sentence in broken:
        click.echo(sentence, err=True)
    sys.exit(bool(broken))


if __name__ == "__main__":
    main()
