"""How a command opens a page: at which address, for whom, until when, and whether in a browser here."""

import errno
import os
import signal
import socket
import sys
import tempfile
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

import click

from tileclock_host.output import say
from tileclock_host.web import addresses, serving
from tileclock_host.web.addresses import WILDCARDS
from tileclock_host.web.keys import Key

_LEADS_ON = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={0}">
<title>tileclock</title>
<p><a href="{0}">tileclock</a></p>
"""


def seen_by_others(address: str, host: str) -> list[str]:
    """The page as others open it; its own address says only that it listens at all there are."""
    if host in WILDCARDS and not addresses.reachable(host):
        say("This computer is in no network: nobody else can open the page.", err=True)
    return addresses.seen_by_others(host, int(address.rpartition(":")[2]))


def listen(host: str, port: int) -> socket.socket:
    try:
        return serving.listen(host, port)
    except socket.gaierror as error:
        raise click.ClickException(
            f"--host {host} is not an address: give one of this computer's own."
        ) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            free = f"--port {port + 1}" if port < 65535 else "--port 0"
            raise click.ClickException(
                f"Port {port} is in use: choose another one, such as {free}."
            ) from error
        if error.errno == errno.EACCES:
            raise click.ClickException(
                f"Port {port} is not for everybody: choose one above 1023 with --port."
            ) from error
        raise click.ClickException(
            f"Cannot answer at {host}: give one of this computer's own with --host."
        ) from error


@contextmanager
def interruptible() -> Iterator[None]:
    """Ctrl-C is how a person ends it, so it is no error; any other ending signal gets the same tidy end."""
    ending = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = [signal.signal(end, signal.default_int_handler) for end in ending]
    try:
        yield
    except KeyboardInterrupt:
        click.echo()
    finally:
        for end, handler in zip(ending, before, strict=True):
            signal.signal(end, handler)


@contextmanager
def in_browser(address: str, key: Key | None = None) -> Iterator[None]:
    """Have a browser open the page, if somebody looks.

    Every user of this computer can read what a program was started with. So a way in that has a key goes
    through a file of this user alone, which is there until the block ends.
    """
    if not may_open_browser():
        yield
    elif not key:
        webbrowser.open(address)
        yield
    else:
        with tempfile.TemporaryDirectory(prefix="tileclock-") as folder:
            way_in = Path(folder, "open.html")
            way_in.touch(0o600)
            way_in.write_text(_LEADS_ON.format(escape(key.ticket(address))), encoding="utf-8")
            webbrowser.open(way_in.as_uri())
            yield


def may_open_browser() -> bool:
    """Not where nobody looks: in CI, or on a Unix machine without a display."""
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
