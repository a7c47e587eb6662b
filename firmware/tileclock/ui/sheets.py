"""The match so far: the ranking, then its games, the latest first; then the matches before, from flash."""

from tileclock.core import records as r
from tileclock.core.match import Match, ranking_of
from tileclock.memory import moment
from tileclock.ui import flash_questions, page, ranking
from tileclock.ui.menu import Menu

_OLDER = 4  # matches before that are listed


class Screen(Menu):
    def title(self):
        """At the right: how many sheets still fit, or that more than 99 do."""
        free = self.table.storage.free()
        return self.kit.words.SHEETS, self.kit.between().FITS % (free if free < 100 else "99+")

    def rows(self):
        table, words = self.table, self.kit.between()
        rows = ranking.rows(self.kit, table.match)
        if rows and not table.match.ended:
            rows.append((words.END_MATCH, self._end_match, "", True))
        with moment():
            rows += self._games() + self._totals()
        return rows or [(words.NO_GAMES, None, "")]

    def _end_match(self, at):
        self.go.games.stop_match()
        self.go.score("winner").begin(True)

    def _games(self):
        """What the sheets say, read one by one: the heap has no room for all of them."""
        from tileclock.storage import saved_game

        table, rows, older = self.table, [], 0
        spoilt: list = []
        match = table.storage.match if table.match.games else -1  # its ranking stands above
        latest = None  # match, whose games are listed
        for head, result in saved_game.stored(table.storage, spoilt):
            game = saved_game.listed(head, result)
            if not game:
                continue
            if head["match"] != match:
                match, older = head["match"], older + 1
                if older > _OLDER:
                    break
                rows.append(self._match_row(match, head, result.get("totals")))
            if latest is None:
                latest = match
            if match == latest:
                rows.append(self._game_row(head["names"], *game))
        if spoilt:
            seldom = self.kit.seldom()
            newer = any(isinstance(error, r.Newer) for error in spoilt)
            rows.append((seldom.NEWER if newer else seldom.DAMAGED, None, str(len(spoilt))))
        return rows

    def _totals(self):
        """Matches of which only the totals are left, the latest first."""
        from tileclock.storage import retention, saved_game

        rows = []
        for line in retention.totals():
            if saved_game.are_six_texts(line.get("names")):
                rows.insert(0, self._match_row(line["match"], line, line.get("totals")))
                del rows[_OLDER:]
        return rows

    def _game_row(self, names, name, number, seats, points):
        best = seats[points.index(max(points))]
        text = "%s  %s" % (self.kit.words.GAME % number, page.label(best, names))
        return text, lambda at: self._open(name, at), "%+d" % max(points)

    def _match_row(self, number, said, totals):
        """A match before: its ranking, by its own rules and with the names it had."""
        match = Match({"ranking": ranking_of(said.get("ranking"))})
        match.restore(0, totals)
        match.play_by("", said["names"], None)
        rows = ranking.rows(self.kit, match)
        title = self.kit.words.MATCH % number
        return (title, lambda at: self.stage.ask(title, rows), rows[0][2]) if rows else (title, None, "?")

    def _open(self, name, at):
        """Show that sheet, read once more: the heap has no room for what all of them say."""
        storage = self.table.storage
        with moment():
            from tileclock.storage import saved_game

            found = saved_game.sheet(name, storage)
            if not found:
                self.kit.blip(at)
                return
            head, result = found
            _, number, seats, points = saved_game.listed(head, result)
        names = head["names"]
        rows: list = [(page.label(seat, names), None, "%+d" % points[i]) for i, seat in enumerate(seats)]
        if not storage.under_way():  # a game that waits goes first
            rows.append((self.kit.between().CORRECT_SHEET, lambda at: self._correct(name, at), "", True))
        self.stage.ask(self.kit.words.GAME % number, rows)

    def _correct(self, name, at):
        """Take up that game: its racks again, as they were entered; of Word the turns, in a pause."""
        go, table = self.go, self.table
        go.clear()
        error = go.games.correct(name, at)
        if error:
            go.to("sheets")
            flash_questions.say_unreadable(go, error, lambda at: self._correct(name, at))
            return
        self.kit.meet(table.names)
        if table.game.of_word:
            go.pause(at)
        else:
            go.score("racks").correct()
