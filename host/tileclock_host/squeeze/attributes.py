"""Which attributes may have one new name: those of which no object has two."""

import ast
from collections.abc import Iterator

from tileclock_host.squeeze.join import Joined
from tileclock_host.squeeze.source import File, identifiers


def owners(files: dict[str, File], families: dict[str, str], joined: Joined) -> dict[str, set[str]]:
    """Of names that are attributes wherever they are written: who owns them.

    That is the families of modules whose classes give them to their objects, or which have them themselves.
    """
    found: dict[str, set[str]] = {}
    otherwise: set[str] = set()
    for module, file in files.items():
        given = {id(node) for node in _given(file.tree)}
        if module not in joined.homes and module not in joined.homes.values():  # else others have its globals
            given |= {id(node) for node in _variables(file.tree.body)}
        for name, node in identifiers(file.tree):
            if id(node) in given:
                found.setdefault(name, set()).add(families[module])
                if isinstance(node, ast.FunctionDef):  # the text of a crash says which file a function is in
                    found[name].add("functions of " + joined.homes.get(module, module))
            elif not isinstance(node, ast.Attribute):
                otherwise.add(name)
    return {name: who for name, who in found.items() if name not in otherwise}


def _given(tree: ast.Module) -> Iterator[ast.AST]:
    """Where objects get their attributes: methods, variables of classes, and what `self` is given."""
    for cls in ast.walk(tree):
        if isinstance(cls, ast.ClassDef):
            yield from _variables(cls.body)
            yield from (each for each in cls.body if isinstance(each, ast.FunctionDef))
            stored = (each for each in ast.walk(cls) if isinstance(each, ast.Attribute) and of_self(each))
            yield from (each for each in stored if isinstance(each.ctx, ast.Store))


def _variables(body: list[ast.stmt]) -> Iterator[ast.Name]:
    for statement in body:
        for target in statement.targets if isinstance(statement, ast.Assign) else ():
            yield from (each for each in ast.walk(target) if isinstance(each, ast.Name))


def of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "self"


def apart(ranked: list[str], whose: dict[str, set[str]]) -> list[set[str]]:
    """The names in as few groups as it comes, in none of which two have an owner in common.

    Whoever asks an object for the new name means what the object has: a sound program asks for nothing else.
    """
    groups: list[tuple[set[str], set[str]]] = []  # names, and all their owners
    for name in ranked:
        for names, taken in groups:
            if not taken & whose[name]:
                names.add(name)
                taken.update(whose[name])
                break
        else:
            groups.append(({name}, set(whose[name])))
    return [names for names, _ in groups]


class RenameOutside(ast.NodeTransformer):
    """Writes the new names into code from outside, which may have variables of the old ones."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Attribute(self, node):
        self.generic_visit(node)
        node.attr = self._names.get(node.attr, node.attr)
        return node

    def visit_ClassDef(self, node):
        self.generic_visit(node)
        for each in [each for each in node.body if isinstance(each, ast.FunctionDef)]:
            each.name = self._names.get(each.name, each.name)
        for each in _variables(node.body):
            each.id = self._names.get(each.id, each.id)
        return node
