"""Plays rounds at tables in a process of its own, so that a rehearsal has every core: line in, line out."""

import json
import os
import sys
from dataclasses import asdict

from tileclock_host.desk.errors import DeskError
from tileclock_host.device.errors import DeviceError
from tileclock_host.sheets.errors import StoreError
from tileclock_host.sim.errors import SimError

from .round import Job, play

TROUBLES = (DeskError, DeviceError, SimError, StoreError)


def main() -> None:
    """Play until nothing more comes: who asks may be killed, and then this ends, too."""
    try:
        _play_what_comes()
    except BrokenPipeError:  # nobody listens any more, also not to what Python would say at its end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _play_what_comes() -> None:
    for line in sys.stdin:
        job = Job(**json.loads(line))
        try:
            said = asdict(play(job))
        except TROUBLES as error:
            said = {"error": f"round {job.round}, table {job.table}: {error}"}
        print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
