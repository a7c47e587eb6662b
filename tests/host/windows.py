"""Python as Windows has it: our modules find none of Unix, and what Windows' Python lacks is taken away.

Not Windows: its files, its ports and its console are not here. What is tried is that nothing we wrote asks
for what is not there. `python -m tests.host.windows COMMAND …` runs `tileclock COMMAND …` so; `--modules`
says which modules of ours cannot be imported, `--helps` which command cannot say what it is for, as JSON.
"""

# What of Python's own is built from what is taken away is loaded before.
import asyncio  # noqa: F401
import builtins
import concurrent.futures  # noqa: F401
import importlib
import json
import multiprocessing.pool  # noqa: F401
import os
import pkgutil
import select
import shutil  # noqa: F401
import signal
import socket
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401

import platformdirs  # noqa: F401
import serial.rfc2217  # noqa: F401

# As Python's manual has them: "Availability: Unix" or "not Windows".
ABSENT = {
    "_curses", "crypt", "curses", "fcntl", "grp", "nis", "ossaudiodev", "posix", "pty", "pwd", "readline",
    "resource", "spwd", "syslog", "termios", "tty",
}  # fmt: skip
LACKS = {
    os: """
        chown chroot confstr ctermid eventfd fchdir fchmod fchown fdatasync fork forkpty fpathconf getegid
        geteuid getgid getgrouplist getgroups getloadavg getpgid getpgrp getpriority getresgid getresuid
        getsid getuid getxattr grantpt initgroups killpg lchown listxattr lockf login_tty major makedev
        memfd_create minor mkfifo mknod nice openpty pathconf pipe2 posix_fadvise posix_fallocate
        posix_spawn pread preadv pwrite pwritev readv register_at_fork sched_getaffinity sched_setaffinity
        sched_yield sendfile setegid seteuid setgid setgroups setns setpgid setpriority setregid setresgid
        setreuid setsid setuid setxattr splice statvfs sync sysconf tcgetpgrp tcsetpgrp ttyname uname
        unshare wait wait3 wait4 waitid writev WEXITSTATUS WIFEXITED WIFSIGNALED WNOHANG WTERMSIG O_ASYNC
        O_CLOEXEC O_DIRECT O_DIRECTORY O_DSYNC O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH
        O_SYNC O_TMPFILE
    """,
    signal: """
        SIGALRM SIGBUS SIGCHLD SIGCONT SIGHUP SIGIO SIGKILL SIGPIPE SIGPROF SIGQUIT SIGSTOP SIGTSTP
        SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ alarm pause pthread_kill
        pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait sigwaitinfo
    """,
    socket: "AF_UNIX AF_PACKET AF_NETLINK SO_REUSEPORT SO_PEERCRED recv_fds send_fds sethostname",
    select: "poll epoll devpoll kqueue",
}
# What is made for terminals that programs make, which Windows has not.
UNIX_ONLY = ("tileclock_host.sim", "tileclock_host.rehearsal", "tileclock_host.web", "tileclock_host.site")


def become() -> None:
    for module, names in LACKS.items():
        for name in names.split():
            if hasattr(module, name):
                delattr(module, name)
    found = builtins.__import__

    def only_what_is_there(name, globals=None, *rest, **more):
        asks = (globals or {}).get("__name__") or ""
        if name.partition(".")[0] in ABSENT and asks.partition(".")[0] in ("tileclock", "tileclock_host"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return found(name, globals, *rest, **more)

    builtins.__import__ = only_what_is_there


def modules() -> dict[str, str]:
    """Those of ours that cannot be imported, and which module they lack."""
    import tileclock_host  # noqa: PLC0415 – after Unix is gone

    lacking = {}
    for it in pkgutil.walk_packages(tileclock_host.__path__, "tileclock_host."):
        # Not the chip's own modules, which MicroPython imports, and not what starts as it is imported.
        if ".chip." in it.name or it.name.endswith("__main__"):
            continue
        try:
            importlib.import_module(it.name)
        except (ImportError, AttributeError) as error:
            lacking[it.name] = str(error)
    return lacking


def helps() -> dict[str, str]:
    """The commands that cannot say what they are for, and why."""
    from click.testing import CliRunner  # noqa: PLC0415 – after Unix is gone

    from tileclock_host.cli import COMMANDS, main  # noqa: PLC0415

    results = {name: CliRunner().invoke(main, [name, "--help"]) for name in COMMANDS}
    return {name: result.output for name, result in results.items() if result.exit_code}


def main() -> None:
    become()
    for flag, looks in (("--modules", modules), ("--helps", helps)):
        if sys.argv[1:] == [flag]:
            print(json.dumps(looks()))
            return
    from tileclock_host.start import run  # noqa: PLC0415 – after Unix is gone

    run()


if __name__ == "__main__":
    main()
