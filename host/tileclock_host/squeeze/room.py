"""Leaves places free in the tables of objects' attributes: MicroPython looks all through one that is full.

It asks an object for each method first, in vain. An object's table grows to the next of a few sizes, and only
when no place is left in it. So a class whose objects would leave too few gives them attributes nobody asks
for, until they get the next table.
"""

import ast

from tileclock_host.squeeze.attributes import of_self
from tileclock_host.squeeze.join import Joined
from tileclock_host.squeeze.source import File, place_of

# As MicroPython's py/map.c has them; a smaller table is looked through in no time.
_SIZES = (12, 17, 23, 29, 37, 47, 59, 73, 97, 127)
_FREE = 1 / 16  # of the places at least

_Classes = dict[tuple[str, str], tuple[File, ast.ClassDef]]


def leave_room(files: dict[str, File], joined: Joined) -> None:
    classes: _Classes = {
        (joined.homes.get(module, module), node.name): (file, node)
        for module, file in files.items()
        for node in file.tree.body
        if isinstance(node, ast.ClassDef)
    }
    done: set[ast.ClassDef] = set()
    for file, node in list(classes.values()):
        _leave_room(file, node, classes, joined, done)


def _leave_room(
    file: File, cls: ast.ClassDef, classes: _Classes, joined: Joined, done: set[ast.ClassDef]
) -> set[str]:
    """What the objects of that class are given by it and by those it inherits from, which come first."""
    given: set[str] = set()
    for base in cls.bases:
        if isinstance(base, ast.Name | ast.Attribute):
            module, name = place_of(base, file)
            if (joined.homes.get(module, module), name) in classes:
                there = classes[joined.homes.get(module, module), name]
                given |= _leave_room(*there, classes, joined, done)
    given |= _given(cls)
    begin = [each for each in cls.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
    if begin and cls not in done:
        begin[0].body += _spare(len(given))
        given |= _given(cls)
    done.add(cls)
    return given


def _given(cls: ast.ClassDef) -> set[str]:
    stores = (each for each in ast.walk(cls) if isinstance(each, ast.Attribute) and of_self(each))
    return {each.attr for each in stores if isinstance(each.ctx, ast.Store)}


def _spare(count: int) -> list[ast.stmt]:
    """Gives an object so many more that its table has room."""
    size = next((size for size in _SIZES if size >= count), 0)
    if size < count or size - count >= size * _FREE or size == _SIZES[0]:
        return []
    names = [f"spare_{count}_{i}" for i in range(size + 1 - count)]
    targets: list[ast.expr] = [
        ast.Attribute(ast.Name("self", ast.Load()), name, ast.Store()) for name in names
    ]
    return [ast.Assign(targets, ast.Constant(None))]
