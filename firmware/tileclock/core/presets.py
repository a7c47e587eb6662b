"""The built-in presets: five published rule sheets as data, field by field.

What a field means is said in preset.py. A preset is the common ground of all sheets, that of its game,
and what is its own. Whoever changes a rule here raises the version of the preset.
"""

from tileclock.core import preset

STANDARD = {
    "min_players": 2,
    "max_players": 4,
    "tiles": 106,
    "jokers": 2,
    "highest": 13,
    "stacks": 14,
    "stack": 7,
    "odd": 8,
}
XP = {
    "min_players": 5,
    "max_players": 6,
    "tiles": 160,
    "jokers": 4,
    "highest": 13,
    "stacks": 22,
    "stack": 7,
    "odd": 6,
}
LETTERS = {"min_players": 2, "max_players": 4, "tiles": 112, "stacks": 16, "stack": 7, "odd": 0}

COMMON = {
    "version": 1,
    "deal": 14,
    "show_stacks": True,
    "back": "pool",
    "timing": "limit",
    "limit": 60,
    "limits": [],
    "bank": 0,
    "total": 0,
    "delay": 0,
    "overtime": 0,
    "round_time": 0,
    "timeouts": [{"choice": "undo", "tiles": 1}],
    "timeout": "undo",
    "ties": "share",
    "big_points": 0,
    "ranking": ["points"],
    "next_first": "left",
    "redeal": "none",
    "redeal_count": 0,
    "reminders": [],
}
NUMBERS = {
    "game": "numbers",
    "sets": [STANDARD],
    "pool_empty": "lap",
    "joker": 30,
    "never_opened": 0,
    "could_open": 0,
    "cap": 0,
    "bonus": "added",
    "winner_bonus": 0,
    "second_bonus": 0,
    "first": "highest",
    "opening": 30,
}
WORD = {
    "game": "word",
    "sets": [LETTERS],
    "first": "nearest_a",
    "opening": 6,
    "openings": [5, 4, 3],
    "shortest": 3,
    "refill": 7,
    "double": 7,
}

PL = {
    "name": "Polish standard / XP",
    "version": 2,
    "sets": [STANDARD, XP],
    "never_opened": 100,
    "could_open": 200,
    "unfinished": "net",
    "redeal": "pairs",
    "redeal_count": 3,
}
TOURNAMENT = {
    "name": "Polish tournament",
    "version": 2,
    "objections": True,
    "back": "rack",
    "limit": 40,
    "timeouts": [{"choice": "valid", "tiles": 0}, {"choice": "undo", "tiles": 1}],
    "joker": 50,
    "never_opened": 100,
    "could_open": 200,
    "unfinished": "difference",
    "big_points": 1,
    "ranking": ["big_points", "points"],
    "first": "seat_a",
    "redeal": "pairs",
    "redeal_count": 3,
    "reminders": ["draw_first", "ask_count"],
}
WORD_PL = {
    "name": "Polish Word",
    "version": 2,
    "back": "rack",
    "limit": 90,
    "redeal": "letters",
    "redeal_count": 3,
    "reminders": ["look_up"],
}
CS = {
    "name": "Czech",
    "version": 2,
    "show_stacks": False,
    "timeouts": [
        {"choice": "in_order", "tiles": 0},
        {"choice": "nothing", "tiles": 1},
        {"choice": "unfinished", "tiles": 3},
    ],
    "timeout": "nothing",
    "pool_empty": "blocked",
    "unfinished": "plain",
    "first": "highest_number",
    "next_first": "drawn",
}
UK = {
    "name": "Ukrainian",
    "version": 2,
    "sets": [STANDARD, XP],
    "show_stacks": False,
    "timeouts": [
        {"choice": "in_order", "tiles": 1},
        {"choice": "unfinished", "tiles": 3, "all_back": True},
    ],
    "timeout": "in_order",
    "pool_empty": "blocked",
    "unfinished": "difference",
    "ranking": ["rounds", "points"],
    "next_first": "drawn",
    "reminders": ["call_name"],
}

SHEETS = {
    "pl": (NUMBERS, PL),
    "tournament": (NUMBERS, TOURNAMENT),
    "word": (WORD, WORD_PL),
    "cs": (NUMBERS, CS),
    "uk": (NUMBERS, UK),
}
BUILT_IN = ("pl", "tournament", "word", "cs", "uk")  # in the order of the menu, which a dict does not keep


def built_in(name: str) -> dict:
    """The built-in preset of that id."""
    game, own = SHEETS[name]
    merged = dict(COMMON)
    merged["id"] = name
    merged.update(game)
    merged.update(own)
    return preset.check(merged)


def custom(text: str) -> dict:
    """The custom preset in a JSON document; it may not pass itself off as a built-in one."""
    found = preset.read(text)
    if found["id"] in BUILT_IN:
        raise preset.PresetError("id", "must not be a built-in one: " + ", ".join(BUILT_IN))
    return found
