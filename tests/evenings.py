"""Whole matches as people play them: time-outs, pauses, corrections, Word, names of all sorts."""

import random
from collections.abc import Sequence
from typing import Any

from tests import games, presets
from tileclock.core import records as r
from tileclock.core import summary
from tileclock.core.match import Match
from tileclock.core.play import Play
from tileclock_host.facts.match import MatchFacts
from tileclock_host.sheets import games as stored
from tileclock_host.sheets import verify
from tileclock_host.sheets.text import read

NAMES = ("Ala", "Bolek", "Celina", "Дмитро", "", "")
# What names can do to a spreadsheet, a page, a line or a table; a clock takes 60 characters.
NASTY = (
    '=HYPERLINK("http://x.example","win")',
    "@SUM(1+1)*cmd|' /C calc'!A0",
    "-2+3",
    "+49 171",
    "'=1+1",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "{{ 7*7 }} {% x %} ${x} %s &amp;",
    'He said "hi", then; left',
    "Zoë 🎲👨‍👩‍👧 😀",
    "אברהם בן־דוד",
    "محمد",
    "W" * 60,
    "Żółć Příliš Ґанок",
    "e\u0301\u0323\u0302\u0308\u030a\u0327Z\u0335\u0336\u0337",
    "   ",
    "ﷺ﷽",
)
_PL = presets.built_in("pl")
_SPEED = (1.0, 1.7, 0.7, 1.2, 0.8, 1.0)  # of the seats


def lively(rules: dict[str, Any], players: int, winner: int, seed: int, racks: Sequence[int] = ()) -> Play:
    """A game somebody ends by going out, with everything that happens on the way."""
    dice = random.Random(seed)
    play = Play(rules)
    limit = rules["limit"] * 1000
    play.happen(r.DEAL, 500, (1 << players) - 1, seed % players, rules["limit"])
    play.happen(r.BEGIN, 900)
    at = 900
    for _ in range(dice.randint(9, 13) * players):
        thought = max(1500, int(dice.lognormvariate(9.6, 0.55) * _SPEED[play.game.seat]))
        if limit and thought >= limit:
            at += limit
            play.happen(r.EXPIRE, at)
            at += 4000
            last = rules["timeouts"][-1]
            play.happen(r.RESOLVE, at, len(rules["timeouts"]) - 1, last["tiles"])
        else:
            at += thought
            play.happen(r.END_TURN, at)
            if dice.random() < 0.45:
                play.happen(r.DREW, at + 600, 0)
        if dice.random() < 0.03:
            at += 3000
            play.happen(r.PAUSE, at, r.DISPUTE if dice.random() < 0.3 else r.BY_HAND)
            at += dice.randint(8000, 40_000)
            play.happen(r.RESUME, at)
    at += 3000
    play.happen(r.PAUSE, at, r.ASKED_OUT)
    play.happen(r.OUT, at + 4000, winner)
    for place, seat in enumerate(play.game.players.seats):
        if seat != winner:
            play.happen(r.RACK, at + 9000, seat, racks[place] if racks else dice.randint(3, 60), 0)
            play.happen(r.MARK, at + 9000, seat, 0)
    play.happen(r.STORE, at + 20_000)
    return play


def unfinished(rules: dict[str, Any], racks: Sequence[int]) -> Play:
    """A game that nobody finishes: the pool runs out."""
    play = Play(rules)
    play.happen(r.DEAL, 0, (1 << len(racks)) - 1, 0, rules["limit"])
    play.happen(r.BEGIN, 1000)
    at = 1000
    while not play.game.reason:
        at += 4000
        play.happen(r.END_TURN, at)
        if not play.game.reason:
            play.happen(r.DREW if play.game.pool.left else r.PASSED, at + 600, 0)
    for seat, rack in enumerate(racks):
        play.happen(r.RACK, at + 5000, seat, rack, 0)
        play.happen(r.MARK, at + 5000, seat, 0)
    play.happen(r.STORE, at + 9000)
    return play


def word(letters: Sequence[int] = (7, 6, 8)) -> Play:
    """A game of Word: everybody opens with so many letters, then the pool is empty and nobody can move."""
    rules = presets.built_in("word")
    play = Play(rules)
    play.happen(r.DEAL, 0, (1 << len(letters)) - 1, 0, 90)
    play.happen(r.BEGIN, 1000)
    at = 1000
    for turn, laid in enumerate(letters):
        at += 20_000 + 1000 * turn
        play.happen(r.END_TURN, at)
        play.happen(r.ENTRY, at + 900, turn, laid, laid)
    without_tiles(play, at)
    return play


def without_tiles(play: Play, at: int) -> None:
    """A game of Word from there to its end: the pool is empty and nobody can move."""
    play.happen(r.PAUSE, at + 1000, r.BY_HAND)
    play.happen(r.CORRECT_POOL, at + 2000, play.game.pool.left, 0)
    play.happen(r.RESUME, at + 3000)
    at += 4000
    while not play.game.reason:
        at += 5000
        play.happen(r.END_TURN, at)
        play.happen(r.PASSED, at + 600, 0)
    play.happen(r.STORE, at + 9000)


def corrected(play: Play, seat: int, rack: int) -> Play:
    """The same game, with another rack on a second sheet."""
    at = play.journal.at + 60_000
    play.happen(r.RACK, at, seat, rack, 0)
    play.happen(r.STORE, at + 1000)
    return play


def abandoned(rules: dict[str, Any], players: int = 3) -> Play:
    play = Play(rules)
    play.happen(r.DEAL, 0, (1 << players) - 1, 0, rules["limit"])
    play.happen(r.BEGIN, 1000)
    play.happen(r.END_TURN, 9000)
    play.happen(r.PAUSE, 12_000, r.BY_HAND)
    play.happen(r.ABANDON, 20_000)
    play.happen(r.STORE, 21_000)
    return play


def sheets(plays: Sequence[Play], match: int = 1, first: int = 1, **head: Any) -> list[str]:
    """The sheets of these games, as one match."""
    totals = Match(plays[0].preset)
    head = {"names": list(NAMES), "date": 1_790_000_000, **head}
    texts = []
    for number, play in enumerate(plays):
        where = {"game": first + number, "match": match, "number": number + 1}
        if play.game.reason == "abandoned":
            texts.append(_unscored(play, {**head, **where}))
        else:
            texts.append(games.sheet_of(play, totals, **{**head, **where}))
        if head["date"] is not None:
            head["date"] += 1500
    return texts


def _unscored(play: Play, head: dict[str, Any]) -> str:
    from tileclock.core import preset, written  # noqa: PLC0415

    lines = [
        written.head_line(games.head_of(play.preset, **head), preset.canonical(play.preset)),
        written.result_line(summary.unscored(play.game)),
        games.journal_line(play.journal),
    ]
    return "".join(lines) + written.Seal(b"").text() + "\n"


def evening(preset: str = "uk", players: int = 4, count: int = 5, **head: Any) -> list[str]:
    """The sheets of a match that is pleasant to look at."""
    rules = presets.built_in(preset)
    winners = (1, 0, 2, 2, 3, 0)
    plays = [lively(rules, players, winners[i % 6] % players, i + 3) for i in range(count)]
    return sheets(plays, **head)


def matches(texts: Sequence[str]) -> list[MatchFacts]:
    """The matches in these sheets, as the store would give them."""
    settled: dict[tuple[str, int], list[stored.Version]] = {}
    for text in texts:
        found = read(text)
        verdict = verify.verify(found)
        version = stored.Version(found, verdict.seal, verdict.findings)
        settled.setdefault(found.key[:2], []).append(version)
    return [MatchFacts(match) for match in stored.matches(stored.settle(v, []) for v in settled.values())]


def nasty(count: int = 3) -> list[str]:
    """Matches whose players have every nasty name there is."""
    texts = []
    for n, at in enumerate(range(0, len(NASTY), count)):
        names = list(NASTY[at : at + count])
        names = (names + ["x"] * count)[:count] + [""] * (6 - count)
        play = lively(_PL, count, 0, n)
        texts += sheets([play], match=n + 1, first=10 * n + 1, names=names)
    return texts


def shown(texts: Sequence[str]) -> set[str]:
    """The names as they may stand in a format."""
    return {match.name(seat) for match in matches(texts) for seat in match.seats}


def mixed() -> list[str]:
    """Matches of everything: corrected, abandoned, without a date, Word, six players."""
    texts = sheets([corrected(lively(_PL, 3, 0, 1), 1, 9), abandoned(_PL)], match=101, first=1001)
    texts += sheets([word()], match=102, first=1020)
    texts += sheets([lively(_PL, 2, 0, 2)], match=103, first=1030, date=None)
    texts += sheets([lively(_PL, 6, 5, 3)], match=104, first=1040)
    return texts
