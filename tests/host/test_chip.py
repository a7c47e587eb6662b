"""The virtual chip: it offers what the board offers, no more, and keeps time as the board does."""

import ast
import importlib.util
import io
import re
import subprocess
import sys
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import vms
from tests.device.pictures import ROOT
from tests.host.paced import box
from tests.patience import eventually
from tileclock_host.sim import wire
from tileclock_host.sim.vm import CHIP

TYPINGS = ROOT / ".build" / "typings"
MODULES = ("machine", "time", "select", "esp32", "flashbdev")

ticks = st.integers(0, 2**30 - 1)


@pytest.fixture(scope="session")
def stubs(shared):
    """The board's type stubs; fetched if they are not there."""
    make = ["make", ".build/typings/ready"]
    shared.made("typings", lambda folder: subprocess.run(make, cwd=ROOT, check=True))
    return TYPINGS


def load(name, **others):
    """A module of the chip, run on this Python."""
    spec = importlib.util.spec_from_file_location(f"chip_{name}", CHIP / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    before = {other: sys.modules.get(other) for other in others}
    sys.modules.update(others)
    try:
        spec.loader.exec_module(module)
    finally:
        for other, was in before.items():
            if was is None:
                del sys.modules[other]
            else:
                sys.modules[other] = was
    return module


@pytest.fixture
def hardware():
    """A chip of its own, with the modules that are wired to it."""
    chip = load("_chip")
    chip.chip.horizon = chip.FAR
    calendar = ModuleType("utime")
    calendar.gmtime = calendar.localtime = calendar.mktime = None
    wired = {name: load(name, _chip=chip, utime=calendar) for name in ("machine", "time", "esp32")}
    return ModuleSet(chip.chip, chip, **wired)


class ModuleSet:
    def __init__(self, chip, chip_module, machine, time, esp32):
        self.chip, self.chip_module = chip, chip_module
        self.machine, self.time, self.esp32 = machine, time, esp32


# ---- nothing that a board does not have ----


def names(body):
    """Public names a module or class body defines, with its classes' own below them."""
    found = {}
    for node in body:
        if isinstance(node, ast.ClassDef):
            found[node.name] = names(node.body)
        elif isinstance(node, ast.FunctionDef):
            found[node.name] = {}
        elif isinstance(node, ast.Assign):
            found.update({target.id: {} for target in node.targets if isinstance(target, ast.Name)})
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = {}
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("u"):
            found.update({alias.asname or alias.name: {} for alias in node.names})  # handed on as they are
    return {name: inner for name, inner in found.items() if not name.startswith("_")}


def in_stub(tree):
    """All names of a stub; of what is imported into it we only know that it is there."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            found.update({alias.asname or alias.name: None for alias in node.names})
    return {**found, **names(tree.body)}


def merged(stub, name):
    """A class's names in the stub, its bases' included."""
    for node in stub.body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return set(names(node.body)).union(
                *(merged(stub, base.id) for base in node.bases if isinstance(base, ast.Name))
            )
    return set()


@pytest.mark.parametrize("module", MODULES)
def test_it_offers_nothing_that_the_boards_stubs_do_not_have(module, stubs):
    ours = names(ast.parse((CHIP / f"{module}.py").read_text()).body)
    stub = ast.parse(stub_file(stubs, module).read_text())
    known = in_stub(stub)
    assert ours, f"{module} of the chip has no public names at all?"
    for name, inner in ours.items():
        assert name in known, f"the board's {module} has no {name}: hide it with an underscore"
        foreign = set(inner) - merged(stub, name)
        assert not inner or not foreign, f"the board's {module}.{name} has no {sorted(foreign)}"


def stub_file(stubs, module):
    """Where the stub is: some only hand on what lies in another folder."""
    files = f"{module}.pyi", f"{module}/__init__.pyi"
    found = [
        path for folder in (stubs, stubs / "stdlib") for file in files if (path := folder / file).exists()
    ]
    assert found, f"no stub of {module}: look where the new stubs keep it"
    return found[0]


# A stub of a module that CPython has too holds CPython's names; MicroPython's are marked, but for these.
UNMARKED_IN_OS = {"ilistdir", "unlink"}
EXCEPTIONS = {
    **dict.fromkeys(
        ("asyncio", "uasyncio"), "Python's own text, the same as the board's; its stub lies in pieces"
    ),
    "__main__": "the program itself",
    "argparse": "plain Python that lies in the VM, and reaches nothing",
    "NotImplemented": "every MicroPython has it",
    "ViperTypeError": "every MicroPython that compiles machine code has it",
    "SYS": "the model of the serial line, in the modules that wait for it",
    "waits_outside": "likewise",
    "Partition": "the board's flashbdev imports it too, its stub does not say so",
}


def in_every_branch(body):
    for node in body:
        yield from in_every_branch(node.body + node.orelse) if isinstance(node, ast.If) else [node]


def names_of_the_board(stubs, module):
    tree = ast.parse(stub_file(stubs, module).read_text())
    tree.body = list(in_every_branch(tree.body))
    known = set(in_stub(tree))
    if module == "os":
        known = UNMARKED_IN_OS | set(names(node for node in tree.body if "mp_available" in ast.dump(node)))
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
            known |= names_of_the_board(stubs, node.module)
    return known


def test_what_can_be_imported_at_the_prompt_is_what_the_board_has(tmp_path, stubs):
    whole = vms.vm64("help('modules')", ".")
    known = {path.stem for folder in (stubs, stubs / "stdlib") for path in folder.glob("[!_]*")}
    models = {path.stem for path in CHIP.glob("_*.py")}
    tried = known | models | set(re.findall(r"\b\w+(?=[ \n/])", whole))
    tried = sorted(tried | {"u" + name for name in tried})
    code = "for name in it:\n try: print('has', name, *dir(__import__(name)))\n except ImportError: pass"
    with box(tmp_path, "print('main runs')") as it:
        start = it.type(b"", b">>> ")
        end = it.type(f"it={tried!r};exec({code!r});print('al'+'l')\r".encode(), b"\nall\r\n")
        said = bytes(it.heard[start:end]).decode()
    lines = [line.split()[1:] for line in said.splitlines() if line.startswith("has ")]
    found = {module: {name for name in has if not name.startswith("_")} for module, *has in lines}
    assert {"os", "uos", "sys", "vfs", "machine", "time", "gc", "micropython", "select", "io"} <= set(found)
    own = found["_chip"] | set(EXCEPTIONS)
    more = {
        module: found[module] - own - names_of_the_board(stubs, module)
        for module in set(found) - set(EXCEPTIONS) - models
    }
    assert {module: names for module, names in more.items() if names} == {}, "the board has none of these"


def test_both_ends_of_the_wire_speak_the_same():
    chip = load("_chip")
    kinds = {name for name in vars(wire) if name.isupper() and not name.startswith("_")} - {"BYTES_IN_NOTE"}
    assert len(kinds) > 15
    for name in kinds:
        assert getattr(chip, name) == getattr(wire, name), f"{name} differs between chip/_chip.py and wire.py"
    heard = io.BytesIO()
    chip.chip.to_host, chip.chip.now = heard, 0x123456789ABC
    chip.chip.send(chip.SAYS, 7, 70_000, b"payload")
    assert wire._HEAD.unpack(heard.getvalue()[: wire._HEAD.size]) == (chip.SAYS, 7, 7, 70_000, 0x123456789ABC)
    assert wire._NOTE.size == chip.NOTE_SIZE
    knobs = {name for name in vars(chip) if name.startswith("KNOB_")}
    assert knobs == {name for name in vars(wire) if name.startswith("KNOB_")}


# ---- time ----


@settings(deadline=None)
@given(st.lists(st.integers(1, 700_000_000), min_size=1, max_size=20))
def test_a_new_era_changes_nothing_but_how_large_the_numbers_are(steps):
    """In a VM of 32 bits the chip counts anew now and then; nobody at either end of the wire sees that."""
    module = load("_chip")
    chip, heard, notes = module.chip, io.BytesIO(), io.BytesIO()
    chip.to_host, chip.from_host, chip.horizon = heard, notes, 0
    true, fallen, left_ms = 0, [], chip.ticks_left_ms
    timer = ModuleSet.__new__(ModuleSet)
    timer.due, timer.period, timer.callback = 700_000_000, 700_000_000, fallen.append
    chip.start_timer(timer)
    for step in steps:
        true += step
        chip.begin_era()
        assert chip.now < 1000
        notes.seek(0)
        notes.truncate()
        press = wire._NOTE.pack(wire.EDGE, 32, 0, true - 1), wire._NOTE.pack(wire.EDGE, 32, 1, true)
        notes.write(b"".join(press) + wire._NOTE.pack(wire.GO, 0, 0, true))
        notes.seek(0)
        chip.wait(true - chip.era_ms * 1000)
        assert chip.registers[0x3FF44040] == 0xFF, "both edges came, in their order"
        chip.now = true - chip.era_ms * 1000  # what the callback itself costs is not counted here
        chip.send(module.SAYS, 0, 0)
        assert wire._HEAD.unpack(heard.getvalue()[-wire._HEAD.size :])[4] == true
        ticks = chip.ticks_ms()
        assert ticks == ((true + module.TICK_US) // 1000 - left_ms) & module.MASK
        chip.now -= module.TICK_US
    assert len(fallen) == true // 700_000_000


@settings(deadline=None)  # each example loads a module, which takes a busy computer its time
@given(start=ticks, delta=st.integers(-(2**29) + 1, 2**29 - 1))
def test_ticks_go_round_the_clock(start, delta):
    calendar = ModuleType("utime")
    calendar.gmtime = calendar.localtime = calendar.mktime = None
    module = load("time", _chip=load("_chip"), utime=calendar)
    later = module.ticks_add(start, delta)
    assert later == (start + delta) % 2**30
    assert module.ticks_diff(later, start) == delta


def test_the_ticks_wrap_when_they_should(hardware):
    hardware.chip.ticks_left_ms = 20_000
    hardware.time.sleep_ms(19_999)
    assert hardware.time.ticks_ms() == 2**30 - 1
    hardware.time.sleep_ms(1)
    assert hardware.time.ticks_ms() == 0


@pytest.fixture
def every_ms(hardware):
    """The times at which a timer of one millisecond calls back."""
    called = []
    timer = hardware.machine.Timer(0)
    timer.init(
        mode=hardware.machine.Timer.PERIODIC, period=1, callback=lambda _: called.append(hardware.chip.now)
    )
    return called


def test_callbacks_come_every_millisecond_while_nothing_blocks(hardware, every_ms):
    hardware.time.sleep_ms(50)
    assert [at // 1000 for at in every_ms] == list(range(1, 51))


@pytest.mark.parametrize("us", [2_900, 45_000, 400_000])
def test_callbacks_wait_for_the_end_of_a_blocking_call_and_most_are_lost(hardware, every_ms, us):
    hardware.chip.spend(us)
    assert all(at >= us for at in every_ms), "nothing runs while the chip is busy"
    assert len(every_ms) == min(us // 1000, 8), "the scheduler's queue holds eight"
    every_ms.clear()
    hardware.time.sleep_ms(5)
    assert len(every_ms) in (5, 6), "after it they come as before; one may be due at once"


def test_a_timer_that_was_stopped_by_a_fault_is_silent_until_it_is_started_anew(hardware, every_ms):
    hardware.time.sleep_ms(5)
    hardware.chip._turn(hardware.chip_module.KNOB_TIMERS, 1)
    hardware.time.sleep_ms(5)
    assert len(every_ms) == 5
    hardware.machine.Timer(0).init(mode=1, period=1, callback=lambda _: every_ms.append(0))
    hardware.time.sleep_ms(5)
    assert len(every_ms) == 10


def test_the_255th_start_of_a_timer_takes_the_chips_time_with_it(hardware):
    """A counter of MicroPython's goes round, and the chip's clock is reset: until 1.28 on every ESP32."""
    called = []
    timer = hardware.machine.Timer(0)
    for _ in range(254):
        timer.init(mode=1, period=1, callback=called.append)
    hardware.time.sleep_ms(5)
    assert len(called) == 5 and hardware.time.ticks_ms() > 0
    timer.init(mode=1, period=1, callback=called.append)
    assert hardware.time.ticks_ms() == hardware.time.ticks_us() == 0
    hardware.chip.spend(20_000_000)
    assert len(called) == 5 and hardware.time.ticks_ms() == 0


def test_a_callback_is_not_interrupted_by_another(hardware):
    depth, deepest = 0, 0

    def callback(_):
        nonlocal depth, deepest
        depth += 1
        deepest = max(deepest, depth)
        hardware.chip.spend(3000)
        depth -= 1

    hardware.machine.Timer(0).init(mode=1, period=1, callback=callback)
    hardware.time.sleep_ms(20)
    assert deepest == 1


def test_i2c_takes_the_time_of_its_bits(hardware):
    pin = hardware.machine.Pin
    bus = hardware.machine.I2C(0, scl=pin(22), sda=pin(21), freq=400_000)
    before = hardware.chip.now
    bus.writeto(0x3C, bytes(1025))
    bits = hardware.chip.now - before - hardware.machine.TRANSFER_CODE_US
    assert 23_000 < bits < 24_000, "a whole frame takes 23 ms"
    for plugged, there in ((0b01, 0x3C), (0b10, 0x3D)):
        hardware.chip.panels = plugged
        bus.writeto(there, bytes(2))
        with pytest.raises(OSError):
            bus.writeto(0x3C ^ 0x3D ^ there, bytes(2))


# ---- the watchdog ----

_ARMED = b"""
import machine, time
if machine.reset_cause() == machine.PWRON_RESET:
    machine.WDT(timeout=5000)
print("cause", machine.reset_cause())
while True:
    time.sleep_ms(100)
"""


@pytest.fixture
def armed(lay_table):
    """A box whose program armed the watchdog once, and never feeds it."""
    table = lay_table(start=False)
    table.may_crash = True  # a Ctrl-C prints one
    table.box.put({"/main.py": _ARMED})
    table.box.power_on()
    table.wait(ms=500)
    table.wait_for_log("cause 1")
    return table


def at_the_prompt(table):
    table.box.console.write(b"\x03")
    eventually(
        lambda: table.log.endswith(">>> "), lambda: table.log, lambda: table.box.follow(table.now, 0.01)
    )


def test_a_watchdog_that_is_not_fed_bites_in_the_boards_own_time(armed):
    armed.wait(s=4.4)
    assert "cause 3" not in armed.log
    armed.wait(s=1.5)
    armed.wait_for_log("cause 3")


def test_an_armed_watchdog_survives_ctrl_c(armed):
    at_the_prompt(armed)
    armed.box.follow(armed.now + 6_000_000, 0.05)
    armed.box.follow(armed.now + 1_000_000, 1)
    armed.wait_for_log("cause 3")


def test_an_armed_watchdog_survives_a_soft_reset(armed):
    at_the_prompt(armed)
    armed.box.console.write(b"\x04")
    eventually(
        lambda: "cause 5" in armed.log,
        lambda: armed.log,
        lambda: armed.box.follow(armed.now + 10_000, 0.01),
    )
    armed.box.follow(armed.now + 6_000_000, 1)
    armed.box.follow(armed.now + 1_000_000, 1)
    armed.wait_for_log("cause 3")
