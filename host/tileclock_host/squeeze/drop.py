"""Takes out what nothing in the bundle refers to: globals, functions, methods, imports."""

import ast
from collections.abc import Iterable

from tileclock_host.squeeze.source import File, Scoped, identifiers, texts


def drop(files: dict[str, File], kept) -> set[str]:
    """Drop until nothing more falls; `kept(name)` says which names something outside may use."""
    before = _written(files)
    while _drop_once(files, kept):
        pass
    return before - _written(files)


def _written(files: dict[str, File]) -> set[str]:
    return {name for file in files.values() for name, _ in identifiers(file.tree)}


def _drop_once(files: dict[str, File], kept) -> bool:
    used: set[str] = set()  # as an attribute or as a text: of whatever that may be
    for file in files.values():
        used |= texts(file.tree) | _read_attributes(file.tree)
    taken = _imported(files)
    changed = False
    for file in files.values():
        walk = _Drop(file, files, used, taken.get(file.module, set()), kept)
        file.tree = walk.visit(file.tree)
        changed |= walk.changed
    return changed


def _read_attributes(tree: ast.AST) -> set[str]:
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Store)
    }


def _read_names(tree: ast.AST) -> set[str]:
    return {
        node.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store)
    }


def _imported(files: dict[str, File]) -> dict[str | None, set[str]]:
    """The names that are imported from each module, wherever that is."""
    found: dict[str | None, set[str]] = {}
    for file in files.values():
        for node in ast.walk(file.tree):
            if isinstance(node, ast.ImportFrom):
                found.setdefault(node.module, set()).update(alias.name for alias in node.names)
    return found


class _Drop(Scoped):
    def __init__(self, file: File, files: dict[str, File], used: set[str], taken: set[str], kept) -> None:
        super().__init__()
        self._files, self._kept = files, kept
        self._taken = taken  # by other modules
        self._wanted = used | taken
        self._read = _read_names(file.tree)
        self._read_by_class: list[set[str]] = []  # by the bodies of the classes the walk is in
        self.changed = False

    def _gone(self, name: str) -> bool:
        """Whether a definition of that name, where the walk is now, can go."""
        if self._scopes and not self._scopes[-1][0]:
            return False  # a function's own variable
        read = self._read_by_class[-1] if self._scopes else self._read
        return name not in read and name not in self._wanted and not self._kept(name)

    def _is_idle(self, node, alias: ast.alias) -> bool:
        """Whether nobody uses what is imported here."""
        name = (alias.asname or alias.name).partition(".")[0]
        if name in self._read or alias.name == "*":
            return False
        if self._scopes and not self._scopes[-1][0]:
            return True
        # What another module sees as this one's attribute is never somebody else's to begin with.
        ours = isinstance(node, ast.ImportFrom) and node.module in self._files
        return name not in (self._wanted if ours else self._taken)

    def _without(self, node):
        self.changed = True

    def visit_FunctionDef(self, node):
        if self._gone(node.name) and not _is_special(node.name, bool(self._scopes)):
            return self._without(node)
        return super().visit_FunctionDef(node)

    def visit_ClassDef(self, node):
        if self._gone(node.name):
            return self._without(node)
        self._read_by_class.append({name for each in node.body for name in _read_outside_functions(each)})
        super().visit_ClassDef(node)
        self._read_by_class.pop()
        return node

    def visit_Assign(self, node):
        names = [name for target in node.targets for name in _targets(target)]
        if names and _is_pure(node.value) and all(self._gone(name) for name in names):
            return self._without(node)
        return self.generic_visit(node)

    def _imports(self, node):
        used = [alias for alias in node.names if not self._is_idle(node, alias)]
        if len(used) < len(node.names):
            self.changed = True
        node.names = used
        return node if used else None

    visit_Import = visit_ImportFrom = _imports

    def visit_Try(self, node):
        self.generic_visit(node)
        if not node.body:  # only imports were tried, of which none is needed
            return self._without(node)
        return node


def _read_outside_functions(node: ast.AST) -> Iterable[str]:
    """Names that are read when the statement runs: of a function, by its decorators and defaults."""
    if isinstance(node, ast.FunctionDef):
        for part in [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]:
            yield from _read_names(part)
    else:
        yield from _read_names(node)


def _is_special(name: str, in_class: bool) -> bool:
    return in_class and name.startswith("__") and name.endswith("__")


def _targets(target: ast.expr) -> list[str]:
    """The names a statement gives values to; none if it also does something else."""
    if isinstance(target, ast.Name):
        return [target.id]
    if isinstance(target, ast.Tuple) and all(isinstance(each, ast.Name) for each in target.elts):
        return [each.id for each in target.elts]  # type: ignore[attr-defined]
    return []


def _is_pure(node: ast.AST) -> bool:
    """Whether working it out has no effect."""
    pure = (
        ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Dict, ast.BinOp, ast.UnaryOp,
        ast.operator, ast.unaryop, ast.expr_context,
    )  # fmt: skip
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("len", "range"):
        return all(map(_is_pure, node.args))
    return isinstance(node, pure) and all(map(_is_pure, ast.iter_child_nodes(node)))
