"""The guide shows what the tests saw: its pictures are frames of the stories, its links lead somewhere."""

import re

import pytest

from tests.device import stories_pictures
from tests.device.pictures import ROOT
from tests.qa.house import module

PAGES = [ROOT / "README.md", *sorted((ROOT / "firmware" / "docs").glob("*.md"))]
GUIDE = (ROOT / "firmware" / "docs" / "guide.md").read_text(encoding="utf-8")


def test_its_pictures_are_the_frames_of_the_stories():
    stale = [name for name in stories_pictures.wanted() if stories_pictures.stale(name)]
    assert not stale, f"run make screens and look at {stale}"


def test_each_picture_is_small():
    for name in stories_pictures.wanted():
        assert (stories_pictures.PICTURES / f"{name}.png").stat().st_size < stories_pictures.LARGEST


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_its_links_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), f"{page.name} links to {link}, which is not there"


def test_what_it_says_stands_on_the_screen_does():
    """Words in italics are rows of the box in English."""
    texts = {text for text in vars(module("en")).values() if isinstance(text, str)}
    rows = re.findall(r"(?<!\*)\*([A-Z][\w: ]+)\*(?!\*)", GUIDE)
    assert len(rows) >= 10
    for text in rows:
        assert any(known.lower().startswith(text.lower()) for known in texts), f"the box never says {text!r}"
