"""What the workers of a run share is made once, and its servers end with the last of them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from tests.shared import Shared

WORKERS = 4


def at_once(work):
    with ThreadPoolExecutor(WORKERS) as workers:
        return list(workers.map(work, range(WORKERS)))


def test_a_folder_is_made_by_one(tmp_path):
    def work(number):
        folder = Shared(tmp_path / "run").made("it", lambda draft: (draft / "by").write_text(str(number)))
        return (folder / "by").read_text()

    assert len(set(at_once(work))) == 1


def test_what_could_not_be_made_is_not_there_and_is_tried_again(tmp_path):
    shared = Shared(tmp_path / "run")
    with pytest.raises(FileExistsError):
        shared.made("it", lambda draft: [(draft / "half").mkdir(), draft.mkdir()])
    folder = shared.made("it", lambda draft: (draft / "whole").mkdir())
    assert [path.name for path in folder.iterdir()] == ["whole"]


def test_a_server_runs_from_the_first_to_the_last(tmp_path):
    said, together = [], Barrier(WORKERS)

    def start():
        said.append("starts")
        return "its address"

    def work(_):
        with Shared(tmp_path / "run").running("it", start, lambda address: said.append(f"{address} ends")):
            together.wait()
            return list(said)

    assert at_once(work) == [["starts"]] * WORKERS
    assert said == ["starts", "its address ends"]
    at_once(work)
    assert said == ["starts", "its address ends"] * 2, "whoever comes later starts it anew"
