"""What the table keeps on flash, and takes up again when the power comes back."""

# mypy: disable-error-code="attr-defined"

from tileclock import VERSION
from tileclock.core import records as r
from tileclock.core.game import EXPIRED, OVER, READY, SEATS
from tileclock.modules import forget
from tileclock.ui.screens import HOME, PLAYING, SETTING_UP

_FOR_IT = [
    "tileclock.found",
    "tileclock.resume",
    "tileclock.shelf",
    "tileclock.space",
    "tileclock.core.written",
]


class Kept:
    """The part of the table that deals with the flash."""

    def look_back(self):
        """Whether a game was being played when the box was switched off."""
        from tileclock import found

        found.look(self.storage, self.log)
        del found
        forget(_FOR_IT)

    def settle(self):
        """What can wait until the first screen is shown: the boot is counted, the match goes on."""
        from tileclock import resume

        self.settled = True
        self.storage.settle()
        if self.storage.goes_on:
            found = resume.recall(self.storage, self.storage.match)
            if found and resume.totals(self.match, found[1]):
                self.match.games = found[0]["number"]
                self.last_first = found[1]["first"]
        forget(_FOR_IT)

    def _keep(self, result):
        """Write the sheet of the game; that it is over stands once its sheet does."""
        from tileclock import shelf

        storage, play = self.storage, self.play
        if not storage.live.journal:  # a correction, or the flash refused the game before
            self._write_head(shelf)
        self.on_flash = storage.try_to(
            lambda: shelf.keep(storage, result, play.journal, max(1, play.game.revision))
        )
        if self.match_over:
            storage.try_to(lambda: storage.count(storage.game, storage.match, False))
        forget(_FOR_IT)

    def _write_head(self, shelf):
        """A game begins, or what is to be kept of it could not be written when it did."""
        self.on_flash = self.storage.try_to(
            lambda: shelf.deal(self.storage, self.head, self.preset, self.play.journal)
        )

    def drop(self, at):
        """The game was abandoned: its sheet says so, and nothing more."""
        from tileclock.core import sheet

        self._keep(sheet.unscored(self.game))
        self.go(HOME)

    def _keep_again(self):
        """A stored game of Word goes on: it is a running game again, until its next sheet stands."""
        from tileclock import shelf

        self.on_flash = self.storage.try_to(
            lambda: shelf.again(self.storage, self.number, self.game.revision, self.play.journal)
        )
        forget(_FOR_IT)

    def _let_go(self):
        """No game is being played; the sheet stands as it was."""
        from tileclock import shelf

        self.storage.live.close()
        self.storage.try_to(shelf.clear)
        forget(_FOR_IT)

    def deal_if_room(self, at):
        """A game begins only if its sheet will fit; what the PC has makes room for it."""
        if self.storage.free():
            self.deal(at)
            return
        from tileclock import space

        try:
            room = space.make_room(self.storage)
            match = None if room else space.oldest(self.storage)
        except OSError as error:
            self.log("no room could be made (%s)" % error)
            room, match = False, None
        forget(_FOR_IT)
        if room:
            self.deal(at)
        else:
            self._ask_room(match)

    def _ask_room(self, match):
        words = self.words
        rows = [(words.USE_PC, self._to_setup, "")]
        if match:
            text = words.REDUCE % match[0]
            sure = [(words.NO, self._to_setup, ""), (words.YES, self._reduce, "")]
            rows.append((text, lambda at: self.screens.choice.ask(text, sure, 0, self._to_setup), ""))
        self.screens.choice.ask(words.FULL, rows, 0, self._to_setup)

    def _reduce(self, at):
        from tileclock import space

        self.storage.try_to(lambda: space.reduce(self.storage))
        forget(_FOR_IT)
        self.deal_if_room(at)

    def _to_setup(self, at):
        self.show(self.screens.setup)

    def _number(self):
        """The game gets its number and its head, and is on flash from now on."""
        from tileclock import shelf

        storage, settings = self.storage, self.settings
        if not (storage.goes_on and self.games):
            storage.match += 1
        self.number = storage.game + 1
        self.head = {
            "v": 1,
            "device": storage.device,
            "firmware": VERSION,
            "boot": storage.boot,
            "game": self.number,
            "match": storage.match,
            "number": self.games + 1,
            "table": settings.table,
            "date": storage.date(),
            "names": self.names,
            "until": [settings.match_games, settings.match_target],
            "checksum": self.checksum,
        }
        self._write_head(shelf)
        forget(_FOR_IT)

    # ---- the game before the power went ----

    def resume(self, at):
        """Go on with it: the clock stands, with the time it had when it was last written down."""
        from tileclock import resume

        try:
            taken = resume.take_up(self.storage, at, self.board.memory.read(), self.log)
        except resume.Unreadable as error:
            words = self.words
            rows = [(words.NEWER if error.newer else words.DAMAGED, self._home, "")]
            self.screens.choice.ask(words.UNREADABLE, rows, 0, self._home)
            return
        self._lay_out(taken)
        resume.cut(self.play, at, self.board.cause())
        entered = resume.racks_entered(self.play)
        del taken, resume
        forget(_FOR_IT)
        self.screens.expired.prepare()
        self._warm_up()
        self._come_back(at, entered)

    def _home(self, at):
        self.go(HOME)

    def _lay_out(self, taken):
        """What was read, put on the table as if it had been dealt here."""
        storage = self.storage
        self.play, self.preset, self.checksum = taken.play, taken.preset, taken.checksum
        self.names, self.head, self.number, self.on_flash = taken.names, taken.head, taken.number, True
        self.sitting, self.first = self.game.playing, self.game.first
        self.match.ranking = self.preset["ranking"]
        self.result = None
        if taken.booked:  # a sheet of it stands, and is being corrected
            self.match.take_back(taken.booked, self.game.seats)
        self._blips = [0] * SEATS
        storage.live.open(taken.number, self.play.journal, taken.kept)
        storage.unfinished = 0
        self.board.keys.first = self.game.seat

    def _come_back(self, at, entered):
        """To the screen of the phase it was in."""
        screens, game = self.screens, self.game
        if game.phase == READY:
            screens.load(SETTING_UP)
            self.show(screens.deal)
            return
        screens.load(PLAYING)
        if game.phase == EXPIRED:
            self.show(screens.expired)
        elif game.phase == OVER:
            self._show_over(at)
            if entered and not game.of_word and game.reason != "abandoned":
                screens.racks.again()
        elif game.why == r.ASKED_OUT:
            self.show(screens.out)
        else:
            screens.pause.show()

    def abandon_unfinished(self, at):
        """Nobody wants to go on with it: its sheet says that it was abandoned."""
        from tileclock import resume

        try:
            taken = resume.take_up(self.storage, at, self.board.memory.read(), self.log)
        except resume.Unreadable:
            resume.drop(self.log)
            self.storage.unfinished = 0
        else:
            self._lay_out(taken)
            resume.cut(self.play, at, self.board.cause())
            if not self.game.revision:
                self.play.happen(r.ABANDON, at)
                from tileclock.core import sheet

                self._keep(sheet.unscored(self.game))
            self._let_go()
        forget(_FOR_IT)
        self.go(SETTING_UP)
