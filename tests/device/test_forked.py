"""A chip that is forked is shut in like one that is started as the simulator does it, and goes on as well."""

import os
import re
import sys
from pathlib import Path

import pytest

from tests.device import forked
from tests.device.box import Box
from tests.device.table import Table
from tileclock_host.sim import vm

WALLS = re.compile(r"^(NoNewPrivs|Seccomp|Sig[PBIC]|Shd).*", re.M)  # of what the kernel says of a process

pytestmark = [
    pytest.mark.needs_models,
    pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is no fork"),
]


def kernel_says(box):
    """What it has of the box's chip, whose pipes have other numbers each time."""
    process = Path(f"/proc/{box._vm.pid}")
    files = {int(file.name): os.readlink(file) for file in (process / "fd").iterdir()}
    wire = [number for number, file in files.items() if file.startswith("pipe:")]
    assert len({files.pop(end) for end in wire}) == 2
    (flash,) = [file for number, file in files.items() if number > 2]
    assert flash == str(box.flash)
    assert {files[number] for number in (0, 1, 2)} == {os.ttyname(box.console.vm_end)}
    session = os.getsid(box._vm.pid) == box._vm.pid
    walls = [line.group() for line in WALLS.finditer((process / "status").read_text())]
    assert "NoNewPrivs:\t1" in walls
    return len(files), session, walls, (process / "limits").read_text(), (process / "environ").read_bytes()


def test_it_holds_and_may_do_the_same(prepared_flash, tmp_path):
    said = []
    for start in (forked.start_cell, vm.start_cell):
        box = Box(prepared_flash, tmp_path / "flash.img")
        box.start_cell = start
        box.start()
        said.append((kernel_says(box), box.oled.frame()))
        box.close()
    assert said[0] == said[1]


@pytest.fixture
def stays(prepared_flash, tmp_path):
    """A box on its first screen that is there to be copied."""
    box = Box(prepared_flash, tmp_path / "stays.img", copied=True)
    box.start()
    yield box
    box.close()


def test_a_copy_is_shut_in_as_well(stays, prepared_flash, tmp_path):
    said = []
    for box in (Box(prepared_flash, tmp_path / "flash.img"), stays.copy(tmp_path / "copy.img")):
        box.plug_in()
        box.await_picture()
        said.append((kernel_says(box), box.oled.frame()))
        box.close()
    assert said[0] == said[1]


def opened_menus(box, reader):
    """Play on: what the panel showed, the buzzer did, the flash holds."""
    table = Table(box, reader, None)
    shown = []
    for key in (table.ok, table.down, table.ok, table.seat("E"), table.ok, table.ok, table.ok):
        key.press()
        shown.append(table.screen.frame)
    table.wait(s=1)
    table.power_cycle()
    return shown, table.sounds, table.now, table.box.files()


def test_a_copy_goes_on_like_a_box_that_was_switched_on(stays, reader, prepared_flash, tmp_path):
    """And a copy of a copy; that others go on changes nothing for the box that stays."""
    again = stays.copy(tmp_path / "again.img", copied=True)
    boxes = [stays.copy(tmp_path / "1.img"), stays.copy(tmp_path / "2.img"), again.copy(tmp_path / "3.img")]
    switched_on = Box(prepared_flash, tmp_path / "flash.img")
    switched_on.start()
    went_on = []
    for box in (switched_on, *boxes):
        went_on.append(opened_menus(box, reader))
        box.close()
    again.close()
    assert len(set(went_on[0][0])) > 3, "the keys lead somewhere"
    assert all(other == went_on[0] for other in went_on[1:])
