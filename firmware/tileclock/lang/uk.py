"""Ukrainian."""


class Game:
    SMALL = "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя.-"

    TITLE = "tileclock"
    NEW_GAME = "Нова гра"
    GUIDE = "Як це працює"
    SETTINGS = "Налаштування"
    SELF_TEST = "Перевірка"
    GAME = "гра %d"
    MATCH = "Матч %d"

    RULES = "Правила"
    LIMIT = "Час на хід"
    NO_LIMIT = "без ліміту"

    POOL = "запас"
    TURNS = "ходи"
    MINUTES = "хв"
    LOOK = "глянь на стіл"

    TIME_UP = "ЧАС ВИЙШОВ"
    TIME_UP_HINT = "поверни плитки, тоді OK"
    TAKE = "візьми %d"
    TIMEOUTS = {
        "valid": "хід правильний",
        "undo": "скасувати хід",
        "nothing": "не викладено",
        "in_order": "стіл у порядку",
        "unfinished": "незавершено",
    }

    WHO_IS_OUT = "Хто закінчив?"
    OUT_HINT = "твоя кнопка   ↩ ніхто"
    NOBODY_MOVES = "Ніхто не має ходу?"

    IMPOSSIBLE = "%s: неможливо"
    SHEETS = "Підсумки"

    LETTERS = "літери"
    LAID = "плитки"
    TAKES = "бере"
    ENTRIES = "Записи"
    RACKS = "Плитки й очки"
    TILES_RACK = "Плитки на підставку"

    PAUSE = "ПАУЗА"
    DISPUTED = "СПІР"
    RESUME = "Грати далі"
    UNDO = "Скасувати хід"
    RESTART = "Хід спочатку"
    END_PLAYED = "Кінець: викладено"
    END_DREW = "Кінець: взято"
    MISTAKE = "Помилка"
    TILES_BACK = "Плитки в запас"
    CORRECT_POOL = "Виправити запас"
    CORRECT_TIME = "Виправити час"
    DISPUTE = "Покликати суддю"
    LEAVES = "Гравець іде"
    END_ROUND = "Кінець раунду"
    ADD_ROUND = "Додати хвилин"
    PROOF = "Про цю гру"
    AUTO = "Автоматичний штраф"
    ABANDON = "Перервати гру"

    YES = "так"
    NO = "ні"

    CRASH = "Щось зламалося"
    CRASH_HINT = "OK запускає знову"
    FULL = "Пам'ять заповнена"
    FULL_TEXT = ("Годинник почне знову.", "Нічого не зникне.")


class Scoring:
    """When the turns are over: racks, the result, the ranking."""

    OVER = "Кінець гри"
    IS_OUT = "без плиток: %s"
    REASONS = {
        "lap": "останнє коло зіграно",
        "round": "час раунду вийшов",
        "out": "останні ходи зіграно",
        "blocked": "ніхто не має ходу",
        "abandoned": "гру перервано",
    }
    OVER_HINT = "OK рахувати   ↩ назад"
    STEP_TILES = "Очки"
    STEP_JOKERS = "Джокери"
    STEP_MARKS = "Відкриття"
    TILES_HINTS = ("натисни +1, тримай +10", "без джокерів   ▼ −1", "натисни й тримай: заново")
    JOKERS_HINTS = ("натисни: ще джокер",)
    MARKS_HINTS = ("натисни, щоб змінити",)
    RIGHT_HINT = "OK, якщо все гаразд"
    JOKER = "Д"
    OPENED = ("відкрито", "не відкрито", "можна було")
    MISSING = "%s: очки?"
    TOGETHER = "разом"
    RESULT_COLUMNS = "гра\tразом"
    RESULT_HINT = "OK зберегти   ↩ змінити"
    CHECK = "Сума"
    ROUNDS = "перемоги %d"
    BIG = "великі %d"
    RULE = {
        "net": "чисто",
        "difference": "різниця",
        "plain": "прямо",
    }
    STANDING = "Рахунок матчу"
    WINNER = "перемога"
    WINNER_HINT = "збережено   OK далі"
    MATCH_OVER = "КІНЕЦЬ"
    MATCH_ENDS = {
        "stop": "",
        "round": "час",
        "games": "усі ігри",
        "target": "ціль",
    }


class Between:
    """Setting up, sheets, settings and the guide."""

    RULES_NAMES = {
        "pl": "Польські",
        "tournament": "Турнір",
        "word": "Слово",
        "cs": "Чеські",
        "uk": "Українські",
    }
    JOKER_COSTS = "джокер %d"
    NEW_MATCH = "Новий матч?"
    PLAYERS = "Гравці"
    BEGINS = "Починає"
    WHO_BEGINS = "Хто починає? Натисни"
    FIRST_WORD = "Перше слово, літер"
    DRAWN = "жереб"
    DEAL = "Роздача"
    DEAL_BEGINS = "починає %s"
    DEAL_HINT = "у запасі лишається %d"
    DEAL_START = "натисни, щоб почати"
    NOTES = (
        "починає найбільша плитка",  # first_highest
        "починає найбільше число",  # first_highest_number
        "починає найближча до А",  # first_nearest_a
        "відкриття: від %d очок",  # opening
        "перше слово: від %d літер",  # opening_word
        "перездати: від %d пар",  # redeal_pairs
        "перездати: до %d голосних",  # redeal_vowels
        "або до %d приголосних",  # redeal_consonants
        "візьми, тоді натисни",  # draw_first
        "плитки: питай у свій хід",  # ask_count
        "кінець: назви гру",  # call_name
        "словник забирає час",  # look_up
    )

    FITS = "місця на %d"
    NO_GAMES = "ще немає ігор"
    END_MATCH = "Кінець матчу"
    CORRECT_SHEET = "Виправити підсумок"

    LANGUAGE = "Українська"
    SETTING = (
        "Мова",  # language
        "Звук",  # sound
        "Екран",  # brightness
        "Світло",  # lights
        "Догори дном",  # flip
        "Утримання",  # hold
        "Час раунду",  # spans
    )
    ROUND_FOR = ("на кожну гру", "на всі ігри")
    ROUND = "Раунд, хвилин"
    MATCH_GAMES = "Матч: ігор"
    MATCH_TARGET = "Матч: очок"
    NAMES = "Імена"
    HANDICAPS = "Свій час, с"
    ALPHABET = "АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯ.-"
    NAME_HINT = "▲▼ літера OK ↩ назад"

    GUIDE_PAGES = (
        (
            "Твій хід",
            "Викладено: натисни",
            "свою кнопку.",
            "Береш плитку: тримай",
            "кнопку до сигналу.",
        ),
        ("Кінець!", "Плиток не лишилось:", "натисни OK і вкажи,", "хто закінчив."),
        ("Пауза", "↩ зупиняє годинник.", "Там скасуєш хід,", "виправиш запас,", "покличеш суддю."),
        ("Знаки", "✓ уже відкрито   ▼", "! відкриє за хід   ▲", "+ візьми новий стос"),
    )


class Seldom:
    """The lock, the self-test, safe mode, the battery, the flash."""

    CODE = "Код судді"
    CODE_HINT = "кнопки гравців, тоді OK"
    CODE_NEW = "Новий код"
    CODE_AGAIN = "Ще раз"
    CODE_REMOVE = "Прибрати код"
    CODE_LENGTH = "Від 3 до 8 натискань"
    CODE_DIFFERS = "Не збігається"
    CODE_WRONG = "Неправильний код"
    CODE_WAIT = "Зачекай %d с"
    LOCKED = "Замкнено"
    UNLOCKED = "Відімкнено"
    LOCK_HINT = "тримай ↩, щоб відімкнути"
    NO_CODE = "Коду ще немає"
    NO_CODE_TEXT = ("Спершу задай код:", "Налаштування, у кінці:", "Код судді")

    TESTS = ("Кнопки", "Світло", "Зумер", "Екран", "Пам'ять", "Час")
    TEST_LOST = "втрачено %d"
    TEST_MISSING = "бракує %d"
    TEST_FREE = "✓ вільно %d кБ"
    TEST_BAD = "пошкоджена"
    TEST_STUCK = "залипла"
    TEST_HINT = "натисни кожну кнопку"

    SAFE = "Безпечний режим"
    SAFE_TEXT = ("Консоль на кабелі", "відкрита. Щоб вийти:", "вимкни й увімкни.")

    NO_ROOM = "Немає місця для гри"
    USE_PC = "перенести на ПК"
    REDUCE = "Матч %d: лише сума"
    UNREADABLE = "Гру пошкоджено"
    NEWER = "новіша: онови"
    CHECKSUM = "Контрольна сума"
    RECORDS = "Записів"
    BATTERY = "Батарея"
    WHOSE_MISTAKE = "Чия помилка?"
    MISTAKE_NOW = "цей хід"
    MISTAKE_LAST = "минулий"
    YES_ABANDON = "Так, перервати"
    WHO_LEAVES = "Хто йде?"
    SURELY_LEAVES = "%s іде?"
    DAMAGED = "не прочитати"
    TRY_AGAIN = "Спробувати ще раз"
    STORE_FULL = "Немає місця для запису"
    STORE_FAILED = "Запис не збережено"
    STORE_WORN = "помилка пам'яті"
    STORE_KEPT = ("Гру не втрачено:", "вона лишається тут.")
    TOTALS_LACK = "У сумі бракує ігор: %d"
    BATTERY_LOW = "Батарея сідає"
    BATTERY_LOW_TEXT = ("На всю гру може не", "вистачити. Підключи", "зарядку.")
    BATTERY_LOW_HINT = "OK грати  ↩ назад"
    BATTERY_EMPTY = "Батарея сіла"
    BATTERY_EMPTY_TEXT = ("Гру збережено, час", "стоїть. Підключи", "зарядку.")
    BATTERY_EMPTY_HINT = "OK грати однак"

    DATE = "Дата"
    DATE_LOST = "Батарея CR2032 сіла?"

    DATA_NEWER = "Дані новіші"
    DATA_NEWER_TEXT = ("Пам'ять записала новіша", "програма. Встанови її", "знову:", "tileclock deploy")
    DATA_BROKEN = "Пам'ять не читається"
    IMAGE_TEXT = ("Спершу копія на ПК:", "tileclock image")
    BEGIN_ANEW = "Почати з нуля"
    BEGIN_ANEW_TEXT = ("Усі ігри й налаштування", "буде відкладено. Точно?", "Тоді тримай OK.")
    FORMAT_TEXT = ("Не вдалося.", "Форматуй з ПК:", "tileclock deploy", "--format")
