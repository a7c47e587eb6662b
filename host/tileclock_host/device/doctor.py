"""`tileclock doctor`: looks at everything the commands need, and says what to do about what is missing."""

import os
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import click
import platformdirs

import tileclock
from tileclock_host import extras
from tileclock_host.build import bundle as bundles
from tileclock_host.output import counted, json_option, print_json, say

from .checkup import checkup
from .finding import find
from .options import ports_option

OLDEST = (3, 11)
PATIENT = (
    3.0  # seconds without a sign of life until a request is repeated: a board may be busy with its flash
)

Finding = tuple[str, bool, str]  # what was looked at, whether it is well, a sentence


@click.command(epilog="\b\nExample:\n  tileclock doctor")
@ports_option
@json_option
def doctor(ports: tuple[str, ...], as_json: bool) -> None:
    """Look for what keeps tileclock from working on this PC."""
    findings = [*_python(), *_vm(), *_bundle(), *_folder(), *_ports(ports)]
    if as_json:
        print_json([{"what": what, "well": well, "says": says} for what, well, says in findings])
    else:
        for what, well, says in findings:
            say(f"{'ok ' if well else 'NO '} {what}: {says}")
    sys.exit(0 if all(well for _, well, _ in findings) else 1)


def _python() -> Iterator[Finding]:
    version = ".".join(map(str, sys.version_info[:3]))
    well = sys.version_info[:2] >= OLDEST
    yield "program", True, f"tileclock {tileclock.VERSION}"
    yield "Python", well, version if well else f"{version} is too old: install 3.11 or newer"


def _vm() -> Iterator[Finding]:
    if find_spec("micropython_module") is None:
        yield "simulator", True, f"not installed. {extras.sentence('sim')}"
    else:
        yield "simulator", True, "its MicroPython is installed"


def _bundle() -> Iterator[Finding]:
    try:
        yield "firmware", True, f"bundle of version {bundles.load(bundles.ensure()).version}"
    except (bundles.BundleError, OSError) as error:
        yield "firmware", False, str(error)


def _folder() -> Iterator[Finding]:
    folder = Path(platformdirs.user_data_path("tileclock", appauthor=False))
    there = next(path for path in (folder, *folder.parents) if path.exists())
    well = os.access(there, os.W_OK | os.X_OK)
    yield (
        "data folder",
        well,
        str(folder) if well else f"{folder} cannot be written: give yourself the right to",
    )


def _ports(ports: tuple[str, ...]) -> Iterator[Finding]:
    with find(ports, PATIENT) as result:
        for clock in result.clocks:
            it = clock.identity
            yield (
                clock.name,
                True,
                f"clock {it.device}, firmware {it.firmware}, {counted(it.new, 'new sheet')}",
            )
            if not it.secret:
                yield (
                    clock.name,
                    False,
                    "it has no secret, so its sheets are not signed: run tileclock deploy",
                )
            for well, sentence in checkup(clock):
                yield clock.name, well, sentence
        for name, error in result.others.items():
            yield name, False, str(error)
        if not result.clocks and not result.others:
            yield "ports", True, "nothing is plugged in"
