"""The command `tileclock event rehearse`: a whole tournament on this computer, with simulated boxes."""

import os
import secrets
from pathlib import Path

import click

from tileclock_host.desk import seating
from tileclock_host.desk.errors import DeskError
from tileclock_host.desk.event import MOST_GAMES
from tileclock_host.desk.opening import Aim
from tileclock_host.extras import missing
from tileclock_host.output import counted, say
from tileclock_host.sheets.opening import complaining

from .plan import MOST_ROUNDS, Plan


@click.command(
    "rehearse",
    short_help="Rehearse a tournament with simulated boxes.",
    epilog="""\b
Examples:
  tileclock event rehearse --tables 16 --rounds 4
  tileclock event rehearse                goes on where it was interrupted
  tileclock event standings --db rehearsal/store.sqlite
""",
)
@click.option("--tables", type=click.IntRange(1, 64), metavar="N", help="Of four; else 4.")
@click.option("--rounds", type=click.IntRange(1, MOST_ROUNDS), metavar="N", help="Else 2.")
@click.option(
    "--games", type=click.IntRange(1, MOST_GAMES), metavar="N", help="Of each table in a round; else 4."
)
@click.option(
    "--seed", type=click.IntRange(0, seating.SEEDS), metavar="N", help="Else one is drawn, and printed."
)
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default="rehearsal",
    show_default=True,
    metavar="FOLDER",
    help="Its store, its boxes and what comes of it.",
)
@click.option(
    "--at-once",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Tables played side by side; else one for each core.",
)
def rehearse(  # noqa: PLR0913, PLR0917 – click passes every option by its name
    tables: int | None,
    rounds: int | None,
    games: int | None,
    seed: int | None,
    out: Path,
    at_once: int | None,
) -> None:
    """Rehearse a tournament: simulated boxes with the real firmware, played by chance.

    A plug is pulled, a cable lost, and the judge corrects somebody. Interrupted or killed, it goes on.
    """
    from .evening import begun, play  # noqa: PLC0415 – it needs the simulator, which not everybody has

    asked = {"tables": tables, "rounds": rounds, "games": games, "seed": seed}
    out.mkdir(parents=True, exist_ok=True)
    db = str(out / "store.sqlite")
    try:
        with complaining():
            plan = _plan(begun(db), asked, out)
            say(
                f"{plan.name}: {counted(plan.tables, 'table')}, {counted(plan.rounds, 'round')},"
                f" {counted(plan.games, 'game')} each, in {out}"
            )
            play(db, out / "boxes", plan, at_once or os.cpu_count() or 1, say)
            _leave(db, plan.name, out)
    except DeskError as error:
        raise click.ClickException(str(error)) from error


def _leave(db: str, name: str, out: Path) -> None:
    """Write the standings beside the store, for the screen, the wall and a spreadsheet."""
    from tileclock_host.desk.standings_command import write  # noqa: PLC0415 – as above

    aim, made = Aim(db, name), []
    for kind in ("html", "xlsx", "pdf"):
        try:
            write(aim, kind, out / f"standings.{kind}")
            made.append(f"standings.{kind}")
        except ModuleNotFoundError as error:  # there is no paper without its extra
            say(missing(error))
    say(f"In {out}: {', '.join(made)} and store.sqlite, which every command shows with --db.")


def _plan(before: Plan | None, asked: dict[str, int | None], out: Path) -> Plan:
    """That of the rehearsal that was begun, which nothing may contradict; else a new one."""
    said = {name: value for name, value in asked.items() if value is not None}
    if not before:
        return Plan(
            **{"tables": 4, "rounds": 2, "games": 4, "seed": secrets.randbelow(seating.SEEDS), **said}
        )
    for name, value in said.items():
        if getattr(before, name) != value:
            raise DeskError(
                f"The rehearsal in {out} has --{name} {getattr(before, name)}, not {value}:"
                " leave that out to go on with it, or name another folder with --out."
            )
    return before
