"""Finds tables that cost little: filled one by one, then persons change places; of few, all are tried out."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random

from .prices import SEAT, Prices

_MOST_SWAPS = 60_000  # looked at before what was found has to do
_SWAPS = 400  # of them, for each person
_QUICK = 4  # times fewer, where a draw is only tried out
_NEAR = 96  # persons looked at for one swap
_FEW = 24  # persons of whom many tables can be tried out
_VERY_FEW = 12  # persons of whom all can, at once
_MOST_TABLES = 150_000  # tried out
_ROUNDS = 5  # of polishing
_FORBIDDEN = 8  # steps for which somebody who has moved stays

Tables = list[list[int]]


def shuffled(dice: Random, things: Sequence[int]) -> list[int]:
    """In an order that the seed alone decides, in whatever version of Python."""
    return [thing for _, thing in sorted([(dice.random(), thing) for thing in things])]


def filled(order: Sequence[int], sizes: Sequence[int], prices: Prices) -> Tables:
    """Table by table, each with the next in that order who costs nothing there, as long as there are such."""
    left = list(order)
    tables: Tables = []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            # A seat is asked for only when the table is full; before, who has met whom.
            fits = _last_fits if len(table) == size - 1 else _next_fits
            place = next((at for at, person in enumerate(left) if fits(table, person, prices)), 0)
            table.append(left.pop(place))
        tables.append(table)
    return tables


def _next_fits(table: list[int], person: int, prices: Prices) -> bool:
    return not any(person in prices.met[other] for other in table)


def _last_fits(table: list[int], person: int, prices: Prices) -> bool:
    return not prices.hard([*table, person])


def improved(dice: Random, tables: Tables, prices: Prices, *, quick: bool = False) -> Tables:
    """The same persons, at tables that cost as little as was found; `quick`: as a guess."""
    persons = [person for table in tables for person in table]
    if len(tables) == 1:
        return tables
    if not any(prices.hard(table) for table in tables):
        return _polished(tables, prices)
    if len(persons) <= _VERY_FEW:
        return _tried_out(persons, [len(table) for table in tables], prices, tables)
    most = min(_MOST_SWAPS, _SWAPS * len(persons))
    best = _swapped(dice, tables, prices, most // _QUICK if quick else most)
    if not quick and len(persons) <= _FEW and any(prices.hard(table) for table in best):
        best = _tried_out(persons, [len(table) for table in best], prices, best)
    return best if quick else _polished(best, prices)


def cost(tables: Tables, prices: Prices) -> int:
    return sum([prices.of(table) for table in tables])


# ---- changing places ----


def _swapped(dice: Random, start: Tables, prices: Prices, most: int) -> Tables:
    tables = [list(table) for table in start]
    costs = [prices.of(table) for table in tables]
    best, least = [list(table) for table in tables], sum(costs)
    places = [(table, seat) for table, seats in enumerate(tables) for seat in range(len(seats))]
    stays: dict[int, int] = {}
    looked = step = 0
    while looked < most and (bad := [at for at, spent in enumerate(costs) if spent >= SEAT]):
        step += 1
        here = bad[int(dice.random() * len(bad))]
        found: tuple[int, float, int, int, int] | None = None
        for seat, (there, other) in _candidates(dice, here, tables, places):
            looked += 1
            if max(stays.get(tables[here][seat], 0), stays.get(tables[there][other], 0)) > step:
                continue
            change = _change(tables, costs, prices, (here, seat), (there, other))
            if found is None or (change, 0) < found[:2]:
                found = change, dice.random(), seat, there, other
        if found is None:
            continue
        _, _, seat, there, other = found
        for moved in (tables[here][seat], tables[there][other]):
            stays[moved] = step + 1 + int(dice.random() * _FORBIDDEN)
        tables[here][seat], tables[there][other] = tables[there][other], tables[here][seat]
        costs[here], costs[there] = prices.of(tables[here]), prices.of(tables[there])
        if sum(costs) < least:
            best, least = [list(table) for table in tables], sum(costs)
    return best


def _candidates(
    dice: Random, here: int, tables: Tables, places: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, tuple[int, int]]]:
    """Somebody of this table, and with whom they may change: those near by and some others."""
    seat = int(dice.random() * len(tables[here]))
    if len(places) <= _NEAR:
        chosen = places
    else:
        middle = next(at for at, (table, _) in enumerate(places) if table == here)
        start = max(0, min(middle - _NEAR // 4, len(places) - _NEAR // 2))
        chosen = [
            *places[start : start + _NEAR // 2],
            *[places[int(dice.random() * len(places))] for _ in range(_NEAR // 2)],
        ]
    yield from [(seat, place) for place in chosen if place[0] != here]


def _change(
    tables: Tables, costs: Sequence[int], prices: Prices, one: tuple[int, int], other: tuple[int, int]
) -> int:
    """What it costs more, or less, if these two change places."""
    (here, seat), (there, place) = one, other
    first, second = tables[here], tables[there]
    first[seat], second[place] = second[place], first[seat]
    after = prices.of(first) + prices.of(second)
    first[seat], second[place] = second[place], first[seat]
    return after - costs[here] - costs[there]


def _polished(start: Tables, prices: Prices) -> Tables:
    """The same, as long as a change of two near each other makes it cheaper."""
    tables = [list(table) for table in start]
    costs = [prices.of(table) for table in tables]
    places = [(table, seat) for table, seats in enumerate(tables) for seat in range(len(seats))]
    for _ in range(_ROUNDS):
        changed = False
        for at, one in enumerate(places):
            for other in places[at + 1 : at + _NEAR // 4]:
                if other[0] == one[0] or not costs[one[0]] + costs[other[0]]:
                    continue
                if _change(tables, costs, prices, one, other) < 0:
                    (here, seat), (there, place) = one, other
                    tables[here][seat], tables[there][place] = tables[there][place], tables[here][seat]
                    costs[here], costs[there] = prices.of(tables[here]), prices.of(tables[there])
                    changed = True
        if not changed:
            break
    return tables


# ---- trying out all ----


def _tried_out(persons: Sequence[int], sizes: Sequence[int], prices: Prices, found: Tables) -> Tables:
    """The best of all ways to put few persons to tables; what was found, if there are too many of them."""
    known: dict[tuple[int, ...], int] = {}

    def price(table: tuple[int, ...]) -> int:
        if table not in known:
            known[table] = prices.of(table)
        return known[table]

    best, least, looked = found, cost(found, prices), 0

    def seat(left: tuple[int, ...], sizes: tuple[int, ...], chosen: Tables, spent: int) -> None:
        nonlocal best, least, looked
        if not left:
            best, least = [list(table) for table in chosen], spent
            return
        for size in sorted(set(sizes), reverse=True):
            rest = list(sizes)
            rest.remove(size)
            tables = sorted([(price((left[0], *more)), more) for more in combinations(left[1:], size - 1)])
            looked += len(tables)
            for each, more in tables:
                if looked > _MOST_TABLES or spent + each >= least:
                    break
                others = tuple([person for person in left[1:] if person not in more])
                seat(others, tuple(rest), [*chosen, [left[0], *more]], spent + each)

    seat(tuple(sorted(persons)), tuple(sizes), [], 0)
    return sorted(best, key=len, reverse=True)
