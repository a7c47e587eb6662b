"""The match so far: the ranking, then its games, the latest first; then the matches before, from flash."""

from micropython import const

from tileclock.core import records as r
from tileclock.core.match import Match, ranking_of
from tileclock.memory import moment
from tileclock.storage.flash import numbers
from tileclock.ui import flash_questions, page, ranking
from tileclock.ui.menu import Menu

_OLDER = const(4)  # matches before that are on one page, and of which only the totals are left
_LOOKED = const(16)  # sheets that are read for one page
_LATEST = 0, None, None
_LAST = "-255"  # revision of a sheet: a slot has room for no higher one


class Screen(Menu):
    """One page of the list: what it takes does not depend on how many sheets there are."""

    def __init__(self, go):
        Menu.__init__(self, go)
        self._from = _LATEST  # before which game it begins; the match above it, and whose games are listed

    def title(self):
        """At the right: how many sheets still fit, or that more than 99 do."""
        return self.kit.words.SHEETS, self.kit.between().FITS % self._free

    def rows(self):
        table, words, rows = self.table, self.kit.between(), []
        free = table.storage.free()  # that takes long when they are many: not each time a row is chosen
        self._free = free if free < 100 else "99+"
        first = self._from == _LATEST
        if first:
            rows = ranking.rows(self.kit, table.match)
            if rows and not table.match.ended:
                rows.append((words.END_MATCH, self._end_match, "", True))
        with moment():
            try:
                self._add_games(rows)
                if first and self._is_any_fetched():
                    rows.append((words.REMOVE_FETCHED, self._ask_fetched, "", True))
            except (OSError, MemoryError) as error:
                rows.append((flash_questions.trouble(self.kit, error), None, ""))
                rows.append((words.REMOVE_FETCHED, self._ask_fetched, "", True))
        return rows or [(words.NO_GAMES, None, "")]

    def on_back(self, at):
        """Go back to the first page, and from there to where this was chosen."""
        if self._from == _LATEST:
            Menu.on_back(self, at)
        else:
            self._turn_to(_LATEST)

    def _turn_to(self, where):
        self._from = where
        self.chosen = 0
        self.stage.show_again()

    def _older_row(self, where):
        return self.kit.between().OLDER, lambda at: self._turn_to(where), ""

    def _end_match(self, at):
        self.go.games.stop_match()
        self.go.score("winner").begin(True)

    def _is_any_fetched(self):
        return any(synced for _, _, synced in self.table.storage.sheets())

    def _ask_fetched(self, at):
        """Ask whether the sheets that the PC has shall go, all but the newest."""

        def remove(at):
            self.stage.lift_questions()
            self.go.games.make_room(True)
            self._turn_to(_LATEST)

        self.stage.confirm(self.kit.between().REMOVE_FETCHED, (self.kit.words.YES, remove, ""))

    def _add_games(self, rows):
        """Read the next sheets one by one, and list what they say: the heap has no room for all of them."""
        from tileclock.storage import saved_game

        table, spoilt = self.table, []
        before, match, listed = self._from
        if not before and table.match.games:
            match = table.storage.match  # its ranking stands above
        looked = older = 0
        for name in saved_game.latest(table.storage, before):
            if looked == _LOOKED or older == _OLDER:
                rows.append(self._older_row((before, match, listed)))
                break
            looked += 1
            before, _ = numbers(name)
            found: tuple = saved_game.sheet(name, table.storage, spoilt) or (None, {})
            head, result = found
            game = saved_game.listed(head, result) if result.get("lines") else None
            if not game:
                continue
            if head["match"] != match:
                match, older = head["match"], older + 1
                rows.append(self._match_row(match, head, result.get("totals")))
            if listed is None:
                listed = match
            if match == listed:
                rows.append(self._game_row(head["names"], *game))
        else:
            self._add_totals(rows)
        if spoilt:
            seldom = self.kit.seldom()
            newer = any(isinstance(error, r.Newer) for error in spoilt)
            rows.append((seldom.NEWER if newer else seldom.DAMAGED, None, str(len(spoilt))))

    def _add_totals(self, rows):
        """List matches of which only the totals are left, the latest first."""
        from tileclock.storage import retention, saved_game

        place = len(rows)
        for line in retention.totals():
            if saved_game.are_six_texts(line.get("names")):
                rows.insert(place, self._match_row(line["match"], line, line.get("totals")))
                del rows[place + _OLDER :]

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

            try:
                found = saved_game.sheet(name, storage)
            except (OSError, MemoryError) as error:
                flash_questions.ask_again(self.go, error, lambda at: self._open(name, at))
                return
            if not found:
                self.kit.blip(at)
                return
            head, result = found
            _, number, seats, points = saved_game.listed(head, result)
        names = head["names"]
        rows: list = [(page.label(seat, names), None, "%+d" % points[i]) for i, seat in enumerate(seats)]
        if not storage.under_way() and not name.endswith(_LAST):  # a game that waits goes first
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
