"""The winner has his moment: of the game, then of the match if that is over."""

from tileclock.device import sound
from tileclock.device.panel import WIDTH
from tileclock.ui import page, ranking, screen

_NAME_PAGE, _POINTS_Y = 2, 40  # lines of eight pixels, px


class Screen(screen.Screen):
    def begin(self, of_match):
        self._of_match = of_match
        self.stage.show(self)

    def enter(self, now):
        kit, table = self.kit, self.table
        words = kit.scoring()
        if self._of_match:
            winners = [seat for place, seat in table.match.places() if place == 1]
            title, right = words.MATCH_OVER, words.MATCH_ENDS[table.match.ended]
            text = ranking.standing(kit, table.match, winners[0])
            points = [table.match.points[seat] for seat in winners]
            names = table.match.names
        else:
            winners = [table.game.players.seats[i] for i in table.result.winners]
            title, right = kit.words.GAME % table.head["number"], words.WINNER
            points = [table.result.points[i] for i in table.result.winners]
            text = "%+d" % points[0]
            names = table.names
        name = names[winners[0]] or page.LETTERS[winners[0]]
        if len(winners) > 1:
            name = " + ".join([page.LETTERS[seat] for seat in winners])
            if min(points) < max(points):
                text = "  ".join(["%s %+d" % (page.LETTERS[s], p) for s, p in zip(winners, points)])
        page.whole(kit, title, (), self._round() if self._of_match else words.WINNER_HINT, right, True)
        page.large(kit, name, _NAME_PAGE)
        kit.text.draw(kit.panel, text, (WIDTH - kit.text.width(text)) // 2, _POINTS_Y)
        kit.lights.dark()
        for seat in winners:
            kit.lights.set(seat, kit.lights.BRIGHT)
        kit.play(sound.FANFARE, now)

    def _round(self):
        """Where a round had an end by time, whether that was for each game or for all."""
        spans, between = self.table.match.round_left is not None, self.kit.between()
        ends = spans or self.settings.round or self.table.game.preset["round_time"]
        return "%s: %s" % (between.SETTING["spans"], between.ROUND_FOR[spans]) if ends else ""

    def on_ok(self, at):
        if self.table.match.ended and not self._of_match:
            self.begin(True)
        else:
            self.go.to("ranking")

    def on_back(self, at):
        self.on_ok(at)
