"""The page on trust: every line of it names a test that is there."""

import re

from tests.device.pictures import ROOT
from tests.qa.house import for_each

PAGE = ROOT / "host" / "docs" / "trust.md"
ROWS = [
    line
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("|") and not re.match(r"\|( it | they |-)", line)
]


def test_there_are_lines_for_every_source():
    assert len(ROWS) >= 5


@for_each(ROWS)
def test_a_line_says_who_can_or_cannot_what_and_names_its_tests(row):
    whether, what, tests = (cell.strip() for cell in row.strip("|").split("|"))
    assert whether in {"can", "cannot"} and what
    links = re.findall(r"\[(\w+\.py)\]\(([^)]+)\)", tests)
    assert links, "name the test like this: [test_x.py](../../tests/host/test_x.py)"
    for name, link in links:
        assert link.endswith("/" + name) and (PAGE.parent / link).is_file(), f"{link} is not there"
