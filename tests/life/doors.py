"""The two ways into a box: its keys, with what its screen says read as text; and its cable."""

from collections.abc import Callable
from typing import Any

from tests.device.table import MS, SEEN_MS, S, Screen, Table
from tests.life.book import SEATS, Book
from tileclock_host.device.clock import Clock
from tileclock_host.sim.virtual_port import VirtualPort

LANGUAGES = ("en", "pl", "cs", "uk")
LONG_MS = 2_200  # ↩ held so long turns the key of the lock
ROWS = 60  # of a list that are read
SLOW_S = 2  # a key is answered within; a list of one row never changes
PATIENCE_S = 20  # of people who wait for another screen
_TOP = 16  # px where the rows of a list begin


class Seen(Screen):
    """The panel as somebody reads it who sits where it stands upright. A picture that stands is read once."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._read: tuple[bytes, Any] = (b"", ())

    @property
    def frame(self) -> bytes:
        panel = self._table.seen.oled
        turned = not panel.mirrored_columns and not panel.mirrored_rows
        return bytes(panel.memory) if turned and panel.awake else panel.frame()

    @property
    def upright(self) -> bool:
        """Whether it stands as in a box that nobody has turned."""
        panel = self._table.seen.oled
        return panel.mirrored_columns and panel.mirrored_rows

    @property
    def items(self):
        frame = self.frame
        if self._read[0] != frame:
            self._read = frame, self._table.reader.read(frame)
        return self._read[1]


class Doors:
    """Settings and names, entered by the keys or by the cable, and read again by both."""

    def __init__(self, table: Table, book: Book) -> None:
        self.table, self.book = table, book
        table.screen = Seen(table)

    # ---- lists ----

    def marked(self) -> str:
        """The marked row of a list, with what stands at its right."""
        items = [item for item in self.table.screen.items if item.inverse and item.y >= _TOP]
        return "  ".join(item.text for item in sorted(items, key=lambda item: item.x))

    def title(self) -> str:
        return "  ".join(item.text for item in self.table.screen.items if item.y < _TOP - 2)

    def leave(self, title: str) -> int:
        """Wait until another screen has come, and its picture is whole; ms that took."""
        title = self.table.reader.fold(title)
        return self.wait_while(lambda: self.title().startswith(title))

    def wait_while(self, waits: Callable[[], bool]) -> int:
        table, began = self.table, self.table.now
        while waits():
            assert table.now < began + PATIENCE_S * S, table.screen.text
            table.wait(ms=50)
        table.wait(ms=200)
        return (table.now - began) // MS

    def stand(self) -> None:
        """Wait until the picture is whole."""
        before = b""
        while before != self.table.screen.frame:
            before = self.table.screen.frame
            self.table.wait(ms=SEEN_MS)

    def rows(self) -> list[str]:
        """The rows of a list, from the one that is marked on until it comes round."""
        table, found = self.table, []
        self.stand()
        first = table.screen.frame
        for _ in range(ROWS):
            found.append(self.marked())
            shown, until = table.screen.frame, table.now + SLOW_S * S
            table.down.press()
            while table.screen.frame == shown and table.now < until:
                table.wait(ms=SEEN_MS)
            self.stand()
            if table.screen.frame == first:
                break
        return found

    def mark(self, text: str) -> str:
        """Move to the row that begins so; what it says."""
        table = self.table
        for _ in range(ROWS):
            row = self.marked()
            if row.startswith(table.reader.fold(text)):
                return row
            table.down.press()
        raise AssertionError(f"no row {text!r}; the screen says\n{table.screen.text}")

    def home(self) -> None:
        """↩ until the first screen is shown."""
        table = self.table
        for _ in range(8):
            if table.screen.says(table.words.SELF_TEST) or table.screen.says(table.words.GUIDE):
                return
            table.back.press()
            table.wait(ms=300)
        raise AssertionError(f"no way home from\n{table.screen.text}")

    # ---- by the keys ----

    def by_keys(self, name: str, value: Any) -> None:
        """From the first screen, and back to it."""
        self.open_setting(name, value)
        self.home()

    def open_setting(self, name: str, value: Any) -> None:
        """Enter it, and stay there."""
        self.table.choose(self.table.words.SETTINGS)
        if name == "language":
            self._language(value)
        elif name in {"names", "handicaps"}:
            for seat, (old, new) in enumerate(zip(self.book.settings[name], value, strict=True)):
                if old != new:
                    self._of_seat(name, seat, new)
        elif name in {"round", "match_games", "match_target"}:
            self.mark(self.table.words.SETTING[name])
            self.table.ok.press()
            self._number(self.book.settings[name], value)
        else:
            self._next(name, value)

    def _language(self, value: str) -> None:
        """Its row is the first; each OK takes the next language."""
        table = self.table
        for _ in range((LANGUAGES.index(value) - LANGUAGES.index(table.language)) % len(LANGUAGES)):
            table.ok.press()
            table.wait(ms=300)
        table.language = value

    def _next(self, name: str, value: Any) -> None:
        table, wanted = self.table, "  " + self.table.reader.fold(self.shown(name, value))
        self.mark(self.row_of(name))
        for _ in range(8):
            if self.marked().endswith(wanted):
                return
            table.ok.press()
        raise AssertionError(f"{name} does not become {value!r} on\n{table.screen.text}")

    def _number(self, old: int, new: int) -> None:
        """A press is one, and held it is ten more."""
        table = self.table
        key = table.up if new > old else table.down
        held, ones = divmod(abs(new - old), 11)
        for _ in range(held):
            key.press(ms=self.book.settings["hold"] + 100)
        for _ in range(ones):
            key.press()
        table.ok.press()
        table.wait(ms=300)

    def _of_seat(self, name: str, seat: int, value: Any) -> None:
        """The row of that seat, in the list of names or of times."""
        table, words = self.table, self.table.words
        self.mark(words.NAMES if name == "names" else words.HANDICAPS)
        table.ok.press()
        self.mark(SEATS[seat])
        table.ok.press()
        before = self.book.settings[name][seat]
        if name == "handicaps":
            self._number(before, value)
        else:
            self._spell(before, value)
        if not self.marked().startswith(tuple(map(table.reader.fold, (words.NAMES, words.HANDICAPS)))):
            return
        assert self.title().startswith(table.reader.fold(words.SETTINGS)), table.screen.text

    def _spell(self, before: str, name: str) -> None:
        """Letter by letter, when those that stand there are taken back."""
        table = self.table
        for _ in before:
            table.back.press()
        letters, at = " " + table.words.ALPHABET, 0
        for letter in [*name, " "]:
            wanted = letters.index(letter.upper())
            steps = (wanted - at) % len(letters)
            key, count = (
                (table.down, steps) if steps * 2 <= len(letters) else (table.up, len(letters) - steps)
            )
            for _ in range(count):
                key.press()
            table.ok.press()
            at = wanted
        table.wait(ms=300)

    # ---- the judge's code ----

    def set_code(self, code: str) -> None:
        """Another code, or none, by the keys; the old one is asked for."""
        table, words = self.table, self.table.words
        table.choose(words.SETTINGS)
        self.mark(words.CODE)
        table.ok.press()
        if self.book.code:
            self.type_code(self.book.code)
            table.choose(words.CODE_NEW if code else words.CODE_REMOVE)
        for _ in range(2 if code else 0):
            self.type_code(code)
        self.home()

    def type_code(self, code: str) -> None:
        for seat in code:
            self.table.seat(seat).press()
        self.table.ok.press()
        self.table.wait(ms=300)

    def turn_key(self, *, close: bool) -> None:
        """On the first screen: close the lock, or open it."""
        table, words = self.table, self.table.words
        table.back.hold(ms=LONG_MS)
        table.wait(ms=300)
        if not close:
            self.wait_while(lambda: not table.screen.says(words.CODE))
            self.type_code(self.book.code)
            self.wait_while(lambda: not table.screen.says(words.UNLOCKED))
        assert table.screen.says(words.LOCKED if close else words.UNLOCKED), table.screen.text
        table.ok.press()

    # ---- by the cable ----

    def clock(self) -> Clock:
        box = self.table.box
        clock = Clock(VirtualPort(box), lambda: VirtualPort(box))
        clock.hello()
        return clock

    def by_cable(self, name: str, value: Any) -> None:
        with self.clock() as clock:
            clock.set({name: value})
        if name == "language":
            self.table.language = value
            self.table.wait(ms=300)

    # ---- as they are shown ----

    def row_of(self, name: str) -> str:
        """What the row of a setting is called."""
        return self.table.words.AUTO if name == "auto" else self.table.words.SETTING[name]

    def shown(self, name: str, value: Any) -> str:
        """A setting as its row says it."""
        words = self.table.words
        if name == "language":
            return words.LANGUAGE
        if name == "spans":
            return words.ROUND_FOR[value]
        if isinstance(value, bool):
            return words.YES if value else words.NO
        if name in {"round", "match_games", "match_target"}:
            return str(value) if value else words.NO
        return f"{value} { ({'hold': 'ms', 'restart': 's'}.get(name, '%')) }"

    def look_at_settings(self) -> None:
        """Every row says what the book says, and so does the cable."""
        table, words, book, fold = self.table, self.table.words, self.book, self.table.reader.fold
        table.choose(words.SETTINGS)
        rows = self.rows()
        expected = [
            (self.row_of(name), self.shown(name, book.settings[name]))
            for name in (
                *("language", "sound", "brightness", "lights", "flip", "auto", "confirm", "hold", "spans"),
                *("restart", "round", "match_games", "match_target"),
            )
        ]
        expected += [(words.NAMES, ""), (words.HANDICAPS, "")]
        expected.append((words.CODE, "•••" if book.code else words.NO))
        assert len(rows) == len(expected), rows
        for row, (text, value) in zip(rows, expected, strict=True):
            assert row.startswith(fold(text)) and row.endswith("  " + fold(value) if value else ""), (
                row,
                text,
                value,
            )
        self._look_at_seats(words.NAMES, [SEATS[i] + " " + n for i, n in enumerate(book.settings["names"])])
        times = [f"{seconds} s" if seconds else "" for seconds in book.settings["handicaps"]]
        labels = [SEATS[i] + " " + n for i, n in enumerate(book.settings["names"])]
        self._look_at_seats(
            words.HANDICAPS, [f"{who.strip()}  {time}" for who, time in zip(labels, times, strict=True)]
        )
        self.home()
        assert table.screen.upright != book.settings["flip"]
        with self.clock() as clock:
            found = clock.settings()
        assert found == book.settings, {
            name: (value, found.get(name))
            for name, value in book.settings.items()
            if value != found.get(name)
        }

    def _look_at_seats(self, row: str, expected: list[str]) -> None:
        table = self.table
        self.mark(row)
        table.ok.press()
        rows, expected = self.rows(), [table.reader.fold(text.strip()) for text in expected]
        assert rows == expected, (rows, expected)
        table.back.press()
        table.wait(ms=300)
