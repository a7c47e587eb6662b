"""A match as a play for BG Stats: the link its app opens, and the QR code of that link."""

import io
import json
from collections.abc import Iterable
from datetime import timedelta
from itertools import islice
from typing import Any, BinaryIO
from urllib.parse import quote

import segno

from tileclock_host.export.errors import ExportError
from tileclock_host.facts.match import MatchFacts
from tileclock_host.facts.words import Words

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
# What boardgamegeek.com calls the game; a number, because some apps fail on anything else.
GAMES = {"numbers": ("Rummikub", 811), "word": ("Rummikub Word", None)}
# A QR code of level L holds 2,953 bytes; phones read it off paper while it is not much denser than this.
MOST_IN_CODE = 2200


class NoPlay(ExportError):
    """A sentence that says why this match is no play."""


def play(match: MatchFacts, words: Words, longest_name: int = 200) -> dict[str, Any]:
    """The fields BG Stats documents, with every boolean, because some of its apps fail without."""
    last = match.scored[-1] if match.scored else None
    if last is None:
        raise NoPlay(f"Match {match.number} has no game that was scored: there is no play to tell of.")
    if last.date is None:
        raise NoPlay(
            f"Game {last.number} of match {match.number} has no date, which BG Stats asks for:"
            " `tileclock amend` gives it one."
        )
    name, number = GAMES[match.rules["game"]]
    totals = match.totals
    places = match.places
    length = sum(game.length_ms for game in match.games)
    game = {
        "name": name,
        "sourceGameId": match.rules["game"],
        "highestWins": True,
        "noPoints": False,
    }
    if number:
        game["bggId"] = number
    return {
        "sourceName": "tileclock",
        "sourcePlayId": f"{match.device}-{match.number}",
        "playDate": (last.date + timedelta(milliseconds=last.length_ms)).strftime("%Y-%m-%d %H:%M:%S"),
        "durationMin": max(1, round(length / 60_000)),
        "comments": words.play_games.format(len(match.scored)),
        "location": "",
        "board": str(match.rules["id"]),
        "game": game,
        "players": [
            {
                "name": _cut(match.name(seat), longest_name),
                "sourcePlayerId": _cut(match.name(seat), longest_name),
                "startPlayer": match.games[0].result.first == seat,
                "score": totals.points[seat],
                "rank": places[seat],
                "role": "",
                "winner": places[seat] == 1,
            }
            for seat in match.seats
            if seat in places
        ],
    }


def link(match: MatchFacts, words: Words, most: int | None = None) -> str:
    """The link; names are cut until it is no longer than `most`."""
    for longest in (200, 40, 24, 16, 10, 6):
        told = json.dumps(play(match, words, longest), ensure_ascii=False, separators=(",", ":"))
        address = ADDRESS + quote(told, safe="")
        if most is None or len(address) <= most:
            break
    return address


def code(match: MatchFacts, words: Words) -> segno.QRCode:
    return segno.make_qr(link(match, words, MOST_IN_CODE), error="l", boost_error=False)


def code_picture(match: MatchFacts, words: Words, kind: str) -> bytes:
    """The QR code as "svg" or "png"."""
    out = io.BytesIO()
    light: dict[str, Any] = {"light": "#fff"}
    code(match, words).save(out, kind=kind, scale=4, border=4, **light)
    return out.getvalue()


def write(matches: Iterable[MatchFacts], words: Words, out: BinaryIO) -> None:
    """A link per line; matches that are no plays are left out, unless it is only one."""
    written = 0
    reason = None
    for match in matches:
        try:
            out.write(link(match, words).encode() + b"\n")
            written += 1
        except NoPlay as error:
            reason = error
    if reason and not written:
        raise reason


def write_code(matches: Iterable[MatchFacts], words: Words, out: BinaryIO, *, kind: str = "svg") -> None:
    """The QR code of one match."""
    found = list(islice(matches, 2))
    if len(found) != 1:
        raise NoPlay("A QR code holds one match: choose it with --match, and --device if there are two.")
    out.write(code_picture(found[0], words, kind))


def _cut(text: str, longest: int) -> str:
    return text if len(text) <= longest else text[: longest - 1].rstrip() + "…"
