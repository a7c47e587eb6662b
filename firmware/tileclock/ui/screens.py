"""The screens of the box, loaded for the part of the evening that needs them.

Those of a running game stay. All others are loaded when somebody goes there, and dropped when he leaves: the
heap has no room for the whole evening at once. While a clock runs nothing is loaded.
"""

from tileclock import lang
from tileclock.modules import forget
from tileclock.ui.choice import ChoiceScreen
from tileclock.ui.expired import ExpiredScreen
from tileclock.ui.number import NumberScreen
from tileclock.ui.out import OutScreen
from tileclock.ui.pause import PauseScreen
from tileclock.ui.proof import ProofScreen
from tileclock.ui.turn import TurnScreen

# The parts: screens by their modules, the one that is shown first in front.
PLAYING: tuple = ()  # nothing but what stays
HOME = ("home",)
SETTING_UP = ("setup", "deal")
SCORING = ("racks",)  # or one of the others, see `scoring`
SHEETS = ("sheets",)
FINAL = ("final",)
SETTINGS = ("preferences", "name")
GUIDE = ("guide",)
SELF_TEST = ("selftest",)
TROUBLE = ("trouble",)
_OF_WORD = {PLAYING: ("entry", "entries"), SCORING: ("result",)}  # instead, when that is played
# What screens load for themselves.
_THEIR_OWN = ["tileclock.checkup", "tileclock.core.sheet", "tileclock.core.scoring", "tileclock.health"]
_WORD = ["tileclock.core.wordgame", "tileclock.core.word"]  # what keeps a game of Word


class Screens:
    entry = entries = None  # unless Word is played
    code = None  # unless it is shown

    def __init__(self, table):
        self._table = table
        self.turn = TurnScreen(table)
        self.expired = ExpiredScreen(table)
        self.pause = PauseScreen(table)
        self.out = OutScreen(table)
        self.proof = ProofScreen(table)
        self.number = NumberScreen(table)
        self.choice = ChoiceScreen(table)
        self.part = self._names = PLAYING

    def load(self, part):
        """Have the screens of that part, and none of another."""
        if part is self.part:
            return
        self.part = part
        self._have(_OF_WORD.get(part, part) if self._table.game.of_word else part)

    def scoring(self, name):
        """That one of the screens of scoring, and no other: never is there less room than then."""
        if name not in self._names:
            self._have((name,))
        return getattr(self, name)

    def _have(self, names):
        for name in self._names:
            setattr(self, name, None)  # or the dict would keep it in its slot
            delattr(self, name)
        gone = ["tileclock.ui." + name for name in self._names] + _THEIR_OWN
        gone += lang.further()
        forget(gone if self._table.game.of_word else gone + _WORD)
        self._names = names
        for name in names:
            module = __import__("tileclock.ui." + name, None, None, ("Screen",))
            setattr(self, name, module.Screen(self._table))

    def warn(self):
        """Of the battery; this screen is there for as long as it is shown."""
        from tileclock.ui.battery import BatteryScreen

        screen = BatteryScreen(self._table)
        forget(["tileclock.ui.battery"] + lang.further())
        self._table.show(screen)

    def ask_code(self):
        """The screen of the lock, beside those of the part, for as long as it is shown."""
        if not self.code:
            from tileclock.ui.code import CodeScreen

            self.code = CodeScreen(self._table)
        return self.code

    def drop_code(self):
        self.code = None
        forget(["tileclock.ui.code"] + lang.further())
