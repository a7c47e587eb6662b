"""The game at the table: its rules and players, its match, and the one function through which it changes."""

from tileclock.core import clock as states
from tileclock.core import preset_time
from tileclock.core import records as r
from tileclock.core.match import Match
from tileclock.core.play import Play
from tileclock.core.seats import SEATS
from tileclock.memory import Held
from tileclock.storage.flash import Storage
from tileclock.storage.settings import LETTERS, Settings
from tileclock.table.lock import Lock
from tileclock.table.next_game import NextGame


def cause(board):
    """What started the chip, as a record says it."""
    return r.POWER if board.switched_on() else r.WATCHDOG if board.bitten() else r.CRASH


def _nothing(kind, at):
    """Tell nobody what happened."""


class Table:
    """Everybody looks at what lies on it. The game changes through `happen`, the rest by its methods."""

    def __init__(self, board, log):
        self.board = board
        self.log = log
        self.storage = Storage(board, log)
        self.settings = Settings(log)
        self.lock = Lock(self.settings, board.close_prompt, self._note_judge)
        self.next = NextGame(self.settings, log)
        self.rules = Held()  # the modules that keep a game of Word
        self._told = _nothing
        self._names = None  # of the game, once it is dealt
        self.look = False  # the screen asks for a look at the table
        self.new_match()
        with self.rules:
            self.lay(Play(self.next.preset))

    def tell(self, whom):
        """Call this with kind and time of whatever happens in the game, once it has changed."""
        self._told = whom

    # ---- the game ----

    @property
    def game(self):
        return self.play.game

    @property
    def names(self):
        """A text for each seat: those of the game, or when none is played those that are set."""
        return self._names or self.settings.names

    def lay(self, play, names=None, head=None, corrects=""):
        """Play this game from now on; nothing is left of the one before."""
        self.play = play
        self._names = names
        self.head = head  # of its sheet, once it has a number
        self.result = None  # what it was worth, once that is known
        self.corrects = corrects  # the stored sheet that is being corrected
        self._blips = [0] * SEATS  # that are not on record yet
        self.match.rank_by(play.preset["ranking"])
        if not play.game.of_word:
            self.rules.drop()

    def put_away(self):
        """Let what was chosen for the next game count again; the last one stays to be looked at."""
        self._names = None
        self.corrects = ""

    def write_head(self, head):
        """Take the head of the sheet: the game has a number."""
        self.head = head

    def happen(self, kind, at, a=0, b=0, c=0):
        """Put it on record and let it change the game; nothing else does."""
        play = self.play
        if kind == r.DEAL:
            play.happen(kind, at, a, b, c)
            return
        if kind == r.RESUME:
            self.lock.end(at)
        pool = play.game.pool
        left, due = pool.left, pool.new_stack_due
        self._note_blips(at)
        play.happen(kind, at, a, b, c)
        game = play.game
        pool = game.pool
        if kind == r.END_TURN or kind == r.RESUME:  # noqa: PLR1714 – a tuple to look in would allocate
            self.look = False
        if pool.left < left and (not pool.left or (pool.new_stack_due and not due)):
            self.look = True
        self._told(kind, at)
        if kind == r.EXPIRE and self.settings.auto:
            choice = preset_time.usual_time_out(play.preset)
            self.happen(r.RESOLVE, at, choice, play.preset["timeouts"][choice]["tiles"])
        elif (
            game.clock.phase == states.RUNNING
            and game.players.objector >= 0
            and game.players.objected_to < game.turns
        ):
            self.happen(r.PAUSE, at, r.DISPUTE)
        elif game.of_word and game.clock.phase == states.RUNNING and game.turns_made():
            self.happen(r.PAUSE, at, r.ASKED_ENTRIES)  # nobody has a turn
        elif kind == r.RESOLVE and play.stuck():
            self.happen(r.PAUSE, at, r.ASKED_BLOCKED)

    def count_blip(self, seat):
        """Count a press of that seat that meant nothing: it is never fatal."""
        self._blips[seat] += 1

    def _note_blips(self, at):
        """Put the counted presses on record, before the next one."""
        for seat in range(SEATS):
            if self._blips[seat]:
                self.play.happen(r.BLIPS, at, seat, self._blips[seat])
                self._blips[seat] = 0

    def _note_judge(self, opened, at, in_pause=False):
        """Put on record that the lock was opened or closed, if a game is under way that is not stored yet.

        `in_pause`: only while its clock stands, or nothing could have been done with what was unlocked.
        """
        game = self.game
        under_way = self.storage.live.journal and game.round.began_at and game.reason != "abandoned"
        if under_way and (not in_pause or game.stands()):
            self.happen(r.JUDGE, at, opened)

    # ---- the match ----

    def new_match(self, match=None):
        """Begin another match, or have that one."""
        settings = self.settings
        self.match = match or Match(self.next.preset, settings.match_games, settings.match_target)

    def score(self, result):
        """Note what the game was worth."""
        self.result = result

    # ---- players ----

    def name(self, seat):
        return self.names[seat] or LETTERS[seat]

    def label(self, seat):
        """Letter and name."""
        return (LETTERS[seat] + " " + self.names[seat]).strip()
