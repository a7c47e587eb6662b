"""The scores behind the page: who may ask, what is served how, and what happens when the store cannot."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path

import pytest

from tests import evenings, presets
from tests.host.test_server import StandIn
from tests.patience import PATIENCE
from tileclock_host.sheets.store import Store
from tileclock_host.web import matches, scores, server

DEVICE = "5e0000000001"
NAMES = ["<script>alert(1)</script>", "Zoë", 'a"b\r\nSet-Cookie: x', "", "", ""]


class Clock(StandIn):
    device = DEVICE


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A store with three matches of this clock and one of another."""
    file = tmp_path / "sheets.sqlite"
    with Store(file) as store:
        for device, count in ((DEVICE, 3), ("0a" + DEVICE[2:], 1)):
            for match in range(1, count + 1):
                play = evenings.lively(presets.built_in("pl"), 3, 0, match)
                head = {"names": NAMES, "device": device}
                for text in evenings.sheets([play], match=match, first=match, **head):
                    assert store.add(text, "test").kept
    return file


@pytest.fixture
def port(place: Path) -> Iterator[int]:
    listener = server.listen("127.0.0.1", 0)
    with server.serve(Clock(), listener, "127.0.0.1", str(place)) as address:  # type: ignore[arg-type]
        yield int(address.rpartition(":")[2])


def ask(port: int, path: str, method: str = "GET", **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    connection.request(method, path, headers={name.replace("_", "-"): each for name, each in headers.items()})
    return connection.getresponse()


def test_the_matches_of_this_clock_are_listed_the_newest_first(port: int) -> None:
    told = json.loads(ask(port, "/scores").read())
    assert [match["title"] for match in told["matches"]] == ["Match 3", "Match 2", "Match 1"]
    assert told["more"] == 0
    first = told["matches"][0]
    assert (first["places"][0]["seat"], first["places"][0]["name"]) == ("A", NAMES[0])
    assert first["bgstats"].startswith("https://app.bgstatsapp.com/")


def test_a_long_list_is_cut_and_says_so(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "SHOWN", 2)
    told = json.loads(ask(port, "/scores").read())
    assert [match["match"] for match in told["matches"]] == [3, 2] and told["more"] == 1


@pytest.mark.parametrize("name", scores.DOCUMENTS)
@pytest.mark.parametrize("language", ["en", "uk"])
def test_documents_are_inert(port: int, name: str, language: str) -> None:
    answer = ask(port, f"/scores/2/{name}?lang={language}")
    body = answer.read()
    assert answer.status == 200 and len(body) > 300
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "sandbox" in policy and "script" not in policy
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    kind, _, file = answer.headers["Content-Disposition"].partition("; filename=")
    assert kind == ("inline" if name.endswith(".html") else "attachment")
    assert file.startswith('"tileclock-match-2') and file.endswith(f'.{name.partition(".")[2]}"')
    assert answer.headers["Content-Type"].partition(";")[0] == scores.DOCUMENTS[name].kind
    assert b"<script" not in body or not name.endswith((".html", ".svg"))


@pytest.mark.parametrize(
    "path",
    [
        "/scores/2/sheet.html?lang=xx",
        "/scores/2/other.html",
        "/scores/2/",
        "/scores/x/sheet.html",
        "/scores/4/sheet.html",
        "/scores/99999999999999999999/scores.pdf",
    ],
)
def test_what_is_not_there_is_not_found(port: int, path: str) -> None:
    assert ask(port, path).status == 404


@pytest.mark.parametrize("path", ["/scores/fetch", "/scores/2/today"])
def test_only_a_page_of_this_clock_may_change_something(port: int, path: str) -> None:
    own = {"X_Tileclock": "page"}
    assert ask(port, path, "POST").status == 403
    assert ask(port, path, "POST", Origin="http://evil.example", **own).status == 403
    assert ask(port, path, "POST", Host=f"evil.example:{port}", **own).status == 403
    assert ask(port, path, "GET", **own).status in (404, 405)
    assert ask(port, path, "OPTIONS", **own).headers.get("Access-Control-Allow-Origin") is None
    assert ask(port, path, "POST", Origin=f"http://127.0.0.1:{port}", **own).status == 200


def test_nobody_reads_scores_under_a_foreign_name(port: int) -> None:
    for path in ("/scores", "/scores/1/sheet.html"):
        assert ask(port, path, Host=f"evil.example:{port}").status == 403
        assert ask(port, path, Origin="http://evil.example").status == 403


def test_a_store_that_cannot_be_used_is_a_sentence(port: int, place: Path) -> None:
    place.write_text("no database")
    place.with_name(place.name + "-wal").unlink(missing_ok=True)
    for path, method in (("/scores", "GET"), ("/scores/1/scores.pdf", "GET"), ("/scores/1/today", "POST")):
        answer = ask(port, path, method, X_Tileclock="page")
        assert answer.status == 503 and "is not a store" in json.loads(answer.read())["error"]


def test_a_port_that_is_gone_is_a_sentence(port: int) -> None:
    answer = ask(port, "/scores/fetch", "POST", X_Tileclock="page")
    assert "There is no port" in json.loads(answer.read().splitlines()[-1])["error"]
