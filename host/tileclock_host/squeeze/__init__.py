"""Makes the bundle's Python smaller before it is compiled: constants folded, the unused dropped, names free.

MicroPython keeps every name a program uses on its heap for ever, and every constant of a module as an entry
of the module's table. So the build works on the syntax trees of all files together:

1. `fold` puts the values of constants where they are used,
2. `drop` takes out what nothing refers to any more,
3. `join` makes one module of those that are always loaded together,
4. `inline` puts functions that are called from one place only into that place,
5. `arguments` gives all arguments the same few names,
6. `room` leaves places free in the tables of objects,
7. `rename` gives what is left names that MicroPython has in its ROM anyway, `order` those used most first.

The sources stay as they are. What a crash of the board says is translated back by `restore`; code that talks
to the squeezed firmware from outside, such as a test's, is brought into its words by `translate`.
"""

import ast
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tileclock_host.squeeze import rom
from tileclock_host.squeeze.arguments import shorten
from tileclock_host.squeeze.attributes import RenameOutside
from tileclock_host.squeeze.drop import drop
from tileclock_host.squeeze.fold import Constants, fold, fold_file
from tileclock_host.squeeze.inline import inline
from tileclock_host.squeeze.join import Joined, join, merge, redirect
from tileclock_host.squeeze.order import order
from tileclock_host.squeeze.rename import Names, Rename, plan, refuse_clashes
from tileclock_host.squeeze.room import leave_room
from tileclock_host.squeeze.source import File, SqueezeError, identifiers, link, parse, texts
from tileclock_host.squeeze.source import module_of as module_of  # for whoever has paths

# Where names are made when the program runs: how the names that can come out are known. Names that stand in
# the bundle as a text are kept in any case. Whoever adds such a place finds out which names it can make.
BY_TEXT = {
    "tileclock/core/match.py: getattr(self, criterion)": "texts of the preset's ranking",
    "tileclock/cable/requests.py: getattr(now, name)": "texts of FIELDS",
    "tileclock/storage/settings.py: getattr(self, name)": "texts of FIELDS",
    "tileclock/storage/settings.py: setattr(self, name, value)": "texts of FIELDS",
    "tileclock/ui/preferences.py: getattr(self.settings, name)": "texts of FIELDS",
    "tileclock/ui/menu.py: getattr(self.kit.words, self.TITLE)": "texts of each TITLE",
    "tileclock/lang/__init__.py: "
    "getattr(__import__('tileclock.lang.' + language, None, None, (name,)), name)": "names of the sections",
    "tileclock/memory.py: delattr(holder, leaf)": "names of modules",
    "tileclock/memory.py: setattr(holder, leaf, None)": "names of modules",
    "tileclock/memory.py: hasattr(holder, leaf)": "names of modules",
}
_REFLECTIVE = {
    "getattr", "setattr", "hasattr", "delattr", "globals", "locals", "vars", "dir", "eval", "exec", "compile",
}  # fmt: skip
_SPECIAL = re.compile(r"__(?!version|repo)\w+__")
_PRIVATE = re.compile("_[^_]")


@dataclass(frozen=True)
class Squeezed:
    """The files as they are compiled, and what it takes to translate."""

    sources: dict[str, str]
    key: "Key"


@dataclass(frozen=True)
class Key:
    """How the squeezed code differs from its source."""

    modules: list[str] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    constants: Constants = field(default_factory=Constants)
    joined: Joined = field(default_factory=Joined)
    dropped: list[str] = field(default_factory=list)

    def encode(self) -> str:
        known = [[module, name, value] for (module, name), value in self.constants.of_modules.items()]
        content = {
            "modules": self.modules,
            "public": self.names.public,
            "private": self.names.private,
            "attributes": self.names.attributes,
            "functions": self.names.functions,
            "constants": [entry for entry in known if _plain(entry[2])],
            "of_classes": {name: value for name, value in self.constants.of_classes.items() if _plain(value)},
            "homes": self.joined.homes,
            "renamed": self.joined.names,
            "dropped": self.dropped,
        }
        return json.dumps(content, sort_keys=True, indent=1, ensure_ascii=False) + "\n"


def decode(text: str) -> Key:
    content = json.loads(text)
    constants = {(module, name): value for module, name, value in content["constants"]}
    return Key(
        content["modules"],
        Names(content["public"], content["private"], content["attributes"], content["functions"]),
        Constants(constants, content["of_classes"]),
        Joined(content["homes"], set(content["modules"]), content["renamed"]),
        content["dropped"],
    )


def _plain(value: Any) -> bool:
    return value is None or isinstance(value, bool | int | str)


def squeeze(sources: dict[str, str], outside: Iterable[str], homes: Iterable[str] = ()) -> Squeezed:
    """Squeeze the files of a bundle, by their paths on its search path.

    `outside` is code that talks to them and stays as it is: every name in it keeps its meaning. Each of the
    modules `homes` takes in what it imports.
    """
    files = parse(sources)
    for file in files.values():
        _check(file)
    others = [ast.parse(each) for each in outside]
    spoken = {name for tree in others for name, _ in identifiers(tree) if not _PRIVATE.match(name)}
    called = spoken | rom.LOOKED_UP | _errors(files)

    constants, dropped = Constants(), set()
    while True:
        fold(files, constants)
        gone = drop(files, lambda name: name in called or bool(_SPECIAL.fullmatch(name)))
        if not gone:
            break
        dropped |= gone
    joined = join(files, homes, others)
    dropped |= inline(files, lambda name: name in called or bool(_SPECIAL.fullmatch(name)), joined)
    shorten(files, others)
    leave_room(files, joined)
    fixed = called | rom.COMMON | rom.SOMETIMES | {part for module in files for part in module.split(".")}
    spelled = {text for file in files.values() for text in texts(file.tree)}
    names = plan(
        files, lambda name: name in fixed or name in spelled or bool(_SPECIAL.fullmatch(name)), joined
    )
    for module, file in files.items():
        refuse_clashes(file, names)
        file.tree = Rename(names.of(module), files).visit(file.tree)
    merged = merge({module: file.tree for module, file in files.items()}, joined)
    written = {files[module].path: _write(order(tree)) for module, tree in merged.items()}
    return Squeezed(written, Key(sorted(files), names, constants, joined, sorted(dropped)))


def _write(tree: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(_Bare().visit(tree))) + "\n"


class _Bare(ast.NodeTransformer):
    """What MicroPython does faster.

    `a, b = c, d` needs no tuple, unless it is written with brackets as ast does. For `import os` MicroPython
    looks all over the flash, each time, before it takes its own; for `import uos` it does not.
    """

    def visit_Import(self, node: ast.Import) -> ast.AST:
        for alias in node.names:
            if alias.name in rom.MODULES:
                alias.name, alias.asname = "u" + alias.name, alias.asname or alias.name
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        if node.module in rom.MODULES:
            node.module = "u" + node.module
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        if isinstance(node.value, ast.Tuple) and isinstance(node.targets[-1], ast.Tuple):
            node.value = ast.Name(", ".join([ast.unparse(each) for each in node.value.elts]), ast.Load())
        return node


def _check(file: File) -> None:
    """Refuse code that makes names when it runs, unless somebody has found out which."""
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Attribute) and node.attr == "__dict__":
            raise SqueezeError(f"{file.path} looks into a __dict__: use a dict of your own, names change.")
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        literal = len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
        place = f"{file.path}: {ast.unparse(node)}"
        if node.func.id in _REFLECTIVE and not literal and place not in BY_TEXT:
            raise SqueezeError(
                f"{place} makes a name when it runs: see that each such name also stands somewhere as a text "
                "of its own, and enter the place in BY_TEXT of tileclock_host/squeeze."
            )


def _errors(files: dict[str, File]) -> set[str]:
    """Classes of exceptions: their names are shown to people."""
    found: set[str] = set()
    while True:
        more = {
            node.name
            for file in files.values()
            for node in ast.walk(file.tree)
            if isinstance(node, ast.ClassDef)
            for base in node.bases
            if isinstance(base, ast.Name) and (base.id in found or base.id.endswith(("Error", "Exception")))
        }
        if more <= found:
            return found
        found |= more


def translate(code: str, key: Key, *, within: str = "") -> str:
    """Code that was written for the firmware's sources, in the words of the squeezed firmware.

    `within` is the module whose private names are meant, where several modules have a name of that kind.
    """
    files = {module: File(module.replace(".", "/") + ".py", ast.Module([], [])) for module in key.modules}
    file = File("outside", ast.parse(code))
    link(file, files)
    fold_file(file, key.constants)
    _drop_imports(file, key)
    redirect(file, key.joined)
    names = dict(key.names.public)
    written = {name for name, _ in identifiers(file.tree)}
    for name in sorted(written - names.keys()):
        renamed = {own[name] for module, own in key.names.private.items() if name in own}
        if within and name in key.names.private.get(within, {}):
            renamed = {key.names.private[within][name]}
        if len(renamed) > 1:
            raise SqueezeError(f"{name} is a private name of several modules: say within which it is meant.")
        names.update((name, new) for new in renamed)
    taken = {names.get(each, each) for each in written}
    spare = sorted(rom.COMMON - rom.LOOKED_UP)
    for name in sorted({names[each] for each in written if each in names} & written - names.keys()):
        if name not in _own_variables(file.tree):
            raise SqueezeError(f"{name} means something else in the squeezed firmware: call it otherwise.")
        names[name] = next(each for each in spare if each not in taken)
        taken.add(names[name])
    # Variables may be called as the firmware calls an attribute.
    of_objects = {old: new for own in key.names.attributes.values() for old, new in own.items()}
    return _write(Rename(names, key.modules).visit(RenameOutside(of_objects).visit(file.tree)))


def _own_variables(tree: ast.AST) -> set[str]:
    """Names that are nothing but variables and arguments in this code."""
    found: dict[str, bool] = {}
    for name, node in identifiers(tree):
        found[name] = found.get(name, True) and isinstance(node, ast.Name | ast.arg)
    bound = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    bound |= {
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return {name for name in bound if found[name]}


def _drop_imports(file: File, key: Key) -> None:
    """Constants whose values stand in the code now are not there to be imported."""
    read = {node.id for node in ast.walk(file.tree) if isinstance(node, ast.Name)}
    for node in ast.walk(file.tree):
        if not (isinstance(node, ast.ImportFrom) and node.module in key.modules):
            continue
        folded = [a for a in node.names if (node.module, a.name) in key.constants.of_modules]
        node.names = [a for a in node.names if a not in folded or (a.asname or a.name) in read]
        gone = [alias.name for alias in node.names if alias.name in key.dropped]
        if gone:
            raise SqueezeError(f"{node.module} has no {gone[0]} in the bundle: nothing there refers to it.")
        if not node.names:  # a statement that does nothing takes its place
            node.module, node.names = "sys", [ast.alias("modules", "_")]


_PLACE = re.compile(r'^(\s*File ")([\w.]+)(", line \d+, in )(\S+)$')
_MISSED = re.compile(r"^(AttributeError|NameError|ImportError|TypeError)\b")


def restore(text: str, key: Key) -> str:
    """What a crash of the squeezed firmware says, with the names of the sources."""
    modules = set(key.modules)
    lines, module = [], ""
    for line in text.splitlines(keepends=True):
        shown = line
        place = _PLACE.match(line.rstrip("\r\n"))
        end = line[len(line.rstrip("\r\n")) :]
        if place and place[2] in modules:
            module = place[2]
            shown = f"{place[1]}{module}{place[3]}{_old(place[4], module, key, key.names.functions)}{end}"
        elif _MISSED.match(line):
            shown = re.sub(r"'\w+'", lambda found, of=module: _old(found[0][1:-1], of, key).join("''"), line)  # type: ignore[misc]
        lines.append(shown)
    return "".join(lines)


def _old(name: str, module: str, key: Key, likely: Iterable[str] = ()) -> str:
    """The name in the sources; where there are several for it the likely ones, or all of them."""
    members = key.joined.members(module) or [module]
    found = {old for each in members for old, new in key.names.of(each).items() if new == name}
    return "|".join(sorted(found & set(likely) or found)) or name
