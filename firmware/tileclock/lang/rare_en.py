"""English: what is seldom said – of the lock, the self-test, safe mode and the battery."""

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
NO_CODE = "It has no lock yet"
NO_CODE_TEXT = ("Set a code first:", "Settings, at the end:", "Judge's code")

TEST_KEYS = "Keys"
TEST_LIGHTS = "Lights"
TEST_BUZZER = "Buzzer"
TEST_PANEL = "Display"
TEST_FLASH = "Memory"
TEST_CLOCK = "Time"
TEST_LOST = "%d lost"
TEST_MISSING = "%d missing"
TEST_FREE = "✓ %d kB free"
TEST_BAD = "damaged"
TEST_STUCK = "stuck"
TEST_HINT = "press every key"

SAFE = "Safe mode"
SAFE_TEXT = ("The cable's prompt", "is open. To leave:", "off and on again.")

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
BATTERY_EMPTY_TEXT = ("The game is saved, the", "clock stands. Plug the", "charger in.")
BATTERY_EMPTY_HINT = "OK play anyway"

DATA_NEWER = "Data is newer"
DATA_NEWER_TEXT = (
    "A newer program wrote",
    "what is in the memory.",
    "Install that one again:",
    "tileclock deploy",
)
DATA_BROKEN = "Memory unreadable"
IMAGE_TEXT = ("First save it on a PC:", "tileclock image")
BEGIN_ANEW = "Begin with none"
BEGIN_ANEW_TEXT = ("All games and settings", "are put aside. Really?", "Then hold OK.")
FORMAT_TEXT = ("That did not work.", "Format it with a PC:", "tileclock deploy", "--format")
