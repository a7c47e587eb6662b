"""The README: what to type first, links that lead somewhere, and commands that print what it shows."""

import re

import pytest
from PIL import Image

from tests.host import readme

TEXT = readme.README.read_text(encoding="utf-8")


def test_the_picture_and_the_two_commands_come_first():
    first = re.sub(r"\s+#.*", "", TEXT.partition("```\n")[2].partition("```")[0], flags=re.M).split("\n")
    assert [line for line in first if line] == ["make run", "make test"]
    assert TEXT.index("![") < TEXT.index("make run") < TEXT.index("## ")


def test_the_game_s_own_name_stands_there_once():
    assert TEXT.count("Rummikub") == TEXT.count("Rummikub® and similar tile games") == 1


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#]+)", TEXT))))
def test_its_links_lead_somewhere(link):
    assert link.startswith("https://") or (readme.README.parent / link).exists()


def test_the_commands_print_what_it_shows():
    assert not (found := readme.differences()), "run python -m tests.host.readme:\n" + "".join(found)


def test_the_first_picture_shows_the_page_from_its_top():
    """Scrolled, it had lost the top of the display and of two seats."""
    place = re.search(r"!\[.*\]\((.*)\)", TEXT)[1]
    with Image.open(readme.README.parent / place) as opened:
        picture = opened.convert("RGB")
    above = {picture.getpixel((x, 0)) for x in range(picture.width)}
    assert len(above) == 1, f"{place} does not begin with the page's ground: python -m tests.e2e.picture"
