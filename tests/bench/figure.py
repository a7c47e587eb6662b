"""One measured figure of `make bench` with the budget it must keep."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Figure:
    """What was measured, in which unit, and the limit beside it.

    `limit` is None for figures that are only recorded. `at_least` turns the limit round.
    `asserted` is False for wall-clock ratios: a noisy machine may not fail a build.
    """

    name: str
    value: float
    unit: str
    limit: float | None = None
    at_least: bool = False
    asserted: bool = True

    @property
    def kept(self) -> bool:
        if self.limit is None:
            return True
        return self.value >= self.limit if self.at_least else self.value <= self.limit
