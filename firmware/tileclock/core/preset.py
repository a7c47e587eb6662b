"""What a preset is: one table of its fields, and everything that follows from the table.

A preset is a dict holding the rules of one sheet. The tables below say which fields it has and what may
stand in them; checking, the canonical text, the checksum and the published JSON Schema all walk these
tables, so a new rule is one new line here and one place that obeys it. The comment behind a line is what
the schema tells the author of a custom preset.

A device needs this module while a preset is chosen or taken in, not while it is played.
"""

import binascii
import json

from tileclock.core import signs
from tileclock.core.preset_box import Refused

GAMES = ("numbers", "word")
CHOICES = ("valid", "undo", "nothing", "in_order", "unfinished")
TIES = ("share", "equal", "first", "full")
REMINDERS = ("draw_first", "ask_count", "call_name", "look_up", "first_lay")
LONGEST = 4096  # characters of a document: a preset has about 900, and the device's heap is small
KINDS = {
    "int": "a whole number from %d to %d",
    "ints": "a list of at most 8 different whole numbers from %d to %d",
    "flag": "true or false",
    "slug": "%d to %d small letters, digits or hyphens, beginning with a letter",
    "text": "a text of %d to %d printable letters without quotes, backslashes or blanks at its ends",
    "rows": "a list of 1 to 5 objects",
}

# A line is (field, game it belongs to or "" for both, kind, what the kind needs to know).
SET = (
    ("min_players", "", "int", 2, 6),  # the fewest players this tile set is for
    ("max_players", "", "int", 2, 6),  # the most players this tile set is for
    ("tiles", "numbers", "int", 20, 400),  # tiles in the box, jokers included: stacks x stack + odd
    ("tiles", "word", "int", 20, 255),  # tiles in the box: stacks x stack + odd
    ("jokers", "numbers", "int", 0, 20),  # how many of the tiles are jokers
    ("jokers", "word", "int", 0, 20),  # of no effect; sheets of earlier versions name it
    ("highest", "numbers", "int", 1, 99),  # highest number; every number is on equally many tiles
    ("stacks", "", "int", 1, 400),  # whole stacks when the tiles are set out
    ("stack", "", "int", 1, 50),  # tiles of a whole stack; the deal is made of whole stacks
    ("odd", "", "int", 0, 50),  # tiles of the one odd stack, drawn first; 0: there is none
)
TIMEOUT = (
    ("choice", "", "one", CHOICES),  # what the table looks like when the time has run out
    ("tiles", "", "int", 0, 14),  # tiles the player then takes from the pool
    ("all_back", "", "flag"),  # all that was laid is taken back: with an empty pool, that was a pass
)
LEFT_OUT = (("jokers", "word"), ("all_back", ""), ("objections", "numbers"))  # lines of what may be missing
FIELDS = (
    ("id", "", "slug", 1, 12),  # short name on sheets and in file names
    ("name", "", "text", 1, 40),  # name on the screen
    ("version", "", "int", 1, 9999),  # goes up whenever a rule changes
    ("game", "", "one", GAMES),  # numbers: racks are counted; word: letters are
    ("sets", "", "rows", SET),  # tile sets, in order of the number of players
    ("deal", "", "int", 1, 30),  # tiles every player starts with
    ("show_stacks", "", "flag"),  # show what is left of the current stack
    ("back", "", "one", ("pool", "rack")),  # where tiles go that nobody can place again
    ("timing", "", "one", ("limit", "none", "bank", "total")),  # how thinking time is measured
    ("limit", "", "int", 0, 3600),  # seconds for a turn; 0 exactly when timing is none or total
    ("limits", "", "ints", 0, 3600),  # other limits the sheet offers, in seconds; 0: no limit
    ("bank", "", "int", 0, 3600),  # most seconds saved up for later turns (timing bank)
    ("total", "", "int", 0, 36000),  # seconds for the whole game (timing total)
    ("delay", "", "int", 0, 600),  # seconds of every turn that cost nothing (timing total)
    ("overtime", "", "int", 0, 1000),  # points per started minute too late; 0: a turn ends in time
    ("round_time", "", "int", 0, 1440),  # minutes until the last lap begins; 0: no end by time
    ("timeouts", "", "rows", TIMEOUT),  # what the table can look like then, and the tiles it costs
    ("timeout", "", "one", CHOICES),  # the choice that is highlighted, taken at once with "auto"
    ("objections", "numbers", "flag"),  # who is not on turn calls the judge with a hold of their button
    ("pool_empty", "numbers", "one", ("lap", "blocked")),  # one last lap, or on until all are blocked
    ("joker", "numbers", "int", 0, 1000),  # points of a joker left on the rack
    ("never_opened", "numbers", "int", 0, 10000),  # flat loss when another is out; 0: count the rack
    ("could_open", "numbers", "int", 0, 10000),  # flat loss of one who could have opened; 0: never_opened
    ("unfinished", "numbers", "one", ("net", "difference", "plain")),  # scores when nobody went out
    ("cap", "numbers", "int", 0, 100000),  # most a player can lose in a game; 0: no cap
    ("bonus", "numbers", "one", ("added", "instead")),  # winner_bonus on top of, or for, the losses
    ("winner_bonus", "numbers", "int", 0, 100000),  # points for the winner, shared when tied
    ("second_bonus", "numbers", "int", 0, 100000),  # points for the smallest loss behind one winner
    ("ties", "", "one", TIES),  # tied winners share; share, but no odd points; the first wins; each gets all
    ("big_points", "", "int", 0, 100),  # big points for winning a game
    ("ranking", "", "some", ("points", "rounds", "big_points"), 1),  # what decides the match, in order
    ("first", "numbers", "one", ("highest", "highest_number", "seat_a")),  # who begins game 1
    ("first", "word", "one", ("nearest_a", "seat_a")),  # who begins game 1
    ("next_first", "", "one", ("left", "drawn")),  # who begins the next: left of the last, or drawn
    ("opening", "numbers", "int", 0, 200),  # points the first meld is worth at least
    ("opening", "word", "int", 1, 14),  # letters the first word has at least
    ("openings", "word", "ints", 1, 14),  # shorter first words that beginners may agree on
    ("shortest", "word", "int", 1, 14),  # letters every later word has at least
    ("refill", "word", "int", 1, 30),  # rack a player draws up to after laying
    ("double", "word", "int", 0, 30),  # rack from which laying all of it doubles; 0: never
    ("redeal", "numbers", "one", ("none", "pairs")),  # ground for a new deal on request
    ("redeal", "word", "one", ("none", "letters")),  # ground for a new deal on request
    ("redeal_count", "", "int", 0, 14),  # pairs needed, or vowels (consonants) not exceeded
    ("reminders", "", "some", REMINDERS, 0),  # customs of the sheet the screen recalls
)


class PresetError(Refused):
    """A preset that is not accepted."""


def check(document) -> dict:
    """A clean copy of `document`, in which every field is what its line allows and fits the others."""
    game = document.get("game") if isinstance(document, dict) else None
    if game not in GAMES:
        _table(
            document, [line for line in FIELDS if line[0] == "game"], "", ""
        )  # names what is wrong: no object, no game
    preset = _table(document, FIELDS, game, "")
    _agree(preset)
    return preset


def read(text: str) -> dict:
    """The preset in a JSON document."""
    if len(text) > LONGEST:
        raise PresetError("preset", "must have at most %d characters" % LONGEST)
    try:
        document = json.loads(text)
    except (ValueError, RuntimeError):  # RuntimeError: nested deeper than the interpreter's stack
        raise PresetError("preset", "must be a JSON document") from None
    return check(document)


def canonical(preset: dict) -> str:
    """The preset as the one JSON text it has: fields in the order of the table, no blanks."""
    return _text_of(preset, FIELDS, preset["game"])


def checksum(preset: dict) -> str:
    """Eight hex digits that change with any field."""
    return "%08x" % binascii.crc32(canonical(preset).encode())


def lines(table, game: str) -> list:
    """The lines of a table that belong to a game."""
    return [line for line in table if line[1] in ("", game)]


def allowed(line) -> str:
    """What a field may hold, as the end of the sentence 'it must be ...'."""
    kind = line[2]
    if kind == "one":
        return "one of " + ", ".join(line[3])
    if kind == "some":
        return "a list of %d or more different words out of " % line[4] + ", ".join(line[3])
    return KINDS[kind] % (line[3:] if "%" in KINDS[kind] else ())


def _table(document, table, game, path) -> dict:
    """Check an object against its table; `path` leads to it, as in 'sets[1].'."""
    if not isinstance(document, dict):
        raise PresetError(path.rstrip(".") or "preset", "must be an object")
    wanted = lines(table, game)
    clean = {}
    for line in wanted:
        name = line[0]
        if name not in document:
            if line[:2] in LEFT_OUT:
                continue
            raise PresetError(path + name, "is missing, it must be " + allowed(line))
        clean[name] = _value(document[name], line, game, path + name)
    if game and len(document) > len(clean):
        # dicts come in any order on the device: name the same stranger on both ends
        stranger = min([str(name) for name in document if name not in clean])
        names = ", ".join([line[0] for line in wanted])
        raise PresetError(path + stranger, "is unknown, the fields here are " + names)
    return clean


def _value(value, line, game, path):
    """A copy of `value` if the line allows it."""
    if line[2] == "rows":
        if not isinstance(value, list) or not 1 <= len(value) <= 5:
            raise PresetError(path, "must be " + allowed(line))
        return [_table(row, line[3], game, "%s[%d]." % (path, i)) for i, row in enumerate(value)]
    if not _fits(value, line):
        raise PresetError(path, "must be " + allowed(line))
    return list(value) if isinstance(value, list) else value


def _fits(value, line) -> bool:
    kind = line[2]
    if kind in ("ints", "some"):
        if not isinstance(value, list) or not (0 if kind == "ints" else line[4]) <= len(value) <= 8:
            return False
        fits = _whole if kind == "ints" else _word
        return all(fits(item, line) and item not in value[:i] for i, item in enumerate(value))
    if kind == "int":
        return _whole(value, line)
    if kind == "flag":
        return isinstance(value, bool)
    if kind == "one":
        return _word(value, line)
    return isinstance(value, str) and line[3] <= len(value) <= line[4] and _spelled(value, kind)


def _whole(value, line) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and line[3] <= value <= line[4]


def _word(value, line) -> bool:
    return isinstance(value, str) and value in line[3]


def _spelled(value, kind) -> bool:
    """Only characters that need no escape in JSON, so that the canonical text is one and the same."""
    if kind == "slug":
        return "a" <= value[0] <= "z" and all("a" <= c <= "z" or "0" <= c <= "9" or c == "-" for c in value)
    plain = signs.shown(value) and all(c not in '"\\' and ord(c) < 0xD800 for c in value)
    return plain and value[0] != " " != value[-1]


def _agree(preset):
    """Refuse fields that contradict each other."""
    _sets_agree(preset)
    _times_agree(preset)
    choices = [row["choice"] for row in preset["timeouts"]]
    _demand(len(set(choices)) == len(choices), "timeouts", "must name every choice once")
    _demand(preset["timeout"] in choices, "timeout", "must be one of the choices in timeouts")
    big = preset["big_points"] > 0 or "big_points" not in preset["ranking"]
    _demand(big, "ranking", "can use big_points only if a game gives some")
    counted = (preset["redeal"] == "none") == (preset["redeal_count"] == 0)
    _demand(counted, "redeal_count", "must be 0 exactly when redeal is none")
    if preset["game"] == "word":
        shorter = all(preset["shortest"] <= n < preset["opening"] for n in preset["openings"])
        _demand(preset["shortest"] <= preset["opening"], "shortest", "must not exceed opening")
        _demand(shorter, "openings", "must lie between shortest and opening")
    else:
        flat, could = preset["never_opened"], preset["could_open"]
        _demand(could == 0 or 0 < flat <= could, "could_open", "must be 0, or not less than never_opened > 0")


def _sets_agree(preset):
    deal = preset["deal"]
    expected = preset["sets"][0]["min_players"]
    for i, box in enumerate(preset["sets"]):
        path = "sets[%d]." % i
        _demand(box["min_players"] == expected, path + "min_players", "must be %d" % expected)
        _demand(box["max_players"] >= expected, path + "max_players", "must be at least %d" % expected)
        expected = box["max_players"] + 1
        tiles, stack, jokers = box["tiles"], box["stack"], box.get("jokers", 0)
        total = box["stacks"] * stack + box["odd"]
        _demand(tiles == total, path + "tiles", "must be stacks x stack + odd = %d" % total)
        _demand(deal % stack == 0, path + "stack", "must divide the deal of %d" % deal)
        enough = deal * box["max_players"] < box["stacks"] * stack
        _demand(enough, path + "stacks", "must leave a whole stack after the deal")
        even = preset["game"] == "word" or (tiles > jokers and (tiles - jokers) % box["highest"] == 0)
        _demand(even, path + "highest", "must divide the %d number tiles" % (tiles - jokers))


def _times_agree(preset):
    timing, limit = preset["timing"], preset["limit"]
    bank, total, delay = preset["bank"], preset["total"], preset["delay"]
    per_turn = timing in ("limit", "bank")
    _demand((limit > 0) == per_turn, "limit", "must be 0 exactly when timing is none or total")
    _demand(limit == 0 or limit not in preset["limits"], "limits", "must not repeat limit")
    _demand((bank > 0) == (timing == "bank"), "bank", "must be 0 exactly when timing is not bank")
    _demand((total > 0) == (timing == "total"), "total", "must be 0 exactly when timing is not total")
    _demand(delay == 0 or timing == "total", "delay", "must be 0 when timing is not total")
    late = preset["overtime"] == 0 or timing != "none"
    _demand(late, "overtime", "must be 0 when timing is none")


def _demand(fits, field, rule):
    if not fits:
        raise PresetError(field, rule)


def _text_of(record, table, game) -> str:
    there = [line for line in lines(table, game) if line[0] in record]
    pairs = ['"%s":%s' % (line[0], _json(record[line[0]], line, game)) for line in there]
    return "{" + ",".join(pairs) + "}"


def _json(value, line, game) -> str:
    if line[2] == "rows":
        return "[" + ",".join([_text_of(row, line[3], game) for row in value]) + "]"
    if isinstance(value, list):
        return "[" + ",".join([_json(item, line, game) for item in value]) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return '"%s"' % value if isinstance(value, str) else str(value)
