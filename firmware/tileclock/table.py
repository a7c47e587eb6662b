"""Everything that lies on the table: settings, rules, players, the game, and the one screen that is shown."""

import gc

from tileclock import lang, rulebook, sound
from tileclock.core import game as states
from tileclock.core import match, preset_time
from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock.core.preset_box import Refused, tile_set
from tileclock.font import Font
from tileclock.keys import UP
from tileclock.lights import Lights
from tileclock.presses import Presses
from tileclock.settings import Settings
from tileclock.sound import Sound
from tileclock.ui import page

SEATS = len(page.LETTERS)


class Table:
    """What the screens work with. They change the game only through `happen`."""

    PAUSED = states.PAUSED

    def __init__(self, board, log):
        self.board = board
        self.log = log
        self.settings = Settings(log)
        self.text, self.middle = Font("text"), Font("mid")
        self.huge, self.tall, self.seat_font = Font("huge"), Font("tall"), Font("seat")
        self.sound = Sound(board.buzzer)
        self.lights = Lights(board.chain)
        self.presses = Presses(self.settings.hold)
        self.words = lang.load(self.settings.language)
        # Each letter that is not ASCII is interned when it is first met, and the table of interned strings
        # grows by a block of many kilobytes: now there is one, later, among the games, there may be none.
        self.text.width(self.words.ALPHABET + self.words.SMALL)
        self.preset, self.checksum = rulebook.load(self.settings.preset, log)
        self.sitting = self.settings.sitting
        self.limit = self.settings.limit
        self.names = self.settings.names
        self.first = None  # the seat that begins, or None: it has to be drawn
        self.last_first = None  # the seat that began the last game of this match
        self.games = 0  # of this match that are over
        self.play = Play(self.preset)
        self._blips = [0] * SEATS
        self.look = False  # the screen asks for a look at the table
        self.now = 0
        self.panel = None
        self.screen = None
        self.screens = None

    def lay(self, panel, screens):
        """The panel answers: put everything else on the table."""
        self.panel = panel
        self.screens = screens
        self.obey_settings()

    @property
    def game(self):
        return self.play.game

    # ---- settings ----

    def obey_settings(self):
        settings = self.settings
        self.sound.on = settings.sound
        self.lights.level = settings.lights
        self.presses.hold_ms = settings.hold
        self.words = lang.load(settings.language)
        self.panel.look(settings.brightness, settings.flip)

    def keep_settings(self):
        settings = self.settings
        settings.preset, settings.limit, settings.sitting = self.preset["id"], self.limit, self.sitting
        settings.save(self.log)

    # ---- a new game ----

    def seats(self):
        """The seats that are taken, in clockwise order."""
        return [seat for seat in range(SEATS) if self.sitting >> seat & 1]

    def name(self, seat):
        return self.names[seat] or page.LETTERS[seat]

    def label(self, seat):
        """Letter and name."""
        return (page.LETTERS[seat] + " " + self.names[seat]).strip()

    def limit_text(self):
        if self.preset["timing"] == "total":
            return "%d min" % (self.preset["total"] // 60)
        return "%d s" % self.limit if self.limit else self.words.NO_LIMIT

    def check_setup(self):
        """What was chosen last may not fit any more: the preset, or who sits."""
        if not self.players_fit():
            self.sitting = 0b1111
        if self.limit not in preset_time.limits(self.preset) and self.preset["timing"] != "limit":
            self.limit = self.preset["limit"]
        self.first = match.first_player(self.preset, self.seats(), self.last_first)

    def players_fit(self):
        try:
            return bool(tile_set(self.preset, len(self.seats())))
        except Refused:
            return False

    def next_preset(self, step):
        known = rulebook.ids()
        at = known.index(self.preset["id"]) if self.preset["id"] in known else 0
        self.preset, self.checksum = rulebook.load(known[(at + step) % len(known)], self.log)
        self.limit = self.preset["limit"]
        self.check_setup()

    def change_players(self, step):
        """The arrows fill and empty the seats in order; who sits apart uses his button."""
        count = len(self.seats()) + step
        if 2 <= count <= SEATS:
            self.sitting = (1 << count) - 1

    def next_limit(self, step):
        offered = sorted(preset_time.limits(self.preset))
        at = offered.index(self.limit) if self.limit in offered else 0
        self.limit = offered[(at + step) % len(offered)]

    def next_first(self, step):
        seats = self.seats()
        at = seats.index(self.first) + step if self.first in seats else 0
        self.first = seats[at % len(seats)]

    def deal(self, at):
        """A new game of those who sit."""
        self.keep_settings()
        self.play = Play(self.preset)
        seconds = self.preset["total"] if self.preset["timing"] == "total" else self.limit
        self.play.happen(r.DEAL, at, self.sitting, self.first, seconds)
        for seat in self.seats():
            if self.settings.handicaps[seat]:
                self.play.happen(r.HANDICAP, at, seat, self.settings.handicaps[seat])
        self.screens.expired.prepare()
        self._warm_up()
        self.show(self.screens.deal)

    def _warm_up(self):
        """Every glyph the game can need is wrapped now; while the clock runs nothing allocates."""
        words = self.words
        for text in self.names + [words.LOOK, words.POOL, words.TURNS, words.TIME_UP, words.TIME_UP_HINT]:
            self.text.width(text)
        for text in words.TIMEOUTS.values():
            self.text.width(text)
        self.text.width("0123456789:+▸✓!♪…ABCDEF")
        self.middle.width("0123456789")
        gc.collect()

    def finish(self):
        """The game is over and done: the next one begins with whom the rules say."""
        self.last_first = self.game.first
        self.games += 1
        self.show(self.screens.setup)

    # ---- while it is played ----

    def happen(self, kind, at, a=0, b=0, c=0):
        """Something happened in the game: the one place through which it changes."""
        play = self.play
        before = play.game
        left, due = before.pool.left, before.pool.new_stack_due
        if kind != r.BLIPS:
            self._note_blips(at)
        play.happen(kind, at, a, b, c)
        game = play.game
        self.board.keys.first = game.seat
        pool = game.pool
        if kind in (r.END_TURN, r.RESUME):
            self.look = False
        if pool.left < left and (not pool.left or (pool.new_stack_due and not due)):
            self.look = True
        if kind == r.EXPIRE and self.settings.auto:
            choice, tiles = self.screens.expired.usual()
            self.sound.play(sound.TIME_UP, at)
            self.happen(r.RESOLVE, at, choice, tiles)
            return
        self._show_phase(at)

    def _show_phase(self, at):
        """Each phase of the game has its screen; the running one is drawn anew."""
        game = self.game
        screens = self.screens
        if game.phase == states.RUNNING:
            if self.screen is screens.turn:
                screens.turn.draw(at)
            else:
                self.show(screens.turn)
        elif game.phase == states.EXPIRED:
            self.show(screens.expired)
        elif game.phase == states.OVER:
            self.sound.play(sound.OVER, at)
            self.show(screens.over)
        elif self.screen in (screens.turn, screens.expired, screens.over):
            if game.why == r.ASKED_OUT:
                self.show(screens.out)
            else:
                screens.pause.show()

    def blip(self, key, at):
        """A press that means nothing now: heard, counted, never fatal."""
        self.sound.play(sound.BLIP, at)
        if key < UP:
            self._blips[key] += 1

    def _note_blips(self, at):
        """Counted presses ride along with the next record."""
        for seat in range(SEATS):
            if self._blips[seat]:
                self.play.happen(r.BLIPS, at, seat, self._blips[seat])
                self._blips[seat] = 0

    def show(self, screen):
        self.screen = screen
        self.presses.spend()
        screen.enter(self.now)
