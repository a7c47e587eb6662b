"""No word mixes letters of two scripts: what looks alike is not found, not sorted and not read out alike."""

import importlib
import json
import re

import pytest

from tests.qa.house import FIRMWARE, LANGUAGES, ROOT
from tileclock_host.panel.reading import mixed

TEXTS = {
    "firmware/tileclock/lang": FIRMWARE / "tileclock" / "lang",
    "host/tileclock_host/web/page/texts": ROOT / "host/tileclock_host/web/page/texts",
    "host/tileclock_host/live/page/texts": ROOT / "host/tileclock_host/live/page/texts",
}
FIELD = re.compile(r"%[-\d]*[sdx]|\{[^}]*\}")  # what is filled in
TWINS = re.compile(r"[aceiopxy]+")  # Latin letters, of which whole Ukrainian words can be typed


def leaves(value, key=""):
    """Each text in a file, by its key."""
    if isinstance(value, str):
        yield key, value
        return
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from leaves(each, f"{key}.{name}".strip("."))


def faults(language, texts):
    """(key, word, letter) of each that is not of the language's script, or only half."""
    for key, text in leaves(texts):
        for word in re.findall(r"[^\W\d_]+", FIELD.sub(" ", text)):
            if language != "uk":
                wrong = re.search(r"[\u0400-\u04ff]", word)
            else:
                wrong = TWINS.fullmatch(word) or (mixed(word) and re.search(r"[A-Za-z]", word))
            if wrong:
                yield key, word, wrong[0]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("folder", TEXTS)
def test_each_word_is_of_one_script(folder, language):
    path = TEXTS[folder] / f"{language}.json"
    for key, word, letter in faults(language, json.loads(path.read_text(encoding="utf-8"))):
        script = "Cyrillic" if language == "uk" else "Latin"
        raise AssertionError(f"{folder}/{path.name}: {key}: {letter!r} in {word!r}: type it in {script}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_word_on_paper_is_of_one_script(language):
    words = importlib.import_module(f"tileclock_host.facts.words.{language}").WORDS
    assert not list(faults(language, words)), f"facts/words/{language}.py"


def test_a_letter_of_another_script_is_found():
    texts = {"Game": {"LOOK": "глянь", "POOL": ["з\u0430пас", "зaпас"]}, "NO": "i", "TAKE": "OK %s F"}
    assert list(faults("uk", texts)) == [("Game.POOL.1", "зaпас", "a"), ("NO", "i", "i")]
    assert list(faults("pl", {"YES": "t\u0430k"})) == [("YES", "t\u0430k", "\u0430")]
