"""Owns the screens: which one is shown, which are in memory, and what leads from one to another.

They are loaded for the part of the evening that needs them and dropped when it is left. While a clock runs
nothing is loaded: what a game needs comes while its tiles are dealt, the pause when the clock stands.
"""

from tileclock.core import clock as states
from tileclock.core import records as r
from tileclock.device import sound
from tileclock.memory import Held, moment
from tileclock.ui.stage import Stage

_DEALING, _PLAYING, _SCORING = "dealing", "playing", "scoring"
_OF_A_GAME = (_DEALING, _PLAYING, _SCORING)
# Parts with more than one screen; the first is the one that is shown. What is shown when the clock stops has
# to be there at once.
_SCREENS = {
    "setup": ("setup", "deal"),
    "settings": ("preferences", "name"),
    _DEALING: ("deal", "turn", "time_is_up"),
    _PLAYING: ("turn", "time_is_up"),
}


class Navigator:
    def __init__(self, table, games, kit, presses):
        self.table = table
        self.games = games
        self.kit = kit
        self.presses = presses
        self.stage = Stage(self, presses)
        self.part = ""
        self._loaded: dict = {}  # (screen, its modules) by name
        self._more = False  # whether there are others than those of the part
        self._unsettled = False  # the sheets could not be looked at: nobody knows the match that goes on
        self.rest = ()  # screens of the part that come once its first picture is shown: people cannot wait
        table.tell(self.follow)

    def settle(self):
        """Do what the boot has put off; say what keeps it from that, and what the clock chip has lost."""
        self._unsettled = True
        try:
            lost = self.games.settle()
            self._unsettled = False
            if lost:
                self.warn()
        except (OSError, MemoryError) as error:
            with moment():
                from tileclock.ui import flash_questions

                sheets = self.kit.words.SHEETS, lambda at: self.to("sheets"), ""
                flash_questions.ask_again(self, error, lambda at: self.settle(), sheets)

    def warn(self):
        """Warn that the battery is low, or empty; or that of the clock chip."""
        with moment():
            from tileclock.ui import battery

            battery.warn(self)

    # ---- which screens there are ----

    @property
    def turn(self):
        """The screen of a turn; None but while a game is played."""
        loaded = self._loaded.get("turn")
        return loaded and loaded[0]

    def get(self, name):
        """That screen, loaded beside those of the part if it was not there."""
        if name not in self._loaded:
            self._more = True
            self._load(name)
        return self._loaded[name][0]

    def _have(self, part, names):
        """Be in that part, with those screens and no others."""
        self.part, self._more, self.rest = part, False, ()
        for name in list(self._loaded):
            if name not in names:
                self._drop(name)
        self.kit.forget_words()
        self._come(names)

    def _come(self, names):
        for name in names:
            if name not in self._loaded:
                self._load(name)
        if "word_entry" in names:
            self.turn.have(self.get("word_entry"))

    def _load(self, name):
        modules = Held()
        with modules:
            made = __import__("tileclock.ui." + name, None, None, ("Screen",)).Screen(self)
            self._loaded[name] = made, modules

    def _drop(self, name):
        _, modules = self._loaded[name]
        self._loaded[name] = None  # or the dict would keep it in its slot
        del self._loaded[name]
        modules.drop()

    def _of_game(self, part):
        return _SCREENS[part] + ("word_entry" if self.table.game.of_word else "who_is_out",)

    def _have_game(self, part):
        if self.part != part or self._more:
            self._have(part, self._of_game(part))

    def load_rest(self):
        """Load what a turn needs beside the picture that is shown already."""
        self._come(self.rest)
        self.rest = ()

    # ---- from one part of the evening to another ----

    def to(self, part):
        table = self.table
        if part == "home":
            table.lock.end(self.stage.now)
        elif part == "setup" and table.match.ended:
            table.new_match()
        if part != "ranking":
            table.put_away()
        names = _SCREENS.get(part, (part,))
        if self.part != part or self._more:
            self._have(part, names)
        self.stage.show(self.get(names[0]))
        if self._unsettled and part in ("home", "setup"):
            self.settle()

    def score(self, name):
        """That one of the screens of scoring, and no other: never is there less room than then."""
        if self.part != _SCORING or name not in self._loaded:
            self._have(_SCORING, (name,))
        return self.get(name)

    def pause(self, at):
        """Show the pause, with the harmless row chosen."""
        self._have_game(_PLAYING)
        self.get("pause").begin()

    # ---- a game ----

    def write_deal(self):
        """Put what was dealt on the flash, and load the screens of the game."""
        self.games.write()
        self._have_game(_DEALING)

    def come_back(self, at):
        """Go to the screen of the phase in which the game was taken up again."""
        game = self.table.game
        self.kit.meet(self.table.names)
        self.table.board.keys.prefer(game.seat)
        if game.clock.phase == states.READY:
            self._have_game(_DEALING)
            self.stage.show(self.get("deal"))
            return
        self._have(_PLAYING, ())
        self.rest = self._of_game(_PLAYING)
        if game.clock.phase == states.EXPIRED:
            self.stage.show(self.get("time_is_up"))
        elif game.clock.phase == states.OVER:
            self._show_over(at)
            if self.stage.screen.RACKS:
                self.stage.screen.recall()
        else:
            self._show_stopped(at)

    def obey_settings(self):
        """Look, sound and react as it is set."""
        settings = self.table.settings
        self.kit.obey(settings)
        self.presses.hold_after(settings.hold)
        self.table.match.until(settings.match_games, settings.match_target)

    def take_settings(self, changed):
        """Take over what the PC has changed; what was chosen for the next game follows."""
        self.table.next.take(changed)
        self.obey_settings()
        if "language" in changed:  # else the old one stood there until a key is pressed
            self.stage.show_again()

    def clear(self):
        """Have no screen in memory: what is done next needs the room, and shows something."""
        self.stage.clear()
        self._have("", ())

    def leave_racks(self, at):
        """Go back to the turn, which stands; a sheet that was stored already stays as it was."""
        self.stage.guard(self._leave_racks, at)

    def _leave_racks(self, at):
        table = self.table
        if table.corrects:
            self.games.leave_correction()
            self.to("sheets")
        else:
            table.happen(r.REOPEN if table.game.winner >= 0 else r.UNDO, at)

    # ---- a press that has ended a turn, whatever is shown meanwhile ----

    def end_short(self, at):
        """End the press that ended a turn as a short one: tiles were laid."""
        if self.turn:
            self.turn.end_short(at)

    def end_held(self, turn, seat, at):
        """Take it as a hold, and the finger may let go: a tile was drawn, or it was a pass."""
        game = self.table.game
        ago = game.turns - 1 - turn
        if ago < 0:
            return  # somebody has undone that turn meanwhile
        self.kit.play(sound.HELD, at)
        drew = game.pool.left
        self.table.happen(r.DREW if drew else r.PASSED, at, ago)
        if drew and self.stage.screen is self.turn:
            self.turn.say_drew(seat, at)

    # ---- while it is played ----

    def follow(self, kind, at):
        """Show what happened in the game: each phase has its screen; the running one is drawn anew."""
        table = self.table
        table.board.keys.prefer(table.game.seat)
        if self.part not in _OF_A_GAME:
            return
        if kind == r.EXPIRE and table.settings.auto:
            self.kit.play(sound.TIME_UP, at)
        else:
            self._show_phase(at)

    def _show_phase(self, at):
        phase, screen = self.table.game.clock.phase, self.stage.screen
        if phase == states.RUNNING:
            self._have_game(_PLAYING)  # a turn has just begun or goes on: nobody can press for a moment
            self._show_turn(at)
        elif phase == states.EXPIRED:
            self.stage.show(self.get("time_is_up"))
        elif phase == states.OVER:
            self._show_over(at)
        elif self.part == _SCORING or screen is self.turn or screen is self.get("time_is_up"):
            self._show_stopped(at)

    def _show_turn(self, at):
        if self.stage.screen is self.turn:
            self.turn.draw(at)
        else:
            self.stage.show(self.turn)

    def _show_stopped(self, at):
        why = self.table.game.clock.why
        if why == r.ASKED_ENTRIES:
            self._have_game(_PLAYING)
            self.load_rest()
            self._show_turn(at)
            return
        if why == r.ASKED_OUT:
            self._have_game(_PLAYING)
            self.stage.show(self.get("who_is_out"))
            return
        self.pause(at)
        if why == r.ASKED_BLOCKED:
            self.get("pause").ask_blocked()

    def _show_over(self, at):
        if self.part == _SCORING:
            return  # entries and the sheet are put on record
        game = self.table.game
        scored = game.of_word and game.reason != "abandoned"
        name = "racks" if game.winner >= 0 else "result" if scored else "turns_over"
        screen = self.score(name)
        self.kit.play(sound.OVER, at)
        screen.begin(at)
