"""The records of a game: what happened, when, in the bytes that are kept and sent.

A record is a row of varints, seven bits a byte, lowest first, the top bit set while more follow:

    4 x kind + what the clock did since the record before · ms since then · as many figures as the kind has

so an ordinary turn takes four or five bytes, with a tile drawn eight. The number of a record is its place in
the journal. What the clock did is written down because corrections may change what a past turn means, but
never what was measured. Kinds are never given another meaning and never taken away; a program that meets one
it does not know refuses the journal instead of guessing.
"""

# fmt: off
DEAL         = 1   # figures: seats as bits, first seat, seconds per turn
HANDICAP     = 2   # seat, seconds per turn
BEGIN        = 3   # the first turn starts
END_TURN     = 4   # by a press, or from the menu while the clock stands
DREW         = 5   # turns that have ended since; that turn took a tile
PASSED       = 6   # turns that have ended since; that turn would have, but the pool is empty
EXPIRE       = 7   # the time of the turn is up
RESOLVE      = 8   # choice (its place in the preset's list), tiles asked for
PAUSE        = 9   # why
RESUME       = 10
UNDO         = 11  # the last turn that ended never did
RESTART      = 12  # the turn starts again at its full time
MISTAKE      = 13  # 0 this turn, 1 the one before; choice, tiles asked for
BACK         = 14  # tiles that return to the pool
CORRECT_POOL = 15  # tiles there were before, tiles there really are
CORRECT_TIME = 16  # seconds left before, seconds left now
ANNOUNCE     = 17  # the player on turn will open next turn; again: he will not
OPENED       = 18  # the player on turn has opened; again: he has not
OUT          = 19  # seat
LEAVE        = 20  # seat
END_ROUND    = 21  # the last lap begins after this turn
ADD_ROUND    = 22  # minutes the judge adds to the round, or gives one that had no end by time
ABANDON      = 23
BLIPS        = 24  # seat, presses of it that meant nothing
REOPEN       = 25  # nobody is out after all: the clock stands in the turn that was
RACK         = 26  # seat, sum of its number tiles, jokers
MARK         = 27  # seat, 0 opened, 1 never, 2 never although it could have
STORE        = 28  # the sheet as it stands; once more after a correction
ENTRY        = 29  # number of the turn, letters, tiles used; no tiles: he drew
CUT          = 30  # cause; the clock ran up to here, then nobody knows for how long nothing did
OPENING      = 31  # letters of a first word, if not the preset's own; between the deal and the beginning
JUDGE        = 32  # 1 the code was accepted, 0 that is over; changes nothing by itself
ROUND        = 33  # seconds left, as the game begins, of a round that spans the games of a match
GONE         = 34  # seat; as LEAVE, which earlier programs wrote, but he never wins
OBJECT       = 35  # seat, which objects to the turn that runs: when that ends, the judge is called
CONFIRM      = 36  # seats that have confirmed their lines, a bit each; none: now they are asked to
# fmt: on

# Why the clock stands.
BY_HAND, DISPUTE, ASKED_OUT, LOW_BATTERY, ASKED_BLOCKED, ASKED_ENTRIES = range(6)

# What ended the clock's last life.
POWER, WATCHDOG, CRASH = range(3)

# What the clock did since the record before: on whose account that time is.
RAN, STOOD, NOBODYS = range(3)

# How many figures each kind has.
FIGURES = b"\0\3\2\0\0\1\1\0\2\1\0\0\0\3\1\2\2\0\0\1\1\0\1\0\2\0\3\2\0\3\1\1\1\1\1\1\1"
_KINDS = len(FIGURES)
_PART = 256  # bytes of the journal that lie in one piece: in a game the heap has no large ones left
_BITS, _INSIDE = 8, 255  # a place holds the number of its piece, and in the low 8 bits the byte in it
_LONGEST = 24  # bytes of a record: its figures are below 2**31
_WIDEST = 35  # bits of a varint


class Unreadable(ValueError):
    """A journal or a sheet this program cannot make sense of: a sentence that says why."""


class Newer(Unreadable):
    """A later version of this program wrote it."""


class Journal:
    """The records of one game, oldest first. `add` does not allocate as long as there is room."""

    def __init__(self, data=b""):
        """`data`: records that were written before."""
        self._parts = []
        self.size = len(data)  # bytes used
        for begin in range(0, self.size + _LONGEST, _PART):
            part = bytearray(_PART)
            piece = data[begin : begin + _PART]
            part[: len(piece)] = piece
            self._parts.append(part)
        self.count = 0  # records
        self.start = self.at = 0  # when the first and the latest record happened
        # What `read` read; the next record begins at `next_from`.
        self.next_from = self.kind = self.clock = self.read_at = 0
        self.figures = [0, 0, 0]

    def make_room(self):
        """Have room for the next record, before somebody waits for it."""
        if self.size + _LONGEST > len(self._parts) * _PART:
            self._parts.append(bytearray(_PART))

    def byte(self, place):
        return self._parts[place >> _BITS][place & _INSIDE]

    def part(self, begin, end):
        """The bytes between these places."""
        found = bytearray()
        while begin < end:
            place = begin & _INSIDE
            piece = self._parts[begin >> _BITS][place : place + end - begin]
            found.extend(piece)
            begin += len(piece)
        return found

    def add(self, kind, at, a=0, b=0, c=0, clock=NOBODYS):
        """Append a record; the number it got."""
        self.make_room()
        if not self.count:
            self.start = self.at = at
        self._put(kind << 2 | clock)
        self._put(at - self.at)
        self.at = at
        count = FIGURES[kind]
        if count > 0:
            self._put(a)
        if count > 1:
            self._put(b)
        if count > 2:
            self._put(c)
        self.count += 1
        return self.count

    def _put(self, value):
        while value > 0x7F:
            self._parts[self.size >> _BITS][self.size & _INSIDE] = value & 0x7F | 0x80
            self.size += 1
            value >>= 7
        self._parts[self.size >> _BITS][self.size & _INSIDE] = value
        self.size += 1

    def rewind(self):
        """Read from the first record again."""
        self.next_from = 0
        self.read_at = self.start

    def read(self):
        """The next record into `kind`, `clock`, `read_at` and `figures`; False after the last."""
        place = self.next_from
        if place >= self.size:
            return False
        value = self._parts[place >> _BITS][place & _INSIDE]
        if value < 0x80:
            self.next_from = place + 1
        else:
            value = self._get()
        kind, clock, figures = value >> 2, value & 3, self.figures
        if not DEAL <= kind < _KINDS:
            raise Newer("record kind %d is not known: update this program" % kind)
        if clock > NOBODYS:
            raise Newer("record kind %d has an unknown account: update this program" % kind)
        self.kind, self.clock = kind, clock
        self.read_at += self._get()
        count = FIGURES[kind]
        figures[0] = self._get() if count else 0
        if count > 1:
            figures[1] = self._get()
            figures[2] = self._get() if count > 2 else 0
        else:
            figures[1] = figures[2] = 0
        return True

    def kinds(self):
        """The kind of each record, in half the time of `read`, which is only asked about mistakes."""
        place = left = next_from = kind = 0  # `left`: figures of this record that are not passed yet
        size = self.size
        for part in self._parts:
            for byte in part:
                if place == size:
                    break
                if left:
                    if byte < 0x80:
                        left -= 1
                        if not left:
                            yield kind
                elif place >= next_from:
                    kind = byte >> 2
                    if byte > 0x7F or kind == MISTAKE or not DEAL <= kind < _KINDS:
                        self.next_from = place
                        self.read()
                        next_from = self.next_from
                        yield self.kind
                    else:
                        left = 1 + FIGURES[kind]
                place += 1
        if left:
            raise Unreadable("the journal ends in the middle of a record")

    def _get(self):
        parts, place, size = self._parts, self.next_from, self.size
        value = shift = 0
        while True:
            if place >= size:
                raise Unreadable("the journal ends in the middle of a record")
            byte = parts[place >> _BITS][place & _INSIDE]
            place += 1
            if byte < 0x80:
                self.next_from = place
                return value | byte << shift
            value |= (byte & 0x7F) << shift
            shift += 7
            if shift >= _WIDEST:
                raise Unreadable("a figure in the journal is too large: its bytes are damaged")

    @classmethod
    def between(cls, data, count, start, at):
        """So many records in these bytes; the first happened at `start`, the last at `at`."""
        journal = cls(data)
        journal.start, journal.at, journal.count = start, at, count
        return journal

    @classmethod
    def of(cls, data):
        """The journal in these bytes; its first record happened at 0."""
        journal = cls(data)
        journal.rewind()
        while journal.read():
            journal.count += 1
        journal.at = journal.read_at
        return journal
