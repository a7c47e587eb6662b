"""Czech: what is said between games – of setting up, sheets, settings and the guide."""

PLAYERS = "Hráči"
BEGINS = "Začíná"
FIRST_WORD = "První slovo, písmen"
DRAWN = "losuje se"
DEAL_BEGINS = "začíná %s"
DEAL_HINT = "v hromádce zbývá %d"
NOTES = {
    "first_highest": "začíná nejvyšší kámen",
    "first_highest_number": "začíná nejvyšší číslo",
    "first_nearest_a": "začíná nejblíž k A",
    "opening": "první výklad za %d",
    "opening_word": "první slovo: %d písmen",
    "redeal_pairs": "%d páry: rozdat znovu",
    "redeal_letters": "%d samohl.: rozdat znovu",
    "draw_first": "nejdřív lízni",
    "ask_count": "ptej se ve svém tahu",
    "call_name": "konec: ohlas název hry",
    "look_up": "hledání stojí čas",
}

FITS = "ještě %d"
NO_GAMES = "zatím nic"
END_MATCH = "Konec zápasu"
CORRECT_SHEET = "Opravit výsledek"
MATCH_OVER = "KONEC"
MATCH_ENDS = {
    "stop": "",
    "round": "čas",
    "games": "všechny hry",
    "target": "cíl",
}

LANGUAGE = "Čeština"
SETTING = {
    "language": "Jazyk",
    "sound": "Zvuk",
    "brightness": "Displej",
    "lights": "Světla",
    "flip": "Vzhůru nohama",
    "hold": "Podržení",
}
ROUND = "Kolo, minut"
MATCH_GAMES = "Zápas: her"
MATCH_TARGET = "Zápas: bodů"
NAMES = "Jména"
HANDICAPS = "Vlastní čas, s"
NAME_HINT = "▲▼ písmeno OK ↩ zpět"

GUIDE_PAGES = (
    ("Tvůj tah", "Vyložil jsi kameny:", "stiskni své tlačítko.", "Lízl sis kámen: drž ho,", "dokud nepípne."),
    ("Konec!", "Nemáš kameny:", "stiskni OK a vyber,", "kdo skončil."),
    ("Pauza", "↩ zastaví hodiny. Tam", "vrátíš tahy, opravíš", "hromádku, zavoláš", "rozhodčího."),
    ("Značky", "✓ už vyložil   ▼", "! vyloží příště   ▲", "+ vezmi nový komínek"),
)
