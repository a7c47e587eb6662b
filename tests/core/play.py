"""Words the rule tests share: a preset by name, a finished game in one line."""

from hypothesis import strategies as st

from tests import presets
from tileclock.core import preset
from tileclock.core.preset_time import Allowance
from tileclock.core.scoring import Entries, score_out, score_unfinished
from tileclock.core.word import score_word

PL, TOURNAMENT, WORD, CS, UK = [presets.built_in(name) for name in presets.BUILT_IN]
NUMBER_PRESETS = [PL, TOURNAMENT, CS, UK]
ALL = [PL, TOURNAMENT, WORD, CS, UK]


def reading(number):
    """Says which numbered Reading of firmware/docs/rules.md a test holds the code to."""
    assert number > 0
    return lambda test: test


def named(presets_to_try):
    """Arguments for a test that runs once per preset and is called by its id."""
    return {"argvalues": presets_to_try, "ids": [each["id"] for each in presets_to_try]}


def changed(base, **fields):
    """A custom preset: a built-in one with some fields changed."""
    return preset.check({**base, "id": "custom", **fields})


def entries(racks, first=0, **others):
    """Entries of a table; a rack is the sum of its number tiles, or (sum, jokers)."""
    table = Entries(len(racks), first)
    table.racks = [rack if isinstance(rack, tuple) else (rack, 0) for rack in racks]
    for name, values in others.items():
        assert len(values) == len(racks) or name == "able", f"{name}: one item per player"
        setattr(table, name, list(values))
    return table


def usual_time(rules):
    """The time of a seat that has no handicap, at the table's usual limit."""
    return Allowance(rules, rules["total" if rules["timing"] == "total" else "limit"])


def word_result(rules, points, reason, **others):
    """The result of a game of Word: the first began, nobody was late or has left, if nothing else is said."""
    usual = {"first": 0, "late": [0] * len(points), "able": range(len(points))}
    return score_word(rules, points, reason, **{**usual, **others})


def out(rules, racks, winner=0, **others):
    """The result of a game that `winner` ended."""
    return score_out(rules, entries(racks, **others), winner)


def unfinished(rules, racks, reason="lap", **others):
    """The result of a game nobody finished."""
    return score_unfinished(rules, entries(racks, **others), reason)


def state(word):
    """Everything a game of Word is made of."""
    ending = word.ending
    counts = [*word.racks], [*word.points], [*word.turns]
    return counts, word.opened, word.pool.left, ending.seats, ending.waiting, ending.lap


@st.composite
def tables(draw, most=200):
    """Entries of any table nobody went out at; ties are frequent, and so are flat penalties."""
    count = draw(st.integers(2, 6))
    each = {"min_size": count, "max_size": count}
    rack = st.tuples(st.one_of(st.integers(0, 3), st.integers(0, most)), st.integers(0, 2))
    return entries(
        draw(st.lists(rack, **each)),
        first=draw(st.integers(0, count - 1)),
        marks=draw(st.lists(st.sampled_from([0, 1, 2]), **each)),
        late=draw(st.lists(st.integers(0, 3), **each)),
    )
