"""Draws a round: a pure function of persons, the rounds before and a seed, so that anybody can repeat it."""

from collections.abc import Mapping, Sequence
from random import Random

from .errors import DeskError
from .prices import SEATS, Prices, Round, Table
from .search import Tables, filled, improved, shuffled

RANDOM, SOCIAL, SWISS, FINAL = "random", "social", "swiss", "final"
MODES = (RANDOM, SOCIAL, SWISS, FINAL)
SEEDS = 1_000_000  # one of so many is printed
_TRIES = 16  # of a draw that should leave room for the next ones
_DENSE = 2  # where a person meets a half of the others and more, rounds get into each other's way


def sizes(count: int, *, pairs: bool = False) -> list[int]:
    """How many sit at each table: four, and three where that does not come out; two only with `pairs`."""
    threes = -count % SEATS
    if count >= 3 * threes and count > 2:
        return [SEATS] * ((count - 3 * threes) // SEATS) + [3] * threes
    if pairs and count in {2, 5}:
        return [3, 2] if count == 5 else [2]
    raise DeskError(
        f"{count} {'person makes' if count == 1 else 'persons make'} no tables of four and three:"
        + (
            " add or withdraw one." if pairs or count not in {2, 5} else " allow a table of two with --pairs."
        ),
        "wrong_count" if pairs or count not in {2, 5} else "wrong_pairs",
        count=count,
    )


def draw(  # noqa: PLR0913 – what a draw depends on, and nothing else
    mode: str,
    persons: Sequence[str],
    history: Sequence[Round],
    seed: int,
    *,
    places: Mapping[str, int] | None = None,
    rounds_left: int = 1,
    pairs: bool = False,
) -> list[Table]:
    """Tables of one round, each by seat. `places` rank for Swiss and final; `rounds_left` counts this one."""
    dice = Random(f"{seed}")
    if mode == FINAL:
        return _final(persons, history, dice, places or {})
    if mode == SWISS:
        return _swiss(persons, history, dice, places or {}, pairs=pairs)
    found = _plain(mode, persons, history, dice, pairs=pairs)
    if mode == RANDOM or rounds_left < 2 or not _dense(len(persons), len(history) + rounds_left):
        return found
    return _with_room(found, persons, history, dice, rounds_left, pairs=pairs)


def repeats(tables: Round, history: Sequence[Round]) -> int:
    """How many meetings of two are not their first one; a third counts as two."""
    names = sorted({person for table in tables for person in table})
    prices = Prices(names, history, [SEATS])
    number = {person: at for at, person in enumerate(names)}
    return sum(
        prices.met[number[one]].get(number[other], 0)
        for table in tables
        for place, one in enumerate(table)
        for other in table[place + 1 :]
    )


def _plain(  # noqa: PLR0913
    mode: str,
    persons: Sequence[str],
    history: Sequence[Round],
    dice: Random,
    *,
    pairs: bool,
    quick: bool = False,
) -> list[Table]:
    names, wanted = sorted(persons), sizes(len(persons), pairs=pairs)
    prices = Prices(names, history, wanted, repeats=mode == SOCIAL)
    order = shuffled(dice, range(len(names)))
    tables = filled(order, wanted, prices) if mode == SOCIAL else _sliced(order, wanted)
    return _seated(dice, names, improved(dice, tables, prices, quick=quick), prices)


def _swiss(
    persons: Sequence[str], history: Sequence[Round], dice: Random, places: Mapping[str, int], *, pairs: bool
) -> list[Table]:
    """Equals meet: those next to each other in the ranking; who has no place yet comes last."""
    names, wanted = sorted(persons), sizes(len(persons), pairs=pairs)
    last = len(names) + 1
    order = sorted(shuffled(dice, range(len(names))), key=lambda person: places.get(names[person], last))
    ranks = [0] * len(names)
    for rank, person in enumerate(order):
        ranks[person] = rank
    prices = Prices(names, history, wanted, ranks=ranks)
    tables = improved(dice, _sliced(order, wanted), prices)
    tables.sort(key=lambda table: sum([ranks[person] for person in table]) / len(table))
    return _seated(dice, names, tables, prices)


def _final(
    persons: Sequence[str], history: Sequence[Round], dice: Random, places: Mapping[str, int]
) -> list[Table]:
    """The first of the ranking, as many as are given: one table, or several of equal strength."""
    names = sorted(persons)
    check_final(len(names))
    last = len(names) + 1
    order = sorted(shuffled(dice, range(len(names))), key=lambda person: places.get(names[person], last))
    count = len(names) // SEATS
    tables: Tables = [[] for _ in range(count)]
    for rank, person in enumerate(order):
        row, at = divmod(rank, count)
        tables[count - 1 - at if row % 2 else at].append(person)
    return _seated(dice, names, tables, Prices(names, history, [SEATS]))


def check_final(count: int) -> None:
    """Refuse a final that does not fill its tables."""
    if not count or count % SEATS:
        raise DeskError(
            f"A final is of 4, 8, 16 … persons, not of {count}: say how many with --size.",
            "wrong_final_of",
            count=count,
        )


def _sliced(order: Sequence[int], wanted: Sequence[int]) -> Tables:
    left = list(order)
    return [[left.pop(0) for _ in range(size)] for size in wanted]


def _seated(dice: Random, names: Sequence[str], tables: Tables, prices: Prices) -> list[Table]:
    found = []
    for table in tables:
        orders = prices.seatings(table)
        found.append(tuple([names[person] for person in orders[int(dice.random() * len(orders))]]))
    return found


# ---- leaving room ----


def _dense(count: int, rounds: int) -> bool:
    """Whether all rounds together may not go without thinking ahead."""
    return rounds * (SEATS - 1) * _DENSE >= count - 1


def _with_room(  # noqa: PLR0913
    first: list[Table],
    persons: Sequence[str],
    history: Sequence[Round],
    dice: Random,
    rounds_left: int,
    *,
    pairs: bool,
) -> list[Table]:
    """Of some draws the one after which the rounds to come need the fewest repeats."""
    best, least, tables = first, -1, first
    for _ in range(_TRIES):
        past = [*history, tables]
        after = _hard(tables, history)
        for _ in range(rounds_left - 1):
            following = _plain(SOCIAL, persons, past, dice, pairs=pairs, quick=True)
            after += _hard(following, past)
            past.append(following)
        if least < 0 or after < least:
            best, least = tables, after
        if not least:
            break
        tables = _plain(SOCIAL, persons, history, dice, pairs=pairs)
    return best


def _hard(tables: Round, history: Sequence[Round]) -> int:
    names = sorted({person for table in tables for person in table})
    prices = Prices(names, history, [len(table) for table in tables])
    number = {person: at for at, person in enumerate(names)}
    return sum([prices.hard([number[person] for person in table]) for table in tables])
