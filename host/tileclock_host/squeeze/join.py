"""Makes one module of those that are always loaded together: each would cost a board some hundreds of bytes.

A home takes in all that is imported at the top of it, directly or not, unless an earlier home has it already.
So homes depend on each other in one direction only, as the modules did. Whoever imports a module that was
taken in imports its home; the names of its globals are the home's then.
"""

import ast
import builtins
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from tileclock_host.squeeze.source import (
    File,
    Scoped,
    SqueezeError,
    identifiers,
    link,
    locally_bound,
)

_BUILTINS = set(dir(builtins)) | {"const"}


@dataclass
class Joined:
    """Where each module's globals are found, and what they are called there if not as before."""

    homes: dict[str, str] = field(default_factory=dict)  # by module, the home itself included
    modules: set[str] = field(default_factory=set)  # all there are in the sources
    names: dict[str, dict[str, str]] = field(default_factory=dict)  # by module

    def members(self, home: str) -> list[str]:
        """In the order in which they run: what is imported runs before what imports it."""
        return [module for module, other in self.homes.items() if other == home]

    def taken_in(self, module: str) -> bool:
        return self.homes.get(module, module) != module

    def name_of(self, module: str, name: str) -> str:
        return self.names.get(module, {}).get(name, name)


def join(files: dict[str, File], heads: Iterable[str], outside: Iterable[ast.Module] = ()) -> Joined:
    """Decide who goes where, and let all files speak of the homes. The trees stay apart until `merge`."""
    joined = Joined(modules=set(files))
    for head in heads:
        if head in files:
            _take_in(head, head, files, joined)
    for tree in outside:
        _refuse_outsiders(tree, joined)
    for home in dict.fromkeys(joined.homes.values()):
        _tell_apart(home, files, joined)
    for file in files.values():
        redirect(file, joined)
    for file in files.values():
        file.imported.clear()
        link(file, files)
    return joined


def _take_in(module: str, home: str, files: dict[str, File], joined: Joined, above: tuple = ()) -> None:
    if module in joined.homes or module in above:
        return
    for other in _imported_on_top(files[module].tree, files):
        _take_in(other, home, files, joined, (*above, module))
    joined.homes[module] = home


def _imported_on_top(tree: ast.Module, files: dict[str, File]) -> Iterable[str]:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield from [name for name in (whole, node.module) if name in files][:1]
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in files)


def _refuse_outsiders(tree: ast.Module, joined: Joined) -> None:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                if joined.taken_in(name):
                    raise SqueezeError(f"{name} is imported from outside: let it be a home of its own.")


# ---- names that several members have ----


def _tell_apart(home: str, files: dict[str, File], joined: Joined) -> None:
    """Give globals new names where another member means something else by the same name."""
    members = joined.members(home)
    if len(members) < 2:
        return
    own = {module: _globals(files[module], joined) for module in members}
    # A name of the home may be looked up in the module as an object, so it is the last to give way.
    meant: dict[str, object] = dict.fromkeys(_BUILTINS, "builtin")
    meant |= own[home]
    local = Counter(name for module in members for name in locally_bound(files[module].tree))
    taken = {name for module in members for name, _ in identifiers(files[module].tree)}
    for module in members:
        mine = locally_bound(files[module].tree)
        for name, what in own[module].items():
            hidden = module != home and local[name] > (name in mine)
            if meant.setdefault(name, what) == what and not hidden:
                continue
            new = f"{module.rpartition('.')[2]}_{name.strip('_')}"
            while new in taken:
                new += "_"
            taken.add(new)
            joined.names.setdefault(module, {})[name] = new
        if module in joined.names:
            files[module].tree = _NewGlobals(joined.names[module]).visit(files[module].tree)


def _globals(file: File, joined: Joined) -> dict[str, object]:
    """What the names on the module's level stand for; those of other members are not its own."""
    found: dict[str, object] = {}
    for node in file.tree.body:
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.partition(".")[0]] = alias.name
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                found[alias.asname or alias.name] = (node.module, alias.name)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = file
        else:
            for name, each in identifiers(node):
                if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
                    found[name] = file
    gone = {
        name
        for name, (module, _) in file.imported.items()
        if joined.homes.get(module, "") == joined.homes[file.module]
    }
    return {name: id(what) if what is file else what for name, what in found.items() if name not in gone}


class _NewGlobals(Scoped):
    """Writes the new names of one file's globals."""

    def __init__(self, names: dict[str, str]) -> None:
        super().__init__()
        self._names = names

    def _new(self, name: str) -> str:
        return self._names.get(name, name) if self.is_global(name) else name

    def visit_Name(self, node):
        node.id = self._new(node.id)
        return node

    def visit_Global(self, node):
        node.names = [self._names.get(name, name) for name in node.names]
        return node

    def visit_FunctionDef(self, node):
        node.name = self._new(node.name)
        return super().visit_FunctionDef(node)

    def visit_ClassDef(self, node):
        node.name = self._new(node.name)
        return super().visit_ClassDef(node)

    def _imports(self, node):
        for alias in node.names:
            shown = alias.asname or alias.name
            if self._new(shown) != shown:
                alias.asname = self._new(shown)
        return node

    visit_Import = visit_ImportFrom = _imports


# ---- whoever speaks of a module that was taken in ----


def redirect(file: File, joined: Joined) -> None:
    """Let the file name homes and their globals, where it named a module that one of them has taken in."""
    file.tree = _Redirect(file, joined).visit(file.tree)


class _Redirect(Scoped):
    def __init__(self, file: File, joined: Joined) -> None:
        super().__init__(file.imported)
        self._imports_of, self._joined = file.imported, joined
        self._home = joined.homes.get(file.module, "")

    def _is_here(self, module: str) -> bool:
        return bool(self._home) and self._joined.homes.get(module) == self._home

    def visit_Name(self, node):
        module, name = self._imports_of.get(node.id, ("", ""))
        if name and self._is_here(module) and self.is_global(node.id):
            node.id = self._joined.name_of(module, name)
        elif module and not name and self._is_here(module) and self.is_global(node.id):
            raise SqueezeError(f"{module} is used as a whole, as {node.id}: let it be a home of its own.")
        return node

    def visit_Attribute(self, node):
        if isinstance(node.value, ast.Name) and self.is_global(node.value.id):
            module, name = self._imports_of.get(node.value.id, ("", ""))
            if module and not name and module in self._joined.homes:
                new = self._joined.name_of(module, node.attr)
                if self._is_here(module):
                    return ast.Name(new, node.ctx)
                node.attr = new
                return node
        self.generic_visit(node)
        return node

    def visit_ImportFrom(self, node):
        """Members of one home import nothing from each other; everybody else from the home."""
        result: list[ast.stmt] = []
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            shown = alias.asname or alias.name
            if whole in self._joined.homes:
                if self._is_here(whole) and not self._scopes:
                    continue
                package, _, leaf = self._joined.homes[whole].rpartition(".")
                result.append(_import(package, leaf, shown))
            elif node.module in self._joined.homes and whole not in self._joined.modules:
                if self._is_here(node.module) and not self._scopes:
                    continue
                name = self._joined.name_of(node.module, alias.name)
                result.append(_import(self._joined.homes[node.module], name, shown))
            else:
                result.append(_import(node.module, alias.name, shown))
        return _gathered(result)


def _import(module: str, name: str, shown: str) -> ast.ImportFrom:
    return ast.ImportFrom(module, [ast.alias(name, shown if shown != name else None)], 0)


def _gathered(imports: list) -> list:
    """One statement for each module."""
    by_module: dict[str, ast.ImportFrom] = {}
    for each in imports:
        if each.module in by_module:
            by_module[each.module].names += each.names
        else:
            by_module[each.module] = each
    return list(by_module.values())


# ---- at the end ----


def merge(trees: dict[str, ast.Module], joined: Joined) -> dict[str, ast.Module]:
    """The trees that are left, those of each home's members in one."""
    merged = {module: tree for module, tree in trees.items() if not joined.taken_in(module)}
    for home in dict.fromkeys(joined.homes.values()):
        imports: dict[tuple, set[tuple]] = {}
        body: list[ast.stmt] = []
        for module in joined.members(home):
            for node in trees[module].body:
                if isinstance(node, ast.Import | ast.ImportFrom):
                    place = (getattr(node, "module", None),)
                    known = imports.setdefault(place, set())
                    node.names = [each for each in node.names if (each.name, each.asname) not in known]
                    known |= {(each.name, each.asname) for each in node.names}
                    if not node.names:
                        continue
                body.append(node)
        merged[home] = ast.Module(body, [])
    return merged
