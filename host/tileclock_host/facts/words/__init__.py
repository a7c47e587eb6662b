"""The words on paper and on pages: one module per language, the device's own words where it has them."""

from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import Any

from tileclock_host import box_words
from tileclock_host.facts.text import clean
from tileclock_host.sheets.text import Result
from tileclock_host.sheets.turns import Turn

LANGUAGES = ("en", "pl", "cs", "uk")


@dataclass(frozen=True)
class Words:
    """What one language says. `{}` stands for a name or a number."""

    # sheets
    title: str
    player: str
    seat: str
    game: str
    date: str
    device: str
    ended: str
    total: str
    place: str
    rounds: str
    big_points: str
    corrected: str
    corrected_before: str
    confirmed: str
    confirmed_by_all: str
    rest: str
    pauses: str
    abandoned: str
    wins: str
    nobody: str
    no_date: str
    check: str
    stored: str
    agrees: str
    differs: str
    sealed: str
    unsealed: str
    doubts: dict[str, str]
    table: str
    # time
    think: str
    think_seconds: str
    average: str
    median: str
    longest: str
    turns: str
    timeouts: str
    # how a turn ended
    how: dict[str, str]
    # columns of tables for programs
    columns: dict[str, str]
    # the report
    report: str
    playing: str
    numbers: str
    race: str
    race_text: str
    dots: str
    dots_text: str
    ribbon: str
    ribbon_text: str
    pace: str
    pace_text: str
    lap: str
    late: str
    late_text: str
    nobody_late: str
    pool: str
    pool_text: str
    wait: str
    wait_text: str
    waited_for: str
    best: str
    quickest: str
    one_turn: str
    stop: dict[str, str]
    decimal: str
    second: str
    date_format: str
    # BG Stats
    play_games: str
    # standings
    points: str
    games_won: str
    direct: str
    judge: str
    evenings: str
    best_game: str
    games_count: str
    round: str
    excluded: str
    left: str
    no_games: str
    provisional: str
    final: str

    box: Any = None  # the sections of what the box itself says
    language: str = ""

    def number(self, value: float, places: int = 1) -> str:
        return f"{value:.{places}f}".replace(".", self.decimal)

    def duration(self, ms: float) -> str:
        """7.4 s below a minute, else 1:23 or 1:02:03."""
        return _duration(ms, self.decimal, self.second)

    def day(self, date: datetime | None) -> str:
        return date.astimezone().strftime(self.date_format) if date else self.no_date

    def match(self, number: int) -> str:
        return str(self.box.Game.MATCH % number)

    def round_time(self, minutes: int, spans: bool) -> str:
        between = self.box.Between
        length = f"{minutes}\N{NO-BREAK SPACE}{self.box.Game.MINUTES}"
        return f"{between.SETTING['spans']}: {length}, {between.ROUND_FOR[spans]}"

    def rules(self, rules: dict[str, Any]) -> str:
        """What the box calls them; rules of somebody's own have the name they were given."""
        name = self.box.Between.RULES_NAMES.get(rules["id"]) or clean(rules["name"])
        return f"{self.box.Game.RULES}: {name}"

    def reason(self, result: Result, name: str) -> str:
        """How a game ended: by whom, or why."""
        if result.reason == "out" and name:
            return str(self.box.Scoring.IS_OUT % name)
        return str(self.box.Scoring.REASONS[result.reason])

    def turn(self, turn: Turn) -> str:
        """How it ended."""
        choice = self.box.Game.TIMEOUTS.get(turn.choice, turn.choice)
        return f"{self.how[turn.end]}: {choice}" if choice else self.how[turn.end]


def load(language: str) -> Words:
    if language not in LANGUAGES:
        raise ValueError(f"there are no words in {language!r}: choose from {', '.join(LANGUAGES)}")
    module: ModuleType = import_module(f"{__name__}.{language}")
    said: dict[str, Any] = module.WORDS
    box = {name: SimpleNamespace(**words) for name, words in box_words.sections(language).items()}
    return Words(**said, language=language, box=SimpleNamespace(**box))


@lru_cache(maxsize=10_000)  # a report says that of each turn in three pictures, each of which is drawn twice
def _duration(ms: float, decimal: str, second: str) -> str:
    if ms < 59_950:
        return f"{ms / 1000:.1f}\N{NO-BREAK SPACE}{second}".replace(".", decimal, 1)
    seconds = round(ms / 1000)
    hours, rest = divmod(seconds, 3600)
    head = f"{hours}:{rest // 60:02}" if hours else str(rest // 60)
    return f"{head}:{rest % 60:02}"


def signed(points: int) -> str:
    """With the signs of print."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"
