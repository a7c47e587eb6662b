"""The quick guide: a few pages that need no manual."""

from tileclock.ui import page, screen


class Screen(screen.Screen):
    def enter(self, now):
        self._turn_to(0)

    def on_arrow(self, step, at):
        if 0 <= self._page + step < len(self._pages()):
            self._turn_to(self._page + step)

    def on_ok(self, at):
        if self._page < len(self._pages()) - 1:
            self._turn_to(self._page + 1)
        else:
            self.go.to("home")

    def _pages(self):
        return self.kit.between().GUIDE_PAGES

    def _turn_to(self, number):
        self._page = number
        pages = self._pages()
        lines = pages[number]
        page.whole(self.kit, lines[0], lines[1:], right="%d/%d" % (number + 1, len(pages)))
