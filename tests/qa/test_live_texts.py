"""The texts of the live page: each in four languages, with the same blanks, and none that nobody says."""

import json
import re

import pytest

from tests.device.pictures import ROOT
from tileclock_host.desk.entries import FIELDS
from tileclock_host.desk.standings import CRITERIA

PAGE = ROOT / "host" / "tileclock_host" / "live" / "page"
LANGUAGES = ("en", "pl", "cs", "uk")
TEXTS = {
    language: json.loads((PAGE / "texts" / f"{language}.json").read_text(encoding="utf-8"))["page"]
    for language in LANGUAGES
}
# Said by the scripts that it shares with the table's page, or by a name that is put together.
SAID_ELSEWHERE = {"title", "went_wrong"}
PUT_TOGETHER = {f"kind_{kind}" for kind in FIELDS} | {*CRITERIA, "big"} | {"expired", "stands", "judge"}


def blanks(text):
    return sorted(re.findall(r"\{(\w+)\}", text))


def said():
    """The names of texts that the pages and their scripts say."""
    for file in [*PAGE.glob("*.js"), *PAGE.glob("*.html")]:
        content = file.read_text(encoding="utf-8")
        yield from re.findall(r'say\("(\w+)"', content)
        yield from re.findall(r'data-say="(\w+)"', content)
        for both in re.findall(r'say\([^"()]+\? "(\w+)" : "(\w+)"\)', content):
            yield from both


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_every_text_with_its_blanks(language):
    texts = TEXTS[language]
    assert texts.keys() == TEXTS["en"].keys()
    for name, text in texts.items():
        assert text.strip() == text != "", name
        assert blanks(text) == blanks(TEXTS["en"][name]), f"{language}: {name}"
    differ = [name for name in texts if language != "en" and texts[name] == TEXTS["en"][name]]
    assert set(differ) <= {"title"}, f"{language}: still English"


def test_every_text_that_is_said_is_there_and_every_text_there_is_said():
    names = set(said())
    assert names <= TEXTS["en"].keys()
    unsaid = TEXTS["en"].keys() - names - SAID_ELSEWHERE - PUT_TOGETHER
    assert not unsaid, f"nobody says {unsaid}: take them out"
