"""The live page: what everybody is told and when, who may only watch, and how many may."""

import json
import random
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from itertools import count
from pathlib import Path
from socket import SO_ERROR, SOL_SOCKET
from urllib.parse import urlencode, urlsplit

import pytest
import segno

from tests.host.commands import called, says, sentence
from tests.host.evening_desk import NAMES, bring, event, seats, sheets, shown
from tests.host.watching import HOST, Watcher, all_see, page
from tests.patience import PATIENCE, eventually
from tileclock_host import live
from tileclock_host.live import following, watchers
from tileclock_host.web import connections

PAGE = {"X-Tileclock": "page"}
TEXTS = json.loads((Path(live.__path__[0]) / "page/texts/en.json").read_text(encoding="utf-8"))["page"]
WISHES = [
    "warn",
    "exclude",
    "rule",
    "correct",
    "annul",
    "announce",
    "undo",
    "draw",
    "undraw",
    "seat",
    "start",
    "lock",
]
NASTY = ['<img src=x onerror="document.title=1">', "=HYPERLINK(1)", "</script><script>alert(1)", "a\u202eb"]


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "store.sqlite")


def ask(port, path, method="GET", body=None, **headers):
    """Status and document of an answer."""
    line = HTTPConnection(HOST, port, timeout=PATIENCE)
    line.request(method, path, body, {name.replace("_", "-"): text for name, text in headers.items()})
    answer = line.getresponse()
    return answer.status, answer.read()


def wish(port, key, what, **said):
    """What the desk's page asks for, as it asks."""
    headers = {**PAGE, "Cookie": f"tileclock-{port}={key.cookie}"}
    status, found = ask(port, f"/desk/{what}?{urlencode(said)}", "POST", **headers)
    return status, json.loads(found)


def test_the_command_prints_both_addresses_and_ends_tidily(file):
    event(file)
    command = [Path(sys.executable).with_name("tileclock"), "live", "--no-browser", "--port", "0"]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [*command, "--no-cables", "--db", file], stdout=pipe, stderr=pipe, text=True
    ) as running:
        wall, desk = [running.stdout.readline().split() for _ in range(2)]
        assert (wall[0], desk[0]) == ("Wall:", "Desk:") and desk[1].startswith(f"{wall[1]}/desk?key=")
        watcher = Watcher(int(wall[1].rpartition(":")[2]))
        watcher.wait(lambda parts: len(parts.get("standings", [])) == len(NAMES), "the event")
        says("event", "add", "Zofia", "--db", file)
        watcher.wait(lambda parts: len(parts["standings"]) == len(NAMES) + 1, "what another desk adds")
        running.send_signal(signal.SIGINT)
        _, errors = running.communicate(timeout=PATIENCE)
        assert (running.returncode, errors) == (0, "")
    sentence(called("live", "--no-browser", "--event", "Wien", "--db", file), "no event Wien")


def place_of(name):
    return lambda parts: {line["name"]: line["place"] for line in parts["standings"]}.get(name)


# ---- what is shown ----


def test_watchers_are_told_of_what_any_desk_has_put_on_record(file, tmp_path):
    with page(file) as (port, _):
        watcher = Watcher(port)
        watcher.wait(lambda parts: "event" in parts)
        assert watcher.parts["event"]["name"] == "" and watcher.parts["seating"] == []
        event(file, "--cut", 1)
        watcher.wait(lambda parts: len(parts["standings"]) == len(NAMES), "people")
        says("event", "draw", "--seed", 1, "--db", file)
        watcher.wait(lambda parts: len(parts["seating"]) == 2, "the draw")
        assert watcher.parts["seating"][0] == seats(file, 1)
        bring(file, tmp_path, *sheets(seats(file, 1), [2, 2]))
        winner = seats(file, 1)[2]
        watcher.wait(lambda parts: parts["played"][0]["games"] == 2, "the sheets")
        assert place_of(winner)(watcher.parts) == 1
        assert [each["games"] for each in watcher.parts["played"]] == [2, 0]
        assert watcher.parts["event"]["provisional"]
        assert [line["name"] for line in watcher.parts["standings"] if line["cut"]] == [winner]
        says("judge", "announce", "Round 2", "at 14:30", "--db", file)
        watcher.wait(lambda parts: parts["announced"] == "Round 2 at 14:30", "the announcement")
        says("judge", "undo", shown(file, "judge")[-1]["number"], "it has begun", "--db", file)
        watcher.wait(lambda parts: parts["announced"] == "", "its end")
        says("event", "start", "--minutes", 75, "--db", file)
        watcher.wait(lambda parts: (parts.get("round") or {}).get("minutes") == 75, "the start")
        late = Watcher(port)
        late.wait(lambda parts: parts.get("standings") == watcher.parts["standings"], "all of it at once")
        assert {**late.parts, "round": 0} == {**watcher.parts, "round": 0}


def test_names_are_data_in_one_line_and_the_page_has_a_policy(file):
    event(file, names=[*NASTY, "Ala", "Bolek"])
    with page(file) as (port, key):
        watcher = Watcher(port)
        watcher.wait(lambda parts: len(parts.get("standings", [])) == 6, "everybody")
        assert b"text/event-stream" in watcher.head and b"nosniff" in watcher.head
        assert {NASTY[0], NASTY[1]} <= {line["name"] for line in watcher.parts["standings"]}
        wish(port, key, "announce", words="<b>x</b>\n\ndata: {}")
        watcher.wait(lambda parts: parts["announced"] == "<b>x</b>\n\ndata: {}", "the words as they are")
        for path in ("/", "/live.js", f"/desk?key={key.text}"):
            line = HTTPConnection(HOST, port, timeout=PATIENCE)
            line.request("GET", path)
            answer = line.getresponse()
            assert answer.status == 200, path
            assert "default-src 'none'; script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_half_a_sign_in_the_store_spoils_neither_the_wall_nor_the_desk(file):
    event(file)
    says("judge", "announce", "Round 2 at noon", "--db", file)
    with closing(sqlite3.connect(file)) as edited, edited:  # as a program that judged no words has left it
        edited.execute(r"UPDATE entries SET said = replace(said, 'noon', 'no\udcffn \ud83d')")
    with page(file) as (port, key):
        watcher = Watcher(port)
        watcher.wait(lambda parts: "announced" in parts, "the announcement")
        assert watcher.parts["announced"] == "Round 2 at no\ufffdn \ufffd"
        assert len(watcher.parts["standings"]) == len(NAMES)
        assert state(port, key)["judged"][0]["words"] == "Round 2 at no\ufffdn \ufffd"
        assert wish(port, key, "announce", words="Round 2 at one")[0] == 200
        watcher.wait(lambda parts: parts["announced"] == "Round 2 at one", "the next one")


def test_an_event_that_another_desk_makes_later_redirects_nothing(file):
    with page(file) as (port, key):
        watcher = Watcher(port)
        event(file)
        watcher.wait(lambda parts: len(parts.get("standings", [])) == len(NAMES), "the first event there is")
        says("event", "new", "Wien", "--db", file)
        says("event", "add", "Zofia", "--db", file)
        assert wish(port, key, "announce", words="here")[0] == 200
        watcher.wait(lambda parts: parts["announced"] == "here", "the announcement")
        assert wish(port, key, "warn", person="Ala", words="late")[0] == 200
        assert wish(port, key, "draw", round=1)[0] == 200
        watcher.wait(lambda parts: len(parts["seating"]) == 2, "the draw")
        assert watcher.parts["event"]["name"] == "Warszawa"
    kinds = {each["kind"] for each in shown(file, "event", "log", "--event", "Warszawa")}
    assert {"announcement", "warning", "drawn"} <= kinds
    assert [each["kind"] for each in shown(file, "event", "log")] == ["made", "added"]


def test_the_wall_goes_on_after_a_fault_and_says_that_it_may_be_old(file, monkeypatch, caplog):
    event(file)
    faults, parts_of = ["a fault", "a fault"], following.shown.parts

    def faulty(*of):
        if len(of[0].people.all()) > len(NAMES) and faults:
            raise KeyError(faults.pop())
        return parts_of(*of)

    monkeypatch.setattr(following.shown, "parts", faulty)
    with page(file) as (port, _):
        watcher = Watcher(port)
        watcher.wait(lambda parts: len(parts.get("standings", [])) == len(NAMES) and not parts["old"])
        monkeypatch.setattr(following, "LOOK_S", 0.5)
        says("event", "add", "Zofia", "--db", file)
        watcher.wait(lambda parts: parts["old"], "that it may be old")
        watcher.wait(lambda parts: len(parts["standings"]) == len(NAMES) + 1 and not parts["old"], "the news")
    assert [each.exc_info[0] for each in caplog.records] == [KeyError], "said once"


def test_the_command_says_which_event_it_shows_and_closes_the_store_last(file):
    event(file)
    script = (
        "import threading; from tileclock_host.cli import main;"
        "from tileclock_host.sheets.store import Store;"
        "close = Store.close;"
        "Store.close = lambda it: (print([t.name for t in threading.enumerate()], flush=True), close(it));"
        f"main(['live', '--no-browser', '--port', '0', '--cable', '/dev/ttyNONE', '--db', {file!r}])"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        said = [running.stdout.readline() for _ in range(3)]
        assert said[2] == "Event: Warszawa, also if a newer one is made. `--event NAME` shows another.\n"
        running.send_signal(signal.SIGINT)
        output, errors = running.communicate(timeout=PATIENCE)
        assert (running.returncode, errors) == (0, "")
        left = [line for line in output.splitlines() if line.startswith("[")]
        assert left == ["['MainThread']"], "no thread uses it any more"


# ---- who may only watch ----


def test_everybody_watches_and_only_who_has_the_key_is_the_desk(file):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    before = shown(file, "event", "log")
    with page(file) as (port, key):
        open_to_all = ["/", "/live.js", "/style.css", "/texts.js", "/texts/uk.json"]
        assert [ask(port, path)[0] for path in open_to_all] == [200] * 5
        for path in ["/desk", "/desk/state", "/desk/state?key=" + key.text, "/desk/", "/desk/x"]:
            assert ask(port, path)[0] == 401, path
        assert b"Key of the desk" in ask(port, "/desk")[1]
        assert b"hidden" not in ask(port, "/desk?key=wrong")[1]
        for what in WISHES:
            said = f"/desk/{what}?words=x&person=Ala&points=5&table=1&minutes=5&entry=1&round=2&code=CAFE"
            cookie = f"tileclock-{port}={key.cookie}"
            assert ask(port, said, "POST", **PAGE)[0] == 401, what
            assert ask(port, said, "POST", Cookie=cookie)[0] == 403, "no form or link of another page"
            assert ask(port, said, "POST", **PAGE, Cookie=cookie, Origin="http://evil.example")[0] == 403
            assert ask(port, said, "POST", "x=1", **PAGE, Cookie=cookie)[0] == 413
            assert ask(port, said, "GET", **PAGE, Cookie=cookie)[0] in {404, 405}
            assert ask(port, f"/{what}?words=x", "POST", **PAGE)[0] in {404, 405}
        assert ask(port, "/events", Host="evil.example:1")[0] == 403
        assert ask(port, "/events", Sec_Fetch_Site="cross-site")[0] == 403
    assert shown(file, "event", "log") == before


# ---- the desk's side ----


def test_the_desk_rules_and_takes_back_and_the_wall_follows(file, tmp_path):
    event(file)
    says("event", "draw", "--seed", 1, "--db", file)
    bring(file, tmp_path, *sheets(seats(file, 1), [0, 1]))
    with page(file) as (port, key):
        watcher = Watcher(port)
        watcher.wait(lambda parts: len(parts.get("standings", [])) == len(NAMES))
        points = {line["name"]: line["points"] for line in watcher.parts["standings"]}
        assert wish(port, key, "warn", person="Ala", words="after time")[0] == 200
        assert wish(port, key, "rule", table=2, words="the move stands")[0] == 200
        assert wish(port, key, "correct", person="Ala", points="−20", words="wrong count")[0] == 200
        assert wish(port, key, "annul", table=1, game=2, words="a tile was missing")[0] == 200
        watcher.wait(lambda parts: parts["played"][0]["games"] == 1, "the annulled game")
        by_hand = {line["name"]: line["points"] for line in watcher.parts["standings"]}
        assert by_hand["Ala"] <= points["Ala"] + 100
        assert wish(port, key, "exclude", person="Bolek", words="the third warning")[0] == 200
        watcher.wait(lambda parts: place_of("Bolek")(parts) == 0, "who is excluded")
        ruled = {each["kind"]: each for each in shown(file, "judge")}
        assert ruled["warning"]["table"] and ruled["ruling"]["table"] == 2
        assert wish(port, key, "undo", entry=ruled["exclusion"]["number"], words="a mix-up")[0] == 200
        watcher.wait(lambda parts: place_of("Bolek")(parts) != 0, "who is back")
        assert wish(port, key, "start", minutes=60)[0] == 200
        watcher.wait(lambda parts: parts.get("round"), "the round's end")
        for what, said, sentence in [
            ("warn", {"person": "Alx", "words": "x"}, "Alx"),
            ("warn", {"person": "Ala", "words": " "}, "Say why"),
            ("correct", {"person": "Ala", "points": "many", "words": "x"}, "points must be a whole number"),
            ("correct", {"person": "Ala", "points": "0", "words": "x"}, "changes points"),
            ("annul", {"table": 9, "game": 1, "words": "x"}, "no table 9"),
            ("undo", {"entry": 1, "words": "x"}, "is no ruling"),
            ("start", {"minutes": 500}, "1 to 240 minutes"),
            ("announce", {"words": "x" * 401}, "at most 400 letters, this one has 401"),
            ("draw", {"round": 1}, "Round 1 is drawn already"),
            ("draw", {"round": 2, "mode": "final"}, "how many are in the final"),
            ("draw", {"round": 2, "mode": "tarot"}, "mode must be one of"),
            ("draw", {"round": 2, "mode": "final", "size": 6}, "A final is of 4"),
            ("undraw", {"round": 2, "words": "x"}, "latest round is not 2"),
            ("undraw", {"round": 1, "words": "x"}, "take that back first"),
            ("draw", {"round": 9}, "has taken a round back"),
            ("undraw", {"round": 1, "words": " "}, "Say why"),
            ("seat", {}, "No box is plugged in"),
            ("lock", {"code": "CAFE"}, "No box is plugged in"),
            ("lock", {"code": "CAGE"}, "3 to 8 letters"),
            ("lock", {"code": "CAFE", "none": 1}, "3 to 8 letters"),
            ("lock", {}, "3 to 8 letters"),
        ]:
            log = shown(file, "event", "log")
            status, told = wish(port, key, what, **said)
            assert status == 409 and sentence in told["error"], (what, told)
            assert told.get("key", "") in TEXTS or sentence == "mode must be one of", told
            assert shown(file, "event", "log") == log, what


def test_the_desk_draws_as_the_command_does_and_takes_a_draw_back(file):
    event(file)
    with page(file) as (port, key):
        watcher = Watcher(port)
        watcher.wait(lambda parts: len(parts.get("standings", [])) == len(NAMES))
        assert state(port, key)["round"] == {"number": 0, "rounds": 3, "wanted": "social", "size": 0}
        assert wish(port, key, "draw", round=1, mode="swiss")[0] == 200
        watcher.wait(lambda parts: len(parts["seating"]) == 2, "the draw")
        drawn = state(port, key)["round"]
        assert (drawn["number"], drawn["mode"], drawn["again"], drawn["minutes"]) == (1, "swiss", 0, 0)
        seated = watcher.parts["seating"]
        status, told = wish(port, key, "draw", round=1)
        assert (status, told["key"], told["facts"]) == (409, "wrong_drawn", {"round": 1}), "a second click"
        assert wish(port, key, "undraw", round=1, words="Ewa is late")[0] == 200
        watcher.wait(lambda parts: parts["seating"] == [], "it is taken back")
        says("event", "draw", "--mode", "swiss", "--seed", drawn["seed"], "--db", file)
        watcher.wait(lambda parts: parts["seating"] == seated, "with the seed everybody sits there again")
        assert wish(port, key, "start", minutes=60)[0] == 200
        watcher.wait(lambda parts: parts.get("round"), "the start")
        first = state(port, key)["round"]
        assert wish(port, key, "start", minutes=60)[0] == 200, "given again, it goes on"
        kinds = [each["kind"] for each in shown(file, "event", "log")]
        assert kinds.count("started") == 1 and first["minutes"] == 60
        assert wish(port, key, "start", minutes=60, anew=1)[0] == 200
        kinds = [each["kind"] for each in shown(file, "event", "log")]
        assert kinds.count("started") == 2
        assert wish(port, key, "draw", round=2, pairs=1)[0] == 200
        watcher.wait(lambda parts: parts["event"]["round"] == 2, "the second draw")
        assert state(port, key)["round"]["mode"] == "social", "as the event says"


def test_two_desks_with_a_page_each_rule_at_once_and_nothing_is_lost_or_double(postgres_place):
    event(postgres_place)
    says("event", "draw", "--seed", 1, "--db", postgres_place)
    many = 10
    with page(postgres_place) as one, page(postgres_place) as other:

        def rule(number):
            port, key = (one, other)[number % 2]
            return wish(port, key, "warn", person=random.choice(NAMES), words=f"no. {number}")[0]

        with ThreadPoolExecutor(4) as desks:
            assert set(desks.map(rule, range(2 * many))) == {200}
        ruled = shown(postgres_place, "judge")
        assert sorted(each["words"] for each in ruled) == sorted(f"no. {n}" for n in range(2 * many))
        assert len({each["number"] for each in ruled}) == 2 * many
        eventually(
            lambda: all(len(state(*each)["judged"]) == 2 * many for each in (one, other)),
            "what both have ruled, at either desk",
        )


def state(port, key):
    return json.loads(ask(port, "/desk/state", Cookie=f"tileclock-{port}={key.cookie}", **PAGE)[1])


# ---- how many ----


@contextmanager
def program(file, soft, hard):
    """The page as a program that may have so many files open; its port, and how its desk announces."""
    limited = ["sh", "-c", f'ulimit -S -n {soft} && ulimit -H -n {hard} && exec "$@"', "sh"]
    live = ["live", "--no-browser", "--no-cables", "--port", "0", "--db", file]
    command = [*limited, Path(sys.executable).with_name("tileclock"), *live]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        _, desk = [urlsplit(running.stdout.readline().split()[1]) for _ in range(2)]
        line = HTTPConnection(HOST, desk.port, timeout=PATIENCE)
        line.request("GET", f"{desk.path}?{desk.query}")
        cookie = line.getresponse().headers["Set-Cookie"].partition(";")[0]

        def announce(words):
            said = f"/desk/announce?{urlencode({'words': words})}"
            return ask(desk.port, said, "POST", **PAGE, Cookie=cookie)[0]

        try:
            yield desk.port, announce
        finally:
            running.kill()


def test_500_watch_and_the_desk_does_not_notice(file):
    """Where a program may have 1,024 files open, once it has asked for more than the 256 it begins with."""
    event(file, names=[f"Player {number}" for number in range(64)])
    with program(file, 256, 1024) as (port, announce), ExitStack() as hall:
        phones = [hall.enter_context(closing(Watcher(port))) for _ in range(500)]
        all_see(phones, lambda parts: len(parts.get("standings", [])) == 64, "everybody")
        for number in range(5):
            assert announce(f"to all {number}") == 200, "though none of them has read the one before"
        all_see(phones, lambda parts: parts["announced"] == "to all 4", "the last announcement")


def test_whoever_watches_leaves_the_desk_the_files_it_needs(file):
    event(file)
    with program(file, 128, 128) as (port, announce), ExitStack() as hall:
        watching = []
        while (phone := hall.enter_context(closing(Watcher(port)))).let_in():
            watching.append(phone)
        assert len(watching) == 64
        assert announce("the desk still gets in") == 200
        all_see(watching, lambda parts: parts.get("announced") == "the desk still gets in")


def test_phones_that_drop_off_make_room_and_who_does_not_read_is_cut(file, monkeypatch):
    monkeypatch.setattr(connections, "PATIENCE_S", 0.2)
    monkeypatch.setattr(watchers, "MOST", 12)
    event(file)
    with page(file) as (port, key):
        phones = [Watcher(port) for _ in range(12)]
        all_see(phones, lambda parts: "event" in parts)
        assert ask(port, "/events")[0] == 503, "one too many is told so"
        assert wish(port, key, "announce", words="the desk still gets in")[0] == 200
        for phone in phones[:6]:
            phone.close()
        admitted(port).wait(lambda parts: "event" in parts, "who comes later")


def test_whoever_has_left_keeps_no_place(file, monkeypatch):
    """Noticed when they leave, not at the next sign of life, which never comes here."""
    monkeypatch.setattr(watchers, "MOST", 12)
    monkeypatch.setattr(watchers, "BREATH_S", PATIENCE * 100)
    event(file)
    with page(file) as (port, _):
        for _ in range(3):
            phones = [admitted(port) for _ in range(12)]
            assert ask(port, "/events")[0] == 503
            for phone in phones:
                phone.close()


def admitted(port):
    """A watcher, as soon as there is a place."""

    def let_in():
        watcher = Watcher(port)
        return watcher if watcher.let_in() else None

    return eventually(let_in, "a place")


def test_the_code_for_phones_is_drawn_once(file, monkeypatch):
    """Drawn for each who asks, it held up the desk."""
    with page(file, joined_at="http://192.168.7.7:8643") as (port, _):
        monkeypatch.delattr(segno, "make")
        assert ask(port, "/join.svg")[0] == ask(port, "/join.svg")[0] == 200


def test_a_phone_that_reads_nothing_holds_up_nobody_and_is_cut(file, monkeypatch):
    monkeypatch.setattr(connections, "PATIENCE_S", 0.2)
    event(file, names=[f"Player {number}" for number in range(300)])
    with page(file) as (port, key):
        deaf, hears = Watcher(port, room=4096), Watcher(port)
        for number in count(1):
            if is_cut(deaf):
                break
            person = f"Player {number % 300}"
            wish(port, key, "correct", person=person, points=number, words="it moves all who are behind")
            hears.wait(lambda parts, n=number: changed(parts) == n, "each of them")


def changed(parts):
    """How many corrections there were."""
    return sum(1 for line in parts.get("standings", []) if line["points"])


def is_cut(watcher):
    """Whether the other end has reset it; what came is not looked at."""
    return bool(watcher.line.getsockopt(SOL_SOCKET, SO_ERROR))


def test_one_address_of_the_network_has_so_many_streams_and_no_more(file, monkeypatch):
    monkeypatch.setattr(watchers, "HERE", ())
    monkeypatch.setattr(watchers, "MOST_OF_ONE", 3)
    event(file)
    with page(file) as (port, _):
        phones = [Watcher(port) for _ in range(3)]
        all_see(phones, lambda parts: "event" in parts)
        assert ask(port, "/events")[0] == 503
