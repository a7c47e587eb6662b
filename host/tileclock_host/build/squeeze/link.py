"""Marks every name by what it means, so that all later steps see it by the name itself: see `source`.

A global has the same mark in whatever module it is used, and so has a module, whatever it is called there.
"""

import ast
from collections.abc import Iterator

from .source import Comprehension, Definition, File, Files, Function, Imports, inside, nodes_of

Globals = dict[str, dict[str, str]]  # the marks of a module's names, by the module


def link(files: Files) -> Globals:
    """Put the marks on all files, and return those of their globals."""
    known: Globals = {module: {} for module in files}
    for module, file in files.items():
        known[module] = globals_of(module, file, known)
    for module, file in files.items():
        file.tree = Link(module, file, known).visit(file.tree)
    return known


def globals_of(module: str, file: File, known: Globals) -> dict[str, str]:
    said = [name for node in nodes_of(file.tree) if isinstance(node, ast.Global) for name in node.names]
    return _meanings(f"{module}:", file, file.tree.body, said, known)


def _meanings(mark: str, file: File, body: list, more: list[str], known: Globals) -> dict[str, str]:
    """What the names mean that are given a meaning in this scope, and `more` of its own."""
    places: dict[str, set[str]] = {name: {""} for name in more}
    for name, place in (found for node in inside(body) for found in bound(node, known)):
        places.setdefault(name, set()).add(place)
    result = {}
    for name, found in places.items():
        if len(found) > 1 and any(place.split(":")[0] in known for place in found if place):
            raise file.refuse(body[0], f"{name} means several things here: call them by names of their own")
        one = next(iter(found))
        result[name] = one if len(found) == 1 and one else mark + name
    return result


def bound(node: ast.AST, known: Globals) -> Iterator[tuple[str, str]]:
    """The names that a node gives a meaning, and what that is if it is imported."""
    if isinstance(node, Imports):
        for alias in node.names:
            first = alias.name.partition(".")[0]
            if isinstance(node, ast.Import):
                yield alias.asname or first, f"{alias.name if alias.asname else first}:"
            else:
                whole = f"{node.module}.{alias.name}"
                place = f"{whole}:" if whole in known else f"{node.module}:{alias.name}"
                yield alias.asname or alias.name, place
    elif isinstance(node, Definition) or (isinstance(node, ast.ExceptHandler) and node.name):
        yield str(node.name), ""
    elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        yield node.id, ""


class Link(ast.NodeTransformer):
    def __init__(self, module: str, file: File, known: Globals) -> None:
        self._module, self._file, self._known = module, file, known
        self._scopes: list[tuple[bool, dict[str, str]]] = []  # whether it is a class; what its names mean
        self._done: set[ast.AST] = set()  # what stands at the head of a scope, and has its marks

    def _new(self, name: str, node: ast.AST) -> str:
        for depth, (of_class, names) in enumerate(reversed(self._scopes)):
            if name in names and (not of_class or depth == 0):
                return names[name]
        new = self._known[self._module].get(name, name)
        if any(new in names.values() for _, names in self._scopes):
            raise self._file.refuse(node, f"{name} is imported again here: call it the same")
        return new

    def _global_of(self, module: str, name: str, node: ast.AST) -> str:
        mark = self._known[module].get(name, ":")
        if mark[-1] == ":":
            raise self._file.refuse(node, f"{module} has no {name} of its own")
        return mark

    # ---- names ----

    def visit_Name(self, node):
        node.id = self._new(node.id, node)
        return node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        module = node.value.id[:-1] if isinstance(node.value, ast.Name) and node.value.id[-1] == ":" else ""
        if module in self._known and not node.attr.startswith("__"):
            node.attr = self._global_of(module, node.attr, node)
        return node

    def visit_arg(self, node):
        node.arg = f":{node.arg}"
        return node

    def visit_ExceptHandler(self, node):
        node.name = node.name and self._new(node.name, node)
        return self.generic_visit(node)

    def visit_Global(self, node):
        node.names = [self._new(name, node) for name in node.names]
        return node

    visit_Nonlocal = visit_Global

    # ---- imports ----

    def visit_Import(self, node):
        for alias in node.names:
            if "." in alias.name and not alias.asname and alias.name in self._known:
                raise self._file.refuse(node, f"write from … import … for {alias.name}")
            alias.asname = self._new(alias.asname or alias.name.partition(".")[0], node)
        return node

    def visit_ImportFrom(self, node):
        """A statement for each module of the bundle, and one for what is taken out of one."""
        modules = [alias for alias in node.names if f"{node.module}.{alias.name}" in self._known]
        others = [alias for alias in node.names if alias not in modules]
        for alias in node.names:
            alias.asname = self._new(alias.asname or alias.name, node)
            if alias in modules:
                alias.name = f"{node.module}.{alias.name}"
            elif node.module in self._known:
                alias.name = self._global_of(node.module, alias.name, node)
        own = [ast.copy_location(ast.Import([alias]), node) for alias in modules]
        node.names = others
        return [*own, node] if others else own

    # ---- scopes ----

    def visit(self, node):
        return node if node in self._done else super().visit(node)

    def _scope(self, node):
        """What stands at its head belongs to what is around it."""
        of_class = isinstance(node, ast.ClassDef)
        if isinstance(node, Definition):
            node.name = self._new(node.name, node)
        heads = [each for part in ("decorator_list", "bases", "keywords") for each in getattr(node, part, ())]
        heads += [node.args] if isinstance(node, Function) else []
        heads += [node.generators[0].iter] if isinstance(node, Comprehension) else []
        body = [each for each in ast.iter_child_nodes(node) if each not in heads]
        more = [arg.arg for head in heads for arg in ast.iter_child_nodes(head) if isinstance(arg, ast.arg)]
        names = _meanings("." if of_class else ":", self._file, body, more, self._known)
        if of_class and any(":" in meaning for meaning in names.values()):
            raise self._file.refuse(node, "a class imports this for itself: import it in front of the class")
        for each in inside(body):
            for name in each.names if isinstance(each, ast.Global | ast.Nonlocal) else ():
                of_module = self._known[self._module].get(name, name)
                names[name] = of_module if isinstance(each, ast.Global) else f":{name}"
        self._done.update([self.visit(each) for each in heads])
        self._scopes.append((of_class, names))
        self.generic_visit(node)
        self._scopes.pop()
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = visit_ClassDef = _scope
    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _scope
