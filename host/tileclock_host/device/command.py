"""The commands that talk to a running clock: devices, roster, preset, lock, screenshot."""

from pathlib import Path
from typing import Any

import click

from tileclock.core import preset as rules
from tileclock.core.preset_box import Refused as BadPreset
from tileclock.storage.settings import LONGEST_CODE, LONGEST_NAME, is_code
from tileclock_host.files import whole, written
from tileclock_host.output import json_option, print_json, say

from .clock import Clock
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
            _list(result.clocks)
            for error in result.others.values():
                say(str(error), err=True)
    if not result.clocks:
        raise click.ClickException(NO_CLOCK)


def _list(clocks: list[Clock]) -> None:
    """One per line, in columns."""
    rows = [("port", "table", "clock", "firmware", "new sheets")] if clocks else []
    for clock in clocks:
        it = clock.identity
        rows.append((clock.name, str(it.table or "–"), it.device, it.firmware, str(it.new)))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        say("  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip())


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
        played = bool(changes) and bool(clock.status().get("playing"))
    if as_json:
        print_json({"table": number, "names": entered})
        return
    say(f"table {number or '–'}")
    for letter, name in zip(SEATS, entered, strict=True):
        say(f"{letter}  {name}")
    if played:
        say("A game is being played, with the names of its deal: these hold from the next deal.")


def _named(text: str) -> tuple[int, str]:
    letter, sign, name = text.partition("=")
    name = name.strip()
    if not sign or letter.upper() not in SEATS or len(letter) != 1:
        raise click.UsageError(f"{text!r} is not SEAT=NAME: write it as A=Ala.")
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
            f"{file}: {error}; `tileclock preset get pl` prints one that is right."
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


@click.command(epilog="\b\nExamples:\n  tileclock lock CAFE\n  tileclock lock --none")
@click.argument("code", required=False, metavar="[CODE]")
@click.option("--none", is_flag=True, help="Take the code away: nobody can lock the clock anymore.")
@ports_option
def lock(code: str | None, none: bool, ports: tuple[str, ...]) -> None:
    """Give the clock, or all that are plugged in, the judge's CODE: letters of seats in their order."""
    if bool(code) == none:
        raise click.UsageError("Give a code such as CAFE, or --none.")
    if code and not is_code(code.upper()):
        raise click.UsageError(f"{code!r} is not a code: give 3 to {LONGEST_CODE} letters of seats, A to F.")
    with sentences(), found(ports) as result:
        for clock in result.clocks:
            clock.set_lock((code or "").upper())
            say(f"{clock.name}: {'the code is set' if code else 'there is no code'}")


@click.command(
    epilog="""\b
Examples:
  tileclock screenshot panel.png --scale 6
  tileclock screenshot --text             what it says, line by line
"""
)
@click.argument("file", required=False, type=click.Path(dir_okay=False, path_type=Path))
@click.option("--text", "as_text", is_flag=True, help="Print what the display says; no FILE.")
@click.option(
    "--scale", metavar="N", type=click.IntRange(1, 32), default=1, show_default=True, help="Pixels per dot."
)
@port_option
def screenshot(file: Path | None, as_text: bool, scale: int, port: str | None) -> None:
    """Save what the display shows as a PNG picture, or print its text."""
    if as_text:
        if file:
            raise click.UsageError(f"--text is printed, not written to {file}: leave one of them out.")
        _print_panel(port)
        return
    if not file:
        raise click.UsageError("Name a FILE for the picture, or say --text.")
    if file.suffix.lower() not in ("", ".png"):
        raise click.UsageError(f"{file} is the wrong name: the picture is a PNG, name it {file.stem}.png.")
    with the_clock(port) as clock:
        picture = png(clock.screen(), scale)
    try:
        with written(file) as out:
            out.write(picture)
    except OSError as error:
        raise click.ClickException(
            f"{file} cannot be written ({error.strerror}): name another file."
        ) from error


def _print_panel(port: str | None) -> None:
    from tileclock_host.panel.reading import Reader, lines  # noqa: PLC0415 – only this reads pictures

    with the_clock(port) as clock:
        frame = clock.screen()
    for line in lines(Reader().read(frame)):
        say(line)
