"""`tileclock sheets`, `show`, `verify`, `amend`: what a person reads, and what goes wrong."""

import json
import resource
import signal

import pytest

from tests.games import match_of
from tests.host.commands import called, sentence
from tests.host.forked import give_up_privileges, in_a_child
from tests.host.sheet_texts import SECRET, altered, revisions, sealed
from tileclock_host.sheets import schema, secrets
from tileclock_host.sheets.store import Store

DEVICE = "240ac40051ac"


@pytest.fixture
def evening(home, tmp_path):
    """A match of four games, in the user's own store."""
    secrets.keep(DEVICE, SECRET)
    file = tmp_path / "evening.txt"
    file.write_text("".join(match_of(4, secret=SECRET, table=4)))
    result = called("sheets", "import", str(file))
    assert (result.exit_code, result.output) == (0, "4 new\n")
    return home


def test_an_empty_store_says_how_to_fill_it(home):
    assert "tileclock sync" in called("sheets").output
    assert json.loads(called("sheets", "--json").output) == []


def test_the_list_fits_80_columns_and_names_can_be_used(evening):
    result = called("sheets")
    assert result.exit_code == 0 and max(map(len, result.output.splitlines())) <= 80
    assert "Ala* +65, Bolek -57, Celina -8" in result.output
    for line in result.output.splitlines()[1:]:
        assert called("show", line.split()[0]).exit_code == 0


def test_the_list_can_be_filtered(evening):
    assert "No game is like that" in called("sheets", "--player", "Nobody").output
    assert len(json.loads(called("sheets", "--json", "--table", "4", "--since", "2026-09-01").output)) == 4
    for given in ("tomorrow", "0001-01-01", "9999-12-31"):
        for option in ("--since", "--until"):
            result = called("sheets", option, given)
            assert result.exit_code == 2 and "Error: " in result.output


def test_import_is_safe_to_repeat(evening, tmp_path):
    assert called("sheets", "import", str(tmp_path / "evening.txt")).output == "4 known\n"


def test_import_goes_into_the_store_that_was_said_before_it(home, tmp_path, monkeypatch):
    said, other = tmp_path / "said.sqlite", tmp_path / "other.sqlite"
    file = tmp_path / "evening.txt"
    file.write_text("".join(match_of(1)))
    monkeypatch.setenv("TILECLOCK_DB", str(other))
    assert called("sheets", "--db", str(said), "import", str(file)).output == "1 new\n"
    assert said.exists() and not other.exists()


def test_import_takes_folders_and_line_ends_of_other_systems(home, tmp_path):
    folder = tmp_path / "backup"
    folder.mkdir()
    for number, text in enumerate(match_of(2)):
        (folder / f"0000{number}-01").write_bytes(text.replace("\n", "\r\n").encode())
    assert called("sheets", "import", str(folder)).output == "2 new\n"


def test_import_says_what_it_did_not_take_and_takes_the_rest(home, tmp_path):
    secrets.keep(DEVICE, SECRET)
    good, other = match_of(2, secret=SECRET)
    file = tmp_path / "mixed.txt"
    file.write_text(good + altered(other, 0, table=99) + "half a sheet\n")
    result = called("sheets", "import", str(file))
    assert result.exit_code == 1
    assert "altered on the way" in result.output and "1 new, 2 refused" in result.output
    assert f"{file} has something else, too: a sheet has four lines" in result.output


def test_a_file_of_something_else_is_named_once(home, tmp_path):
    poem, picture = tmp_path / "poem.txt", tmp_path / "x.png"
    poem.write_text("a line of a poem\n" * 400)
    picture.write_bytes(bytes(range(256)) * 40)
    result = called("sheets", "import", poem, picture)
    assert result.exit_code == 1
    told = [line for line in result.output.splitlines() if line.startswith("Not stored: ")]
    assert [line.partition(" is not a file of sheets: ")[0] for line in told] == [
        f"Not stored: {poem}",
        f"Not stored: {picture}",
    ]
    assert result.output.splitlines()[-1] == "2 refused"


def test_today_is_a_date(evening, tmp_path):
    assert called("amend", "51ac-2", "--date", "today").exit_code == 0
    shown = json.loads(called("sheets", "--since", "today", "--until", "today", "--json").output)
    assert [each["sheet"] for each in shown] == [f"{DEVICE}-2"]
    assert "today" in called("sheets", "--since", "tody").output


def test_show_has_everything_in_80_columns(evening):
    result = called("show", "51ac-2", "--turns")
    assert result.exit_code == 0 and max(map(len, result.output.splitlines())) <= 80
    for part in (
        "sealed by its clock",
        "B Bolek",
        "+20",
        "asked who is out",
        "Turns",
        "Revisions",
        "table 4",
    ):
        assert part in result.output
    assert called("show", "2", "--text").output == match_of(4, secret=SECRET, table=4)[1]
    assert json.loads(called("show", "2", "--json").output)["turns"][1]["end"] == "drew"


@pytest.mark.parametrize("name", ["99", "x", "", "51ac-", "51ac-99999999999999999999"])
def test_a_sheet_that_is_not_there(evening, name):
    sentence(called("show", name), "tileclock sheets")


def test_names_are_shown_and_not_obeyed(home, tmp_path):
    file = tmp_path / "names.txt"
    names = ["[red]Ala[/red]", "\x1b[31mB", "C" * 60, "", "", ""]
    file.write_text(match_of(1, names=names)[0])
    called("sheets", "import", str(file))
    for command in (["sheets"], ["show", "1"]):
        output = called(*command).output
        assert "[red]Ala[/red]" in output and "\x1b" not in output
        assert max(map(len, output.splitlines())) <= 80


def test_verify_is_silent_about_what_is_right(evening):
    result = called("verify")
    assert (result.exit_code, result.output) == (0, "4 games verified, all well.\n")
    assert called("verify", "1").output == "1 game verified, all well.\n"
    assert json.loads(called("verify", "--json", "51ac-1").output) == {
        "games": 1, "sealed": 1, "unknown": 0, "wrong": [],
    }  # fmt: skip


def test_verify_of_one_sheet_leaves_the_others_alone(home, tmp_path):
    file = tmp_path / "evening.txt"
    file.write_text("".join(match_of(2, secret=SECRET)))
    called("sheets", "import", str(file))
    secrets.keep(DEVICE, SECRET)
    assert called("verify", "1").output == "1 game verified, all well.\n"
    with Store() as store:
        assert [row.seal for row in store.rows()] == ["sealed", "unknown"]


def test_verify_says_what_is_wrong_and_fails(home, tmp_path):
    file = tmp_path / "wrong.txt"
    texts = match_of(2)
    file.write_text(texts[0] + sealed(altered(texts[1], 1, points=[-12, 20, -9]), b""))
    assert called("sheets", "import", str(file)).exit_code == 1
    result = called("verify")
    assert result.exit_code == 1
    assert "240ac40051ac-2: score of C: the sheet says -9, its journal gives -8." in result.output
    assert "game 2: the points add up to -1" in result.output
    assert called("verify", "1").exit_code == 0
    assert "WRONG" in called("sheets").output


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        (0, {"rules": {"id": {"x": [1]}, "ranking": 5, "timeouts": None}}),
        (0, {"rules": {}}),
        (0, {"until": [2**31 - 1, 1], "number": 2**31 - 1, "table": 2**31 - 1, "match": 0}),
        (0, {"date": 7_258_118_399}),
        (1, {"lines": [[10**12] * 6] * 3, "points": [10**12] * 3, "rounds": [-(10**12)] * 3}),
        (1, {"lines": []}),
        (1, {"seats": [0, 1, 5], "winners": [5, 5]}),
    ],
)
def test_a_sheet_made_to_confuse_is_listed_shown_and_found_out(home, tmp_path, line, fields):
    file = tmp_path / "hostile.txt"
    file.write_text(altered(match_of(1)[0], line, **fields))
    for command in (
        ["sheets", "import", str(file)],
        ["sheets"],
        ["show", "1", "--turns"],
        ["show", "1", "--json"],
        ["verify", "--json"],
    ):
        result = called(*command)
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        assert result.output


def test_a_text_that_was_damaged_in_the_store(evening):
    with Store() as store, store.engine.begin() as connection:
        connection.execute(schema.texts.update().values(text="gone"))
    said = called("verify")
    assert said.exit_code == 1 and said.output.count("is damaged") == 4
    assert said.output.endswith("0 games verified, 4 things are wrong.\n")
    said = called("show", "1")
    assert said.exit_code == 1 and "There is no sheet '1'" in said.output


def test_a_text_that_was_exchanged_in_the_store_is_found(home, tmp_path):
    file = tmp_path / "one.txt"
    file.write_text(match_of(1)[0])
    called("sheets", "import", str(file))
    with Store() as store, store.engine.begin() as connection:
        connection.execute(schema.texts.update().values(text=match_of(1, names=["Eve"] * 6)[0]))
    for _ in range(2):
        result = called("verify")
        assert result.exit_code == 1 and "changed in the store" in result.output


def test_verify_finds_a_text_that_was_changed_in_the_store(evening):
    with Store() as store, store.engine.begin() as connection:
        for row in connection.execute(schema.texts.select()).all()[:1]:
            text = row.text.replace("Bolek", "Eve")
            connection.execute(schema.texts.update().where(schema.texts.c.game == row.game).values(text=text))
    result = called("verify")
    assert result.exit_code == 1 and "altered" in result.output


def test_amend_shows_before_and_after_and_stores(evening):
    result = called("amend", "2", "--rack", "a=3", "--name", "B=Zofia", "--note", "recounted", "--table", "7")
    assert result.exit_code == 0, result.output
    assert [line.split() for line in result.output.splitlines()[1:5]] == [
        ["name", "of", "B", "Bolek", "Zofia"],
        ["rack", "of", "A", "12", "3"],
        ["points", "of", "A", "-12", "-3"],
        ["points", "of", "B", "20", "11"],
    ]
    shown = called("show", "2").output
    assert "B Zofia" in shown and "note: recounted" in shown and "table 7" in shown
    assert "amended" in called("sheets").output


def test_amend_can_be_tried_first(evening):
    assert "Nothing was stored" in called("amend", "2", "--rack", "A=3", "--dry-run").output
    assert "amended" not in called("sheets").output


def test_a_mark_counts_as_the_rules_have_it(evening):
    assert "-100" in called("amend", "2", "--mark", "A=never").output


@pytest.mark.parametrize(
    ("options", "code", "part"),
    [
        ((), 2, "Say what is different"),
        (("--rack", "A=999"), 1, "A, tiles: must be 0 to"),
        (("--rack", "B=5"), 1, "B, tiles: must be 0 for the player who is out"),
        (("--rack", "F=5"), 1, "nobody plays at F"),
        (("--rack", "A=x"), 2, "--rack"),
        (("--rack", "Z=1"), 2, "--rack"),
        (("--rack", "A"), 2, "--rack"),
        (("--rack", "A=1+"), 2, "the sum of the number tiles"),
        (("--rack", "A=1", "--rack", "a=2"), 2, "--rack: says two things of A"),
        (("--name", "A=Ala", "--name", "A=Ola"), 2, "--name: says two things of A"),
        (("--mark", "A=maybe"), 2, "opened, never, could"),
        (("--name", "A=" + "x" * 100), 1, "names: of A"),
        (("--name", "A=\x1b[1m"), 1, "names: of A"),
        (("--table", "-3"), 1, "table: must be 0 to"),
        (("--date", "yesterday"), 2, "--date"),
        (("--date", "0001-01-01"), 2, "1971 to 2199"),
        (("--date", "9999-12-31 23:59"), 2, "1971 to 2199"),
    ],
)
def test_amend_refuses_what_cannot_be(evening, options, code, part):
    result = called("amend", "2", *options)
    assert result.exit_code == code and part in result.output, result.output
    assert "amended" not in called("sheets").output


def test_a_conflict_is_shown_where_the_sheet_is(home, tmp_path):
    secrets.keep(DEVICE, SECRET)
    first, second = revisions()
    for number, text in enumerate((first, second)):
        (tmp_path / f"{number}.txt").write_text(text)
    called("sheets", "import", str(tmp_path / "0.txt"))
    called("amend", "1", "--rack", "C=30")
    result = called("sheets", "import", str(tmp_path / "1.txt"))
    assert result.exit_code == 1 and "amended here at revision 1" in result.output
    assert "conflict" in called("sheets").output and "Conflicts" in called("show", "1").output
    assert called("verify").exit_code == 1
    assert called("amend", "1", "--note", "the clock is right").exit_code == 0
    assert called("verify").exit_code == 0


# ---- secrets ----


def test_secrets_are_for_their_owner_only(home):
    secrets.keep(DEVICE, SECRET)
    secrets.keep(DEVICE, b"n" * 32)
    assert secrets.of(DEVICE) == (b"n" * 32, SECRET)
    file = home / "secrets" / DEVICE
    assert file.stat().st_mode & 0o777 == 0o600 and file.parent.stat().st_mode & 0o777 == 0o700
    assert [path.name for path in file.parent.iterdir()] == [DEVICE]
    assert secrets.of("00") == ()
    with pytest.raises(ValueError):
        secrets.of("../x")
    with pytest.raises(ValueError):
        secrets.keep(DEVICE, b"short")


# ---- troubles ----


def test_a_store_of_a_newer_program(evening):
    with Store() as store, store.engine.begin() as connection:
        connection.execute(schema.store.update().values(version=99))
    for command in (["sheets"], ["verify"], ["show", "1"], ["amend", "1", "--table", "3"]):
        sentence(called(*command), "newer tileclock", "update this program")


def test_a_database_that_is_read_only(postgres_place, tmp_path):
    Store(postgres_place).close()
    file = tmp_path / "one.txt"
    file.write_text(match_of(1)[0])
    read_only = postgres_place + "&options=-c%20default_transaction_read_only%3Don"
    assert called("sheets", "--db", read_only).exit_code == 0
    sentence(called("sheets", "import", str(file), "--db", read_only), "read-only")


def test_a_full_disk_stores_nothing(evening, small_disk, tmp_path):
    file = tmp_path / "many.txt"
    file.write_text("".join(match_of(300, match=2, first_game=10)))
    sentence(called("sheets", "import", str(file)), "disk is full", "nothing of it was stored")
    assert len(json.loads(called("sheets", "--json").output)) == 4


def test_a_file_that_may_not_grow(evening, tmp_path):
    file = tmp_path / "many.txt"
    file.write_text("".join(match_of(300, match=2, first_game=10)))

    def limited():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))
        return called("sheets", "import", str(file))

    code, output = in_a_child(limited)
    assert code == 1 and "disk" in output and output.count("\n") == 1, output
    assert len(json.loads(called("sheets", "--json").output)) == 4


@pytest.mark.parametrize("mode", [0o555, 0o755])
def test_a_store_that_may_only_be_read(mode, tmp_path):
    folder, file = tmp_path / "club", tmp_path / "one.txt"
    folder.mkdir()
    place = folder / "store"
    with Store(str(place)) as store:
        store.add(match_of(1)[0])
    file.write_text(match_of(2)[1])
    place.chmod(0o444)
    folder.chmod(mode)

    def reader():
        give_up_privileges()
        return called("sheets", "import", str(file), "--db", str(place))

    code, output = in_a_child(reader)
    assert code == 1 and output.count("\n") == 1, output
    assert "read-only" in output or "cannot be opened" in output
    folder.chmod(0o755)
    place.chmod(0o644)
    with Store(str(place)) as store:
        assert len(store.games()) == 1


def test_a_secret_that_cannot_be_read(evening, tmp_path):
    file = evening / "secrets" / DEVICE
    file.unlink()
    file.mkdir()
    sentence(called("sheets", "import", str(tmp_path / "evening.txt")), str(file), "make it your file")
