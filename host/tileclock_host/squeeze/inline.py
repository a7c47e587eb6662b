"""Puts functions that are called from one place only into that place: as such each costs some fifty bytes.

Only where the program stays the same beyond doubt: the function has a name of its own in all the bundle, is
called by a statement of another function that has the same globals, and returns at its ends. What is passed
is worked out in the same order and once, and its variables get names that the caller does not have.
"""

import ast
import builtins
import copy
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tileclock_host.squeeze import rom
from tileclock_host.squeeze.join import Joined
from tileclock_host.squeeze.source import File, bound_in, identifiers, texts

# What a function may not contain: scopes of its own and what depends on the scope.
_REFUSED = (
    ast.Lambda, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp,
    ast.GeneratorExp, ast.Yield, ast.YieldFrom, ast.Await, ast.Global, ast.Nonlocal, ast.NamedExpr, ast.Match,
)  # fmt: skip


_BUILTINS = set(dir(builtins))
# With more variables MicroPython takes heap for every call, which takes time: what has fewer keeps to that.
_ON_STACK = 6


class NotAtItsEnd(Exception):
    """The function returns in the midst of what it does."""


def inline(files: dict[str, File], kept: Callable[[str], bool], joined: Joined) -> set[str]:
    """Do so until nothing more can be put anywhere; the names of the functions that are gone."""
    gone: set[str] = set()
    while True:
        once = _called_once(files, kept)
        done = _inline_round(files, once, joined)
        if not done:
            return gone
        gone |= done


def _called_once(files: dict[str, File], kept: Callable[[str], bool]) -> set[str]:
    """Names that one function has and that are said in one other place."""
    said: Counter[str] = Counter()
    made: set[str] = set()
    for file in files.values():
        said.update(name for name, _ in identifiers(file.tree))
        said.update(dict.fromkeys(texts(file.tree), 2))
        made |= {node.name for node in ast.walk(file.tree) if isinstance(node, ast.FunctionDef)}
    known = rom.COMMON | rom.SOMETIMES
    return {name for name in made if said[name] == 2 and name not in known and not kept(name)}


def _inline_round(files: dict[str, File], once: set[str], joined: Joined) -> set[str]:
    found: dict[str, _Found] = {}
    for file in files.values():
        home = joined.homes.get(file.module, file.module)
        for holder, method in _holders(file.tree):
            for node in holder.body:
                if isinstance(node, ast.FunctionDef) and node.name in once and _fits(node):
                    anywhere = not _globals_of(node) - _BUILTINS
                    found[node.name] = _Found(holder, node, method, "" if anywhere else home)
    done: set[str] = set()
    waiting = dict(found)
    for file in files.values():
        home = joined.homes.get(file.module, file.module)
        for holder, _ in _holders(file.tree):
            for node in holder.body:
                # What was put somewhere is no caller any more: a copy of it is.
                if isinstance(node, ast.FunctionDef) and node.name not in done:
                    done |= _Put(node, home, waiting).put()
    for name in done:
        holder = found[name].holder
        holder.body = [each for each in holder.body if each is not found[name].function] or [ast.Pass()]
    return done


@dataclass(frozen=True)
class _Found:
    """A function that can be put elsewhere."""

    holder: ast.Module | ast.ClassDef
    function: ast.FunctionDef
    method: bool
    home: str  # the module where it can be put; "" if it can be in any


def _holders(tree: ast.Module) -> Iterator[tuple[ast.Module | ast.ClassDef, bool]]:
    """Where functions are defined: the module, and its classes, whose functions are methods."""
    yield tree, False
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            yield node, True


def _fits(function: ast.FunctionDef) -> bool:
    args = function.args
    if function.decorator_list or args.vararg or args.kwarg or args.kwonlyargs or args.posonlyargs:
        return False
    if not all(isinstance(each, ast.Constant) for each in args.defaults):
        return False
    for statement in function.body:
        for node in ast.walk(statement):
            if isinstance(node, _REFUSED) or (isinstance(node, ast.Name) and node.id == "super"):
                return False
    return True


class _Put:
    """Puts functions into one that calls them."""

    def __init__(self, caller: ast.FunctionDef, home: str, found: dict[str, _Found]) -> None:
        self._caller, self._home, self._found = caller, home, found
        self._own = bound_in(caller)
        self._taken = {name for name, _ in identifiers(caller)}
        self._done: set[str] = set()

    def put(self) -> set[str]:
        self._caller.body = self._statements(self._caller.body)
        return self._done

    def _statements(self, body: list[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for node in body:
            for part in ("body", "orelse", "finalbody"):
                if not isinstance(node, ast.FunctionDef | ast.ClassDef) and getattr(node, part, None):
                    setattr(node, part, self._statements(getattr(node, part)))
            for handler in getattr(node, "handlers", ()):
                handler.body = self._statements(handler.body)
            result += self._instead_of(node) or [node]
        return result

    def _instead_of(self, node: ast.stmt) -> list[ast.stmt]:
        """What the called function does, if the statement does nothing but call one that can be put here."""
        call = getattr(node, "value", None)
        if not isinstance(call, ast.Call):
            return []
        name = _name_called(call)
        if name not in self._found or not self._may_have(self._found[name], call):
            return []
        function = self._found[name].function
        try:
            given = _given(call, self._found[name])
            _ended(copy.deepcopy(function.body), node)
        except NotAtItsEnd:
            return []
        self._done.add(name)
        del self._found[name]
        first, named = self._bound(function, given)
        body = [named.visit(each) for each in copy.deepcopy(function.body)]
        self._taken |= {each for part in body for each, _ in identifiers(part)}
        return first + _ended(body, node) or [ast.Pass()]

    def _may_have(self, found: _Found, call: ast.Call) -> bool:
        """Whether what the function says means the same in the caller."""
        called_as_method = isinstance(call.func, ast.Attribute)
        at_home = found.home in ("", self._home) and found.function is not self._caller
        small = len(self._own) <= _ON_STACK
        if small and len(self._own | bound_in(found.function)) > _ON_STACK:
            return False
        # A global of that name would be the caller's variable.
        return at_home and found.method == called_as_method and not self._own & _globals_of(found.function)

    def _bound(
        self, function: ast.FunctionDef, given: dict[str, ast.expr]
    ) -> tuple[list[ast.stmt], "_Named"]:
        """Statements that give arguments their values, unless those stand for them; who writes the names."""
        stored = {
            node.id
            for node in ast.walk(function)
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        } | {node.name for node in ast.walk(function) if isinstance(node, ast.ExceptHandler) and node.name}
        instead: dict[str, ast.expr] = {}
        first: list[ast.stmt] = []
        for name, value in given.items():
            fixed = isinstance(value, ast.Constant) or (isinstance(value, ast.Name) and value.id in self._own)
            if fixed and name not in stored:
                instead[name] = value
            else:
                instead[name] = ast.Name(self._fresh(name), ast.Load())
                first.append(ast.Assign([ast.Name(instead[name].id, ast.Store())], value))  # type: ignore
        for name in sorted(bound_in(function) - given.keys()):
            instead[name] = ast.Name(self._fresh(name), ast.Load())
        return first, _Named(instead)

    def _fresh(self, name: str) -> str:
        new, number = name, 1
        while new in self._taken:
            number += 1
            new = f"{name}_{number}"
        self._taken.add(new)
        self._own.add(new)
        return new


def _globals_of(function: ast.FunctionDef) -> set[str]:
    own = bound_in(function)
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and node.id not in own}


def _name_called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Name):
        return call.func.id
    if isinstance(call.func, ast.Attribute) and _is_plain(call.func.value):
        return call.func.attr
    return ""


def _is_plain(node: ast.expr) -> bool:
    """`a.b.c`, which is an object and not what `super` gives."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _given(call: ast.Call, found: _Found) -> dict[str, ast.expr]:
    """The arguments' values in the order in which they are worked out."""
    args = found.function.args
    names = [argument.arg for argument in args.args]
    values = [call.func.value, *call.args] if found.method else list(call.args)  # type: ignore[attr-defined]
    if len(values) > len(names) or any(isinstance(each, ast.Starred) for each in values):
        raise NotAtItsEnd
    given = dict(zip(names, values, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in names or keyword.arg in given:
            raise NotAtItsEnd
        given[keyword.arg] = keyword.value
    defaults = dict(zip(reversed(names), reversed(args.defaults), strict=False))
    for name in names:
        if name not in given:
            if name not in defaults:
                raise NotAtItsEnd
            given[name] = defaults[name]
    return given


class _Named(ast.NodeTransformer):
    """Writes what stands for the function's variables in its caller."""

    def __init__(self, instead: dict[str, ast.expr]) -> None:
        self._instead = instead

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id not in self._instead:
            return node
        new = copy.deepcopy(self._instead[node.id])
        if isinstance(new, ast.Name):
            new.ctx = node.ctx
        return new

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        for alias in node.names:
            new = self._instead.get(alias.asname or alias.name)
            if isinstance(new, ast.Name) and new.id != (alias.asname or alias.name):
                alias.asname = new.id
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self.generic_visit(node)
        if node.name in self._instead:
            node.name = self._instead[node.name].id  # type: ignore[attr-defined]
        return node


# ---- where a function returns ----

_Ends = Callable[[ast.expr | None], list[ast.stmt]]


def _ended(body: list[ast.stmt], node: ast.stmt) -> list[ast.stmt]:
    """The function's body as it is in place of the statement that calls."""
    if isinstance(node, ast.Return):  # of both: wherever the one returns, so does the other
        return body if _always_returns(body) else [*body, ast.Return(None)]
    return _at_its_end(body, _ends_of(node))


def _ends_of(node: ast.stmt) -> _Ends:
    """What takes the place of a return, by the statement that calls: it is given the value, or None."""
    if isinstance(node, ast.Expr):
        return lambda value: [ast.Expr(value)] if value and not _is_idle(value) else []
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and _is_plain(node.targets[0]):
        target = node.targets[0]
        return lambda value: [ast.Assign([copy.deepcopy(target)], value or ast.Constant(None))]
    raise NotAtItsEnd


def _is_idle(value: ast.expr) -> bool:
    return isinstance(value, ast.Constant | ast.Name)


def _at_its_end(body: list[ast.stmt], ends: _Ends) -> list[ast.stmt]:
    """The statements with `ends` in place of every return, all of which must be at an end."""
    for at, node in enumerate(body):
        rest = body[at + 1 :]
        if isinstance(node, ast.Return):
            return body[:at] + ends(node.value)
        if not _returns(node):
            continue
        if isinstance(node, ast.If):
            return body[:at] + _branches(node, rest, ends)
        if isinstance(node, ast.With) and not rest and _always_returns(node.body):
            node.body = _at_its_end(node.body, ends) or [ast.Pass()]
            return body
        raise NotAtItsEnd
    return body + ends(None)


def _branches(node: ast.If, rest: list[ast.stmt], ends: _Ends) -> list[ast.stmt]:
    """What follows goes into the branch that does not return."""
    if _always_returns(node.body):
        body, orelse = node.body, node.orelse + rest
    elif node.orelse and _always_returns(node.orelse):
        body, orelse = node.body + rest, node.orelse
    elif not rest:
        body, orelse = node.body, node.orelse
    else:
        raise NotAtItsEnd
    body, orelse = _at_its_end(body, ends), _at_its_end(orelse, ends)
    if not body and not orelse:
        return [ast.Expr(node.test)]
    if not body:
        return [ast.If(ast.UnaryOp(ast.Not(), node.test), orelse, [])]
    return [ast.If(node.test, body, orelse)]


def _returns(node: ast.AST) -> bool:
    return any(isinstance(each, ast.Return) for each in ast.walk(node))


def _always_returns(body: Iterable[ast.stmt]) -> bool:
    for node in body:
        if isinstance(node, ast.Return | ast.Raise):
            return True
        if isinstance(node, ast.If) and _always_returns(node.body) and _always_returns(node.orelse):
            return True
        if isinstance(node, ast.With) and _always_returns(node.body):
            return True
    return False
