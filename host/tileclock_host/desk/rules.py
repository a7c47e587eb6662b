"""The rules of an event: its rule sheet, what decides the standings, which points a game can have."""

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tileclock.core import preset
from tileclock_host.facts.text import clean
from tileclock_host.files import Unusable, whole

from .errors import DeskError
from .standings import BEST, BIG_POINTS, DIRECT, POINTS, WINS

_RANKED = {"points": POINTS, "rounds": WINS, "big_points": BIG_POINTS}  # of rule sheets, here
_LONGEST = 4 * preset.LONGEST  # bytes of a file with rules


@cache
def rule_sheets() -> dict[str, Path]:
    """Those that come along, by their names."""
    found = sorted((Path(preset.__file__).parents[1] / "rules").glob("*.json"))
    return {path.stem.partition("-")[2]: path for path in found}


def rules_of(name: str) -> dict[str, Any]:
    """The rule sheet of that name; nothing, if it is somebody's own."""
    path = rule_sheets().get(name)
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path else {}
    return found


def named(said: str) -> dict[str, Any]:
    """The rule sheet of that name, or the rules in that file; refused, if there are no such rules."""
    if said in rule_sheets():
        return rules_of(said)
    if not said.endswith(".json"):
        raise DeskError(
            f"There is no rule sheet {clean(said)[:40]}: name {', '.join(rule_sheets())},"
            " or the file of your own rules, such as club.json."
        )
    try:
        found: dict[str, Any] = preset.read(whole(Path(said), _LONGEST).decode("utf-8"))
    except Unusable as error:
        raise DeskError(error.message) from error
    except ValueError as error:
        raise DeskError(f"{said}: {error}; `tileclock preset get pl` prints rules that are right.") from error
    return found


def order_of(rules: dict[str, Any]) -> list[str]:
    """What counts in its standings: as in a match by these rules, then what divides equals."""
    first = [_RANKED[each] for each in rules.get("ranking", ["points"]) if each in _RANKED]
    return list(dict.fromkeys([*first, POINTS, WINS, DIRECT, BEST]))


# ---- a game from paper ----


def winners(rules: dict[str, Any], points: Sequence[int]) -> list[int]:
    """Who has won where nobody says it: the most points of words, else the points above 0."""
    if rules.get("game") == "word" or not any(points):
        return [at for at, each in enumerate(points) if each == max(points)]
    above = [at for at, each in enumerate(points) if each > 0]
    if len(above) > 1 and len(above) == len(points) - 1:
        raise DeskError(
            f"{len(above)} players have points above 0 and one below: check the signs."
            " If they did tie, put a star behind the points of each winner."
        )
    return above


def check(rules: dict[str, Any], points: Sequence[int], won: Sequence[int], nobody_out: bool = False) -> None:
    """Refuse the points of a game that its rules cannot give, or winners they cannot have.

    They add up to 0, unless the winner's own rack is taken off, or equal winners leave a rest.
    """
    if len(points) < 2:
        raise DeskError("A game has two players at least: give the points of each.")
    if rules.get("game") == "word":
        if min(points) < 0 or list(won) != winners(rules, points):
            raise DeskError("The most points win: check the points, and the stars behind them.")
        return
    _check_sum(rules, points, won, nobody_out)
    if not rules:  # somebody's own, which may have bonuses
        return
    taken = [points[at] for at in won]
    losers = [each for at, each in enumerate(points) if at not in won]
    if not won or max(losers, default=0) > 0 or min(taken) < max(losers, default=min(taken)):
        raise DeskError(
            "The winners have the points above 0: check the signs, and the stars behind the winners' points."
        )
    if max(taken) - min(taken) > (rules["ties"] == "share") or (len(won) > 1 and rules["ties"] == "first"):
        raise DeskError("Winners who tie share the points equally: check the points.")


def _check_sum(rules: dict[str, Any], points: Sequence[int], won: Sequence[int], nobody_out: bool) -> None:
    total, net = sum(points), rules.get("unfinished") == "net"
    equal = rules.get("ties") == "equal" and len({points[at] for at in won}) == 1
    if total == 0 or (nobody_out and net and total < 0) or (equal and -len(won) < total < 0):
        return
    raise DeskError(
        f"The points add up to {total:+d}, not to 0: look at the paper again."
        + (" If nobody was out, say --nobody-out." if net and total < 0 else "")
    )
