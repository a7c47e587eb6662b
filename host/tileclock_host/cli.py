"""The command `tileclock`: a table of its commands, each loaded only when it is called."""

from collections.abc import Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click
from click.exceptions import Exit, NoArgsIsHelpError

import tileclock

from .extras import missing
from .foreign import printable
from .output import broken
from .start import STATUS
from .streams import arriving

# name: (where the click command is, what the list says). Loading nothing here keeps `--help` fast.
# In the order in which somebody with a new clock needs them.
COMMANDS = {
    "sim": ("tileclock_host.web.command:sim", "The clock on your screen, running the real firmware."),
    "deploy": ("tileclock_host.device.deploy_command:deploy", "Put the firmware on a board."),
    "flash": ("tileclock_host.device.flash_command:flash", "Make a bare board a clock."),
    "devices": ("tileclock_host.device.command:devices", "The clocks on the ports."),
    "sync": ("tileclock_host.device.sync_command:sync", "Fetch every new sheet from all clocks."),
    "sheets": ("tileclock_host.sheets.command:sheets", "The stored games; import from files."),
    "show": ("tileclock_host.sheets.command:show", "One sheet with everything that is on it."),
    "report": (
        "tileclock_host.report.command:report",
        "A match in pictures: score race, thinking, pace.",
    ),
    "export": (
        "tileclock_host.export.command:export",
        "Stored matches as CSV, XLSX, JSON, HTML, PDF, QR code.",
    ),
    "verify": ("tileclock_host.sheets.command:verify", "Play stored games again, and compare."),
    "backup": ("tileclock_host.sheets.backup_command:backup", "The store as one file, from one moment."),
    "restore": ("tileclock_host.sheets.backup_command:restore", "Fill an empty store from a backup."),
    "amend": ("tileclock_host.sheets.amend_command:amend", "Put on record what a sheet has wrong."),
    "event": ("tileclock_host.desk.command:event", "A tournament: people, draws, results, standings."),
    "players": ("tileclock_host.desk.players_command:players", "Who is who on the sheets; games and points."),
    "judge": ("tileclock_host.desk.judge_command:judge", "What the judge rules at an event, on record."),
    "live": ("tileclock_host.live.command:live", "The tournament on a page: for the wall and phones."),
    "roster": ("tileclock_host.device.command:roster", "Who sits where, and at which table."),
    "config": ("tileclock_host.device.config_command:config", "The settings of a clock."),
    "preset": ("tileclock_host.device.command:preset", "The rule sheets on a clock."),
    "lock": ("tileclock_host.device.command:lock", "The judge's code of a clock."),
    "screenshot": (
        "tileclock_host.device.command:screenshot",
        "What the display shows, as a picture or as text.",
    ),
    "log": ("tileclock_host.device.log_command:log", "What the clock has kept, and says by itself."),
    "image": ("tileclock_host.device.image:image", "The raw flash of a board, as a file."),
    "doctor": ("tileclock_host.device.doctor:doctor", "What is missing on this PC, and what to do."),
}


@contextmanager
def told() -> Iterator[None]:
    """Errors as they are shown: whoever wrote what they tell of, it controls no screen."""
    try:
        yield
    except KeyboardInterrupt as error:
        raise Exit(STATUS) from error
    except click.Abort as error:
        if isinstance(error.__context__, KeyboardInterrupt):  # where something was asked
            raise Exit(STATUS) from error
        raise
    except NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        raise click.UsageError(_fitting(error), error.ctx) from error
    except click.ClickException as error:
        raise click.ClickException(_fitting(error)) from error
    except ModuleNotFoundError as error:
        if said := missing(error):
            raise click.ClickException(_fitting(click.ClickException(said))) from error
        raise


def _fitting(error: click.ClickException) -> str:
    said = error.format_message()
    if isinstance(error, click.UsageError):  # click lists choices on lines of their own
        said = " ".join(said.split())
    return broken(printable(said), len("Error: "))


class _Text(click.types.StringParamType):
    """Words for people and databases; a terminal may send any bytes."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        text = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail("these bytes are not UTF-8: type the words again.", param, ctx)
        return text


def _take_text(command: click.Command) -> None:
    """Of this command and those in it."""
    for param in command.params:
        if isinstance(param.type, click.types.StringParamType):
            param.type = _Text()
    for each in command.commands.values() if isinstance(command, click.Group) else ():
        _take_text(each)


class Commands(click.Group):
    """The group of all commands, which imports a command's module when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)
        _take_text(command)
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as error:
            close = get_close_matches(args[0], COMMANDS, 1)
            if not close:
                raise
            said = f"There is no command {args[0]!r}: did you mean `tileclock {close[0]}`?"
            raise click.UsageError(said, ctx) from error

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with told():
            return super().make_context(*args, **extra)

    def main(self, *args: Any, **others: Any) -> Any:
        with arriving():
            return super().main(*args, **others)

    def invoke(self, ctx: click.Context) -> Any:
        with told():
            return super().invoke(ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


@click.group(cls=Commands)
@click.version_option(tileclock.VERSION, prog_name="tileclock")
def main() -> None:
    """The PC side of tileclock, the open game clock for the tile-rummy table.

    Every command explains itself: tileclock sim --help
    """
