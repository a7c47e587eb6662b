"""English."""

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ.-"
SMALL = "abcdefghijklmnopqrstuvwxyz.-"

TITLE = "tileclock"
NEW_GAME = "New game"
GUIDE = "How to play with it"
SETTINGS = "Settings"
SELF_TEST = "Self-test"
GAME = "game %d"
MATCH = "Match %d"

RULES = "Rules"
LIMIT = "Time for a turn"
NO_LIMIT = "no limit"

DEAL = "Deal"

POOL = "pool"
TURNS = "turns"
MINUTES = "min"
LOOK = "look at the table"

TIME_UP = "TIME IS UP"
TIME_UP_HINT = "tiles back, then press"
TAKE = "take %d"
TIMEOUTS = {
    "valid": "all sets right",
    "undo": "undo the move",
    "nothing": "nothing laid",
    "in_order": "table in order",
    "unfinished": "unfinished",
}

WHO_IS_OUT = "Who is out?"
OUT_HINT = "↩ nobody, play on"
OVER = "Game over"
IS_OUT = "%s is out"
REASONS = {
    "lap": "the last lap is over",
    "round": "the round is over",
    "out": "the last turns are over",
    "blocked": "nobody can move",
    "abandoned": "abandoned",
}
OVER_HINT = "OK count racks  ↩ back"

STEP_TILES = "Number tiles"
STEP_JOKERS = "Jokers"
STEP_MARKS = "Opened?"
MISSING = "%s is missing"
IMPOSSIBLE = "%s: cannot be"
TOGETHER = "together"
RESULT_COLUMNS = "game\tmatch"
CHECK = "Sum"
ROUNDS = "%d won"
BIG = "%d big"
RULE = {
    "out": "",
    "net": "net",
    "difference": "difference",
    "plain": "plain",
    "word": "",
}
SHEETS = "Sheets"
NO_ROOM = "No room for a game"
USE_PC = "fetch sheets (PC)"
REDUCE = "Match %d: totals"
UNREADABLE = "Damaged game"
DAMAGED = "cannot be read"
NEWER = "newer: update me"

LETTERS = "letters"
LAID = "tiles"
TAKES = "takes"
ENTRIES = "Entries"
RACKS = "Racks and points"
TILES_RACK = "Tiles onto the rack"

PAUSE = "PAUSE"
DISPUTED = "DISPUTE"
RESUME = "Resume"
UNDO = "Undo last turn"
RESTART = "Restart this turn"
END_PLAYED = "End turn: played"
END_DREW = "End turn: drew"
MISTAKE_NOW = "Mistake this turn"
MISTAKE_LAST = "Mistake last turn"
TILES_BACK = "Tiles back to pool"
CORRECT_POOL = "Correct the pool"
CORRECT_TIME = "Correct the time"
DISPUTE = "Call the judge"
LEAVES = "A player leaves"
END_ROUND = "End of the round"
ADD_ROUND = "More round time, min"
PROOF = "How it is set"
AUTO = "Time-out by itself"
ABANDON = "Abandon the game"
YES_ABANDON = "Yes, abandon it"

YES = "yes"
NO = "no"
CHECKSUM = "Checksum"
RECORDS = "Records"
BATTERY = "Battery"

CRASH = "Something broke"
CRASH_HINT = "OK restarts the clock"
FULL = "No room in memory"
FULL_TEXT = ("The clock has to start", "anew. Nothing is lost.")
