"""The match so far: the ranking, then its games, the latest first; then the matches before, from flash."""

from tileclock.core import records as r
from tileclock.core.match import Match
from tileclock.memory import forget
from tileclock.ui.menu import Menu
from tileclock.ui.navigator import HOME

_OLDER = 4  # matches before that are listed
_LOADED = [
    "tileclock.storage.recovery",
    "tileclock.table.resume_game",
    "tileclock.storage.saved_game",
    "tileclock.storage.sheet_files",
    "tileclock.storage.retention",
    "tileclock.storage.corrected_totals",
    "tileclock.core.reading",
    "tileclock.core.written",
]


class Screen(Menu):
    TITLE = "SHEETS"

    def title(self):
        """At the right: how many sheets still fit, 99 for any more."""
        return self.table.words.SHEETS, self.table.more_words.FITS % min(99, self.table.storage.free())

    def rows(self):
        table, words = self.table, self.table.more_words
        rows = table.ranking()
        if rows and not table.match_over:
            rows.append((words.END_MATCH, table.end_match, ""))
        rows += self._games() + self._totals()
        forget(_LOADED)
        return rows or [(words.NO_GAMES, None, "")]

    def _games(self):
        """What the sheets say, read one by one: the heap has no room for all of them."""
        from tileclock.storage import saved_game

        table, rows, older = self.table, [], 0
        spoilt: list = []
        match = table.storage.match if table.games else -1  # its ranking stands above
        latest = None  # match, whose games are listed
        for head, result in saved_game.stored(table.storage, spoilt):
            game = saved_game.listed(head, result)
            if not game:
                continue
            if head["match"] != match:
                match, older = head["match"], older + 1
                if older > _OLDER:
                    break
                rows.append(self._match_row(head, result, saved_game))
            if latest is None:
                latest = match
            if match == latest:
                rows.append(self._game_row(*game))
        if spoilt:
            newer = any(isinstance(error, r.Newer) for error in spoilt)
            rows.append((table.words.NEWER if newer else table.words.DAMAGED, None, str(len(spoilt))))
        return rows

    def _totals(self):
        """Matches of which only the totals are left, the latest first."""
        from tileclock.storage import retention

        rows = []
        for line in retention.totals():
            if retention.saved_game.are_names(line.get("names")):
                rows.insert(0, self._match_row(line, line, retention.saved_game))
                del rows[_OLDER:]
        return rows

    def _game_row(self, name, number, seats, points):
        table = self.table
        best = seats[points.index(max(points))]
        text = "%s  %s" % (table.words.GAME % number, table.label(best))
        return text, self._open(name, number, seats, points), "%+d" % max(points)

    def _match_row(self, head, result, saved_game):
        """A match before: its ranking, with the names it had."""
        table = self.table
        match = Match(table.preset)
        saved_game.totals(match, result)
        rows = table.ranking(match, head["names"])
        title = table.words.MATCH % head["match"]
        return (title, self._show(title, rows), rows[0][2]) if rows else (title, None, "?")

    def _show(self, title, rows):
        return lambda at: self.table.screens.choice.ask(title, rows, 0, self._again)

    def _open(self, name, number, seats, points):
        table = self.table
        correct = lambda at: table.correct(at, name)  # noqa: E731

        def action(at):
            rows: list = [(table.label(seat), None, "%+d" % points[i]) for i, seat in enumerate(seats)]
            if not table.storage.running():  # a game that waits goes first
                rows.append((table.more_words.CORRECT_SHEET, lambda at: table.lock.guard(correct, at), ""))
            table.screens.choice.ask(table.words.GAME % number, rows, 0, self._again)

        return action

    def guarded(self, label):
        return label == self.table.more_words.END_MATCH

    def _again(self, at):
        self.table.show(self)

    def back(self, at):
        self.table.go(HOME)
