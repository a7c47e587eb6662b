"""Has the names that a module uses most often come first in its table: code names those in a byte less."""

import ast
from collections import Counter

from tileclock_host.squeeze.source import Scoped, arguments

_SHORT = 127  # names with a number of one byte; number 0 is the module's own
_TEXT = 10  # letters of a text that is kept as a name


def order(tree: ast.Module) -> ast.Module:
    """The compiler numbers names as it meets them, attributes first: a loop that never turns says them."""
    count = _Count()
    count.visit(tree)
    names = sorted(+count.used, key=lambda name: (-count.used[name], name))
    if len(names) > _SHORT:
        said: ast.expr = ast.Name(names[0], ast.Load())
        for name in names[:_SHORT]:
            said = ast.Attribute(said, name, ast.Load())
        never = ast.Tuple([], ast.Load())
        tree.body.insert(0, ast.For(ast.Name(names[0], ast.Store()), never, [ast.Expr(said)], []))
    return tree


class _Count(Scoped):
    """How often the compiled code names each; variables of functions have no names there."""

    def __init__(self) -> None:
        super().__init__()
        self.used: Counter[str] = Counter()

    def visit_Name(self, node):
        if not self._scopes or self.is_global(node.id) or self._scopes[-1][0]:
            self.used[node.id] += bool(self._scopes)  # the module's own code does not stay
        return node

    def visit_Attribute(self, node):
        self.used[node.attr] += bool(self._scopes)
        return self.generic_visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, str) and len(node.value) <= _TEXT and node.value.isidentifier():
            self.used[node.value] += bool(self._scopes)
        return node

    def visit_FunctionDef(self, node):
        self.used[node.name] += 1
        self.used.update(argument.arg for argument in arguments(node.args))
        return super().visit_FunctionDef(node)
