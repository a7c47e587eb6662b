"""Stories of people at a table, told by sequence files; their pictures are those of the guide."""

import pytest

from tests.device import pictures, story

STORIES = story.stories()
TOLD = [
    pytest.param(each, language, id=f"{each.name}.{language}")
    for each in STORIES
    for language in each.languages
]


@pytest.fixture
def table(lay_table):
    """Not switched on yet."""
    return lay_table(start=False)


@pytest.mark.needs_models  # a story begins with files on the flash
@pytest.mark.parametrize(("told", "language"), TOLD)
def test_it_goes_as_told(table, told, language):
    told.tell(table, language)


def test_every_picture_belongs_to_one_story():
    named = sorted(
        f"{name}.{language}" for each in STORIES for language in each.languages for name in each.pictures
    )
    assert len(named) == len(set(named)), "two stories must not give a picture the same name"
    recorded = sorted(path.stem for path in (pictures.FOLDER / "stories").glob("*.txt"))
    assert recorded == named, "a picture no story shows is to be deleted; a new one: make screens"
