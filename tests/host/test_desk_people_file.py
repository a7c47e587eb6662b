"""Lists of people as spreadsheets and editors save them, and names in them that are nearly the same."""

import unicodedata

import pytest

from tests.host.commands import called, says, sentence
from tests.host.evening_desk import event, shown

PEOPLE = ["Żaneta Nowak", "Jan Źdźbło", "Ewa Kowalska"]
PLAIN = "".join(f"{name}\n" for name in PEOPLE)


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "store.sqlite")


def added(file, tmp_path, content, encoding="utf-8", *options):
    """Return what the command prints for this file, and the people known after it."""
    event(file, names=["Zenon"])
    listed = tmp_path / "players.csv"
    listed.write_bytes(content.encode(encoding) if isinstance(content, str) else content)
    said = says("event", "add", "--from", listed, *options, "--db", file)
    return said, [each["name"] for each in shown(file, "players")["players"] if each["name"] != "Zenon"]


@pytest.mark.parametrize("separator", ",;\t")
@pytest.mark.parametrize(
    "rows",
    [
        [["Name"], *[[name] for name in PEOPLE]],
        [["Player", "Club"], *[[name, "a club"] for name in PEOPLE]],
        [["Lp.", "Imię", "Nazwisko"], *[[f"{n}.", *name.split()] for n, name in enumerate(PEOPLE, 1)]],
        [["Nazwisko", "Imię"], *[name.split()[::-1] for name in PEOPLE]],
        [["No", "Club", "Last name", "First name"], *[["", "x", *name.split()[::-1]] for name in PEOPLE]],
        [["Name", "Surname"], *[name.split() for name in PEOPLE]],
        [["Klub", "Imię i nazwisko"], *[["", name] for name in PEOPLE]],
        [["Poř.", "Jméno", "Příjmení"], *[["7", *name.split()] for name in PEOPLE]],
        [["№", "Прізвище та ім'я"], *[["", name] for name in PEOPLE]],
        [["Lp.", "Kto"], *[[str(n), name] for n, name in enumerate(PEOPLE, 1)]],
        [[], ["ПІБ"], *[[name] for name in PEOPLE]],
        [[str(n), name, "a club"] for n, name in enumerate(PEOPLE, 1)],
        [[name, "a club"] for name in PEOPLE],
    ],
    ids=lambda rows: " ".join(rows[0]) or "blank",
)
def test_a_table_gives_its_names_whatever_its_heading(file, tmp_path, rows, separator):
    text = "".join(separator.join(row) + "\r\n" for row in rows)
    said, found = added(file, tmp_path, text)
    assert sorted(found) == sorted(PEOPLE)
    assert ("heading" in said) == ("a club" not in rows[0])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_list_in_unicode_is_read_without_a_question(file, tmp_path, encoding):
    said, found = added(file, tmp_path, PLAIN, encoding)
    assert sorted(found) == sorted(PEOPLE) and "read as" not in said


@pytest.mark.parametrize(
    ("encoding", "people"),
    [("cp1250", PEOPLE), ("cp1250", ["Jiří Šťastný", "Věra"]), ("cp1251", ["Наталка Їжак", "Юрко Ґанок"])],
)
def test_an_old_code_page_is_guessed_and_said(file, tmp_path, encoding, people):
    said, found = added(file, tmp_path, "\r\n".join(["Name", *people]), encoding)
    assert sorted(found) == sorted(people) and f"is read as Windows-{encoding[2:]}: look" in said


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Henryk", "Henrik"),
        ("Ewa Nowak", "ewa nowak"),
        ("Łukasz Żak", "Lukasz Zak"),
        ("Jiří Dvořák", "Jiri Dvorak"),
        ("Jan Kowalski", "Jan Kowalsky"),
    ],
)
@pytest.mark.parametrize("known", [True, False])
def test_names_nearly_the_same_are_asked_about(file, tmp_path, one, other, known):
    event(file, names=[one] if known else ["Zenon"])
    listed = tmp_path / "players.csv"
    listed.write_text("".join(f"{name}\n" for name in ([other] if known else [one, "Iga", other])))
    before = shown(file, "players")
    result = called("event", "add", "--from", listed, "--db", file)
    sentence(result, f"{other} is nearly {one}", "--new", "Nobody was added")
    assert shown(file, "players") == before
    says("event", "add", "--from", listed, "--new", "--db", file)


@pytest.mark.parametrize("other", ["Ewa  Nowak", unicodedata.normalize("NFD", "Zoë Nowak"), " Zoë Nowak "])
def test_one_name_written_in_two_ways_is_named_twice(file, tmp_path, other):
    event(file, names=["Zenon"])
    one = unicodedata.normalize("NFC", " ".join(other.split()))
    sentence(called("event", "add", one, other, "--db", file), f"{one} is named twice")


def test_a_number_tells_people_apart(file):
    event(file, names=["Player 1"])
    assert "3 persons added" in says("event", "add", "Player 2", "Player 12", "Player 21", "--db", file)


def test_every_pair_of_near_names_is_named_at_once(file):
    event(file, names=["Zenon"])
    result = called("event", "add", "Henryk", "Marta", "Henrik", "marta", "--db", file)
    sentence(result, "Henrik is nearly Henryk; marta is nearly Marta: give")


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"Ala\n\x81\x83\x88\n", b'"' + b"x" * 200_000 + b'"\n'],
    ids=["half", "no letters", "long cell"],
)
def test_what_is_no_list_adds_nobody(file, tmp_path, content):
    event(file, names=["Zenon"])
    listed = tmp_path / "players.csv"
    listed.write_bytes(content)
    sentence(called("event", "add", "--from", listed, "--db", file), "Nobody was added")
    assert len(shown(file, "players")["players"]) == 1
