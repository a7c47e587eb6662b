"""Sheets for the tests of the store: corrected, contradicting, damaged."""

import json

from tests.games import played, sheet_of
from tileclock.core import records as r
from tileclock.core import written

SECRET = b"s" * 32
OTHER = b"o" * 32


def revisions(count=2, secret=SECRET, **head):
    """The same game, corrected again and again: another rack of seat B each time."""
    play = played("pl", 3, 0)
    texts = [sheet_of(play, None, secret, **head)]
    for revision in range(1, count):
        play.happen(r.RACK, play.journal.at + 1000, 1, 10 + revision, 0)
        play.happen(r.STORE, play.journal.at + 2000)
        texts.append(sheet_of(play, None, secret, **head))
    return texts


def altered(text, line=1, **fields):
    """The text with other fields in its head (0) or result (1); the seal stays as it was."""
    lines = text.split("\n")
    lines[line] = json.dumps({**json.loads(lines[line]), **fields})
    return "\n".join(lines)


def sealed(text, secret=SECRET):
    """The text with a seal that fits it."""
    body = text[: text.rindex("\n", 0, -1) + 1]
    seal = written.Seal(secret)
    seal.add(body.encode())
    return body + seal.text() + "\n"


def dumped(store):
    """Everything a store says, but for when and from where a text came."""
    kept = []
    for game in store.games():
        versions = [(v.sheet.text, v.seal, v.findings) for v in game.versions]
        kept.append((game.name, versions, game.sheet.sha256, game.result, game.names, game.conflicts))
    return kept, store.rows(), [(m.totals, m.places, m.findings) for m in store.matches()]
