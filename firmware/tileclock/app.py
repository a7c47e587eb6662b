"""The loop: wait, then events, game, screen, sound, lights – and again."""

import gc
import select
import sys
from time import sleep_ms, ticks_diff, ticks_ms

from micropython import const

from tileclock.core import records as r
from tileclock.core.clock import RUNNING
from tileclock.device.keys import BACK, COUNT, OK, UP
from tileclock.device.presses import HOLD, NO_TURN, NOTHING, PRESS, Presses
from tileclock.device.timeline import NEVER, Timeline
from tileclock.storage import settings
from tileclock.table.games import Games
from tileclock.table.table import Table
from tileclock.ui import crash
from tileclock.ui.kit import Kit
from tileclock.ui.navigator import Navigator

_HEAL_MS = const(12_000)  # between two repairs of the panel; each repairs one of its eight pages
_APART_MS = const(50)  # from a new picture to what can wait: half a tenth
_RETRY_MS = const(500)  # a panel that was unplugged is looked for this often
_LONGEST_WAIT_MS = const(1_000)  # the watchdog is fed at least this often
_STILL_MS = const(50)  # keys that were not looked at for so long have lost their timer; a press lasts longer
_REST_MS = const(300)  # who marks something ends his turn soon after: the flash is not in the way of that
_GUARDED_MS = const(200)  # in a turn so young nobody ends it before a write is over
_LOCKED_MS = const(5_000)  # a locked box that cannot even start shows why for so long, and tries again


def log(text):
    """Send a line to whoever listens on the cable."""
    print("tileclock:", text)


class App:
    def __init__(self, board):
        self.board = board
        gc.collect()  # what importing left behind: all that stays is made now, close together
        self.table = Table(board, log)
        self._games = Games(self.table)
        settings = self.table.settings
        self.kit = Kit(board, _wait_for_panel(board), settings)
        self._presses = Presses(settings.hold)
        self.go = Navigator(self.table, self._games, self.kit, self._presses)
        self._timeline = Timeline(board.keys.seen)
        self._heal_at = _HEAL_MS
        self._due = 0
        self._fed = 0  # ticks_ms of the last look at the keys when the watchdog was fed
        self._shown = False  # the first screen
        self._settled = bool(self._games.trouble)  # what can wait until it is shown is done
        self._poll = select.poll()
        self._poll.register(board.keys, select.POLLIN)
        self._poll.register(sys.stdin, select.POLLIN)
        self._link = None  # until the first screen is shown: it can wait, people cannot

    def start(self):
        self.board.start()
        for key in range(COUNT):
            if self.board.keys.held(key):
                log("key %d is down at power-on: it counts only once it has been let go" % key)
        if self.board.bitten():
            log("the watchdog restarted the clock")
        self.go.to("data_trouble" if self._games.trouble else "home")
        gc.collect()

    def step(self):
        """Make one pass: wait for a key or the next deadline, then bring everything up to date."""
        table, stage, games = self.table, self.go.stage, self._games
        if self._shown and not self._settled:  # before a key leads to a screen that wants to know
            self._settle()
        if self.go.rest and not self.board.keys.waiting:
            self.go.load_rest()
        arrived = self._wait(min(max(0, self._due - stage.now), _LONGEST_WAIT_MS))
        # The keys are known up to `seen`, so that is the present: nothing is decided beyond it, and a
        # press that was made in time is never found after its time was declared up. It is read before the
        # changes are taken, so what a later sample finds is not older.
        seen = self.board.keys.seen
        self._take_keys()
        due = self._pass_time(self._timeline.reach(seen))
        now = stage.now
        due = min(due, stage.screen.tick(now), self.kit.sound.step(now))
        self._show(now)
        if self._link and games.written:  # no request changes the rules of a deal before it is written
            due = min(due, self._link.step(now, arrived))
        if not (games.written and self._shown):
            self._catch_up()
            due = now
        # The one place where a game is written down: what was pressed is heard and seen already.
        running = table.game.clock.phase == RUNNING
        written_at = table.storage.live.step(now, running, self._free_at(running))
        if written_at is not None:
            due = min(due, written_at)
        self._due = min(due, self._heal_at)
        seen = self.board.keys.seen
        if seen != self._fed:  # a clock that is blind to its keys is not alive
            self._fed = seen
            self.board.watchdog.feed()

    def _settle(self):
        """Do what the boot has put off until the first screen is shown."""
        self._settled = True
        self.go.settle()
        gc.collect()

    def _catch_up(self):
        """Do what had to wait for a picture: a deal is written down, or the cable is listened to."""
        if self._games.written:
            from tileclock.cable.link import Link

            self._shown = True
            self._link = Link(self.table, self.kit, self._games.trouble, self.go.take_settings)
        elif not self.board.keys.waiting:  # else the picture of the deal may not be whole
            self.go.write_deal()
            self._take_keys()  # made while nobody looked: a clock that they start starts now, not before
            self._games.is_written()

    def _wait(self, left):
        """So many ms, or until a key or the cable says something; whether it was the cable."""
        keys = self.board.keys
        since = keys.seen
        arrived = False
        while True:
            for stream, _ in self._poll.ipoll(left if left < _STILL_MS else _STILL_MS):
                arrived = arrived or stream is not keys
                left = 0
            seen = keys.seen
            if seen == since:
                self._look_anew(seen)
            left -= ticks_diff(seen, since)
            since = seen
            if left <= 0:
                return arrived

    def _look_anew(self, seen):
        """Start the timer of the keys anew if it is dead: nothing is in its way here, yet no look came."""
        still = ticks_diff(ticks_ms(), seen)
        if still >= _STILL_MS:
            log("the keys were not looked at for %d ms: their timer is started anew" % still)
            self.board.sample()

    def _free_at(self, running):
        """From when on the flash may be written, which stops the looking at the keys."""
        presses = self._presses
        if presses.next_hold() >= 0:
            return NEVER  # a change of that key comes first
        if not running or self.go.stage.now - self.table.game.clock.guard_from <= _GUARDED_MS:
            return 0
        return presses.changed_at + _REST_MS

    def _show(self, now):
        """Send what is new; what can wait for it does: a repair of the panel, a look at the battery."""
        panel, battery = self.kit.panel, self.kit.battery
        if now >= self._heal_at or now >= battery.due:
            if not panel.rests():
                self._heal_at = now + _APART_MS
            elif now >= battery.due:
                self._check_battery(now)
            else:
                self._heal_at = now + _HEAL_MS
                panel.heal()
        if not panel.show(self.board.keys):
            self._heal_at = min(self._heal_at, now + _RETRY_MS)
        self.kit.lights.show()

    def _take_keys(self):
        keys, presses = self.board.keys, self._presses
        while keys.take():
            at = self._timeline.at(keys.ticks)
            self._pass_time(at)
            what = presses.change(keys.key, keys.pressed, at)
            if what != NOTHING:
                self._tell(what, keys.key, at)

    def _tell(self, what, key, at):
        """Tell the screen that is shown; how a press that ended a turn goes on is the turn's all the same."""
        turn = NO_TURN if what == PRESS else self._presses.ended(key)
        if turn == NO_TURN:
            self.go.stage.screen.press(what, key, at)
        elif what == HOLD:
            self.go.end_held(turn, key, at)
        else:
            self.go.end_short(at)

    def _pass_time(self, until):
        """Everything that falls due up to then, in its order and with its own time; when more does."""
        stage, presses = self.go.stage, self._presses
        while True:
            # The next hold is one, or ↩ is held long, or the time of the turn is up.
            due, limit = presses.due(), self.table.game.clock.deadline()
            if limit is not None and limit < due:
                due = limit
            if due > until:
                break
            stage.reach(due)
            key = presses.next_hold()
            if presses.long_at() == due:
                presses.long()
                stage.hold_back(due)
            elif key >= 0 and presses.hold_at(key) == due:
                presses.hold(key)
                self._tell(HOLD, key, due)
            else:
                self.table.happen(r.EXPIRE, due)
        stage.reach(max(stage.now, until))
        return due

    def _check_battery(self, now):
        """Show its sign in a turn; when nearly empty, stop the clock once, while the light is still on."""
        battery = self.kit.battery
        changed = battery.measure(now)
        if self.table.game.clock.phase != RUNNING:
            return
        if battery.tell_empty():
            self.table.happen(r.PAUSE, now, r.LOW_BATTERY)
            self.go.warn()
        elif changed:
            self.go.turn.draw_line()

    def mourn(self, kind, error):
        """Say what broke the program; the watchdog, no longer fed, starts it anew."""
        self.go = self._presses = self._link = None  # the heap may be full: nothing stays but what says so
        self.table.tell(None)
        gc.collect()
        sys.print_exception(error)
        self.board.buzzer.tone(0)
        lights = self.kit.lights
        lights.dark()
        lights.show()
        if isinstance(error, MemoryError):
            crash.draw_full(self.kit)
        else:
            crash.draw(self.kit, kind, error)
        self._report(error)
        for down in (True, False):  # a press that was part of the trouble is none to restart
            while self.board.keys.held(OK) == down:
                sleep_ms(50)
        self.board.restart()

    def _report(self, error):
        """Write it into the log, if the heap and the flash have room."""
        try:
            from tileclock.service import crash_log

            crash_log.crash(error, self.table.storage.boot)
        except Exception as trouble:
            log("the log could not be written: %s" % trouble)


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
            sleep_ms(_RETRY_MS)


def _set_up(board):
    """The clock, ready to start; what keeps it from that is shown and ends at the prompt."""
    try:
        return App(board)
    except Exception as error:  # a file is damaged or missing: starting anew would not help
        crash.draw_plainly(_wait_for_panel(board), type(error).__name__, error)
        board.close_prompt(settings.locked())
        raise


def run(locked=True):
    """Run the clock until something ends it. Once the table is laid, it says again if the prompt is shut."""
    from tileclock import board

    board.close_prompt(locked)
    if board.keys.held(UP) and board.keys.held(BACK):
        from tileclock.service import safe_mode

        if safe_mode.wanted(board):
            safe_mode.enter(board, _wait_for_panel(board), log)
            return
    try:
        _play(board)
    finally:
        if board.closed():  # whatever ended it: behind a lock there is no prompt
            sleep_ms(_LOCKED_MS)
            board.restart()


def _play(board):
    app = _set_up(board)
    try:
        app.start()
        while True:
            app.step()
    except Exception as error:  # whatever broke: it is shown, logged, and ends in a restart
        app.mourn(type(error).__name__, error)
    finally:
        board.stop()
