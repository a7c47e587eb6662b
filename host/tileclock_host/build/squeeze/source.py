"""What the steps know of the files: their syntax trees, and the marks that `link` puts on names.

`clock.page:` is a module, `clock.page:title` a global, `:text` a variable of a function, `.size` one of a
class. What bears no mark is an attribute, a keyword, or MicroPython's own.
"""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from . import rom

_ERROR = re.compile("(Error|Exception)$")
_SPECIAL = re.compile(r"__(?!version|repo)\w+__")

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
Imports = ast.Import | ast.ImportFrom
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
Scope = Function | ast.ClassDef | Comprehension


class SqueezeError(Exception):
    """The build cannot judge whether this code would stay what it is: where, and what to do."""


@dataclass
class File:
    """A module of the bundle."""

    path: str  # on the board, without the folder that is searched: tileclock/app.py
    tree: ast.Module

    def refuse(self, node: ast.AST, sentence: str) -> SqueezeError:
        return SqueezeError(f"{self.path}:{getattr(node, 'lineno', 1)}: {sentence}")


Files = dict[str, File]  # by their modules' names


def of_function(name: str) -> bool:
    return name[:1] == ":"


def of_module(name: str) -> bool:
    """Whether it is a global, or a module itself."""
    return ":" in name[1:]


def bare(name: str) -> str:
    """The name as it stands in the sources; that of a module is its last part."""
    module, _, own = name.rpartition(":")
    return own.lstrip(".") or module.rpartition(".")[2]


def special(name: str) -> bool:
    """Whether MicroPython looks the name up itself; what libraries tell of themselves is not among them."""
    return bool(_SPECIAL.fullmatch(bare(name)))


def plain(name: str) -> str:
    """The name as others ask for it: marked only if it is a module's."""
    return name if of_module(name) else name.lstrip(".:")


# ---- reading ----


def module_of(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def parse(sources: dict[str, str]) -> Files:
    known = {module_of(path) for path in sources}
    trees = {path: _Strip(known).visit(ast.parse(sources[path])) for path in sorted(sources)}
    return {module_of(path): File(path, tree) for path, tree in trees.items()}


class _Strip(ast.NodeTransformer):
    """Takes out what MicroPython ignores: annotations, texts that stand alone, what is imported for them."""

    def __init__(self, known: Collection[str]) -> None:
        self._known = rom.MODULES.union(known)

    def visit_AnnAssign(self, node):
        self.generic_visit(node)
        return node.value and ast.copy_location(ast.Assign([node.target], node.value), node)

    def visit_Expr(self, node):
        self.generic_visit(node)
        return None if isinstance(node.value, ast.Constant) else node

    def visit_Try(self, node):
        """What the board has not got cannot be imported: where that was foreseen, something else is done."""
        self.generic_visit(node)
        absent = isinstance(node.body[0], Imports) and not self._known & set(loaded_by(node.body[0]))
        instead = absent and foresees(node) and len(node.handlers) == 1 and not node.finalbody
        return node.handlers[0].body if instead else node

    def generic_visit(self, node):
        for part in {"annotation", "returns"} & set(node._fields):
            setattr(node, part, None)
        return fill(super().generic_visit(node))


def foresees(node: ast.Try) -> bool:
    """Whether it knows that an import may fail."""
    return "ImportError" in {said(each.type) for each in node.handlers if each.type}


def fill(node: ast.AST) -> ast.AST:
    """A body may not be empty."""
    if getattr(node, "body", None) == [] and not isinstance(node, ast.Module):
        node.body = [ast.Pass()]  # type: ignore[attr-defined]
    if isinstance(node, ast.Try) and not node.handlers and not node.finalbody:
        node.finalbody = [ast.Pass()]
    return node


# ---- looking ----


def nodes_of(tree: ast.AST) -> list[ast.AST]:
    """All nodes of the tree but contexts, level by level, in a fraction of the time of `ast.walk`."""
    found = [tree]
    for node in found:  # to which its parts are added meanwhile
        for name in node._fields:
            part = getattr(node, name, None)
            if isinstance(part, list):
                found += [each for each in part if isinstance(each, ast.AST)]
            elif isinstance(part, ast.AST) and name != "ctx":
                found.append(part)
    return found


def nodes_in(files: Files) -> list[ast.AST]:
    return [node for file in files.values() for node in nodes_of(file.tree)]


def inside(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All that is said in the scope these nodes stand in: of others within it, only that they are there."""
    for node in nodes:
        yield node
        yield from inside(() if isinstance(node, Scope) else ast.iter_child_nodes(node))


def at_once(nodes: Iterable[ast.AST | None]) -> Iterator[ast.AST]:
    """All that runs when these nodes are met: not what functions do when they are called."""
    for node in filter(None, nodes):
        yield node
        heads = [*getattr(node, "decorator_list", ()), getattr(node, "args", None)]
        yield from at_once(heads if isinstance(node, Function) else ast.iter_child_nodes(node))


def loaded_by(node: ast.AST) -> list[str]:
    """The modules that an import names, of which `link` makes one of each; other statements name none."""
    if isinstance(node, ast.ImportFrom):
        return [str(node.module)]
    return [alias.name for alias in node.names] if isinstance(node, ast.Import) else []


def said(node: ast.AST) -> str:
    """The name that an expression ends with."""
    return getattr(node, "attr", getattr(node, "id", ""))


def written(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Every name in the tree, as often as it is written; what is imported by the name it gets."""
    for node in nodes_of(tree):
        if isinstance(node, ast.alias):
            yield node.asname or node.name, node
        elif isinstance(node, ast.Global | ast.Nonlocal):
            yield from ((name, node) for name in node.names)
        else:
            names = [getattr(node, part, None) for part in ("id", "attr", "arg", "name")]
            yield from ((name, node) for name in names if isinstance(name, str))


def stored(trees: Iterable[ast.AST]) -> Iterator[str]:
    """Names that are given a meaning or lose it, imports left out, as often as they are."""
    gives = (Definition, ast.arg, ast.ExceptHandler, ast.Global)
    for name, node in (each for tree in trees for each in written(tree)):
        if isinstance(node, gives) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            yield name


def asked(files: Files) -> set[str]:
    """Every name that is asked of something."""
    return {node.attr for node in nodes_in(files) if isinstance(node, ast.Attribute)}


def texts(tree: ast.AST) -> set[str]:
    """Every text that is written in the tree."""
    constants = [node.value for node in nodes_of(tree) if isinstance(node, ast.Constant)]
    return {value for value in constants if isinstance(value, str)}


def errors(files: Files) -> set[str]:
    """Classes of exceptions: their names are shown to people."""
    return {name for base, names in heirs_of(files).items() if _ERROR.search(base) for name in names}


def heirs_of(files: Files) -> dict[str, set[str]]:
    """By each class, and others that they inherit from: itself, and those that inherit from it."""
    classes = [node for node in nodes_in(files) if isinstance(node, ast.ClassDef)]
    found = {cls.name: {cls.name} for cls in classes}
    for cls in classes * len(classes):
        for base in cls.bases:
            found.setdefault(said(base), set()).update(found[cls.name])
    return found
