"""Marks around the press that takes up a long game after a cut."""

import bare
import effort


def run(mark, events):
    effort.leave_out(mark)
    app = bare.boot()
    bare.to_a_turn(app)
    while app.table.play.journal.count < events:
        bare.think(app)
        bare.next_turn(app)
    app = bare.boot()  # what was in memory is there no more
    for _ in range(2):
        bare.pass_time(500)
        app.step()
    assert app.table.storage.unfinished, "the game that was cut is not offered"
    bare.press_ok()
    effort.stretch(mark, "resume", app.step)
    assert app.table.play.journal.count > events, "the game was not taken up"
