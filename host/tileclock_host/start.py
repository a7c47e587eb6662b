"""Where the installed command starts: from its first line on a Ctrl-C ends it with a sentence."""

import signal
import sys

INTERRUPTED = "Interrupted: give the command again to do the rest."
STATUS = 130  # as shells have it for what a Ctrl-C has ended


def run() -> None:
    status: object = STATUS
    try:
        from .cli import main  # noqa: PLC0415 – it may be interrupted while it is loaded, too

        main()
    except KeyboardInterrupt:
        pass
    except SystemExit as end:
        status = end.code
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # another one has nothing left to end
    if status == STATUS:
        sys.stderr.write(f"\n{INTERRUPTED}\n")  # behind the ^C that a terminal shows
    sys.exit(status)  # type: ignore[arg-type]
