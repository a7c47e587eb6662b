"""Shows how this game is set, and changes nothing."""

from tileclock import VERSION
from tileclock.ui import page
from tileclock.ui.menu import Menu


class Screen(Menu):
    def title(self):
        return self.kit.words.PROOF, ""

    def rows(self):
        table, words, seldom = self.table, self.kit.words, self.kit.seldom()
        rules = table.game.preset
        volts = self.kit.battery.millivolts // 10
        return [
            (page.rules_name(self.kit, rules), None, ""),
            (words.RULES, None, "%s v%d" % (rules["id"], rules["version"])),
            (seldom.CHECKSUM, None, table.head["checksum"]),
            (words.LIMIT, None, page.limit_text(self.kit, table.next)),
            (words.AUTO, None, words.YES if self.settings.auto else words.NO),
            (seldom.RECORDS, None, "%d" % table.play.journal.count),
            (seldom.BATTERY, None, "%d.%02d V" % (volts // 100, volts % 100) if volts else words.NO),
            ("tileclock", None, VERSION),
        ]
