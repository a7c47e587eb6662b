"""Makes one module of those that are always loaded together: each would cost a board some hundreds of bytes.

Loading is followed as MicroPython does it, from what the first file imports. What is met for the first time
while a file is loaded becomes a part of that file, at the very place where it was imported, so all runs in
the order it always did. A module stays a file of its own if somebody else may ask for it first: if it is
imported by a function, under a condition or by a text; if it is passed on as an object; or if two such files
may want it.

Packages are modules too, with a table of their own. So they become flat: clock.ui.home is clock.u_home. Each
file that imports another has its whole name, and so has the board's heap. Of the package one letter is left,
and of the module as many as tell it from all others, unless a text asks for it.
"""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator

from .drop import quiet_modules
from .source import File, Files, fill, loaded_by, nodes_of, of_module, said

Places = dict[str, str]  # by each module the one that it is now, or is a part of

_IN_PACKAGE = 2  # dots in the name of a module in a package
_LEAST = 6  # what is left of it behind its package's root: a dot, u_ and three letters


def flat(module: str) -> str:
    root, *rest = module.split(".")
    return ".".join([root, "_".join([*(package[0] for package in rest[:-1]), rest[-1]])] if rest else [root])


def places(files: Files, alone: set[str], by_text: set[str]) -> tuple[Places, Places]:
    """Find where each module goes; those that `main` imports are loaded first, each as a file.

    Also by each place the module that is there. One that is asked for `by_text` keeps its name.
    """
    quiet = quiet_modules(files)
    for module, file in files.items():
        if file.path.endswith("/__init__.py") and module not in quiet:
            raise file.refuse(file.tree, "who loads what is in this package runs this too: only define here")
        if [flat(other) for other in files].count(flat(module)) > 1:
            raise file.refuse(file.tree, f"there are two modules {flat(module)}: call one otherwise")
        for node in set(nodes_of(file.tree)).difference(file.tree.body if module != "main" else ()):
            alone = alone.union(loaded_by(node))
    alone = alone.union(module for module in files if "." not in module)
    homes = _homes(files, alone & files.keys())
    short = {module: _short(module, files.keys(), by_text) for module in files}
    new = {module: short[homes.get(module, module)] for module in files}
    return new, {place: module for module, place in short.items() if module not in homes}


def _short(module: str, others: Iterable[str], by_text: set[str]) -> str:
    """Its flat name, as much of it as it needs."""
    name = flat(module)
    if module in by_text or module.count(".") < _IN_PACKAGE:
        return name
    least = name.index(".") + _LEAST
    taken = [flat(other) for other in others if other != module]
    return next(
        (
            name[:size]
            for size in range(least, len(name))
            if not any(o.startswith(name[:size]) for o in taken)
        ),
        name,
    )


def _homes(files: Files, alone: set[str]) -> Places:
    """By each module that is taken in: which one does so."""
    loaded: set[str] = set()
    found = _loaded("main", "main", files, alone, loaded)
    later = {module: _loaded(module, module, files, alone, set(loaded)) for module in sorted(alone - loaded)}
    mine = [(other, module) for module, new in later.items() for other, home in new.items() if home == module]
    several = {module for module, count in Counter(other for other, _ in mine).items() if count > 1}
    return _homes(files, alone | several) if several else found | dict(mine)


def _loaded(module: str, home: str, files: Files, alone: set[str], loaded: set[str]) -> Places:
    """Follow the imports in their order: who is loaded for the first time, as a part of which file."""
    loaded.add(module)
    found = {} if module == home else {module: home}
    for other in [each for node in files[module].tree.body for each in loaded_by(node)]:
        if other in files and other not in loaded:
            found |= _loaded(other, other if other in alone else home, files, alone, loaded)
    return found


# ---- one file of several ----


def merge(files: Files, new: Places, heads: Places) -> Files:
    """The files that are left, with all they have taken in; `heads` says which module each place is of."""
    bodies = {place: list(_merged(module, files, new, set())) for place, module in heads.items()}
    result = {}
    for place, body in bodies.items():
        below = [other for other, rest in bodies.items() if other.startswith(f"{place}.") and rest]
        if body or below:  # an empty package is only there for what is in it
            path = place.replace(".", "/") + ("/__init__.py" if below else ".py")
            result[place] = File(path, Move(place, new).visit(ast.Module(body, [])))
    return result


def _merged(module: str, files: Files, new: Places, done: set[str]) -> Iterator[ast.stmt]:
    """What the file runs: in front of an import of what it has taken in, that itself, once."""
    done.add(module)
    for node in files[module].tree.body:
        for other in loaded_by(node):
            if new.get(other) == new[module] and other not in done:
                yield from _merged(other, files, new, done)
        yield node


class Move(ast.NodeTransformer):
    """Writes the new places into one file. What comes from the same file is the file's own."""

    def __init__(self, place: str, new: Places) -> None:
        self._place, self._new = place, new
        self._known: set[str] = set()  # imports on top

    def visit_Module(self, node):
        self._top = {id(each) for each in node.body}
        return self.generic_visit(node)

    def visit_Attribute(self, node):
        if self._new.get(said(node.value)[:-1]) == self._place and of_module(node.attr):
            return ast.Name(node.attr, node.ctx)
        return self.generic_visit(node)

    def visit_Name(self, node):
        if node.id[:-1] in self._new and node.id[-1] == ":":
            node.id = f"{self._new[node.id[:-1]]}:"
        return node

    def visit_Call(self, node):
        """The names of modules that begin with a text have a dot less, too."""
        if said(node.func) == "__import__":
            node.args[0].left.value = flat(node.args[0].left.value + "x")[:-1]
        return self.generic_visit(node)

    def visit_ImportFrom(self, node):
        node.module = self._new.get(node.module, node.module)
        return self._once(node, [] if node.module == self._place else node.names)

    def visit_Import(self, node):
        for alias in node.names:
            if alias.name in self._new:
                alias.name = self._new[alias.name]
                alias.asname = f"{alias.name}:"
        return self._once(node, [alias for alias in node.names if alias.name != self._place])

    def _once(self, node, names):
        """What several members import on top is the same for good."""
        new = {f"{getattr(node, 'module', '')} {ast.unparse(alias)}": alias for alias in names}
        node.names = [alias for text, alias in new.items() if text not in self._known]
        self._known.update(new if id(node) in self._top else ())
        return node if node.names else None

    def generic_visit(self, node):
        return fill(super().generic_visit(node))
