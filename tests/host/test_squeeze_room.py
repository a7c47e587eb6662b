"""Objects whose table of attributes would be full get a larger one, and nothing else changes for them."""

import ast

import pytest

from tests.host.squeezing import ran, squeezed


def app(count):
    """A class whose objects get so many attributes, and what they add up to."""
    given = "".join(f"        self.a{i} = {i}\n" for i in range(count))
    total = " + ".join(f"it.a{i}" for i in range(count))
    return f"class Seat:\n    def __init__(self):\n{given}def run():\n    it = Seat()\n    return {total}\n"


def attributes_of(source):
    return {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


# Tables have 12, 17, 23, 29 … places.
@pytest.mark.parametrize(
    ("count", "places"),
    [(3, 3), (12, 12), (15, 15), (16, 18), (17, 18), (18, 18), (21, 21), (22, 24), (23, 24), (24, 24)],
)
def test_a_table_that_would_be_full_gets_places(count, places, tmp_path):
    sources, _ = squeezed(app=app(count))
    assert len(attributes_of(sources["app"])) == places
    assert ran(sources, tmp_path) == sum(range(count))


def test_what_a_class_inherits_counts_for_its_objects(tmp_path):
    given = "".join(f"        self.b{i} = {i}\n" for i in range(5))
    child = f"class Chair(Seat):\n    def __init__(self):\n        super().__init__()\n{given}"
    use = "def run():\n    it = Chair()\n    return [it.a11, it.b0, it.b1, it.b2, it.b3, it.b4]\n"
    sources, _ = squeezed(app=app(12).partition("def run")[0] + child + use)
    assert len(attributes_of(sources["app"])) == 18, "twelve, five, and one to the next table"
    assert ran(sources, tmp_path) == [11, 0, 1, 2, 3, 4]
