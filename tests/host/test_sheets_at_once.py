"""The store while several programs write to it, and after one has died – on SQLite and on PostgreSQL."""

import binascii
import os
import pickle
import random
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from itertools import repeat, takewhile

import pytest

from tests.games import match_of
from tests.host.sheet_texts import dumped, revisions
from tests.patience import PATIENCE
from tileclock_host import helpers
from tileclock_host.sheets import database, played, rows, schema
from tileclock_host.sheets.store import Store, StoreError


def at_once(actions):
    """Each in a thread of its own; none may fail."""
    troubles = []

    def try_it(action):
        try:
            action()
        except Exception as error:
            troubles.append(error)

    threads = [threading.Thread(target=try_it, args=(action,)) for action in actions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not troubles


def test_several_programs_may_make_the_store_at_the_same_time(place):
    at_once([lambda: Store(place).close()] * 6)
    with Store(place) as store:
        assert store.rows() == []


def test_writers_at_the_same_time_lose_nothing(place):
    Store(place).close()
    texts = [match_of(6, match=n, first_game=1 + 6 * n) for n in range(4)]
    both = revisions(4, b"", game=100)

    def write(own):
        with Store(place) as store:
            for text in own:
                store.add(text)

    at_once([partial(write, [*own, both[n]]) for n, own in enumerate(texts)])
    with Store(place) as store:
        assert len(store.games()) == 25
        assert store.find("100")[0].sheet.revision == 4
        before = dumped(store)
        store.rebuild()
        assert dumped(store) == before


KILLED = """
import sys
from tileclock_host.sheets.store import Store
texts = open(sys.argv[2]).read().split("\\f")
with Store(sys.argv[1]) as store:
    print("go", flush=True)
    for start in range(0, len(texts), 20):
        store.add_many((text, "") for text in texts[start : start + 20])
        print(start, flush=True)
"""


def test_a_program_killed_in_the_middle_of_an_import_leaves_a_whole_store(place, tmp_path):
    texts = match_of(120)
    (tmp_path / "texts").write_text("\f".join(texts))
    (tmp_path / "script.py").write_text(KILLED)
    moments, cut = random.Random(5), 0
    for batches in (0, 1, 3):  # that it has said are done
        command = [sys.executable, str(tmp_path / "script.py"), place, str(tmp_path / "texts")]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, env=os.environ)
        assert process.stdout and process.stdout.readline() == b"go\n"
        for _ in range(batches):
            process.stdout.readline()
        time.sleep(moments.uniform(0, 0.004))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        with Store(place) as store:
            store.recheck()  # waits for what the server still does for the one that was killed
            count = len(store.games())
            assert count % 20 == 0, "a transaction is there or it is not"
            cut += 0 < count < len(texts)
            before = dumped(store)
            store.rebuild()
            assert dumped(store) == before
    with Store(place) as store:
        store.add_many((text, "") for text in texts)
        assert len(store.games()) == len(texts)
    assert cut, "none of the cuts came in the middle"


UPDATED = """
import sys
from tileclock_host.sheets import rows
from tileclock_host.sheets.store import Store
rows.CHUNK = 20
Store(sys.argv[1], lambda _: (), progress=lambda done, of: print(done, of, flush=True)).close()
"""


def test_a_program_killed_while_it_brings_a_store_up_to_date_goes_on_when_it_is_started_again(
    place, few, tmp_path
):
    (tmp_path / "script.py").write_text(UPDATED)
    texts = [*match_of(60), *revisions(3, b"", game=5000)]
    with Store(place, lambda _: ()) as store:
        store.add_many((text, "") for text in texts)
        before = dumped(store)
        with store.engine.begin() as connection:
            connection.execute(schema.store.update().values(derived=0))
            connection.execute(schema.checks.update().values(course=""))
    stood, moments = 0, random.Random(19)
    for said in (1, 2, 3):  # of which the first tells where it begins
        command = [sys.executable, str(tmp_path / "script.py"), place]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout
        done = [int(process.stdout.readline().split()[0]) for _ in range(said)]
        time.sleep(moments.uniform(0, 0.004))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        assert done[0] >= stood, "what was done is not done again"
        stood = done[-1]
    assert 20 <= stood < 61
    told = []
    with Store(place, lambda _: (), progress=lambda done, of: told.append((done, of))) as store:
        assert dumped(store) == before
        assert store.damage() == []
    assert told[0][0] >= stood and told[-1] == (61, 61)
    with Store(place, lambda _: (), progress=lambda *_: pytest.fail("it is up to date")) as store:
        assert dumped(store) == before


def test_who_has_an_older_store_open_does_not_write_while_it_is_brought_up_to_date(place):
    with Store(place) as store, store.engine.begin() as connection:
        connection.execute(schema.store.update().values(derived=schema.UNFINISHED + schema.DERIVED))
    with Store(place) as desk:  # has done the rest
        assert desk.add(match_of(1)[0]).kind == "new"
        with desk.engine.begin() as connection:
            connection.execute(schema.store.update().values(derived=schema.UNFINISHED + schema.DERIVED))
        with pytest.raises(StoreError, match="is being brought up to date: repeat"):
            desk.add(match_of(2)[1])
    with Store(place) as desk:
        assert desk.add(match_of(2)[1]).kind == "new"


def test_a_trouble_in_the_middle_stores_nothing(store):
    def texts():
        yield from ((text, "") for text in match_of(500))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.add_many(texts())
    assert store.rows() == []


@pytest.fixture
def impatient(monkeypatch):
    """A writer waits for another one no longer than a busy computer needs for a few sheets."""
    monkeypatch.setattr(database, "_PATIENCE", 10)


@pytest.fixture
def few(monkeypatch):
    """So many sheets are looked at together that three times as many are worth a helper."""
    for module in (played, rows):
        monkeypatch.setattr(module, "CHUNK", 10)
    monkeypatch.setattr(played, "_PIECE", 10)


def test_nobody_waits_while_sheets_are_read_and_played(impatient, few, place):
    ours, theirs = match_of(50), match_of(1, match=2, first_game=900)[0]
    with Store(place) as importing, Store(place) as desk:

        def texts():
            yield from ((text, "") for text in ours[:45])
            assert desk.add(theirs).kind == "new"
            yield from ((text, "") for text in ours[45:])

        assert all(outcome.kind == "new" for outcome in importing.add_many(texts()))
        assert len(desk.rows()) == 51


def test_nobody_waits_while_games_are_verified(impatient, few, place):
    known = []
    with Store(place, lambda device: known) as verifying, Store(place) as desk:
        verifying.add_many((text, "") for text in match_of(20, secret=b"s" * 32))
        known.append(b"s" * 32)  # so that every check is written anew
        came = iter(match_of(2, match=2, first_game=900))
        verifying.recheck(progress=lambda done, of: desk.add(next(came)))
        assert [row.seal for row in verifying.rows()] == ["sealed"] * 20 + ["unsealed"] * 2


def test_who_waits_for_too_long_is_told(monkeypatch, place):
    monkeypatch.setattr(database, "_PATIENCE", 1)
    sentence = "Another program has been writing to the store for too long"
    with (
        Store(place) as other,
        Store(place) as desk,
        other.writing(),
        pytest.raises(StoreError, match=sentence),
    ):
        desk.add(match_of(1)[0])


def test_a_helper_that_dies_leaves_its_work_to_the_program(store, few, monkeypatch):
    monkeypatch.setattr(helpers, "_PROGRAM", "import sys; sys.stdin.buffer.read(5)")
    assert all(outcome.kind == "new" for outcome in store.add_many((text, "") for text in match_of(50)))


def test_a_store_is_brought_up_to_date_on_all_cores(place, few, monkeypatch):
    with Store(place, lambda _: ()) as store:
        store.add_many((text, "") for text in [*match_of(50), *revisions(3, b"", game=5000)])
        before = dumped(store)
        with store.engine.begin() as connection:
            connection.execute(schema.store.update().values(derived=0))
            connection.execute(schema.checks.update().values(course=""))
    monkeypatch.setattr(helpers, "_cores", lambda: 2)
    with Store(place, lambda _: ()) as store:
        assert dumped(store) == before


def test_this_program_and_a_helper_share_the_work(monkeypatch):
    monkeypatch.setattr(helpers, "_cores", lambda: 2)
    sessions: set[int] = set()  # a helper has its own
    end = time.monotonic() + PATIENCE
    pieces = takewhile(lambda _: len(sessions) < 2 and time.monotonic() < end, repeat(0))
    for found in helpers.spread(os.getsid, pieces):
        sessions.add(pickle.loads(found))
    assert len(sessions) == 2 and os.getsid(0) in sessions


def test_a_helper_may_get_and_send_more_than_a_pipe_holds(monkeypatch):
    monkeypatch.setattr(helpers, "_cores", lambda: 3)
    pieces = [bytes([number]) * 300_000 for number in range(40)]
    found = [pickle.loads(each) for each in helpers.spread(binascii.hexlify, iter(pieces))]
    assert found == list(map(binascii.hexlify, pieces))


def test_the_rows_of_an_import_have_the_columns_of_their_tables():
    made = {
        schema.texts: rows.TextRow,
        schema.checks: rows.CheckRow,
        schema.amendments: rows.AmendmentRow,
        schema.games: rows.GameRow,
        schema.players: rows.PlayerRow,
    }
    for table, row in made.items():
        assert list(row._fields) == table.columns.keys(), table.name


def test_many_sheets_are_stored_as_few_are(store, few, tmp_path):
    texts = [*match_of(50), "none\n", *revisions(3, b"", game=5000), *match_of(1)]
    kinds = [outcome.kind for outcome in store.add_many((text, "") for text in texts)]
    assert kinds == ["new"] * 50 + ["refused", "new", "new", "superseding", "known"]
    with Store(tmp_path / "few", lambda device: ()) as other:
        for start in range(0, len(texts), 20):
            other.add_many((text, "") for text in texts[start : start + 20])
        assert dumped(store) == dumped(other)
