"""The settings, each with its value; OK takes the next one."""

from tileclock.storage import clock_chip, settings
from tileclock.ui import page
from tileclock.ui.menu import Menu

_FIRST = (2026, 1, 1, 12, 0)  # where one begins who knows no date


class Screen(Menu):
    def title(self):
        return self.kit.words.SETTINGS, ""

    def rows(self):
        words, between = self.kit.words, self.kit.between()
        rows = []
        for name, _, allowed in settings.FIELDS:
            text, value = between.SETTING.get(name, words.AUTO), self.settings.value(name)
            if isinstance(allowed, tuple):
                rows.append((text, self._next(name, allowed), self._shown(name)))
            elif name in between.SETTING:
                change = lambda n, name=name: self.settings.change(name, n)  # noqa: E731
                ask = self._number(text, value, allowed[-1], change)  # type: ignore[index]
                rows.append((text, ask, str(value) if value else words.NO))
        rows.append((between.NAMES, lambda at: self._pick(between.NAMES, self._name), ""))
        rows.append((between.HANDICAPS, lambda at: self._pick(between.HANDICAPS, self._handicap), ""))
        known = clock_chip.read(self.table.board.i2c)
        if known is not None:
            text = "%d-%02d-%02d" % clock_chip.date(known)[:3] if known else "?"
            rows.append((self.kit.seldom().DATE, self.ask_date, text))
        rows.append((self.kit.seldom().CODE, self._code, "•••" if self.settings.code else words.NO))
        return rows

    def _shown(self, name):
        value = self.settings.value(name)
        words, between = self.kit.words, self.kit.between()
        if name == "language":
            return between.LANGUAGE
        if name == "spans":
            return between.ROUND_FOR[value]
        if isinstance(value, bool):
            return words.YES if value else words.NO
        return "%d %s" % (value, {"hold": "ms", "restart": "s"}.get(name, "%"))

    def _next(self, name, allowed):
        def action(at):
            value = self.settings.value(name)
            self.settings.change(name, allowed[(allowed.index(value) + 1) % len(allowed)])
            self.keep()

        return action

    def _number(self, text, value, most, change):
        def done(number, at):
            change(number)
            self.keep()

        return lambda at: self.go.get("number").ask(text, value, (0, most), done)

    def keep(self):
        """Obey what was set, and put it on flash at once: nobody has to leave these screens in order."""
        self.go.obey_settings()
        self.table.next.keep()
        self.settings.save(self.table.log)
        self.stage.show(self)

    # ---- the date, number by number ----

    def ask_date(self, at):
        known = self.table.board.clock.unix()
        self.chosen = len(self.list) - 2  # also where the screen before has led here
        self._ask_part(list(clock_chip.date(known)[:5] if known else _FIRST), 0)

    def _ask_part(self, date, part):
        year, month, day = date[:3]
        days = 30 + (month + month // 8) % 2 if month != 2 else 28 + (not year % 4)
        date[2] = min(day, days)

        def done(value, at):
            date[part] = value
            if part < 4:
                self._ask_part(date, part + 1)
                return
            clock_chip.keep(self.table.board, clock_chip.unix(*date))
            self.stage.show(self)

        known = ("%d-%02d-%02d %02d:%02d" % tuple(date))[: 2 + 3 * part]
        allowed = ((2021, 2099), (1, 12), (1, days), (0, 23), (0, 59))[part]
        self.go.get("number").ask(known + "… UTC", date[part], allowed, done)

    # ---- the judge's code ----

    def _code(self, at):
        """Set a code, entered twice; before one is changed or removed, it is asked for."""
        if self.settings.code:
            self.stage.judge_code().ask_old(self._change_code)
        else:
            self._new_code(at)

    def _change_code(self, at):
        words = self.kit.seldom()
        rows = [(words.CODE_NEW, self._new_code, ""), (words.CODE_REMOVE, self._remove_code, "")]
        self.stage.ask(words.CODE, rows)

    def _new_code(self, at):
        self.stage.judge_code().ask(self.kit.seldom().CODE_NEW, self._possible, self._repeat)

    def _possible(self, text, at):
        self._wanted = text
        return settings.is_code(text) or self.kit.seldom().CODE_LENGTH

    def _repeat(self, at):
        self.stage.judge_code().ask(self.kit.seldom().CODE_AGAIN, self._same, self._keep_code)

    def _same(self, text, at):
        return text == self._wanted or self.kit.seldom().CODE_DIFFERS

    def _remove_code(self, at):
        self._wanted = ""
        self._keep_code(at)

    def _keep_code(self, at):
        self.table.lock.set_code(self._wanted, self.table.log)
        self.stage.show(self)

    # ---- names and handicaps, seat by seat ----

    def _pick(self, text, ask):
        rows = []
        for seat in range(len(page.LETTERS)):
            seconds = self.settings.handicaps[seat]
            shown = "%d s" % seconds if ask == self._handicap and seconds else ""
            rows.append((self.table.label(seat), ask(seat), shown))
        self.stage.ask(text, rows)

    def _name(self, seat):
        return lambda at: self.go.get("name").ask(seat)

    def _handicap(self, seat):
        text = self.kit.between().HANDICAPS + " " + page.LETTERS[seat]
        change = lambda n: self.settings.change_seat("handicaps", seat, n)  # noqa: E731
        return self._number(text, self.settings.handicaps[seat], 3600, change)
