"""Czech."""

ALPHABET = "AÁBCČDĎEÉĚFGHIÍJKLMNŇOÓPQRŘSŠTŤUÚŮVWXYÝZŽ.-"
SMALL = "aábcčdďeéěfghiíjklmnňoópqrřsštťuúůvwxyýzž.-"

TITLE = "tileclock"
NEW_GAME = "Nová hra"
GUIDE = "Jak se to používá"
SETTINGS = "Nastavení"
SELF_TEST = "Zkouška přístroje"
GAME = "hra %d"
MATCH = "Zápas %d"

RULES = "Pravidla"
LIMIT = "Čas na tah"
NO_LIMIT = "bez limitu"

DEAL = "Rozdání"

POOL = "zbývá"
TURNS = "tahy"
MINUTES = "min"
LOOK = "podívejte se na stůl"

TIME_UP = "ČAS VYPRŠEL"
TIME_UP_HINT = "vrať kameny a stiskni"
TAKE = "lízni %d"
TIMEOUTS = {
    "valid": "vše v pořádku",
    "undo": "vrátit tah",
    "nothing": "nic nevyloženo",
    "in_order": "stůl v pořádku",
    "unfinished": "nedokončeno",
}

WHO_IS_OUT = "Kdo skončil?"
OUT_HINT = "↩ nikdo, hrajeme dál"
OVER = "Konec hry"
IS_OUT = "skončil(a) %s"
REASONS = {
    "lap": "konec posledního kola",
    "round": "konec hracího času",
    "out": "konec posledních tahů",
    "blocked": "nikdo nemůže táhnout",
    "abandoned": "hra přerušena",
}
OVER_HINT = "OK sčítáme   ↩ zpět"

STEP_TILES = "Čísla"
STEP_JOKERS = "Žolíky"
STEP_MARKS = "Vyložil?"
MISSING = "chybí %s"
IMPOSSIBLE = "%s: nelze"
TOGETHER = "dohromady"
RESULT_COLUMNS = "hra\tcelkem"
CHECK = "Součet"
ROUNDS = "výher %d"
BIG = "velké %d"
RULE = {
    "out": "",
    "net": "čistě",
    "difference": "rozdíl",
    "plain": "přímo",
    "word": "",
}
SHEETS = "Výsledky"
NO_ROOM = "Na hru není místo"
USE_PC = "přenes do PC"
REDUCE = "Zápas %d: jen součet"
UNREADABLE = "Hra je poškozená"
DAMAGED = "nelze přečíst"
NEWER = "novější: aktualizuj"

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
END_PLAYED = "Konec tahu: hrál"
END_DREW = "Konec tahu: lízl"
MISTAKE_NOW = "Chyba v tomto tahu"
MISTAKE_LAST = "Chyba v minulém"
TILES_BACK = "Kameny zpět"
CORRECT_POOL = "Opravit hromádku"
CORRECT_TIME = "Opravit čas"
DISPUTE = "Zavolat rozhodčího"
LEAVES = "Hráč odchází"
END_ROUND = "Konec kola"
ADD_ROUND = "Přidat minuty kola"
PROOF = "Jak je nastaveno"
AUTO = "Trest hned"
ABANDON = "Přerušit hru"
YES_ABANDON = "Ano, přerušit"

YES = "ano"
NO = "ne"
CHECKSUM = "Kontrolní součet"
RECORDS = "Záznamů"
BATTERY = "Baterie"

CRASH = "Něco se pokazilo"
CRASH_HINT = "OK spustí hodiny znovu"
FULL = "V paměti není místo"
FULL_TEXT = ("Hodiny musí začít znovu.", "Nic se neztratí.")
