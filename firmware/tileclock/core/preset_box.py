"""What every reader of a preset needs: the tile set for its players, and the error for wrong entries.

Apart from preset.py, so that a device which plays need not keep what checks presets in its memory.
"""


class Refused(ValueError):
    """An entry that cannot be right; the text names the field and says what is allowed there."""

    def __init__(self, field: str, rule: str, player=None):
        super().__init__("%s: %s" % (field, rule))
        self.field = field
        self.player = player  # whose entry it is, if it is one player's


def tile_set(preset: dict, players: int) -> dict:
    """The box this many players play with."""
    for box in preset["sets"]:
        if box["min_players"] <= players <= box["max_players"]:
            return box
    fewest, most = preset["sets"][0]["min_players"], preset["sets"][-1]["max_players"]
    raise Refused("players", "must be %d to %d" % (fewest, most))
