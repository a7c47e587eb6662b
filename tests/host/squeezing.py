"""A small program to squeeze: modules `clock.*` of which everything hangs on run()."""

from tileclock_host import squeeze

MAIN = "from clock.app import run\nrun()\n"


def squeezed(*outside, homes=(), **modules):
    """The sources of `clock/<module>.py` after the squeeze, and the key; everything hangs on run()."""
    sources = {f"clock/{name}.py": text for name, text in modules.items()} | {"clock/__init__.py": ""}
    done = squeeze.squeeze(sources, [MAIN, *outside], homes)
    return {path[6:-3]: text for path, text in done.sources.items()}, done.key
