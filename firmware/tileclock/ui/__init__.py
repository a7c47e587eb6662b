"""The screens, one module each: a screen draws itself and turns keys into events of the game.

    made ──▶ shown (`enter`, then `press` and `tick` as often as needed) ──▶ gone (another one is shown)

At most one screen is shown. `tick(now)` brings the picture up to date and returns when it next changes.
"""
