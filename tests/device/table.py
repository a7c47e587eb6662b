"""The words of the device tests: seats that are pressed, time that passes, a screen that is read."""

from __future__ import annotations

import json
from typing import NamedTuple

from tests import words
from tests.device import forked
from tests.device.box import USUAL
from tests.device.places import step
from tests.patience import eventually
from tests.qa.house import module
from tileclock_host.build import bundle
from tileclock_host.panel import reading

MS, S = 1_000, 1_000_000  # times of the tests are microseconds
SEATS = "ABCDEF"
TAP_MS = 100  # how long a finger stays on a key for a short press
SEEN_MS = 40  # after that the firmware has seen a key go up, and the panel shows what came of it
LOADED_MS = 200  # the same for a key of the console, which may lead to a screen that is loaded first
_LONGEST_LIST = 30  # rows
_FIRST_ROW = 16  # px where rows begin below a title


class Tone(NamedTuple):
    """A sound of the buzzer: when it began, and its pitch; 0 is silence."""

    at: int
    pitch: int


class Key:
    """A button on the table."""

    def __init__(self, table: Table, name: str) -> None:
        self._table, self._name = table, name

    def down(self, at: int | None = None) -> int:
        """A finger touches the contact, now or at a time ahead; returns when."""
        return self._table.box.press(self._name, at)

    def up(self, at: int | None = None) -> int:
        return self._table.box.release(self._name, at)

    def press(self, at: int | None = None, ms: float = TAP_MS) -> int:
        """Touch it for so long, and wait until that was seen; returns when the contact closed."""
        table = self._table
        if at is not None:
            assert at >= table.now, "that moment has passed already"
            table.box.advance(at - table.now)
        at = self.down()
        table.wait(ms=ms)
        self.up()
        table.wait(ms=SEEN_MS if self._name in SEATS else LOADED_MS)
        return at

    def hold(self, at: int | None = None, ms: float = 700) -> int:
        """A press that is a hold: 600 ms or more."""
        return self.press(at, ms)


class Screen:
    """What the panel shows, as pixels and as the text a person reads."""

    def __init__(self, table: Table) -> None:
        self._table = table

    @property
    def frame(self) -> bytes:
        """1,024 bytes, page by page, the lowest bit on top."""
        return self._table.seen.oled.frame()

    @property
    def items(self) -> tuple[reading.Item, ...]:
        return self._table.reader.read(self.frame)

    @property
    def text(self) -> str:
        return "\n".join(reading.lines(self.items))

    def says(self, text: str) -> bool:
        """Whether it is there to read; letters that look the same are the same."""
        fold = self._table.reader.fold
        return any(fold(text) in item.text for item in self.items) or fold(text) in fold(self.text)

    @property
    def time_is_up(self) -> bool:
        """Whether the large line says so, or names in turn who was on turn."""
        return any(item.font == "large" and item.y == 0 and item.inverse for item in self.items)

    def _only(self, *fonts: str, inverse: bool) -> str:
        found = [item.text for item in self.items if item.font in fonts and item.inverse == inverse]
        assert len(found) == 1, f"no such thing on a screen that says\n{self.text}"
        return found[0]

    @property
    def time(self) -> str:
        """The huge digits of a running turn, such as 39, 7.4 or 1:48."""
        return self._only("huge", "tall", inverse=False)

    @property
    def seat(self) -> str:
        """The letter of who is on turn."""
        return self._only("seat", inverse=True)

    @property
    def chosen(self) -> str:
        """The row of a list that is marked."""
        rows = [item for item in self.items if item.inverse and item.font == "text" and item.y >= _FIRST_ROW]
        assert rows, f"no row is marked on a screen that says\n{self.text}"
        return rows[0].text

    @property
    def following(self) -> str:
        """The letter of who is next."""
        bottom = "".join(item.text for item in self.items if item.y == 52)
        return bottom.partition("▸")[2].strip()[0]

    @property
    def pool(self) -> int:
        """The tiles in the pool, of a running turn."""
        return int(self._only("mid", inverse=False))

    @property
    def seconds(self) -> float:
        """What the huge digits say: of 1:48 it is 108."""
        minutes, _, seconds = self.time.rpartition(":")
        return 60 * int(minutes or 0) + float(seconds)

    def shows(self, name: str) -> None:
        """It must look as in the recorded picture of that name."""
        self._table.pictures.check(name, self._table.language, self.frame)


class Table:
    """A box with people around it. Whoever turns to it finds its first screen, if it is to `start`.

    In place of a box there can be the place it stands at: who turns to it finds a copy of the box that stays
    there. As long as it was only led by steps (see places.py), it stands at a place.
    """

    def __init__(  # noqa: PLR0913 – each by its name
        self, box, reader: reading.Reader, pictures, *, start: bool = False, place=None, copied: bool = False
    ) -> None:
        self._box, self._starts = box, start
        self._place, self._copies, self._copied = None, bool(place), copied
        self.reader, self.pictures = reader, pictures
        self.screen = Screen(self)
        self.up, self.down, self.ok, self.back = (Key(self, name) for name in ("up", "down", "ok", "back"))
        self.language = "en"
        self.usual = USUAL  # settings, where a test says nothing else
        self.may_crash = False  # a test that breaks the firmware says so
        self.may_fault = False  # a test that sends the panel nonsense says so
        if place:
            self._stand_at(place)

    @property
    def box(self):
        """Switched on as late as possible: what it is set to before that costs no start."""
        box = self.seen
        self._place = None  # from here on anything may happen to it
        return box

    @property
    def seen(self):
        """The box, of who only looks at it."""
        self._begin()
        if self._box is None:
            self._box = self._place.copy(copied=self._copied)
        return self._box

    def go(self, key, play):
        """Take a step, or stand at once where it leads from here."""
        self._begin()
        if not self._place or not forked.CAN:
            return play(self)
        place = self._place.onward(key, play)
        self._stand_at(place)
        return place.result

    def _stand_at(self, place) -> None:
        there = place.reach()
        self.put_away()
        self._place = place
        if there:
            self.language, self.usual = there.language, there.usual
            self.may_crash |= there.may_crash
            self.may_fault |= there.may_fault

    def put_away(self) -> None:
        """The box, if anybody has turned to it; what a copy has on its flash is lost."""
        if self._box:
            self._box.close()
        if self._box and self._copies:
            self._box.flash.unlink()
        self._box = None

    def _begin(self) -> None:
        if self._starts:
            self._starts = False
            self._switch_on()

    @step
    def _switch_on(self) -> None:
        self.box.start()

    def seat(self, letter: str) -> Key:
        assert letter in SEATS
        return Key(self, letter)

    def steady(self) -> None:
        """From now on no contact bounces: for times exact to the millisecond."""
        self.box.keys.bounce_us = 0

    # ---- time ----

    @property
    def now(self) -> int:
        """Microseconds since the box was first switched on."""
        return self.seen.now

    def wait(self, *, s: float = 0, ms: float = 0) -> None:
        self.box.advance(round(s * S + ms * MS))

    def wait_until(self, at: int) -> None:
        self.box.advance(max(0, at - self.now))

    def wait_for_change(self, within_s: float = 2) -> int:
        """Wait until the picture is another one; returns the milliseconds that took, at most 5 too many."""
        begin, before = self.now, self.screen.frame
        while self.screen.frame == before:
            assert self.now < begin + within_s * S, f"for {within_s} s nothing changed on\n{self.screen.text}"
            self.wait(ms=5)
        return (self.now - begin) // MS

    def wait_for(self, text: str, within_s: float = 60) -> None:
        """Wait until the text is on the screen, and the picture with it complete."""
        end = self.now + within_s * S
        while not self.screen.says(text):
            assert self.now < end, (
                f"for {within_s} s {text!r} did not appear; the screen says\n{self.screen.text}"
            )
            self.wait(ms=50)
        self.wait(ms=SEEN_MS)

    def wait_for_time_up(self) -> None:
        """To the end of a running turn's time; the screen is looked at only for its last second."""
        self.wait(s=self.screen.seconds - 1)
        self.wait_for(self.words.TIME_UP, within_s=3)

    # ---- what is seen and heard besides ----

    @property
    def lights(self) -> tuple[tuple[int, int, int], ...]:
        return self.seen.lights.colours

    def light(self, letter: str) -> str:
        """The colour of a seat's light as people would call it."""
        red, green, blue = self.lights[SEATS.index(letter)]
        if blue:
            return "white"
        if not red + green:
            return "dark"
        return "red" if not green else "green" if green > red else "amber"

    @property
    def sounds(self) -> list[Tone]:
        return [Tone(*tone) for tone in self.seen.buzzer.history]

    def heard_since(self, at: int) -> list[int]:
        """The pitches that began since then, in Hz."""
        return [tone.pitch for tone in self.sounds if tone.at >= at and tone.pitch]

    @property
    def log(self) -> str:
        return self.seen.log

    def wait_for_log(self, text: str) -> None:
        """The cable has a pace of its own: wait, in real time, for what was said already."""
        eventually(lambda: text in self.log, lambda: f"the log is\n{self.log}\nand {text!r}")

    def break_screen(self, name: str, how: str) -> None:
        """A firmware whose screen of that name does this when it is shown; the clock starts anew with it."""
        self.may_crash = True
        methods = (
            f" def __init__(self, go):\n  pass\n def enter(self, now):\n  {how}\n"
            " def have(self, entry):\n  pass\n"
        )
        self.replace(f"ui/{name}", f"class Screen:\n{methods}")
        self.box.start()

    def replace(self, module: str, code: str) -> None:
        """Switched off, the firmware gets this in place of a module that has a file of its own."""
        self.box.pull_plug()
        key, name = bundle.key(), f"tileclock.{module.replace('/', '.')}"
        path = key.places.get(name, name).replace(".", "/")
        self.box.put({f"/{path}.py": words.translate(code, key, name).encode()})

    def replace_in(self, module: str, name: str, code: str) -> None:
        """Switched off, the firmware gets this in place of what a module calls so, before it starts."""
        self.box.pull_plug()
        main = (bundle.FIRMWARE / "main.py").read_text(encoding="utf-8")
        begin, _, run = main.rstrip().rpartition("\n")
        assert run.startswith("run("), "the last line of main.py starts the clock"
        package, _, leaf = module.rpartition(".")
        main = f"{begin}\n{code}\nfrom {package} import {leaf} as place\nplace.{name} = {name}\n{run}\n"
        self.box.put({"/main.py": words.translate(main, bundle.key()).encode()})

    # ---- steps ----

    @property
    def words(self):
        """The texts of the language it speaks."""
        return module(self.language)

    def choose(self, text: str) -> None:
        """In a list: the row that begins so, from wherever the mark is."""
        for _ in range(_LONGEST_LIST):
            if self.screen.chosen.startswith(self.reader.fold(text)):
                self.ok.press()
                return
            self.down.press()
        raise AssertionError(f"no row {text!r} in the list; the screen says\n{self.screen.text}")

    def take_up(self) -> None:
        """The game that was cut lies on the table again, which takes a moment."""
        self.choose("Resume")
        self.wait(s=1)

    def power_cycle(self) -> None:
        """The plug is pulled and put in again; the boot is counted, behind the first screen."""
        self.box.pull_plug()
        self.box.start()
        self.wait(ms=300)

    def settings(self, **values) -> None:
        """Set before the box was switched on, which happens now."""
        self._starts = False
        self._set(**values)

    @step
    def _set(self, **values) -> None:
        self.language = values.get("language", "en")
        self.box.settings(json.dumps(self.usual | values).encode())

    def to_players(self) -> None:
        """From the first screen to where players sit down."""
        self.ok.press()  # a new game
        self.ok.press()  # of these rules

    def sit(self, seats: str) -> None:
        """Exactly these sit down."""
        for letter in SEATS:
            if (letter in seats) != (self.light(letter) != "dark"):
                self.seat(letter).press()

    @step
    def deal(self, seats: str = "ABCD") -> None:
        """From the first screen until the tiles are dealt to these; the first of them begins."""
        self.to_players()
        self.sit(seats)
        self.ok.press()  # these players
        self.ok.press()  # so much time
        self.seat(seats[0]).press()  # drew the highest tile
        self.ok.press()
        self.wait(ms=300)  # the deal is written down
        if self.screen.says(self.words.FIRST_WORD):  # Word has one row more
            self.ok.press()
            self.wait(ms=300)

    @step
    def start_game(self, seats: str = "ABCD", limit: int | None = None) -> int:
        """These play, the first of them has pressed; returns when the contact of that press closed."""
        if limit is not None:
            self.settings(language=self.language, limit=limit)
        self.deal(seats)
        return self.seat(seats[0]).press()
