"""Czech: what is seldom said – of the lock, the self-test, safe mode and the battery."""

CODE = "Kód rozhodčího"
CODE_HINT = "tlačítka míst, pak OK"
CODE_NEW = "Nový kód"
CODE_AGAIN = "Ještě jednou"
CODE_REMOVE = "Zrušit kód"
CODE_LENGTH = "3 až 8 stisků"
CODE_DIFFERS = "Není stejný"
CODE_WRONG = "Špatný kód"
CODE_WAIT = "Počkej %d s"
LOCKED = "Zamčeno"
UNLOCKED = "Odemčeno"
LOCK_HINT = "drž ↩ a odemkneš"
NO_CODE = "Kód ještě není"
NO_CODE_TEXT = ("Nejdřív nastav kód:", "Nastavení, na konci:", "Kód rozhodčího")

TEST_KEYS = "Tlačítka"
TEST_LIGHTS = "Světla"
TEST_BUZZER = "Bzučák"
TEST_PANEL = "Displej"
TEST_FLASH = "Paměť"
TEST_CLOCK = "Čas"
TEST_LOST = "ztraceno %d"
TEST_MISSING = "chybí %d"
TEST_FREE = "✓ volno %d kB"
TEST_BAD = "poškozená"
TEST_STUCK = "zaseknuté"
TEST_HINT = "stiskni všechna tlačítka"

SAFE = "Nouzový režim"
SAFE_TEXT = ("Konzole na kabelu", "je otevřená. Konec:", "vypnout a zapnout.")

TRY_AGAIN = "Zkusit znovu"
STORE_FULL = "Na zápis není místo"
STORE_FAILED = "Zápis se neuložil"
STORE_WORN = "chyba paměti"
STORE_KEPT = ("Hra není ztracená:", "zůstává v paměti.")
TOTALS_LACK = "V součtu chybí her: %d"
BATTERY_LOW = "Slabá baterie"
BATTERY_LOW_TEXT = ("Na celou hru nemusí", "stačit. Zapoj", "nabíječku.")
BATTERY_LOW_HINT = "OK hrát  ↩ zpět"
BATTERY_EMPTY = "Prázdná baterie"
BATTERY_EMPTY_TEXT = ("Hra je uložená, hodiny", "stojí. Zapoj", "nabíječku.")
BATTERY_EMPTY_HINT = "OK hrát i tak"

DATA_NEWER = "Data jsou novější"
DATA_NEWER_TEXT = ("Paměť zapsal novější", "program. Nainstaluj ho", "znovu:", "tileclock deploy")
DATA_BROKEN = "Paměť nelze přečíst"
IMAGE_TEXT = ("Nejdřív kopie do PC:", "tileclock image")
BEGIN_ANEW = "Začít s prázdnou"
BEGIN_ANEW_TEXT = ("Všechny hry a nastavení", "se odloží stranou.", "Opravdu? Podrž OK.")
FORMAT_TEXT = ("To se nepovedlo.", "Naformátuj z PC:", "tileclock deploy", "--format")
