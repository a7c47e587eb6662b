"""What the rules cost: instructions of scoring a table of six and of a turn, and their share of the flash."""

from tests import words
from tests.bench import vm32
from tests.bench.figure import Figure
from tests.presets import text_of
from tileclock_host.build import bundle

LIMIT = 18_000  # bytes: a ninth of the bundle

# Names are looked up and entries made before the mark: only the call lies between two marks.
CODE = """
from tileclock.core import match, pool, preset, scoring

mark("load")
pl = preset.read(PL)
mark("loaded")
entries = scoring.Entries(6)
entries.racks = [(0, 0), (31, 1), (12, 0), (7, 2), (55, 0), (3, 1)]
entries.marks = [0, 0, 1, 2, 2, 0]
entries.announced = [False, False, False, True, False, False]
series = match.Match(pl)
seats = range(6)
mark("score")
result = scoring.score_out(pl, entries, 0)
mark("scored")
series.add(result, seats)
places = series.places()
mark("ranked")
entries.racks = [(3, 0), (31, 1), (3, 0), (7, 2), (3, 0), (3, 1)]
mark("tie")
scoring.score_unfinished(pl, entries, "lap")
mark("tied")
tiles = pool.Pool(pl, 6)
ending = pool.Ending(pl, seats)
mark("turn")
taken = tiles.draw(1)
tiles.stack_left
tiles.new_stack_due
ending.turn(0, taken == 0, tiles.left)
ending.over
mark("turned")
"""


def measure() -> list[Figure]:
    folder = bundle.ensure()
    run = vm32.run(words.translate(f"PL = {text_of('pl')!r}\n{CODE}", bundle.key(folder)), folder)

    def fuel(name: str, start: str, end: str) -> Figure:
        (spent,) = run.spent(start, end)
        return Figure(f"instructions: {name}", spent, "fuel")

    places = bundle.key(folder).places
    shared = {place for name, place in places.items() if not name.startswith("tileclock.core.")}
    own = sorted(set(places.values()) - shared)  # files with nothing in them but core
    files = [folder / (place.replace(".", "/") + ".mpy") for place in own if place]
    assert files, "the rules have files of their own"
    return [
        fuel("scoring six players, one is out", "score", "scored"),
        fuel("scoring six players, three tie", "tie", "tied"),
        fuel("adding a game of six and ranking", "scored", "ranked"),
        fuel("pool, stacks and last lap of a turn", "turn", "turned"),
        fuel("loading and checking a preset", "load", "loaded"),
        Figure(
            "rules loaded when they are needed",
            sum(path.stat().st_size for path in files),
            "bytes",
            limit=LIMIT,
        ),
    ]
