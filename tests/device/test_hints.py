"""A whole game in four languages: each of its screens is read off the panel, and has the hint that fits it.

What was read stands in hints.md; `make screens` fills it anew.
"""

from pathlib import Path

import pytest

from tests.device.scorer import DEAF_MS, READ_MS, Scorer
from tests.device.states import STATES
from tests.device.table import Table
from tileclock_host.panel.reading import mixed
from tileclock_host.panel.screens import Screens
from tileclock_host.panel.texts import load

FILE = Path(__file__).with_name("hints.md")
HEAD = "| the panel says | it means | the hint |\n|---|---|---|\n"
LANGUAGES = {"en": "English", "pl": "Polish", "cs": "Czech", "uk": "Ukrainian"}
A_GAME = {
    "home", "set up: rules", "set up: players", "set up: time", "set up: first player", "deal", "turn",
    "time is up", "pause", "dispute", "number", "who leaves", "surely leaves", "whose mistake", "mistake",
    "who is out", "points", "missing", "jokers", "marks", "result", "winner", "ranking", "sheets",
}  # fmt: skip
ITS_CONFIRMATION = {"lines", "unconfirmed"}
A_GAME_OF_WORD = {"set up: first word", "turn of Word", "entry of letters", "entry of tiles"}


class Book:
    """Looks at a screen and writes down what it says."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.screens = Screens(table.reader)
        self.rows: dict[str, str] = {}

    def look(self, kind: str) -> None:
        shown = self.screens.look(self.table.screen.frame)
        assert shown.kind == kind, f"{shown} is taken for another screen:\n{self.table.screen.text}"
        assert shown.language in ("", self.table.language)
        halves = [word for word in " ".join((*shown.lines, shown.said)).split() if mixed(word)]
        assert not halves, f"{halves}: letters of two scripts in one word"
        hint = load(self.table.language)["hints"][kind].format(seat=shown.seat)
        self.rows[kind] = f"| {' / '.join(shown.lines)} | {shown.said} | {hint} |\n"


@pytest.fixture(params=LANGUAGES)
def book(lay_table, request):
    table = lay_table(start=False)
    table.language = request.param
    return Book(table)


def test_each_screen_of_a_game_has_its_own_hint(book, request):
    table = book.table
    table.settings(language=table.language, names=["Ala", "Bo", "", "", "", ""])
    set_up(book)
    stop_and_look(book)
    end(book)
    assert set(book.rows) == A_GAME
    recorded(book.table.language, "a game", book.rows, request)


def test_a_result_whose_lines_are_confirmed_has_hints_of_its_own(book, request):
    """They stay while the title says one key after the other."""
    table = book.table
    scorer = Scorer(table, language=table.language, confirm=True)
    scorer.begin("ABC", "A")
    scorer.out("A")
    scorer.confirm({"B": 1, "C": 12})
    for _ in range(3):
        book.look("lines")
        table.wait(s=2)
    table.seat("B").press()
    book.look("lines")
    table.ok.press()
    book.look("unconfirmed")
    table.seat("A").press()
    book.look("lines")
    assert set(book.rows) == ITS_CONFIRMATION
    recorded(book.table.language, "lines are confirmed", book.rows, request)


def test_each_screen_of_a_game_of_word_has_its_own_hint(book, request):
    table = book.table
    table.settings(language=table.language, preset="word", limit=90)
    for _ in range(4):
        table.ok.press()
    table.seat("A").press()
    table.ok.press()
    book.look("set up: first word")
    table.ok.press()
    table.wait(ms=300)
    table.seat("A").press()
    table.wait(s=1)
    book.look("turn of Word")
    table.seat("A").press()
    table.wait(ms=400)
    book.look("entry of tiles")  # of a first word, of which letters and tiles are the same number
    table.ok.press()
    for seat in "BCD":
        table.wait(ms=400)
        table.seat(seat).hold()
    table.wait(ms=400)
    table.seat("A").press()
    table.wait(ms=400)
    book.look("entry of letters")
    table.ok.press()
    book.look("entry of tiles")
    assert set(book.rows) == A_GAME_OF_WORD
    recorded(book.table.language, "Word", book.rows, request)


def test_an_entry_after_the_last_turn_has_its_hint_though_nobody_is_on_turn(lay_table):
    table = lay_table()
    STATES["Turn of Word, the last is over"].lead(table)
    shown = Screens(table.reader).look(table.screen.frame)
    assert (shown.kind, shown.seat, shown.turn) == ("entry of letters", "D", "")
    assert shown.said.startswith("Entries")


def set_up(book: Book) -> None:
    table = book.table
    book.look("home")
    for row in ("rules", "players", "time", "first player"):
        table.ok.press()
        book.look(f"set up: {row}")
    table.seat("A").press()
    table.ok.press()
    table.wait(ms=300)
    book.look("deal")
    table.seat("A").press()
    table.wait(s=1)
    book.look("turn")
    table.wait(s=61)
    book.look("time is up")
    table.ok.press()
    table.wait(s=1)


def stop_and_look(book: Book) -> None:
    table, words = book.table, book.table.words
    table.back.press()
    book.look("pause")
    questions = {
        words.CORRECT_POOL: ["number"],
        words.LEAVES: ["who leaves", "surely leaves"],
        words.MISTAKE: ["whose mistake", "mistake"],
    }
    for row, kinds in questions.items():
        table.choose(row)
        for kind in kinds:
            book.look(kind)
            table.seat("B").press()
        table.back.press()
        if book.screens.look(table.screen.frame).kind != "pause":
            table.back.press()
    table.choose(words.DISPUTE)
    book.look("dispute")
    table.back.press()


def end(book: Book) -> None:
    table = book.table
    for seat in "BC":
        table.wait(ms=400)
        table.seat(seat).press()
    table.wait(ms=400)
    table.ok.press()
    book.look("who is out")
    table.seat("C").press()
    table.wait(ms=DEAF_MS)
    book.look("points")
    table.seat("A").press()
    table.ok.press()
    book.look("missing")
    for seat in "BD":
        table.seat(seat).hold()
    for kind in ("jokers", "marks", "result"):
        table.ok.press()
        table.wait(ms=DEAF_MS)
        book.look(kind)
    table.wait(ms=READ_MS)
    table.ok.press()
    table.wait(s=2)
    book.look("winner")
    table.ok.press()
    book.look("ranking")
    table.back.press()
    table.choose(table.words.SHEETS)
    book.look("sheets")


def recorded(language: str, game: str, rows: dict[str, str], request: pytest.FixtureRequest) -> None:
    """The part of the file that is about that game must be what was read, or becomes it."""
    title = f"## {LANGUAGES[language]}: {game}\n\n"
    part = title + HEAD + "".join(rows.values())
    parts = (
        FILE.read_text(encoding="utf-8").split("\n\n## ")
        if FILE.exists()
        else ["# What is read, and the hints"]
    )
    found = {f"## {each}".split("\n")[0]: f"## {each}".rstrip() + "\n" for each in parts[1:]}
    if request.config.option.record_screens:
        found[title.strip()] = part
        text = [parts[0].rstrip() + "\n", *(found[name] for name in sorted(found))]
        FILE.write_text("\n".join(text), encoding="utf-8")
    assert found.get(title.strip()) == part, "if that is how it is meant to be: make screens"


def test_every_hint_is_a_sentence_about_a_screen_that_there_is():
    for language in LANGUAGES:
        hints = load(language)["hints"]
        assert hints.keys() == load("en")["hints"].keys(), language
        for kind, text in hints.items():
            assert text.endswith("."), (language, kind)
            assert text.count("{seat}") == load("en")["hints"][kind].count("{seat}"), (language, kind)
