"""A new game in four OKs: rules, players, time, who begins – each as it was last time.

Rules that offer beginners a shorter first word have a fifth row for it.
"""

from tileclock.device.keys import OK
from tileclock.device.presses import PRESS
from tileclock.ui import flash_questions, page
from tileclock.ui.menu import Menu

_RULES, _PLAYERS, _LIMIT, _FIRST, _OPENING = range(5)


class Screen(Menu):
    def __init__(self, go):
        Menu.__init__(self, go)
        self.next = self.table.next
        self._tells_rules = False  # others were chosen just now: the title says what they mean

    def title(self):
        """While OK waits for somebody to be named, what finds him."""
        words, between = self.kit.words, self.kit.between()
        if self.chosen == _RULES and self._tells_rules:
            return self._meaning(), ""
        if self.chosen == _FIRST and self.next.first is None:
            return between.NOTES.get("first_" + self.next.preset["first"], between.BEGINS + "?"), ""
        return words.NEW_GAME, words.GAME % (self.table.match.games + 1)

    def enter(self, now):
        self.chosen = 0
        self._tells_rules = False
        self.next.follow(self.table.match.last_first)
        Menu.enter(self, now)

    def rows(self):
        words, between, chosen = self.kit.words, self.kit.between(), self.next
        seats = "".join([page.LETTERS[seat] for seat in chosen.seats()])
        first = between.DRAWN if chosen.first is None else page.LETTERS[chosen.first]
        rows = [
            (words.RULES, None, page.rules_name(self.kit, chosen.preset)),
            (between.PLAYERS, None, seats),
            (words.LIMIT, None, page.limit_text(self.kit, chosen)),
            (between.BEGINS, None, first),
        ]
        if len(chosen.openings()) > 1:
            rows.append((between.FIRST_WORD, None, "%d" % chosen.opening()))
        return rows

    def _meaning(self):
        """The rules in a line: time for a turn, what a joker costs, and who has not opened."""
        rules, text = self.next.preset, page.limit_text(self.kit, self.next)
        if rules["game"] != "word":
            text += "  " + self.kit.between().JOKER_COSTS % rules["joker"]
            if rules["never_opened"]:
                text += "  −%d" % rules["never_opened"]
            if rules["could_open"]:
                text += "/%d" % rules["could_open"]
        return text

    # ---- keys: ▲▼ change the row, OK goes on to the next ----

    def press(self, what, key, at):
        """Let OK, held in the row of the time, ask for any other; so a short one counts when it ends."""
        if not (what == PRESS and key == OK and self.chosen == _LIMIT):
            Menu.press(self, what, key, at)

    def on_short(self, key, at):
        if key == OK and self.chosen == _LIMIT:
            self.on_ok(at)

    def on_hold(self, key, at):
        if key != OK or self.chosen != _LIMIT:
            Menu.on_hold(self, key, at)
        elif self.next.preset["timing"] in ("limit", "bank"):
            self.stage.guard(self._ask_limit, at)

    def _ask_limit(self, at):
        seconds = self.next.seconds or 60
        self.go.get("number").ask(self.kit.words.LIMIT, seconds, (1, 3600), self._other_limit)

    def on_arrow(self, step, at):
        """Change the row: who plays and begins, anybody; the rules, where it is locked, only the judge."""
        row, chosen = self.chosen, self.next
        if self.table.lock.closed() and row in (_RULES, _LIMIT, _OPENING):
            self.stage.guard(lambda at: self._return_to(row), at)
            return
        change = (
            chosen.next_preset,
            chosen.change_players,
            chosen.next_limit,
            chosen.next_first,
            chosen.next_opening,
        )
        change[row](-step)  # the upper key means more
        self._tells_rules = self._tells_rules or row == _RULES
        self.kit.step(at)
        self._redraw()

    def on_seat(self, seat, at):
        """Have that seat sit down or get up; in the last row, begin."""
        chosen = self.next
        if self.chosen == _FIRST and chosen.sitting >> seat & 1:
            chosen.begin_with(seat)
        elif self.chosen == _PLAYERS:
            chosen.sit(chosen.sitting ^ 1 << seat)
        else:
            self.kit.blip(at)
            return
        self.kit.step(at)
        self._redraw()

    def on_ok(self, at):
        if self.chosen == _PLAYERS and not self.next.players_fit():
            self.kit.blip(at)
        elif self.chosen >= _FIRST and self.next.first is None:
            self.kit.blip(at)
            page.title(self.kit, self.kit.between().WHO_BEGINS, lit=True)  # his button, or the arrows
        elif self.chosen < len(self.list) - 1:
            self.chosen += 1
            self.go.presses.spend(OK)  # what the key does when it is let go belongs to the row before
            self.kit.step(at)
            self._redraw()
        elif self.kit.battery.low:
            self.go.warn()  # before a game, not in the middle
        else:
            self.deal(at)

    def deal(self, at):
        """Begin a game, if its sheet will fit; what the PC has makes room for it."""
        go, match = self.go, self.table.match
        yes = self.kit.words.YES, self._new_match, ""
        if not match.goes_by(self.next.checksum):
            self.stage.confirm(self.kit.between().NEW_MATCH, yes, lambda at: self._return_to(_RULES))
            return
        if not match.is_of(self.table.settings.names):
            between = self.kit.between()
            self.stage.ask(between.NEW_MATCH, [yes, (between.SAME_PLAYERS, self._same_players, "")])
            return
        refusal = None if self.table.storage.free() else go.games.find_room()
        if refusal:
            flash_questions.ask_room(go, refusal, self.deal)
            return
        go.games.deal(at)
        self.kit.meet(self.table.names)
        go.stage.show(go.get("deal"))

    def _new_match(self, at):
        """Games by other rules, or of other players, do not count in the one that was begun."""
        self.table.new_match()
        self.deal(at)

    def _same_players(self, at):
        """Go on with the match: a name was only spelled in another way."""
        match = self.table.match
        match.play_by(self.next.checksum, self.settings.names, match.last_first)
        self.deal(at)

    def on_back(self, at):
        if self.chosen:
            self.chosen -= 1
            self._redraw()
        else:
            self.stage.back(at)

    def _other_limit(self, seconds, at):
        self.next.set_limit(seconds)
        self._return_to(_LIMIT)

    def _return_to(self, row):
        self.stage.show(self)
        self.chosen = row
        self._redraw()

    def _redraw(self):
        self.list = self.rows()
        self.draw()

    def draw(self):
        Menu.draw(self)
        lights, chosen = self.kit.lights, self.next
        for seat in range(len(page.LETTERS)):
            sits = chosen.sitting >> seat & 1
            begins = self.chosen == _FIRST and seat == chosen.first
            lights.set(seat, lights.BRIGHT if begins else lights.DIM if sits else lights.OFF)
