"""Shows how this game is set, and changes nothing."""

from tileclock import VERSION
from tileclock.ui.menu import Menu


class Screen(Menu):
    TITLE = "PROOF"

    def rows(self):
        table = self.table
        words = table.words
        rules = table.preset
        volts = table.board.battery.millivolts // 10
        return [
            (rules["name"], None, ""),
            (words.RULES, None, "%s v%d" % (rules["id"], rules["version"])),
            (words.CHECKSUM, None, table.checksum),
            (words.LIMIT, None, table.limit_text()),
            (words.AUTO, None, words.YES if table.settings.auto else words.NO),
            (words.RECORDS, None, "%d" % table.play.journal.count),
            (words.BATTERY, None, "%d.%02d V" % (volts // 100, volts % 100) if volts else words.NO),
            ("tileclock", None, VERSION),
        ]

    def back(self, at):
        self.table.show(self.table.screens.stopped.pause)
