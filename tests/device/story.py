"""Tells a story to a simulated box: a sequence file in plain words, line by line, for one language.

What a line may say is in stories/README.md. Texts of the screen are written in English; where the box speaks
another language, its own words for them are looked for.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from tests import presets
from tests.device.box import USUAL
from tests.device.table import SEATS, Table
from tests.qa.house import module

FOLDER = Path(__file__).parent / "stories"
LANGUAGES = ("en", "pl", "cs", "uk")
CONSOLE = {"OK": "ok", "BACK": "back", "UP": "up", "DOWN": "down"}
_THINKS_S = 2  # who plays or draws without a word about time
_TENS_MS, _MORE_MS, _OVER_MS = 600, 350, 120  # a hold adds ten after this, again after this; let go so late

_STILL_COMES = 20  # looks, 20 ms apart: a deal is drawn before its head is on the flash, and not all at once


class Story:
    """A file of `stories/`: in which languages it is told, how the box is set, and its steps."""

    def __init__(self, path: Path) -> None:
        self.name = path.stem
        self.languages = ("en",)
        self.settings: dict = {}
        self.presets: dict[str, bytes] = {}
        self.steps: list[tuple[int, str, list[str]]] = []  # line number, verb, what follows
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            verb, *rest = shlex.split(line, comments=True) or [""]
            if verb == "language":
                self.languages = LANGUAGES if rest == ["all"] else tuple(rest)
            elif verb == "settings":
                self.settings |= dict(_value(*word.split("=", 1)) for word in rest)
            elif verb == "rules":
                self._own_rules(*rest)
            elif verb:
                self.steps.append((number, verb, rest))

    @property
    def pictures(self) -> list[str]:
        return [rest[0] for _, verb, rest in self.steps if verb == "picture"]

    def _own_rules(self, name: str, like: str, base: str, *changes: str) -> None:
        assert like == "like", "rules NAME like BUILT-IN field=value"
        fields = dict(_value(*change.split("=", 1)) for change in changes)
        own = {**presets.built_in(base), "id": name, "name": name.title(), **fields}
        self.presets[f"/data/presets/{name}.json"] = json.dumps(own).encode()

    def tell(self, table: Table, language: str) -> None:
        """All of it; what goes wrong is said with its line."""
        table.language = language
        stored = json.dumps({**USUAL, "language": language, **self.settings}).encode()
        table.box.restart_with({"/data/settings.json": stored, **self.presets})
        teller = Teller(table, language)
        for number, verb, rest in self.steps:
            try:
                teller.step(verb, rest)
            except Exception as error:
                error.add_note(f"{self.name}.txt, line {number}: {' '.join([verb, *rest])}")
                raise


def stories() -> list[Story]:
    return [Story(path) for path in sorted(FOLDER.glob("*.txt"))]


def _value(name: str, text: str):
    """A setting: numbers and words as JSON has them, names parted by commas."""
    if name == "names":
        return name, (text.split(",") + [""] * 6)[:6]
    try:
        return name, json.loads(text)
    except ValueError:
        return name, text


class Teller:
    """Does what the lines say."""

    def __init__(self, table: Table, language: str) -> None:
        self._table = table
        self._language = language

    def step(self, verb: str, rest: list[str]) -> None:
        if verb in tuple(SEATS):
            self._player(verb, *rest)
        else:
            getattr(self, f"_do_{verb.replace('-', '_')}")(*rest)

    # ---- fingers ----

    def _key(self, name: str):
        if name in CONSOLE:
            return getattr(self._table, CONSOLE[name])
        return self._table.seat(name)

    def _player(self, seat: str, does: str, *more: str) -> None:
        """`A plays`, `B draws`, `C draws after 12 s`, `D has 24 2`: points, and jokers."""
        if does == "has":
            self._enter(seat, int(more[0]))
            return
        assert does in ("plays", "draws"), f"{seat} plays or draws, not {does!r}"
        self._table.wait(s=float(more[1]) if more else _THINKS_S)
        assert self._table.screen.seat == seat, f"it is the turn of {self._table.screen.seat}"
        if does == "plays":
            self._table.seat(seat).press()
        else:
            self._table.seat(seat).hold()

    def _enter(self, seat: str, points: int) -> None:
        """A rack: tens by holding, ones by pressing; who has nothing presses up to one and takes it back."""
        key = self._table.seat(seat)
        tens, ones = divmod(points, 10)
        if tens:
            key.hold(ms=_TENS_MS + _MORE_MS * (tens - 1) + _OVER_MS)
        for _ in range(ones):
            key.press()
        if not points:
            key.press()
            self._table.down.press()

    def _do_press(self, name: str, times: str = "1", *_: str) -> None:
        for _press in range(int(times)):
            self._key(name).press()

    def _do_hold(self, name: str, seconds: str = "0.7", *_: str) -> None:
        self._key(name).hold(ms=float(seconds) * 1000)

    def _do_choose(self, text: str) -> None:
        """A row of a list, from wherever the mark is."""
        self._table.choose(self.words(text))

    def _do_dial(self, number: str) -> None:
        """Change the number the screen asks for: by tens with the key held, the rest one by one."""
        table = self._table
        while (off := int(number) - table.screen.pool) != 0:
            key = table.up if off > 0 else table.down
            tens = abs(off) // 10
            key.hold(ms=_TENS_MS + _DIAL_MS * (tens - 1) + _OVER_MS) if tens > 1 else key.press()

    # ---- time ----

    def _do_wait(self, what: str, *more: str) -> None:
        if what == "for":
            self._wait_for(self.words(more[0]))
        else:
            seconds = float(what) * {"s": 1, "min": 60}[more[0]]
            self._table.wait(s=seconds)

    def _wait_for(self, text: str) -> None:
        for _half_second in range(300):
            if self._table.screen.says(text):
                return
            self._table.wait(ms=500)
        raise AssertionError(f"{text!r} did not appear; the screen says\n{self._table.screen.text}")

    # ---- what is seen ----

    def _do_screen(self, *texts: str) -> None:
        for text in texts:
            said = self._table.screen.says(self.words(text))
            for _ in range(_STILL_COMES):
                if said:
                    break
                self._table.wait(ms=20)
                said = self._table.screen.says(self.words(text))
            assert said, f"{self.words(text)!r} is not on the screen, which says\n{self._table.screen.text}"

    def _do_turn(self, seat: str, *time: str) -> None:
        """`turn B`, `turn B with 39`: whose turn it is, and what the huge digits say."""
        screen = self._table.screen
        for _ in range(_STILL_COMES):
            if not time or screen.time == time[1]:
                break
            self._table.wait(ms=5)  # a digit is sent in pieces
        assert screen.seat == seat, f"it is the turn of {screen.seat}"
        assert not time or screen.time == time[1], f"the time is {screen.time}"

    def _do_pool(self, tiles: str) -> None:
        assert self._table.screen.pool == int(tiles), f"the pool is {self._table.screen.pool}"

    def _do_light(self, seat: str, colour: str) -> None:
        assert self._table.light(seat) == colour, f"the light of {seat} is {self._table.light(seat)}"

    def _do_picture(self, name: str) -> None:
        self._table.wait(ms=_SETTLED_MS)
        self._table.screen.shows(f"stories/{name}")

    # ---- languages ----

    def words(self, text: str) -> str:
        """The box's own words for an English text; figures, letters and names stay as they are."""
        if self._language == "en":
            return text
        for pattern, theirs in _dictionary(self._table.words):
            if found := re.fullmatch(pattern, text):
                return re.sub("%[ds]", lambda _: next(rest), theirs) if (rest := iter(found.groups())) else ""
        return text


_DIAL_MS = 300  # a number's tens follow each other faster
_SETTLED_MS = 60  # a whole picture takes several transfers


def _dictionary(theirs):
    """Pairs of a pattern of an English text and the other language's text, the longest first."""
    pairs = []
    for name, text in vars(module("en")).items():
        if name.startswith("_") or name in ("ALPHABET", "SMALL", "GUIDE_PAGES"):
            continue
        other = getattr(theirs, name)
        if isinstance(text, dict):
            pairs += [(text[key], other[key]) for key in text if text[key]]
        elif isinstance(text, list) and len(text) == len(other):
            pairs += zip(text, other, strict=True)
        elif isinstance(text, str):
            pairs.append((text, other))
    pairs.sort(key=lambda pair: -len(pair[0]))
    return [(re.sub("%[ds]", "(.+)", re.escape(text)), other) for text, other in pairs]
