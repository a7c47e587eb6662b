"""What the draw of a tournament costs: 64 people in four rounds, and a thousand."""

import time

from tests.bench.figure import Figure
from tileclock_host.desk import prices
from tileclock_host.desk.seating import SOCIAL, SWISS, draw, repeats

_ROUNDS = 4
_FINAL, _MANY = 64, 1_000


def drawn(mode: str, count: int) -> tuple[float, int]:
    """Seconds of the processor for all rounds, and how many meetings were not the first."""
    persons = [f"p{number:04}" for number in range(count)]
    places = {person: 1 + at // 3 for at, person in enumerate(persons)}
    prices.forget()
    history, again = [], 0
    began = time.process_time()
    for number in range(_ROUNDS):
        tables = draw(mode, persons, history, number, places=places, rounds_left=_ROUNDS - number)
        again += repeats(tables, history)
        history.append(tables)
    return time.process_time() - began, again


def measure() -> list[Figure]:
    figures = []
    for mode in (SOCIAL, SWISS):
        what = f"seating, {mode}, {_ROUNDS} rounds of"
        few, again = drawn(mode, _FINAL)
        many, of_many = drawn(mode, _MANY)
        half, _ = drawn(mode, _MANY // 2)
        figures += [
            Figure(f"{what} {_FINAL}: meetings again", again, "", limit=0),
            Figure(f"{what} {_FINAL}", few, "s of CPU", limit=2),
            Figure(f"{what} {_MANY:,}: meetings again", of_many, "", limit=0),
            Figure(f"{what} {_MANY:,}", many, "s of CPU", limit=30),
            Figure(f"{what} {_MANY:,}, against half of them", many / half, "×", limit=5),
        ]
    return figures
