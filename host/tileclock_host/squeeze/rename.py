"""Gives the names of the bundle new ones that cost the board nothing: MicroPython has them in its ROM."""

import ast
import itertools
import keyword
import re
import string
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from tileclock_host.squeeze import attributes, rom
from tileclock_host.squeeze.join import Joined
from tileclock_host.squeeze.source import File, SqueezeError, globals_of, identifiers, place_of, texts

# The letters that the screens measure when they boot, so that MicroPython has them from then on.
_LETTERS = string.ascii_uppercase + string.ascii_lowercase
# In the text of a crash these would mislead.
_ERROR = re.compile("Error|Exception|Exit|Interrupt|Stop")


@dataclass
class Names:
    """The new names by the old ones: those of all files, and those of the files that share them."""

    public: dict[str, str] = field(default_factory=dict)
    private: dict[str, dict[str, str]] = field(default_factory=dict)  # by module
    # By module that writes them: of attributes. Those of different objects may have one new name.
    attributes: dict[str, dict[str, str]] = field(default_factory=dict)
    functions: list[str] = field(default_factory=list)  # the old names that functions have

    def of(self, module: str) -> dict[str, str]:
        return self.public | self.private.get(module, {}) | self.attributes.get(module, {})


def plan(files: dict[str, File], kept, joined: Joined) -> Names:
    """Find a new name for every name that MicroPython would otherwise have to keep on its heap."""
    written = {module: Counter(name for name, _ in identifiers(file.tree)) for module, file in files.items()}
    bundle = sum(written.values(), Counter())
    bound = {name for file in files.values() for name in _bound(file.tree)}
    shared = {name for file in files.values() for name in _stored_elsewhere(file.tree)}
    # Modules that will be one share their globals.
    shared |= {name for module in joined.homes for name in globals_of(files[module].tree)}
    renamed = {name for file in files.values() for name in _interned(file.tree)}
    renamed = {name for name in renamed if name in bound and not kept(name)}
    taken = set(bundle) | {text for file in files.values() for text in texts(file.tree)}
    families = _families(files, joined)

    def family_of(name: str) -> str:
        """The one family of modules that writes the name; "" if several do."""
        found = {families[module] for module in files if name in written[module]}
        return found.pop() if len(found) == 1 and name not in shared else ""

    owners = attributes.owners(files, families, joined)
    homes = {name: family_of(name) for name in renamed}
    by_several = {name for name in renamed if not homes[name]}
    apart = (by_several & owners.keys()) - shared
    files_of = {name: sum(name in counts for counts in written.values()) for name in renamed}
    ranked = sorted(renamed, key=lambda name: (-files_of[name], -bundle[name], name))
    own = {
        family: [name for name in ranked if homes[name] == family and name not in apart]
        for family in sorted(set(homes.values()))
    }
    # A name that only one family of modules writes shares its new name with other families' names, as no
    # object has both: the first names of all families share one, and so on. What most files spell is short.
    shares = [{name} for name in own.pop("", [])]
    shares += [set(each) - {""} for each in itertools.zip_longest(*own.values(), fillvalue="")]
    shares += attributes.apart([name for name in ranked if name in apart], owners)
    shares.sort(key=lambda share: (-sum(files_of[name] for name in share), sorted(share)))
    new = {name: short for share, short in zip(shares, _free(taken), strict=False) for name in share}
    public = {name: new[name] for name in ranked if not homes[name] and name not in apart}
    private = {
        module: {name: new[name] for name in own.get(families[module], [])} for module in sorted(files)
    }
    of_objects = {
        module: {name: new[name] for name in sorted(apart & counts.keys())}
        for module, counts in sorted(written.items())
    }
    functions = {
        name
        for file in files.values()
        for name, node in identifiers(file.tree)
        if isinstance(node, ast.FunctionDef)
    }
    return Names(public, _filled(private), _filled(of_objects), sorted(functions & renamed))


def _filled(of_modules: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    return {module: names for module, names in of_modules.items() if names}


def _bound(tree: ast.AST) -> Iterator[str]:
    """Names that get their meaning here. A name that gets none in the whole bundle is somebody else's."""
    for name, node in identifiers(tree):
        if isinstance(node, ast.Name | ast.Attribute):
            if isinstance(node.ctx, ast.Store):
                yield name
        elif isinstance(node, ast.FunctionDef | ast.ClassDef | ast.arg):
            yield name


def _interned(tree: ast.Module) -> Iterator[str]:
    """Names that MicroPython keeps: not those of local variables, but those of arguments."""
    for name, node in identifiers(tree):
        if isinstance(
            node, ast.Attribute | ast.FunctionDef | ast.ClassDef | ast.arg | ast.keyword | ast.Lambda
        ):
            yield name
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef):
            for statement in node.body:
                if not isinstance(statement, ast.FunctionDef | ast.ClassDef):
                    yield from _stored_names(statement)


def _stored_names(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store):
            yield each.id


def _stored_elsewhere(tree: ast.AST) -> Iterator[str]:
    """Attributes set on what is not `self`: their object may be of any family."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and not attributes.of_self(node)
        ):
            yield node.attr


def _families(files: dict[str, File], joined: Joined) -> dict[str, str]:
    """Modules whose classes inherit from each other share their objects; each family is named by one."""
    family = {module: module for module in files}
    classes = {
        (joined.homes.get(module, module), node.name): module
        for module, file in files.items()
        for node in file.tree.body
        if isinstance(node, ast.ClassDef)
    }
    for module, file in sorted(files.items()):
        for node in ast.walk(file.tree):
            for base in node.bases if isinstance(node, ast.ClassDef) else ():
                place = place_of(base, file) if isinstance(base, ast.Name | ast.Attribute) else ("", "")
                other = classes.get((joined.homes.get(place[0], place[0]), place[1]))
                if other:
                    one, two = family[module], family[other]
                    family = {each: one if of == two else of for each, of in family.items()}
    return family


def _free(taken: set[str]) -> Iterator[str]:
    """New names, the cheapest first; when those are used up, names that cost a little heap."""
    from_rom = sorted(rom.COMMON, key=lambda name: (len(name), name))
    made = map("".join, itertools.product(string.ascii_lowercase, string.ascii_lowercase + string.digits))
    # A letter may be in the ROM too, but must not be given away twice.
    for name in dict.fromkeys([*_LETTERS, *from_rom, *made]):
        fit = not keyword.iskeyword(name) and not _ERROR.search(name)
        if fit and name not in taken and name not in rom.LOOKED_UP:
            yield name


def refuse_clashes(file: File, names: Names) -> None:
    """In a file each name must become one of its own; only attributes of different objects may become one."""
    meant: dict[str, str] = {}
    of_objects = names.attributes.get(file.module, {})
    news = names.of(file.module)
    for name in sorted({name for name, _ in identifiers(file.tree)}):
        new = news.get(name, name)
        if new in meant and not (name in of_objects and meant[new] in of_objects):
            raise SqueezeError(f"{file.path}: {meant[new]} and {name} would both become {new}: rename one.")
        meant[new] = name


class Rename(ast.NodeTransformer):
    """Writes the new names into one file."""

    def __init__(self, names: dict[str, str], modules: Iterable[str]) -> None:
        self._names = names
        self._modules = set(modules)

    def _new(self, name):
        return self._names.get(name, name)

    def visit_Name(self, node):
        node.id = self._new(node.id)
        return node

    def visit_Attribute(self, node):
        self.generic_visit(node)
        node.attr = self._new(node.attr)
        return node

    def _definition(self, node):
        self.generic_visit(node)
        node.name = self._new(node.name)
        return node

    visit_FunctionDef = visit_ClassDef = visit_ExceptHandler = _definition

    def _argument(self, node):
        self.generic_visit(node)
        node.arg = self._new(node.arg)
        return node

    visit_arg = visit_keyword = _argument

    def visit_Global(self, node):
        node.names = [self._new(name) for name in node.names]
        return node

    visit_Nonlocal = visit_Global

    def visit_Import(self, node):
        for alias in node.names:
            shown = self._new(alias.asname or alias.name)
            alias.asname = shown if shown != alias.name else None
        return node

    def visit_ImportFrom(self, node):
        for alias in node.names:
            shown = alias.asname or alias.name
            if node.module in self._modules and f"{node.module}.{alias.name}" not in self._modules:
                alias.name = self._new(alias.name)
            shown = self._new(shown)
            alias.asname = shown if shown != alias.name else None
        return node
