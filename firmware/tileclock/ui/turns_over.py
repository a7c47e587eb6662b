"""The turns are over though nobody is out: why."""

from tileclock.ui import flash_questions, page, screen


class Screen(screen.Screen):
    COUNTS = True

    def begin(self, at):
        self.stage.show(self)

    def enter(self, now):
        kit, game = self.kit, self.table.game
        words = kit.scoring()
        hint = "OK" if self._abandoned() else words.OVER_HINT
        page.whole(kit, words.OVER, (), hint, kit.words.GAME % self.table.head["number"])
        kit.text.draw_part(kit.panel, words.REASONS[game.reason], 4, 27, 128)
        kit.lights.dark()

    def _abandoned(self):
        return self.table.game.reason == "abandoned"

    def on_ok(self, at):
        if self._abandoned():
            flash_questions.drop(self.go, at)
        else:
            self.go.score("racks").recall()

    def on_back(self, at):
        if not self._abandoned():
            self.go.leave_racks(at)
