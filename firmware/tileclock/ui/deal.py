"""Dealing: who begins, what stays in the pool, what the sheet recalls; his button or OK starts the clock."""

from micropython import const

from tileclock.core import match
from tileclock.device import sound
from tileclock.device.keys import BACK, OK
from tileclock.device.presses import PRESS, SHORT
from tileclock.device.timeline import NEVER
from tileclock.ui import page
from tileclock.ui.navigator import SETTING_UP

_NOTE_MS = const(3_000)  # each of the sheet's notes stays so long


class Screen:
    def __init__(self, table):
        self.table = table

    def enter(self, now):
        table = self.table
        words = table.more_words
        game = table.game
        drawn = match.first_player(table.preset, game.seats, table.last_first) is None
        self._notes = [words.DEAL_HINT % game.pool.left]
        for key, number in match.notes(table.preset, drawn):
            shown = table.opening() if key == "opening" else number
            text = words.NOTES["opening_word" if key == "opening" and table.preset["game"] == "word" else key]
            self._notes.append(text % shown if "%d" in text else text)
        self._since = now
        self._wanted = None  # what somebody has asked for
        table.lights.only(game.seat, table.lights.BRIGHT)
        self._draw(0)

    def _draw(self, note):
        table = self.table
        game = table.game
        table.panel.fill(0)
        page.title(table, table.words.DEAL, table.limit_text())
        page.seat_block(table, game.seat, (0, 18, 28, 30), table.middle)
        text = table.more_words.DEAL_BEGINS % table.name(game.seat)
        table.text.draw_part(table.panel, text, 34, 27, 128)
        page.hint(table, self._notes[note])

    def press(self, what, key, at):
        table = self.table
        if what == PRESS and key in (table.game.seat, OK):
            self._do(table.begin, at)
        elif what == SHORT and key == BACK:
            self._do(lambda at: table.go(SETTING_UP), at)
        elif what == PRESS and key != BACK:
            table.sound.play(sound.BLIP, at)

    def _do(self, what, at):
        """Once the deal is written: a running clock could not do without its keys meanwhile."""
        if self.table.numbered:
            what(at)
        else:
            self._wanted = what

    def tick(self, now):
        """The notes one after the other."""
        if self._wanted and self.table.numbered:
            self._wanted(now)
            return now
        passed = (now - self._since) // _NOTE_MS
        self._draw(passed % len(self._notes))
        return self._since + (passed + 1) * _NOTE_MS if len(self._notes) > 1 else NEVER
