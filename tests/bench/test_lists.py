"""Lists, imports and upgrades of many games take no more memory than those of some."""

import pytest

from tests.bench.bench_lists import filled, upgrade
from tests.bench.ran import ran

GAMES, SOME = 1_500, 150
MOST_MB = 12  # more than for some games
MOST_OF_CHUNKS_MB = 24  # the same where 400 games with their texts are in memory at a time, more than some


@pytest.fixture(scope="module")
def places(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lists")
    return filled(folder / "some", SOME), filled(folder / "many", GAMES)


@pytest.mark.parametrize("words", [("sheets",), ("sheets", "--json")], ids=" ".join)
def test_a_list_only_passes_through(places, words):
    some, many = [ran(*words, "--db", place)[1] for place in places]
    assert many < some + MOST_MB


def test_a_json_export_is_taken_back_line_by_line(places):
    peaks = []
    for place in places:
        ran("export", "--out", f"{place}.json", "--db", place)
        peaks.append(ran("sheets", "import", f"{place}.json", "--db", f"{place}.again")[1])
    assert peaks[1] < peaks[0] + MOST_MB


def test_an_older_store_is_brought_up_to_date_some_games_at_a_time(places):
    (_, some), (_, many) = [ran(*upgrade(place)) for place in places]
    assert many < some + MOST_OF_CHUNKS_MB
