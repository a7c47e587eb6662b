"""The screens of the box, loaded for the part of the evening that needs them.

Those of a running game stay. Those of setting up and of scoring take turns: they are loaded at power-on, at
the confirmed end of a game and when a sheet is stored, and dropped when the clock starts; while it runs
nothing is loaded.
"""

from tileclock.modules import forget
from tileclock.ui.choice import ChoiceScreen
from tileclock.ui.expired import ExpiredScreen
from tileclock.ui.number import NumberScreen
from tileclock.ui.out import OutScreen
from tileclock.ui.pause import PauseScreen
from tileclock.ui.proof import ProofScreen
from tileclock.ui.turn import TurnScreen

# Module and class of each screen; the screen is named as its module.
SETTING_UP = (
    ("home", "HomeScreen"),
    ("setup", "SetupScreen"),
    ("deal", "DealScreen"),
    ("sheets", "SheetsScreen"),
    ("final", "FinalScreen"),
    ("guide", "GuideScreen"),
    ("preferences", "SettingsScreen"),
    ("name", "NameScreen"),
)
SCORING = (
    ("over", "OverScreen"),
    ("racks", "RacksScreen"),
    ("result", "ResultScreen"),
)
PLAYING = ()  # nothing but what stays
# What the screens of a part load for themselves.
_THEIR_OWN = ("tileclock.core.sheet", "tileclock.core.scoring")


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
        for name, _ in self.part:
            delattr(self, name)
        forget(["tileclock.ui." + name for name, _ in self.part])
        forget(_THEIR_OWN)
        self.part = part
        for name, kind in part:
            module = __import__("tileclock.ui." + name, None, None, (kind,))
            setattr(self, name, getattr(module, kind)(self._table))
