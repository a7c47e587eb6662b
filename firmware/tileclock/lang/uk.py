"""Ukrainian."""

ALPHABET = "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ.-"
SMALL = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя.-"

TITLE = "tileclock"
NEW_GAME = "Нова гра"
GUIDE = "Як цим грати"
SETTINGS = "Налаштування"
SELF_TEST = "Перевірка"
GAME = "гра %d"
MATCH = "Матч %d"

RULES = "Правила"
LIMIT = "Час на хід"
NO_LIMIT = "без ліміту"

DEAL = "Роздача"

POOL = "запас"
TURNS = "ходи"
MINUTES = "хв"
LOOK = "гляньте на стіл"

TIME_UP = "ЧАС ВИЙШОВ"
TIME_UP_HINT = "поверни фішки й натисни"
TAKE = "візьми %d"
TIMEOUTS = {
    "valid": "хід правильний",
    "undo": "скасувати хід",
    "nothing": "не викладено",
    "in_order": "стіл у порядку",
    "unfinished": "незавершено",
}

WHO_IS_OUT = "Хто закінчив?"
OUT_HINT = "↩ ніхто, граємо далі"
OVER = "Кінець гри"
IS_OUT = "без фішок: %s"
REASONS = {
    "lap": "останнє коло зіграно",
    "round": "час раунду вийшов",
    "out": "останні ходи зіграно",
    "blocked": "ніхто не може ходити",
    "abandoned": "гру перервано",
}
OVER_HINT = "OK рахуємо   ↩ назад"

STEP_TILES = "Числа"
STEP_JOKERS = "Джокери"
STEP_MARKS = "Відкрився?"
MISSING = "бракує %s"
IMPOSSIBLE = "%s: неможливо"
TOGETHER = "разом"
RESULT_COLUMNS = "гра\tразом"
CHECK = "Сума"
ROUNDS = "перемог %d"
BIG = "великих %d"
RULE = {
    "out": "",
    "net": "чисто",
    "difference": "різниця",
    "plain": "прямо",
    "word": "",
}
SHEETS = "Підсумки"
NO_ROOM = "Немає місця для гри"
USE_PC = "перенесіть на ПК"
REDUCE = "Матч %d: підсумки"
UNREADABLE = "Гру пошкоджено"
DAMAGED = "не прочитати"
NEWER = "новіша: оновіть"

LETTERS = "літери"
LAID = "фішки"
TAKES = "бере"
ENTRIES = "Записи"
RACKS = "Фішки й очки"
TILES_RACK = "Фішки на підставку"

PAUSE = "ПАУЗА"
DISPUTED = "СПІР"
RESUME = "Грати далі"
UNDO = "Скасувати хід"
RESTART = "Хід спочатку"
END_PLAYED = "Кінець: виклав"
END_DREW = "Кінець: узяв"
MISTAKE_NOW = "Помилка в цьому ході"
MISTAKE_LAST = "Помилка в минулому"
TILES_BACK = "Фішки в запас"
CORRECT_POOL = "Виправити запас"
CORRECT_TIME = "Виправити час"
DISPUTE = "Покликати суддю"
LEAVES = "Гравець іде"
END_ROUND = "Кінець раунду"
ADD_ROUND = "Додати хвилин"
PROOF = "Як налаштовано"
AUTO = "Штраф одразу"
ABANDON = "Перервати гру"
YES_ABANDON = "Так, перервати"

YES = "так"
NO = "ні"
CHECKSUM = "Контрольна сума"
RECORDS = "Записів"
BATTERY = "Батарея"

CRASH = "Щось зламалося"
CRASH_HINT = "OK запускає знову"
FULL = "Немає місця в пам'яті"
FULL_TEXT = ("Годинник почне знову.", "Нічого не зникне.")
