"""Everything that lies on the table: settings, rules, players, the game, and the one screen that is shown."""

import gc

from tileclock import lang
from tileclock.core import game as states
from tileclock.core import match, preset_time
from tileclock.core import records as r
from tileclock.core.play import Play
from tileclock.core.preset_box import Refused, tile_set
from tileclock.device import sound
from tileclock.device.font import Face, Font
from tileclock.device.keys import COUNT, UP
from tileclock.device.lights import Lights
from tileclock.device.presses import Presses
from tileclock.device.sound import Sound
from tileclock.storage import rule_files
from tileclock.storage.flash import Storage
from tileclock.storage.settings import Settings
from tileclock.table.kept import Kept
from tileclock.table.lock import Lock
from tileclock.ui import page
from tileclock.ui.navigator import FINAL, HOME, PLAYING, SCORING, SETTING_UP

SEATS = len(page.LETTERS)


class Table(Kept):
    """What the screens work with. They change the game only through `happen`."""

    def __init__(self, board, log):
        self.board = board
        self.log = log
        self.storage = Storage(board, log)
        self.settings = Settings(log)
        self.text, self.middle, self.seat_font = Font("text"), Font("mid"), Font("seat")
        self.huge, self.tall = Face("huge"), Face("tall")
        self.sound = Sound(board.buzzer)
        self.lights = Lights(board.chain)
        self.presses = Presses(self.settings.hold)
        self.words = None
        self._speak(self.settings.language)
        self.preset, self.checksum = rule_files.load(self.settings.preset, log)
        self.sitting = self.settings.sitting
        self.limit = self.settings.limit
        self.names = self.settings.names
        self.first = None  # the seat that begins, or None: it has to be drawn
        self.new_match()
        self.settled = False
        self.numbered = True
        self.look_back()
        self.play = Play(self.preset)
        self._blips = [0] * SEATS
        self.look = False  # the screen asks for a look at the table
        self.now = 0
        self.panel = None
        self.screen = None
        self.screens = None
        self.lock = Lock(self)
        self.lock.obey()

    def lay(self, panel, screens):
        """The panel answers: put everything else on the table."""
        self.panel = panel
        self.screens = screens
        self.obey_settings()

    def clear(self):
        """The program broke, perhaps because the heap is full: nothing is left but what says so."""
        self.screens = self.screen = self.huge = self.tall = self.seat_font = self.presses = None

    @property
    def game(self):
        return self.play.game

    @property
    def more_words(self):
        """What is said between games: not in memory while one is played."""
        return lang.between(self.settings.language)

    # ---- settings ----

    def set_code(self, text):
        """The judge's code from the PC; False if it is none. Ask `lock.closed()` first."""
        done = self.screens.ask_code().set_code(text)
        if self.screen is not self.screens.code:
            self.screens.drop_code()
        return done

    def obey_settings(self):
        settings = self.settings
        self.sound.on = settings.sound
        self.lights.level = settings.lights
        self.presses.hold_ms = settings.hold
        self._speak(settings.language)
        self.panel.look(settings.brightness, settings.flip)

    def take_settings(self, changed):
        """The PC has changed these; what was chosen for the next game follows."""
        settings = self.settings
        self.names = settings.names
        if "limit" in changed:
            self.limit = settings.limit
        if "sitting" in changed:
            self.sit(settings.sitting)
        if "preset" in changed:
            self.preset, self.checksum = rule_files.load(settings.preset, self.log)
            if "limit" not in changed:
                self.limit = settings.limit = self.preset["limit"]  # as if they were chosen here
        self.obey_settings()

    def _speak(self, language):
        """Have its words, and none of another language: the heap has no room for two."""
        if self.words and self.words.__name__.endswith(language):
            return
        self.words = None
        self.words = lang.load(language)
        # Each letter that is not ASCII is interned when it is first met, and the table of interned strings
        # grows by a block of many kilobytes: now there is one, later, among the games, there may be none.
        # Of the capitals few are ever met; those of the names are when a game is dealt.
        page.meet(self.words.SMALL)

    def keep_settings(self):
        settings = self.settings
        settings.preset, settings.limit, settings.sitting = self.preset["id"], self.limit, self.sitting
        settings.save(self.log)

    # ---- the match ----

    def new_match(self):
        settings = self.settings
        self.match = match.Match(self.preset, settings.match_games, settings.match_target)
        self.match_over = ""  # why no further game is played
        self.last_first = None  # the seat that began its last game
        self.result = None  # of the game that was played last
        self.corrects = ""  # the stored sheet that is being corrected

    @property
    def games(self):
        """Of this match that are over."""
        return self.match.games

    def standing(self, seat, of):
        """What decides the ranking, of that seat."""
        text = "%+d" % of.points[seat]
        if of.ranking[0] == "rounds":
            text = self.words.ROUNDS % of.rounds[seat] + "  " + text
        elif of.ranking[0] == "big_points":
            text = self.words.BIG % of.big_points[seat] + "  " + text
        return text

    def ranking(self, of=None, names=None):
        """Menu rows of all who have played in that match, or in this one; the best first."""
        of, names = of or self.match, names or self.names
        return [
            (
                "%d. %s" % (place, (page.LETTERS[seat] + " " + names[seat]).strip()),
                None,
                self.standing(seat, of),
            )
            for place, seat in of.places()
        ]

    def store(self, at):
        """The sheet stands: book it, keep it, and go on to the next game or to the end of the match.

        If the flash refuses it, it is as if nobody had stored it: `keep` asks what to do.
        """
        from tileclock.core import summary

        game, over = self.game, self.match_over
        if game.revision == self.storage.live.revision:  # else it was tried before
            self.happen(r.STORE, at)
        self.lock.end(at)
        self.match.add(self.result, game.seats)
        self.match_over = self.match.over(game.reason == "round", over == "stop")
        if not self._keep(summary.scored(game, self.result, self.match), self.store):
            self.match.take_back(self.result, game.seats)
            self.match_over = over
            return
        if self.corrects:
            self._put_away()
        else:
            self.last_first = game.first
        self.go(FINAL if self.match_over else SETTING_UP)

    def leave_racks(self, at):
        """Back to the turn, which stands; a sheet that was stored already stays as it was."""
        self.lock.guard(self._leave_racks, at)

    def _leave_racks(self, at):
        if self.corrects:
            self.leave_correction(at)
        else:
            self.happen(r.REOPEN if self.game.winner >= 0 else r.UNDO, at)

    def end_match(self, at):
        storage = self.storage
        self.match_over = self.match.over(stopped=True)
        storage.try_to(lambda: storage.count(storage.game, storage.match, False))
        self.go(FINAL)

    def out_text(self):
        """Who is out, if anybody is."""
        winner = self.game.winner
        return self.words.IS_OUT % self.name(winner) if winner >= 0 else ""

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

    def openings(self):
        """Letters of a first word to choose from: the sheet's own, then shorter ones for beginners."""
        offered = self.preset["openings"] if self.preset["game"] == "word" else []
        return [self.preset["opening"]] + list(offered)

    def opening(self):
        offered = self.openings()
        return self.settings.opening if self.settings.opening in offered else offered[0]

    def next_opening(self, step):
        offered = sorted(self.openings())
        self.settings.opening = offered[(offered.index(self.opening()) + step) % len(offered)]

    def players_fit(self):
        try:
            return bool(tile_set(self.preset, len(self.seats())))
        except Refused:
            return False

    def next_preset(self, step):
        known = rule_files.ids()
        at = known.index(self.preset["id"]) if self.preset["id"] in known else 0
        self.preset, self.checksum = rule_files.load(known[(at + step) % len(known)], self.log)
        self.limit = self.preset["limit"]
        self.check_setup()

    def change_players(self, step):
        """The arrows fill and empty the seats in order; who sits apart uses his button."""
        count = len(self.seats()) + step
        if 2 <= count <= SEATS:
            self.sit((1 << count) - 1)

    def sit(self, sitting):
        """Others sit at the table: who begins is found anew, for it must be one of them."""
        self.sitting = sitting
        seats = self.seats()
        self.first = match.first_player(self.preset, seats, self.last_first) if seats else None

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
        self.lock.end(at)
        self.keep_settings()
        if not self.games:
            self.new_match()
        self.match.ranking = self.preset["ranking"]
        self.result = None  # with it goes what scores games, until this one is over
        self.play = Play(self.preset)
        self._blips = [0] * SEATS  # those of the last game are not this one's
        seconds = self.preset["total"] if self.preset["timing"] == "total" else self.limit
        self.play.happen(r.DEAL, at, self.sitting, self.first, seconds)
        for seat in self.seats():
            if self.settings.handicaps[seat]:
                self.play.happen(r.HANDICAP, at, seat, self.settings.handicaps[seat])
        if self.opening() != self.preset["opening"]:
            self.play.happen(r.OPENING, at, self.opening())
        self.numbered = False  # that is written once the deal is shown
        self._warm_up()
        self.show(self.screens.deal)

    def _warm_up(self):
        """Every sign a game can need is met now: a new one would take heap while the clock runs."""
        words = self.words
        for text in self.names + [words.LOOK, words.POOL, words.TURNS, words.MINUTES]:
            page.meet(text)
        page.meet(words.TIME_UP + words.TIME_UP_HINT)
        for text in words.TIMEOUTS.values():
            page.meet(text)
        page.meet("0123456789:+▸✓!♪…ABCDEF")
        gc.collect()

    # ---- while it is played ----

    def begin(self, at):
        """The first turn; a round time that was set runs from here."""
        self.happen(r.BEGIN, at)
        if self.settings.round and not self.preset["round_time"]:
            self.happen(r.ADD_ROUND, at, self.settings.round)

    def happen(self, kind, at, a=0, b=0, c=0):
        """Something happened in the game: the one place through which it changes."""
        play = self.play
        before = play.game
        left, due = before.pool.left, before.pool.new_stack_due
        if kind != r.BLIPS:
            self._note_blips(at)
        if kind == r.RESUME:
            self.lock.end(at)
        play.happen(kind, at, a, b, c)
        game = play.game
        self.board.keys.first = game.seat
        pool = game.pool
        if kind == r.END_TURN or kind == r.RESUME:  # noqa: PLR1714 – a tuple to look in would allocate
            self.look = False
        if pool.left < left and (not pool.left or (pool.new_stack_due and not due)):
            self.look = True
        if kind == r.EXPIRE and self.settings.auto:
            choice, tiles = self.screens.stopped.expired.usual()
            self.sound.play(sound.TIME_UP, at)
            self.happen(r.RESOLVE, at, choice, tiles)
            return
        self._show_phase(at)

    def _show_phase(self, at):
        """Each phase of the game has its screen; the running one is drawn anew."""
        game = self.game
        screens = self.screens
        if game.phase == states.RUNNING:
            if screens.part is not PLAYING or screens.guests:
                screens.load(PLAYING)  # a turn has just begun or goes on: nobody can press for a moment
            if self.screen is screens.turn:
                screens.turn.draw(at)
            else:
                self.show(screens.turn)
        elif game.phase == states.EXPIRED:
            self.show(screens.stopped.expired)
        elif game.phase == states.OVER:
            self._show_over(at)
        elif screens.part is SCORING or self.screen in (screens.turn, screens.stopped.expired):
            screens.load(PLAYING)
            if game.why == r.ASKED_OUT:
                self.show(screens.stopped.out)
            else:
                screens.stopped.pause.show()

    def _show_over(self, at):
        screens = self.screens
        if screens.part is SCORING:
            return  # entries and the sheet are put on record
        screens.load(SCORING)
        self.sound.play(sound.OVER, at)
        if self.game.winner >= 0:
            screens.scoring("racks").begin()
        elif self.game.of_word and self.game.reason != "abandoned":
            screens.scoring("result").begin(at)
        else:
            self.show(screens.scoring("turns_over"))

    def check_battery(self, now):
        """Its sign on a turn that runs; nearly empty, the clock stands, once, while the light is still on."""
        battery = self.board.battery
        changed = battery.measure(now)
        if self.game.phase != states.RUNNING:
            return
        if battery.empty and not battery.told:
            battery.told = True
            self.happen(r.PAUSE, now, r.LOW_BATTERY)
            self.screens.warn()
        elif changed:
            self.screens.turn.draw_line()

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

    def go(self, part):
        """To another part of the evening, whose screens are loaded now."""
        if part is HOME:
            self.lock.end(self.now)
        elif part is SETTING_UP and self.match_over:
            self.new_match()
        self.screens.load(part)
        self.show(getattr(self.screens, part[0]))

    def show(self, screen):
        self.screen = screen
        for key in range(COUNT):
            if not self.screens.turn.awaits(key):
                self.presses.spend(key)
        screen.enter(self.now)
