"""How long it takes to go on with a long game after the power was gone."""

from tests import words
from tests.bench import box, inside, vm32
from tests.bench.bench_fuel import FUEL_PER_US, price_of_a_detour
from tests.bench.box import MS, SECOND
from tests.bench.figure import Figure
from tests.presets import text_of
from tileclock_host.build import bundle

_EVENTS = 600
_LIMIT = 1000  # ms

_FOLD = """
from tileclock.core import preset as rules
from tileclock.core import records as r
from tileclock.core.play import Play

preset = rules.read(PL)
play = Play(preset)
play.happen(r.DEAL, 0, 15, 0, 40)
play.happen(r.BEGIN, 0)
at = 0
while play.journal.count < EVENTS:
    at += 7_000
    play.happen(r.END_TURN, at)
    if play.journal.count % 3 and play.game.pool.left > 20:
        play.happen(r.DREW, at + 600, 0)
play.journal.rewind()
mark("resume")
Play(preset, play.journal)
mark("resumed")
"""


def measure() -> list[Figure]:
    folder = bundle.ensure()
    code = words.translate(f"PL = {text_of('pl')!r}\nEVENTS = {_EVENTS}\n{_FOLD}", bundle.key(folder))
    fold = max(vm32.run(code, folder).spent("resume", "resumed"))
    work = _whole() / FUEL_PER_US / MS
    blocked = _blocked() / MS
    return [
        Figure(f"folding {_EVENTS} events", fold, "fuel"),
        Figure(f"going on after {_EVENTS} events: its code", round(work), "ms"),
        Figure(f"going on after {_EVENTS} events: flash and bus", round(blocked), "ms"),
        Figure(f"going on after {_EVENTS} events", round(work + blocked), "ms", limit=_LIMIT),
    ]


def _whole() -> int:
    """Instructions from the press to the picture of the pause, what is loaded for it included."""
    result = inside.on_32(f"import resuming\nresuming.run(mark, {_EVENTS})")
    return result.without("out", "back", price=price_of_a_detour(result)).spent("resume", "done")[0]


def _blocked() -> int:
    """From the press to the picture of the pause, in which interpreting costs next to nothing."""
    with box.box() as (board, bus):
        box.begin(board, bus)
        for _ in range(_EVENTS):
            box.tap(board, box.on_turn(board))
            board.advance(240 * MS)
        board.pull_plug()
        board.power_on()
        board.advance(3 * SECOND)
        shown, at = board.oled.frame(), board.press("ok")
        while board.oled.frame() == shown or board.now - bus.transfers[-1].end < 50 * MS:
            board.advance(5 * MS)
            assert board.now - at < 5 * SECOND, "the game was not taken up"
        return bus.transfers[-1].end - at
