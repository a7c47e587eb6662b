"""A game of Word: what stays on the heap after a switch, a hold and the presses of an entry."""

# ruff: noqa: PLC0415 – the firmware is imported when it boots

import json

import allocation
import bare


def boot():
    """A box on which Word was chosen last; the first turn runs."""
    bare.settle_in(preset="word", limit=60, sitting=0b1111)
    app = bare.boot()
    bare.to_a_turn(app)
    assert app.table.next.preset["id"] == "word", "the settings were not read"
    return app


def hold(app, seat):
    """Of who is on turn it is a draw, of another it ends a number of his entry."""
    cost = allocation.edge(app, seat, 0) + allocation.whole_pass(app, 700) + allocation.edge(app, seat, 1)
    bare.pass_time(60)
    return cost


def press_key(app, seat):
    cost = allocation.edge(app, seat, 0)
    bare.pass_time(60)
    cost += allocation.edge(app, seat, 1)
    bare.pass_time(60)
    return cost


def rounds(app, count):
    """Turns of all kinds, so that everything has been drawn once."""
    for _ in range(count):
        bare.think(app)
        seat = app.table.game.seat
        press_key(app, seat)
        for _ in range(3):
            press_key(app, seat)
        hold(app, seat)
        if app.table.game.pending() >= 0:
            hold(app, seat)
        bare.think(app)
        hold(app, app.table.game.seat)


def block(app):
    """Nobody can draw, and all pass: the result is shown."""
    from tileclock.core import records

    bare.think(app)
    game = app.table.game
    while game.pending() >= 0:
        app.table.happen(records.ENTRY, bare.now(), game.pending(), 0, 0)
    app.table.happen(records.CORRECT_POOL, bare.now(), 0, 0)
    for _ in app.table.game.players.seats:
        bare.think(app)
        hold(app, app.table.game.seat)
    bare.think(app)
    assert app.go.stage.screen is app.go.get("result"), "the game of Word does not end"


def main():
    app = boot()
    game = app.table.game
    rounds(app, 6)
    bare.think(app)
    bytes_of = {"a hold: a tile drawn": hold(app, game.seat)}
    bare.think(app)
    seat = game.seat
    bytes_of["a press that switches"] = press_key(app, seat)
    bytes_of["a press of an entry"] = max([press_key(app, seat) for _ in range(3)])
    bytes_of["letters are done"] = hold(app, seat)
    bytes_of["an entry is done"] = hold(app, seat)
    assert game.pending() < 0, "the entry was not made"
    bare.think(app)
    press_key(app, game.seat)
    bare.think(app)
    most, _ = allocation.turn(app, allocation.bytes_kept)
    assert game.pending() >= 0
    allocation.turn(app, allocation.locked)
    print(json.dumps({"frame": max(most.values()), "events": bytes_of}))
