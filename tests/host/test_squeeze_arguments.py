"""Arguments get the same few names, and what the functions do stays the same."""

import ast
import subprocess
import sys

from tests.host.squeezing import squeezed

APP = """
LIMIT = [len("abc")]
def run():
    def inner(count, step=LIMIT[0]):
        return [count + each + LIMIT[0] for each in range(step)]
    pick = lambda LIMIT: LIMIT + 1
    numbers = total(2, 3), total(4, 5), inner(1), pick(4), LIMIT
    return numbers, named(width=5), named(width=6), area(7), area(8)
def total(first, second):
    def later(add):
        nonlocal second
        second += add
        return first * 10 + second
    return later(1), [later(2) for first in range(2)], first
def named(width):
    return width
def area(height, of=LIMIT):
    try:
        return Box(height).area(of[0])
    except ValueError as error:
        return error
class Box:
    def __init__(self, width):
        self.width = width
    def area(self, height):
        return self.width * height, Box, height
"""


def test_the_program_does_the_same(tmp_path):
    sources, _ = squeezed(app=APP)
    told = []
    for text in (APP, sources["app"]):
        (tmp_path / "app.py").write_text(text)
        command = [sys.executable, "-B", "-c", "import app; print(str(app.run()).replace('app.', ''))"]
        told.append(subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True).stdout)
    known = [text.split("<class")[0] for text in told]
    assert known[0] == known[1] and known[0].count("(") > 3


def test_all_but_those_that_are_called_by_name_have_the_same_few():
    sources, _ = squeezed(app=APP)
    functions = [node for node in ast.walk(ast.parse(sources["app"])) if isinstance(node, ast.FunctionDef)]
    first = {
        next(each.arg for each in node.args.args if each.arg != "self")
        for node in functions
        if [each.arg for each in node.args.args if each.arg != "self"]
    }
    names = {each.arg for node in functions for each in node.args.args}
    assert len(names) <= 5, f"self, width, and two or three for all others, but there are {names}"
    assert len(first) <= 3
