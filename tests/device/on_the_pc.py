"""The sheets of a box as a PC has them, which plays every game again."""

from tileclock_host.sheets.games import matches
from tileclock_host.sheets.store import Store


def the_match(table, folder):
    """The only match, in which nothing is wrong."""
    sheets = [sheet for path, sheet in table.box.files("/data/sheets").items() if "/0" in path]
    with Store(folder / "scores.db") as store:
        for sheet in sheets:
            store.add(sheet.decode(), "test")
        (match,) = matches(store.games())
    assert not match.findings
    assert not any(game.findings for game in match.games)
    return match
