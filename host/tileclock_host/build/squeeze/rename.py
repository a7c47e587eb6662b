"""Gives the names of the bundle new ones that cost the board nothing: MicroPython has them in its ROM.

Two names may become one only where nothing can take one for the other:

* an attribute may be asked of any object, so no two attributes become one. But what all of the bundle says of
  nothing but `self` is only asked of objects of the classes that do so, and of those that inherit from them;
* a global is one of its module, and of those that import it; an attribute may be called the same;
* a variable of a function is seen nowhere else; it may be called like all that the function does not read.

What may be looked up in two ways, as an attribute and as a global or an argument, is kept apart from both.
"""

import ast
import itertools
import keyword
import re
import string
from collections import Counter
from collections.abc import Callable, Iterator

from . import rom
from .source import (
    Comprehension,
    Definition,
    Files,
    Function,
    at_once,
    bare,
    heirs_of,
    nodes_of,
    of_function,
    of_module,
    plain,
    said,
    stored,
    written,
)

# The letters that the screens measure when they boot, so that MicroPython has them from then on.
_LETTERS = string.ascii_uppercase + string.ascii_lowercase
# In the text of a crash these would mislead.
_ERROR = re.compile("Error|Exception|Exit|Interrupt|Stop")
_TEXT = 10  # letters of a text that is kept as a name
_OBJECTS = "objects"  # a space of names: what may be asked of any object

Names = dict[str, str]  # the new ones, by the marked old ones


def plan(files: Files, asked: dict[str, str], kept: Callable[[str], bool]) -> Names:
    """Find new names for attributes and globals; `kept` says which have a meaning to somebody else.

    The globals `asked` may be asked of their modules as attributes.
    """
    found = _Survey(files, asked)
    new = {name: bare(name) for name in found.spaces if kept(name) or name not in found.given}
    used: dict[str, set[str]] = {}  # the spaces of all that has become the name
    for name, same in new.items():
        used.setdefault(same, set()).update(found.spaces[name])
    ranked = sorted(found.spaces.keys() - new.keys(), key=found.rank)
    candidates = list(itertools.islice(_free(), len(found.spaces) + len(used)))
    for name in ranked:
        new[name] = next(each for each in candidates if not used.get(each, set()) & found.spaces[name])
        used.setdefault(new[name], set()).update(found.spaces[name])
    same_as = asked | {f":{name}": name for name in found.keywords}
    return new | {mark: new[name] for mark, name in same_as.items() if name in new}


class _Survey:
    """Of each name: the spaces in which it is looked up, the files that write it, and how often."""

    def __init__(self, files: Files, asked: dict[str, str]) -> None:
        self.spaces: dict[str, set[str]] = {}
        self._files: dict[str, set[str]] = {}
        self._often: Counter[str] = Counter()
        self._open = asked
        nodes = [node for file in files.values() for node in nodes_of(file.tree)]
        self.keywords = {str(node.arg) for node in nodes if isinstance(node, ast.keyword)}
        self.given = {asked.get(name, plain(name)) for name in stored(file.tree for file in files.values())}
        self.given |= {str(node.asname) for node in nodes if isinstance(node, ast.alias)}
        self._private = _private(files)
        for module, file in files.items():
            self._read(module, file.tree)
        everybody = set().union(*self._private.values())
        for spaces in self.spaces.values():
            spaces.update(everybody if _OBJECTS in spaces else ())

    def rank(self, name: str) -> tuple:
        return -len(self._files[name]), -self._often[name], name

    def _read(self, module: str, tree: ast.Module) -> None:
        classes = [node for node in nodes_of(tree) if isinstance(node, ast.ClassDef)]
        in_class = {id(node) for cls in classes for node in at_once(cls.body)}
        for name, node in written(tree):
            if of_function(name) and name[1:] not in self.keywords:
                continue
            what = self._open.get(name, plain(name))
            spaces = self.spaces.setdefault(what, set())
            self._files.setdefault(what, set()).add(module)
            self._often[what] += 1
            if isinstance(node, Definition):  # the text of a crash says which one it was
                spaces.add(f"functions of {module}")
            asked = name[0] == "." or (isinstance(node, ast.Attribute | ast.keyword) and not of_module(name))
            if asked or id(node) in in_class:
                spaces |= self._private.get(what, {_OBJECTS})
            if not asked:
                spaces.add(f"globals of {module}")


def _private(files: Files) -> dict[str, set[str]]:
    """Names that are certainly asked of nothing but `self`: by each, all classes it may be of."""
    heirs = heirs_of(files)
    found: dict[str, set[str]] = {}
    alien = {""}  # classes whose methods may be called with any object
    for file in files.values():
        whose = _of_self(file.tree)
        calls = [node for node in nodes_of(file.tree) if isinstance(node, ast.Call) and node.args]
        given = {id(node.func): whose.get(id(node.args[0]), "") for node in calls}
        for name, node in written(file.tree):
            taken_from = said(node.value) if isinstance(node, ast.Attribute) else ""
            if taken_from in heirs and given.get(id(node)) not in heirs[taken_from]:
                alien |= {each for each in heirs if taken_from in heirs[each]}
            if not of_module(name) and not of_function(name):
                found.setdefault(plain(name), set()).add(whose.get(id(node), ""))
    return {name: set().union(*(heirs[each] for each in of)) for name, of in found.items() if not of & alien}


def _of_self(tree: ast.AST) -> dict[int, str]:
    """The class by each node that is `self`, or asks it for a name, or is a method, in one of its methods."""
    result: dict[int, str] = {}
    for cls in [each for each in nodes_of(tree) if isinstance(each, ast.ClassDef)]:
        for method in cls.body:
            if isinstance(method, ast.FunctionDef) and not method.decorator_list and method.args.args:
                me = method.args.args[0].arg
                own = list(stored([method])).count(me) == 1
                for node in nodes_of(method) if own else ():
                    if said(node) == me or (isinstance(node, ast.Attribute) and said(node.value) == me):
                        result[id(node)] = cls.name
                result[id(method)] = cls.name
    return result


def _free() -> Iterator[str]:
    """New names, the cheapest first; when those are used up, names that cost a little heap."""
    from_rom = sorted(rom.COMMON, key=lambda name: (len(name), name))
    made = map("".join, itertools.product(string.ascii_lowercase, string.ascii_lowercase + string.digits))
    # A letter may be in the ROM too, but must not be given away twice.
    for name in dict.fromkeys([*_LETTERS, *from_rom, *made]):
        if not keyword.iskeyword(name) and not _ERROR.search(name) and name not in rom.LOOKED_UP:
            yield name


# ---- writing ----


class Rename(ast.NodeTransformer):
    """Writes the new names into one file, and remembers what they were."""

    def __init__(self, names: Names, tree: ast.Module) -> None:
        self._names = names
        self._variables: Names | None = None  # those of an outermost function
        self._common = [name for name, _ in Counter(map(self._of, written(tree))).most_common() if name]
        self._depth = 0  # functions; the module's own code does not stay
        self.used: Counter[str] = Counter()  # how often compiled code says a name; of variables it says none
        self.functions: dict[str, set[str]] = {}
        self.others: dict[str, set[str]] = {}
        self.tree = self.visit(tree)

    def _of(self, said: tuple[str, ast.AST]) -> str:
        """The new name of what is no variable."""
        name = said[0] if said[0] in self._names else plain(said[0])
        return "" if of_function(said[0]) and said[0] not in self._names else self._names.get(name, name)

    def _new(self, name: str, counts: bool = True) -> str:
        new = (self._variables or {}).get(name) or self._of((name, ast.Pass()))
        self.others.setdefault(new, set()).add(bare(name))
        if self._depth and counts:
            self.used[new] += 1
        return new

    def visit(self, node):
        """Whatever part of it is an identifier, and what variables there are in an outermost function."""
        outermost = isinstance(node, Function | Comprehension) and self._variables is None
        if outermost:
            self._variables = self._variables_of(node)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):  # a crash names no class
            self.functions.setdefault(self._new(node.name, False), set()).add(bare(node.name))
        for part in {"id", "attr", "arg", "name"} & set(node._fields):
            name = getattr(node, part)
            if name and not isinstance(node, ast.alias):
                setattr(node, part, self._new(name, part != "id" or not of_function(name)))
        if isinstance(node, ast.Global | ast.Nonlocal):
            node.names = [self._new(name, False) for name in node.names]
        text = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
        if self._depth and len(text) <= _TEXT and text.isidentifier():
            self.used[text] += 1
        self._depth += isinstance(node, Function)
        node = super().visit(node)
        self._depth -= isinstance(node, Function)
        self._variables = None if outermost else self._variables
        return node

    def _variables_of(self, function: ast.AST) -> Names:
        """Names that mean nothing else in the function; arguments, whose names stay, have the first ones."""
        known = list(written(function))
        own = Counter(name for name, _ in known if of_function(name) and name not in self._names)
        asked = (ast.Attribute, ast.keyword)
        taken = {self._of(each) for each in known if of_module(each[0]) or not isinstance(each[1], asked)}
        stay = {name for name, node in known if isinstance(node, ast.arg | Definition)}
        ranked = sorted(own, key=lambda name: (name not in stay, -own[name], name))
        free = (name for name in dict.fromkeys([*self._common, *_free()]) if name not in taken)
        return dict(zip(ranked, free, strict=False))

    def visit_Import(self, node):
        """A module in a package is faster to find from there."""
        result = []
        for alias in node.names:
            package, _, alias.name = alias.name.rpartition(".")
            alias.asname = self._new(alias.asname, False)
            result.append(ast.ImportFrom(package, [alias], 0) if package else ast.Import([alias]))
        return result

    def visit_ImportFrom(self, node):
        for alias in node.names:
            alias.name = self._new(alias.name) if of_module(alias.name) else alias.name
            alias.asname = self._new(alias.asname, False)
        return node
