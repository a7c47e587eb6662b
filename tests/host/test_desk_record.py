"""The desk's record: what is entered can be read again, and what nobody here can read stops nothing."""

import json
from itertools import cycle

import pytest

from tests.host.commands import called, says, sentence
from tests.host.evening_desk import NAMES, bring, event, lines, sheets, shown
from tileclock_host.desk.desk import Desk
from tileclock_host.desk.errors import DeskError
from tileclock_host.desk.rulings import Judge
from tileclock_host.sheets import schema
from tileclock_host.sheets.store import Store

NEWER = "written by a newer tileclock: update this desk to see it."
DAMAGE = [
    {"said": "{"},
    {"said": "[" * 100_000},
    {"said": '{"person": NaN}'},
    {"said": '{"person": 7, "words": 7}'},
    {"said": b"\xff\xfe"},
    {"kind": "Ändern"},
    {"number": "seven"},
    {"number": -7},
    {"number": 2**62},
    {"made": "today"},
    {"made": 2**62},
    {"uid": ""},
]
KINDS = ["person", "added", "drawn", "result"]


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "store.sqlite")


def played(file):
    """Two events; the later one has a round with two results."""
    says("event", "new", "Wien", "--db", file)
    says("event", "add", *NAMES[:4], "--event", "Wien", "--db", file)
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    for table in (1, 2):
        says("event", "result", "--table", table, "--game", 1, 9, -2, -3, -4, "--db", file)


def rows(file):
    with Store(file) as store, store.reading() as connection:
        return [dict(row._mapping) for row in connection.execute(schema.entries.select())]


def put(file, event, kind, said):
    """Write an entry as another program does."""
    found = [row for row in rows(file) if row["event"] == event]
    row = {
        "uid": f"{kind}{len(found)}"[:32],
        "event": event,
        "number": max(row["number"] for row in found) + 1,
        "kind": kind,
        "said": said,
        "made": found[-1]["made"],
    }
    with Store(file) as store, store.writing() as connection:
        connection.execute(schema.entries.insert(), [row])
    return row


def edit(file, uid, values):
    """Write into a row with a program of one's own."""
    with Store(file) as store, store.writing() as connection:
        names = ", ".join(f"{name} = ?" for name in values)
        connection.exec_driver_sql(f"UPDATE entries SET {names} WHERE uid = ?", (*values.values(), uid))


def row_of(file, event_name, kind, which=0):
    """A row of that kind; of the people where there is no event."""
    with Store(file) as store:
        record = Desk(store).read()
    identity = record.event(event_name).id if event_name else ""
    return [row for row in rows(file) if row["event"] == identity and row["kind"] == kind][which]


# ---- what is entered ----


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("judge", "rule", "x" * 501), "at most 500 letters, not 501"),
        (("judge", "warn", "Ala", "x" * 501), "at most 500 letters, not 501"),
        (("judge", "announce", "hello \ufffd"), "must be text in UTF-8"),
        (("judge", "announce", "hello \x1b[2J"), "without control characters"),
        (("judge", "correct", "Ala", "--points", 1_000_000_000, "slip"), "points must be −999,999,999 to"),
        (("judge", "correct", "Ala", "--big-points", -(10**30), "slip"), "big points must be"),
        (("judge", "annul", "--table", 1, "--game", "²", "slip"), "has no game ²"),
        (("judge", "annul", "--table", 1, "--game", "٣", "slip"), "has no game ٣"),
        (("judge", "annul", "--table", 1, "--game", "9" * 5000, "slip"), "has no game 999"),
        (("event", "result", "--table", 1, "--game", 2, 10**9, -(10**9), 0, 0), "points must be"),
        (("event", "result", "--table", 1, "--game", 10**12, 1, -1, 0, 0), "game must be"),
        (("event", "add", "x" * 61), "must have 1 to 60 letters"),
        (("event", "new", "x" * 61), "must have 1 to 60 letters"),
        (("event", "new", "x" * 501), "must have 1 to 60 letters"),
        (("event", "new", "Cup", "--rounds", 10**12), "rounds must be"),
        (("players", "alias", "Ala", "x" * 61), "must have 1 to 60 letters"),
    ],
)
def test_what_could_not_be_read_again_is_refused_where_it_is_entered(file, words, why):
    played(file)
    before = rows(file)
    sentence(called(*words, "--db", file), why)
    assert rows(file) == before
    assert "damaged" not in says("event", "show", "--db", file)


def test_no_door_of_the_desk_takes_half_a_sign(file):
    """The command line refuses such bytes before; a page and a file may bring them."""
    played(file)
    before = rows(file)
    with Store(file) as store:
        desk = Desk(store)
        judge = Judge(desk, store, None)
        for put in (
            lambda: judge.announce("hello \udcff"),
            lambda: judge.rule("warning", "Ala", "\ud800"),
            lambda: desk.undo(desk.read().event(None).id, 12, "\udcff"),
            lambda: desk.add(lambda _: [("", "person", {"id": "x", "name": "Zofia\udcff"})]),
        ):
            with pytest.raises(DeskError, match="must be text in UTF-8"):
                put()
    assert rows(file) == before


@pytest.mark.parametrize(
    "option", [("--size", -4), ("--size", 0), ("--seed", 99_999_999_999), ("--seed", -1)]
)
def test_a_size_or_a_seed_that_is_none_is_refused(file, option):
    played(file)
    before = rows(file)
    assert called("event", "draw", "--mode", "final", *option, "--db", file).exit_code == 2
    assert rows(file) == before


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("said", '{"words": "\\ud800"}', "must be text in UTF-8"),
        ("said", '{"words": "\\u001b[2J"}', "without control characters"),
        ("said", json.dumps({"words": "x" * 501}), "words is wrong"),
        ("said", '{"words": 7}', "words is wrong"),
        ("said", "\ud800", "is no text"),
        ("kind", "x" * 21, "its kind has 1 to 20 signs"),
        ("uid", "ż" * 3, "its uid has 1 to 32 signs"),
        ("event", "x" * 33, "its event has at most 32 signs"),
        ("number", 0, "its number must be"),
        ("made", 10**12, "its time must be"),
    ],
)
def test_an_imported_event_is_judged_like_what_is_typed(file, tmp_path, field, value, why):
    played(file)
    says("judge", "announce", "welcome", "--db", file)
    out = tmp_path / "event.json"
    says("event", "export", "--out", out, "--db", file)
    document = json.loads(out.read_text())
    document["entries"][-1][field] = value
    out.write_text(json.dumps(document))
    other = tmp_path / "other"
    sentence(called("event", "import", out, "--db", other), "of the file", why)
    assert not other.exists()


# ---- what a newer desk writes ----


def test_entries_of_a_newer_desk_are_named_skipped_and_stop_nothing(place):
    played(place)
    before = shown(place), lines(place)
    identity = row_of(place, "Warszawa", "made")["event"]
    put(place, identity, "stream", '{"address": "https://example.org", "seats": [1, {"a": null}]}')
    put(place, "", "photo", '"anything"')
    newer = f"of Warszawa was {NEWER}"
    for words in (("event",), ("event", "show"), ("event", "log"), ("judge",), ("event", "standings")):
        said = says(*words, "--db", place)
        assert newer in said and f"of the people was {NEWER}" in said, words
    assert newer in says("players", "--db", place)
    assert "Wien" in says("event", "show", "--event", "Wien", "--db", place, status=1), "no round is drawn"
    says("event", "result", "--table", 1, "--game", 2, 4, -4, 0, 0, "--db", place)
    says("event", "draw", "--yes", "--seed", 2, "--db", place)
    says("players", "add", "Zofia", "--db", place)
    says("event", "add", "Zofia", "--event", "Wien", "--db", place)
    assert (
        before[0]["tables"][1] == json.loads(_printed("event", "show", "--round", 1, db=place))["tables"][1]
    )
    number = rows_of(place, identity, "stream")["number"]
    result = called("event", "undo", number, "--db", place)
    assert result.exit_code == 1 and f"Error: Entry {number} of Warszawa was {NEWER}" in result.output
    again = called("event", "result", "--round", 1, "--table", 1, "--game", 2, 4, -4, 0, 0, "--db", place)
    assert again.exit_code == 1 and "is typed already" in again.output, "what is new is judged as ever"


def rows_of(file, identity, kind):
    (found,) = [row for row in rows(file) if row["event"] == identity and row["kind"] == kind]
    return found


def _printed(*words, db):
    """What a command prints for programs; what it names goes elsewhere."""
    return called(*words, "--json", "--db", db).stdout


def test_a_field_of_a_newer_desk_is_skipped_and_the_rest_of_the_entry_counts(file):
    played(file)
    before = lines(file)
    for kind, name in (("made", "Warszawa"), ("added", "Warszawa"), ("result", "Warszawa"), ("person", "")):
        row = row_of(file, name, kind)
        edit(file, row["uid"], {"said": json.dumps({**json.loads(row["said"]), "colour": "red"})})
    said = says("event", "show", "--db", file)
    assert said.count(f"says more (colour), {NEWER}") == 4
    assert lines_of(file) == before
    assert row_of(file, "Warszawa", "made")["said"].count("red") == 1, "it stays"


def test_a_newer_draw_is_missing_here_and_the_rounds_behind_it_count(file):
    played(file)
    says("event", "draw", "--yes", "--seed", 2, "--db", file)
    says("event", "result", "--table", 1, "--game", 1, 5, -5, 0, 0, "--db", file)
    edit(file, row_of(file, "Warszawa", "drawn")["uid"], {"kind": "paired"})
    said = says("event", "show", "--db", file)
    assert f"was {NEWER}" in said and "is left out: Round 1 is not drawn" in said
    assert "round 2 of 3" in said
    assert sorted(line["points"] for line in lines_of(file).values()) == [-5, 0, 0, 0, 0, 0, 0, 5]


def lines_of(file):
    document = json.loads(called("event", "standings", "--format", "json", "--db", file).stdout)
    return {line["player"]: line for line in document["lines"]}


def test_export_import_backup_and_restore_carry_what_a_newer_desk_wrote(file, tmp_path):
    played(file)
    identity = row_of(file, "Warszawa", "made")["event"]
    said = '{"b":  [1.5, null, "\\u00f3"],"a": {"deep": true}}'
    put(file, identity, "stream", said)
    put(file, "", "photo", said)
    row = row_of(file, "", "person")
    edit(file, row["uid"], {"said": json.dumps({**json.loads(row["said"]), "club": "Kraków"})})
    wanted = sorted(rows(file), key=lambda row: row["uid"])
    says("backup", tmp_path / "copy", "--db", file)
    says("restore", tmp_path / "copy", "--db", tmp_path / "restored")
    assert sorted(rows(tmp_path / "restored"), key=lambda row: row["uid"]) == wanted
    other = tmp_path / "other"
    says("players", "add", "Zofia", "--db", other)
    says("event", "export", "--out", tmp_path / "event.json", "--db", file)
    says("event", "import", tmp_path / "event.json", "--db", other)
    come = {row["uid"]: (row["kind"], row["said"], row["made"]) for row in rows(other)}
    for row in wanted:
        if row["event"] in {"", identity}:
            assert come[row["uid"]] == (row["kind"], row["said"], row["made"])


# ---- what somebody has damaged ----


@pytest.mark.parametrize(
    ("kind", "damage"),
    [(kind, DAMAGE[0]) for kind in KINDS]
    + [(kind, damage) for kind, damage in zip(cycle(KINDS), DAMAGE[1:], strict=False)],
    ids=range(len(KINDS) + len(DAMAGE) - 1),
)
def test_an_edited_row_is_left_out_and_named_and_everything_else_works(file, kind, damage):
    played(file)
    other = lines_of(file)
    edit(file, row_of(file, "" if kind == "person" else "Warszawa", kind)["uid"], damage)
    for words in (("event",), ("event", "standings"), ("judge",), ("players",), ("event", "log")):
        result = called(*words, "--db", file)
        assert result.exit_code == 1 and "is damaged (" in result.stderr, (words, result.output)
        assert "Traceback" not in result.output and "Error" not in result.output
    if kind in {"person", "added"}:
        assert {line["points"] for line in lines_of(file).values()} == {9, -2, -3, -4}
        assert len(lines_of(file)) == len(other)
    if kind == "result":
        assert sorted(line["points"] for line in lines_of(file).values()) == [-4, -3, -2, 0, 0, 0, 0, 9]
    result = called("event", "draw", "--yes", "--seed", 5, "--event", "Wien", "--db", file)
    assert "Wien, round 1" in result.stdout, result.output
    result = called("players", "add", "Zofia", "--db", file)
    assert "Zofia is " in result.stdout
    result = called("event", "draw", "--yes", "--seed", 5, "--db", file)
    assert f"round {1 if kind == 'drawn' else 2} of 3" in result.stdout, result.output


def test_the_sheets_stay_beside_a_damaged_record(file, tmp_path):
    played(file)
    bring(file, tmp_path, *sheets(["Ala", "Bolek"], [0]))
    edit(file, row_of(file, "", "person")["uid"], {"said": "{"})
    assert "Ala" in says("sheets", "--db", file)


def test_a_damaged_entry_is_taken_back_and_not_named_any_more(file):
    played(file)
    row = row_of(file, "Warszawa", "result")
    edit(file, row["uid"], {"said": "{"})
    says("event", "result", "--table", 1, "--game", 1, 9, -2, -3, -4, "--db", file, status=1)
    says("event", "undo", row["number"], "--db", file)
    assert "damaged" not in says("event", "show", "--db", file)
    assert sorted(line["points"] for line in lines(file).values()) == sorted([9, -2, -3, -4] * 2)


def test_an_event_whose_beginning_is_damaged_is_named_and_the_others_stay(file):
    played(file)
    edit(file, row_of(file, "Warszawa", "made")["uid"], {"said": "{}"})
    result = called("event", "--json", "--db", file)
    assert [each["name"] for each in json.loads(result.stdout)] == ["Wien"]
    assert result.stderr.count("the event") == 2 and "is left out" in result.stderr


def test_text_that_was_stored_before_it_was_judged_is_read(file):
    played(file)
    says("judge", "announce", "hello", "--db", file)
    row = row_of(file, "Warszawa", "announcement")
    edit(file, row["uid"], {"said": '{"words": "hello \\udcff"}'})
    assert shown(file, "judge")[0]["words"] == "hello \ufffd"
    assert "hello \ufffd" in says("event", "log", "--db", file)


def test_taking_back_what_others_rest_on_is_refused_also_behind_a_damaged_row(file):
    played(file)
    edit(file, row_of(file, "Warszawa", "result", 1)["uid"], {"said": "{"})
    draw = row_of(file, "Warszawa", "drawn")["number"]
    result = called("event", "undo", draw, "--db", file)
    assert f"Entry {draw} is needed by a later one" in result.stderr
    person = row_of(file, "", "person")
    result = called("players", "undo", person["number"], "--db", file)
    assert "is needed by a later one" in result.stderr
    assert len(seats_of(file)) == 8


def seats_of(file):
    found = json.loads(_printed("event", "show", db=file))
    return [each["name"] for table in found["tables"] for each in table["seats"] if each]


def test_a_register_with_a_gap_has_somebody_in_the_place_of_the_name(file):
    played(file)
    row = row_of(file, "", "person", 2)
    name = json.loads(row["said"])["name"]
    edit(file, row["uid"], {"said": "{"})
    (stranger,) = [each for each in seats_of(file) if each.startswith("? ")]
    assert stranger.split()[1] == json.loads(row["said"])["id"][:6]
    called("players", "add", name, "--db", file)
    result = called("players", "merge", stranger, name, "--db", file)
    assert "They are one" in result.stdout, result.output
    assert sorted(seats_of(file)) == sorted(NAMES)
