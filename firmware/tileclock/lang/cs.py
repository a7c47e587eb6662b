"""Czech."""


class Game:
    SMALL = "aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzž.-"

    TITLE = "tileclock"
    NEW_GAME = "Nová hra"
    GUIDE = "Jak to funguje"
    SETTINGS = "Nastavení"
    SELF_TEST = "Test přístroje"
    GAME = "hra %d"
    MATCH = "Zápas %d"

    RULES = "Pravidla"
    LIMIT = "Čas na tah"
    NO_LIMIT = "bez limitu"

    POOL = "zbývá"
    TURNS = "tahy"
    MINUTES = "min"
    LOOK = "podívej se na stůl"

    TIME_UP = "ČAS VYPRŠEL"
    TIME_UP_HINT = "vrať kameny, pak OK"
    TAKE = "lízni %d"
    TIMEOUTS = {
        "valid": "vše v pořádku",
        "undo": "vrátit tah",
        "nothing": "nic nevyloženo",
        "in_order": "stůl v pořádku",
        "unfinished": "nedokončeno",
    }

    WHO_IS_OUT = "Kdo skončil?"
    OUT_HINT = "tvé tlačítko   ↩ nikdo"
    NOBODY_MOVES = "Nikdo nemůže táhnout?"

    IMPOSSIBLE = "%s: nelze"
    SHEETS = "Výsledky"

    LETTERS = "písmena"
    LAID = "kameny"
    TAKES = "líže"
    ENTRIES = "Zápisy"
    RACKS = "Kameny a body"
    TILES_RACK = "Kameny do ruky"

    PAUSE = "PAUZA"
    DISPUTED = "SPOR"
    RESUME = "Pokračovat"
    UNDO = "Vrátit minulý tah"
    RESTART = "Opakovat tento tah"
    END_PLAYED = "Konec: vyloženo"
    END_DREW = "Konec: líznuto"
    MISTAKE = "Chyba"
    TILES_BACK = "Kameny zpět"
    CORRECT_POOL = "Opravit hromádku"
    CORRECT_TIME = "Opravit čas"
    DISPUTE = "Zavolat rozhodčího"
    LEAVES = "Hráč odchází"
    END_ROUND = "Konec kola"
    ADD_ROUND = "Přidat minuty kola"
    PROOF = "O této hře"
    AUTO = "Automatický trest"
    ABANDON = "Přerušit hru"

    YES = "ano"
    NO = "ne"

    CRASH = "Něco se pokazilo"
    CRASH_HINT = "OK spustí hodiny znovu"
    FULL = "Paměť je plná"
    FULL_TEXT = ("Hodiny musí začít znovu.", "Nic se neztratí.")


class Scoring:
    """When the turns are over: racks, the result, the ranking."""

    OVER = "Konec hry"
    IS_OUT = "bez kamenů: %s"
    REASONS = {
        "lap": "konec posledního kola",
        "round": "konec hracího času",
        "out": "konec posledních tahů",
        "blocked": "nikdo nemůže táhnout",
        "abandoned": "hra přerušena",
    }
    OVER_HINT = "OK sečíst   ↩ zpět"
    STEP_TILES = "Body"
    STEP_JOKERS = "Žolíky"
    STEP_MARKS = "Vyložení"
    TILES_HINTS = ("stiskni +1, podrž +10", "bez žolíků   ▼ −1", "stiskni a podrž: znovu")
    JOKERS_HINTS = ("stiskni: další žolík",)
    MARKS_HINTS = ("stiskem změníš",)
    RIGHT_HINT = "OK, když to sedí"
    JOKER = "Ž"
    OPENED = ("vyloženo", "nevyloženo", "šlo vyložit")
    MISSING = "%s: body?"
    TOGETHER = "dohromady"
    RESULT_COLUMNS = "hra\tcelkem"
    RESULT_HINT = "OK uložit   ↩ změnit"
    CHECK = "Součet"
    ROUNDS = "výhry %d"
    BIG = "velké %d"
    RULE = {
        "net": "čistě",
        "difference": "rozdíl",
        "plain": "přímo",
    }
    STANDING = "Stav zápasu"
    WINNER = "výhra"
    WINNER_HINT = "uloženo   OK dál"
    MATCH_OVER = "KONEC"
    MATCH_ENDS = {
        "stop": "",
        "round": "čas",
        "games": "všechny hry",
        "target": "cíl",
    }


class Between:
    """Setting up, sheets, settings and the guide."""

    RULES_NAMES = {
        "pl": "Polská",
        "tournament": "Turnaj",
        "word": "Slovo",
        "cs": "Česká",
        "uk": "Ukrajinská",
    }
    JOKER_COSTS = "žolík %d"
    NEW_MATCH = "Nový zápas?"
    PLAYERS = "Hráči"
    BEGINS = "Začíná"
    WHO_BEGINS = "Kdo začíná? Stiskni"
    FIRST_WORD = "První slovo, písmen"
    DRAWN = "losuje se"
    DEAL = "Rozdání"
    DEAL_BEGINS = "začíná %s"
    DEAL_HINT = "v hromádce zbývá %d"
    DEAL_START = "stiskni a začni"
    NOTES = (
        "začíná nejvyšší kámen",  # first_highest
        "začíná nejvyšší číslo",  # first_highest_number
        "začíná nejblíž k A",  # first_nearest_a
        "první vyložení: od %d",  # opening
        "první slovo od %d písmen",  # opening_word
        "rozdat znovu: od %d párů",  # redeal_pairs
        "rozdat znovu: do %d samohl.",  # redeal_vowels
        "nebo do %d souhlásek",  # redeal_consonants
        "lízni, pak stiskni",  # draw_first
        "kameny: ptej se v tahu",  # ask_count
        "konec: ohlas název hry",  # call_name
        "hledání stojí čas",  # look_up
    )

    FITS = "místo na %d"
    NO_GAMES = "zatím nic"
    END_MATCH = "Konec zápasu"
    CORRECT_SHEET = "Opravit výsledek"

    LANGUAGE = "Čeština"
    SETTING = (
        "Jazyk",  # language
        "Zvuk",  # sound
        "Displej",  # brightness
        "Světla",  # lights
        "Vzhůru nohama",  # flip
        "Podržení",  # hold
        "Čas kola",  # spans
    )
    ROUND_FOR = ("pro každou hru", "pro všechny hry")
    ROUND = "Kolo, minut"
    MATCH_GAMES = "Zápas: her"
    MATCH_TARGET = "Zápas: bodů"
    NAMES = "Jména"
    HANDICAPS = "Vlastní čas, s"
    ALPHABET = "AÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPQRŘSŠTŤUÚŮVWXYÝZŽ.-"
    NAME_HINT = "▲▼ písmeno OK ↩ zpět"

    GUIDE_PAGES = (
        (
            "Tvůj tah",
            "Vyloženo: stiskni",
            "své tlačítko. Líznuto:",
            "drž tlačítko, dokud",
            "nepípne.",
        ),
        ("Konec!", "Nemáš kameny:", "stiskni OK a vyber,", "kdo skončil."),
        ("Pauza", "↩ zastaví hodiny. Tam", "vrátíš tahy, opravíš", "hromádku, zavoláš", "rozhodčího."),
        ("Značky", "✓ už vyloženo   ▼", "! vyloží příště   ▲", "+ vezmi nový komínek"),
    )


class Seldom:
    """The lock, the self-test, safe mode, the battery, the flash."""

    CODE = "Kód rozhodčího"
    CODE_HINT = "tlačítka hráčů, pak OK"
    CODE_NEW = "Nový kód"
    CODE_AGAIN = "Ještě jednou"
    CODE_REMOVE = "Zrušit kód"
    CODE_LENGTH = "3 až 8 stisků"
    CODE_DIFFERS = "Kódy se liší"
    CODE_WRONG = "Špatný kód"
    CODE_WAIT = "Počkej %d s"
    LOCKED = "Zamčeno"
    UNLOCKED = "Odemčeno"
    LOCK_HINT = "drž ↩ a odemkneš"
    NO_CODE = "Kód ještě není"
    NO_CODE_TEXT = ("Nejdřív nastav kód:", "Nastavení, na konci:", "Kód rozhodčího")

    TESTS = ("Tlačítka", "Světla", "Bzučák", "Displej", "Paměť", "Čas")
    TEST_LOST = "ztraceno %d"
    TEST_MISSING = "chybí %d"
    TEST_FREE = "✓ volno %d kB"
    TEST_BAD = "poškozená"
    TEST_STUCK = "zaseknuté"
    TEST_HINT = "stiskni všechna tlačítka"

    SAFE = "Nouzový režim"
    SAFE_TEXT = ("Konzole na kabelu", "je otevřená. Konec:", "vypnout a zapnout.")

    NO_ROOM = "Na hru není místo"
    USE_PC = "přenést do PC"
    REDUCE = "Zápas %d: jen součet"
    UNREADABLE = "Hra je poškozená"
    NEWER = "novější: aktualizuj"
    CHECKSUM = "Kontrolní součet"
    RECORDS = "Záznamů"
    BATTERY = "Baterie"
    WHOSE_MISTAKE = "Čí chyba?"
    MISTAKE_NOW = "tento tah"
    MISTAKE_LAST = "minulý"
    YES_ABANDON = "Ano, přerušit"
    WHO_LEAVES = "Kdo odchází?"
    SURELY_LEAVES = "%s odchází?"
    DAMAGED = "nelze přečíst"
    TRY_AGAIN = "Zkusit znovu"
    STORE_FULL = "Na zápis není místo"
    STORE_FAILED = "Zápis se neuložil"
    STORE_WORN = "chyba paměti"
    STORE_KEPT = ("Hra není ztracená:", "zůstává v paměti.")
    TOTALS_LACK = "V součtu chybí her: %d"
    BATTERY_LOW = "Slabá baterie"
    BATTERY_LOW_TEXT = ("Na celou hru nemusí", "stačit. Zapoj", "nabíječku.")
    BATTERY_LOW_HINT = "OK hrát  ↩ zpět"
    BATTERY_EMPTY = "Vybitá baterie"
    BATTERY_EMPTY_TEXT = ("Hra je uložená, hodiny", "stojí. Zapoj", "nabíječku.")
    BATTERY_EMPTY_HINT = "OK hrát i tak"

    DATE = "Datum"
    DATE_LOST = "Baterie CR2032 vybitá?"

    DATA_NEWER = "Data jsou novější"
    DATA_NEWER_TEXT = ("Paměť zapsal novější", "program. Nainstaluj ho", "znovu:", "tileclock deploy")
    DATA_BROKEN = "Paměť nelze přečíst"
    IMAGE_TEXT = ("Nejdřív kopie do PC:", "tileclock image")
    BEGIN_ANEW = "Začít od nuly"
    BEGIN_ANEW_TEXT = ("Všechny hry a nastavení", "se odloží stranou.", "Opravdu? Podrž OK.")
    FORMAT_TEXT = ("To se nepovedlo.", "Naformátuj z PC:", "tileclock deploy", "--format")
