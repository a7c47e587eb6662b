"""The same sheets give the same store, whatever happens on the way – on SQLite and on PostgreSQL."""

import json
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, inspect

from tests.games import match_of, played, sheet_of
from tests.host.sheet_texts import OTHER, SECRET, altered, dumped, revisions, sealed
from tileclock.core.preset_box import Refused
from tileclock_host.sheets import schema
from tileclock_host.sheets.amend import Changes
from tileclock_host.sheets.filter import Filter
from tileclock_host.sheets.store import Store, StoreError

OLD = Path(__file__).with_name("old_stores")


def knows(*secrets):
    return lambda device: secrets


def test_a_sheet_is_kept_as_it_is_with_where_it_came_from(store):
    text = match_of(1)[0]
    assert store.add(text, "cable").kind == "new"
    game = store.games()[0]
    assert game.sheet.text == text
    assert game.version.source == "cable" and game.version.received


def test_the_same_sheet_twice_is_one(store):
    texts = match_of(3)
    store.add_many((text, "first") for text in texts)
    before = dumped(store)
    assert {outcome.kind for outcome in store.add_many((text, "again") for text in texts + texts)} == {
        "known"
    }
    assert dumped(store) == before


def test_a_higher_revision_takes_the_place_of_the_lower_and_both_are_kept(place):
    with Store(place, knows(SECRET)) as store:
        first, second = revisions()
        assert store.add(first).kind == "new"
        outcome = store.add(second)
        assert outcome.kind == "superseding" and "revision 1" in outcome.sentence
        game = store.games()[0]
        assert [v.sheet.revision for v in game.versions] == [1, 2] and game.sheet.revision == 2
        assert not game.conflicts


def test_a_lower_revision_that_comes_late_is_kept_behind_the_higher(store):
    first, second = revisions()
    store.add(second)
    outcome = store.add(first)
    assert outcome.kind == "new" and "revision 2 of it counts" in outcome.sentence
    assert store.games()[0].sheet.revision == 2


def test_two_texts_with_one_identity_are_both_kept_and_the_sealed_one_counts(place):
    with Store(place, knows(SECRET)) as store:
        mine = revisions(1)[0]
        forged = sealed(altered(mine, 0, names=["Eve", "", "", "", "", ""]), b"")
        for order in permutations([mine, forged]):
            for text in order:
                last = store.add(text)
        assert last.kind == "known"
        game = store.games()[0]
        assert game.names[0] == "Ala" and game.seal == "sealed"
        assert "two different texts" in game.conflicts[0]


def test_a_higher_revision_without_a_seal_does_not_replace_a_sealed_one(place):
    with Store(place, knows(SECRET)) as store:
        first, second = revisions()
        store.add(first)
        outcome = store.add(sealed(second, b""))
        assert outcome.kind == "conflict" and store.games()[0].sheet.revision == 1


def test_a_revision_that_does_not_go_on_from_the_one_before_is_a_conflict(store):
    first = sheet_of(played("pl", 3, 0))
    other = revisions(2, b"")[1]
    store.add(sealed(altered(first, 1), b""))
    store.add(first)
    stranger = played("pl", 3, 1)
    stranger.happen(28, stranger.journal.at + 5)
    store.add(sheet_of(stranger))
    assert any("does not go on" in sentence for sentence in store.games()[0].conflicts)
    assert other


def test_a_sheet_that_was_altered_on_the_way_is_refused(place):
    with Store(place, knows(SECRET)) as store:
        text = altered(revisions(1)[0], 0, names=["Eve", "", "", "", "", ""])
        outcome = store.add(text)
        assert outcome.kind == "refused" and "altered on the way" in outcome.sentence
        assert store.games() == []


def test_a_former_secret_of_the_clock_is_still_known(place):
    with Store(place, knows(OTHER, SECRET)) as store:
        store.add(revisions(1)[0])
        assert store.games()[0].seal == "sealed"


def test_a_secret_that_becomes_known_later_is_looked_up_by_verify(place):
    known = []
    with Store(place, lambda device: known) as store:
        store.add(revisions(1)[0])
        assert store.rows()[0].seal == "unknown"
        known.append(SECRET)
        store.recheck()
        assert store.rows()[0].seal == "sealed"
        known[:] = []
        store.recheck()
        assert store.rows()[0].seal == "sealed", "what another desk could check stays checked"
        known[:] = [OTHER]
        store.recheck()
        assert store.rows()[0].seal == "broken" and store.rows()[0].findings


def test_a_sheet_that_does_not_balance_is_kept_and_flagged(store):
    text = sealed(altered(match_of(1)[0], 1, points=[65, -57, 0]), b"")
    outcome = store.add(text)
    assert outcome.kept and not outcome.good
    assert any("add up" in finding for finding in outcome.findings)


# ---- amendments ----


def test_an_amendment_is_a_record_of_its_own_and_the_core_scores_anew(store):
    text = match_of(1)[0]
    store.add(text)
    game = store.amend(store.games()[0], Changes(racks={1: (3, 0)}, names={0: "Żofia"}, table=4, note="seen"))
    assert game.result.points == (11, -3, -8) and game.names[0] == "Żofia" and game.table == 4
    assert game.sheet.text == text and game.sheet.result.points == (65, -57, -8)
    assert store.rows(Filter(player="żOF", table=4))[0].players[0][1:] == ("Żofia", 11, True)
    again = store.amend(game, Changes(racks={2: (1, 1)}))
    assert again.result.points == (3 + 31, -3, -31) and again.names[0] == "Żofia"
    assert store.matches()[0].totals.points[:3] == (34, -3, -31)
    assert store.games()[0] == again


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        (Changes(racks={1: (9999, 0)}), "tiles"),
        (Changes(racks={1: (3, 9)}), "jokers"),
        (Changes(racks={0: (3, 0)}), "tiles"),
        (Changes(racks={5: (3, 0)}), "racks"),
        (Changes(marks={1: 7}), "marks"),
        (Changes(names={1: "\x1b[2J"}), "names"),
        (Changes(table=-1), "table"),
        (Changes(note="x" * 1000), "note"),
    ],
)
def test_what_cannot_be_is_refused_with_its_field_and_nothing_is_stored(store, changes, field):
    store.add(match_of(1)[0])
    with pytest.raises(Refused) as refusal:
        store.amend(store.games()[0], changes)
    assert refusal.value.field == field
    assert not store.games()[0].amended


def test_an_amendment_to_an_older_revision_is_a_conflict_until_the_newer_one_is_amended(place):
    with Store(place, knows(SECRET)) as store:
        first, second = revisions()
        store.add(first)
        store.amend(store.games()[0], Changes(racks={2: (30, 0)}))
        outcome = store.add(second)
        assert outcome.kind == "conflict" and "amended here at revision 1" in outcome.sentence
        game = store.games()[0]
        assert game.result.points == game.sheet.result.points and not game.amended
        settled = store.amend(game, Changes(note="the clock is right"))
        assert not settled.conflicts and settled.amended


def test_an_amendment_to_a_text_that_was_replaced_meanwhile_is_refused(store):
    first, second = revisions(2, b"")
    store.add(first)
    game = store.games()[0]
    store.add(second)
    with pytest.raises(StoreError, match="amend again"):
        store.amend(game, Changes(table=3))


# ---- the same set, the same store ----

SET = [*revisions(3), *revisions(2, b"", game=2), *match_of(3, match=2, first_game=5)]
SET += [sealed(altered(SET[0], 0, table=9), b""), sealed(altered(SET[3], 0, table=7), OTHER)]


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.permutations(range(len(SET))), st.integers(1, len(SET)))
def test_the_order_in_which_sheets_come_does_not_matter(tmp_path_factory, plain, order, together):
    assert _filled(tmp_path_factory.mktemp("mixed"), [SET[i] for i in order], together) == plain


@pytest.fixture(scope="module")
def plain(tmp_path_factory):
    """The store with the sheets in their order, all at once."""
    return _filled(tmp_path_factory.mktemp("plain"), SET, len(SET))


def _filled(folder, texts, together):
    with Store(folder / "s", knows(SECRET), now=lambda: 7) as store:
        for start in range(0, len(texts), together):
            store.add_many((text, "") for text in texts[start : start + together])
        return dumped(store)


def test_everything_that_follows_from_the_texts_can_be_made_anew(place):
    with Store(place, knows(SECRET), now=lambda: 7) as store:
        store.add_many((text, "") for text in SET)
        store.amend(store.find("5")[0], Changes(racks={1: (2, 0)}))
        before = dumped(store)
        store.rebuild()
        assert dumped(store) == before


# ---- asking ----


def test_filters(store):
    day = 1_790_000_000
    store.add_many(
        (text, "")
        for text in [
            *match_of(2, match=1, first_game=1, date=day, table=1),
            *match_of(1, match=2, first_game=3, date=day + 86400, table=2),
            *match_of(
                1, match=1, first_game=1, device="aa00ff", names=["Zoë %_", "B", "C", "", "", ""], date=None
            ),
        ]
    )

    def found(**wanted):
        return [row.name for row in store.rows(Filter(**wanted))]

    assert found(match=2) == ["240ac40051ac-3"]
    assert found(device="51AC") == ["240ac40051ac-1", "240ac40051ac-2", "240ac40051ac-3"]
    assert found(player="zOË") == ["aa00ff-1"] and found(player="%_") == ["aa00ff-1"]
    assert found(table=2) == ["240ac40051ac-3"]
    assert found(since=datetime.fromtimestamp(day + 1, UTC)) == ["240ac40051ac-3"]
    assert found(until=datetime.fromtimestamp(day + 1, UTC)) == ["240ac40051ac-1", "240ac40051ac-2"]
    assert [match.match for match in store.matches(Filter(table=1))] == [1]
    assert [game.name for game in store.find("ff-1")] == ["aa00ff-1"]
    assert len(store.find("1")) == 2
    assert store.find("nonsense") == store.find("²") == store.find("-") == []


def test_totals_that_are_not_those_of_the_games_are_found(store):
    texts = match_of(3)
    store.add_many((text, "") for text in texts[:2])
    assert store.matches()[0].findings == ()
    wrong = sealed(altered(texts[2], 1, totals={**_totals(texts[2]), "rounds": [9, 0, 0, 0, 0, 0]}), b"")
    store.add(wrong)
    assert "game 3" in store.matches()[0].findings[0]


def _totals(text):
    return json.loads(text.split("\n")[1])["totals"]


def test_a_game_that_is_missing_is_named(store):
    store.add_many((text, "") for text in match_of(4)[::3])
    assert store.matches()[0].findings == (
        "game 2, 3 of the match is not here, so totals behind it cannot be checked",
    )


# ---- versions of the store ----


def test_a_store_of_a_newer_program_is_refused_in_a_sentence(place):
    with Store(place) as store, store.engine.begin() as connection:
        connection.execute(schema.store.update().values(version=schema.VERSION + 1))
    with pytest.raises(StoreError, match=r"newer tileclock.*update this program"):
        Store(place)


def test_a_database_of_another_program_is_left_alone(place):
    with Store(place) as store, store.engine.begin() as connection:
        schema.metadata.drop_all(connection)
        connection.exec_driver_sql("CREATE TABLE theirs (a INTEGER)")
    with pytest.raises(StoreError, match="another program"):
        Store(place)


def made(place, version):
    """A store as the first program with tables of that version left it."""
    engine = create_engine(
        place.replace("postgresql:", "postgresql+psycopg:") if ":" in place else f"sqlite:///{place}"
    )
    with engine.begin() as connection:
        for statement in (OLD / f"{version}.sql").read_text(encoding="utf-8").split(";\n"):
            if statement.strip():
                connection.exec_driver_sql(statement)
        texts = [(row.text, row.source) for row in connection.execute(schema.texts.select())]
    engine.dispose()
    return texts


def test_a_store_of_every_older_version_is_kept():
    kept = sorted(path.stem for path in OLD.glob("*.sql"))
    assert kept == [str(n) for n in range(1, schema.VERSION)], "keep a store of the tables as they were"


@pytest.mark.parametrize("version", range(1, schema.VERSION))
def test_an_older_store_is_brought_up_to_date(place, tmp_path, version):
    texts = made(place, version)
    with Store(tmp_path / "new", knows(SECRET), now=lambda: 1_790_000_000) as store:
        store.add_many(texts)
        changes = Changes(racks={1: (3, 0)}, names={0: "Zoë"}, note="recounted")
        store.amend(store.find("1")[0], changes)
        said = dumped(store)
        courses = [game.version.told for game in store.games()]
    assert all(courses)
    with Store(place, knows(SECRET)) as store:
        assert dumped(store) == said
        assert store.damage() == []
        assert [game.version.told for game in store.games()] == courses
        columns = {
            table: {column["name"] for column in inspect(store.engine).get_columns(table)}
            for table in schema.metadata.tables
        }
    assert columns == {name: {c.name for c in t.columns} for name, t in schema.metadata.tables.items()}
    with Store(place, knows(SECRET)) as store:
        store.recheck()
        assert store.damage() == []


def test_the_tables_that_the_steps_make_are_those_of_the_program(place, tmp_path):
    Store(place).close()
    engine = create_engine(f"sqlite:///{tmp_path / 'as_described'}")
    schema.metadata.create_all(engine)
    with Store(place) as store:
        for table in schema.metadata.tables:
            found, described = [_described(inspect(each), table) for each in (store.engine, engine)]
            assert found == described, table
    engine.dispose()


def _described(database, table):
    columns = {c["name"]: (str(c["type"]), c["nullable"]) for c in database.get_columns(table)}
    key = database.get_pk_constraint(table)["constrained_columns"]
    return columns, key, sorted((i["name"], i["column_names"]) for i in database.get_indexes(table))


def test_what_an_older_program_derived_is_derived_anew(place):
    with Store(place, knows(SECRET)) as store:
        store.add_many((text, "") for text in SET)
        before = dumped(store)
        with store.engine.begin() as connection:
            connection.execute(schema.games.delete())
            connection.execute(schema.store.update().values(derived=0))
    with Store(place, knows(SECRET)) as store:
        assert dumped(store) == before


def test_a_step_that_fails_changes_nothing(place, monkeypatch):
    with Store(place) as store:
        store.add_many((text, "") for text in match_of(2))
        before = dumped(store)

    broken = ("CREATE TABLE half (a INTEGER)", "CREATE TABLE half (a INTEGER)")
    with monkeypatch.context() as patch:
        patch.setattr(schema, "STEPS", (*schema.STEPS, broken))
        patch.setattr(schema, "VERSION", schema.VERSION + 1)
        with pytest.raises(StoreError):
            Store(place)
    with Store(place) as store:
        assert dumped(store) == before
