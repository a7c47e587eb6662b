"""The panel: a picture of which only that is sent which differs from what is already shown.

A whole frame takes 23 ms on the bus and would blind the sampling of the keys. So the picture is compared
with what the panel shows, and only the differing blocks of columns of each 8-pixel page travel, each in a
transfer of its own that takes less than 2 ms. C code compares them: to look for the bytes would take longer
than to send some more. What changes ten times a second is put in as ready-made strips, and those columns
alone are sent. The windows use page addressing, which SSD1306, SSD1309 and SH1106 have. `device/driver.py`
has started it.
"""

from framebuf import GS8, MONO_VLSB, FrameBuffer
from micropython import const

WIDTH, HEIGHT = 128, 64
_PAGES = HEIGHT // 8
_BLOCK = const(32)  # columns compared at once, in C
_BLOCKS = WIDTH // _BLOCK
_STRIP = const(6)  # pages of a ready-made strip
_ADDRESS = const(0x3C)
_HEAD = const(7)  # bytes before the picture in a transfer: page and column, and the control bytes
_LONGEST = const(66)  # picture bytes in one transfer, as wide as digits and tenths: 1.7 ms at 400 kHz
_LETTER = const(27)  # columns of who is on turn
_STEP = const(3)  # picture bytes in a transfer are a multiple of this, as the width of a digit is
_WHOLE = const(11)  # so many of them hold a block

# The registers, set again now and then: a spike on the wire or a brown-out may have changed any of them. The
# driver's own start would do, but it switches the panel off and on and clears the picture. They travel in one
# transfer behind a control byte; those that people or a long rest change are at the places named below.
_REGISTERS = (
    b"\x00"
    b"\x81\xff\xd3\x00\xa1\xc8"  # contrast, shift, direction of columns and of rows
    b"\x20\x02\x40"  # page addressing, from the first line
    b"\xa8\x3f\xda\x12"  # 64 lines, wired alternately
    b"\xd5\x80\xd9\xf1\xdb\x30\x8d\x14"  # timing, charge pump
    b"\xa4\xa6\xaf"  # from memory, not inverted, on
)
_CONTRAST, _SHIFT, _COLUMNS, _ROWS = 2, 4, 5, 6


class Panel(FrameBuffer):
    def __init__(self, write, both=None):
        """`write` is given an address on the bus and what is sent; `both`: the two panels, if there are."""
        self.buffer = bytearray(WIDTH * _PAGES)
        super().__init__(self.buffer, WIDTH, HEIGHT, MONO_VLSB)
        self._shown = bytearray(WIDTH * _PAGES)
        self._unknown = 0xFF  # pages of which nobody knows what the panel shows, a bit each
        self._heal_page = 0
        self._from, self._to = WIDTH, 0  # columns in which strips were put since the last picture
        self._registers = bytearray(_REGISTERS)
        self._bright = 0xFF
        self._write, self._both = write, both
        self._make_views()
        self.heal()

    def _make_views(self):
        """Wrap everything that is compared and sent, once: slicing would allocate."""
        new, old = memoryview(self.buffer), memoryview(self._shown)
        self._new = new
        self._new_pages = [new[place : place + WIDTH] for place in range(0, len(old), WIDTH)]
        self._old_pages = [old[place : place + WIDTH] for place in range(0, len(old), WIDTH)]
        self._new_blocks = [new[place : place + _BLOCK] for place in range(0, len(old), _BLOCK)]
        self._old_blocks = [old[place : place + _BLOCK] for place in range(0, len(old), _BLOCK)]
        # A window as it travels: three commands of one byte each behind a control byte, then the picture.
        window = bytearray(_HEAD + _LONGEST)
        window[0] = window[2] = window[4] = 0x80
        window[6] = 0x40
        self._window = window
        lengths = range(0, _LONGEST + 1, _STEP)
        self._windows = [memoryview(window)[: _HEAD + n] for n in lengths]
        # Bytes are pixels of a grey picture here, so that C code copies them.
        picture = memoryview(window)[_HEAD:]
        self.columns = FrameBuffer(new, WIDTH, _PAGES, GS8)
        self._target = FrameBuffer(old, WIDTH, _PAGES, GS8)
        self._cuts = [FrameBuffer(picture, n, 1, GS8) if n else None for n in lengths]

    def show(self, keys=None):
        """Bring the panel up to date; False when it does not answer.

        A press that comes meanwhile goes first: what was being shown is out of date anyway.
        """
        try:
            if self._to and not self._send_strips(keys):
                return True
            if not self._unknown and self._new == self._shown:
                return True
            unknown, new, old = self._unknown, self._new_pages, self._old_pages
            for page in range(_PAGES):
                if unknown >> page & 1 or new[page] != old[page]:
                    if keys is not None and keys.waiting:
                        return True
                    self._update(page)
        except OSError:
            self._unknown = 0xFF
            return False
        return True

    def rests(self):
        """Whether there is nothing new to send: then there is time for something else."""
        return self._unknown or (not self._to and self._new == self._shown)

    def count(self):
        """Look how many panels answer."""
        self.heal()
        self.show()
        return 0 if self._unknown else self._both.count() if self._both else 1

    def drawn(self, x, end):
        """Send these columns at the top of the picture without a search: they are others now."""
        if x < self._from:  # noqa: PLR1730 – quicker than `min`, and done for each digit
            self._from = x
        if end > self._to:  # noqa: PLR1730
            self._to = end

    def _send_strips(self, keys):
        """The columns at the top that have changed, as far as their pages differ; False when a key came.

        If they need two transfers a page, who is on turn goes first, and then his time.
        """
        start, end, window = self._from, self._to, self._window
        source, target, write = self.columns, self._target, self._write
        new, old = self._new_pages, self._old_pages
        while start < end:
            size = end - start
            if size > _LONGEST:
                size = max(size - _LONGEST, _LETTER)
            size = (size + _STEP - 1) // _STEP
            cut, view = self._cuts[size], self._windows[size]
            window[3] = start & 0x0F
            window[5] = 0x10 | start >> 4
            for page in range(_STRIP):
                if new[page] != old[page]:
                    if keys is not None and keys.waiting:
                        return False
                    cut.blit(source, -start, -page)
                    window[1] = 0xB0 | page
                    write(_ADDRESS, view)
                    target.blit(cut, start, page)
            start += size * _STEP
        self._from, self._to = WIDTH, 0
        return True

    def _update(self, page):
        """Send the differing blocks of one page, or all of which nobody knows; two neighbours at once."""
        window, unknown = self._window, self._unknown >> page & 1
        window[1] = 0xB0 | page
        first = size = 0
        for block in range(_BLOCKS):
            place = page * _BLOCKS + block
            if unknown or self._new_blocks[place] != self._old_blocks[place]:
                first = first if size else block
                size += _WHOLE
            if size and (size > _WHOLE or block > first or block == _BLOCKS - 1):
                start = min(first * _BLOCK, WIDTH - size * _STEP)
                cut = self._cuts[size]
                cut.blit(self.columns, -start, -page)
                window[3] = start & 0x0F
                window[5] = 0x10 | start >> 4
                self._write(_ADDRESS, self._windows[size])
                self._target.blit(cut, start, page)
                size = 0
        self._unknown &= ~(1 << page)

    def heal(self):
        """Set the registers again and send one page whole, each time another: a glitched panel recovers."""
        self._set()
        self._unknown |= 1 << self._heal_page
        self._heal_page = (self._heal_page + 1) % _PAGES

    def _set(self):
        try:
            self._write(_ADDRESS, self._registers)
        except OSError:
            self._unknown = 0xFF  # unplugged, or back; then all of it is sent

    # ---- what people can set ----

    def adjust(self, brightness, flipped):
        """Set the brightness in percent, and whether the panel hangs upside down."""
        self._bright = 255 * brightness // 100
        registers = self._registers
        registers[_CONTRAST] = self._bright
        registers[_COLUMNS] = 0xA0 if flipped else 0xA1
        registers[_ROWS] = 0xC0 if flipped else 0xC8
        self._unknown = 0xFF  # the columns of a flipped panel are the other way round
        self._set()

    def rest(self, shift):
        """Dim a picture that stands, and shift it by a pixel now and then against burning in."""
        self._registers[_CONTRAST] = self._bright // 8
        self._registers[_SHIFT] = shift
        self._set()

    def wake(self):
        if self._registers[_CONTRAST] != self._bright:
            self._registers[_CONTRAST] = self._bright
            self._registers[_SHIFT] = 0
            self._set()
