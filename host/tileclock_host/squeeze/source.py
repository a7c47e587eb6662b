"""What the steps know of the files: their syntax trees, who imports what, which names are global."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class SqueezeError(Exception):
    """The code does something of which the squeezer cannot tell that it is safe: what, and what to do."""


@dataclass
class File:
    """A module of the bundle."""

    path: str  # on the board, without the folder that is searched: tileclock/app.py
    tree: ast.Module
    # What the name stands for, of the names that other modules of the bundle gave: (module, name in it),
    # with "" as the name for a module itself.
    imported: dict[str, tuple[str, str]] = field(default_factory=dict)

    @property
    def module(self) -> str:
        return module_of(self.path)


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def parse(sources: dict[str, str]) -> dict[str, File]:
    """The files by their modules' names."""
    files = [File(path, _stripped(ast.parse(source))) for path, source in sorted(sources.items())]
    known = {file.module: file for file in files}
    for file in files:
        link(file, known)
    return known


def link(file: File, known: dict[str, File]) -> None:
    """Find out what the file imports from the others, at whatever depth it does so.

    What a function imports counts only if its name means that one thing in the whole file.
    """
    found: dict[str, set[tuple[str, str]]] = {}
    for node in ast.walk(file.tree):
        for name, place in _imports(node, known):
            found.setdefault(name, set()).add(place)
    on_top = {name for node in file.tree.body for name, _ in _imports(node, known)}
    bound = {name for node in ast.walk(file.tree) for name in _bound_by(node)}
    bound |= {node.arg for node in ast.walk(file.tree) if isinstance(node, ast.arg)}
    for name, places in found.items():
        if len(places) == 1 and (name in on_top or name not in bound):
            file.imported[name] = next(iter(places))


def _imports(node: ast.AST, known: dict[str, File]) -> Iterator[tuple[str, tuple[str, str]]]:
    if isinstance(node, ast.ImportFrom) and node.module:
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            if whole in known:
                yield alias.asname or alias.name, (whole, "")
            elif node.module in known:
                yield alias.asname or alias.name, (node.module, alias.name)
    elif isinstance(node, ast.Import):
        for alias in node.names:
            if alias.name in known and (alias.asname or "." not in alias.name):
                yield alias.asname or alias.name, (alias.name, "")


def place_of(node: ast.Name | ast.Attribute, file: File) -> tuple[str, str]:
    """Module and name of the global that is meant, if one of the bundle's is."""
    if isinstance(node, ast.Name):
        return file.imported.get(node.id, (file.module, node.id))
    if isinstance(node.value, ast.Name):
        module, name = file.imported.get(node.value.id, ("", ""))
        if module and not name:
            return module, node.attr
    return "", ""


class _Strip(ast.NodeTransformer):
    """Takes out what MicroPython ignores anyway: annotations and texts that stand alone."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        self.generic_visit(node)
        if node.value is None:
            return None
        return ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        self.generic_visit(node)
        return fill(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        return fill(node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST | None:
        self.generic_visit(node)
        return None if isinstance(node.value, ast.Constant) else node


def fill(node):
    """A body may not be empty."""
    node.body = node.body or [ast.Pass()]
    return node


def _stripped(tree: ast.Module) -> ast.Module:
    return _Strip().visit(tree)


class Scoped(ast.NodeTransformer):
    """A walk that knows which names are the module's own: those no function or class around them binds."""

    def __init__(self, imported: Iterable[str] = ()) -> None:
        self._imported = set(imported)  # the same wherever they are met, even in a function
        self._scopes: list[tuple[bool, set[str]]] = []  # whether it is a class; the names it binds

    def is_global(self, name: str) -> bool:
        for depth, (of_class, names) in enumerate(reversed(self._scopes)):
            if name in names and (not of_class or depth == 0):
                return False
        return True

    def _inside(self, node, parts, *, of_class: bool = False, names: set[str]) -> None:
        self._scopes.append((of_class, names))
        for part in parts:
            value = getattr(node, part)
            if isinstance(value, list):
                value[:] = [new for old in value for new in _as_list(self.visit(old))]
            else:
                setattr(node, part, self.visit(value))
        self._scopes.pop()

    def _function(self, node):
        node.args.defaults = [self.visit(each) for each in node.args.defaults]
        node.args.kw_defaults = [each and self.visit(each) for each in node.args.kw_defaults]
        if not isinstance(node, ast.Lambda):
            node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self._inside(node, ["body"], names=bound_in(node, self._imported))
        return node if isinstance(node, ast.Lambda) else fill(node)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function

    def visit_ClassDef(self, node):
        node.bases = [self.visit(each) for each in node.bases]
        node.keywords = [self.visit(each) for each in node.keywords]
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        self._inside(node, ["body"], of_class=True, names=bound_in(node, self._imported))
        return fill(node)

    def _comprehension(self, node):
        names = {each.id for part in node.generators for each in _names(part.target)}
        parts = ["generators", "key", "value"] if isinstance(node, ast.DictComp) else ["generators", "elt"]
        self._inside(node, parts, names=names)
        return node

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension


def _as_list(new) -> list:
    return new if isinstance(new, list) else [] if new is None else [new]


def bound_in(node, imported: Iterable[str] = ()) -> set[str]:
    """The names that belong to this function or class; to import one of `imported` binds none."""
    names: set[str] = set()
    if isinstance(node, Function):
        names |= {argument.arg for argument in arguments(node.args)}
    body = node.body if isinstance(node.body, list) else [node.body]
    elsewhere: set[str] = set()
    for each in body:
        for part in _own(each):
            names |= _bound_by(part)
            if isinstance(part, ast.Import | ast.ImportFrom):
                names |= {alias.asname or alias.name.partition(".")[0] for alias in part.names} - set(
                    imported
                )
            if isinstance(part, ast.Global | ast.Nonlocal):
                elsewhere |= set(part.names)
    return names - elsewhere


def globals_of(tree: ast.Module) -> set[str]:
    """The names that the module's own statements give a meaning, imports left out."""
    names: set[str] = set()
    for node in tree.body:
        if not isinstance(node, ast.Import | ast.ImportFrom):
            for part in _own(node):
                names |= _bound_by(part)
    return names


def locally_bound(tree: ast.AST) -> set[str]:
    """The names that any function, class or comprehension in the tree has for itself."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, Function | ast.ClassDef):
            names |= bound_in(node)
        elif isinstance(node, _COMPREHENSIONS):
            names |= {each.id for part in node.generators for each in _names(part.target)}
    return names


def arguments(args: ast.arguments) -> list[ast.arg]:
    several = [args.vararg, args.kwarg]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *(each for each in several if each)]


def _bound_by(node: ast.AST) -> set[str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return {node.id}
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.ExceptHandler) and node.name:
        return {node.name}
    return set()


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below that are of the same scope."""
    yield node
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
        return
    if isinstance(node, _COMPREHENSIONS):
        return
    for child in ast.iter_child_nodes(node):
        yield from _own(child)


def _names(node: ast.AST) -> list[ast.Name]:
    return [each for each in ast.walk(node) if isinstance(each, ast.Name)]


def identifiers(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Every identifier that is written in the tree, as often as it is."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id, node
        elif isinstance(node, ast.Attribute):
            yield node.attr, node
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name, node
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            yield node.arg, node
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name, node
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from ((name, node) for name in node.names)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            if isinstance(node, ast.ImportFrom) and node.module:
                yield from ((part, node) for part in node.module.split("."))
            for alias in node.names:
                yield from ((part, node) for part in alias.name.split("."))
                if alias.asname:
                    yield alias.asname, node


def texts(tree: ast.AST) -> set[str]:
    """Every text that is written in the tree: one of them may be a name that is looked up."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
