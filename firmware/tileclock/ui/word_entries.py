"""What was entered for the latest turns of Word, to be corrected while the clock stands; racks and points."""

from micropython import const

from tileclock.core import records as r
from tileclock.ui import page
from tileclock.ui.menu import Menu

_LATEST = const(24)  # turns in the list


class Screen(Menu):
    """The latest first: whose turn, its letters and tiles; what it drew; or that it waits."""

    def open(self, at):
        self.chosen = 0
        self._complaint = ""
        self.stage.put(self)

    def title(self):
        self.LIT = bool(self._complaint)
        return self._complaint or self.kit.words.ENTRIES, ""

    def rows(self):
        game = self.table.game
        turns = range(game.turns - 1, max(-1, game.turns - 1 - _LATEST), -1)
        return [self._row(turn) for turn in turns]

    def _row(self, turn):
        game = self.table.game
        letters, tiles, draws, waits = game.entered(turn)
        text = "–" if waits else "%d / %d" % (letters, tiles) if tiles else "+%d" % draws
        label = "%d. %s" % (turn + 1, self.table.label(game.turn_seat(turn)))
        # What waits is entered by anybody; what was entered is corrected by the judge.
        return label, lambda at: self._correct(turn), text, not waits

    # ---- one entry: letters, then tiles ----

    def _correct(self, turn):
        game, words = self.table.game, self.kit.words
        game.look_at(turn)
        entry = game.entry
        letters, tiles, _, waits = game.entered(turn)
        fresh = waits and not tiles
        whose = page.LETTERS[game.turn_seat(turn)] + "  "
        if entry.has_opened:
            most = entry.rack + entry.on_table
            done = lambda n, at: self._ask_tiles(turn, n)  # noqa: E731
            value = entry.least if fresh else letters
            self.go.get("number").ask(whose + words.LETTERS, value, (0, most), done)
        else:
            done = lambda n, at: self._enter(turn, n, n, at)  # noqa: E731
            value = entry.least if fresh else tiles
            self.go.get("number").ask(whose + words.LAID, value, (0, entry.rack), done)

    def _ask_tiles(self, turn, letters):
        game = self.table.game
        entry, fewest = game.entry, game.entry.fewest(letters)
        _, tiles, _, _ = game.entered(turn)
        text = "%s  %d  %s" % (page.LETTERS[game.turn_seat(turn)], letters, self.kit.words.LAID)
        done = lambda n, at: self._enter(turn, letters, n, at)  # noqa: E731
        value = min(max(tiles, fewest), entry.rack)
        self.go.get("number").ask(text, value, (min(fewest, entry.rack), entry.rack), done)

    def _enter(self, turn, letters, tiles, at):
        """Enter it; what cannot be is refused, and stays as it was."""
        table, game = self.table, self.table.game
        game.look_at(turn)
        self._complaint = ""
        if game.entry.fault(letters, tiles):
            self.kit.blip(at)
            self._complaint = self.kit.words.IMPOSSIBLE % page.LETTERS[game.turn_seat(turn)]
        else:
            table.happen(r.ENTRY, at, turn, letters, tiles)
            if not table.game.stands():
                return  # that was the end of the game
        self.stage.show_again()

    def leave(self):
        self._complaint = ""

    # ---- what else the pause leads to ----

    def show_racks(self):
        table, word = self.table, self.table.game.word
        rows = []
        for i, seat in enumerate(table.game.players.seats):
            rows.append((table.label(seat), None, "%d\t%d" % (word.racks[i], word.points[i])))
        self.stage.ask(self.kit.words.RACKS, rows)

    def tiles_back(self):
        most = self.table.game.word.on_table()
        self.go.get("number").ask(self.kit.words.TILES_RACK, 1, (1, most), self._take)

    def _take(self, tiles, at):
        self.table.happen(r.BACK, at, tiles)
        self.stage.show_again()
