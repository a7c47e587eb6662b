"""A chip that is started by a fork is shut in like one that is started as the simulator does it."""

import os
import re
import sys
from pathlib import Path

import pytest

from tests.device.box import Box
from tileclock_host.sim import vm

WALLS = re.compile(r"^(NoNewPrivs|Seccomp|Sig|Shd).*", re.M)  # of what the kernel says of a process

pytestmark = [
    pytest.mark.needs_models,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no fork"),
]


def kernel_says(box):
    """What it has of the box's chip, whose pipes have other numbers each time."""
    process = Path(f"/proc/{box._vm.pid}")
    files = {int(file.name): os.readlink(file) for file in (process / "fd").iterdir()}
    wire = [files.pop(end) for end in (box._wire.chip_out, box._wire.chip_in)]
    assert all(end.startswith("pipe:") for end in wire)
    (flash,) = [file for number, file in files.items() if number > 2]
    assert flash == str(box.flash)
    assert {files[number] for number in (0, 1, 2)} == {os.ttyname(box.console.vm_end)}
    session = os.getsid(box._vm.pid) == box._vm.pid
    walls = [line.group() for line in WALLS.finditer((process / "status").read_text())]
    assert "NoNewPrivs:\t1" in walls
    return len(files), session, walls, (process / "limits").read_text(), (process / "environ").read_bytes()


def test_it_holds_and_may_do_the_same(prepared_flash, tmp_path):
    said = []
    for start in (Box.start_cell, vm.start_cell):
        box = Box(prepared_flash, tmp_path / "flash.img")
        box.start_cell = start
        box.start()
        said.append((kernel_says(box), box.oled.frame()))
        box.close()
    assert said[0] == said[1]
