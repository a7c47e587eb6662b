"""Small faults of the product that the evenings of the club must notice: what a line says, and becomes."""

from typing import NamedTuple

DEVICE, HOST = "firmware/tileclock/", "host/tileclock_host/"


class Mutation(NamedTuple):
    file: str
    line: str  # or what of it makes it the only one
    becomes: str


MUTATIONS = {
    "names are not saved": Mutation(
        DEVICE + "storage/settings.py",
        "if getattr(self, name) != default and name not in SECRET",
        'if getattr(self, name) != default and name not in SECRET + ("names",)',
    ),
    "times of the seats are not saved": Mutation(
        DEVICE + "storage/settings.py",
        "if getattr(self, name) != default and name not in SECRET",
        'if getattr(self, name) != default and name not in SECRET + ("handicaps",)',
    ),
    "a lock opens when the power goes": Mutation(
        DEVICE + "storage/settings.py", 'code = self.code + " locked" * self.locked', "code = self.code"
    ),
    "what a seat gets, A gets": Mutation(
        DEVICE + "storage/settings.py", "values[seat] = value", "values[0] = value"
    ),
    "a setting by the keys is not saved": Mutation(
        DEVICE + "ui/preferences.py", "self.settings.save(self.table.log)", "pass"
    ),
    "a setting by the cable is not saved": Mutation(
        DEVICE + "cable/requests.py", "    now.save(link.table.log)\n", ""
    ),
    "the time for a turn is not saved": Mutation(
        DEVICE + "table/next_game.py", '        change("limit", self.seconds)\n', ""
    ),
    "the players are not saved": Mutation(
        DEVICE + "table/next_game.py", 'change("sitting", self.sitting)', "pass"
    ),
    "the picture is never turned": Mutation(
        DEVICE + "ui/kit.py",
        "adjust(settings.brightness, settings.flip)",
        "adjust(settings.brightness, False)",
    ),
    "nobody is asked to confirm": Mutation(
        DEVICE + "ui/result.py", "if self.settings.confirm and", "if not self.settings.confirm and"
    ),
    "the latest sheet is the first by name": Mutation(
        DEVICE + "storage/saved_game.py", "place = found.pop()", "place = found.pop(0) or found.pop()"
    ),
    "the number of the last game is a byte": Mutation(
        DEVICE + "table/start_game.py", '"game": storage.game + 1,', '"game": (storage.game + 1) % 256,'
    ),
    "the number of an abandoned game is used again": Mutation(
        DEVICE + "storage/sheet_files.py",
        'storage.count(head["game"], head["match"], True)',
        'storage.count(head["game"] - 1, head["match"], True)',
    ),
    "a match goes on under other names": Mutation(
        DEVICE + "core/match.py",
        "return not [0 for i, name in enumerate(self.names)",
        "return not [0 for i, name in enumerate([])",
    ),
    "a match goes on by other rules": Mutation(
        DEVICE + "core/match.py", 'return self._rules in ("", checksum)', "return True"
    ),
    "a match goes on beyond its last game": Mutation(
        DEVICE + "core/match.py",
        "if self._games and self.games >= self._games:",
        "if self._games and self.games > self._games:",
    ),
    "a match goes on beyond its target": Mutation(
        DEVICE + "core/match.py",
        "if self._target and best >= self._target",
        "if self._target and best > 2 * self._target",
    ),
    "the last has won": Mutation(
        DEVICE + "core/match.py", "return 1 if theirs > own else 0", "return 0 if theirs > own else 1"
    ),
    "the same player begins each game": Mutation(
        DEVICE + "core/match.py", "if seat > previous:", "if seat >= previous:"
    ),
    "the totals are gone when the power was": Mutation(
        DEVICE + "table/resume_game.py",
        "if table.storage.goes_on:",
        "if table.storage.goes_on and table.log is None:",
    ),
    "a match that was ended goes on when the power was gone": Mutation(
        DEVICE + "table/finish_game.py",
        "storage.count(storage.game, storage.match, False)",
        "storage.count(storage.game, storage.match, True)",
    ),
    "a correction is booked twice": Mutation(
        DEVICE + "table/lay_game.py",
        "    table.match.take_back(Booked(taken.booked), taken.play.game.players.seats)\n",
        "",
    ),
    "a correction raises no revision": Mutation(
        DEVICE + "table/finish_game.py", "max(1, play.game.revision)", "1"
    ),
    "a correction of an earlier game is not in the totals": Mutation(
        DEVICE + "storage/corrected_totals.py", "    line_file.append(FILE, line, _MOST)\n", ""
    ),
    "the end of the journal is not read": Mutation(
        DEVICE + "storage/saved_game.py", "        data.extend(slot.tail)\n", ""
    ),
    "a deal that was undone waits to be taken up": Mutation(
        DEVICE + "table/lay_game.py", "    storage.try_to(sheet_files.clear)\n", ""
    ),
    "racks are forgotten when the power was gone": Mutation(
        DEVICE + "ui/racks.py",
        "self._take_up(*_on_record(self.table.play.journal))",
        "self._take_up(0, False)",
    ),
    "sheets go that no PC has": Mutation(
        DEVICE + "storage/retention.py", "lambda name, synced: synced)", "lambda name, synced: True)"
    ),
    "a match that is reduced leaves no totals": Mutation(
        DEVICE + "storage/retention.py", "line_file.append(TOTALS, line, _MOST)", "pass"
    ),
    "jokers cost nothing": Mutation(
        DEVICE + "core/scoring.py",
        'numbers + preset["joker"] * jokers',
        'numbers + 0 * preset["joker"] * jokers',
    ),
    "an earlier match is ranked by the points": Mutation(
        DEVICE + "core/match.py", 'return said if fits else ["points"]', 'return ["points"]'
    ),
    "old games are shown under new names": Mutation(
        DEVICE + "ui/sheets.py", "page.label(best, names)", "self.table.label(best)"
    ),
    "a PC leaves the latest sheet behind": Mutation(
        HOST + "device/sync.py", "clock.sheets(every=every)", "clock.sheets(every=every)[:-1]"
    ),
}
