"""The texts of the live page: each in four languages, with the same blanks, and none that nobody says."""

import ast
import json
import re

import pytest

from tests.device.pictures import ROOT
from tileclock_host.desk.entries import FIELDS
from tileclock_host.desk.seating import MODES
from tileclock_host.desk.standings import CRITERIA, EXCLUDED, LEFT, NO_GAMES

PAGE = ROOT / "host" / "tileclock_host" / "live" / "page"
LANGUAGES = ("en", "pl", "cs", "uk")
TEXTS = {
    language: json.loads((PAGE / "texts" / f"{language}.json").read_text(encoding="utf-8"))["page"]
    for language in LANGUAGES
}
# Said by the scripts that it shares with the table's page, or by a name that is put together.
SAID_ELSEWHERE = {"title", "went_wrong"}
PUT_TOGETHER = (
    {f"kind_{kind}" for kind in FIELDS}
    | {f"mode_{mode}" for mode in MODES}
    | {*CRITERIA, "big", EXCLUDED, LEFT, NO_GAMES}
    | {"expired", "stands", "judge"}
)


def blanks(text):
    return sorted(re.findall(r"\{(\w+)\}", text))


def refusals():
    """The names under which the desk's refusals are said, each with its facts."""
    for file in [*PAGE.parent.glob("*.py"), *(PAGE.parents[1] / "desk").glob("*.py")]:
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "DeskError" and call.args[1:]:
                keys = [each.value for each in ast.walk(call.args[1]) if isinstance(each, ast.Constant)]
                facts = [each.arg or "like" for each in call.keywords]
                yield from ((key, facts) for key in keys if isinstance(key, str))
            if isinstance(call, ast.Dict):
                found = {
                    getattr(key, "value", ""): each for key, each in zip(call.keys, call.values, strict=True)
                }
                if isinstance(key := found.get("key"), ast.Constant) and "facts" in found:
                    yield key.value, [each.value for each in found["facts"].keys]


def said():
    """The names of texts that the pages and their scripts say."""
    yield from (key for key, _ in refusals())
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


def test_a_refusal_tells_the_facts_that_its_text_has_blanks_for():
    found = list(refusals())
    assert len(found) > 20
    for key, facts in found:
        assert set(blanks(TEXTS["en"][key])) <= set(facts), key
