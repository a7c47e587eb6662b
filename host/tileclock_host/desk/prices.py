"""What a table costs a draw: who has met before, who has to sit where they sat, who gets three again."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, permutations

SEATS = 4
NOBODY = ""  # on a seat that nobody has taken
REPEAT, SEAT, SMALL = 1_000_000_000, 1_000_000, 10_000  # each counts more than all below it

Table = tuple[str, ...]  # persons by seat, A first
Round = Sequence[Table]
_Prices = tuple[int, ...]  # of the seats, for one person


class Prices:
    """Of tables of persons, who are numbers here: where they stand in `persons`."""

    def __init__(
        self,
        persons: Sequence[str],
        history: Sequence[Round],
        sizes: Sequence[int],
        *,
        repeats: bool = True,
        ranks: Sequence[int] | None = None,
    ) -> None:
        """`repeats`: whether it matters who has met; `ranks` by person, where equals should meet."""
        number = {person: i for i, person in enumerate(persons)}
        self.met: list[dict[int, int]] = [{} for _ in persons]
        self._repeats, self._ranks = repeats, ranks
        self._small = [0] * len(persons)
        seats = [[0] * SEATS for _ in persons]
        for table in [table for tables in history for table in tables]:
            there = [(seat, number.get(person)) for seat, person in enumerate(table) if person != NOBODY]
            known = [(seat, person) for seat, person in there if person is not None]
            for seat, person in known:
                seats[person][seat] += 1
                self._small[person] += len(there) < SEATS
            for (_, one), (_, other) in combinations(known, 2):
                self.met[one][other] = self.met[one].get(other, 0) + 1
                self.met[other][one] = self.met[other].get(one, 0) + 1
        least = min(self._small, default=0)
        self._small = [count - least for count in self._small]
        width = max(sizes)
        self._seats = {size: [_seat_prices(had, size, width) for had in seats] for size in set(sizes)}

    def of(self, table: Sequence[int]) -> int:
        found = self.hard(table)
        if len(table) < SEATS:
            found += SMALL * sum([self._small[person] for person in table])
        if self._ranks is not None:
            ranks = sorted([self._ranks[person] for person in table])
            found += ranks[-1] - ranks[0]
        return found

    def hard(self, table: Sequence[int]) -> int:
        """What must not be as long as that is possible."""
        found = 0
        if self._repeats:
            for place, one in enumerate(table):
                met = self.met[one]
                for other in table[place + 1 :]:
                    if other in met:
                        found += met[other] * REPEAT
        own = self._seats[len(table)]
        return found + SEAT * _seated(tuple([own[person] for person in table]))[0]

    def seatings(self, table: Sequence[int]) -> tuple[tuple[int, ...], ...]:
        """All orders of these persons that cost least."""
        own = self._seats[len(table)]
        _, orders = _seated(tuple([own[person] for person in table]))
        return tuple([tuple([table[at] for at in order]) for order in orders])


def _seat_prices(had: Sequence[int], size: int, width: int) -> _Prices:
    """Nothing for a seat they had least often of all there are in this round."""
    least = min(had[:width])
    return tuple([(count - least) ** 2 for count in had[:size]])


@lru_cache(maxsize=1 << 16)
def _seated(prices: tuple[_Prices, ...]) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """What the best order of these persons costs, and all orders that cost no more: who sits at A, B, …"""
    found = [
        (sum([prices[person][seat] for seat, person in enumerate(order)]), order)
        for order in permutations(range(len(prices)))
    ]
    least = min(found)[0]
    return least, tuple([order for cost, order in found if cost == least])


def forget() -> None:
    """Forget what was worked out once for all, so that it can be measured again."""
    _seated.cache_clear()
