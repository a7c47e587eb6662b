"""What each text of a file is called, in the order of its section. In memory while one is read."""


def game(words, texts):
    (
        words.SMALL, words.TITLE, words.NEW_GAME, words.GUIDE, words.SETTINGS, words.SELF_TEST,
        words.GAME, words.MATCH, words.RULES, words.LIMIT, words.NO_LIMIT, words.POOL, words.TURNS,
        words.MINUTES, words.LOOK, words.TIME_UP, words.TIME_UP_HINT, words.TAKE, words.TIMEOUTS,
        words.WHO_IS_OUT, words.OUT_HINT, words.NOBODY_MOVES, words.IMPOSSIBLE, words.SHEETS,
        words.LETTERS, words.LAID, words.TAKES, words.ENTRIES, words.RACKS, words.TILES_RACK, words.PAUSE,
        words.DISPUTED, words.RESUME, words.UNDO, words.RESTART, words.END_PLAYED, words.END_DREW,
        words.MISTAKE, words.TILES_BACK, words.CORRECT_POOL, words.CORRECT_TIME, words.DISPUTE,
        words.LEAVES, words.END_ROUND, words.ADD_ROUND, words.PROOF, words.AUTO, words.ABANDON, words.YES,
        words.NO, words.CRASH, words.CRASH_HINT, words.FULL, words.FULL_TEXT,
    ) = texts  # fmt: skip


def scoring(words, texts):
    (
        words.OVER, words.IS_OUT, words.REASONS, words.OVER_HINT, words.STEP_TILES, words.STEP_JOKERS,
        words.STEP_MARKS, words.TILES_HINTS, words.JOKERS_HINTS, words.MARKS_HINTS, words.RIGHT_HINT,
        words.JOKER, words.OPENED, words.MISSING, words.TOGETHER, words.RESULT_COLUMNS, words.RESULT_HINT,
        words.CONFIRM_HINT, words.UNCONFIRMED, words.CHECK, words.REST, words.ROUNDS, words.BIG,
        words.RULE, words.STANDING, words.WINNER, words.WINNER_HINT, words.MATCH_OVER, words.MATCH_ENDS,
    ) = texts  # fmt: skip


def between(words, texts):
    (
        words.RULES_NAMES, words.JOKER_COSTS, words.NEW_MATCH, words.SAME_PLAYERS, words.PLAYERS,
        words.BEGINS,
        words.WHO_BEGINS, words.FIRST_WORD, words.DRAWN, words.DEAL, words.DEAL_BEGINS, words.DEAL_HINT,
        words.DEAL_START, words.NOTES, words.FITS, words.NO_GAMES, words.END_MATCH, words.CORRECT_SHEET,
        words.OLDER, words.REMOVE_FETCHED,
        words.LANGUAGE, words.SETTING, words.ROUND_FOR, words.NAMES, words.HANDICAPS, words.ALPHABET,
        words.NAME_HINT, words.GUIDE_PAGES,
    ) = texts  # fmt: skip


def seldom(words, texts):
    (
        words.CODE, words.CODE_HINT, words.CODE_NEW, words.CODE_AGAIN, words.CODE_REMOVE,
        words.CODE_LENGTH, words.CODE_DIFFERS, words.CODE_WRONG, words.CODE_WAIT, words.LOCKED,
        words.UNLOCKED, words.LOCK_HINT, words.NO_CODE, words.NO_CODE_TEXT, words.TESTS, words.TEST_LOST,
        words.TEST_MISSING, words.TEST_FREE, words.TEST_BAD, words.TEST_STUCK, words.TEST_HINT,
        words.SAFE, words.SAFE_TEXT, words.NO_ROOM, words.USE_PC, words.REDUCE, words.UNREADABLE,
        words.NEWER, words.CHECKSUM, words.RECORDS, words.BATTERY, words.WHOSE_MISTAKE, words.MISTAKE_NOW,
        words.MISTAKE_LAST, words.YES_ABANDON, words.WHO_LEAVES, words.SURELY_LEAVES, words.DAMAGED,
        words.TRY_AGAIN, words.STORE_FULL, words.STORE_FAILED, words.STORE_WORN, words.STORE_KEPT,
        words.TOTALS_LACK, words.BATTERY_LOW, words.BATTERY_LOW_TEXT, words.BATTERY_LOW_HINT,
        words.BATTERY_EMPTY, words.BATTERY_EMPTY_TEXT, words.BATTERY_EMPTY_HINT, words.DATE,
        words.DATE_LOST, words.DATA_NEWER, words.DATA_NEWER_TEXT, words.DATA_BROKEN, words.IMAGE_TEXT,
        words.BEGIN_ANEW, words.BEGIN_ANEW_TEXT, words.FORMAT_TEXT,
    ) = texts  # fmt: skip


GIVE = (game, scoring, between, seldom)
