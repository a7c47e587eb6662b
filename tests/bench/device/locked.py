"""A press, a switch, a second, a tenth, an expiry and its choice, each with the heap locked."""

import bare
import micropython

from tileclock.core import records as r
from tileclock.device.presses import PRESS


def run():
    app = bare.boot()
    bare.to_a_turn(app)
    table, stage = app.table, app.go.stage
    # What can happen at all happens once before: the first time draws glyphs that were never drawn.
    for _ in range(5):
        bare.think(app)
        bare.next_turn(app)
    bare.think(app)

    def locked(what):
        micropython.heap_lock()
        try:
            what()
        finally:
            micropython.heap_unlock()

    def press_of_another():
        stage.screen.press(PRESS, (table.game.seat + 1) % 4, stage.now)

    def switch():
        stage.screen.press(PRESS, table.game.seat, stage.now)

    def draw_a_tile():
        table.happen(r.DREW, stage.now, 0)

    def expiry():
        table.happen(r.EXPIRE, stage.now)

    def choice():
        table.happen(r.RESOLVE, stage.now, 0, 1)

    for what in (press_of_another, app.step, switch, app.step, draw_a_tile, app.step):
        locked(what)
    bare.pass_time(31_000)
    app.step()
    for _ in range(20):
        bare.pass_time(100)
        locked(app.step)
    for what in (expiry, app.step, choice, app.step):
        locked(what)
    print("nothing allocated")
