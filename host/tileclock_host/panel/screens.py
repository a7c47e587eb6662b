"""Says which screen a picture shows, by the words the firmware has for it in its four languages."""

import re
from types import SimpleNamespace
from typing import NamedTuple

from tileclock_host import box_words
from tileclock_host.panel.reading import WIDTH, Item, Reader, lines
from tileclock_host.panel.texts import say

LANGUAGES = ("en", "pl", "cs", "uk")
_BELOW_TITLE = 14  # px where what is no title begins
_BOTTOM = 48  # px where the line below the digits of a turn begins
_SIDE = 100  # px where the pool's column begins
_BLOCK, _DIGITS = 27, 48  # px: the width of the block with the seat's letter, and how high it is
_LIT = 0xFF  # eight dots of a column
_LEFT = 8  # px before which rows begin
_ALPHABET = 30  # px where the letters begin that a name is made of
_END = 64  # px where the panel ends
_SEAT = re.compile("[A-F]( |$)")
_LETTERS = re.compile("[A-F]{2,6}")  # of who sits down
_PLACE = re.compile(r"\d\. ")  # of a ranking
_NUMBER = re.compile(r"▼ \d.*▲")  # the limits below a number that is set
_STEP = r"\d/\d "

# Screens by what their title says: the names of those words in the language files.
_TITLES = {
    "home": ("TITLE",),
    "who is out": ("WHO_IS_OUT",),
    "nobody moves": ("NOBODY_MOVES",),
    "pause": ("PAUSE",),
    "dispute": ("DISPUTED",),
    "turns over": ("OVER",),
    "missing": ("MISSING",),
    "impossible": ("IMPOSSIBLE",),
    "points": ("TILES_HINTS",),
    "jokers": ("JOKERS_HINTS",),
    "marks": ("MARKS_HINTS",),
    "racks": ("RIGHT_HINT",),
    "unconfirmed": ("UNCONFIRMED",),
    "ranking": ("STANDING",),
    "final ranking": ("MATCH_OVER",),
    "sheets": ("SHEETS",),
    "settings": ("SETTINGS",),
    "name": ("NAMES",),
    "entries": ("ENTRIES", "RACKS"),
    "who leaves": ("WHO_LEAVES",),
    "surely leaves": ("SURELY_LEAVES",),
    "whose mistake": ("WHOSE_MISTAKE",),
    "mistake": ("MISTAKE",),
    "question": ("ABANDON", "NEW_MATCH", "DATE_LOST", "NO_ROOM", "STORE_FULL", "STORE_FAILED", "UNREADABLE"),
    "rules in force": ("PROOF",),
    "code": ("CODE", "CODE_NEW", "CODE_AGAIN", "CODE_WRONG", "CODE_DIFFERS", "CODE_LENGTH", "CODE_WAIT"),
    "lock": ("LOCKED",),
    "note": ("UNLOCKED", "NO_CODE"),
    "battery low": ("BATTERY_LOW",),
    "battery empty": ("BATTERY_EMPTY",),
    "trouble": ("DATA_NEWER", "DATA_BROKEN"),
    "begin anew": ("BEGIN_ANEW",),
    "crash": ("CRASH", "FULL"),
    "safe mode": ("SAFE",),
    "self-test": ("SELF_TEST",),
    "key test": ("TESTS",),
    "guide": ("GUIDE_PAGES",),
}
_WITH_ENTRIES = ("points", "jokers", "marks", "racks", "missing", "impossible")
_STEPS = {"points": "STEP_TILES", "jokers": "STEP_JOKERS", "marks": "STEP_MARKS"}
_RESULTS = ("result", "unconfirmed")
# Rows of the set-up, by what the marked one begins with.
_ROWS = {
    "rules": "RULES",
    "players": "PLAYERS",
    "time": "LIMIT",
    "first word": "FIRST_WORD",  # before the next, which is how it may begin
    "first player": "BEGINS",
}


class Shown(NamedTuple):
    """A picture, read."""

    kind: str  # as in hints.HINTS, or "" for one that is not known
    language: str  # of its words, or ""
    seat: str  # the letter of whom it is about, or ""
    lines: tuple[str, ...]
    said: str  # what who cannot see it is told; the same as long as it means the same
    seats: str = ""  # the letters of who sits down, on the screens of the set-up
    entries: tuple[tuple[str, str], ...] = ()  # what stands there for each seat's letter, where they enter
    turn: str = ""  # the letter of whose clock runs, also while another one's entry of Word is shown


class _Words:
    """What one language says, folded as the panel shows it."""

    def __init__(self, language: str, reader: Reader) -> None:
        known = box_words.names(language)
        self.own = SimpleNamespace(**known)  # as it says them, for who hears them
        self.texts = SimpleNamespace(**{name: _folded(value, reader) for name, value in known.items()})
        self.all = {text for value in vars(self.texts).values() for text in _each(value)}
        self.titles = [
            (re.compile(_pattern(text)), kind)
            for kind, names in _TITLES.items()
            for name in names
            for text in _titles_of(getattr(self.texts, name))
        ]
        self.titles += [
            (re.compile(_STEP + re.escape(getattr(self.texts, name))), kind) for kind, name in _STEPS.items()
        ]
        self.joker = re.compile(re.escape(self.texts.JOKER) + r" −\d+")
        self.entry = re.compile(f"([A-F]) +({re.escape(self.texts.LETTERS)}|{re.escape(self.texts.LAID)})")

    def kind(self, title: str) -> str:
        if self.joker.fullmatch(title):
            return "jokers"
        return next((kind for pattern, kind in self.titles if pattern.fullmatch(title)), "")


class Screens:
    """Knows the firmware's screens. It remembers what few pictures tell: a game of Word, lines to confirm."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.languages = {language: _Words(language, reader) for language in LANGUAGES}
        self.of_word = False
        self.confirms = False  # the players confirm the lines of the result that is shown

    def look(self, frame: bytes) -> Shown:
        """Read a picture and say what it shows, but for the digits of a running turn: they only tick."""
        items = self.reader.read(still(frame))
        title = _title(items)
        language = self._language(items, title)
        # The language that most of it is in is asked first: some words are in two.
        order = sorted(self.languages, key=lambda each: each != language)
        found = (self._kind(items, title, self.languages[each]) for each in order)
        kind, seat = next((each for each in found if each[0]), ("", ""))
        words = self.languages[language or "en"]
        texts = words.texts
        self.confirms = kind in _RESULTS and (
            self.confirms or texts.CONFIRM_HINT in title or kind != "result"
        )
        if kind == "result" and self.confirms:
            kind = "lines"
        said = _said(kind, items, words.own, language or "en")
        entries = _entered(items) if kind in (*_WITH_ENTRIES, "lines") else {}
        told = tuple((whose[0], entry) for whose, entry in entries.items())
        if kind.startswith("entry"):
            told = tuple((seat, item.text) for item in items if item.y > _BOTTOM and item.text.isdigit())
        block = _first(items, "seat")
        turn = block.text if block else ""
        return Shown(kind, language, seat, tuple(lines(items)), said, _seats(kind, items, texts), told, turn)

    def left(self, frame: bytes) -> str:
        """What the digits of a running turn say; "" while one of them is being drawn."""
        digits = bytearray(len(frame))
        for page in range(_DIGITS // 8):
            place = slice(page * WIDTH + _BLOCK, page * WIDTH + _SIDE)
            digits[place] = frame[place]
        items = self.reader.read(bytes(digits))
        whole = sum(item.lit for item in items) == int.from_bytes(digits, "big").bit_count()
        return " ".join(item.text for item in items) if whole else ""

    def _language(self, items: tuple[Item, ...], title: str) -> str:
        found = {
            language: sum(item.text in words.all for item in items) + bool(words.kind(title))
            for language, words in self.languages.items()
        }
        best = max(found, key=lambda language: found[language])
        return best if found[best] else ""

    def _kind(self, items: tuple[Item, ...], title: str, words: _Words) -> tuple[str, str]:
        """Which screen it is, if it speaks that language, and which seat it is about."""
        if (entry := self._entry(items, words))[0]:
            return entry
        if seat := _first(items, "seat"):
            return self._turn(items, words, seat.text)
        if (block := _first(items, "mid")) and block.inverse:
            return "deal", block.text
        if rows := self._set_up(items, words):
            return f"set up: {rows}", ""
        return _by_its_look(items, title, words) or words.kind(title), ""

    def _entry(self, items: tuple[Item, ...], words: _Words) -> tuple[str, str]:
        """That of Word in the bottom line, in a turn or after the last one; or nothing."""
        for item in items:
            if item.y > _BOTTOM and (found := words.entry.match(item.text)):
                self.of_word = True
                letters = found[2] == words.texts.LETTERS
                return ("entry of letters" if letters else "entry of tiles"), found[1]
        return "", ""

    def _turn(self, items: tuple[Item, ...], words: _Words, seat: str) -> tuple[str, str]:
        if self.of_word:
            return "turn of Word", seat
        side = [item for item in items if item.x >= _SIDE and item.y < _BOTTOM]
        if words.texts.TURNS in [item.text for item in side]:  # below it, what is left of the pool
            empty = not any(item.font == "text" and item.text.isdigit() for item in side)
        else:
            empty = "0" in [item.text for item in side if item.font == "mid"]
        return ("turn without a pool" if empty else "turn"), seat

    def _set_up(self, items: tuple[Item, ...], words: _Words) -> str:
        rows = [item for item in items if item.y >= _BELOW_TITLE and item.x < _LEFT]
        if words.texts.PLAYERS not in [item.text for item in rows]:
            return ""
        for item in rows:
            if item.text == words.texts.RULES:
                line = [other.text for other in items if other.y == item.y]
                self.of_word = words.texts.RULES_NAMES["word"] in line
            elif item.text == words.texts.FIRST_WORD:
                self.of_word = True
        for name, word in _ROWS.items():
            if any(item.inverse and item.text == getattr(words.texts, word) for item in rows):
                return name
        return ""


def _by_its_look(items: tuple[Item, ...], title: str, words: _Words) -> str:
    """Screens that more than their title tells."""
    ranked = any(_PLACE.match(item.text) for item in items if item.x < _LEFT)
    head = " ".join(item.text for item in items if item.y < _BELOW_TITLE).split()
    large = _first(items, "large")
    looks = {
        "time is up": large is not None and large.inverse,
        "winner of the match": not ranked and title == words.texts.MATCH_OVER,
        "winner": large is not None,
        "number": any(_NUMBER.match(item.text) for item in items if item.y > _BOTTOM),
        "result": head[-2:] == words.texts.RESULT_COLUMNS.split(),
        "ranking": ranked and not words.kind(title),  # of so many that there is no room for a title
    }
    return next((kind for kind, it_is in looks.items() if it_is), "")


def still(frame: bytes) -> bytes:
    """A running turn without its digits: what changes every second means nothing new."""
    if not all(frame[page * WIDTH + x] == _LIT for page in range(_DIGITS // 8) for x in (0, _BLOCK - 1)):
        return frame
    picture = bytearray(frame)
    for page in range(_DIGITS // 8):
        picture[page * WIDTH + _BLOCK : page * WIDTH + _SIDE] = bytes(_SIDE - _BLOCK)
    return bytes(picture)


# ---- what is said to who cannot see it ----


def _said(kind: str, items: tuple[Item, ...], texts: SimpleNamespace, language: str) -> str:
    """What the picture means, without hints that follow each other."""
    body = tuple(item for item in items if item.y >= _BELOW_TITLE)
    marked = next((item.y for item in body if item.inverse and item.font == "text"), 0)
    title = " ".join(lines(tuple(item for item in items if item.y < _BELOW_TITLE)))
    said = lines(tuple(item for item in body if item.y == marked) if marked else body)
    if kind.startswith(("turn", "entry")) and (seat := _first(items, "seat")):
        title, said = say("plays", language, seat=seat.text), _called(items)
    elif kind.startswith("entry"):
        title, said = texts.ENTRIES, _called(items)
    elif kind == "time is up":
        title = texts.TIME_UP
    elif kind in _STEPS:
        title, said = getattr(texts, _STEPS[kind]), _entries(items)
    elif kind in _WITH_ENTRIES:
        title, said = "" if kind == "racks" else title, _entries(items)
    elif kind in ("result", "lines"):
        title, said = texts.RESULT_COLUMNS.replace("\t", ", "), lines(body)
    elif kind == "name":  # so far, and the letter that is marked
        said = lines(tuple(item for item in body if item.inverse or item.y < _ALPHABET))
    elif kind == "deal":
        said = lines(tuple(item for item in body if item.y < _BOTTOM and not item.inverse))
    between = ", " if kind in (*_WITH_ENTRIES, "result", "lines", "ranking") else " "
    stop = "" if not title or title[-1] in ".?!:" else ":" if said else ""
    return f"{title}{stop} {between.join(said)}".strip()


def _seats(kind: str, items: tuple[Item, ...], texts: SimpleNamespace) -> str:
    """The letters in the line of the players."""
    rows = [item.y for item in items if item.text == texts.PLAYERS and kind.startswith("set up")]
    found = [item.text for item in items if item.y in rows and _LETTERS.fullmatch(item.text)]
    return found[0] if found else ""


def _called(items: tuple[Item, ...]) -> list[str]:
    """What stands lit below a running turn: the judge, the pool, an entry of Word that waits."""
    bottom = [item for item in items if item.y > _BOTTOM and item.inverse]
    return lines(tuple(item for item in bottom if item.text[0].isalpha() and len(item.text) > 1))


def _entries(items: tuple[Item, ...]) -> list[str]:
    """Whose entry, and what it is; or the line that says who has opened."""
    return [f"{whose} {entry}" for whose, entry in _entered(items).items()]


def _entered(items: tuple[Item, ...]) -> dict[str, str]:
    """For each of whom there is an entry its number or "–", or what is said of them."""
    body = [item for item in items if item.y >= _BELOW_TITLE]
    names = [item for item in body if item.font == "text" and _SEAT.match(item.text)]
    beside = {
        name: lines(tuple(item for item in body if item.y == name.y and item not in names)) for name in names
    }
    if any(item.font == "text" and item.y == name.y for name in names for item in body if item not in names):
        return {name.text: " ".join(beside[name]) for name in names}
    return {name.text: _number_of(name, names, body) for name in names}


def _number_of(name: Item, names: list[Item], body: list[Item]) -> str:
    """The number in the column of that name."""
    right = min((other.x for other in names if other.y == name.y and other.x > name.x), default=WIDTH)
    below = min((other.y for other in names if other.y > name.y), default=_END)
    numbers = [item for item in body if item.font == "mid"]
    found = [n.text for n in numbers if name.x <= n.x + 3 < right and name.y <= n.y + 3 < below]
    return found[0] if found else "–"


# ---- the words ----


def _title(items: tuple[Item, ...]) -> str:
    return next((item.text for item in items if item.y < _BELOW_TITLE and item.font == "text"), "")


def _first(items: tuple[Item, ...], font: str) -> Item | None:
    return next((item for item in items if item.font == font), None)


def _folded(value: object, reader: Reader) -> object:
    if isinstance(value, str):
        return reader.fold(value)
    if isinstance(value, list):
        return [_folded(each, reader) for each in value]
    if isinstance(value, dict):
        return {name: _folded(each, reader) for name, each in value.items()}
    return value


def _each(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return _each(list(value.values()))
    return [text for each in value for text in _each(each)] if isinstance(value, list) else []


def _titles_of(value: object) -> list[str]:
    """A word, each of several, or the first line of each page."""
    if isinstance(value, list):
        return [each[0] if isinstance(each, list) else each for each in value]
    assert isinstance(value, str)
    return [value]


def _pattern(text: str) -> str:
    """The reader ends a text where the room between two words is wide."""
    return re.escape(text.partition("   ")[0]).replace("%s", ".+").replace("%d", r"\d+")
