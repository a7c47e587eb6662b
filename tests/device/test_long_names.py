"""Names as long as they may be: they give way, and what the screen is about stays whole."""

import pytest

from tests.device.scorer import Scorer
from tests.device.story import LANGUAGES
from tileclock.storage.settings import LONGEST_NAME

pytestmark = pytest.mark.needs_models

WIDE = {"en": "W", "pl": "Ż", "cs": "Ř", "uk": "Щ"}


@pytest.fixture
def table(lay_table):
    """Not switched on yet."""
    return lay_table(start=False)


@pytest.mark.parametrize("language", LANGUAGES)
def test_six_of_them_at_a_table(table, language):
    table.language = language
    name = WIDE[language] * LONGEST_NAME
    scorer = Scorer(table, "uk", language=language, names=[name] * 6, limit=30)
    words = table.words
    scorer.begin("ABCDEF", "A")
    assert table.screen.seat == "A" and table.screen.following == "B"
    table.wait(s=31)
    assert table.screen.says(words.TIME_UP)
    table.wait(s=1)
    assert table.screen.says(name[:4])
    table.wait(s=1)
    table.ok.press()
    scorer.out("F")
    assert table.screen.says(words.STEP_TILES) or table.screen.says(words.TILES_HINTS[0])
    scorer.confirm(dict.fromkeys("ABCDE", 44))
    assert scorer.game() == [-44, -44, -44, -44, -44, 220]
    scorer.store()
    table.back.press()
    table.choose(words.SHEETS)
    assert table.screen.says("1. F") and table.screen.says(f"{words.ROUNDS % 1}  +220")
    table.choose(words.END_MATCH)
    table.wait(ms=300)
    assert table.screen.says(words.MATCH_OVER)
    table.ok.press()
    assert table.screen.says("1. F")
