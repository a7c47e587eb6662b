"""The virtual chip: its time, its timer callbacks and its wire to the supervisor.

Everything here runs inside the MicroPython VM. Time is counted in microseconds since power-on and moves only
in here: a blocking call costs what it costs on the board (`spend`), interpreted code a fixed price per pass
of the main loop, and timer callbacks come only between such calls, as they do on the chip. The supervisor on
the PC says how far time may go (the horizon) and which contacts move until then; at the horizon the chip
reports and waits. So a test owns the time, and a person's page simply lets it follow the wall clock.
"""

import struct
import sys
from array import array

MASK = 0x3FFFFFFF  # ticks are 30 bits wide on the ESP32
_WIDE = sys.maxsize > 0x7FFFFFFF
FAR = 0x3FFFFFFFFFFFFFFF if _WIDE else MASK
ERA = FAR if _WIDE else 512_000_000  # µs; after so many they are counted anew, so that they stay small ints

# What things cost on an ESP32 at 240 MHz, in µs; host/docs/simulator.md says whence.
PASS_US = 4000  # one pass of the main loop: interpreted code between two waits
TRANSFER_CODE_US = 900  # interpreted code that makes one transfer to the panel
SECOND_CODE_US = 100  # and that has the same go to the second one
CALLBACK_US = 70  # one timer callback
TICK_US = 2  # reading the clock; keeps a busy loop from standing still in virtual time
COLLECT_US = 2000  # a garbage collection

STARTS = 255  # MicroPython up to 1.28 resets the chip's clock with this start of a timer
QUEUE = 8  # MicroPython's scheduler holds this many callbacks; further ones are dropped

# Messages to the supervisor: kind, flag, payload length, value, time.
HEAD = "<BBHIHBHBxx"  # the time in two halves of 24 bits
(REACHED, I2C, PWM, LIGHTS, WATCHDOG, RESET, FAILED, INTERRUPTED) = b"TIPLWXEC"
(RTC, LISTENS, SAYS, PROMPT, ASKS) = b"RHSKD"
# Messages from it: kind, pin or knob or count, level, 5 bytes of padding, time or value. Bytes of the serial
# line, up to six, lie where level and padding are.
(GO, EDGE, KNOB, INTERRUPT, BYTES, ANSWER) = b"GEKCBA"
NOBODY = 0xFF  # in place of an answer's length
NOTE_SIZE = 16
EDGES = 512

BYTE_NS = 86_806  # ten bits at 115,200 baud
RING = 259  # bytes the UART keeps for a program that does not read; what comes then is lost
COMING = 64  # notes of bytes on their way; the supervisor sends what arrives within 20 ms

# Knobs a test can turn while the chip runs.
KNOB_ERASE_US, KNOB_PANELS, KNOB_COLLECT_US, KNOB_CELL_MV, KNOB_TIMERS = 0, 1, 2, 3, 4


class Chip:
    def __init__(self):
        self.now = 0  # of this era
        self.era_ms = 0  # when it began
        self._era_low = self._era_high = 0  # the same in µs, in halves of 24 bits
        self.horizon = FAR
        self.calm = 0  # until then only callbacks happen; as far as is known
        self.due = FAR  # earliest timer callback
        self.timers = []
        self.starts = 0  # of timers, since power-on
        self.silent = False  # no timer can be started any more
        self.timeless = False  # the clock was reset: nothing measures time any more
        self.in_callback = False
        self.interrupted = False  # a Ctrl-C came and was not raised yet
        self.open = True  # a Ctrl-C is more than a byte
        self.heard = False  # the horizon moved: something may have come on the serial line
        self.reset_cause = 1
        self.ticks_left_ms = 20_000
        self.fed = 0
        self.watchdog_us = 0
        self.erase_us = 45_000
        self.collect_us = COLLECT_US
        self.panels = 1  # that are plugged in, a bit each
        self.cell_mv = 0  # the battery; 0: none
        self.device = b""  # the chip's own number
        self.rtc = bytearray(16)  # what its memory held when the chip started
        self.flash = None
        self.to_host = None
        self.from_host = None
        self.line_free = 0  # when the last bit that was written is out
        self.terminal = True  # there is one around the chip, for its prompt
        self._head = bytearray(16)
        self._note = bytearray(NOTE_SIZE)
        self._answer = None  # of a part on the bus
        self._edge_at = [0] * EDGES
        self._edge_what = [0] * EDGES
        self._edge_first = 0
        self._edge_next = 0
        self.listening = False  # a program waits for the serial line
        self.ring_count = self._ring_first = 0
        self._ring = bytearray(RING)
        self._coming = bytearray(COMING * NOTE_SIZE)
        self._coming_at = array("Q", [0] * COMING)
        self._coming_first = self._coming_next = self._coming_byte = 0
        # Input registers by address, in halves: a whole 32-bit register would be a big int on the board.
        self.registers = {0x3FF4403C: 0xFFFF, 0x3FF4403E: 0xFFFF, 0x3FF44040: 0x00FF}

    # ---- the wire ----

    def send(self, kind, flag, value, payload=None):
        if self.to_host is None:
            return
        size = 0 if payload is None else len(payload)
        low = (self.now & 0xFFFFFF) + self._era_low
        high = (self.now >> 24) + self._era_high + (low >> 24)
        struct.pack_into(
            HEAD,
            self._head,
            0,
            kind,
            flag,
            size,
            value,
            low & 0xFFFF,
            low >> 16 & 0xFF,
            high & 0xFFFF,
            high >> 16,
        )
        self.to_host.write(self._head)
        if size:
            self.to_host.write(payload)

    def _receive(self):
        """Wait for one note from the supervisor."""
        note = self._note
        if self.from_host.readinto(note) != NOTE_SIZE:
            raise SystemExit  # the supervisor is gone
        self.calm = 0
        low = note[8] | note[9] << 8 | note[10] << 16
        high = note[11] | note[12] << 8 | note[13] << 16
        kind = note[0]
        value = (high << 24 | low) if kind == KNOB else (high - self._era_high << 24) + low - self._era_low
        if kind == GO:
            self.horizon = max(self.horizon, value)
            self.heard = True
        elif kind == EDGE:
            self._expect(value, note[1] << 1 | note[2])
        elif kind == INTERRUPT:
            if self.open:
                self.interrupted = True
            else:  # an ordinary byte
                self._keep(3)
                self.send(PROMPT, 0, 0)
        elif kind == BYTES:
            self._coming_at[self._coming_next] = max(0, value)
            for i in range(1, note[1] + 2):
                self._coming[self._coming_next * NOTE_SIZE + i] = note[i]
            self._coming_next = (self._coming_next + 1) % COMING
        elif kind == ANSWER:
            self._answer = note[1], bytes(note[2:])
        else:
            self._turn(note[1], value)

    def _turn(self, knob, value):
        if knob == KNOB_ERASE_US:
            self.erase_us = value
        elif knob == KNOB_PANELS:
            self.panels = value
        elif knob == KNOB_COLLECT_US:
            self.collect_us = value
        elif knob == KNOB_CELL_MV:
            self.cell_mv = value
        elif knob == KNOB_TIMERS:
            self._stop_timers(for_good=value > 1)

    def ask(self, address, written, count):
        """A part on the bus hears these bytes and says so many; None: nobody acknowledged."""
        if self.to_host is None:
            return None
        self.send(ASKS, address, count, written)
        found = b""
        while True:
            self._answer = None
            while self._answer is None:
                self._receive()
            size, data = self._answer
            if size == NOBODY:
                return None
            found += data[:size]
            if len(found) >= count:
                return found

    def _expect(self, time, what):
        """Keep a contact's change in its place: those of several keys come in any order."""
        at = self._edge_next
        while at != self._edge_first:
            before = (at - 1) % EDGES
            if self._edge_at[before] <= time:
                break
            self._edge_at[at] = self._edge_at[before]
            self._edge_what[at] = self._edge_what[before]
            at = before
        self._edge_at[at] = time
        self._edge_what[at] = what
        self._edge_next = (self._edge_next + 1) % EDGES

    # ---- the serial line ----

    def listen(self):
        """From here on bytes of the PC come through the UART's ring."""
        if not self.listening and self.to_host is not None:
            self.listening = True
            self.send(LISTENS, 1, 0)

    def take_byte(self):
        byte = self._ring[self._ring_first]
        self._ring_first = (self._ring_first + 1) % RING
        self.ring_count -= 1
        return byte

    def say(self, data, us):
        """These bytes are written; the last of them is out in so many µs."""
        self.send(SAYS, 0, us, data)

    def _ring_in(self, time):
        while self._coming_first != self._coming_next and self._coming_at[self._coming_first] <= time:
            note = self._coming_first * NOTE_SIZE
            while self._coming_byte < self._coming[note + 1]:
                if self._coming_at[self._coming_first] + self._coming_byte * BYTE_NS // 1000 > time:
                    return
                self._keep(self._coming[note + 2 + self._coming_byte])
                self._coming_byte += 1
            self._coming_byte = 0
            self._coming_first = (self._coming_first + 1) % COMING

    def _keep(self, byte):
        if self.ring_count < RING:  # else it is lost, and nobody is told
            self._ring[(self._ring_first + self.ring_count) % RING] = byte
            self.ring_count += 1

    def die(self, cause):
        """A reset: the supervisor takes the power away and brings it back."""
        self.send(RESET, cause, 0)
        while True:
            self._receive()

    # ---- time ----

    def begin_era(self):
        """Count the time from here on, where no wait goes on that knows its end as it was counted before."""
        ends = self.now // 1000 * 1000
        self.era_ms += ends // 1000
        self.ticks_left_ms -= ends // 1000
        low = self._era_low + (ends & 0xFFFFFF)
        self._era_low = low & 0xFFFFFF
        self._era_high += (ends >> 24) + (low >> 24)
        self.now -= ends
        self.horizon -= ends
        self.fed -= ends
        self.line_free = max(0, self.line_free - ends)
        self.calm = 0
        if self.due < FAR:
            self.due -= ends
        for timer in self.timers:
            timer.due -= ends
        for i in range(EDGES):
            self._edge_at[i] -= ends
        for i in range(COMING):
            self._coming_at[i] = max(0, self._coming_at[i] - ends)

    def to(self, time, interruptible=False):
        """Let time pass to `time`; contacts move, nothing of the firmware runs."""
        while time > self.horizon:
            if self.horizon > self.now:
                self._arrive(self.horizon)
            self.send(REACHED, 0, (self.now - self.fed) // 1000)
            self._receive()
            while self.horizon <= self.now and not (interruptible and self.interrupted):
                self._receive()
            if interruptible and self.interrupted:
                return
        if time > self.now:
            self._arrive(time)

    def _arrive(self, time):
        if self.watchdog_us and not self.timeless and time - self.fed >= self.watchdog_us:
            self.now = self.fed + self.watchdog_us
            self.die(3)
        self.now = time
        if self._coming_first != self._coming_next:
            self._ring_in(time)
        while self._edge_first != self._edge_next and self._edge_at[self._edge_first] <= time:
            what = self._edge_what[self._edge_first]
            self._edge_first = (self._edge_first + 1) % EDGES
            pin = what >> 1
            address = 0x3FF4403C + (pin >> 4) * 2
            if what & 1:
                self.registers[address] |= 1 << (pin & 15)
            else:
                self.registers[address] &= ~(1 << (pin & 15))

    def spend(self, us, kind=0, flag=0, value=0, payload=None):
        """A blocking call: nothing runs meanwhile; then its effect, then the callbacks that fell due."""
        self.to(self.now + us)
        if kind:
            self.send(kind, flag, value, payload)
        self.after(None)

    def block(self, us):
        """A part of a blocking call: callbacks that fall due have to wait for its end."""
        time = self.now + us
        if time < self.calm:
            self.now = time
        else:
            self.to(time)
            self.calm = self._disturbed()

    def _disturbed(self):
        """The next moment at which something may happen that is no callback."""
        if self._coming_first != self._coming_next:
            return self.now
        at = self.horizon
        if self._edge_first != self._edge_next:
            at = min(at, self._edge_at[self._edge_first])
        if self.watchdog_us:
            at = min(at, self.fed + self.watchdog_us)
        return at

    def after(self, result):
        """A blocking call of several parts has come to its end, with this result."""
        if self.due <= self.now and not self.in_callback:
            self.fire()
        return result

    def wait(self, until, ready=None):
        """Pass the time until then, or until `ready()`, with callbacks when they fall due."""
        if self.timeless:
            until = FAR
        while self.now < until:
            if ready is not None and ready():
                return
            if self.interrupted and not self.in_callback:
                self.interrupted = False
                self.listening = False
                self.ring_count = 0
                self._coming_first = self._coming_next
                self._coming_byte = 0
                self.send(INTERRUPTED, 0, 0)
                raise KeyboardInterrupt
            if self.due >= until or self.in_callback:
                self.to(until, not self.in_callback)
            elif self.due > self.now:
                if len(self.timers) == 1 and self._tick(until, ready):
                    return
                self.to(min(self.due, until), True)
            if self.due <= self.now and not self.in_callback:
                self.fire()

    def _tick(self, until, ready):
        """Run the callbacks of the only timer up to where something else may happen; whether it is ready.

        That is almost all a waiting firmware does, so it is done here with few words.
        """
        timer = self.timers[0]
        still = min(until, self._disturbed())
        self.in_callback = True
        try:
            while self.now < timer.due < still and self.due < FAR:
                self.now = timer.due
                self.due = timer.due = timer.due + timer.period
                timer.callback(timer)
                self.now += CALLBACK_US
                if ready is not None and ready():
                    return True
        finally:
            self.in_callback = False
        return False

    def fire(self):
        """Run the callbacks that are due, as many as the scheduler's queue holds."""
        self.in_callback = True
        try:
            due = FAR
            for timer in self.timers:
                if timer.due <= self.now:
                    missed = (self.now - timer.due) // timer.period + 1
                    timer.due += missed * timer.period
                    for _ in range(missed if missed < QUEUE else QUEUE):
                        timer.callback(timer)
                        self.now += CALLBACK_US
                due = min(due, timer.due)
            self.due = due
        finally:
            self.in_callback = False

    def start_timer(self, timer):
        self.starts += 1
        if self.starts >= STARTS:
            self.timeless = True
            self._stop_timers(for_good=True)
        if self.silent:
            return
        if timer not in self.timers:
            self.timers.append(timer)
        self.due = min(self.due, timer.due)

    def _stop_timers(self, for_good):
        """A fault of the hardware: no callback comes until a timer is started anew, or until a reset."""
        self.timers.clear()
        self.due = FAR
        self.silent = self.silent or for_good

    def remove_timer(self, timer):
        if timer in self.timers:
            self.timers.remove(timer)
        self.due = FAR
        for other in self.timers:
            self.due = min(self.due, other.due)

    def ticks_ms(self):
        self.now += TICK_US
        return 0 if self.timeless else (self.now // 1000 - self.ticks_left_ms) & MASK

    def ticks_us(self):
        self.now += TICK_US
        return 0 if self.timeless else (self.now - self.ticks_left_ms * 1000) & MASK


chip = Chip()
