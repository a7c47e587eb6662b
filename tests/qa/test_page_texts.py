"""The page's texts: the same in each language, with the same blanks, and none that nobody asks for."""

import re

import pytest

from tests.qa.house import LANGUAGES
from tileclock_host.panel.texts import load
from tileclock_host.web.keys import PAGE

ALONE = PAGE.parents[1] / "site" / "page"
CODE = {
    path: path.read_text(encoding="utf-8")
    for path in [*PAGE.rglob("*.js"), *PAGE.rglob("*.html"), *PAGE.parent.glob("*.py"), *ALONE.glob("*.js")]
}
SEAT = CODE[PAGE / "seat" / "seat.js"]
PLURAL = re.compile(r"\.(zero|one|few|many|other)$")  # of which languages have their own


def places(text: str) -> list[str]:
    return sorted(re.findall(r"\{\w+\}", text))


def stem(key: str) -> str:
    return PLURAL.sub("", key)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_says_the_same_things(language: str) -> None:
    there, english = load(language), load("en")
    for part in ("hints", "page", "phone"):
        assert {stem(key) for key in there[part]} == {stem(key) for key in english[part]}, part
        for key, text in there[part].items():
            assert text.strip(), key
            if not PLURAL.search(key):  # one of a thing needs no number
                assert places(text) == places(english[part][key]), f"{key}: {text}"


def said_by_the_phone() -> set[str]:
    """What seat.js asks for: by name, and by the screens it knows."""
    named = set(re.findall(r'phone\("([^"]+)"', SEAT))
    lists = re.findall(r"const (ABOUT|HINTS|FOR_ALL) = [^{]*\{(.*?)\}", SEAT, re.DOTALL)
    assert {name for name, _ in lists} == {"ABOUT", "HINTS", "FOR_ALL"}
    ends = {"ABOUT": ("mine", "others", "do"), "HINTS": ("do",), "FOR_ALL": ("mine", "do")}
    screens = load("en")["hints"]
    for name, body in lists:
        for screen, key in re.findall(r'"?([\w: ]+?)"?: "(\w+)"', body):
            assert screen.strip() in screens, f"{name} names a screen there is not: {screen}"
            named |= {f"{key}.{end}" for end in ends[name]}
    return named


def test_the_phone_has_a_text_for_each_screen_and_no_other() -> None:
    assert said_by_the_phone() == set(load("en")["phone"])


def test_each_text_of_the_page_is_asked_for() -> None:
    everything = "\n".join(CODE.values())
    unused = [key for key in load("en")["page"] if not re.search(rf"\b{re.escape(stem(key))}\b", everything)]
    assert unused == []
