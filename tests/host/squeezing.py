"""A small program to squeeze: modules `clock.*` of which everything hangs on run()."""

import ast
import subprocess
import sys

from tileclock_host import squeeze

MAIN = "from clock.app import run\nrun()\n"


def squeezed(*outside, homes=(), **modules):
    """The sources of `clock/<module>.py` after the squeeze, and the key; everything hangs on run()."""
    sources = {f"clock/{name}.py": text for name, text in modules.items()} | {"clock/__init__.py": ""}
    done = squeeze.squeeze(sources, [MAIN, *outside], homes)
    return {path[6:-3]: text for path, text in done.sources.items()}, done.key


def ran(sources, folder):
    """What run() returns in the squeezed program, laid down in that folder."""
    (folder / "clock").mkdir()
    for name, text in sources.items():
        (folder / "clock" / f"{name}.py").write_text(text)
    told = subprocess.run(
        [sys.executable, "-c", "from clock.app import run; print([run()])"],
        cwd=folder, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return ast.literal_eval(told.stdout)[0]
