"""A sample of evenings on the plain sources: squeezing saves heap, and no picture differs for it."""

import pytest

from tests.device import story
from tests.device.box import Box
from tests.device.pictures import Pictures
from tests.device.table import Table
from tileclock_host import bundle, squeeze
from tileclock_host.sim import board, flash


@pytest.fixture(scope="module")
def plain_flash(tmp_path_factory):
    """A flash with the sources on it as they are written."""
    folder = tmp_path_factory.mktemp("plain")
    bundle.build(folder / "bundle", source=True)
    flash.create(folder / "flash.img", folder / "bundle")
    return folder / "flash.img"


@pytest.mark.parametrize("told", story.stories()[:2], ids=lambda each: each.name)
def test_a_story_goes_as_told(told, plain_flash, reader, tmp_path, monkeypatch):
    monkeypatch.setattr(board, "HEAP", 3_000_000)  # sources are compiled when they are loaded
    monkeypatch.setattr(bundle, "key", squeeze.Key)
    table = Table(Box(plain_flash, tmp_path / "flash.img"), reader, Pictures(False), start=False)
    try:
        told.tell(table, told.languages[0])
        assert "Traceback" not in table.log
    finally:
        table.box.pull_plug()
        table.box.close()
