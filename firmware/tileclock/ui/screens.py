"""The screens of the box, loaded for the part of the evening that needs them.

Those of a running game stay. All others are loaded when somebody goes there, and dropped when he leaves: the
heap has no room for the whole evening at once. While a clock runs nothing is loaded.
"""

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
SCORING = ("racks", "over", "result")
SHEETS = ("sheets",)
FINAL = ("final",)
SETTINGS = ("preferences", "name")
GUIDE = ("guide",)
# What screens load for themselves.
_THEIR_OWN = ["tileclock.core.sheet", "tileclock.core.scoring"]


class Screens:
    def __init__(self, table):
        self._table = table
        self.turn = TurnScreen(table)
        self.expired = ExpiredScreen(table)
        self.pause = PauseScreen(table)
        self.out = OutScreen(table)
        self.proof = ProofScreen(table)
        self.number = NumberScreen(table)
        self.choice = ChoiceScreen(table)
        self.part = PLAYING

    def load(self, part):
        """Have the screens of that part, and none of another."""
        if part is self.part:
            return
        for name in self.part:
            delattr(self, name)
        forget(["tileclock.ui." + name for name in self.part] + _THEIR_OWN)
        self.part = part
        for name in part:
            kind = name[0].upper() + name[1:] + "Screen"
            module = __import__("tileclock.ui." + name, None, None, (kind,))
            setattr(self, name, getattr(module, kind)(self._table))
