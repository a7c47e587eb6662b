"""Gives all arguments the same few names: MicroPython keeps each on its heap, and nobody calls by it."""

import ast
import builtins
from collections.abc import Iterable, Iterator

from tileclock_host.squeeze.source import File, Function, arguments, globals_of, identifiers

_NAME = "argument_%d"
_SELF = "self"  # the same everywhere as it is, and told from other objects by it


def shorten(files: dict[str, File], others: Iterable[ast.AST]) -> None:
    """In each function by its own; a name that some call mentions, in the files or in others, stays."""
    trees = [file.tree for file in files.values()]
    mentioned = {
        node.arg
        for tree in [*trees, *others]
        for node in ast.walk(tree)
        if isinstance(node, ast.keyword) and node.arg
    }
    for file in files.values():
        beyond = mentioned | globals_of(file.tree) | set(file.imported) | set(dir(builtins))
        for function in _outermost(file.tree):
            _Shorten(function, mentioned, beyond).shorten()


def _outermost(tree: ast.AST) -> Iterator[Function]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield node
        else:
            yield from _outermost(node)


class _Shorten(ast.NodeTransformer):
    """One function with those within it: what one name means there, one other means afterwards."""

    def __init__(self, function: Function, mentioned: set[str], beyond: set[str]) -> None:
        self._function = function
        own = [each.arg for each in arguments(function.args)]
        inner = [
            each.arg
            for node in ast.walk(function)
            if isinstance(node, Function) and node is not function
            for each in arguments(node.args)
        ]
        # The name of an inner function's argument may mean a global elsewhere in the function.
        names = [name for name in own if name not in mentioned]
        names += [name for name in inner if name not in beyond]
        fixed = {name for name, node in identifiers(function) if isinstance(node, ast.Global | ast.Nonlocal)}
        fixed.add(_SELF)
        names = [name for name in dict.fromkeys(names) if name not in fixed]
        self._new = {name: _NAME % index for index, name in enumerate(names)}

    def shorten(self) -> None:
        for each in arguments(self._function.args):
            self.visit(each)
        # What the arguments are by default is worked out outside.
        if isinstance(self._function, ast.Lambda):
            self._function.body = self.visit(self._function.body)
        else:
            for node in self._function.body:
                self.visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = self._new.get(node.arg, node.arg)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = self._new.get(node.id, node.id)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        node.name = self._new.get(node.name, node.name) if node.name else None
        return self.generic_visit(node)

    def _definition(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        node.name = self._new.get(node.name, node.name)
        return self.generic_visit(node)

    visit_FunctionDef = visit_ClassDef = _definition

    def _import(self, node: ast.Import | ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            shown = alias.asname or alias.name
            if shown in self._new:
                alias.asname = self._new[shown]
        return node

    visit_Import = visit_ImportFrom = _import
