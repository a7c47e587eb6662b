"""Every field wrong in every way: refused with its name and what is allowed, on both ends alike."""

import copy
import json
from pathlib import Path

import jsonschema
import pytest

from tests.core.play import ALL, PL, WORD, named
from tileclock.core import preset as field_table
from tileclock.core.preset import LONGEST, PresetError, allowed, check, lines, read

SCHEMA = json.loads(
    (Path(field_table.__file__).parents[2] / "docs" / "preset.schema.json").read_text(encoding="utf-8")
)
SCHEMA_ALLOWS = jsonschema.Draft202012Validator(SCHEMA).is_valid


def places(table, game, path=()):
    """(path, line) of every field of a table, those of rows included; a path leads into the document."""
    for line in lines(table, game):
        yield (*path, line[0]), line
        if line[2] == "rows":
            yield from places(line[3], game, (*path, line[0], 0))


FIELDS = [
    (base, path, line) for base in (PL, WORD) for path, line in places(field_table.FIELDS, base["game"])
]
each_field = pytest.mark.parametrize(
    ("base", "path", "line"),
    FIELDS,
    ids=[f"{base['id']}-{'.'.join(map(str, path))}" for base, path, _ in FIELDS],
)


def spoken(path):
    """The path as messages spell it: sets[0].tiles."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)[1:]


def inside(document, path):
    for step in path:
        document = document[step]
    return document


def wrong_values(line):
    """What must not stand in a field of this line: other types, beyond its ends, too much, twice."""
    yield from (
        None,
        1.5,
        40.0,
        {},
        {"a": 1},
        [None],
        [[]],
        "",
        "\n",
        'a "name"',
        "back\\slash",
        "x" * 400,
        10**20,
    )
    kind = line[2]
    if kind != "flag":
        yield from (True, False)
    if kind == "int":
        yield from (line[3] - 1, line[4] + 1, str(line[3]), [line[3]])
    elif kind in ("ints", "some"):
        one = line[3] if kind == "ints" else line[3][0]
        yield from ([one, one], [one] * 9, one, [one, None], [one, "?"], [one, -1], [list("ab")])
    elif kind == "one":
        yield from ("?", line[3][0].upper(), list(line[3]), 0)
    elif kind == "rows":
        yield from ([], [[]], [1], "rows", {"min_players": 2})
    elif kind == "slug":
        yield from ("1a", "-a", "A", "a b", "ą", "a" * (line[4] + 1), 7)
    elif kind == "text":
        yield from (
            " a",
            "a ",
            "a\tb",
            "a\x7fb",
            "a\x9fb",
            "a\x1b[2J",
            "a\u202eb",
            "\u2066",
            "\u061c",
            "\u200f",
            "\u2028",
            "\ud800",
            "\U0001f600",
            "a" * (line[4] + 1),
            7,
        )


@each_field
def test_a_wrong_value_is_refused_with_the_fields_name_and_what_is_allowed(base, path, line):
    for wrong in wrong_values(line):
        document = copy.deepcopy(base)
        inside(document, path[:-1])[path[-1]] = wrong
        with pytest.raises(PresetError) as refused:
            check(document)
        told = str(refused.value)
        assert refused.value.field.startswith(spoken(path)), f"{wrong!r}: {told}"
        assert told.startswith(refused.value.field + ": must be ")
        if wrong != 40:  # JSON Schema takes 40.0 for a whole number; the device has no use for floats
            assert not SCHEMA_ALLOWS(document), f"the schema allows {wrong!r}"


@each_field
def test_a_missing_field_is_named_unless_it_may_be_missing(base, path, line):
    document = copy.deepcopy(base)
    inside(document, path[:-1]).pop(path[-1], None)
    if line[:2] in field_table.LEFT_OUT:
        assert SCHEMA_ALLOWS(document) and check(document) == document
        return
    with pytest.raises(PresetError) as refused:
        check(document)
    told = f"{spoken(path)}: is missing, it must be {allowed(line)}"
    assert str(refused.value) == told
    assert not SCHEMA_ALLOWS(document)


def right_values(line):
    """Both ends of what may stand in a field of this line, and every word of a choice."""
    kind = line[2]
    if kind == "int":
        yield from line[3:5]
    elif kind == "one":
        yield from line[3]
    elif kind == "flag":
        yield from (True, False)
    elif kind in ("slug", "text"):
        yield from ("a" * line[3], "z" * line[4], "a-9")
        if kind == "text":
            yield from ("Żółć, Їжак!", "~\u00a0\ud7ff", "–…\u2010\u2027")
    elif kind == "some":
        yield from ([line[3][0]], list(line[3]), list(line[3][::-1]))
    elif kind == "ints":
        yield from ([], [line[3]], [line[4]], [line[4] - n for n in range(8)])


@each_field
def test_whatever_the_line_allows_is_refused_at_most_because_of_other_fields(base, path, line):
    for right in right_values(line):
        if path == ("game",):
            continue  # another game has other fields
        document = copy.deepcopy(base)
        inside(document, path[:-1])[path[-1]] = right
        assert SCHEMA_ALLOWS(document), f"the schema refuses {right!r}"
        try:
            assert inside(check(document), path) == right
        except PresetError as refused:
            assert allowed(line) not in str(refused), f"{right!r}: {refused}"


@pytest.mark.parametrize(
    ("where", "name"), [((), "jokr"), (("sets", 0), "size"), (("timeouts", 0), "minutes"), ((), "shortest")]
)
def test_an_unknown_field_is_named_also_one_of_the_other_game(where, name):
    document = copy.deepcopy(PL)
    inside(document, where)[name] = 1
    with pytest.raises(PresetError) as refused:
        check(document)
    assert refused.value.field == spoken((*where, name))
    assert "is unknown, the fields here are " in str(refused.value)
    assert not SCHEMA_ALLOWS(document)


def test_of_several_unknown_fields_both_ends_name_the_same():
    assert "alpha" in message({**PL, "omega": 1, "alpha": 2, "kappa": 3})


def message(document):
    with pytest.raises(PresetError) as refused:
        check(document)
    return str(refused.value)


def box(**fields):
    return [{**PL["sets"][0], **fields}]


BANK = {"timing": "bank", "bank": 60}
TOTAL = {"timing": "total", "total": 600, "limit": 0, "limits": []}

CONTRADICTIONS = [
    (PL, {"sets": box(max_players=7)}, "sets[0].max_players: must be a whole number from 2 to 6"),
    (PL, {"sets": [PL["sets"][0], PL["sets"][0]]}, "sets[1].min_players: must be 5"),
    (PL, {"sets": [PL["sets"][0], *box(min_players=5)]}, "sets[1].max_players: must be at least 5"),
    (PL, {"sets": box(odd=7)}, "sets[0].tiles: must be stacks x stack + odd = 105"),
    (PL, {"sets": box(stacks=15)}, "sets[0].tiles: must be stacks x stack + odd = 113"),
    (PL, {"deal": 15}, "sets[0].stack: must divide the deal of 15"),
    (PL, {"deal": 28}, "sets[0].stacks: must leave a whole stack after the deal"),
    (PL, {"sets": box(highest=12)}, "sets[0].highest: must divide the 104 number tiles"),
    (PL, {"sets": box(jokers=3)}, "sets[0].highest: must divide the 103 number tiles"),
    (PL, {"limit": 0}, "limit: must be 0 exactly when timing is none or total"),
    (PL, {"timing": "none"}, "limit: must be 0 exactly when timing is none or total"),
    (PL, {**TOTAL, "limit": 60}, "limit: must be 0 exactly when timing is none or total"),
    (PL, {"limits": [30, 60]}, "limits: must not repeat limit"),
    (PL, {"bank": 60}, "bank: must be 0 exactly when timing is not bank"),
    (PL, {**BANK, "bank": 0}, "bank: must be 0 exactly when timing is not bank"),
    (PL, {"total": 600}, "total: must be 0 exactly when timing is not total"),
    (PL, {**TOTAL, "total": 0}, "total: must be 0 exactly when timing is not total"),
    (PL, {"delay": 10}, "delay: must be 0 when timing is not total"),
    (PL, {**BANK, "delay": 10}, "delay: must be 0 when timing is not total"),
    (PL, {"timing": "none", "limit": 0, "overtime": 10}, "overtime: must be 0 when timing is none"),
    (PL, {"timeouts": PL["timeouts"] * 2}, "timeouts: must name every choice once"),
    (PL, {"timeout": "valid"}, "timeout: must be one of the choices in timeouts"),
    (PL, {"ranking": ["big_points"]}, "ranking: can use big_points only if a game gives some"),
    (PL, {"redeal": "none"}, "redeal_count: must be 0 exactly when redeal is none"),
    (PL, {"redeal_count": 0}, "redeal_count: must be 0 exactly when redeal is none"),
    (PL, {"never_opened": 0}, "could_open: must be 0, or not less than never_opened > 0"),
    (PL, {"could_open": 99}, "could_open: must be 0, or not less than never_opened > 0"),
    (WORD, {"shortest": 7}, "shortest: must not exceed opening"),
    (WORD, {"openings": [6]}, "openings: must lie between shortest and opening"),
    (WORD, {"openings": [2]}, "openings: must lie between shortest and opening"),
]


@pytest.mark.parametrize(("base", "fields", "told"), CONTRADICTIONS, ids=[case[2] for case in CONTRADICTIONS])
def test_fields_that_contradict_each_other_are_refused(base, fields, told):
    assert message({**base, **fields}) == told


@pytest.mark.parametrize(
    "fields",
    [
        BANK,
        TOTAL,
        {**TOTAL, "delay": 9, "overtime": 5},
        {"limit": 1},
        {**BANK, "bank": 1},
        {**TOTAL, "total": 1},
        {"could_open": 0},
        {"never_opened": 1, "could_open": 1},
        {"redeal_count": 1},
        {"big_points": 1, "ranking": ["big_points"]},
        {"sets": box(max_players=2)},
        {"sets": [*box(max_players=2), *box(min_players=3)]},
    ],
)
def test_fields_that_belong_together_are_accepted(fields):
    check({**PL, **fields})


@pytest.mark.parametrize("document", [None, [], "pl", 3, [PL]])
def test_what_is_no_object_is_refused(document):
    assert message(document) == "preset: must be an object"


@pytest.mark.parametrize("game", ["chess", None, 1, ["numbers"]])
def test_a_game_that_is_not_there_is_named_first(game):
    assert message({"game": game}) == "game: must be one of numbers, word"
    assert message({}) == "game: is missing, it must be one of numbers, word"


@pytest.mark.parametrize("text", ["", "{", "pl", '{"id": "x"', "[" * 3000, "\x00", "{]"])
def test_what_is_no_json_is_refused(text):
    with pytest.raises(PresetError, match=r"^preset: must be a JSON document$"):
        read(text)


def test_a_document_that_would_not_fit_the_device_is_refused_before_it_is_read():
    with pytest.raises(PresetError, match=f"^preset: must have at most {LONGEST} characters$"):
        read(" " * (LONGEST + 1))


def test_a_refused_document_leaves_the_old_preset_and_the_document_alone():
    ours = read(json.dumps({**PL, "id": "ours"}))
    kept = {"ours": ours}
    broken = {**copy.deepcopy(ours), "joker": -1}
    before = copy.deepcopy(broken)
    with pytest.raises(PresetError):
        kept["ours"] = check(broken)
    assert broken == before
    assert kept["ours"] is ours
    assert ours == {**PL, "id": "ours"}


def test_a_checked_preset_shares_nothing_with_the_document():
    document = copy.deepcopy(PL)
    clean = check(document)
    document["sets"][0]["tiles"] = 0
    document["limits"].append(7)
    assert clean == PL


@pytest.mark.parametrize("preset", **named(ALL))
def test_the_published_schema_accepts_every_built_in_preset(preset):
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    jsonschema.validate(preset, SCHEMA)


def test_the_published_schema_is_up_to_date():
    from tileclock_host.preset_schema import schema  # noqa: PLC0415 - only this test needs the host

    assert schema() == SCHEMA, "run python -m tileclock_host.preset_schema and commit the result"
