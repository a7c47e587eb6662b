"""What screens draw and sound with: the panel, the faces, the words, sound and lights."""

import gc

from tileclock import lang
from tileclock.device import sound
from tileclock.device.font import Font
from tileclock.device.lights import Lights
from tileclock.device.sound import Sound
from tileclock.ui import page


class Kit:
    def __init__(self, board, panel, settings):
        self.panel = panel
        self.text, self.middle = Font("text"), Font("mid")
        self.sound = Sound(board.buzzer)
        self.lights = Lights(board.chain)
        self.battery = board.battery
        self.words = None  # of a game; in memory always
        self._language = ""
        self._sections: dict = {}  # further words, while a screen of now needs them
        self.obey(settings)

    def obey(self, settings):
        """Have panel, lights and sound as the settings say."""
        self.sound.switch(settings.sound)
        self.lights.dim(settings.lights)
        self._speak(settings.language)
        self.panel.adjust(settings.brightness, settings.flip)

    # ---- words ----

    def _speak(self, language):
        """Have its words, and none of another language: the heap has no room for two."""
        if language == self._language:
            return
        self._language = language
        self.forget_words()
        self.words = None
        self.words = lang.section(language, lang.GAME)
        # Each letter that is not ASCII is interned when it is first met, and the table of interned strings
        # grows by a block of many kilobytes: now there is one, later, among the games, there may be none.
        # Of the capitals few are ever met; those of the names are when a game is dealt.
        page.meet(self.words.SMALL)

    def between(self):
        """What is said between games."""
        return self._further(lang.BETWEEN)

    def scoring(self):
        """What is said when the turns are over."""
        return self._further(lang.SCORING)

    def seldom(self):
        """What is said seldom."""
        return self._further(lang.SELDOM)

    def _further(self, section):
        if section not in self._sections:
            self._sections[section] = lang.section(self._language, section)
        return self._sections[section]

    def forget_words(self):
        """Have no words in memory but those of a game."""
        self._sections = {}

    def meet(self, names):
        """Meet every sign a game can need: a new one would take heap while the clock runs."""
        words = self.words
        known = [words.LOOK, words.POOL, words.TURNS, words.MINUTES, words.TIME_UP, words.TIME_UP_HINT]
        page.meet("".join(names + known + list(words.TIMEOUTS.values())) + "0123456789:+▸✓!♪…ABCDEF")
        gc.collect()

    # ---- sound ----

    def play(self, pattern, at):
        self.sound.play(pattern, at)

    def blip(self, at):
        """Sound a blip: what was pressed means nothing here."""
        self.sound.play(sound.BLIP, at)

    def step(self, at):
        """Sound a step: what was pressed has changed something."""
        self.sound.play(sound.STEP, at)
