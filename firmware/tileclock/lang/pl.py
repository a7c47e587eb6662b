"""Polish."""


class Game:
    SMALL = "aąbcćdeęfghijklłmnńoópqrsśtuvwxyzźż.-"

    TITLE = "tileclock"
    NEW_GAME = "Nowa gra"
    GUIDE = "Jak to działa"
    SETTINGS = "Ustawienia"
    SELF_TEST = "Test urządzenia"
    GAME = "gra %d"
    MATCH = "Mecz %d"

    RULES = "Zasady"
    LIMIT = "Czas na ruch"
    NO_LIMIT = "bez limitu"

    POOL = "bank"
    TURNS = "ruchy"
    MINUTES = "min"
    LOOK = "spójrz na stół"

    TIME_UP = "KONIEC CZASU"
    TIME_UP_HINT = "odłóż kostki, potem OK"
    TAKE = "dobierz %d"
    TIMEOUTS = {
        "valid": "ruch poprawny",
        "undo": "cofnij ruch",
        "nothing": "nic nie wyłożono",
        "in_order": "stół w porządku",
        "unfinished": "niedokończony",
    }

    WHO_IS_OUT = "Kto skończył?"
    OUT_HINT = "twój przycisk   ↩ nikt"
    NOBODY_MOVES = "Nikt nie ma ruchu?"

    IMPOSSIBLE = "%s: niemożliwe"
    SHEETS = "Wyniki"

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
    END_PLAYED = "Koniec: wyłożone"
    END_DREW = "Koniec: dobrane"
    MISTAKE = "Błąd"
    TILES_BACK = "Kostki do banku"
    CORRECT_POOL = "Popraw bank"
    CORRECT_TIME = "Popraw czas"
    DISPUTE = "Wezwij sędziego"
    LEAVES = "Gracz odchodzi"
    END_ROUND = "Koniec rundy"
    ADD_ROUND = "Dodaj minuty rundy"
    PROOF = "O tej grze"
    AUTO = "Kara automatyczna"
    ABANDON = "Przerwij grę"

    YES = "tak"
    NO = "nie"

    CRASH = "Coś się zepsuło"
    CRASH_HINT = "OK uruchamia od nowa"
    FULL = "Pamięć pełna"
    FULL_TEXT = ("Zegar musi ruszyć od", "nowa. Nic nie zginie.")


class Scoring:
    """When the turns are over: racks, the result, the ranking."""

    OVER = "Koniec gry"
    IS_OUT = "bez kostek: %s"
    REASONS = {
        "lap": "koniec ostatniej kolejki",
        "round": "koniec rundy",
        "out": "koniec ostatnich ruchów",
        "blocked": "nikt nie ma ruchu",
        "abandoned": "gra przerwana",
    }
    OVER_HINT = "OK policz   ↩ wróć"
    STEP_TILES = "Punkty"
    STEP_JOKERS = "Jokery"
    STEP_MARKS = "Otwarcie"
    TILES_HINTS = ("naciśnij +1, trzymaj +10", "bez jokerów   ▼ −1", "naciśnij i trzymaj: od zera")
    JOKERS_HINTS = ("naciśnij: kolejny joker",)
    MARKS_HINTS = ("naciśnij, by zmienić",)
    RIGHT_HINT = "OK, jeśli się zgadza"
    JOKER = "J"
    OPENED = ("po otwarciu", "bez otwarcia", "można było")
    MISSING = "%s: punkty?"
    TOGETHER = "razem"
    RESULT_COLUMNS = "gra\trazem"
    RESULT_HINT = "OK zapisz   ↩ zmień"
    CHECK = "Suma"
    ROUNDS = "wygr. %d"
    BIG = "duże %d"
    RULE = {
        "net": "netto",
        "difference": "różnica",
        "plain": "wprost",
    }
    STANDING = "Stan meczu"
    WINNER = "wygrana"
    WINNER_HINT = "zapisane   OK dalej"
    MATCH_OVER = "KONIEC"
    MATCH_ENDS = {
        "stop": "",
        "round": "czas",
        "games": "wszystkie gry",
        "target": "cel",
    }


class Between:
    """Setting up, sheets, settings and the guide."""

    RULES_NAMES = {
        "pl": "Polskie",
        "tournament": "Turniej",
        "word": "Słowo",
        "cs": "Czeskie",
        "uk": "Ukraińskie",
    }
    JOKER_COSTS = "joker %d"
    NEW_MATCH = "Nowy mecz?"
    PLAYERS = "Gracze"
    BEGINS = "Zaczyna"
    WHO_BEGINS = "Kto zaczyna? Naciśnij"
    FIRST_WORD = "Pierwsze słowo, liter"
    DRAWN = "losowanie"
    DEAL = "Rozdanie"
    DEAL_BEGINS = "zaczyna %s"
    DEAL_HINT = "w banku zostaje %d"
    DEAL_START = "naciśnij, by zacząć"
    NOTES = (
        "zaczyna najwyższa kostka",  # first_highest
        "zaczyna najwyższa liczba",  # first_highest_number
        "zaczyna litera bliższa A",  # first_nearest_a
        "otwarcie od %d punktów",  # opening
        "pierwsze słowo od %d liter",  # opening_word
        "nowe rozdanie: od %d par",  # redeal_pairs
        "nowe rozdanie: do %d samogł.",  # redeal_vowels
        "albo do %d spółgłosek",  # redeal_consonants
        "dobierz, potem naciśnij",  # draw_first
        "o kostki pytaj w ruchu",  # ask_count
        "koniec: podaj nazwę gry",  # call_name
        "słownik kosztuje czas",  # look_up
    )

    FITS = "miejsce na %d"
    NO_GAMES = "jeszcze nic"
    END_MATCH = "Koniec meczu"
    CORRECT_SHEET = "Popraw ten wynik"

    LANGUAGE = "Polski"
    SETTING = (
        "Język",  # language
        "Dźwięk",  # sound
        "Ekran",  # brightness
        "Światła",  # lights
        "Do góry nogami",  # flip
        "Przytrzymanie",  # hold
        "Czas rundy",  # spans
    )
    ROUND_FOR = ("na każdą grę", "na wszystkie gry")
    ROUND = "Runda, minut"
    MATCH_GAMES = "Mecz: gier"
    MATCH_TARGET = "Mecz: punktów"
    NAMES = "Imiona"
    HANDICAPS = "Własny czas, s"
    ALPHABET = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPQRSŚTUVWXYZŹŻ.-"
    NAME_HINT = "▲▼ litera  OK  ↩ cofnij"

    GUIDE_PAGES = (
        (
            "Twój ruch",
            "Wyłożone: naciśnij",
            "swój przycisk.",
            "Dobierasz: trzymaj",
            "przycisk, aż zapika.",
        ),
        ("Koniec!", "Nie masz kostek:", "naciśnij OK i wskaż,", "kto skończył."),
        ("Pauza", "↩ zatrzymuje zegar.", "Tam cofniesz ruch,", "poprawisz bank,", "wezwiesz sędziego."),
        ("Znaki", "✓ po otwarciu   ▼", "! otwarcie za ruch   ▲", "+ weź nowy stos"),
    )


class Seldom:
    """The lock, the self-test, safe mode, the battery, the flash."""

    CODE = "Kod sędziego"
    CODE_HINT = "przyciski graczy i OK"
    CODE_NEW = "Nowy kod"
    CODE_AGAIN = "Jeszcze raz"
    CODE_REMOVE = "Usuń kod"
    CODE_LENGTH = "Od 3 do 8 naciśnięć"
    CODE_DIFFERS = "Kody się różnią"
    CODE_WRONG = "Zły kod"
    CODE_WAIT = "Poczekaj %d s"
    LOCKED = "Zablokowane"
    UNLOCKED = "Odblokowane"
    LOCK_HINT = "trzymaj ↩, by odblokować"
    NO_CODE = "Nie ma jeszcze kodu"
    NO_CODE_TEXT = ("Najpierw ustaw kod:", "Ustawienia, na końcu:", "Kod sędziego")

    TESTS = ("Przyciski", "Światła", "Brzęczyk", "Ekran", "Pamięć", "Zegar")
    TEST_LOST = "zgubione: %d"
    TEST_MISSING = "brakuje: %d"
    TEST_FREE = "✓ wolne %d kB"
    TEST_BAD = "uszkodzona"
    TEST_STUCK = "zacięty"
    TEST_HINT = "naciśnij każdy przycisk"

    SAFE = "Tryb awaryjny"
    SAFE_TEXT = ("Konsola na kablu jest", "otwarta. Wyjście:", "wyłącz i włącz.")

    NO_ROOM = "Brak miejsca na grę"
    USE_PC = "zgraj na PC"
    REDUCE = "Mecz %d: tylko suma"
    UNREADABLE = "Gra uszkodzona"
    NEWER = "nowsza: zaktualizuj"
    CHECKSUM = "Suma kontrolna"
    RECORDS = "Zapisów"
    BATTERY = "Bateria"
    WHOSE_MISTAKE = "Czyj błąd?"
    MISTAKE_NOW = "ten ruch"
    MISTAKE_LAST = "poprzedni"
    YES_ABANDON = "Tak, przerwij"
    WHO_LEAVES = "Kto odchodzi?"
    SURELY_LEAVES = "%s odchodzi?"
    DAMAGED = "nie da się odczytać"
    TRY_AGAIN = "Spróbuj ponownie"
    STORE_FULL = "Brak miejsca na wynik"
    STORE_FAILED = "Wynik niezapisany"
    STORE_WORN = "błąd pamięci"
    STORE_KEPT = ("Gra nie przepadła:", "zostaje w pamięci.")
    TOTALS_LACK = "Gry poza sumą: %d"
    BATTERY_LOW = "Słaba bateria"
    BATTERY_LOW_TEXT = ("Może nie starczyć na", "całą grę. Podłącz", "ładowarkę.")
    BATTERY_LOW_HINT = "OK graj  ↩ wróć"
    BATTERY_EMPTY = "Bateria rozładowana"
    BATTERY_EMPTY_TEXT = ("Gra jest zapisana, zegar", "stoi. Podłącz", "ładowarkę.")
    BATTERY_EMPTY_HINT = "OK graj mimo to"

    DATE = "Data"
    DATE_LOST = "Bateria CR2032 pusta?"

    DATA_NEWER = "Dane są nowsze"
    DATA_NEWER_TEXT = ("Pamięć zapisał nowszy", "program. Zainstaluj go", "ponownie:", "tileclock deploy")
    DATA_BROKEN = "Pamięć nieczytelna"
    IMAGE_TEXT = ("Najpierw kopia na PC:", "tileclock image")
    BEGIN_ANEW = "Zacznij od zera"
    BEGIN_ANEW_TEXT = ("Wszystkie gry i ustawie-", "nia zostaną odłożone.", "Na pewno? Przytrzymaj", "OK.")
    FORMAT_TEXT = ("Nie udało się.", "Sformatuj z PC:", "tileclock deploy", "--format")
