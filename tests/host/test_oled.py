"""The display model: what drivers of others and ours send shows what they meant, and nonsense is refused."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from luma.oled.device import ssd1306
from PIL import Image

from tests import words
from tests.device.pictures import pixels
from tileclock_host.build import bundle
from tileclock_host.sim.oled import HEIGHT, PAGES, WIDTH, IllegalCommand, Oled

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:luma")

PICTURES = 12  # that two drivers draw one after the other

frames = st.binary(min_size=WIDTH * PAGES, max_size=WIDTH * PAGES)


@pytest.fixture
def oled():
    """Switched on, both directions mirrored, as every driver sets it up."""
    panel = Oled()
    commands(panel, 0xA1, 0xC8, 0xAF)
    return panel


def commands(panel, *each):
    panel.write(bytes([0x00, *each]))


def picture(panel, *data):
    panel.write(bytes([0x40, *data]))


def lit(panel):
    """The lit pixels as (x, y)."""
    rows = pixels(panel.frame())
    return {(x, y) for y in range(HEIGHT) for x in range(WIDTH) if rows[y][x]}


# ---- addressing ----


def test_page_addressing_stays_in_its_page(oled):
    commands(oled, 0x20, 0x02, 0xB3, 0x0E, 0x17)  # page 3, column 0x7E
    picture(oled, 1, 2, 4)
    at = 3 * WIDTH
    assert (oled.memory[at + 126], oled.memory[at + 127], oled.memory[at]) == (1, 2, 4)
    assert sum(oled.memory) == 7


def test_horizontal_addressing_goes_on_in_the_next_page_of_the_window(oled):
    commands(oled, 0x20, 0x00, 0x21, 10, 12, 0x22, 2, 3)
    picture(oled, *range(1, 8))
    assert list(oled.memory[2 * WIDTH + 10 : 2 * WIDTH + 13]) == [7, 2, 3], "after its end it begins anew"
    assert list(oled.memory[3 * WIDTH + 10 : 3 * WIDTH + 13]) == [4, 5, 6]


@pytest.mark.parametrize("mode", [0x00, 0x01])
def test_a_pointer_beyond_its_window_turns_back_at_the_panels_edge(oled, mode):
    commands(oled, 0x20, mode, 0x21, 10, 12, 0x22, 7, 7, 0x0E, 0x17)
    for byte in (1, 2, 4):
        picture(oled, byte)
    assert [oled.memory[7 * WIDTH + column] for column in (126, 127, 10)] == [1, 2, 4]


def test_vertical_addressing_goes_down_first(oled):
    commands(oled, 0x20, 0x01, 0x21, 10, 11, 0x22, 6, 7)
    picture(oled, 1, 2, 3, 4)
    assert [oled.memory[page * WIDTH + column] for column in (10, 11) for page in (6, 7)] == [1, 2, 3, 4]


def test_control_bytes_may_precede_every_byte(oled):
    oled.write(bytes([0x80, 0xB1, 0x80, 0x05, 0x80, 0x10, 0xC0, 0xAA, 0x40, 0x55, 0x66]))
    assert list(oled.memory[WIDTH + 5 : WIDTH + 8]) == [0xAA, 0x55, 0x66]


# ---- how it is seen ----


def test_a_pixel_is_where_it_belongs(oled):
    commands(oled, 0xB1, 0x05, 0x10)
    picture(oled, 0b1000_0001)
    assert lit(oled) == {(5, 8), (5, 15)}


@pytest.mark.parametrize(
    ("command", "seen"),
    [
        ((0xA0,), (122, 8)),
        ((0xC0,), (5, 55)),
        ((0xA0, 0xC0), (122, 55)),
        ((0x40 | 3,), (5, 5)),
        ((0x40 | 9,), (5, 63)),
    ],
)
def test_mirroring_and_the_start_line_move_the_picture(oled, command, seen):
    commands(oled, 0xB1, 0x05, 0x10)
    picture(oled, 1)
    commands(oled, *command)
    assert lit(oled) == {seen}


def test_inversion_all_on_and_sleep_change_what_is_seen_but_not_the_memory(oled):
    commands(oled, 0xB0, 0x00, 0x10)
    picture(oled, 1)
    before = bytes(oled.memory)
    commands(oled, 0xA7)
    assert len(lit(oled)) == WIDTH * HEIGHT - 1
    commands(oled, 0xA6, 0xA5)
    assert len(lit(oled)) == WIDTH * HEIGHT
    commands(oled, 0xA4, 0xAE)
    assert lit(oled) == set()
    commands(oled, 0xAF)
    assert lit(oled) == {(0, 0)}
    assert oled.memory == before


def test_contrast_may_come_in_two_transfers(oled):
    commands(oled, 0x81)
    commands(oled, 0x40)
    assert oled.contrast == 0x40


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ((0x00, 0x27 + 0x10), "not in the controller's table"),
        ((0x00, 0xFF), "not in the controller's table"),
        ((0x00, 0x20, 0x03), "addressing mode"),
        ((0x00, 0x21, 5, 128), "column window"),
        ((0x00, 0x21, 9, 5), "column window"),
        ((0x00, 0x22, 0, 8), "page window"),
        ((0x00, 0xA8, 5), "multiplex"),
        ((0x23, 0x00), "control byte"),
    ],
)
def test_nonsense_is_refused(oled, sent, why):
    with pytest.raises(IllegalCommand, match=why):
        oled.write(bytes(sent))


def test_picture_data_may_not_interrupt_a_command(oled):
    commands(oled, 0x81)
    with pytest.raises(IllegalCommand, match="in the middle of command"):
        picture(oled, 1)


# ---- against drivers of others ----


class Bus:
    """What the independent driver sends through."""

    def __init__(self, panel):
        self._panel = panel

    def command(self, *each):
        commands(self._panel, *each)

    def data(self, data):
        picture(self._panel, *data)

    def cleanup(self):
        pass


def shown_by_the_independent_driver(frame):
    image = Image.new("1", (WIDTH, HEIGHT))
    image.putdata([255 * dot for row in pixels(frame) for dot in row])
    panel = Oled()
    device = ssd1306(Bus(panel), WIDTH, HEIGHT)
    device.persist = True
    device.display(image)
    return panel.frame()


@settings(max_examples=15, deadline=None)
@given(frames)
def test_what_the_independent_driver_draws_is_shown(frame):
    assert shown_by_the_independent_driver(frame) == frame


def test_the_firmwares_screens_look_as_if_the_independent_driver_had_drawn_them(table):
    table.start_game()
    for step in (table.back.press, table.ok.press, table.seat("A").press):
        assert shown_by_the_independent_driver(table.screen.frame) == table.screen.frame
        table.wait(ms=400)
        step()


_TWO_DRIVERS = """
import framebuf
from time import sleep_ms
from adafruit_ssd1306 import SSD1306_I2C
from tileclock import board
from tileclock.device.panel import Panel

PICTURES = %r


class Bus:
    try_lock = lambda self: True
    unlock = lambda self: None
    writeto = lambda self, address, buffer, start=0, end=None: board.i2c.writeto(address, buffer[start:end])


def draw(panel, rectangles):
    for x, y, width, height, ink in rectangles:
        panel.fill_rect(x, y, width, height, ink)
    panel.show()


board.panel()
mark = 0
for driver in (Panel(board.i2c.writeto), SSD1306_I2C(128, 64, Bus())):
    for rectangles in PICTURES:
        draw(driver, rectangles)
        mark += 1
        board.buzzer.tone(1000 + mark)
        sleep_ms(50)
while True:
    sleep_ms(1000)
"""


def test_our_windows_leave_the_same_memory_as_the_drivers_own_whole_frames(lay_table):
    rnd = random.Random(7)
    drawn = [
        [
            (
                rnd.randrange(-8, 128),
                rnd.randrange(-8, 64),
                rnd.choice([1, 2, 9, 60]),
                rnd.randrange(1, 30),
                ink,
            )
            for ink in (1, 0, 1, rnd.randrange(2))
        ]
        for _ in range(PICTURES)
    ]
    box = lay_table(start=False).box
    box.put({"/main.py": words.translate(_TWO_DRIVERS % drawn, bundle.key()).encode()})
    box.power_on()
    seen, sent = [], []
    box.on_transfer = lambda _, payload, __: sent.append(len(payload))
    for mark in range(2 * PICTURES):
        while box.buzzer.tone != 1001 + mark:
            box.advance(5_000)
            assert box.now < 30_000_000, box.log
        seen.append((bytes(box.oled.memory), sum(sent)))
        sent.clear()
    for ours, theirs in zip(seen[1:PICTURES], seen[PICTURES + 1 :], strict=True):
        assert ours[0] == theirs[0], "a window left something else than the whole frame does"
    assert any(ours[0].strip(b"\0") for ours in seen)
    assert sum(size for _, size in seen[1:PICTURES]) < sum(size for _, size in seen[PICTURES + 1 :]) / 2
