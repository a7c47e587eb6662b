"""What was loaded for a moment has left when it is over: wherever one comes back to, all is as it was."""

import json

from tests.bench import inside
from tileclock_host.build import bundle


def test_each_part_of_the_evening_has_its_modules_and_no_others():
    found = json.loads(inside.on_64("import modules; modules.main(sitting=0b1111)").splitlines()[-1])
    assert set(found) == {"home", "turn", "pause", "racks", "result", "winner", "ranking", "setup"}
    for part, times in found.items():
        assert len(times) > 1
        for again in times[1:]:
            left = set(again) - set(times[0])
            assert not left, f"{part}: {sorted(left)} should have left the memory"
            gone = set(times[0]) - set(again)
            assert not gone, f"{part}: {sorted(gone)} was there the first time"
    places = bundle.key().places
    turn = set(found["turn"][0])
    assert turn > {"tileclock.app", places["tileclock.ui.turn"], places["tileclock.ui.time_is_up"]}
    assert places["tileclock.ui.pause"] not in turn
    assert places["tileclock.ui.turn"] not in found["home"][0]
    assert places["tileclock.table.start_game"] not in turn
