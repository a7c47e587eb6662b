"""The clock stands: how to go on, and everything that can be put right."""

from micropython import const

from tileclock.core import preset_time
from tileclock.core import records as r
from tileclock.ui import page
from tileclock.ui.menu import Menu

_DIM_MS = const(300_000)  # after this long a picture that stands is dimmed, and shifted now and then
_SHIFT_MS = const(60_000)


class Screen(Menu):
    JUDGES = True  # a row that anybody may choose says so

    def title(self):
        words, game = self.kit.words, self.table.game
        text = words.DISPUTED if game.clock.why == r.DISPUTE else words.PAUSE
        if game.clock.given_ms is None:
            return text, page.LETTERS[game.seat]
        return text, "%s  %d s" % (page.LETTERS[game.seat], (max(0, game.clock.left_ms(0)) + 999) // 1000)

    def begin(self):
        """Begin a pause: the clock has just stopped, and the harmless row is chosen."""
        self.chosen = 0
        self.stage.show(self)

    def enter(self, now):
        self._since = now
        lights = self.kit.lights
        lights.only(self.table.game.seat, lights.DIM)
        Menu.enter(self, now)

    def rows(self):
        """Harmless first."""
        table, words = self.table, self.kit.words
        game = table.game
        rows: list = [(words.RESUME, self._happen(r.RESUME), "", False)]
        if game.of_word:
            rows += self._word_rows()
        if table.play.can_undo():
            rows.append((words.UNDO, self._happen(r.UNDO), page.LETTERS[game.last_seat]))
        used = game.clock.restarted_ms + game.clock.used_ms
        late = used >= self.settings.restart * 1000  # to object to the turn before: then the judge decides
        letter = page.LETTERS[game.seat]
        rows += [
            (words.RESTART, self._happen(r.RESTART), letter, late),
            (words.END_PLAYED, self._happen(r.END_TURN), letter),
            (words.END_DREW, self._end_drew, letter),
            (words.MISTAKE, self._whose_mistake, ""),
        ]
        rows += self._pool_rows()
        if game.clock.given_ms is not None:
            rows.append((words.CORRECT_TIME, self._correct_time, ""))
        if game.clock.why != r.DISPUTE:
            rows.append((words.DISPUTE, self._happen(r.PAUSE, r.DISPUTE), "", False))
        return rows + self._last_rows()

    def _word_rows(self):
        """What is there to see, and to enter; what needs all entries is there only once they are made."""
        words, game = self.kit.words, self.table.game
        rows: list = []
        pending = game.pending()
        if game.turns:
            waits = page.LETTERS[game.turn_seat(pending)] if pending >= 0 else ""
            rows.append((words.ENTRIES, lambda at: self._entries().open(at), waits, False))
        rows.append((words.RACKS, lambda at: self._entries().show_racks(), "", False))
        if pending < 0 and game.preset["back"] == "rack" and game.word.on_table():
            back = lambda at: self._entries().tiles_back()  # noqa: E731
            rows.append((words.TILES_RACK, back, page.LETTERS[game.seat]))
        return rows

    def _entries(self):
        return self.go.get("word_entries")

    def _pool_rows(self):
        """In Word the pool can be counted once all entries are made: they say what was drawn."""
        words, game = self.kit.words, self.table.game
        if game.of_word and game.pending() >= 0:
            return []
        rows: list = []
        if game.preset["back"] == "pool" and game.pool.left < game.pool.tiles:  # else they go onto a rack
            rows.append((words.TILES_BACK, self._tiles_back, ""))
        rows.append((words.CORRECT_POOL, self._correct_pool, str(game.pool.left)))
        return rows

    def _last_rows(self):
        words, game = self.kit.words, self.table.game
        rows: list = []
        if game.players.count() > 2:
            rows.append((words.LEAVES, self._pick_leaver, ""))
        if not game.ending.lap:
            rows.append((words.END_ROUND, self._happen(r.END_ROUND), ""))
        if game.round.left_ms(game.clock.changed_at) is not None:
            rows.append((words.ADD_ROUND, self._add_round, ""))
        rows.append((words.PROOF, lambda at: self.stage.put(self.go.get("rules_in_force")), "", False))
        if not self.table.corrects:  # what is stored already can only be corrected
            rows.append((words.ABANDON, self._abandon, ""))
        return rows

    def on_back(self, at):
        self.table.happen(r.RESUME, at)

    # ---- what the rows do ----

    def _happen(self, kind, a=0, b=0, c=0):
        return lambda at: self._then(kind, at, a, b, c)

    def _then(self, kind, at, a=0, b=0, c=0):
        """Put it on record; unless that was to go on, the clock stays where it stands."""
        self.table.happen(kind, at, a, b, c)
        if kind != r.RESUME and self.table.game.stands():
            self.begin()

    def _end_drew(self, at):
        game = self.table.game
        self.table.happen(r.END_TURN, at)
        self._then(r.DREW if game.pool.left else r.PASSED, at)

    def _whose_mistake(self, at):
        """Ask whose mistake it was: of who is on turn, or of who was before."""
        seldom, game, label = self.kit.seldom(), self.table.game, self.table.label
        seats = [game.seat]
        rows = [(label(game.seat), lambda at: self._mistake(0), seldom.MISTAKE_NOW)]
        if game.turns:
            seats.append(game.last_seat)
            rows.append((label(game.last_seat), lambda at: self._mistake(1), seldom.MISTAKE_LAST))
        self.stage.ask(seldom.WHOSE_MISTAKE, rows, 0, seats)

    def _mistake(self, which):
        """Ask what lies on the table, as after a time-out: that says what the mistake costs."""
        words, rules = self.kit.words, self.table.game.preset
        rows: list = []
        for i, choice in enumerate(rules["timeouts"]):
            tiles = choice["tiles"]
            takes = min(tiles, self.table.game.pool.left)
            take = words.TAKE % takes if takes else ""
            rows.append((words.TIMEOUTS[choice["choice"]], self._happen(r.MISTAKE, which, i, tiles), take))
        self.stage.lift()
        self.stage.ask(words.MISTAKE, rows, preset_time.usual_mistake(rules))

    def _tiles_back(self, at):
        pool = self.table.game.pool
        done = lambda n, at: self._then(r.BACK, at, n)  # noqa: E731
        self.go.get("number").ask(self.kit.words.TILES_BACK, 1, (1, pool.tiles - pool.left), done)

    def _correct_pool(self, at):
        pool = self.table.game.pool
        done = lambda n, at: self._then(r.CORRECT_POOL, at, pool.left, n)  # noqa: E731
        self.go.get("number").ask(self.kit.words.CORRECT_POOL, pool.left, (0, pool.tiles), done)

    def _correct_time(self, at):
        """Ask for the seconds that are left: at most those of the longest limit, and what was saved up."""
        left = (max(0, self.table.game.clock.left_ms(0)) + 999) // 1000
        most = preset_time.most(self.table.game.preset)
        # Unchanged, or the part of a second that is not shown would change.
        done = lambda n, at: self._then(r.CORRECT_TIME, at, left, n) if n != left else self.begin()  # noqa: E731
        self.go.get("number").ask(self.kit.words.CORRECT_TIME, left, (1, most), done)

    def _add_round(self, at):
        done = lambda n, at: self._then(r.ADD_ROUND, at, n)  # noqa: E731
        self.go.get("number").ask(self.kit.words.ADD_ROUND, 5, (1, 120), done)

    def _pick_leaver(self, at):
        game = self.table.game
        seats = [seat for seat in game.players.seats if game.players.plays(seat)]
        rows = [(self.table.label(seat), self._ask_leave(seat), "") for seat in seats]
        self.stage.ask(self.kit.seldom().WHO_LEAVES, rows, 0, seats)

    def _ask_leave(self, seat):
        """Nobody comes back, so it is asked once more."""
        yes = self.kit.words.YES, self._happen(r.GONE, seat), ""
        text = self.kit.seldom().SURELY_LEAVES % self.table.label(seat)
        return lambda at: self.stage.confirm(text, yes, self._drop_questions)

    def _drop_questions(self, at):
        self.stage.lift_questions()
        self.stage.show_again()

    def ask_blocked(self):
        """Ask whether the game is over: the time ran out for everybody, and there is nothing to draw."""
        words = self.kit.words
        self.stage.confirm(words.NOBODY_MOVES, (words.YES, self._all_passed, ""), self._happen(r.RESUME))

    def _all_passed(self, at):
        for ago in range(self.table.game.players.count()):
            if not self.table.game.reason:
                self.table.happen(r.PASSED, at, ago)

    def _abandon(self, at):
        seldom = self.kit.seldom()
        self.stage.confirm(self.kit.words.ABANDON, (seldom.YES_ABANDON, self._happen(r.ABANDON), ""))

    # ---- a picture that stands long ----

    def tick(self, now):
        panel = self.kit.panel
        stood = now - self._since
        if stood < _DIM_MS:
            return self._since + _DIM_MS
        panel.rest(stood // _SHIFT_MS % 2)
        return self._since + (stood // _SHIFT_MS + 1) * _SHIFT_MS

    def press(self, what, key, at):
        self.kit.panel.wake()
        self._since = at
        Menu.press(self, what, key, at)
