"""The commands that talk to a running clock: devices, sync, roster, preset, config, lock, screenshot."""

import json
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.table import Table

from tileclock.core import preset as rules
from tileclock.core.preset_box import Refused as BadPreset
from tileclock.storage.settings import FIELDS, LONGEST_CODE, LONGEST_NAME, SECRET, is_code
from tileclock_host.files import whole
from tileclock_host.output import bar, json_option, print_json, progress, say
from tileclock_host.sheets.amend import Changes
from tileclock_host.sheets.options import MOMENT, date_option, db_option, local, opened
from tileclock_host.sheets.store import Store

from . import sync as syncing
from .clock import Refused
from .errors import DeviceError
from .finding import find
from .options import NO_CLOCK, found, port_option, ports_option, sentences, the_clock
from .picture import png

SEATS = "ABCDEF"
_LONGEST_PRESET = 1 << 16  # bytes of its file, blanks and all


@click.command(epilog="\b\nExample:\n  tileclock devices")
@ports_option
@json_option
def devices(ports: tuple[str, ...], as_json: bool) -> None:
    """List the clocks on the ports, with what they have for this PC."""
    with find(ports) as result:
        if as_json:
            print_json(
                {
                    "clocks": [{"port": c.name, **vars(c.identity)} for c in result.clocks],
                    "others": {port: str(error) for port, error in result.others.items()},
                }
            )
        else:
            table = Table("port", "table", "clock", "firmware", "new sheets", box=None, pad_edge=False)
            for clock in result.clocks:
                it = clock.identity
                table.add_row(clock.name, str(it.table or "–"), it.device, it.firmware, str(it.new))
            if result.clocks:
                Console(highlight=False).print(table)
            for error in result.others.values():
                say(str(error), err=True)
    if not result.clocks:
        raise click.ClickException(NO_CLOCK)


@click.command(
    epilog="""\b
Examples:
  tileclock sync                          every clock that is plugged in
  tileclock sync --port /dev/ttyUSB0      only this one
  tileclock sync --date 2026-09-21        for games whose clock was not set
"""
)
@ports_option
@db_option
@click.option("--all", "every", is_flag=True, help="Also the sheets that were fetched before.")
@date_option("When games were played that have no date; else it is asked, where somebody can answer.")
@json_option
def sync(ports: tuple[str, ...], db: str | None, every: bool, date: datetime | None, as_json: bool) -> None:
    """Fetch the new sheets of all clocks, side by side.

    Safe to interrupt and to repeat: a sheet that is stored already stays as it is.
    """
    with sentences(), opened(db) as store, found(ports) as result, progress(as_json) as bars:
        each = {clock.name: bar(bars, clock.name) for clock in result.clocks}

        def tell(now: syncing.Progress) -> None:
            each[now.port](now.done, now.total or 1)

        reports = syncing.sync(result.clocks, store, tell, every=every)
        bars.stop()
        _date(store, [name for report in reports for name in report.undated], date, may_ask=not as_json)
        failed = [error for report in reports for error in report.errors]
        failed += map(str, result.others.values() if ports else [])
        if as_json:
            print_json({"clocks": [vars(report) for report in reports], "errors": failed})
        else:
            for report in reports:
                name = f"table {report.table}" if report.table else report.device
                what = "sheets" if every else "new sheets"
                say(f"{report.port} ({name}): {report.kept} of {report.found} {what} stored")
                for note in report.notes:
                    say(note)
        for sentence in failed:
            say(f"Error: {sentence}", err=True)
    if failed:
        sys.exit(1)


def _moment(said: str) -> datetime | None:
    return MOMENT.convert(said.strip(), None, None) if said.strip() else None


def _date(store: Store, names: list[str], given: datetime | None, *, may_ask: bool) -> None:
    """Games whose clock did not know the date get it as an amendment."""
    if not names:
        return
    count = "1 game has" if len(names) == 1 else f"{len(names)} games have"
    if given is None and may_ask and sys.stdin.isatty():
        say(f"{count} no date, because the clock was not set when they began.", err=True)
        question = "When was that, such as 2026-09-21 18:30 (or nothing)"
        given = click.prompt(question, default="", show_default=False, value_proc=_moment, err=True)
    if given is None:
        say(f"{count} no date: `tileclock amend {names[0]} --date …` says when it was played.", err=True)
        return
    played = local(given)
    assert played
    for name in names:
        for game in store.find(name):
            store.amend(game, Changes(date=int(played.timestamp())))


@click.command(
    epilog="""\b
Examples:
  tileclock roster                        who is entered
  tileclock roster A=Ala B=Bolek C=       names, and a seat without one
  tileclock roster --table 12
"""
)
@click.argument("names", nargs=-1, metavar="[SEAT=NAME]...")
@click.option(
    "--table", metavar="N", type=click.IntRange(0, 999), help="Number of the table; 0: it has none."
)
@port_option
@json_option
def roster(names: tuple[str, ...], table: int | None, port: str | None, as_json: bool) -> None:
    """Say who sits where, and at which table."""
    changes = dict(_named(name) for name in names)
    with the_clock(port) as clock:
        number, entered = clock.roster()
        for seat, name in changes.items():
            entered[seat] = name
        wanted: dict[str, Any] = {"names": entered} if changes else {}
        if table is not None:
            number = wanted["table"] = table
        if wanted:
            clock.set(wanted)
    if as_json:
        print_json({"table": number, "names": entered})
        return
    say(f"table {number or '–'}")
    for letter, name in zip(SEATS, entered, strict=True):
        say(f"{letter}  {name}")


def _named(text: str) -> tuple[int, str]:
    letter, sign, name = text.partition("=")
    name = name.strip()
    if not sign or letter.upper() not in SEATS or len(letter) != 1:
        raise click.UsageError(f"{text!r} is no SEAT=NAME: write it as A=Ala.")
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise click.UsageError(f"{name!r} cannot be shown: write at most {LONGEST_NAME} printable letters.")
    return SEATS.index(letter.upper()), name


@click.group(
    epilog="""\b
Examples:
  tileclock preset list
  tileclock preset put club.json
  tileclock preset delete club
"""
)
def preset() -> None:
    """The rule sheets on a clock."""


@preset.command("list", epilog="\b\nExample:\n  tileclock preset list")
@port_option
@json_option
def preset_list(port: str | None, as_json: bool) -> None:
    """List the presets of a clock."""
    with the_clock(port) as clock:
        names = clock.presets()
    if as_json:
        print_json(names)
        return
    for name in names:
        say(name)


@preset.command("get", epilog="\b\nExample:\n  tileclock preset get pl > mine.json")
@click.argument("name")
@port_option
def preset_get(name: str, port: str | None) -> None:
    """Print a preset, as a start for one of your own."""
    with the_clock(port) as clock:
        print_json(clock.preset(name))


@preset.command(
    "put",
    short_help="Check a preset and put it on the clocks.",
    epilog="\b\nExample:\n  tileclock preset put club.json",
)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@ports_option
def preset_put(file: Path, ports: tuple[str, ...]) -> None:
    """Check a preset and put it on the clock, or on all that are plugged in."""
    try:
        document = rules.read(whole(file, _LONGEST_PRESET).decode("utf-8"))
    except (BadPreset, ValueError) as error:
        raise click.ClickException(
            f"{file}: {error}; firmware/docs/rules.md says what a preset is."
        ) from error
    with sentences(), found(ports) as result:
        for clock in result.clocks:
            say(f"{clock.name}: {clock.put_preset(document)} is there")


@preset.command("delete", epilog="\b\nExample:\n  tileclock preset delete club")
@click.argument("name")
@port_option
def preset_delete(name: str, port: str | None) -> None:
    """Delete a preset of your own from a clock."""
    with the_clock(port) as clock:
        clock.delete_preset(name)


@click.group(
    epilog="""\b
Examples:
  tileclock config get
  tileclock config set limit=60 sound=false
"""
)
def config() -> None:
    """The settings of a clock; firmware/docs/settings.md says what each does."""


@config.command("get", epilog="\b\nExample:\n  tileclock config get limit")
@click.argument("names", nargs=-1)
@port_option
@json_option
def config_get(names: tuple[str, ...], port: str | None, as_json: bool) -> None:
    """Print settings, all or some."""
    with the_clock(port) as clock:
        settings = clock.settings()
    for name in names:
        if name not in settings:
            raise click.ClickException(f"There is no setting {name}: `tileclock config get` lists them.")
    shown = {name: settings[name] for name in names or sorted(settings)}
    if as_json:
        print_json(shown)
    else:
        for name, value in shown.items():
            say(f"{name}={json.dumps(value, ensure_ascii=False)}")


@config.command("set", epilog="\b\nExample:\n  tileclock config set limit=60 language=pl")
@click.argument("changes", nargs=-1, required=True, metavar="NAME=VALUE...")
@ports_option
def config_set(changes: tuple[str, ...], ports: tuple[str, ...]) -> None:
    """Change settings of the clock, or of all that are plugged in."""
    values = dict(_setting(change) for change in changes)
    with sentences(), found(ports) as result:
        for clock in result.clocks:
            try:
                clock.set(values)
            except Refused as refusal:
                raise DeviceError("; ".join([str(refusal), *_limits(values)]) + ".") from refusal
            say(f"{clock.name}: set")


def _limits(values: dict[str, Any]) -> Iterator[str]:
    """What those of them may be that cannot be right; the clock, which may be a later one, has the say."""
    for name, _, allowed in FIELDS:
        if name not in values or not isinstance(allowed, range | tuple) or values[name] in allowed:
            continue
        if isinstance(allowed, range):
            each = f"{allowed[0]} to {allowed[-1]}"
        else:
            each = ", ".join(json.dumps(value).strip('"') for value in allowed)
        yield f"{name} may be {each}"


def _setting(change: str) -> tuple[str, Any]:
    name, sign, text = change.partition("=")
    kinds = {field: type(usual) for field, usual, _ in FIELDS}
    if name in SECRET:
        raise click.UsageError("The lock is the judge's: `tileclock lock` sets its code, ↩ held closes it.")
    if not sign or name not in kinds:
        raise click.UsageError(f"{change!r} is no NAME=VALUE: `tileclock config get` lists the names.")
    if kinds[name] is str:
        return name, text
    try:
        return name, json.loads(text)
    except ValueError:
        raise click.UsageError(
            f"{text!r} is no value for {name}: write it as `tileclock config get {name}` does."
        ) from None


@click.command(epilog="\b\nExamples:\n  tileclock lock CAFE\n  tileclock lock --none")
@click.argument("code", required=False, metavar="[CODE]")
@click.option("--none", is_flag=True, help="Take the code away: nobody can lock the clock anymore.")
@ports_option
def lock(code: str | None, none: bool, ports: tuple[str, ...]) -> None:
    """Give the clock, or all that are plugged in, the judge's CODE: letters of seats in their order."""
    if bool(code) == none:
        raise click.UsageError("Give a code such as CAFE, or --none.")
    if code and not is_code(code.upper()):
        raise click.UsageError(f"{code!r} is no code: give 3 to {LONGEST_CODE} letters of seats, A to F.")
    with sentences(), found(ports) as result:
        for clock in result.clocks:
            clock.set_lock((code or "").upper())
            say(f"{clock.name}: {'the code is set' if code else 'there is no code'}")


@click.command(epilog="\b\nExample:\n  tileclock screenshot panel.png --scale 6")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--scale", metavar="N", type=click.IntRange(1, 32), default=1, show_default=True, help="Pixels per dot."
)
@port_option
def screenshot(file: Path, scale: int, port: str | None) -> None:
    """Save what the display shows as a PNG picture."""
    with the_clock(port) as clock:
        picture = png(clock.screen(), scale)
    try:
        file.write_bytes(picture)
    except OSError as error:
        raise click.ClickException(
            f"{file} cannot be written ({error.strerror}): name another file."
        ) from error
