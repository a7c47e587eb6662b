"""Polish: what is seldom said – of the lock, the self-test, safe mode and the battery."""

CODE = "Kod sędziego"
CODE_HINT = "przyciski miejsc i OK"
CODE_NEW = "Nowy kod"
CODE_AGAIN = "Jeszcze raz"
CODE_REMOVE = "Usuń kod"
CODE_LENGTH = "Od 3 do 8 naciśnięć"
CODE_DIFFERS = "To nie to samo"
CODE_WRONG = "Zły kod"
CODE_WAIT = "Poczekaj %d s"
LOCKED = "Zablokowane"
UNLOCKED = "Odblokowane"
LOCK_HINT = "trzymaj ↩, by odblokować"
NO_CODE = "Nie ma jeszcze kodu"
NO_CODE_TEXT = ("Najpierw ustaw kod:", "Ustawienia, na końcu:", "Kod sędziego")

TEST_KEYS = "Przyciski"
TEST_LIGHTS = "Światła"
TEST_BUZZER = "Brzęczyk"
TEST_PANEL = "Ekran"
TEST_FLASH = "Pamięć"
TEST_CLOCK = "Zegar"
TEST_LOST = "zgubione: %d"
TEST_MISSING = "brakuje: %d"
TEST_FREE = "✓ wolne %d kB"
TEST_BAD = "uszkodzona"
TEST_STUCK = "zacięte"
TEST_HINT = "naciśnij każdy przycisk"

SAFE = "Tryb awaryjny"
SAFE_TEXT = ("Konsola na kablu jest", "otwarta. Wyjście:", "wyłącz i włącz.")

TRY_AGAIN = "Spróbuj ponownie"
STORE_FULL = "Brak miejsca na wynik"
STORE_FAILED = "Wynik niezapisany"
STORE_WORN = "błąd pamięci"
STORE_KEPT = ("Gra nie przepadła:", "zostaje w pamięci.")
TOTALS_LACK = "W sumie brak gier: %d"
BATTERY_LOW = "Słaba bateria"
BATTERY_LOW_TEXT = ("Może nie starczyć na", "całą grę. Podłącz", "ładowarkę.")
BATTERY_LOW_HINT = "OK graj  ↩ wróć"
BATTERY_EMPTY = "Pusta bateria"
BATTERY_EMPTY_TEXT = ("Gra jest zapisana, zegar", "stoi. Podłącz", "ładowarkę.")
BATTERY_EMPTY_HINT = "OK graj mimo to"

DATA_NEWER = "Dane są nowsze"
DATA_NEWER_TEXT = ("Pamięć zapisał nowszy", "program. Zainstaluj go", "ponownie:", "tileclock deploy")
DATA_BROKEN = "Pamięć nieczytelna"
IMAGE_TEXT = ("Najpierw kopia na PC:", "tileclock image")
BEGIN_ANEW = "Zacznij od zera"
BEGIN_ANEW_TEXT = ("Wszystkie gry i ustawie-", "nia zostaną odłożone.", "Na pewno? Przytrzymaj", "OK.")
FORMAT_TEXT = ("Nie udało się.", "Sformatuj z PC:", "tileclock deploy", "--format")
