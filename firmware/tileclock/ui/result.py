"""What the game was worth, and how the match stands; OK stores it, the players' own buttons confirm it."""

from micropython import const

from tileclock.core import records as r
from tileclock.core.preset_box import Refused
from tileclock.device.panel import WIDTH
from tileclock.device.timeline import NEVER
from tileclock.memory import moment
from tileclock.ui import page
from tileclock.ui.menu import Menu

_DEAF_MS = const(1_000)  # nobody stores what he has not seen
_SAID_MS = const(2_000)  # the title says one key so long


def signed(points):
    return "%+d" % points if points else "0"


def minutes(ms):
    return "%d:%02d" % divmod(ms // 1000, 60)


class Screen(Menu):
    """Rows: who, points of the game and of the match; then the check, the reason, rounds and big points."""

    def enter(self, now):
        self._since = now
        self.chosen = self._shown = 0  # how often the title has changed since then
        self._seen = self.LIT = False  # all lines were on the screen; who has not confirmed is named
        lights, table = self.kit.lights, self.table
        lights.dark()
        for i in table.result.winners:
            lights.set(table.game.players.seats[i], lights.BRIGHT)
        Menu.enter(self, now)

    def title(self):
        words = self.kit.scoring()
        missing = self._missing()
        if self.LIT:
            return words.UNCONFIRMED, " ".join([page.LETTERS[seat] for seat in missing])
        if self.hint():
            text = self.kit.words.GAME % self.table.head["number"]
        else:
            hints = words.RESULT_HINT.split("   ")
            if missing:
                hints.insert(0, words.CONFIRM_HINT)
            text = hints[self._shown % len(hints)]
        return text, words.RESULT_COLUMNS

    def _missing(self):
        """The seats that have yet to confirm their lines."""
        players, confirmed = self.table.game.players, self.table.game.racks.confirmed
        return [seat for seat in players.seats if confirmed >= 0 and players.playing & ~confirmed & 1 << seat]

    def tick(self, now):
        if self.hint():
            return NEVER
        shown = (now - self._since) // _SAID_MS
        if shown != self._shown:
            self._shown = shown
            self.kit.panel.fill_rect(0, 0, WIDTH, page.TOP - 2, 0)
            self.draw_title()
        return self._since + (shown + 1) * _SAID_MS

    def hint(self):
        """The keys; where that would hide a player, the title says them in turn."""
        game = self.table.game
        few = len(game.players.seats) < page.ROWS and game.racks.confirmed < 0
        return self.kit.scoring().RESULT_HINT if few or self.LIT else ""

    def begin(self, at):
        """Show what the game was worth, or go back if the entries cannot be."""
        game = self.table.game
        try:
            with moment():
                from tileclock.core import sheet

                self.table.score(sheet.result(game.preset, game))
        except Refused as refusal:
            self.go.score("racks").refuse(refusal, at)
            return
        if self.settings.confirm and game.racks.confirmed < 0:
            self.table.happen(r.CONFIRM, at)
        self._deaf_until = at + _DEAF_MS
        self.stage.show(self)

    def rows(self):
        table, words = self.table, self.kit.scoring()
        result, match, game = table.result, table.match, table.game
        rows = []
        for i, seat in enumerate(game.players.seats):
            total = match.points[seat] + result.points[i]
            label = "✓ " * (max(0, game.racks.confirmed) >> seat & 1) + table.label(seat)
            rows.append((label, None, "%s\t%s" % (signed(result.points[i]), signed(total))))
        out = words.IS_OUT % table.name(game.winner) if game.winner >= 0 else words.REASONS[result.reason]
        rows.append((out, None, ""))
        if result.rule in words.RULE:
            rows.append((self.kit.words.RULES, None, words.RULE[result.rule]))
        if result.expected is not None:
            check = signed(sum(result.points))
            rows.append((words.CHECK, None, check + " ✓" if sum(result.points) == result.expected else check))
        if result.rest:
            rows.append((words.REST, None, str(result.rest)))
        for i, seat in enumerate(game.players.seats):
            text = words.ROUNDS % (match.rounds[seat] + result.rounds[i])
            if game.preset["big_points"]:
                text += "  " + words.BIG % (match.big_points[seat] + result.big_points[i])
            rows.append((table.label(seat), None, text))
        return rows + self._pauses()

    def _pauses(self):
        """How long players stopped the clock in all, and in whose turns."""
        stopped = self.table.game.accounts.stopped_ms
        rows = [(self.kit.words.PAUSE, None, minutes(sum(stopped)))]
        for seat, ms in enumerate(stopped):
            if ms >= 1000:
                rows.append((self.table.label(seat), None, minutes(ms)))
        return rows if rows[1:] else []

    def draw(self):
        Menu.draw(self)
        self._seen = self._seen or self._first() + self._visible() >= len(self.table.game.players.seats)

    def on_seat(self, seat, at):
        """Confirm that seat's line, or take that back; but not before all lines were on the screen."""
        players, confirmed = self.table.game.players, self.table.game.racks.confirmed
        if confirmed < 0 or not players.plays(seat) or at - self._since < _DEAF_MS:
            self.blip(seat, at)
            return
        line = len(players.seats) - 1
        if self._seen:
            line = players.seats.index(seat)
            self.table.happen(r.CONFIRM, at, confirmed ^ 1 << seat)
            self.list = self.rows()
        self.LIT = False
        if not 0 <= line - self._first() < self._visible():
            self.chosen = line
        self.kit.step(at)
        self.draw()

    def on_ok(self, at):
        """Store it, but not in the first second: what OK was pressed for in the steps before must not.

        Another second begins when it has said who has not confirmed.
        """
        if at < self._deaf_until:
            self.kit.blip(at)
            return
        if self._missing() and not self.LIT:
            self._deaf_until = at + _DEAF_MS
            self.kit.blip(at)
            self.LIT = True
            self.draw()
            return
        self.list = ()  # the heap is fullest while the sheet is written
        self.kit.forget_words()
        self._store(at)

    def _store(self, at):
        go, table = self.go, self.table
        corrected = bool(table.corrects)
        refusal = go.games.store(at)
        if not refusal and corrected:
            go.to("ranking" if table.match.ended else "setup")
            return
        if not refusal:
            go.score("winner").begin(False)
            return
        with moment():
            from tileclock.ui import flash_questions

            flash_questions.ask_store(go, refusal, self._store)

    def on_back(self, at):
        if self.table.game.of_word:
            self.stage.guard(lambda at: self.table.happen(r.REOPEN, at), at)
        else:
            self.go.score("racks").again()
