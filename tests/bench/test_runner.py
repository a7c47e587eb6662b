"""The bench runner: what counts as broken, and instructions that do not depend on the machine."""

import pytest

from tests.bench import vm32
from tests.bench.__main__ import collect, judge
from tests.bench.figure import Figure

BASELINE = {"tick": 1000}


def test_benches_are_found_by_their_file_names():
    assert "bundle" in collect()


@pytest.mark.parametrize(
    ("figure", "sentence"),
    [
        (Figure("bundle", 90, "kB", limit=100), ""),
        (Figure("bundle", 101, "kB", limit=100), "bundle is above its limit: 101 kB"),
        (Figure("speed", 301, "×", limit=300, at_least=True), ""),
        (Figure("speed", 299, "×", limit=300, at_least=True), "speed is below its limit: 299 ×"),
        (Figure("speed", 299, "×", limit=300, at_least=True, asserted=False), ""),
        (Figure("only recorded", 7, "ms"), ""),
        (Figure("tick", 1050, "fuel"), ""),
        (Figure("tick", 1051, "fuel"), "tick changed by +5.1% instructions"),
        (Figure("press", 10, "fuel"), "press is not in the baseline yet; if that is meant"),
        (Figure("boot", 900, "fuel", limit=800), "boot is above its limit: 900 fuel"),
    ],
)
def test_only_asserted_figures_beyond_their_limit_are_broken(figure, sentence):
    complaint = judge(figure, BASELINE)[1]
    assert complaint.startswith(sentence)
    assert bool(complaint) == bool(sentence)


def test_instructions_between_marks_are_the_same_on_every_run(tmp_path):
    code = "for n in (10, 10, 100):\n    mark('from')\n    sum(range(n))\n    mark('to')\nprint('done')"
    first, second = vm32.run(code, tmp_path), vm32.run(code, tmp_path)
    assert first == second
    assert first.stdout == "done\n"
    spent = first.spent("from", "to")
    assert len(spent) == 3
    assert 0 < spent[1] < spent[2]


def test_an_empty_stretch_costs_next_to_nothing(tmp_path):
    spent = vm32.run("mark('a')\nmark('b')", tmp_path).spent("a", "b")
    assert abs(spent[0]) < 100


def test_code_that_fails_is_reported_with_what_it_printed(tmp_path):
    with pytest.raises(vm32.VMError, match=r"(?s)before.*ZeroDivisionError"):
        vm32.run("print('before')\n1 / 0", tmp_path)


def test_the_folder_can_be_imported_from_and_not_written_to(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "greeting.py").write_text("text = 'hello'\n")
    assert vm32.run("import greeting\nprint(greeting.text)", tmp_path).stdout == "hello\n"
    with pytest.raises(vm32.VMError, match="OSError"):
        vm32.run("open('/input/new', 'w')", tmp_path)
