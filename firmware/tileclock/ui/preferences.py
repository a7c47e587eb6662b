"""The settings, each with its value; OK takes the next one."""

from tileclock import lang
from tileclock.storage import settings
from tileclock.ui import page
from tileclock.ui.menu import Menu
from tileclock.ui.navigator import HOME


class Screen(Menu):
    TITLE = "SETTINGS"

    def rows(self):
        table = self.table
        words, more = table.words, table.more_words
        rows = []
        for name, _, allowed in settings.FIELDS:
            if isinstance(allowed, tuple):
                text = words.AUTO if name == "auto" else more.SETTING[name]
                rows.append((text, self._next(name, allowed), self._shown(name)))
        for name, text, most in (
            ("round", more.ROUND, 240),
            ("match_games", more.MATCH_GAMES, 99),
            ("match_target", more.MATCH_TARGET, 9999),
        ):
            value = getattr(table.settings, name)
            rows.append((text, self._number(name, text, most), str(value) if value else words.NO))
        rows.append((more.NAMES, lambda at: self._pick(more.NAMES, self._name), ""))
        rows.append((more.HANDICAPS, lambda at: self._pick(more.HANDICAPS, self._handicap), ""))
        rows.append((self._rare().CODE, self._code, "•••" if table.settings.code else words.NO))
        return rows

    def _shown(self, name):
        value = getattr(self.table.settings, name)
        words = self.table.words
        if name == "language":
            return self.table.more_words.LANGUAGE
        if value is True:
            return words.YES
        if value is False:
            return words.NO
        return "%d ms" % value if name == "hold" else "%d %%" % value

    def _next(self, name, allowed):
        def action(at):
            value = getattr(self.table.settings, name)
            following = allowed[(allowed.index(value) + 1) % len(allowed)]
            setattr(self.table.settings, name, following)
            self.table.obey_settings()
            self.enter(at)

        return action

    def _number(self, name, text, most):
        def done(value, at):
            setattr(self.table.settings, name, value)
            self._again(at)

        def action(at):
            value = getattr(self.table.settings, name)
            self.table.screens.beside("number").ask(text, value, (0, most), done, self._again)

        return action

    def back(self, at):
        self.table.keep_settings()
        self.table.go(HOME)

    # ---- the judge's code ----

    def _rare(self):
        return lang.rare(self.table.settings.language)

    def _code(self, at):
        """A new one is entered twice; before it is changed or removed, it is asked for."""
        table = self.table
        if table.settings.code:
            table.screens.ask_code().ask_old(self._change_code)
        else:
            self._new_code(at)

    def _change_code(self, at):
        words = self._rare()
        rows = [(words.CODE_NEW, self._new_code, ""), (words.CODE_REMOVE, self._remove_code, "")]
        self.table.screens.choice.ask(words.CODE, rows, 0, self._again)

    def _new_code(self, at):
        self.table.screens.ask_code().ask(1, self._possible, self._repeat)

    def _possible(self, text, at):
        self._wanted = text
        return settings.is_code(text) or self._rare().CODE_LENGTH

    def _repeat(self, at):
        self.table.screens.ask_code().ask(2, self._same, self._keep_code)

    def _same(self, text, at):
        return text == self._wanted or self._rare().CODE_DIFFERS

    def _keep_code(self, at):
        self.table.set_code(self._wanted)
        self._again(at)

    def _remove_code(self, at):
        self.table.set_code("")
        self._again(at)

    # ---- names and handicaps, seat by seat ----

    def _pick(self, text, ask):
        rows = []
        for seat in range(len(page.LETTERS)):
            seconds = self.table.settings.handicaps[seat]
            shown = "%d s" % seconds if ask == self._handicap and seconds else ""
            rows.append((self.table.label(seat), ask(seat), shown))
        self.table.screens.choice.ask(text, rows, 0, self._again)

    def _again(self, at):
        self.table.show(self)

    def _name(self, seat):
        return lambda at: self.table.screens.name.ask(seat, self._again)

    def _handicap(self, seat):
        def done(seconds, at):
            self.table.settings.handicaps[seat] = seconds
            self._again(at)

        def action(at):
            text = self.table.more_words.HANDICAPS + " " + page.LETTERS[seat]
            value = self.table.settings.handicaps[seat]
            self.table.screens.beside("number").ask(text, value, (0, 3600), done, self._again)

        return action
