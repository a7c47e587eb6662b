"""Display fonts: every letter of the four languages is there, each with a picture of its own."""

import struct
import zlib
from itertools import chain

import pytest
from click.testing import CliRunner

from tileclock_host.build import fonts

ALPHABETS = {
    "English": "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "Polish": "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ",
    "Czech": "AÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPQRŘSŠTŤUÚŮVWXYÝZŽ",
    "Ukrainian": "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ",
}


@pytest.fixture(scope="module")
def files():
    return fonts.build()


@pytest.fixture(scope="module")
def text(files):
    return fonts.decode(files["text.fnt"])[1]


@pytest.mark.parametrize("language", ALPHABETS)
def test_every_letter_has_a_picture_of_its_own(language, text):
    letters = ALPHABETS[language] + ALPHABETS[language].lower()
    missing = [letter for letter in letters if letter not in text]
    assert not missing, f"add {missing} to the alphabet of {language} in fonts.py"
    owner = {}
    for letter in letters:
        assert "#" in "".join(text[letter]), f"{letter!r} is empty"
        twin = owner.setdefault(text[letter], letter)
        assert twin == letter, f"{letter!r} looks like {twin!r}: draw one of them in DRAWN of fonts.py"
    assert fonts.REPLACEMENT not in owner.values()


def test_no_character_is_drawn_as_the_replacement_box(files):
    for name, font in fonts.FONTS.items():
        _, glyphs = fonts.decode(files[f"{name}.fnt"])
        assert set(glyphs) == set(font.characters)
        blank = [c for c, rows in glyphs.items() if "#" not in "".join(rows)]
        assert blank in ([], [" "])
    _, text = fonts.decode(files["text.fnt"])
    assert [c for c, rows in text.items() if rows == text[fonts.REPLACEMENT]] == [fonts.REPLACEMENT]


def test_marks_stand_clear_of_their_letters(text):
    """A row is free between letter and mark, or else accents run into the strokes at this size."""
    for letter in "ĆŃÓŚŹŻÁČĎÉĚÍŇŘŠŤÚÝŽЙ":
        rows = ["#" in row for row in text[letter]]
        assert rows[:3] == [True, True, False] or rows[:3] == [False, True, False], letter
        assert all(rows[3:10]), letter


@pytest.mark.parametrize("name", fonts.FONTS)
def test_digits_are_all_equally_wide(name, files):
    _, glyphs = fonts.decode(files[f"{name}.fnt"])
    assert len({len(glyphs[digit][0]) for digit in fonts.DIGITS if digit in glyphs}) <= 1


def test_heights_and_widths_are_the_promised_ones(files):
    def width(name, line):
        return sum(len(fonts.decode(files[name])[1][char][0]) for char in line)

    heights = {name: fonts.decode(data)[0] for name, data in files.items()}
    assert heights == {"text.fnt": 12, "mid.fnt": 20, "huge.fnt": 48, "tall.fnt": 48, "seat.fnt": 44}
    assert width("huge.fnt", "88") <= 66
    assert width("huge.fnt", "7.4") <= 68
    assert width("tall.fnt", "1:48") <= 68
    assert width("mid.fnt", "-100") <= 128 // 3
    assert max(width("seat.fnt", letter) for letter in "ABCDEF") <= 26


@pytest.mark.parametrize("name", ["huge", "tall"])
def test_large_digits_fill_all_their_rows(name, files):
    _, glyphs = fonts.decode(files[f"{name}.fnt"])
    for digit in fonts.DIGITS:
        assert "#" in glyphs[digit][0]
        assert "#" in glyphs[digit][-1]


def test_files_read_back_to_the_drawn_pictures(files):
    for name, font in fonts.FONTS.items():
        assert fonts.decode(files[f"{name}.fnt"]) == (font.height, fonts.draw(font))


def test_files_have_the_layout_the_device_reads(files):
    """Characters, edges, and one picture of them all; a page is eight rows with the lowest bit on top."""
    data = zlib.decompress(files["huge.fnt"])
    magic, height, count, size = struct.unpack_from("<3sBHH", data)
    assert (magic, height) == (b"TF2", 48)
    characters = data[8 : 8 + size].decode()
    assert len(characters) == count and list(characters) == sorted(fonts.FONTS["huge"].characters)
    edges = struct.unpack_from(f"<{count + 1}H", data, 8 + size)
    assert list(edges) == sorted(edges) and edges[0] == 0
    assert 8 + size + 2 * len(edges) + 6 * edges[-1] == len(data)

    tick = zlib.decompress(fonts.encode(9, {"t": ("#.", *[".."] * 6, ".#", "#.")}))
    assert tick[-4:] == bytes([0b0000_0001, 0b1000_0000, 0b0000_0001, 0])


def test_building_twice_gives_the_same_bytes(files):
    assert fonts.build() == files


def test_all_fonts_together_are_small(files):
    assert sum(map(len, files.values())) <= 12_000


def test_a_character_the_typeface_lacks_is_named():
    with pytest.raises(fonts.FontError, match="PT Sans has no '☃'"):
        fonts.draw(fonts.Font("PT Sans", "regular", 7, "☃", above=3, below=2))


def test_a_file_that_is_no_font_is_refused():
    with pytest.raises(fonts.FontError, match="not a font file"):
        fonts.decode(b"PNG" + bytes(20))


def test_command_writes_files_and_a_contact_sheet(tmp_path, files):
    sheet = tmp_path / "sheet.png"
    result = CliRunner().invoke(fonts.main, [str(tmp_path / "fonts"), "--sample", str(sheet)])
    assert result.exit_code == 0, result.output
    written = {path.name: path.read_bytes() for path in (tmp_path / "fonts").iterdir()}
    assert written == files
    assert sheet.read_bytes().startswith(b"\x89PNG")
    assert set(chain.from_iterable(fonts.contact_sheet(files))) == {"#", "."}
