"""Polish."""

ALPHABET = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻ.-"
SMALL = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż.-"

TITLE = "tileclock"
NEW_GAME = "Nowa gra"
GUIDE = "Jak tego używać"
SETTINGS = "Ustawienia"
SELF_TEST = "Test urządzenia"
GAME = "gra %d"
MATCH = "Mecz %d"

RULES = "Zasady"
LIMIT = "Czas na ruch"
NO_LIMIT = "bez limitu"

DEAL = "Rozdanie"

POOL = "bank"
TURNS = "ruchy"
MINUTES = "min"
LOOK = "spójrzcie na stół"

TIME_UP = "KONIEC CZASU"
TIME_UP_HINT = "odłóż kostki i naciśnij"
TAKE = "dobierz %d"
TIMEOUTS = {
    "valid": "ruch poprawny",
    "undo": "cofnij ruch",
    "nothing": "nic nie wyłożono",
    "in_order": "stół w porządku",
    "unfinished": "niedokończony",
}

WHO_IS_OUT = "Kto skończył?"
OUT_HINT = "↩ nikt, gramy dalej"
OVER = "Koniec gry"
IS_OUT = "skończył(a) %s"
REASONS = {
    "lap": "koniec ostatniej kolejki",
    "round": "koniec rundy",
    "out": "koniec ostatnich ruchów",
    "blocked": "nikt nie ma ruchu",
    "abandoned": "gra przerwana",
}
OVER_HINT = "OK liczymy   ↩ wróć"

STEP_TILES = "Liczby"
STEP_JOKERS = "Jokery"
STEP_MARKS = "Otworzył?"
MISSING = "brakuje %s"
IMPOSSIBLE = "%s: niemożliwe"
TOGETHER = "razem"
RESULT_COLUMNS = "gra\trazem"
CHECK = "Suma"
ROUNDS = "wygr. %d"
BIG = "duże %d"
RULE = {
    "out": "",
    "net": "netto",
    "difference": "różnica",
    "plain": "wprost",
    "word": "",
}
SHEETS = "Wyniki"
NO_ROOM = "Brak miejsca na grę"
USE_PC = "pobierz na PC"
REDUCE = "Mecz %d: tylko suma"
UNREADABLE = "Gra uszkodzona"
DAMAGED = "nie da się odczytać"
NEWER = "nowsza: zaktualizuj"

LETTERS = "litery"
LAID = "kostki"
TAKES = "dobiera"
ENTRIES = "Wpisy"
RACKS = "Kostki i punkty"
TILES_RACK = "Kostki na stojak"

PAUSE = "PAUZA"
DISPUTED = "SPÓR"
RESUME = "Wznów"
UNDO = "Cofnij ostatni ruch"
RESTART = "Powtórz ten ruch"
END_PLAYED = "Zakończ: zagrał"
END_DREW = "Zakończ: dobrał"
MISTAKE_NOW = "Błąd w tym ruchu"
MISTAKE_LAST = "Błąd w poprzednim"
TILES_BACK = "Kostki do banku"
CORRECT_POOL = "Popraw bank"
CORRECT_TIME = "Popraw czas"
DISPUTE = "Wezwij sędziego"
LEAVES = "Gracz odchodzi"
END_ROUND = "Koniec rundy"
ADD_ROUND = "Dodaj minuty rundy"
PROOF = "Co ustawiono"
AUTO = "Kara od razu"
ABANDON = "Przerwij grę"
YES_ABANDON = "Tak, przerwij"

YES = "tak"
NO = "nie"
CHECKSUM = "Suma kontrolna"
RECORDS = "Zapisów"
BATTERY = "Bateria"

CRASH = "Coś się zepsuło"
CRASH_HINT = "OK uruchamia od nowa"
FULL = "Brak miejsca w pamięci"
FULL_TEXT = ("Zegar musi ruszyć od", "nowa. Nic nie zginie.")
