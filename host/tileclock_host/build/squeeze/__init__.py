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
import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from . import rom
from .drop import drop
from .fold import Constants, fold, literal
from .join import Places, merge, places
from .judge import Judge
from .link import Globals, link
from .rename import Names, Rename, plan
from .source import Files, asked, bare, errors, nodes_in, of_module, parse, said, special, texts, written
from .source import SqueezeError as SqueezeError
from .source import module_of as module_of  # for whoever has paths
from .write import write


@dataclass(frozen=True)
class Key:
    """How the squeezed code differs from its source, for whoever talks to it, or reads what it says."""

    places: Places = field(default_factory=dict)  # by module, the one it is now or is a part of
    known: Globals = field(default_factory=dict)
    constants: Constants = field(default_factory=dict)
    names: Names = field(default_factory=dict)
    # By module of the bundle, and the new name: what it was.
    functions: dict[str, dict[str, str]] = field(default_factory=dict)
    others: dict[str, dict[str, str]] = field(default_factory=dict)

    def encode(self) -> str:
        return json.dumps(asdict(self), sort_keys=True, indent=1, ensure_ascii=False) + "\n"

    @staticmethod
    def decode(text: str) -> "Key":
        return Key(**json.loads(text))


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
    spelled = set().union(*[texts(file.tree) for file in files.values()])
    spoken = {name for code in outside for name, _ in written(ast.parse(code)) if not re.match("_[^_]", name)}
    named = asked(files)
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
    new, heads = places(files, judge.whole | by_text, by_text)
    fixed = spoken | judge.names | spelled | rom.COMMON | rom.FOREIGN | rom.LOOKED_UP | errors(files)
    folders = {part for module in new.values() for part in module.split(".")}
    fixed |= by_text_asked | _of_others(files) | folders
    merged = merge(files, new, heads)
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
    found = set()
    for node in nodes_in(files):
        root = node
        while isinstance(root, ast.Attribute):
            root = root.value
        whose = said(root).partition(":")[0]  # the module, or a function of MicroPython's
        found |= {said(node)} if whose and whose[0] != "." and whose not in files else set()
    return {name for name in found if not of_module(name)}


def _readable(names: dict[str, set[str]]) -> dict[str, str]:
    return {new: "|".join(sorted(old)) for new, old in sorted(names.items())}
