"""Ukrainian: what is seldom said – of the lock, the self-test, safe mode and the battery."""

CODE = "Код судді"
CODE_HINT = "кнопки місць, потім OK"
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

TEST_KEYS = "Кнопки"
TEST_LIGHTS = "Світло"
TEST_BUZZER = "Зумер"
TEST_PANEL = "Екран"
TEST_FLASH = "Пам'ять"
TEST_CLOCK = "Час"
TEST_LOST = "втрачено %d"
TEST_MISSING = "бракує %d"
TEST_FREE = "✓ вільно %d кБ"
TEST_BAD = "пошкоджена"
TEST_STUCK = "залипла"
TEST_HINT = "натисни кожну кнопку"

SAFE = "Безпечний режим"
SAFE_TEXT = ("Консоль на кабелі", "відкрита. Щоб вийти:", "вимкни й увімкни.")

TRY_AGAIN = "Спробувати ще раз"
STORE_FULL = "Немає місця для запису"
STORE_FAILED = "Запис не збережено"
STORE_WORN = "помилка пам’яті"
STORE_KEPT = ("Гру не втрачено:", "вона лишається тут.")
TOTALS_LACK = "У сумі бракує ігор: %d"
BATTERY_LOW = "Батарея слабка"
BATTERY_LOW_TEXT = ("На всю гру може не", "вистачити. Підключи", "зарядку.")
BATTERY_LOW_HINT = "OK грати  ↩ назад"
BATTERY_EMPTY = "Батарея порожня"
BATTERY_EMPTY_TEXT = ("Гру збережено, час", "стоїть. Підключи", "зарядку.")
BATTERY_EMPTY_HINT = "OK грати однак"

DATA_NEWER = "Дані новіші"
DATA_NEWER_TEXT = ("Пам’ять записала новіша", "програма. Встанови її", "знову:", "tileclock deploy")
DATA_BROKEN = "Пам’ять не читається"
IMAGE_TEXT = ("Спершу копія на ПК:", "tileclock image")
BEGIN_ANEW = "Почати з порожньої"
BEGIN_ANEW_TEXT = ("Усі ігри й налаштування", "буде відкладено. Точно?", "Тоді тримай OK.")
FORMAT_TEXT = ("Не вдалося.", "Форматуй з ПК:", "tileclock deploy", "--format")
