"""A small program to squeeze: modules `clock.*` of which everything hangs on run()."""

from pathlib import Path

from tests.vms import vm64
from tileclock_host.build import squeeze

MAIN = "from clock.app import run\nprint(run())\n"


def sources_of(modules: dict[str, str]) -> dict[str, str]:
    paths = {name.replace("__", "/"): text for name, text in modules.items()}
    folders = {f"clock/{path.rpartition('/')[0]}".rstrip("/") for path in paths} | {"clock"}
    packages = {f"{folder}/__init__.py": "" for folder in folders}
    return packages | {f"clock/{path}.py": text for path, text in paths.items()} | {"main.py": MAIN}


def squeezed(*outside, **modules):
    """The sources of `clock/<module>.py` after the squeeze, and the key; `a__b` is the module a.b."""
    done = squeeze.squeeze(sources_of(modules), outside)
    return {path.removeprefix("clock/")[:-3]: text for path, text in done.sources.items()}, done.key


def said(folder: Path, sources: dict[str, str]) -> str:
    """What MicroPython prints when it runs main.py of these files."""
    for path, text in sources.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return vm64(sources["main.py"], folder)


def both(tmp_path: Path, **modules: str) -> tuple[str, str]:
    """What MicroPython prints of the sources as they are, and squeezed."""
    plain = sources_of(modules)
    done = squeeze.squeeze(plain, ())
    return said(tmp_path / "plain", plain), said(tmp_path / "squeezed", done.sources)
