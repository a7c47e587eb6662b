"""The store while several programs write to it, and after one has died – on SQLite and on PostgreSQL."""

import os
import random
import signal
import subprocess
import sys
import threading
import time
from functools import partial

import pytest

from tests.games import match_of
from tests.host.sheet_texts import dumped, revisions
from tileclock_host.sheets.store import Store


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
    texts = match_of(200)
    (tmp_path / "texts").write_text("\f".join(texts))
    (tmp_path / "script.py").write_text(KILLED)
    moments, cut = random.Random(5), 0
    for batches in (0, 1, 2, 4, 6):  # that it has said are done
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
            cut += 0 < count < 200
            before = dumped(store)
            store.rebuild()
            assert dumped(store) == before
    with Store(place) as store:
        store.add_many((text, "") for text in texts)
        assert len(store.games()) == 200
    assert cut, "none of the cuts came in the middle"


def test_a_trouble_in_the_middle_stores_nothing(store):
    def texts():
        yield from ((text, "") for text in match_of(500))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.add_many(texts())
    assert store.rows() == []
