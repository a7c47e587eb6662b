"""The screens of the box, loaded for the part of the evening that needs them.

The turn's own and the list of choices stay. All others are loaded when somebody goes there, and dropped when
he leaves: the heap has no room for the whole evening at once. While a clock runs nothing is loaded: what a
game needs comes while its tiles are dealt.
"""

from tileclock import lang
from tileclock.memory import forget
from tileclock.ui.choice import ChoiceScreen
from tileclock.ui.turn import TurnScreen

# The parts: screens by their modules, the one that is shown first in front.
NOTHING: tuple = ()  # but what stays
HOME = ("home",)
SETTING_UP = ("setup", "deal")
PLAYING = ("stopped",)
DEALING = ("deal",) + PLAYING
SCORING = ("racks",)  # or one of the others, see `scoring`
SHEETS = ("sheets",)
FINAL = ("final",)
SETTINGS = ("preferences", "name")
GUIDE = ("guide",)
SELF_TEST = ("selftest",)
TROUBLE = ("data_trouble",)
_OF_WORD = {  # instead, when that is played
    DEALING: DEALING + ("word_entry",),
    PLAYING: PLAYING + ("word_entry",),
    SCORING: ("result",),
}
# What screens load for themselves.
_THEIR_OWN = [
    "tileclock.service.self_check",
    "tileclock.storage.data_check",
    "tileclock.core.marks",
    "tileclock.core.scoring",
    "tileclock.core.sheet",
]
_WORD = ["tileclock.core.wordgame", "tileclock.core.word"]  # what keeps a game of Word


class Screens:
    word_entry = None  # unless Word is played
    number = None  # unless one was asked for
    guests = False  # whether there are others than those of the part
    code = None  # unless it is shown

    def __init__(self, table):
        self._table = table
        self.turn = TurnScreen(table)
        self.choice = ChoiceScreen(table)
        self.part = self._names = NOTHING

    def load(self, part):
        """Have the screens of that part, and none of another."""
        if part is self.part and not self.guests:
            return
        self.part = part
        self.guests = False
        self.choice.forget()
        self._have(_OF_WORD.get(part, part) if self._table.game.of_word else part)

    def beside(self, name):
        """That one, too, until another part begins or the clock goes on."""
        if name not in self._names:
            self.guests = True
            self._have(self._names + (name,))
        return getattr(self, name)

    def scoring(self, name):
        """That one of the screens of scoring, and no other: never is there less room than then."""
        if name not in self._names:
            self._have((name,))
        return getattr(self, name)

    def _have(self, names):
        had, self._names = self._names, names
        gone = _THEIR_OWN + lang.further()
        for name in had:
            if name not in names:
                setattr(self, name, None)  # or the dict would keep it in its slot
                delattr(self, name)
                gone.append("tileclock.ui." + name)
        forget(gone if self._table.game.of_word else gone + _WORD)
        for name in names:
            if name not in had:
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
            from tileclock.ui.judge_code import CodeScreen

            self.code = CodeScreen(self._table)
        return self.code

    def drop_code(self):
        self.code = None
        forget(["tileclock.ui.judge_code"] + lang.further())
