"""How loud the box is, from the firmware's own tones, the sounder's data sheet and the ridge's holes."""

import math

import pytest

from hardware import boxes, figures, sound


def test_the_loud_signals_are_loud_enough_at_a_metre():
    levels = {name: loud for name, (loud, _) in sound.figures().items()}
    assert all(levels[name] >= 60 for name in ("TIME_UP", "TICK_HIGH", "OVER", "FANFARE"))


def test_every_signal_of_the_firmware_is_in_the_table():
    text = figures.text()
    assert len(sound.patterns()) >= 11
    for name in sound.patterns():
        assert f"| {name.lower().replace('_', ' ')} |" in text


@pytest.mark.parametrize(("pitch", "loud"), [(2800, True), (2000, False), (3200, False)])
def test_a_loud_signal_at_a_pitch_that_the_data_sheet_does_not_vouch_for_is_named(monkeypatch, pitch, loud):
    monkeypatch.setattr(sound, "patterns", lambda: dict.fromkeys(sound.LOUD, (2800,)) | {"TIME_UP": (pitch,)})
    assert (sound.wrong() == []) == loud
    assert all("TIME_UP is" in words for words in sound.wrong())


def test_a_signal_that_is_gone_is_named(monkeypatch):
    monkeypatch.setattr(sound, "patterns", lambda: dict.fromkeys(sound.LOUD[1:], (2800,)))
    assert sound.wrong() == ["the firmware has no signal TIME_UP"]


def test_ten_times_as_far_is_twenty_decibels_less():
    assert sound.level(2800, 10.0) == pytest.approx(sound.level(2800) - 20)


def test_smaller_holes_let_less_through(monkeypatch):
    assert sound.lost(2800) == 0
    for across, least in ((0.5, 5), (0.2, 20), (0.0, math.inf)):
        monkeypatch.setattr(boxes, "SOUND_HOLE", across)
        assert sound.lost(2800) >= least
