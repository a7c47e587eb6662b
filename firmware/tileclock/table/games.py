"""How games begin, end, come back and are corrected. What does it is in memory for the moment it takes."""

from tileclock.memory import moment


def _start():
    from tileclock.table import start_game

    return start_game


def _finish():
    from tileclock.table import finish_game

    return finish_game


def _resume():
    from tileclock.table import resume_game

    return resume_game


def _correct():
    from tileclock.table import correct_game

    return correct_game


class Games:
    """Each function does its work whole, or answers what keeps it from that; it shows nothing."""

    def __init__(self, table):
        self._table = table
        self.written = True  # False: a game was dealt, and `write` has yet to put it on the flash
        with moment():
            self.trouble = _look_back(table)  # what is wrong with the data on the flash, if anything

    def settle(self):
        """Do what was put off until the first screen; whether the clock chip has lost the date."""
        with moment():
            return _resume().settle(self._table)

    def find_room(self):
        with moment():
            return _start().find_room(self._table.storage, self._table.log)

    def deal(self, at):
        with moment():
            _start().deal(self._table, at)
        self.written = False

    def write(self):
        with moment():
            _start().write(self._table)

    def take_back_deal(self):
        """Undo the deal: nothing was played yet, so nothing waits to be taken up."""
        with moment():
            from tileclock.table import lay_game

            lay_game.let_go(self._table.storage)

    def is_written(self):
        self.written = True

    def store(self, at):
        with moment():
            return _finish().store(self._table, at)

    def drop(self):
        with moment():
            return _finish().drop(self._table)

    def stop_match(self):
        with moment():
            _finish().stop_match(self._table)

    def make_room(self, all_fetched=False):
        """Let what the PC has go, until a sheet fits, or all of it."""
        storage = self._table.storage
        with moment():
            from tileclock.storage import retention

            storage.try_to(lambda: retention.make_room(storage, all_fetched))

    def reduce(self):
        """Let the oldest match shrink to its totals."""
        storage = self._table.storage
        with moment():
            from tileclock.storage import retention

            storage.try_to(lambda: retention.reduce(storage))

    def resume(self, at):
        with moment():
            return _resume().resume(self._table, at)

    def give_up(self, at, aside=False):
        with moment():
            return _resume().give_up(self._table, at, aside)

    def correct(self, name, at):
        with moment():
            return _correct().begin(self._table, at, name)

    def leave_correction(self):
        with moment():
            _correct().leave(self._table)


def _look_back(table):
    """What keeps this program from using the flash, or ""; then what was being played is found."""
    from tileclock.storage import data_check, recovery

    trouble = data_check.trouble(table.log)
    if trouble:
        table.settings.freeze()
    else:
        recovery.find(table.storage)
    return trouble
