"""The loop: wait, then events, game, screen, sound, lights – and again."""

import gc
import select
import sys
from time import sleep_ms

from tileclock import lang
from tileclock.core import game as core
from tileclock.core import presets
from tileclock.font import Font
from tileclock.keys import COUNT, OK
from tileclock.lights import OFF, WAITING, Lights
from tileclock.presses import HOLD, NOTHING, Presses
from tileclock.settings import Settings
from tileclock.sound import Sound
from tileclock.timeline import NEVER, Timeline
from tileclock.ui import crash, page
from tileclock.ui.deal import DealScreen
from tileclock.ui.expired import ExpiredScreen
from tileclock.ui.paused import PausedScreen
from tileclock.ui.players import PlayersScreen
from tileclock.ui.turn import TurnScreen

_HEAL_MS = 12_000  # between two repairs of the panel; each repairs one of its eight pages
_RETRY_MS = 500  # a panel that was unplugged is looked for this often
_LONGEST_WAIT_MS = 1_000  # the watchdog is fed at least this often
_FOUR = 0b1111  # seats A to D sit down by themselves


def log(text):
    """A line for whoever listens on the cable."""
    print("tileclock:", text)


class Table:
    """Everything that lies on the table, for the screens; one of them is shown."""

    DARK, WAITING = OFF, WAITING

    def __init__(self, board):
        self.board = board
        self.settings = Settings(log)
        self.words = lang.load(self.settings.language)
        self.sound = Sound(board.buzzer)
        self.sound.on = self.settings.sound
        self.lights = Lights(board.chain)
        self.text, self.middle = Font("text"), Font("mid")
        self.huge, self.tall, self.seat_font = Font("huge"), Font("tall"), Font("seat")
        self.panel = _wait_for_panel(board)
        self.presses = Presses(self.settings.hold)
        self.timeline = Timeline(board.keys.seen)
        self.now = 0
        self.sitting = _FOUR
        self.preset = presets.built_in("pl")
        self.game = None
        self.players = PlayersScreen(self)
        self._turn = TurnScreen(self)
        self._by_phase = {
            core.READY: DealScreen(self),
            core.RUNNING: self._turn,
            core.PAUSED: PausedScreen(self),
            core.EXPIRED: ExpiredScreen(self),
        }
        self.screen = None

    def seats(self):
        """The seats that are taken, in clockwise order."""
        return [seat for seat in range(len(page.LETTERS)) if self.sitting >> seat & 1]

    def deal(self):
        """A new game of those who sit."""
        self.game = core.Game(self.preset, self.seats(), self.settings.limit * 1000)
        self.show(self._by_phase[core.READY])

    def penalty(self):
        """Tiles the preset's usual time-out costs."""
        usual = self.preset["timeout"]
        return [row["tiles"] for row in self.preset["timeouts"] if row["choice"] == usual][0]

    def show(self, screen):
        assert screen is not self.screen
        self.screen = screen
        self.presses.spend()
        gc.collect()  # here nobody can press for a moment; while a clock runs nothing allocates
        screen.enter(self.now)

    def happen(self, event, at):
        """Something happened in the game: the one place through which the game changes."""
        game = self.game
        game.apply(event, at)
        self.board.keys.first = game.seat
        screen = self._by_phase[game.phase]
        if screen is not self.screen:
            self.show(screen)


def _wait_for_panel(board):
    """A clock without a display waits for one, and says so."""
    said = False
    while True:
        try:
            return board.panel()
        except ValueError as error:
            if not said:
                log("%s: plug the display in" % error)
                said = True
            sleep_ms(500)


class App:
    def __init__(self, board):
        self.board = board
        self.table = Table(board)
        self._heal_at = _HEAL_MS
        self._due = 0
        self._poll = select.poll()
        self._poll.register(board.keys, select.POLLIN)

    def start(self):
        self.board.start()
        for key in range(COUNT):
            if self.board.keys.held(key):
                log("key %d is down at power-on: it counts only once it has been let go" % key)
        if self.board.bitten():
            log("the watchdog restarted the clock")
        self.table.show(self.table.players)

    def step(self):
        """One pass: wait for a key or the next deadline, then bring everything up to date."""
        table = self.table
        wait = min(max(0, self._due - table.now), _LONGEST_WAIT_MS)
        for _ in self._poll.ipoll(wait):
            pass
        self._take_keys()
        # The keys are known up to `seen`, so that is the present: nothing is decided beyond it, and a
        # press that was made in time is never found after its time was declared up.
        self._pass_time(table.timeline.reach(self.board.keys.seen))
        now = table.now
        self._due = min(table.screen.tick(now), table.sound.step(now), self._next_deadline(), self._heal_at)
        self._show(now)
        self.board.watchdog.feed()

    def _show(self, now):
        table = self.table
        if now >= self._heal_at:
            self._heal_at = now + _HEAL_MS
            table.panel.heal()
        if not table.panel.show():
            self._heal_at = min(self._heal_at, now + _RETRY_MS)
        table.lights.show()

    def _take_keys(self):
        keys, table = self.board.keys, self.table
        while keys.take():
            at = table.timeline.at(keys.ticks)
            self._pass_time(at)
            what = table.presses.change(keys.key, keys.pressed, at)
            if what != NOTHING:
                table.screen.press(what, keys.key, at)

    def _pass_time(self, until):
        """Everything that falls due up to then, in its order and with its own time: holds, the limit."""
        table = self.table
        while True:
            due = self._next_deadline()
            if due > until:
                break
            table.now = due
            key = table.presses.next_hold()
            if key >= 0 and table.presses.hold_at(key) == due:
                table.presses.hold(key)
                table.screen.press(HOLD, key, due)
            else:
                table.happen(core.EXPIRE, due)
        table.now = max(table.now, until)

    def _next_deadline(self):
        """When the next hold is one, or the time of the turn is up."""
        table = self.table
        due = NEVER
        key = table.presses.next_hold()
        if key >= 0:
            due = table.presses.hold_at(key)
        if table.game is not None and table.game.phase == core.RUNNING:
            due = min(due, table.game.deadline())
        return due

    def mourn(self, error):
        """The program broke: say what happened; the watchdog, no longer fed, starts it anew."""
        sys.print_exception(error)
        gc.collect()
        self.table.sound.on = False
        self.board.buzzer.tone(0)
        self.table.lights.dark()
        self.table.lights.show()
        crash.draw(self.table, error)
        while not self.board.keys.held(OK):
            sleep_ms(50)
        self.board.restart()


def run():
    from tileclock import board

    app = App(board)
    try:
        app.start()
        while True:
            app.step()
    except Exception as error:  # whatever broke: it is shown, logged, and ends in a restart
        app.mourn(error)
    finally:
        board.stop()
