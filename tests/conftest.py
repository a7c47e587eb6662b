"""What all tests share: their options, and the table with a clock on it."""

import json
import os
import shutil
import signal
from pathlib import Path

import pytest

from tests.device.box import USUAL, Box
from tests.device.locked import Locked
from tests.device.pictures import Pictures
from tests.device.places import Places
from tests.device.real_board import RealBox, connected
from tests.device.table import Table
from tests.shared import Shared
from tileclock_host.build import bundle
from tileclock_host.panel.reading import Reader
from tileclock_host.sim import flash
from tileclock_host.web import open_files

_MODELS = "needs the models of the hardware: what it does to them cannot be done, or not measured, on a board"

_NO_CHIP = "needs an emulator of the chip and MicroPython's image: make chip QEMU=… IMAGE=…"
_LONG = ("storage", "hardware")  # folders


def pytest_addoption(parser):
    group = parser.getgroup("tileclock")
    group.addoption("--board", metavar="PORT", help="run the device tests on the board at this port")
    group.addoption("--record-screens", action="store_true", help="record the frame pictures anew")
    group.addoption("--slow", action="store_true", help="run the exhaustive variants too")
    group.addoption("--qemu", metavar="PROGRAM", help="the chip maker's emulator, to run what is marked chip")
    group.addoption("--micropython", metavar="FILE", help="the stock image for it")


def pytest_configure(config):
    _refuse_half_a_chip(config.option)
    # In the background of a shell Ctrl-C is ignored, also by what the tests start and interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", f"needs_models: {_MODELS}")
    open_files.allowed()  # some systems begin with 256, and the boxes that stay have more


def _refuse_half_a_chip(option):
    """Who names one of the two wants to run what needs both."""
    if (option.qemu, option.micropython) == (None, None):
        return
    if not shutil.which(option.qemu or ""):
        raise pytest.UsageError(
            f"QEMU={option.qemu or ''} is no program: name a qemu-system-xtensa for the ESP32"
        )
    if not Path(option.micropython or "").is_file():
        raise pytest.UsageError(
            f"IMAGE={option.micropython or ''} is no file: name MicroPython's for the ESP32, "
            "from micropython.org/download/ESP32_GENERIC"
        )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config):
    """Two more than there are cores, for some tests wait; but there is one board."""
    return 0 if config.option.board else (os.cpu_count() or 1) + 2


def pytest_collection_modifyitems(config, items):
    if not config.option.qemu:
        for item in items:
            if item.get_closest_marker("chip"):
                item.add_marker(pytest.mark.skip(_NO_CHIP))
    kept, dropped = [], []
    for item in items:
        (kept if _wanted(config.option, item) else dropped).append(item)
    if dropped:
        config.hook.pytest_deselected(items=dropped)
        items[:] = kept
    # The longest come first: else one worker may be left with them when the others have nothing more to do.
    items.sort(key=lambda item: item.path.parent.name not in _LONG)


def _wanted(option, item):
    if item.get_closest_marker("slow") and not option.slow:
        return False
    return not option.board or ("table" in item.fixturenames and not item.get_closest_marker("needs_models"))


def pytest_report_header(config):
    if config.option.board:
        return f"on the board at {config.option.board}; left out is every test that {_MODELS}"
    return None


@pytest.fixture(scope="session")
def shared(request, tmp_path_factory):
    """What is made once per run; each worker has a folder of its own in that of the run."""
    base = tmp_path_factory.getbasetemp()
    return Shared((base.parent if hasattr(request.config, "workerinput") else base) / "shared")


@pytest.fixture(scope="session")
def firmware():
    """The folder of the bundle that is tested."""
    return bundle.ensure()


@pytest.fixture(scope="session")
def reader(firmware):
    return Reader(firmware)


@pytest.fixture(scope="session")
def prepared_flash(firmware, shared):
    """A flash with the bundle on it, which each box gets a copy of; it was switched on once."""

    def make(folder):
        flash.create(folder / "new.img", firmware)
        box = Box(folder / "new.img", folder / "flash.img")
        box.put({"/data/settings.json": json.dumps(USUAL).encode()})
        box.power_on()
        box.advance(5_000_000)  # the first boot makes folders, which takes a moment
        box.pull_plug()
        box.close()

    return shared.made("prepared", make) / "flash.img"


@pytest.fixture(scope="session")
def cable(request):
    """The cable to the real board, if the tests run on one."""
    if not request.config.option.board:
        yield None
        return
    with connected(request.config.option.board) as transport:
        yield transport


@pytest.fixture(scope="session")
def places(reader, prepared_flash, tmp_path_factory):
    """Where the boxes of this run were led to."""
    found = Places(
        prepared_flash,
        tmp_path_factory.mktemp("places"),
        lambda place: Table(None, reader, None, place=place, copied=True),
    )
    yield found
    found.close()


@pytest.fixture
def lay_table(request, reader, places, cable):
    """Lay a table: `lay_table(ticks_left_ms=…, seed=…)`, with `start=False` before it is switched on."""
    pictures = Pictures(request.config.option.record_screens)
    tables = []

    def lay(*, start=True, **options):
        box, place = (RealBox(cable), None) if cable else (None, places.start(**options))
        table = Table(box, reader, pictures, start=start, place=place)
        tables.append(table)
        return table

    yield lay
    for table in tables:
        _clear(table)


def _clear(table):
    """Put it away; what went wrong unnoticed comes to light."""
    table.box.pull_plug()  # whatever it still had to say is in the log now
    log, faults = table.log, table.box.faults
    table.put_away()
    assert table.may_crash or "Traceback" not in log, f"the firmware crashed:\n{log}"
    assert table.may_fault or not faults, f"the hardware refused what the firmware sent: {faults}"


@pytest.fixture
def table(lay_table):
    """A table with the clock switched on: its first screen is shown."""
    return lay_table()


@pytest.fixture
def locked(lay_table):
    """Lay a table whose box has a code and is locked, and lead it somewhere."""

    def lay(lead=None, **stored):
        it = Locked(lay_table(start=False), **stored)
        if lead:
            lead(it.table)
        return it

    return lay
