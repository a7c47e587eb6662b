"""The command `tileclock config`: the settings of a clock, and what each of them does."""

import json
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

import click

from tileclock.storage.settings import FIELDS, SECRET
from tileclock_host.output import json_option, print_json, say

from .clock import Refused
from .errors import DeviceError
from .options import found, port_option, ports_option, sentences, the_clock

# What each does, for who has no more than this program.
MEANINGS = {
    "language": "of the screens",
    "sound": "off: lights and screen say the same",
    "brightness": "of the screen, in percent",
    "lights": "of the seats, in percent",
    "flip": "the screen upside down",
    "auto": "a time-out takes its usual choice at once",
    "confirm": "each player confirms his line of the result",
    "hold": "milliseconds until a press is a hold",
    "spans": "one round time for all games of a match",
    "restart": "seconds in which all may restart a turn",
    "limit": "seconds for a turn; 0: none",
    "preset": "the rules, as `tileclock preset list` has them",
    "sitting": "who sits: A 1, B 2, C 4, D 8, E 16, F 32, added",
    "round": "minutes until the last lap; 0: none",
    "match_games": "games of a match; 0: it goes on",
    "match_target": "points that end a match; 0: it goes on",
    "table": "number of the table; 0: it has none",
    "names": 'such as ["Ala", "Bolek", "", "", "", ""]',
    "handicaps": "seconds of each seat's own; 0: those of the table",
    "opening": "letters of a first word; 0: as the rules have it",
}


class Settings(click.Group):
    """A group whose help lists the settings, too."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Settings"):
            formatter.write_dl([(name, _told(name)) for name, _, _ in FIELDS if name not in SECRET])
        super().format_epilog(ctx, formatter)


def _told(name: str) -> str:
    return " – ".join(filter(None, [_allowed(name), MEANINGS[name]]))


def _allowed(name: str) -> str:
    """What it may be, as it is written; nothing where that is no list."""
    allowed = next(allowed for known, _, allowed in FIELDS if known == name)
    if isinstance(allowed, range):
        return f"{allowed[0]} to {allowed[-1]}"
    if isinstance(allowed, tuple):
        return ", ".join(json.dumps(value).strip('"') for value in allowed)
    return ""


@click.group(
    cls=Settings,
    epilog="""\b
Examples:
  tileclock config get
  tileclock config set limit=60 sound=false
""",
)
def config() -> None:
    """The settings of a clock."""


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
            close = get_close_matches(name, settings, 1)
            way = f"did you mean {close[0]}?" if close else "`tileclock config get` lists them."
            raise click.ClickException(f"There is no setting {name!r}: {way}")
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
        if name in values and isinstance(allowed, range | tuple) and values[name] not in allowed:
            yield f"{name} may be {_allowed(name)}"


def _setting(change: str) -> tuple[str, Any]:
    name, sign, text = change.partition("=")
    kinds = {field: type(usual) for field, usual, _ in FIELDS}
    if name in SECRET:
        raise click.UsageError("The lock is the judge's: `tileclock lock` sets its code, ↩ held closes it.")
    if sign and name not in kinds and (close := get_close_matches(name, kinds, 1)):
        raise click.UsageError(f"There is no setting {name!r}: did you mean {close[0]}={text}?")
    if not sign or name not in kinds:
        raise click.UsageError(f"{change!r} is not NAME=VALUE: `tileclock config get` lists the names.")
    if kinds[name] is str:
        return name, text
    try:
        return name, json.loads(text)
    except ValueError:
        raise click.UsageError(
            f"{text!r} is not a value for {name}: write it as `tileclock config get {name}` does."
        ) from None
