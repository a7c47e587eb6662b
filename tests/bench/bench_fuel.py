"""Instructions of what the clock does, and the times they would take on the board."""

import json

from tests.bench import box, inside, vm32
from tests.bench.box import MS
from tests.bench.figure import Figure

# Instructions of the 32-bit VM that take the board one µs, at 240 MHz: README.md says where it comes from.
FUEL_PER_US = 110
_SAMPLING_US = 1000

Stretches = dict[str, list[int]]


def measure() -> list[Figure]:
    fuel, blocked = measured()
    return [
        *_instructions(fuel),
        *_times(fuel, blocked),
        *_second_panel(fuel, blocked),
        Figure("power on → first screen", _power_on(fuel) / MS, "ms", limit=1250),
    ]


def measured(panels: int = 1) -> tuple[Stretches, Stretches]:
    """Of each stretch the instructions, those of the virtual chip left out, and the blocking time in µs."""
    result = inside.on_32(f"import effort\neffort.run(mark, {panels})")
    counted = result.without("out", "back", price=price_of_a_detour(result))
    names = {name for name, _ in counted.marks}
    fuel = {name: counted.spent(name, "done") for name in names}
    fuel |= {kind: counted.spent("pass", kind) for kind in ("second", "tenth")}
    return fuel, json.loads(result.stdout.splitlines()[-1])


def price_of_a_detour(result: vm32.Result) -> int:
    """What leaving the count for a call into the chip costs, over a call of something written in C."""
    rough = result.without("out", "back")
    return rough.spent("detour", "done")[-1] - rough.spent("direct", "done")[-1]


def _mean(instructions: list[int]) -> int:
    return sum(instructions) // len(instructions)


def _instructions(fuel: Stretches) -> list[Figure]:
    return [
        Figure("sample of the keys, nothing changed", _mean(fuel["sample"]), "fuel"),
        Figure("sample of the keys that finds a press", max(fuel["sampled press"]), "fuel"),
        Figure("tick, changed second", _mean(fuel["second"]), "fuel"),
        Figure("tick, changed tenth", _mean(fuel["tenth"]), "fuel"),
        Figure("press → switch", max(fuel["switch"]), "fuel"),
        Figure("boot: imports to the first screen", fuel["boot"][0], "fuel"),
    ]


def _times(fuel: Stretches, blocked: Stretches) -> list[Figure]:
    """What is asserted of one panel."""
    sample = _mean(fuel["sample"]) / FUEL_PER_US
    second, tenth, press = modelled(fuel, blocked)
    return [
        Figure("modelled: one sample of the keys", sample, "µs"),
        Figure("modelled: longest tick, changed second", second, "ms", limit=15),
        Figure("modelled: longest tick, changed tenth", tenth, "ms", limit=15),
        Figure("press → changed panel", press, "ms", limit=40),
    ]


def modelled(fuel: Stretches, blocked: Stretches) -> tuple[float, float, float]:
    """A second, a tenth, a press: interpreted and blocking time together, in ms.

    The sampling of the keys takes its share of both.
    """
    share = 1 - _mean(fuel["sample"]) / FUEL_PER_US / _SAMPLING_US

    def ms(name: str) -> float:
        both = zip(fuel[name], blocked[name], strict=True)
        return max(spent / FUEL_PER_US + waited for spent, waited in both) / share / MS

    found = (_SAMPLING_US + max(fuel["sampled press"]) / FUEL_PER_US) / MS
    return ms("second"), ms("tenth"), found + ms("switch")


def _second_panel(fuel: Stretches, blocked: Stretches) -> list[Figure]:
    """What it costs besides: the budgets are those of one."""
    alone, both = modelled(fuel, blocked), modelled(*measured(panels=2))
    names = ("longest tick, changed second", "longest tick, changed tenth", "press → both panels")
    return [
        Figure(f"a second panel costs: {name}", more - one, "ms", limit=limit)
        for name, one, more, limit in zip(names, alone, both, (12, 12, 21), strict=True)
    ]


def _power_on(fuel: Stretches) -> float:
    """µs: the simulator has the ROM, the flash and the bus in its time, and interpreting costs none there."""
    with box.box() as (_, bus):
        shown = bus.transfers[-1].end
    return shown + fuel["boot"][0] / FUEL_PER_US
