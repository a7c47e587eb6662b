"""How the match stands after a game, or at its end: the winner first, whoever sits where."""

from tileclock.device.panel import HEIGHT
from tileclock.ui import page, screen


def rows(kit, match):
    """Menu rows of all who have played in that match; the best first."""
    rows = []
    for place, seat in match.places():
        label = page.label(seat, match.names)
        rows.append(("%d. %s" % (place, label), None, standing(kit, match, seat)))
    return rows


def standing(kit, match, seat):
    """What decides the ranking, of that seat."""
    text = "%+d" % match.points[seat]
    if match.ranking[0] == "rounds":
        text = kit.scoring().ROUNDS % match.rounds[seat] + "  " + text
    elif match.ranking[0] == "big_points":
        text = kit.scoring().BIG % match.big_points[seat] + "  " + text
    return text


class Screen(screen.Screen):
    def enter(self, now):
        kit, match = self.kit, self.table.match
        words = kit.scoring()
        kit.panel.fill(0)
        ranked = rows(kit, match)
        top, line = 16, page.LINE
        if len(ranked) > page.ROWS:  # all of them at once, without a title
            top, line = 0, HEIGHT // len(ranked)
        elif match.ended:
            page.title(kit, words.MATCH_OVER, words.MATCH_ENDS[match.ended], lit=True)
        else:
            page.title(kit, words.STANDING)
        for i, (label, _, text) in enumerate(ranked):
            page.line(kit, top + i * line, label, text)
        kit.lights.dark()
        for place, seat in match.places():
            if place == 1:
                kit.lights.set(seat, kit.lights.BRIGHT)

    def on_ok(self, at):
        if self.table.match.ended:
            self.table.new_match()
            self.go.to("home")
        else:
            self.go.to("setup")
