"""Code of tests in the words of the squeezed firmware, which has other names than its sources."""

import ast

from tileclock_host.build.squeeze import Key
from tileclock_host.build.squeeze.fold import Fold
from tileclock_host.build.squeeze.join import Move
from tileclock_host.build.squeeze.link import Link, bound, globals_of
from tileclock_host.build.squeeze.source import (
    File,
    Imports,
    SqueezeError,
    bare,
    loaded_by,
    of_module,
    written,
)
from tileclock_host.build.squeeze.write import text


def translate(code: str, key: Key, module: str = "outside") -> str:
    """Code that was written for the firmware's sources, in the words of the squeezed firmware.

    If it is to stand in for a module of the bundle, that is what its globals are called after.
    """
    if not key.places:
        return code
    file = File("code from outside", ast.parse(code))
    own = {place: name for node in ast.walk(file.tree) for name, place in bound(node, key.known) if place}
    own |= {f"{new}:": own[f"{module}:"] for module, new in key.places.items() if f"{module}:" in own}
    known = key.known | {module: globals_of(module, file, key.known)}
    tree = Fold(key.constants).visit(Link(module, file, known).visit(file.tree))
    read = {name for name, node in written(tree) if not isinstance(node, ast.alias)}
    for node in ast.walk(tree):
        if isinstance(node, Imports) and set(loaded_by(node)) & key.places.keys():
            gone = [
                alias
                for alias in node.names
                if alias.asname in key.constants or not key.places.get(alias.name, "-")
            ]
            node.names = [alias for alias in node.names if alias not in gone or alias.asname in read]
    return text(_Outside(key, module, own).visit(Move("outside", key.places).visit(tree)))


class _Outside(ast.NodeTransformer):
    """Leaves the code's own names as they are, and writes what the bundle has in its words."""

    def __init__(self, key: Key, module: str, own: dict[str, str]) -> None:
        self._names, self._own = key.names, own
        self._ours = {module, "", *key.places, *key.places.values()}
        self._taken = {new for old, new in key.names.items() if not of_module(old)}

    def _of_bundle(self, name: str) -> str:
        if of_module(name) and name not in self._names:
            module, _, own = name.rpartition(":")
            raise SqueezeError(f"{module} has no {own} in the bundle: nothing there refers to it.")
        if name not in self._names and name in self._taken:
            raise SqueezeError(f"{name} means something else in the squeezed firmware: call it otherwise.")
        return self._names.get(name, name)

    def visit(self, node):
        if isinstance(node, ast.Attribute):
            if of_module(node.attr) or (self._may_be_ours(node.value) and not isinstance(node.ctx, ast.Load)):
                node.attr = self._of_bundle(node.attr)
            elif self._may_be_ours(node.value):
                node.attr = self._names.get(node.attr, node.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            node.arg = self._names.get(f":{node.arg}", node.arg)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                alias.name = self._of_bundle(alias.name) if of_module(alias.name) else alias.name
        elif isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [bare(name) for name in node.names]
        for part in {"id", "arg", "name", "asname"} & set(node._fields):
            name = getattr(node, part)
            if (
                name
                and not isinstance(node, ast.keyword)
                and not (isinstance(node, ast.alias) and part == "name")
            ):
                setattr(node, part, self._variable(name))
        return super().visit(node)

    def _may_be_ours(self, asked: ast.expr) -> bool:
        """Whether it may be of the bundle; not if it is another module."""
        return not isinstance(asked, ast.Name) or asked.id.split(":")[0] in self._ours

    def _variable(self, name: str) -> str:
        if name[0] == ".":
            return self._of_bundle(name[1:])
        return self._own.get(name) or self._names.get(name, bare(name))
