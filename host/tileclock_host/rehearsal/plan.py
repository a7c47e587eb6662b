"""How large a rehearsal is."""

from dataclasses import dataclass

NAME = "Rehearsal"
MOST_ROUNDS = 12  # they fit one day


@dataclass(frozen=True)
class Plan:
    """How large the tournament is, and the seed that all chance comes from."""

    tables: int
    rounds: int
    games: int
    seed: int

    @property
    def name(self) -> str:
        return f"{NAME} {self.seed}"
