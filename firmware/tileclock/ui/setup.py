"""A new game in four OKs: rules, players, time, who begins – each as it was last time.

Rules that offer beginners a shorter first word have a fifth row for it.
"""

from tileclock.device import sound
from tileclock.device.keys import OK
from tileclock.device.presses import HOLD, SHORT
from tileclock.ui import page
from tileclock.ui.menu import Menu
from tileclock.ui.navigator import HOME

_RULES, _PLAYERS, _LIMIT, _FIRST, _OPENING = range(5)


class Screen(Menu):
    TITLE = "NEW_GAME"

    def title(self):
        """While OK waits for somebody to be named, what finds him."""
        table = self.table
        words, more = table.words, table.more_words
        if self.at == _FIRST and table.first is None:
            return more.NOTES.get("first_" + table.preset["first"], more.BEGINS + "?"), ""
        return words.NEW_GAME, words.GAME % (table.games + 1)

    def enter(self, now):
        self.at = 0
        self.table.check_setup()
        Menu.enter(self, now)

    def rows(self):
        table = self.table
        words, more = table.words, table.more_words
        seats = "".join([page.LETTERS[seat] for seat in table.seats()])
        first = more.DRAWN if table.first is None else page.LETTERS[table.first]
        rows = [
            (words.RULES, None, table.preset["id"]),
            (more.PLAYERS, None, seats),
            (words.LIMIT, None, table.limit_text()),
            (more.BEGINS, None, first),
        ]
        if len(table.openings()) > 1:
            rows.append((more.FIRST_WORD, None, "%d" % table.opening()))
        return rows

    # ---- keys: ▲▼ change the row, OK goes on to the next ----

    def press(self, what, key, at):
        if key == OK and self.at == _LIMIT:
            self._limit_key(what, at)
        else:
            Menu.press(self, what, key, at)

    def _limit_key(self, what, at):
        """Held it asks for any other time; so a short press is one only when it ends."""
        table = self.table
        if what == SHORT:
            self.choose(at)
        elif what == HOLD and table.preset["timing"] in ("limit", "bank"):
            table.lock.guard(self._ask_limit, at)

    def _ask_limit(self, at):
        table = self.table
        table.screens.beside("number").ask(
            table.words.LIMIT, table.limit or 60, (1, 3600), self._other_limit, self._again
        )

    def move(self, step, at):
        """Who plays and begins is for the players; by which rules, for the judge where it is locked."""
        row, table = self.at, self.table
        if table.lock.closed() and row in (_RULES, _LIMIT, _OPENING):
            table.lock.guard(lambda at: self._return_to(row), at)
            return
        step = -step  # the upper key means more
        if row == _RULES:
            table.next_preset(step)
        elif row == _PLAYERS:
            table.change_players(step)
        elif row == _LIMIT:
            table.next_limit(step)
        elif row == _OPENING:
            table.next_opening(step)
        else:
            table.next_first(step)
        table.sound.play(sound.STEP, at)
        self._redraw()

    def seat(self, seat, at):
        """Sits down or gets up; in the last row, begins."""
        table = self.table
        if self.at == _FIRST and table.sitting >> seat & 1:
            table.first = seat
        elif self.at == _PLAYERS:
            table.sit(table.sitting ^ 1 << seat)
        else:
            table.sound.play(sound.BLIP, at)
            return
        table.sound.play(sound.STEP, at)
        self._redraw()

    def choose(self, at):
        table = self.table
        if self.at == _PLAYERS and not table.players_fit():
            table.sound.play(sound.BLIP, at)
        elif self.at >= _FIRST and table.first is None:
            table.sound.play(sound.BLIP, at)  # who drew the highest tile? his button, or the arrows
        elif self.at == len(self.list) - 1:
            self._deal(at)
        else:
            self.at += 1
            table.presses.spend(OK)  # what the key does when it is let go belongs to the row before
            table.sound.play(sound.STEP, at)
            self._redraw()

    def _deal(self, at):
        """Whoever begins with a low battery is told before."""
        if self.table.board.battery.low:
            self.table.screens.warn()
        else:
            self.table.deal_if_room(at)

    def back(self, at):
        if self.at:
            self.at -= 1
            self._redraw()
        else:
            self.table.go(HOME)

    def _other_limit(self, seconds, at):
        self.table.limit = seconds
        self._again(at)

    def _again(self, at):
        self._return_to(_LIMIT)

    def _return_to(self, row):
        self.table.show(self)
        self.at = row
        self._redraw()

    def _redraw(self):
        self.list = self.rows()
        self.draw()

    def draw(self):
        Menu.draw(self)
        table = self.table
        for seat in range(len(page.LETTERS)):
            sits = table.sitting >> seat & 1
            begins = self.at == _FIRST and seat == table.first
            table.lights.set(
                seat, table.lights.BRIGHT if begins else table.lights.DIM if sits else table.lights.OFF
            )
