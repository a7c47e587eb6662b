"""An evening as the box handed it over: every operation of its flash, and what the flash stood for."""

import json
from collections.abc import Iterator
from pathlib import Path

from tests.storage.vm.torn import BLOCK, ERASE, done, torn

BLOCKS = 64
Operation = tuple[int, int, int, bytes]


class Told:
    def __init__(self, folder: Path) -> None:
        told = json.loads((folder / "evening.json").read_text())
        self.steps: list[list] = told["steps"]  # name, operations before and after, states before and after
        self.states: list[dict] = told["states"]
        self.cuts: list[list] = told["cuts"]  # operation, way, step
        self.operations = list(_operations((folder / "operations").read_bytes()))

    def allowed(self, step: int) -> list[dict]:
        _, _, _, first, last = self.steps[step]
        return self.states[first : last + 1]

    def steps_done(self) -> Iterator[tuple[str, list[Operation], dict, bytes]]:
        """Each step that was not set up by the test: its operations, the state and the flash after it."""
        image, at = bytearray(b"\xff" * BLOCK * BLOCKS), 0
        for name, begin, end, _, last in self.steps:
            for operation in self.operations[at:end]:
                done(image, operation)
            at = end
            if name != "aside":
                yield name, self.operations[begin:end], self.states[last], bytes(image)

    def images(self) -> Iterator[tuple[str, list[dict], bytes]]:
        """After each cut: where it was, the states that are right, the flash."""
        image, at = bytearray(b"\xff" * BLOCK * BLOCKS), 0
        for number, way, step in self.cuts:
            for operation in self.operations[at:number]:
                done(image, operation)
            at = number
            copy = bytearray(image)
            torn(copy, self.operations[number], way)
            yield f"operation {number}, {way}, {self.steps[step][0]}", self.allowed(step), bytes(copy)


def _operations(data: bytes) -> Iterator[Operation]:
    at = 0
    while at < len(data):
        offset, size = (int.from_bytes(data[i : i + 2], "little") for i in (at + 2, at + 4))
        yield data[at], data[at + 1], offset, data[at + 6 : at + 6 + size]
        at += 6 + size


def erased(operations: list[Operation]) -> list[int]:
    return [block for what, block, _, _ in operations if what == ERASE]
