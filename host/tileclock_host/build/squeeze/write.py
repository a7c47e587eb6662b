"""Writes a module as MicroPython likes it: its names in order, and what is done faster another way."""

import ast
from collections import Counter

from . import rom

_SHORT = 127  # names with a number of one byte; number 0 is the module's own
_SAID = 2  # bytes of code that say a name in front


def write(tree: ast.Module, used: Counter[str]) -> str:
    """Put the names that are used most in front: code says those in a byte less, if that is worth it.

    The compiler numbers names as it meets them, attributes first: a loop that never turns says them.
    """
    met = list(used)  # in about the order in which the compiler numbers them
    names = sorted(met, key=lambda name: (-used[name], name))
    saved = sum(used[name] for name in met[_SHORT:]) - sum(used[name] for name in names[_SHORT:])
    if saved > _SHORT * _SAID:
        said: ast.expr = ast.Name(names[0], ast.Load())
        for name in names[:_SHORT]:
            said = ast.Attribute(said, name, ast.Load())
        never = ast.Tuple([], ast.Load())
        tree.body.insert(0, ast.For(ast.Name(names[0], ast.Store()), never, [ast.Expr(said)], []))
    return text(tree)


def text(tree: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(_Bare().visit(tree))) + "\n"


class _Bare(ast.NodeTransformer):
    """What MicroPython does faster.

    `a, b = c, d` needs no tuple, unless it is written with brackets as ast does. For `import os` MicroPython
    looks all over the flash, each time, before it takes its own; for `import uos` it does not.
    """

    def visit_alias(self, node: ast.alias) -> ast.AST:
        node.asname = None if node.asname == node.name else node.asname
        return node

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for alias in node.names:
            if alias.name in rom.SHADOWED:
                alias.name, alias.asname = "u" + alias.name, alias.asname or alias.name
        return self.generic_visit(node)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.module in rom.SHADOWED:
            node.module = f"u{node.module}"
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if isinstance(node.value, ast.Tuple) and isinstance(node.targets[-1], ast.Tuple) and node.value.elts:
            node.value = ast.Name(", ".join([ast.unparse(each) for each in node.value.elts]), ast.Load())
        return node
