"""Every language says everything, in letters the display has, short enough for its place."""

import re
import runpy
from types import SimpleNamespace

import pytest

from tests.qa.house import LANGUAGES, PACKAGE, module
from tileclock.storage.settings import FIELDS
from tileclock_host import box_words
from tileclock_host.build import fonts

WIDTH = 128
# Widest text, in px, of each place; what is filled in for %s and %d is as wide as it gets.
TITLE, ROW, HINT, SIDE, BESIDE_BLOCK, BOTTOM = 124, WIDTH - 14, WIDTH, 27, WIDTH - 34, WIDTH - 22 - 3
LARGE = WIDTH // 2
PLACES = {
    "POOL": SIDE,
    "TURNS": SIDE,
    "LOOK": BOTTOM,
    "DEAL_BEGINS": BESIDE_BLOCK,
    "TIME_UP_HINT": HINT,
    "DEAL_HINT": HINT,
    "OUT_HINT": HINT,
    "OVER_HINT": HINT,
    "RESULT_HINT": HINT,
    "RIGHT_HINT": TITLE,  # in place of the title where all the room is needed
    "TILES_HINTS": TITLE,
    "JOKERS_HINTS": TITLE,
    "MARKS_HINTS": TITLE,
    "NAME_HINT": HINT,
    "CRASH_HINT": HINT,
    "NOTES": HINT,
    "CODE_HINT": HINT,
    "LOCK_HINT": HINT,
    "TEST_HINT": HINT,
    "NO_CODE": TITLE,
    "BATTERY_LOW": TITLE,
    "BATTERY_EMPTY": TITLE,
    "BATTERY_LOW_HINT": HINT,
    "BATTERY_EMPTY_HINT": HINT,
    "FULL": TITLE,
    "ALPHABET": None,  # shown a few letters at a time
    "SMALL": None,
    "TITLE": TITLE,
    "CRASH": TITLE,
    "TIME_UP": LARGE,
    "WHO_IS_OUT": TITLE,
    "GUIDE_PAGES": ROW,
}
PLAYER, NUMBER = (
    "F",
    "106",
)  # a seat's letter, the largest pool: names of people are cut off, our words are not


def words(language):
    """Every name of a language module."""
    return {name: value for name, value in vars(module(language)).items() if name.isupper()}


def texts(value):
    """The strings in a value, however deep."""
    if isinstance(value, str):
        yield value
    else:
        for inner in value.values() if isinstance(value, dict) else value:
            yield from texts(inner)


@pytest.fixture(scope="module")
def glyphs():
    """The text face: each character with its picture."""
    return fonts.draw(fonts.FONTS["text"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_sections_have_the_names_the_box_gives_them_in_that_order(language):
    """On the board a section is its texts alone."""
    give = runpy.run_path(str(PACKAGE / "lang" / "names.py"))["GIVE"]
    for (section, texts), names in zip(box_words.sections(language).items(), give, strict=True):
        given = SimpleNamespace()
        names(given, list(texts))
        assert section.lower() == names.__name__
        assert vars(given) == {name: name for name in texts}, f"{section} of {language}.json"


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_has_exactly_the_names_english_has(language):
    assert words(language).keys() == words("en").keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_tables_have_exactly_the_keys_english_has(language):
    for name, english in words("en").items():
        value = words(language)[name]
        assert type(value) is type(english), f"{name} must be a {type(english).__name__} as in English"
        if isinstance(english, dict):
            assert value.keys() == english.keys(), f"{name} must have the keys it has in English"
        elif isinstance(english, list) and not name.endswith("_TEXT"):
            assert len(value) == len(english), f"{name} must have as many texts as in English"


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_filled_in_is_the_same_in_every_language(language):
    def holes(value):
        return sorted(re.findall(r"%[-+0-9]*[sd%]", " ".join(texts(value))))

    for name, english in words("en").items():
        if name != "GUIDE_PAGES":
            assert holes(words(language)[name]) == holes(english), f"{name} of {language}.json"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_display_has_every_character(language, glyphs):
    for name, value in words(language).items():
        missing = set("".join(texts(value))) - set(glyphs) - {"\t"}
        assert not missing, f"{name} of {language}.json: add {missing} to the text face in fonts.py"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_fits_its_place(language, glyphs):
    for name, value in words(language).items():
        room = PLACES.get(name, ROW)
        for text in texts(value) if room else ():
            whole = text.replace("%s", PLAYER).replace("%d", NUMBER).replace("\t", "  ")
            wide = sum(len(glyphs[char][0]) for char in whole)
            assert wide <= room, (
                f"{name} of {language}.json: {whole!r} is {wide} px wide, {room} fit: shorten it"
            )


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_and_capital_letters_belong_together(language):
    capitals, small = module(language).ALPHABET, module(language).SMALL
    assert capitals.lower() == small, (
        f"{language}.json: SMALL must be ALPHABET in small letters, in its order"
    )


def test_the_settings_offer_every_language():
    offered = next(allowed for name, _, allowed in FIELDS if name == "language")
    assert sorted(offered) == LANGUAGES, "add it to the field `language` in settings.py"
