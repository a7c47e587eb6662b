"""Texts that share a line of the screen have room beside each other, with the widest figures in them."""

import itertools

import pytest

from tests import presets
from tests.qa.house import LANGUAGES, module
from tileclock.storage import settings
from tileclock_host.build import fonts

ROW, TITLE = 128 - 4 - 6, 128 - 2 - 2  # px between the margins
APART = 4  # px between what stands at the left and what stands at the right
LIMITS = ("3600 s", "600 min")
PRESETS = [presets.built_in(name) for name in presets.BUILT_IN]


def rows(words):
    """Each line of a list: what stands at the left, and at the right."""
    limits = (*LIMITS, words.NO_LIMIT)
    yield from itertools.product(
        [words.RULES], [*words.RULES_NAMES.values(), *[f"{p['id']} v9" for p in PRESETS]]
    )
    yield words.PLAYERS, "ABCDEF"
    yield from itertools.product([words.LIMIT], limits)
    yield from itertools.product([words.BEGINS], ["F", words.DRAWN])
    of_a_seat = "UNDO RESTART END_PLAYED END_DREW"
    yield from itertools.product([getattr(words, name) for name in of_a_seat.split()], "ABCDEF")
    yield from itertools.product("F", [words.MISTAKE_NOW, words.MISTAKE_LAST])
    yield words.CORRECT_POOL, "160"
    yield from itertools.product(["F 99+2" + words.JOKER], [words.OPENED[0], words.OPENED[1] + " −100"])
    yield "F 120", words.OPENED[2] + " −200"
    for preset in PRESETS:
        for choice in preset["timeouts"]:
            take = words.TAKE % choice["tiles"] if choice["tiles"] else ""
            yield words.TIMEOUTS[choice["choice"]], take
    yield words.FIRST_WORD, "14"
    yield words.CODE, words.NO
    yield from ((test, "✓") for test in words.TESTS)
    keys, *_, memory, time = words.TESTS
    yield keys, words.TEST_MISSING % 10
    yield keys, "OK " + words.TEST_STUCK
    yield memory, words.TEST_FREE % 2000
    yield memory, words.TEST_BAD
    yield time, words.TEST_LOST % 3000
    yield words.CHECKSUM, "dddddddd"
    yield words.RECORDS, "9999"
    yield from itertools.product([words.RULES], words.RULE.values())
    yield words.CHECK, "-1000 ✓"
    numbers = [words.SETTING[name] for name in ("round", "match_games", "match_target")]
    yield from itertools.product(numbers, ["9999", words.NO])
    yield from ((reason, "") for reason in words.REASONS.values())
    yield "F", f"{words.ROUNDS % 99}  {words.BIG % 99}"
    yield "6. F", f"{words.BIG % 99}  -9999"
    yield from of_the_settings(words)


def of_the_settings(words):
    for name, _, allowed in settings.FIELDS:
        if isinstance(allowed, tuple):
            text = words.SETTING.get(name, words.AUTO)
            for value in allowed:
                shown = (
                    {True: words.YES, False: words.NO}.get(value, f"{value} ms") if name != "language" else ""
                )
                yield text, shown or words.LANGUAGE
    yield words.DATE, "2026-11-19"


def titles(words):
    """Each top line."""
    yield words.NEW_GAME, words.GAME % 99
    yield words.OVER, words.GAME % 99
    yield from itertools.product([words.PAUSE, words.DISPUTED], ["F  3600 s"])
    yield from itertools.product([words.DEAL], (*LIMITS, words.NO_LIMIT))
    yield from itertools.product(
        [f"1/3 {step}" for step in (words.STEP_TILES, words.STEP_JOKERS, words.STEP_MARKS)],
        [words.IS_OUT % "F"],
    )
    yield from ((hint, "") for hint in (*words.TILES_HINTS, *words.JOKERS_HINTS, *words.MARKS_HINTS))
    yield words.RIGHT_HINT, ""
    yield words.WHOSE_MISTAKE, ""
    yield words.STANDING, ""
    yield words.NEW_MATCH, ""
    yield words.SAME_PLAYERS, ""
    yield "60 s  " + words.JOKER_COSTS % 30 + "  −100/200", ""
    yield from itertools.product([words.MATCH_OVER], words.MATCH_ENDS.values())
    yield from itertools.product([words.NAMES], "ABCDEF")
    yield words.HANDICAPS + " F", ""
    yield from ((page[0], "4/4") for page in words.GUIDE_PAGES)
    yield words.MISSING % "F", ""
    for name in ("LENGTH", "DIFFERS", "WRONG", "NEW", "AGAIN"):
        yield getattr(words, "CODE_" + name), ""
    yield words.CODE_WAIT % 10, ""
    yield words.IMPOSSIBLE % "F", ""
    yield words.IMPOSSIBLE % words.TOGETHER, ""


@pytest.fixture(scope="module")
def glyphs():
    return fonts.draw(fonts.FONTS["text"])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("lines", "room"), [(rows, ROW), (titles, TITLE)], ids=["rows", "titles"])
def test_both_fit(glyphs, language, lines, room):
    def width(text):
        return sum(len(glyphs[char][0]) for char in text)

    words = module(language)
    for left, right in lines(words):
        wide = width(left) + (APART + width(right) if right else 0)
        assert wide <= room, (
            f"{language}.json: {left!r} and {right!r} need {wide} px, {room} fit: shorten one"
        )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_columns_of_the_result_have_their_headings(glyphs, language):
    """Each of 36 px, beside the number of the game."""
    words = module(language)
    for heading in words.RESULT_COLUMNS.split("\t"):
        wide = sum(len(glyphs[char][0]) for char in heading)
        assert wide <= 34, f"{language}.json: {heading!r} is {wide} px wide, its column 36"
