"""Takes out what nothing in the bundle refers to: globals, functions, methods, imports.

What may have an effect stays.
"""

import ast
from collections.abc import Collection

from . import rom
from .source import Files, Imports, asked, fill, loaded_by, nodes_of, of_function, plain, said, special

_DECORATORS = {"property", "staticmethod", "classmethod"}
_MAKERS = {"bytearray", "bytes", "dict", "frozenset", "list", "object", "range", "set", "tuple"}


def drop(files: Files, kept: Collection[str]) -> None:
    """Drop until nothing more falls; `kept` are globals, and attributes, that somebody outside may use."""
    before: list[int] = []
    while before != (now := [len(nodes_of(file.tree)) for file in files.values()]):
        before = now
        walk = _Drop(files, kept)
        for file in files.values():
            walk.drop(file.tree)


# ---- what does nothing but define ----


def quiet_modules(files: Files) -> set[str]:
    """Modules whose loading has no effect: MicroPython's own, and those of the bundle that only define."""
    quiet = set(files) | rom.MODULES
    while loud := {each for each in quiet & files.keys() if not _is_quiet(files[each].tree.body, quiet)}:
        quiet -= loud
    return quiet


def _is_quiet(body: list[ast.stmt], quiet: set[str]) -> bool:
    return all(_defines(node) and quiet.issuperset(loaded_by(node)) for node in body)


def _defines(node: ast.stmt) -> bool:
    """Whether the statement gives names a meaning and does nothing else, but for what it loads."""
    if isinstance(node, ast.Assign):
        return all(isinstance(target, ast.Name) for target in node.targets) and _is_pure(node.value)
    if isinstance(node, ast.FunctionDef):
        known = all(said(each) in _DECORATORS for each in node.decorator_list)
        return known and _is_pure(ast.Lambda(node.args, ast.Constant(None)))
    if isinstance(node, ast.ClassDef):
        simple = all(isinstance(each, ast.Name) for each in (*node.bases, *node.keywords))
        return simple and not node.decorator_list and all(map(_defines, node.body))
    return isinstance(node, ast.Pass | Imports)


def _is_pure(node: ast.AST) -> bool:
    """Whether working it out has no effect. To read an attribute may have one, or to add names."""
    if isinstance(node, ast.Call):
        makes = said(node.func) in _MAKERS and not node.keywords
        return makes and all(isinstance(each, ast.Constant) for each in node.args)
    if isinstance(node, ast.BinOp | ast.UnaryOp):
        return not any(isinstance(each, ast.Name | ast.Attribute | ast.Call) for each in nodes_of(node))
    if isinstance(node, ast.Lambda):
        return all(map(_is_pure, filter(None, [*node.args.defaults, *node.args.kw_defaults])))
    if isinstance(node, ast.Tuple | ast.List):
        return all(map(_is_pure, node.elts))
    return isinstance(node, ast.Constant | ast.Name)


# ---- the walk ----


class _Drop(ast.NodeTransformer):
    def __init__(self, files: Files, kept: Collection[str]) -> None:
        self._quiet, self._asked = quiet_modules(files), asked(files)
        self._read = set(kept).union(*[self._read_in(file.tree) for file in files.values()])

    def drop(self, tree: ast.Module) -> None:
        self._here = self._read_in(tree)
        self.visit(tree)

    def _read_in(self, tree: ast.AST) -> set[str]:
        """Names that are read or deleted, and what has to be there for an import that stays."""
        nodes = nodes_of(tree)
        found = {said(node) for node in nodes if isinstance(getattr(node, "ctx", None), ast.Load | ast.Del)}
        found |= {said(node.target) for node in nodes if isinstance(node, ast.AugAssign)}
        loud = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module not in self._quiet]
        return found | {alias.name for node in loud for alias in node.names}

    def _gone(self, names: list[str], node: ast.stmt) -> bool:
        """Whether a definition of these names can go."""
        free = not any(of_function(name) or special(name) for name in names)
        return free and self._read.isdisjoint([*names, *map(plain, names)]) and _defines(node)

    def _definition(self, node):
        return None if self._gone([node.name], node) else self.generic_visit(node)

    visit_FunctionDef = visit_ClassDef = _definition

    def visit_Assign(self, node):
        return None if self._gone([said(target) for target in node.targets], node) else node

    def _imports(self, node):
        """What nobody reads goes, unless loading it may have an effect."""
        read = self._here | self._asked if isinstance(node, ast.ImportFrom) else self._here
        quiet = set(loaded_by(node)) <= self._quiet
        node.names = [alias for alias in node.names if alias.asname in read or not quiet]
        return node if node.names else None

    visit_Import = visit_ImportFrom = _imports

    def generic_visit(self, node):
        return fill(super().generic_visit(node))
