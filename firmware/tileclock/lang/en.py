"""English."""


class Game:
    SMALL = "abcdefghijklmnopqrstuvwxyz.-"

    TITLE = "tileclock"
    NEW_GAME = "New game"
    GUIDE = "How it works"
    SETTINGS = "Settings"
    SELF_TEST = "Self-test"
    GAME = "game %d"
    MATCH = "Match %d"

    RULES = "Rules"
    LIMIT = "Time for a turn"
    NO_LIMIT = "unlimited"

    POOL = "pool"
    TURNS = "turns"
    MINUTES = "min"
    LOOK = "look at the table"

    TIME_UP = "TIME IS UP"
    TIME_UP_HINT = "tiles back, then OK"
    TAKE = "take %d"
    TIMEOUTS = {
        "valid": "all sets right",
        "undo": "undo the move",
        "nothing": "nothing laid",
        "in_order": "table in order",
        "unfinished": "unfinished",
    }

    WHO_IS_OUT = "Who is out?"
    OUT_HINT = "your button   ↩ nobody"
    NOBODY_MOVES = "Nobody can move?"

    IMPOSSIBLE = "%s: impossible"
    SHEETS = "Sheets"

    LETTERS = "letters"
    LAID = "tiles"
    TAKES = "draws"
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
    MISTAKE = "A mistake"
    TILES_BACK = "Tiles back to pool"
    CORRECT_POOL = "Correct the pool"
    CORRECT_TIME = "Correct the time"
    DISPUTE = "Call the judge"
    LEAVES = "A player leaves"
    END_ROUND = "End of the round"
    ADD_ROUND = "Add round minutes"
    PROOF = "About this game"
    AUTO = "Automatic time-out"
    ABANDON = "Abandon the game"

    YES = "yes"
    NO = "no"

    CRASH = "Something broke"
    CRASH_HINT = "OK restarts the clock"
    FULL = "Memory is full"
    FULL_TEXT = ("The clock must restart.", "Nothing is lost.")


class Scoring:
    """When the turns are over: racks, the result, the ranking."""

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
    STEP_TILES = "Points"
    STEP_JOKERS = "Jokers"
    STEP_MARKS = "Opened?"
    TILES_HINTS = ("press +1, hold +10", "no jokers here   ▼ −1", "press, then hold: clear")
    JOKERS_HINTS = ("press: one joker more",)
    MARKS_HINTS = ("press: change",)
    RIGHT_HINT = "OK if all is right"
    JOKER = "J"
    OPENED = ("opened", "never opened", "could have")
    MISSING = "%s: points?"
    TOGETHER = "together"
    RESULT_COLUMNS = "game\tmatch"
    RESULT_HINT = "OK store   ↩ change"
    CHECK = "Sum"
    ROUNDS = "%d won"
    BIG = "%d big"
    RULE = {
        "net": "net",
        "difference": "difference",
        "plain": "plain",
    }
    STANDING = "Standings"
    WINNER = "winner"
    WINNER_HINT = "stored   OK next"
    MATCH_OVER = "FINAL"
    MATCH_ENDS = {
        "stop": "",
        "round": "time",
        "games": "all games",
        "target": "target",
    }


class Between:
    """Setting up, sheets, settings and the guide."""

    RULES_NAMES = {
        "pl": "Polish sheet",
        "tournament": "Tournament",
        "word": "Word",
        "cs": "Czech sheet",
        "uk": "Ukrainian sheet",
    }
    JOKER_COSTS = "joker %d"
    NEW_MATCH = "A new match?"
    PLAYERS = "Players"
    BEGINS = "First player"
    WHO_BEGINS = "Who begins? Press"
    FIRST_WORD = "First word, letters"
    DRAWN = "draw"
    DEAL = "Deal"
    DEAL_BEGINS = "%s begins"
    DEAL_HINT = "%d tiles left in the pool"
    DEAL_START = "press to begin"
    NOTES = (
        "highest tile begins",  # first_highest
        "highest number begins",  # first_highest_number
        "nearest to “A” begins",  # first_nearest_a
        "open with %d points",  # opening
        "first word: %d letters",  # opening_word
        "%d pairs: new deal",  # redeal_pairs
        "new deal: at most %d vowels",  # redeal_vowels
        "or at most %d consonants",  # redeal_consonants
        "draw first, then press",  # draw_first
        "tiles: ask on your turn",  # ask_count
        "out: name the game",  # call_name
        "looking up costs time",  # look_up
    )

    FITS = "Room for %d"
    NO_GAMES = "no games yet"
    END_MATCH = "End of the match"
    CORRECT_SHEET = "Correct this sheet"

    LANGUAGE = "English"
    SETTING = (
        "Language",  # language
        "Sound",  # sound
        "Screen",  # brightness
        "Lights",  # lights
        "Upside down",  # flip
        "Hold",  # hold
        "Round time",  # spans
    )
    ROUND_FOR = ("each game", "all games")
    ROUND = "Round, minutes"
    MATCH_GAMES = "Match: games"
    MATCH_TARGET = "Match: points"
    NAMES = "Names"
    HANDICAPS = "Own time, seconds"
    ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ.-"
    NAME_HINT = "▲▼ letter  OK  ↩ back"

    GUIDE_PAGES = (
        (
            "Your turn",
            "You laid tiles: press",
            "your button.",
            "You drew: hold your",
            "button until it beeps.",
        ),
        ("Out!", "No tiles left: press", "OK, then your button."),
        ("Pause", "↩ stops the clock.", "There you can undo", "turns, correct the", "pool, call the judge."),
        ("Signs", "✓ has opened   ▼", "! opens next turn   ▲", "+ take a new stack"),
    )


class Seldom:
    """The lock, the self-test, safe mode, the battery, the flash."""

    CODE = "Judge's code"
    CODE_HINT = "seat buttons, then OK"
    CODE_NEW = "New code"
    CODE_AGAIN = "Once more"
    CODE_REMOVE = "Remove the code"
    CODE_LENGTH = "3 to 8 presses"
    CODE_DIFFERS = "Not the same"
    CODE_WRONG = "Wrong code"
    CODE_WAIT = "Wait %d s"
    LOCKED = "Locked"
    UNLOCKED = "Unlocked"
    LOCK_HINT = "hold ↩ to unlock"
    NO_CODE = "No code set yet"
    NO_CODE_TEXT = ("Set a code first:", "Settings, at the end:", "Judge's code")

    TESTS = ("Keys", "Lights", "Buzzer", "Display", "Memory", "Time")
    TEST_LOST = "%d lost"
    TEST_MISSING = "%d missing"
    TEST_FREE = "✓ %d kB free"
    TEST_BAD = "damaged"
    TEST_STUCK = "stuck"
    TEST_HINT = "press every key"

    SAFE = "Safe mode"
    SAFE_TEXT = ("The cable's prompt", "is open. To leave:", "off and on again.")

    NO_ROOM = "No room for a game"
    USE_PC = "save sheets to PC"
    REDUCE = "Match %d: totals only"
    UNREADABLE = "Damaged game"
    NEWER = "newer: update me"
    CHECKSUM = "Checksum"
    RECORDS = "Records"
    BATTERY = "Battery"
    WHOSE_MISTAKE = "Whose mistake?"
    MISTAKE_NOW = "this turn"
    MISTAKE_LAST = "last turn"
    YES_ABANDON = "Yes, abandon it"
    WHO_LEAVES = "Who leaves?"
    SURELY_LEAVES = "%s leaves?"
    DAMAGED = "cannot be read"
    TRY_AGAIN = "Try again"
    STORE_FULL = "No room for the sheet"
    STORE_FAILED = "Sheet not stored"
    STORE_WORN = "the memory failed"
    STORE_KEPT = ("The game is not lost:", "it stays in the box.")
    TOTALS_LACK = "Games not in totals: %d"
    BATTERY_LOW = "Battery low"
    BATTERY_LOW_TEXT = ("It may not last for a", "whole game. Plug the", "charger in.")
    BATTERY_LOW_HINT = "OK play  ↩ back"
    BATTERY_EMPTY = "Battery empty"
    BATTERY_EMPTY_TEXT = ("The game is saved, the", "clock has stopped. Plug", "the charger in.")
    BATTERY_EMPTY_HINT = "OK play anyway"

    DATE = "Date"
    DATE_LOST = "Battery CR2032 empty?"

    DATA_NEWER = "Data is newer"
    DATA_NEWER_TEXT = (
        "A newer program wrote",
        "what is in the memory.",
        "Install that one again:",
        "tileclock deploy",
    )
    DATA_BROKEN = "Memory unreadable"
    IMAGE_TEXT = ("First save it on a PC:", "tileclock image")
    BEGIN_ANEW = "Start afresh"
    BEGIN_ANEW_TEXT = ("All games and settings", "are put aside. Really?", "Then hold OK.")
    FORMAT_TEXT = ("That did not work.", "Format it with a PC:", "tileclock deploy", "--format")
