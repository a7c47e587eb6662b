"""The two MicroPythons answer, tell their word size, and report what went wrong."""

import pytest

from tests.vms import VMError, vm32, vm64

WORD = "import sys; print(sys.implementation.name, sys.maxsize)"


def test_each_vm_has_the_word_size_its_name_promises(tmp_path):
    assert vm64(WORD, tmp_path) == f"micropython {2**63 - 1}\n"
    assert vm32(WORD, tmp_path)[0] == f"micropython {2**31 - 1}\n"


def test_each_vm_imports_from_the_path_it_is_given(tmp_path):
    (tmp_path / "greeting.py").write_text("text = 'zażółć'\n", encoding="utf-8")
    code = "import greeting; print(greeting.text)"
    assert vm64(code, tmp_path) == "zażółć\n"
    assert vm32(code, tmp_path)[0] == "zażółć\n"


def test_an_error_inside_comes_out_with_what_was_printed_before_it(tmp_path):
    code = "print('before')\nraise ValueError('as planned')"
    with pytest.raises(VMError, match=r"(?s)before.*ValueError: as planned"):
        vm64(code, tmp_path)
    with pytest.raises(VMError, match=r"(?s)before.*ValueError: as planned"):
        vm32(code, tmp_path)


def test_the_same_code_costs_the_same_number_of_instructions(tmp_path):
    code = "print(sum(range(1000)))"
    assert vm32(code, tmp_path)[1] == vm32(code, tmp_path)[1] > 0
