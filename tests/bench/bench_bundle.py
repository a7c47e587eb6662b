"""How much of the board's flash the bundle takes."""

from tests.bench.figure import Figure
from tileclock_host.build import bundle


def measure() -> list[Figure]:
    manifest = bundle.load(bundle.ensure())
    fonts = sum(size for name, (size, _) in manifest.files.items() if name.endswith(".fnt"))
    return [
        Figure("bundle, everything that is deployed", manifest.size, "bytes", limit=bundle.LIMIT),
        Figure("bundle: its fonts", fonts, "bytes", limit=12_000),
    ]
