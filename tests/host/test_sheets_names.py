"""How a sheet is called on the command line, where several could be meant or one has several texts."""

import hashlib
import json
import re
from collections import Counter

from tests.games import DEVICE, match_of
from tests.host.commands import called, sentence
from tests.host.sheet_texts import revisions


def test_a_name_that_means_several(home, tmp_path):
    file = tmp_path / "two.txt"
    file.write_text(match_of(1)[0] + match_of(1, device="aa51ac")[0])
    called("sheets", "import", str(file))
    sentence(called("show", "51ac-1"), "240ac40051ac-1, aa51ac-1")
    listed = called("sheets").output
    assert "\n051ac-1 " in listed and "\na51ac-1 " in listed


def test_a_whole_number_is_its_own_clocks_though_another_ends_like_it(home, tmp_path):
    """A box that was erased has its chip's number behind eight new digits."""
    file = tmp_path / "two.txt"
    file.write_text(match_of(1)[0] + match_of(1, device=f"5f2c91aa{DEVICE}")[0])
    called("sheets", "import", str(file))
    sentence(called("show", "51ac-1"), f"{DEVICE}-1, 5f2c91aa{DEVICE}-1")
    for device in (DEVICE, f"5f2c91aa{DEVICE}"):
        assert f"Sheet {device}-1," in called("show", f"{device}-1").output
        (row,) = json.loads(called("sheets", "--json", "--device", device).output)
        assert row["device"] == device
    assert len(json.loads(called("sheets", "--json", "--device", "51ac").output)) == 2
    for line in called("sheets").output.splitlines()[1:]:
        assert called("show", line.split()[0]).exit_code == 0


def test_both_of_two_games_with_one_number_can_be_shown(home, tmp_path):
    for number, text in enumerate([match_of(1)[0], match_of(2)[1].replace('"game": 2', '"game": 1')]):
        (tmp_path / f"{number}.txt").write_text(text)
    assert called("sheets", "import", str(tmp_path / "0.txt")).exit_code == 0
    result = called("sheets", "import", str(tmp_path / "1.txt"))
    assert result.exit_code == 1 and "two different texts" in result.output
    assert "conflict" in called("sheets").output and called("verify").exit_code == 1
    sums = re.search(r": ([0-9a-f]{8}) counts, ([0-9a-f]{8}) does not", result.output).groups()
    shown = [called("show", f"1@{checksum}", "--text").output for checksum in sums]
    assert sorted(shown) == sorted((tmp_path / f"{number}.txt").read_text() for number in range(2))
    sentence(called("show", "1@ffffffff"), "no text ffffffff")
    sentence(called("amend", f"1@{sums[1]}", "--note", "x"), "does not count", f"{sums[0]} does", "amend ")
    assert called("amend", f"1@{sums[0]}", "--note", "x").exit_code == 0


def test_the_beginning_of_a_checksum_that_several_texts_have(home, tmp_path):
    texts = [
        text for number in range(1, 30) for text in match_of(1, match=number, device=f"{number:02}{DEVICE}")
    ]
    (tmp_path / "many.txt").write_text("".join(texts))
    called("sheets", "import", str(tmp_path / "many.txt"))
    digit = Counter(hashlib.sha256(text.encode()).hexdigest()[0] for text in texts).most_common(1)[0][0]
    sentence(called("show", f"1@{digit}"), "may be several sheets", f"{DEVICE}-1@{digit}")


def test_an_older_revision_can_be_shown(home, tmp_path):
    file = tmp_path / "both.txt"
    file.write_text("".join(revisions()))
    called("sheets", "import", str(file))
    assert " -57" in called("show", "1.1").output and " -57" not in called("show", "1").output
    assert called("show", "1.2").output == called("show", "1").output
    sentence(called("show", "1.3"), "no revision 3")
    sentence(called("amend", "1.1", "--note", "x"), "1.1 does not count, revision 2")
