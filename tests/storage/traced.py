"""The firmware with a stop before every statement of its storage rooms, where a test may let it fail."""

import ast
import shutil
from pathlib import Path

from tests.qa.house import FIRMWARE

ROOMS = [
    "files",
    "cable/requests",
    *sorted(f"storage/{path.stem}" for path in (FIRMWARE / "tileclock/storage").glob("[!_]*.py")),
    "table/correct_game",
    "table/finish_game",
    "table/games",
    "table/lay_game",
    "table/resume_game",
    "table/start_game",
]
STOP = "_stop_before"


class _Stops(ast.NodeTransformer):
    """Numbers every statement inside a function, in the order of the file."""

    def __init__(self, room: str) -> None:
        self.room, self.inside = room, False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outer, self.inside = self.inside, True
        self.generic_visit(node)
        self.inside = outer
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        if self.inside:
            for name in ("body", "orelse", "finalbody"):
                statements = getattr(node, name, None)
                if isinstance(statements, list):
                    setattr(node, name, [new for old in statements for new in self._stopped(old)])
        return node

    def _stopped(self, statement: ast.stmt) -> list[ast.stmt]:
        is_text = isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
        if is_text or getattr(statement, "stop", False):
            return [statement]
        where = f"{self.room}:{statement.lineno}"
        stop = ast.parse(f"{STOP}({where!r})").body[0]
        stop.stop = True  # type: ignore[attr-defined]
        return [stop, statement]


def firmware(folder: Path) -> Path:
    """A copy of it in that folder."""
    copy = folder / "traced"
    shutil.copytree(FIRMWARE / "tileclock", copy / "tileclock", ignore=shutil.ignore_patterns("__pycache__"))
    for room in ROOMS:
        path = copy / "tileclock" / f"{room}.py"
        tree = _Stops(room).visit(ast.parse(path.read_text()))
        tree.body.insert(1, ast.parse(f"from stops import before as {STOP}").body[0])
        path.write_text(ast.unparse(ast.fix_missing_locations(tree)))
    return copy


def statements() -> dict[str, str]:
    """What stands there, of every place a stop was put before: handlers of errors are told apart."""
    found = {}
    for room in ROOMS:
        tree = ast.parse((FIRMWARE / "tileclock" / f"{room}.py").read_text())
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                _note(function, room, False, found)
    return found


def _note(node: ast.AST, room: str, rare: bool, found: dict[str, str]) -> None:
    for child in ast.iter_child_nodes(node):
        inside = rare or isinstance(child, ast.ExceptHandler)
        if isinstance(child, ast.stmt):
            is_text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
            if not is_text:
                found[f"{room}:{child.lineno}"] = (
                    "error" if inside or isinstance(child, ast.Raise) else "usual"
                )
        _note(child, room, inside, found)
