"""Ukrainian."""

LANGUAGE = "Українська"
ALPHABET = "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ.-"
SMALL = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя.-"

TITLE = "tileclock"
NEW_GAME = "Нова гра"
GUIDE = "Як цим грати"
SETTINGS = "Налаштування"
SELF_TEST = "Перевірка"
GAME = "гра %d"

RULES = "Правила"
PLAYERS = "Гравці"
LIMIT = "Час на хід"
NO_LIMIT = "без ліміту"
BEGINS = "Починає"
FIRST_WORD = "Перше слово, літер"
DRAWN = "жереб"

DEAL = "Роздача"
DEAL_BEGINS = "починає %s"
DEAL_HINT = "у запасі лишається %d"
NOTES = {
    "first_highest": "починає найбільша фішка",
    "first_highest_number": "починає найбільше число",
    "first_nearest_a": "починає найближча до А",
    "opening": "перший виклад: від %d",
    "opening_word": "перше слово: %d літер",
    "redeal_pairs": "%d пари: нова роздача",
    "redeal_letters": "%d голосні: нова роздача",
    "draw_first": "спершу візьми фішку",
    "ask_count": "питай у свій хід",
    "call_name": "кінець: назви гру",
    "look_up": "пошук коштує часу",
}

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
FITS = "ще %d"
UNREADABLE = "Гру пошкоджено"
DAMAGED = "не прочитати"
NEWER = "новіша: оновіть"
NO_GAMES = "ще немає ігор"
END_MATCH = "Кінець матчу"
MATCH = "Матч %d"
CORRECT_SHEET = "Виправити підсумок"
MATCH_OVER = "КІНЕЦЬ"
MATCH_ENDS = {
    "stop": "",
    "round": "час",
    "games": "усі ігри",
    "target": "ціль",
}
ROUND = "Раунд, хвилин"
MATCH_GAMES = "Матч: ігор"
MATCH_TARGET = "Матч: очок"

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
ABANDON = "Перервати гру"
YES_ABANDON = "Так, перервати"

YES = "так"
NO = "ні"
SETTING = {
    "language": "Мова",
    "sound": "Звук",
    "brightness": "Екран",
    "lights": "Світло",
    "flip": "Догори дном",
    "auto": "Штраф одразу",
    "hold": "Утримання",
}
NAMES = "Імена"
HANDICAPS = "Свій час, с"
NAME_HINT = "▲▼ літера OK ↩ назад"
CHECKSUM = "Контрольна сума"
RECORDS = "Записів"
BATTERY = "Батарея"

GUIDE_PAGES = (
    ("Твій хід", "Фішки викладено:", "натисни свою кнопку.", "Береш фішку: тримай,", "доки не запищить."),
    ("Кінець!", "Фішок не лишилось:", "натисни OK і вкажи,", "хто закінчив."),
    ("Пауза", "↩ зупиняє годинник.", "Там скасовують хід,", "виправляють запас,", "кличуть суддю."),
    ("Знаки", "✓ уже відкрився   ▼", "! відкриється далі   ▲", "+ новий стос"),
)

CRASH = "Щось зламалося"
CRASH_HINT = "OK запускає знову"
FULL = "Немає місця в пам'яті"
FULL_TEXT = ("Годинник почне знову.", "Нічого не зникне.")
