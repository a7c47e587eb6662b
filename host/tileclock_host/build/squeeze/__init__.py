"""Makes the bundle's Python smaller before it is compiled: constants folded, the unused dropped, names free.

MicroPython keeps every name a program uses on its heap for ever, and every constant of a module as an entry
of the module's table. So the build works on the syntax trees of all files together:

1. `link` marks every name by what it means,
2. `judge` refuses what could mean something else afterwards,
3. `fold` puts the values of constants where they are used,
4. `drop` takes out what nothing refers to any more,
5. `join` makes one module of those that are always loaded together,
6. `rename` gives what is left names that MicroPython has in its ROM anyway, `write` those used most first.

The sources stay as they are; `tileclock log` tells a crash in their names, by what the `Key` says.
"""

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass

from tileclock_host.build.squeeze import rom
from tileclock_host.build.squeeze.drop import drop
from tileclock_host.build.squeeze.fold import Constants, fold, literal
from tileclock_host.build.squeeze.join import merge, places
from tileclock_host.build.squeeze.judge import Judge
from tileclock_host.build.squeeze.key import Key
from tileclock_host.build.squeeze.link import link
from tileclock_host.build.squeeze.rename import Rename, plan
from tileclock_host.build.squeeze.source import (
    Files,
    bare,
    errors,
    nodes_of,
    of_module,
    parse,
    said,
    special,
    texts,
    written,
)
from tileclock_host.build.squeeze.source import SqueezeError as SqueezeError
from tileclock_host.build.squeeze.source import module_of as module_of  # for whoever has paths
from tileclock_host.build.squeeze.write import write

_PRIVATE = re.compile("_[^_]")


@dataclass(frozen=True)
class Squeezed:
    """The files as they are compiled, and what became of their names."""

    sources: dict[str, str]
    key: Key


def squeeze(sources: dict[str, str], outside: Iterable[str] = ()) -> Squeezed:
    """Squeeze the files of a bundle, by their paths on its search path; main.py starts them.

    What has a name in code `outside`, which stays as it is, is somebody else's, and keeps it.
    """
    files = parse(sources)
    known = link(files)
    judge = Judge(files)
    trees = [file.tree for file in files.values()]
    spelled = set().union(*map(texts, trees))
    spoken = {name for code in outside for name, _ in written(ast.parse(code)) if not _PRIVATE.match(name)}
    named = {said(node) for tree in trees for node in nodes_of(tree) if isinstance(node, ast.Attribute)}
    marks = [mark for module in judge.whole for mark in known[module].values()]
    open_ = {mark: bare(mark) for mark in marks if bare(mark) in named}
    by_text = {begun + text for begun in judge.begun for text in spelled} & files.keys()
    by_text_asked = {f"{module}:{name}" for module in by_text for name in judge.names}

    constants: Constants = {}
    kept = by_text_asked | open_.keys() | spoken | judge.names | rom.LOOKED_UP
    before = ""
    while before != (now := "".join(ast.dump(file.tree) for file in files.values())):
        before = now
        fold(files, constants, kept)
        drop(files, kept)
    new = places(files, judge.whole | by_text)
    fixed = spoken | judge.names | spelled | rom.COMMON | rom.FOREIGN | rom.LOOKED_UP | errors(files)
    fixed |= (
        by_text_asked | _of_others(files) | {part for module in new.values() for part in module.split(".")}
    )
    merged = merge(files, new)
    names = plan(merged, open_, lambda name: name in fixed or special(name))
    walks = {place: Rename(names, file.tree) for place, file in merged.items()}
    left = {module: place if place in merged else "" for module, place in new.items()}
    put_in = {name: value for name, value in constants.items() if literal(value)}
    functions = {place: _readable(walk.functions) for place, walk in walks.items()}
    others = {place: _readable(walk.others) for place, walk in walks.items()}
    text = {merged[place].path: write(walk.tree, walk.used) for place, walk in walks.items()}
    return Squeezed(text, Key(left, known, put_in, names, functions, others))


def _of_others(files: Files) -> set[str]:
    """Names that are not the bundle's own: of MicroPython's functions, and what is asked of its modules."""
    nodes = [node for file in files.values() for node in nodes_of(file.tree)]
    found = {node.id for node in nodes if isinstance(node, ast.Name) and node.id[0] not in ".:"}
    for node in nodes:
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        outside = of_module(said(root)) and said(root).split(":")[0] not in files
        found |= {node.attr} if isinstance(node, ast.Attribute) and outside else set()
    return {name for name in found if not of_module(name)}


def _readable(names: dict[str, set[str]]) -> dict[str, str]:
    return {new: "|".join(sorted(old)) for new, old in sorted(names.items())}
