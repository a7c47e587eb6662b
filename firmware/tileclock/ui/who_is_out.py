"""Who is out? The clock stands at the moment of the press until that is said."""

from tileclock.core import records as r
from tileclock.ui.menu import Menu


class Screen(Menu):
    def title(self):
        return self.kit.words.WHO_IS_OUT, ""

    def enter(self, now):
        self.chosen = 0
        Menu.enter(self, now)

    def hint(self):
        return self.kit.words.OUT_HINT

    def rows(self):
        """The player on turn; or the one before, since many click out of habit when they are out."""
        game = self.table.game
        self.seats = (game.seat,)
        if game.last_seat >= 0 and game.last_seat != game.seat and game.players.plays(game.last_seat):
            self.seats = (game.seat, game.last_seat)
        return [self._row(seat) for seat in self.seats]

    def _row(self, seat):
        return (self.table.label(seat), lambda at: self.table.happen(r.OUT, at, seat), "")

    def on_back(self, at):
        self.table.happen(r.RESUME, at)
