"""Refuses what the build cannot judge: names that are made, told, or looked into when the program runs.

A name that is asked for by a text is known if the text stands there, or if it comes from a loop over a global
tuple of texts.
"""

import ast
from collections import Counter
from collections.abc import Iterator

from . import rom
from .source import Files, bare, foresees, loaded_by, nodes_of, of_module, said, stored, texts

_ASKING = {"getattr": 2, "setattr": 3, "delattr": 2, "hasattr": 0}  # and with how many arguments
_LOOKING = {"globals", "locals", "vars", "dir", "eval", "exec", "compile", "execfile", "__import__"}
_LOOKING |= {"__name__", "__file__"}
_LOOKED_INTO = {"__dict__", "__name__", "__qualname__", "__module__", "__globals__", "__code__"}
_TOLD_NAMES = {"__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__set_name__"}
_TAKING_NAMES = {"format", "dict", "update"}  # they make texts of their keywords
_LOOP = ast.For | ast.comprehension
_MODULES = "sys:.modules"
_UNSURE = "who has which name cannot be judged: ask for something else"
_ANY_MODULE = 'which module this is cannot be judged: import it, or __import__("a." + name, …).something'


class Judge(ast.NodeVisitor):
    """What cannot be seen by the marks, once nothing was refused."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._times = Counter(stored(file.tree for file in files.values()))
        given = [node for file in files.values() for node in file.tree.body if isinstance(node, ast.Assign)]
        self._tables = {said(node.targets[0]): node.value for node in given}
        self.names: set[str] = set()  # attributes that are asked for by texts
        self.begun: set[str] = set()  # what names of modules begin with that are imported by texts
        self.whole: set[str] = set()  # modules that are passed on, so that anybody may ask them for anything
        for self._file in files.values():
            self._functions: list[ast.AST] = []
            self._caught: list[str | None] = []
            self._asked: set[int] = set()  # what is asked for a name at once
            self._judged: set[int] = set()  # functions that ask for names or modules, as they may
            self._foreseen = 0  # imports that may fail
            modules = {text for text in texts(self._file.tree) & files.keys() if "." in text}
            self._refuse(self._file.tree, f"{modules} are modules: only imports name them", modules)
            self.visit(self._file.tree)

    def _refuse(self, node: ast.AST, sentence: str, condition: object) -> None:
        if condition:
            raise self._file.refuse(node, sentence)

    # ---- imports ----

    def visit_Try(self, node):
        self._foreseen += foresees(node)
        self.generic_visit(node)
        self._foreseen -= foresees(node)

    def _import(self, node):
        unknown = set(loaded_by(node)) - rom.MODULES - self._files.keys()
        why = f"which names {unknown} has is not known: enter them in build/squeeze/rom.txt"
        self._refuse(node, why, unknown and not self._foreseen)
        for alias in node.names:
            unseen = getattr(node, "level", 0) or alias.name == "*"
            self._refuse(node, "what this brings is not written here: name it, from its root", unseen)
            several = of_module(alias.name) and self._times[alias.name] > 1
            self._refuse(node, f"{bare(alias.name)} changes: ask its module for it", several)

    visit_Import = visit_ImportFrom = _import

    # ---- names that are told ----

    def _function(self, node):
        self._refuse(node, "** makes texts of names: name the arguments", node.args.kwarg)
        told = bare(getattr(node, "name", "")) in _TOLD_NAMES
        self._refuse(node, "this method is told names, which the build changes: do without it", told)
        self._functions.append(node)
        self.generic_visit(node)
        self._functions.pop()

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = _function

    def visit_ExceptHandler(self, node):
        caught = {said(each) for each in nodes_of(node.type)} if node.type else set()
        self._refuse(node, _UNSURE, caught & {"AttributeError", "NameError"})
        self._caught.append(node.name)
        self.generic_visit(node)
        self._caught.pop()

    def visit_NamedExpr(self, node):
        self._refuse(node, "whose name this is cannot be judged: write a statement", True)

    def visit_Name(self, node):
        why = f"what {node.id} tells or does cannot be judged: do without it"
        self._refuse(node, why, id(node) not in self._judged and node.id in _LOOKING.union(_ASKING))
        if node.id[-1] == ":" and not isinstance(node.ctx, ast.Del):
            self.whole |= {node.id[:-1]} & self._files.keys()

    def visit_Attribute(self, node):
        """Only errors keep their names: those of what an `except` has caught may be told."""
        if said(node.value)[:-1] in self._files:
            why = f"{bare(node.attr)} is set from another module: give its own a function that does so"
            self._refuse(node, why, not isinstance(node.ctx, ast.Load))
            return
        tells = node.attr in _LOOKED_INTO
        told = tells and ast.unparse(node) not in {f"type({name}).__name__" for name in self._caught}
        self._refuse(node, f"{node.attr} tells names, which the build changes: do without it", told)
        of = ast.unparse(node.value)
        self._refuse(node, _ANY_MODULE, of.startswith(_MODULES))
        self.names |= {node.attr} if of.startswith("__import__(") else set()
        self._asked.add(id(node.value))
        self.generic_visit(node)

    def visit_Subscript(self, node):
        loads = isinstance(node.ctx, ast.Load) and id(node) not in self._asked
        self._refuse(node, _ANY_MODULE, loads and ast.unparse(node.value) == _MODULES)
        self.generic_visit(node)

    def visit_keyword(self, node):
        self._refuse(node.value, "** takes texts for names: name the arguments", node.arg is None)
        self.generic_visit(node)

    # ---- names that are asked for ----

    def visit_Call(self, node):
        called = said(node.func)
        makes = called in _TAKING_NAMES and node.keywords
        self._refuse(node, f"{called} makes texts of these names: give it no keywords", makes)
        made = called == "type" and len(node.args) > 1
        self._refuse(node, "the names of this class are texts: write it as a class", made)
        if called in _ASKING and isinstance(node.func, ast.Name):
            self._judged.add(id(node.func))
            self._asked.add(id(node.args[0]))
            of = ast.unparse(node.args[0])
            if not of.startswith(f"{_MODULES}["):  # else it is a module's, which is kept
                self._refuse(node, _UNSURE, len(node.args) != _ASKING[called])
                asked = set(self._texts_of(node.args[1]))
                why = f"which name {called} asks for cannot be judged: write it, or loop over a global tuple"
                self._refuse(node, why, None in asked or not asked)
                self.names |= {str(text) for text in asked}
        elif called == "__import__" and isinstance(node.func, ast.Name):
            begun = getattr(getattr(node.args[0], "left", None), "value", None)
            self._refuse(node, _ANY_MODULE, not isinstance(begun, str) or id(node) not in self._asked)
            self._judged.add(id(node.func))
            self.begun.add(begun)
        self.generic_visit(node)

    def _texts_of(self, node: ast.AST | None) -> Iterator[str | None]:
        """The texts that this may be; None among them if that cannot be told."""
        if isinstance(node, ast.Name) and node.id[0] == ":" and self._functions:
            loops = [each for each in nodes_of(self._functions[0]) if isinstance(each, _LOOP)]
            mine = [each for each in loops if said(getattr(each.target, "elts", [each.target])[0]) == node.id]
            yield from [] if list(stored(self._functions[:1])).count(node.id) == len(mine) else [None]
            for loop in mine:
                table = self._tables.get(said(loop.iter))
                rows = table.elts if isinstance(table, ast.Tuple) else []
                for row in rows if self._times[said(loop.iter)] == 1 and rows else [None]:
                    first = isinstance(loop.target, ast.Tuple)
                    yield from self._texts_of(getattr(row, "elts", [None])[0] if first else row)
        else:
            yield node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
