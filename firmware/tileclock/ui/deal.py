"""Dealing: who begins, what stays in the pool, what the sheet recalls; his button or OK starts the clock."""

from micropython import const

from tileclock.core import match
from tileclock.core import records as r
from tileclock.device.timeline import NEVER
from tileclock.ui import page, screen

_NOTE_MS = const(3_000)  # each of the sheet's notes stays so long


class Screen(screen.Screen):
    def enter(self, now):
        kit, table = self.kit, self.table
        words = kit.between()
        game = table.game
        rules = game.preset
        drawn = match.first_player(rules, game.players.seats, table.match.last_first) is None
        self._notes = [words.DEAL_START, words.DEAL_HINT % game.pool.left]
        for key, number in match.notes(rules, drawn):
            shown = table.next.opening() if key == "opening" else number
            text = words.NOTES["opening_word" if key == "opening" and rules["game"] == "word" else key]
            self._notes.append(text % shown if "%d" in text else text)
        self._since = now
        self._wanted = None  # what somebody has asked for
        kit.lights.only(game.seat, kit.lights.BRIGHT)
        self._draw(0)

    def _draw(self, note):
        kit, table = self.kit, self.table
        seat = table.game.seat
        page.whole(kit, kit.between().DEAL, (), self._notes[note], page.limit_text(kit, table.next))
        page.seat_block(kit, seat, (0, 18, 28, 30), kit.middle)
        text = kit.between().DEAL_BEGINS % table.name(seat)
        kit.text.draw_part(kit.panel, text, 34, 27, 128)

    def on_seat(self, seat, at):
        if seat == self.table.game.seat:
            self._do(self._begin, at)
        else:
            self.kit.blip(at)

    def on_ok(self, at):
        self._do(self._begin, at)

    def on_back(self, at):
        self._do(self._take_back, at)

    def _take_back(self, at):
        self.go.games.take_back_deal()
        self.go.to("setup")

    def _do(self, what, at):
        """Do it once the deal is written: a running clock could not do without its keys meanwhile."""
        if self.go.games.written:
            what(at)
        else:
            self._wanted = what

    def _begin(self, at):
        """Begin the first turn. A round time runs from here, goes on with what earlier games left, or runs
        since the signal that was given to all tables."""
        table = self.table
        of_rules, ends = table.game.preset["round_time"], table.next.round_ends
        left = ends and max(1, (ends - at) // 1000)
        minutes = of_rules or self.settings.round
        table.happen(r.BEGIN, at)
        if left or (minutes and self.settings.spans):
            table.happen(r.ROUND, at, left or table.match.round_left or minutes * 60)
        elif minutes and not of_rules:
            table.happen(r.ADD_ROUND, at, minutes)

    def tick(self, now):
        """The notes one after the other."""
        if self._wanted and self.go.games.written:
            self._wanted(now)
            return now
        passed = (now - self._since) // _NOTE_MS
        self._draw(passed % len(self._notes))
        return self._since + (passed + 1) * _NOTE_MS if len(self._notes) > 1 else NEVER
