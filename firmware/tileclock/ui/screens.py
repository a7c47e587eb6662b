"""All screens of the box, made once at power-on: while a clock runs none is made and none forgotten."""

from tileclock.ui.choice import ChoiceScreen
from tileclock.ui.deal import DealScreen
from tileclock.ui.expired import ExpiredScreen
from tileclock.ui.final import FinalScreen
from tileclock.ui.guide import GuideScreen
from tileclock.ui.home import HomeScreen
from tileclock.ui.name import NameScreen
from tileclock.ui.number import NumberScreen
from tileclock.ui.out import OutScreen
from tileclock.ui.over import OverScreen
from tileclock.ui.pause import PauseScreen
from tileclock.ui.preferences import SettingsScreen
from tileclock.ui.proof import ProofScreen
from tileclock.ui.racks import RacksScreen
from tileclock.ui.result import ResultScreen
from tileclock.ui.setup import SetupScreen
from tileclock.ui.sheets import SheetsScreen
from tileclock.ui.turn import TurnScreen


class Screens:
    def __init__(self, table):
        self.home = HomeScreen(table)
        self.setup = SetupScreen(table)
        self.deal = DealScreen(table)
        self.turn = TurnScreen(table)
        self.expired = ExpiredScreen(table)
        self.pause = PauseScreen(table)
        self.out = OutScreen(table)
        self.over = OverScreen(table)
        self.racks = RacksScreen(table)
        self.result = ResultScreen(table)
        self.final = FinalScreen(table)
        self.sheets = SheetsScreen(table)
        self.settings = SettingsScreen(table)
        self.name = NameScreen(table)
        self.guide = GuideScreen(table)
        self.proof = ProofScreen(table)
        self.number = NumberScreen(table)
        self.choice = ChoiceScreen(table)
