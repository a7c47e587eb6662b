"""Which games are meant, as a question to the store."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class Filter:
    """Which games; what is empty does not matter."""

    device: str = ""  # how its number ends
    match: int | None = None
    game: int | None = None
    table: int | None = None
    player: str = ""  # a part of the name, in letters of any case
    since: datetime | None = None
    until: datetime | None = None  # this moment is not included

    def __bool__(self) -> bool:
        return self != Filter()
