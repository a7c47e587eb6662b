"""Puts the values of constants in the places where they are used, across all modules.

A constant is a global that one simple statement of its module gives a value, and nothing else anywhere.
"""

import ast
import copy
from collections import Counter
from collections.abc import Container
from typing import Any

from .source import Files, nodes_of, said, stored

_SMALL = 1 << 30  # from here on a whole number is an object on the heap
_SHORT = 10  # letters of a text that MicroPython keeps only once, wherever it stands
_CONST = ("const", "micropython:const")
_CALLS: dict[str, Any] = {"len": len, "range": range, "min": min, "max": max, "sum": sum}
_CALLS |= dict.fromkeys(_CONST, lambda value: value)
# What is the same on every machine.
_PLAIN: tuple[type, ...] = (ast.Expression, ast.Constant, ast.Name, ast.Tuple, ast.Call, ast.BinOp)
_PLAIN += (ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)

Constants = dict[str, Any]  # by the global's mark


def fold(files: Files, known: Constants, fixed: Container[str]) -> None:
    """Add to `known` what can be told, and write it where it is used; others may ask for what is `fixed`."""
    times = Counter(stored(file.tree for file in files.values()))
    given = [node for file in files.values() for node in file.tree.body if isinstance(node, ast.Assign)]
    for node in given:
        pairs = _pairs(node, known)
        known |= {name: value for name, value in pairs if times[name] == 1 and name not in fixed}
    for file in files.values():
        file.tree = Fold(known).visit(file.tree)
        file.tree.body = [new for node in file.tree.body for new in _written_out(node, known)]


def _pairs(node: ast.Assign, known: Constants) -> list[tuple[str, Any]]:
    """The names that the statement gives a value, if that is known."""
    value = _value_of(node.value, known)
    names = [said(each) for each in getattr(node.targets[0], "elts", node.targets)]
    if value is None or len(node.targets) > 1 or not all(names):
        return []
    if isinstance(node.targets[0], ast.Name):
        return [(names[0], value)]
    fits = isinstance(value, tuple | range) and len(names) == len(value)
    return list(zip(names, value, strict=True)) if fits else []


def _value_of(node: ast.expr, known: Constants) -> Any:
    """What the expression is; None if that is not known before it runs."""
    whole = ast.Expression(_Marks().visit(copy.deepcopy(node)))
    parts = nodes_of(whole)
    if any(not isinstance(each, _PLAIN) or isinstance(each, ast.Div) for each in parts):
        return None
    if any(isinstance(each, ast.Constant) and not isinstance(each.value, int | str) for each in parts):
        return None
    try:
        code = compile(ast.fix_missing_locations(whole), "", "eval")
        value = eval(code, {"__builtins__": {}}, _CALLS | known)
    except (ArithmeticError, LookupError, NameError, TypeError, ValueError):  # so it will be on the board
        return None
    made = any(isinstance(each, ast.BinOp) for each in parts) and isinstance(value, str)
    return None if made or isinstance(value, float) else value


class _Marks(ast.NodeTransformer):
    """The mark of a global says all, also behind its module."""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return ast.Name(node.attr, ast.Load())


class Fold(ast.NodeTransformer):
    """Replaces names by their values in one file."""

    def __init__(self, known: Constants) -> None:
        self._known = known

    def _value(self, node):
        if isinstance(node.ctx, ast.Load) and said(node) in self._known:
            return literal(self._known[said(node)]) or node
        return self.generic_visit(node)

    visit_Name = visit_Attribute = _value

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What `const` was for is done: the values stand where they are used."""
        self.generic_visit(node)
        return node.args[0] if said(node.func) in _CONST else node


def _written_out(node: ast.stmt, known: Constants) -> list[ast.stmt]:
    """A tuple worked out from other modules' stands there itself, and those need not be loaded for it.

    What is given to several names becomes a statement for each, as some may not be needed.
    """
    pairs = _pairs(node, known) if isinstance(node, ast.Assign) else []
    lines = [ast.Assign([ast.Name(name, ast.Store())], _in_full(value)) for name, value in pairs]
    known_all = lines and all(line.value for line in lines)
    return [ast.copy_location(line, node) for line in lines] if known_all else [node]


def _in_full(value: Any) -> Any:
    """How the value is written where it is kept; None if its own way is better."""
    parts: list[Any] = [literal(part) for part in value] if isinstance(value, tuple) else []
    return ast.Tuple(parts, ast.Load()) if parts and all(parts) else literal(value)


def literal(value: Any) -> ast.expr | None:
    """How the value is written; None if it is better kept in one place."""
    if (isinstance(value, str) and len(value) <= _SHORT) or isinstance(value, bool):
        return ast.Constant(value)
    if isinstance(value, int) and -_SMALL <= value < _SMALL:
        return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return None
