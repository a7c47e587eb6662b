"""Importing costs the same for each sheet, however many there are."""

import time

import pytest

from tests.bench import bench_store


def _each(games):
    sheets = bench_store.texts(games)
    with bench_store.one_core():
        return bench_store.imported(sheets, time.process_time).seconds / games


@pytest.mark.parametrize("games", [2_000, pytest.param(100_000, marks=pytest.mark.slow)])
def test_an_import_is_linear(games):
    # The processor's time: other programs on the machine do not count.
    few, many = _each(games // 4), _each(games)
    assert many < 2 * few, (
        f"{many * 1e6:.0f} µs a sheet of {games:,}, {few * 1e6:.0f} µs of a quarter of them"
    )
