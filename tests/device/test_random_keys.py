"""Keys pressed without sense, on every screen there is: the box never breaks, and never gets stuck."""

import random

import pytest

from tests.device.story import LANGUAGES
from tests.qa.house import module

pytestmark = pytest.mark.needs_models

KEYS = {"A": 2, "B": 2, "C": 2, "D": 2, "E": 1, "F": 1, "up": 3, "down": 5, "ok": 9, "back": 2}
WORDS = [module(language) for language in LANGUAGES]
MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
SAMPLE, ALL = (4, 7, 29), range(100)


def play_about(table, seed):
    """Half an evening of a small child."""
    dice = random.Random(seed)
    table.settings(
        preset=dice.choice(["pl", "tournament", "cs", "uk"]),
        match_games=dice.choice([0, 0, 2]),
        match_target=dice.choice([0, 0, 50]),
        auto=dice.choice([False, False, True]),
        limit=dice.choice([0, 5, 40]),
    )
    for _ in range(400):
        key = dice.choices(list(KEYS), KEYS.values())[0]
        table.box.press(key)
        table.wait(ms=dice.choices([100, 700, 1500], [8, 2, 1])[0])
        table.box.release(key)
        table.wait(ms=dice.choice([50, 150, 400, 700, 700, 3000]))


def turn_round(table, monkeypatch):
    """The child has turned the picture: so people turn the box."""
    if not table.box.oled.mirrored_rows:
        plain = table.box.oled.frame
        monkeypatch.setattr(table.box.oled, "frame", lambda: plain()[::-1].translate(MIRRORED))


def says(table, name):
    """Whether that text is on the screen, in whatever language the child has set."""
    return any(table.screen.says(getattr(words, name)) for words in WORDS)


def home_again(table):
    """↩ leads back from everywhere; a pause is left by abandoning the game, its end and the final by OK."""
    for _ in range(60):
        if says(table, "GUIDE"):
            return
        if says(table, "PAUSE") or says(table, "DISPUTED"):
            abandon(table)
        elif says(table, "MATCH_OVER") or table.screen.says("OK"):
            table.ok.press()
        table.back.press()
        table.wait(s=1)
    raise AssertionError(f"no way out of\n{table.screen.text}")


def abandon(table):
    while not says(table, "RESUME"):
        table.down.press()
    table.language = next(
        lang for lang, words in zip(LANGUAGES, WORDS, strict=True) if table.screen.says(words.RESUME)
    )
    table.choose(table.words.ABANDON)
    table.choose(table.words.YES_ABANDON)


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=() if seed in SAMPLE else pytest.mark.slow) for seed in ALL]
)
def test_it_never_breaks_and_always_comes_home(lay_table, monkeypatch, seed):
    table = lay_table(start=False)
    play_about(table, seed)
    turn_round(table, monkeypatch)
    home_again(table)
    assert "Traceback" not in table.log


def test_every_language_can_be_tried_before_a_game(table):
    """Each change of language makes room for the next one."""
    for _ in range(8):
        table.choose(table.words.SETTINGS)
        table.ok.press()
        table.language = {"en": "pl", "pl": "cs", "cs": "uk", "uk": "en"}[table.language]
        table.wait(ms=200)
        assert table.screen.says(table.words.LANGUAGE)
        table.back.press()
    table.deal("ABCDEF")
    assert table.screen.says("A begins")
