"""Puts the values of constants in the places where they are used, across all modules."""

import ast
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from tileclock_host.squeeze.source import File, Scoped, SqueezeError, identifiers, place_of, texts

_SMALL = 1 << 30  # from here on a whole number is an object on the heap
_SHORT = 10  # letters of a text that MicroPython keeps only once, wherever it stands
_CALLS = {"len": len, "range": range, "min": min, "max": max, "sum": sum}


@dataclass
class Constants:
    """The values that are known: by module and name, and by the name alone for those of a class."""

    of_modules: dict[tuple[str, str], Any] = field(default_factory=dict)
    of_classes: dict[str, Any] = field(default_factory=dict)


class NotConstant(Exception):
    """The value of this expression is not known before it runs."""


def find(files: dict[str, File], known: Constants) -> None:
    """Add to `known` until nothing more can be told from what is there."""
    while True:
        before = len(known.of_modules), len(known.of_classes)
        for file in files.values():
            _find_globals(file, known)
        _find_class_attributes(files, known)
        if before == (len(known.of_modules), len(known.of_classes)):
            return


def _find_globals(file: File, known: Constants) -> None:
    rebound = _bound_more_than_once(file.tree)
    for target, value in _assignments(file.tree.body):
        try:
            found = value_of(value, file, known)
            pairs = _pairs(target, found)
        except NotConstant:
            continue
        for name, each in pairs:
            if name not in rebound:
                known.of_modules[file.module, name] = each


def _assignments(body: list[ast.stmt]):
    for statement in body:
        if isinstance(statement, ast.Assign):
            for target in statement.targets:
                yield target, statement.value


def _pairs(target: ast.expr, value: Any) -> list[tuple[str, Any]]:
    if isinstance(target, ast.Name):
        return [(target.id, value)]
    if isinstance(target, ast.Tuple) and isinstance(value, tuple | range):
        pairs = list(zip(target.elts, value, strict=True))
        return [(name.id, each) for name, each in pairs if isinstance(name, ast.Name)]
    raise NotConstant


def _bound_more_than_once(tree: ast.Module) -> set[str]:
    once: set[str] = set()
    again: set[str] = set()
    for name, node in identifiers(tree):
        if isinstance(node, ast.Global):
            again.add(name)
        stored = isinstance(node, ast.Name | ast.Attribute) and not isinstance(node.ctx, ast.Load)
        if stored or isinstance(node, ast.FunctionDef | ast.ClassDef):
            (again if name in once else once).add(name)
    return again


def _find_class_attributes(files: dict[str, File], known: Constants) -> None:
    """Of a class, provided that nothing else in all the bundle is called so."""
    bound: dict[str, int] = {}
    looked_up: set[str] = set()
    foreign = {name for file in files.values() for name in _foreign_attributes(file)}
    for file in files.values():
        looked_up |= texts(file.tree)
        for name, node in identifiers(file.tree):
            if not (isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)):
                bound[name] = bound.get(name, 0) + 1
    for file in files.values():
        for node in ast.walk(file.tree):
            if not isinstance(node, ast.ClassDef):
                continue
            for target, value in _assignments(node.body):
                if isinstance(target, ast.Name) and target.id in foreign:
                    raise SqueezeError(
                        f"{file.path}:{target.lineno}: {target.id} is also an attribute of something "
                        "outside the bundle, where its value must not get to: call it otherwise."
                    )
                if isinstance(target, ast.Name) and bound[target.id] == 1 and target.id not in looked_up:
                    with suppress(NotConstant):
                        known.of_classes[target.id] = value_of(value, file, known)


def _foreign_attributes(file: File):
    """Attributes that are asked of what modules outside the bundle have: `machine.Pin.IN`."""
    ours = file.imported.keys()
    outside = {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(file.tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    } - ours
    for node in ast.walk(file.tree):
        root: ast.AST = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(node, ast.Attribute) and isinstance(root, ast.Name) and root.id in outside:
            yield node.attr


def _refuse_stores(file: File, known: Constants) -> None:
    """A constant of another module that is given another value from here is none."""
    for node in ast.walk(file.tree):
        target = _stored(node)
        if target is not None and place_of(target, file) in known.of_modules:
            raise SqueezeError(
                f"{file.path}:{target.lineno}: {target.attr} is a constant of another module: "
                "give that module a function which changes it."
            )


def _stored(node: ast.AST) -> ast.Attribute | None:
    """The attribute that is given a value here, be it by `setattr`."""
    if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
        return node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "setattr":
        name = node.args[1]
        if isinstance(name, ast.Constant):
            return ast.Attribute(node.args[0], str(name.value), ast.Store(), lineno=node.lineno)
    return None


def value_of(node: ast.expr, file: File, known: Constants) -> Any:
    """What the expression is, or NotConstant. Only what cannot have an effect is worked out."""
    try:
        return _worked_out(node, file, known)
    except (ArithmeticError, TypeError, ValueError) as error:  # so it will be on the board
        raise NotConstant from error


def _worked_out(node: ast.expr, file: File, known: Constants) -> Any:
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Tuple):
        return tuple([value_of(each, file, known) for each in node.elts])
    if isinstance(node, ast.Name | ast.Attribute):
        return _named(node, file, known)
    parts: dict[str, Any] = {}
    if isinstance(node, ast.BinOp | ast.UnaryOp):
        node = _with_values(node, file, known, parts)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        if node.func.id == "const":
            return value_of(node.args[0], file, known)
        if node.func.id not in _CALLS:
            raise NotConstant
        return _CALLS[node.func.id](*[value_of(each, file, known) for each in node.args])  # type: ignore
    else:
        raise NotConstant
    return eval(compile(ast.fix_missing_locations(ast.Expression(node)), file.path, "eval"), {}, parts)


def _with_values(node, file: File, known: Constants, parts: dict[str, Any]):
    """A copy of the operation whose operands are names in `parts`."""

    def part(operand):
        name = f"part{len(parts)}"
        parts[name] = value_of(operand, file, known)
        return ast.Name(name, ast.Load())

    if isinstance(node, ast.UnaryOp):
        return ast.UnaryOp(node.op, part(node.operand))
    return ast.BinOp(part(node.left), node.op, part(node.right))


def _named(node: ast.Name | ast.Attribute, file: File, known: Constants) -> Any:
    place = place_of(node, file)
    if place not in known.of_modules:
        raise NotConstant
    return known.of_modules[place]


class Fold(Scoped):
    """Replaces names by their values in one file."""

    def __init__(self, file: File, known: Constants) -> None:
        super().__init__(file.imported)
        self._file, self._known = file, known

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if isinstance(node.ctx, ast.Load) and self.is_global(node.id):
            return self._value(node, place_of(node, self._file))
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not isinstance(node.ctx, ast.Load):
            self.generic_visit(node)
            return node
        place = place_of(node, self._file)
        if place != ("", "") and self.is_global(node.value.id):  # type: ignore[attr-defined]
            return self._value(node, place)
        if node.attr in self._known.of_classes and _is_chain(node.value):
            return _literal(self._known.of_classes[node.attr]) or node
        self.generic_visit(node)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.Assign]:
        """A tuple worked out from other modules' is written out, and those need not be loaded for it."""
        self.generic_visit(node)
        if not self._scopes and not isinstance(node.value, ast.Tuple) and len(node.targets) == 1:
            with suppress(NotConstant):
                value = value_of(node.value, self._file, self._known)
                several = isinstance(node.targets[0], ast.Tuple)
                parts: list = (
                    [_literal(part) for part in value] if several or isinstance(value, tuple) else [None]
                )
                if all(parts) and several:  # each on its own, as some may not be needed
                    targets = node.targets[0].elts  # type: ignore[attr-defined]
                    return [ast.Assign([one], part) for one, part in zip(targets, parts, strict=True)]
                if all(parts):
                    node.value = ast.Tuple(parts, ast.Load())
        return node

    def _value(self, node: ast.AST, place: tuple[str, str]) -> ast.AST:
        if place in self._known.of_modules:
            return _literal(self._known.of_modules[place]) or node
        return node


def _is_chain(node: ast.expr) -> bool:
    """`a.b.c`: looking at it has no effect that would be missed."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _literal(value: Any) -> ast.expr | None:
    """How the value is written; None if it is better kept in one place."""
    if isinstance(value, bool) or value is None or (isinstance(value, str) and len(value) <= _SHORT):
        return ast.Constant(value)
    if isinstance(value, int) and -_SMALL <= value < _SMALL:
        return ast.Constant(value) if value >= 0 else ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return None


def fold(files: dict[str, File], known: Constants) -> None:
    find(files, known)
    for file in files.values():
        _refuse_stores(file, known)
    for file in files.values():
        fold_file(file, known)


def fold_file(file: File, known: Constants) -> None:
    file.tree = Fold(file, known).visit(file.tree)
    # What `const` was for is done: the values stand where they are used.
    file.tree = _Unwrap().visit(file.tree)


class _Unwrap(ast.NodeTransformer):
    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return node.args[0] if isinstance(node.func, ast.Name) and node.func.id == "const" else node
